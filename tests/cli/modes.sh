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

# ---- the Campbell diagram ----
cat >disc.yaml <<'YAML'
abut: 1
bodies:
  - {name: ground, fixed: true}
  - {name: disc, mass: 10, inertia: [0.1, 0.1, 0.06], drive: {speed: 3000 rpm}}
forces:
  - {name: s, type: bushing, between: [ground, disc], stiffness: 1e7, torsion: [4e5, 4e5, 0]}
YAML
ends 0 modes disc.yaml --speeds 0:36000:3000rpm
shows "crossings: 10"
shows "stable at all these speeds"
# critical speeds sqrt(k/(It - Ip)) and sqrt(k/(It + Ip)) of the tilts, sqrt(k/m) three times
near "forward" "$(awk '$1 == "1x" && $7 == "forward" { print $3 }' out)" 30197.528 1e-6
near "backward" "$(awk '$1 == "1x" && $7 == "backward" { print $3 }' out)" 15098.764 1e-6
[ "$(awk '$1 == "1x" && $7 == "none" { n++ } END { print n + 0 }' out)" = 3 ] || fail "heave: $(cat out)"
ends 0 modes disc.yaml --speeds '0, 100, 200rad/s' --csv
[ "$(head -1 out)" = "speed,curve,frequency,damping_ratio,re,im,whirl,unstable" ] || fail "CSV: $(head -1 out)"
[ "$(grep -c '^200,' out)" = 5 ] || fail "CSV: $(cat out)"
ends 0 modes disc.yaml --speeds 0:400:100 --json
if command -v python3 >/dev/null 2>&1; then
    python3 - out <<'PY' || fail "JSON of --speeds"
import json, math, sys
a = json.load(open(sys.argv[1]))
assert [s["speed"] for s in a["speeds"]] == [0, 100, 200, 300, 400] and a["stability_limit"] is None
for s in a["speeds"]:
    c = 0.3 * s["speed"]
    root = math.sqrt(c * c + 4e6)
    for sense, want in ("forward", root + c), ("backward", root - c), ("none", 1000):
        found = [m for m in s["modes"] if m["whirl"] == sense and s["speed"]]
        assert len(found) == (0 if not s["speed"] else 3 if sense == "none" else 1)
        assert all(abs(m["im"] / want - 1) < 1e-11 and not m["unstable"] for m in found)
PY
fi
# damping that turns with the rotor, ci, and damping outside, ce: stable up to sqrt(k/m) (1 + ce/ci) = 2500 rad/s, whatever the steps
cat >whirl.yaml <<'YAML'
abut: 1
bodies:
  - {name: ground, fixed: true}
  - {name: disc, mass: 10, inertia: [0.1, 0.1, 0.06], drive: {speed: 3000 rpm}}
forces:
  - {type: bushing, between: [ground, disc], stiffness: 1e7, torsion: [4e5, 4e5, 0], damping: 300, torsion_damping: [50, 50, 0]}
  - {name: inside, type: bushing, between: [disc, ground], damping: 200}
YAML
for steps in 0:3000:500 0:6000:2000 2400,2600rad/s; do
    ends 0 modes whirl.yaml --speeds "$steps"
    near "stability limit, $steps" "$(awk '$1 == "unstable" { print $3 }' out)" 23873.2415 1e-6
    ends 0 modes whirl.yaml --speeds "$steps" --json
    near "stability limit, $steps" "$(sed -n 's/.*"stability_limit": *\([0-9.e+]*\).*/\1/p' out)" 2500 1e-7
done
ends 0 modes whirl.yaml --speeds 0:3000:500 --csv # above the limit one whirl grows, forward
[ "$(awk -F, '$8 == 1 { print $1, $7 }' out)" = "3000 forward" ] || fail "unstable: $(cat out)"
ends 0 modes whirl.yaml --speeds 0:2400:400
shows "stable at all these speeds"
ends 0 modes whirl.yaml --speeds 2600,3000 # nothing below it is known: the first speed
near "unstable from the first" "$(awk '$1 == "unstable" { print $3 }' out)" 24828.1711 1e-6

