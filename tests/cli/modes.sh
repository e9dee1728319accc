#!/bin/sh
# abut modes from the command line: table, JSON, flags, failures. usage: sh modes.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"
cd "$work" || exit 1

# ends STATUS ARGUMENT...: output in out, messages in err
ends() {
    want=$1
    shift
    "$abut" "$@" >out 2>err
    got=$?
    [ $got = "$want" ] || fail "$*: exit $got instead of $want: $(head -3 err)"
}

# shows TEXT: in the output
shows() { grep -qF -e "$1" out || fail "no '$1' in: $(cat out)"; }
# says TEXT: one line of message, nothing on standard output
says() {
    [ ! -s out ] || fail "something on standard output: $(head -3 out)"
    [ "$(wc -l <err)" -eq 1 ] || fail "expected one line: $(cat err)"
    grep -qF -e "$1" err || fail "no '$1' in: $(cat err)"
}

cat >swing.yaml <<'YAML'
abut: 1
bodies:
  - {name: ground, fixed: true}
  - {name: mass, mass: 2, inertia: [1, 1, 1]}
  - {name: idle, mass: 1, inertia: [1, 1, 1]}
joints:
  - {name: guide, type: prismatic, parent: ground, child: mass}
  - {name: slot, type: prismatic, parent: ground, child: idle}
forces:
  - {name: spring, type: spring, between: [ground, mass], axis: [0, 0, 1], stiffness: 800, damping: 16}
YAML

# ---- the table: a free direction first, then the oscillation ----
ends 0 modes swing.yaml
shows "modes: 2, free 1, unstable 0"
near "frequency" "$(awk '$1 == 2 { print $2 }' out)" 3.118787 1e-6
near "undamped frequency" "$(awk '$1 == 2 { print $3 }' out)" 3.1830989 1e-6
near "damping ratio" "$(awk '$1 == 2 { print $4 }' out)" 0.2 1e-9
near "real part" "$(awk '$1 == 2 { print $5 }' out)" -4 1e-9
shows "mass 100 %"
ends 0 modes swing.yaml --count 1
[ "$(grep -c '100 %' out)" = 1 ] || fail "--count 1: $(cat out)"
# overdamped: two decays with their time constants
ends 0 modes swing.yaml --set forces.spring.damping=200
near "time constant" "$(awk '$1 == 3 { print $3 }' out)" 0.010435608 1e-5
# about the start
ends 0 modes swing.yaml --given --set forces.spring.damping=0
shows "start as given"
ends 0 modes "$root/examples/07_pendulum/model.yaml"
grep -q 'oscillation' out || fail "pendulum: $(cat out)"

# ---- JSON ----
ends 0 modes swing.yaml --json
if command -v python3 >/dev/null 2>&1; then
    python3 - out <<'PY' || fail "JSON of modes"
import json, math, sys
a = json.load(open(sys.argv[1]))
assert a["place"] == "equilibrium" and a["directions"] == 2 and abs(a["residual"]) < 1e-9
free, swing = a["modes"]
assert free["kind"] == "free" and free["re"] == free["im"] == free["frequency"] == 0
assert swing["kind"] == "oscillation" and not swing["unstable"]
assert abs(swing["damping_ratio"] - 0.2) < 1e-13 and abs(swing["re"] + 4) < 1e-12
assert abs(swing["frequency"] - swing["im"] / (2 * math.pi)) < 1e-15 * swing["frequency"] * 4
move = swing["shape"]["mass"]["translation"]
assert len(move) == 3 and abs(move[2]["re"] - math.sqrt(0.5)) < 1e-13 and abs(move[2]["im"]) < 1e-13
assert len(swing["shape"]["mass"]["rotation"]) == 3 and "ground" not in swing["shape"]
PY
fi
ends 0 modes "$root/examples/13_ball_bearing/model.yaml" --at-rest --json
grep -q '"brg.ball1"' out && fail "balls of a bearing have shapes"

# ---- failures ----
ends 1 modes "$root/examples/11_incline/model.yaml"
says "nothing holds it"
ends 2 modes
says "give the path of a model file"
ends 2 modes swing.yaml --count 0
says "expected a whole number from 1 on, got '0'"
ends 2 modes swing.yaml --count 1.5
says "got '1.5'"
ends 2 modes swing.yaml --given --at-rest
says "exclude each other"
ends 2 modes swing.yaml --set bodies.mass.mass=-1
grep -q 'mass' err || fail "bad mass: $(cat err)"

[ $failures = 0 ] || exit 1
