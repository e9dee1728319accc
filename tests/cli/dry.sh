#!/bin/sh
# abut dry: contact on a grid, from file to answer; every mistake is a sentence at its place.
# usage: sh dry.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"
cd "$work" || exit 1
"$abut" list gap | grep -q quadric || { echo "built without contact on a grid"; exit 77; }

cat >sphere.yaml <<'Y'
title: Steel sphere on a steel plane
grid: {nx: 64, ny: 64, lx: 1 mm, ly: 1 mm}
gap: {type: quadric, P: 50 1/m, Q: 50 1/m}
materials: {a: {E: 210 GPa}, b: {E: 210 GPa}}
force: 1 kN
solver: {type: pcg, tol: 1e-10}
Y

# number KEY FILE: of one JSON object
number() { sed -n "s/.*\"$1\": \([-0-9.e+]*\).*/\1/p" "$2" | head -n 1; }
# close A B TOLERANCE
close() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { exit !(a != "" && (a - b < 0 ? b - a : a - b) <= t * (b < 0 ? -b : b)) }'; }

# ---- the answer is that of Hertz ----
"$abut" dry sphere.yaml --json >one.json || fail "the sphere"
"$abut" point --P 50 --Q 50 --force 1000 --json >hertz.json || fail "point"
close "$(number force one.json)" 1000 1e-12 || fail "force $(number force one.json)"
close "$(number approach one.json)" "$(number approach hertz.json)" 3e-4 || fail "approach"
close "$(number p_max one.json)" "$(number p_max hertz.json)" 1e-3 || fail "p_max"
for key in p_mean contact_cells center iterations residual seconds pair_equivalents inner outer area_fraction tilt moment mean_gap; do
    grep -q "\"$key\":" one.json || fail "no $key"
done
"$abut" dry sphere.yaml >table || fail "table"
has table "Steel sphere on a steel plane" "2104 cells in contact"
"$abut" dry sphere.yaml --quiet >table || fail "quiet"
[ ! -s table ] || fail "--quiet prints"

# ---- a sweep ends as the last load alone does ----
sed 's/^force: .*/loads: [200, 600 N, 1 kN]/' sphere.yaml >sweep.yaml
"$abut" dry sweep.yaml --json >sweep.json || fail "the sweep"
close "$(number approach sweep.json)" "$(number approach one.json)" 1e-8 || fail "approach of the sweep"
[ "$(grep -o '"inner"' sweep.json | wc -l)" = 4 ] || fail "three loads"

# ---- mistakes ----
# wrong SED STATUS SENTENCE...
wrong() {
    sed "$1" sphere.yaml >bad.yaml
    "$abut" dry bad.yaml >out 2>err
    status=$?
    [ $status = "$2" ] || fail "'$1' ends with $status"
    [ ! -s out ] || fail "'$1' prints an answer"
    shift 2
    has err "$@"
}
wrong 's/lx: 1 mm/lx: 0.6 mm/' 1 "bad.yaml:2:7: the contact reaches the edge of the window of 0.0006 x 0.001 m"
wrong 's/nx: 64/nx: 1/' 2 "bad.yaml:2:12: nx: a grid has at least 2 cells each way, got 1"
wrong 's/nx: 64, ny: 64/nx: 100000, ny: 100000/' 2 "bad.yaml:2:7: grid: 100000 x 100000 cells need" "GB of memory, more than the 4 GB allowed"
wrong 's/quadric/quadrik/; s/force/forse/; s/210 GPa/210 mm/' 2 "bad.yaml:1:1: give one of approach, force and loads" \
    "bad.yaml:3:13: there is no gap 'quadrik'; did you mean 'quadric'?" "bad.yaml:4:20: E: expected a pressure, got '210 mm'" \
    "bad.yaml:5:1: there is no key 'forse'" "did you mean 'force'?"
wrong 's/^force: .*/loads: []/' 2 "loads: expected a list of forces, got an empty one"
wrong 's/pcg/pgc/' 2 "there is no solver of dry contact 'pgc'; did you mean"
wrong 's/P: 50 1.m/P: .nan/' 2 "P:"
wrong 's/, lx: 1 mm, ly: 1 mm//' 2 "lx: the side of the window must be a length above 0, got 0 m"
wrong 's/^force: .*/force: 1 kN\ntilt: [1e-4, 0]\nmoment: [0, 0]/' 2 "it is one or the other"
wrong 's/^force: .*/force: 1 kN\nE_star: 1 GPa/' 2 "E_star: materials are given already"
wrong 's/ly: 1 mm/ly: 1 mm, periodic: true/; s/^force: .*/force: 1 kN\ntilt: [1e-4, 0]/' 2 "a periodic window has neither tilt nor moment"
wrong 's/^force: .*/force: 1 kN\nhardness: 0.5 GPa/' 2 "the window carries at most 500 N at this hardness"
: >bad.yaml
"$abut" dry bad.yaml 2>err && fail "an empty file"
has err "bad.yaml:1:1: the file is empty"
"$abut" dry 2>err && fail "no file"
has err "abut dry: no file is given"
exit $failures
