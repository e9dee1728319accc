#!/bin/sh
# abut check --json: errors as data, the exit status and the lines on standard error as without it; places of what statics refuse.
# usage: check.sh PATH-OF-ABUT SOURCE-DIR
. "$(dirname "$0")/support/begin.sh"
. "$(dirname "$0")/support/json.sh"
cd "$work" || exit 1

cat >good.yaml <<'Y'
abut: 1
gravity: [0, 0, -9.81]
bodies: [{name: egg, mass: 1, inertia: [1, 1, 1]}, {name: ground, fixed: true}]
Y
cat >bad.yaml <<'Y'
abut: 1
bodies:
  - {name: egg, mass: -1 kg, inertia: [1, 1, 1]}
surfaces:
  - {name: shell, body: egg, shape: {type: spheer, radius: 1 cm}, material: steel}
solver: {rtol: 3}
Y

succeeds check good.yaml --json
expect out 'd == {"errors": [], "warnings": [], "ok": True}'

"$abut" check bad.yaml 2>plain && fail "bad.yaml"
run check bad.yaml --json
[ $status = 2 ] || fail "exit $status"
cmp -s plain err || fail "lines on standard error: $(cat err)"
expect out 'd["ok"] is False and d["warnings"] == [] and [e["text"] for e in d["errors"]] == open("plain").read().splitlines()'
expect out 'all(e["text"] == "%s:%d:%d: %s" % (e["file"], e["line"], e["column"], e["message"]) for e in d["errors"])'
expect out '[(e["kind"], e["id"], e["key"]) for e in d["errors"]] == [("body", "egg", "mass"), ("surface", "shell", "shape.type"), ("surface", "shell", "material"), ("model", None, "solver.rtol")]'
expect out '(d["errors"][0]["file"], d["errors"][0]["line"], d["errors"][0]["column"], d["errors"][0]["path"]) == ("bad.yaml", 3, 23, "bodies.egg.mass")'

# several files, one of which is not there
run check good.yaml absent.yaml bad.yaml --json
[ $status = 2 ] || fail "several: exit $status"
expect out 'd["ok"] is False and [e["file"] for e in d["errors"]] == ["absent.yaml"] + 4 * ["bad.yaml"]'

# what fits the file but not together is found when the world is started
cat >loose.yaml <<'Y'
abut: 1
bodies: [{name: egg, mass: 1, inertia: [1, 1, 5]}]
Y
run check loose.yaml --json
[ $status = 2 ] || fail "loose: exit $status"
expect out '(d["errors"][0]["kind"], d["errors"][0]["id"]) == ("body", "egg")'

# ---- statics: the body that nothing holds ----
run static good.yaml
[ $status = 1 ] || fail "static: exit $status"
grep -qx "good.yaml:3:10: body 'egg' moves away without limit: nothing holds it" err || fail "static: $(cat err)"
expected
exit "$failures"