ends 2 modes disc.yaml --speeds 0:-100:5rpm
says "a speed from 0 on is wanted, got '-100'"
ends 2 modes disc.yaml --speeds -5,10
says "got '-5'"
ends 2 modes disc.yaml --speeds 0:100:0rpm
says "the step must be greater than 0"
ends 2 modes disc.yaml --speeds 100:0:5
says "the last speed lies below the first"
ends 2 modes disc.yaml --speeds 0:100
says "expected start:stop:step"
ends 2 modes disc.yaml --speeds 0:100:5kg
says "expected an angular speed"
ends 2 modes disc.yaml --speeds 5,5
says "must grow"
ends 2 modes disc.yaml --speeds 0:1:1e-9
says "take a longer step"
ends 2 modes disc.yaml --speeds 10 --given
says "exclude each other"
ends 2 modes disc.yaml --csv
says "--csv needs --speeds or --response"
ends 2 modes swing.yaml --speeds 10
says "no drive with a speed"
ends 2 modes disc.yaml --speeds 10 --set 'gravity=[0, 0, -9.81]' --set 'forces.s.stiffness=[1e7, 1e7, 0]'
says "disc.yaml:4:5: body 'disc' moves away without limit"

# ---- response to unbalance: u W^2/(k - m W^2) = 1e-3 x 25e4/(1e7 - 25e5) at 500 rad/s ----
sed '$r /dev/stdin' disc.yaml >shaken.yaml <<'YAML'
  - {name: u, type: unbalance, body: disc, amount: 1e-3}
YAML
ends 0 modes shaken.yaml --response 0:2000:500
[ "$(awk '$2 == "disc" { n++ } END { print n + 0 }' out)" = 4 ] || fail "rows: $(cat out)"
near "amplitude" "$(awk '$1 == "4774.648" { print $3 }' out)" 3.3333e-05 1e-4
near "phase of y" "$(awk '$1 == "4774.648" { print $6 }' out)" -90 1e-9
[ "$(awk '$1 == "4774.648" { print $NF }' out)" = forward ] || fail "whirl: $(cat out)"
shows "9549.297 a resonance that nothing damps"
shows "peaks: 1"
shows "nothing damps it"
ends 0 modes shaken.yaml --response 500,600rad/s --csv --body disc
[ "$(wc -l <out)" = 3 ] || fail "CSV: $(cat out)"
near "CSV" "$(sed -n 2p out | cut -d, -f12)" 3.3333333333333333e-05 1e-9
near "CSV, phase of y" "$(sed -n 2p out | cut -d, -f6)" -1.5707963267948966 1e-9
ends 0 modes shaken.yaml --response 500,1000rad/s --json
if command -v python3 >/dev/null 2>&1; then
    python3 - out <<'PY' || fail "JSON of --response"
import json, math, sys
a = json.load(open(sys.argv[1]))
one, two = a["speeds"]
disc = one["bodies"]["disc"]
assert list(one["bodies"]) == ["disc"] and a["peaks"] == [] and a["warnings"] == []
assert abs(disc["translation"][0]["re"] * 3e4 - 1) < 1e-9 and abs(disc["translation"][1]["im"] * 3e4 + 1) < 1e-9
assert abs(disc["major"] * 3e4 - 1) < 1e-9 and disc["whirl"] == "forward" and len(disc["rotation"]) == 3
assert abs(one["frequency"] - 250 / math.pi) < 1e-9 and one["largest"] == "disc" and not one["resonant"]
assert two["resonant"] and two["size"] is None and two["bodies"]["disc"]["major"] is None
PY
fi
# damping of the rotor: above the limit of stability the steady motion is never reached
sed '$r /dev/stdin' whirl.yaml >grows.yaml <<'YAML'
  - {name: u, type: unbalance, body: disc, amount: 1e-3}
