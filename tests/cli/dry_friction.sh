#!/bin/sh
# abut dry with friction and stresses: from file to answer, the pages that show it, mistakes.
# usage: sh dry_friction.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"
cd "$work" || exit 1
"$abut" list gap | grep -q quadric || { echo "built without contact on a grid"; exit 77; }

# in_friction, below KEY FILE: the first number behind the key, in the object of friction or stresses
first() { grep -o "\"$1\": \[*[-0-9.e+]*" | head -n 1 | sed 's/.*[ []//'; }
in_friction() { sed -n 's/.*"friction": //p' "$2" | first "$1"; }
below() { sed -n 's/.*"subsurface": //p' "$2" | first "$1"; }
# close A B TOLERANCE
close() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { exit !(a != "" && (a - b < 0 ? b - a : a - b) <= t * (b < 0 ? -b : b)) }'; }

# ---- the files of the page work, and say what the page says ----
awk '/^```yaml$/ { n++; on = 1; next } /^```$/ { on = 0 } on { print > ("page" n ".yaml") }' "$root/docs/howto/dry-friction.md"
[ -e page5.yaml ] || fail "the page has fewer than five files"
for file in page?.yaml; do
    ! grep -q "^contacts:" "$file" || continue # a piece of a model, as in examples/cells
    "$abut" dry "$file" --json >"${file%.yaml}.json" 2>err || { cat err; fail "$file"; }
    [ -z "${ABUT_BRIEF:-}" ] || [ "$file" = page1.yaml ] || continue
    "$abut" dry "$file" >table || fail "table of $file"
    has table "friction, on body a"
done
close "$(in_friction shift page1.json)" 8.155e-6 1e-4 || fail "shift $(in_friction shift page1.json)"
[ "$(in_friction stick_cells page1.json) $(in_friction slip_cells page1.json)" = "45 132" ] || fail "cells of page 1"
has page2.json '"history": ['
awk -v f="$(in_friction force page2.json)" 'BEGIN { exit !(f > 0) }' || fail "the force of the way back"
awk -v n="$(in_friction rounds page3.json)" 'BEGIN { exit !(n > 1) }' || fail "rounds of different materials"
close "$(in_friction force page3.json)" -1.6 1e-6 || fail "sliding"
[ "$(grep -o '"stick_cells"' page4.json | wc -l)" = 13 ] || fail "twelve steps and the last"
for key in von_mises_max depth greatest_shear line section; do
    grep -q "\"$key\":" page5.json || fail "no $key"
done
# with friction of 0.2 the greatest stress still lies below the surface: 0.63 p0 at 0.47 a (0.62, 0.48 without)
close "$(below von_mises_max page5.json)" "$(awk -v p="$(sed -n 's/.*"p_max": \([0-9.e+]*\).*/\1/p' page5.json)" 'BEGIN { print 0.637 * p }')" 0.02 ||
    fail "von Mises $(below von_mises_max page5.json)"

# ---- the wheel: CONTACT prints 0.07651 mm, 640.7 MPa and 0.7831 mu N without lateral creep and spin ----
example=$root/examples/dry/wheel_creep.yaml
"$abut" dry "$example" >table || fail "the example"
has table "Wheel on rail with creepage and spin" "C11 3.7" "von Mises max"
if [ -z "${ABUT_BRIEF:-}" ]; then
    sed 's/creep: .*}/creep: [1.6e-3, 0]}/' "$example" >wheel.yaml
    "$abut" dry wheel.yaml --json >wheel.json || fail "the wheel"
    close "$(sed -n 's/.*"approach": \([0-9.e+-]*\).*/\1/p' wheel.json)" 7.651e-5 1e-4 || fail "approach"
    close "$(sed -n 's/.*"p_max": \([0-9.e+-]*\).*/\1/p' wheel.json)" 640.7e6 2e-4 || fail "p_max"
    close "$(in_friction force wheel.json)" "$(awk 'BEGIN { print -0.7831 * 0.33 * 106700 }')" 5e-4 || fail "force"
fi

# ---- maps of --out: the tractions add up to the force ----
"$abut" dry "$example" --out maps --csv --vtk --no-report --json >wheel.json || fail "--out"
head -n 1 maps/maps.csv | grep -q 'traction_x.*traction_y.*slip_x.*slip_y' || fail "columns of maps.csv"
force=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^traction_x/) k = i } NR > 1 { sum += $k }
    END { printf "%.17g", sum * 13.871e-3 / 48 * 27.744e-3 / 44 }' maps/maps.csv)
close "$force" "$(in_friction force wheel.json)" 1e-6 || fail "tractions in maps.csv: $force"
grep -q 'Name="traction"' maps/vtk/dry_000000.vti || fail "the image has no tractions"