YAML
ends 0 modes grows.yaml --response 2400,2600
[ "$(grep -c UNSTABLE out)" = 1 ] || fail "unstable: $(cat out)"
ends 0 modes grows.yaml --response 2400,2600 --csv
[ "$(awk -F, '$NF == 1 { print $1 }' out)" = 2600 ] || fail "unstable: $(cat out)"
ends 2 modes disc.yaml --response 100
says "nothing in the model is out of balance"
ends 2 modes shaken.yaml --response 100 --body dics
says "--body: the model has no body 'dics'"
ends 2 modes shaken.yaml --response 100:0:5
says "--response: the last speed lies below the first"
ends 2 modes shaken.yaml --response 100 --speeds 100
says "--speeds and --response exclude each other"
ends 2 modes shaken.yaml --response 100 --report page.html
says "--response and --report exclude each other"
ends 2 modes shaken.yaml --body disc
says "--body needs --response"

# ---- the page: what it holds are the numbers of --json and --csv, and bodies where they are in equilibrium ----
cat >same.py <<'PY'
import base64, csv, json, struct, sys
page, answer = open(sys.argv[1], encoding="utf-8").read(), json.load(open(sys.argv[2]))
start = page.index('type="application/json">') + len('type="application/json">')
run = json.loads(page[start:page.index("</script>", start)])["runs"][0]
said = run["summary"]
assert said.pop("kind") == "modes"
if len(sys.argv) > 3:
    rows = list(csv.DictReader(open(sys.argv[3])))
    modes = [(s["speed"], m) for s in said["speeds"] for m in s["modes"]]
    assert len(rows) == len(modes) > 0
    for row, (speed, m) in zip(rows, modes):
        assert float(row["speed"]) == speed and int(row["curve"]) == (m["curve"] or 0) and row["whirl"] == m["whirl"]
        assert all(float(row[key]) == m[key] for key in ("frequency", "damping_ratio", "re", "im"))
        shape = m.pop("shape")["disc"] # 2 T = 1: m |translation|^2 + I |rotation|^2
        parts = [c["re"] ** 2 + c["im"] ** 2 for c in shape["translation"] + shape["rotation"]]
        assert abs(sum(p * i for p, i in zip(parts, (10, 10, 10, 0.1, 0.1, 0.06))) - 1) < 1e-9
    assert said["orders"] == [{"name": "1x", "order": 1}, {"name": "2x", "order": 2}]
    bodies = run["bodies"]
    assert bodies["names"] == ["ground", "disc"] and bodies["fixed"] == [True, False]
    assert bodies["position"]["shape"] == [1, 2, 3] and bodies["quaternion"]["shape"] == [1, 2, 4]
    z = struct.unpack("<6f", base64.b64decode(bodies["position"]["data"]))[5]
    assert abs(z + 10 * 9.81 / 1e7) < 1e-11, z # m g/k
assert said == answer
PY
pull='gravity=[0, 0, -9.81]'
ends 0 modes swing.yaml --report swing.html
if grep -q "^the web page is left out" out; then
    [ ! -e swing.html ] || fail "a page although there is none"
elif command -v python3 >/dev/null 2>&1; then
    shows "report: swing.html"
    ends 0 modes swing.yaml --json
    python3 same.py swing.html out || fail "the page of modes"
    ends 0 modes disc.yaml --set "$pull" --speeds 0:3600:400 --csv --report disc.html
    mv out disc.csv
    ends 0 modes disc.yaml --set "$pull" --speeds 0:3600:400 --json
    python3 same.py disc.html out disc.csv || fail "the page of --speeds"
    "$abut" modes swing.yaml --report none/page.html >out 2>err && fail "a page in no folder"
    grep -q "'none/page.html' cannot be written" err || fail "no folder: $(cat err)"
fi
ends 2 modes swing.yaml --report

# ---- what modes leave out: friction of the balls of one bearing without axial load that alone holds its shaft ----
one="$root/tests/models/warn/friction_left_out.yaml"
# left_out COUNT ARGUMENT...: how many warnings, on standard error and in the JSON
left_out() {
    count=$1
    shift
    ends 0 modes "$@" --json
    [ "$(grep -c "^warning: .*'shaft': these modes leave out the friction" err)" = "$count" ] || fail "$*: $(cat err)"
    [ "$(grep -c '"code": *"friction_left_out"' out)" = "$count" ] || fail "$*: no code in: $(cat out)"
}
left_out 1 "$one"
left_out 1 "$one" --speeds 0:12000:3000rpm
left_out 1 "$one" --set 'forces.load.force=[400, 300, 19]'
left_out 0 "$one" --set 'forces.load.force=[400, 300, 21]' # 4 % of the radial load
left_out 0 "$one" --at-rest
left_out 0 "$one" --given
left_out 0 "$one" --set machines.brg.contact.friction=none
sed 's/^forces:/  - {name: second, use: "6205", inner: shaft, outer: housing, position: [0, 0, 0.1]}\n&/' "$one" >two.yaml
sed 's/^forces:/&\n  - {type: bushing, between: [housing, shaft], torsion: [1e3, 1e3, 0]}/' "$one" >stiff.yaml
left_out 0 two.yaml
left_out 0 stiff.yaml

# ---- failures ----
ends 1 modes "$root/examples/11_incline/model.yaml"
says "nothing holds it"
ends 1 modes "$root/examples/24_ball_on_disc/model.yaml" # turned by the disc
says "model.yaml:12:5: body 'ball' moves away without limit"
# at the body, or the machine whose part it is, with the largest unbalanced force
ends 1 modes "$root/examples/25_pump/model.yaml"
says "examples/25_pump/model.yaml:14:5: no equilibrium was found"
ends 1 modes "$root/examples/22_identify_wedge/model.yaml"
says "examples/22_identify_wedge/model.yaml:13:5: no equilibrium was found"
# ... which is weighed: arms on ball joints, turned by a moment M without end, are pushed at their centres by m l M/(I + m l^2), here 5 N
# and 7.5 N; the ball has its mass from its material, 4/3 pi r^3 rho = 7.85 kg: 0.785 M/(0.01 + 0.0785) = 8.9 M; what rests under 900 N is not pushed
cat >pushed.yaml <<'YAML'
abut: 1
materials: {steel: {E: 206 GPa, nu: 0.3, density: 7850}}
bodies:
  - {name: ground, fixed: true}
  - {name: light, mass: 1, inertia: [0.01, 0.01, 0.01], position: [0.1, 0, 0]}
  - {name: heavy, mass: 3, inertia: [0.01, 0.01, 0.01], position: [1.1, 0, 0]}
  - {name: ball, position: [2.1, 0, 0]}
  - {name: resting, mass: 5, inertia: [0.01, 0.01, 0.01], position: [3, 0, 0]}
surfaces:
  - {name: skin, body: ball, shape: {type: sphere, radius: 62.035 mm}, material: steel}
joints:
  - {name: p, type: spherical, parent: ground, child: light, position: [0, 0, 0]}
  - {name: q, type: spherical, parent: ground, child: heavy, position: [1, 0, 0]}
  - {name: r, type: spherical, parent: ground, child: ball, position: [2, 0, 0]}
forces:
  - {name: a, type: load, body: light, force: [0, 0, 0], moment: [0, 0, 1]}
  - {name: b, type: load, body: heavy, force: [0, 0, 0], moment: [0, 0, 1]}
  - {name: c, type: load, body: ball, force: [0, 0, 0], moment: [0, 0, 0.5]}
  - {name: d, type: load, body: resting, force: [0, 0, -900]}
  - {name: s, type: bushing, between: [ground, resting], stiffness: 1e6, torsion: 1e3}
YAML
ends 1 static pushed.yaml
says "pushed.yaml:6:5: no equilibrium was found; the largest unbalanced force is 1 (N or N m), 1 of the load there; body 'heavy' is pushed most"
ends 1 modes pushed.yaml --set 'forces.b.moment=[0, 0, 0.6]'
says "pushed.yaml:5:5: no equilibrium was found"
grep -q "body 'light' is pushed most" err || fail "pushed: $(cat err)"
ends 1 static pushed.yaml --set 'forces.c.moment=[0, 0, 1]'
says "body 'ball' is pushed most"
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