# ---- the creepages at which a force acts give that force ----
sed 's/creep: .*}/force: [-20 kN, 5 kN]}/' "$example" >pulled.yaml
"$abut" dry pulled.yaml --json >pulled.json || fail "rolling by force"
if [ -z "${ABUT_BRIEF:-}" ]; then
    creep=$(sed -n 's/.*"creep": \(\[[^]]*\]\).*/\1/p' pulled.json)
    sed "s/creep: .*}/creep: $creep}/" "$example" >again.yaml
    "$abut" dry again.yaml --json >again.json || fail "rolling by the creepages found"
    close "$(in_friction force again.json)" -20000 1e-6 || fail "force by the creepages found: $(in_friction force again.json)"
fi

# ---- different materials remember how they were pressed together: more sticks than after one step ----
cat >press.yaml <<'Y'
grid: {nx: 32, ny: 32, lx: 1 mm, ly: 1 mm}
gap: {type: quadric, P: 50 1/m, Q: 50 1/m}
materials: {a: {E: 210 GPa, nu: 0.3}, b: {rigid: true}}
force: 1 kN
friction: {mu: 0.2, shift: [0, 0], press: 1}
Y
"$abut" dry press.yaml --json >once.json || fail "pressing once"
sed 's/, press: 1//' press.yaml >usual.yaml
"$abut" dry usual.yaml --json >usual.json || fail "pressing in ten parts"
sed 's/force: 1 kN/loads: [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]/' press.yaml >steps.yaml
"$abut" dry steps.yaml --json >steps.json || fail "pressing in steps"
[ "$(in_friction stick_cells steps.json)" -gt "$(in_friction stick_cells once.json)" ] ||
    fail "stick: $(in_friction stick_cells once.json) once, $(in_friction stick_cells steps.json) in steps"
[ "$(in_friction stick_cells steps.json)" = "$(in_friction stick_cells usual.json)" ] || fail "ten parts are not ten loads"

# ---- mistakes ----
cat >good.yaml <<'Y'
grid: {nx: 16, ny: 16, lx: 1 mm, ly: 1 mm}
gap: {type: quadric, P: 50 1/m, Q: 50 1/m}
force: 1 kN
friction: {mu: 0.3, shift: [1 um, 0]}
subsurface: {body: a}
Y
"$abut" dry good.yaml >out || fail "the file that is right"
# wrong SED STATUS SENTENCE...
wrong() {
    sed "$1" good.yaml >bad.yaml
    "$abut" dry bad.yaml >out 2>err
    status=$?
    [ $status = "$2" ] || fail "'$1' ends with $status"
    [ ! -s out ] || fail "'$1' prints an answer"
    shift 2
    has err "$@"
}
wrong 's/mu: 0.3, //' 2 "bad.yaml:4:11: 'mu' is missing in this friction"
wrong 's/mu: 0.3/mu: -0.3/' 2 "bad.yaml:4:16: mu"
wrong 's/shift: \[1 um, 0\]/shift: [1 um]/' 2 "shift: expected 2 numbers, got 1"
wrong 's/shift: \[1 um, 0\]/shift: [1 N, 0]/' 2 "shift: expected a length"
wrong 's/shift: \[1 um, 0\]/shift: [1 um, 0], rolling: {creep: [0, 0]}/' 2 "shift"
wrong 's/shift: \[1 um, 0\]/rolling: {creep: [0, 0], step: 2 mm}/' 2 "a step of rolling must lie between 0 and the length of the window"
wrong 's/shift: \[1 um, 0\]/force: [400 N, 0]/' 2 "bad.yaml:4:28: a force of 400 N is not below the friction force, 300 N"
wrong 's/shift: \[1 um, 0\]/rolling: {force: [400 N, 0]}/' 2 "bad.yaml:4:38: a force of 400 N is not below the friction force, 300 N"
wrong 's/shift: \[1 um, 0\]/path: []/' 2 "path: expected a list of places"
wrong 's/shift: \[1 um, 0\]/sliding: [0, 0]/' 2 "sliding needs a direction"
wrong 's/shift/shfit/' 2 "there is no key 'shfit'" "did you mean 'shift'?"
wrong 's/ly: 1 mm/ly: 1 mm, periodic: true/' 2 "not known for periodic windows"
wrong 's/force: 1 kN/force: 1 kN\nE_star: 1 GPa/' 2 "friction needs materials instead of E_star" "subsurface needs materials instead of E_star"
wrong 's/body: a/body: c/' 2 "body"
wrong 's/body: a/line: {from: [0, 0, -1], to: [0, 0, 1]}/' 2 "a depth must not be negative"
wrong 's/force: 1 kN/force: 1 kN\nmaterials: {a: {rigid: true}, b: {E: 210 GPa}}/' 2 "body a is rigid: it has no stresses"
exit $failures
