#!/bin/sh
# abut dry --out: the folder of a contact on a grid. What is in it agrees with the answer, loads that were done stay, one run has it.
# usage: sh dry_out.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"
cd "$work" || exit 1
"$abut" list gap | grep -q quadric || { echo "built without contact on a grid"; exit 77; }

cat >sphere.yaml <<'Y'
title: Steel sphere on a steel plane
grid: {nx: 64, ny: 48, lx: 1 mm, ly: 0.9 mm}
gap: {type: quadric, P: 50 1/m, Q: 70 1/m}
materials: {a: {E: 210 GPa}, b: {E: 210 GPa}}
loads: [200 N, 600 N, 601 N, 1 kN]
friction: {mu: 0.3, shift: [0.5 um, 0]}
subsurface: {line: {from: [0, 0, 0.1 mm], to: [0, 0, 0.5 mm], points: 5}, section: {from: [-0.3 mm, 0], to: [0.3 mm, 0], depth: 0.4 mm, points: 12, down: 6}}
Y
# number KEY FILE: the first of this name
number() { grep -o "\"$1\": [-0-9.e+]*" "$2" | head -n 1 | sed 's/.*: //'; }
# close A B TOLERANCE
close() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { exit !(a != "" && (a - b < 0 ? b - a : a - b) <= t * (b < 0 ? -b : b)) }'; }
# clean FOLDER: no file holds what is not a number
clean() {
    ! grep -lE '(^|[ ,:])-?(nan|inf)([,} ]|$)' "$1"/*.csv "$1"/summary.json 2>/dev/null || fail "$1 holds what is not a number"
    [ ! -e "$1/abut.lock" ] || fail "the lock of $1 stays"
    ! find "$1" -name '*.part' | grep . || fail "parts stay in $1"
}

# ---- all of it ----
"$abut" dry sphere.yaml --out all --csv --vtk --json >answer.json || fail "--out"
for file in summary.json results.h5 loads.csv maps.csv section_x.csv section_y.csv stress_line.csv stress_section.csv \
    vtk/dry.pvd vtk/dry_000000.vti vtk/dry_000003.vti; do
    [ -s "all/$file" ] || fail "no $file"
done
clean all
tr ',' '\n' <answer.json | sed 's/^ *//; s/ *$//; s/^{//; s/}$//' | grep -E '^"(force|approach|p_max|contact_cells|residual)"' |
    while IFS= read -r line; do grep -qF "$line" all/summary.json || echo "$line"; done >missing
[ ! -s missing ] || fail "summary.json lacks $(cat missing)"
has all/summary.json '"kind": "dry"' '"status": "done"' '"loads_done": 4' '"semi_axes"' '"title": "Steel sphere on a steel plane"'

# the map carries the force; cells in contact, stick and slip are as many as the answer says; the sections hold the greatest pressure
force=$(awk -F, 'NR > 1 { sum += $3 } END { printf "%.17g", sum * 1e-3 / 64 * 0.9e-3 / 48 }' all/maps.csv)
close "$force" 1000 1e-12 || fail "the map carries $force N"
rub=$(awk -F, 'NR > 1 { sum += $7 } END { printf "%.17g", sum * 1e-3 / 64 * 0.9e-3 / 48 }' all/maps.csv)
wanted=$(sed -n 's/.*"friction": {"force": \[\([-0-9.e+]*\),.*/\1/p' answer.json)
close "$rub" "$wanted" 1e-9 || fail "the tractions carry $rub N, not $wanted"
cells=$(awk -F, 'NR > 1 { c += $5 == 1; t += $11 == 1; s += $11 == 2 } END { print c, t, s }' all/maps.csv)
[ "$cells" = "$(number contact_cells answer.json) $(number stick_cells answer.json) $(number slip_cells answer.json)" ] || fail "cells: $cells"
for way in x y; do
    most=$(awk -F, 'NR > 1 && $3 > most { most = $3 } END { printf "%.17g", most }' all/section_$way.csv)
    close "$most" "$(number p_max answer.json)" 1e-12 || fail "section along $way: $most"
done
[ "$(wc -l <all/section_x.csv) $(wc -l <all/section_y.csv)" = "65 49" ] || fail "cells of the sections"
# height = P x^2 + Q y^2; the greatest gap in contact or overlap outside is the residual
awk -F, 'NR > 1 { d = $6 - 50 * $1 * $1 - 70 * $2 * $2; if (d * d > 1e-30) exit 1 }' all/maps.csv || fail "heights"
worst=$(awk -F, 'NR > 1 { g = $4 < 0 ? -$4 : $5 ? $4 : 0; if (g > most) most = g } END { printf "%.17g", most }' all/maps.csv)
close "$worst" "$(awk -v r="$(number residual answer.json)" -v s="$(number residual_scale answer.json)" 'BEGIN { printf "%.17g", r * s }')" 1e-6 ||
    fail "the worst gap is $worst"
# the stiffness is the slope of the force over the approach (loads 2 and 3 lie close together), and that of Hertz
slope=$(awk -F, 'NR == 3 { f = $1; a = $2 } NR == 4 { printf "%.17g", ($1 - f) / ($2 - a) }' all/loads.csv)
close "$(sed -n 3p all/loads.csv | cut -d, -f7)" "$slope" 2e-3 || fail "stiffness $(sed -n 3p all/loads.csv | cut -d, -f7), slope $slope"
"$abut" point --P 50 --Q 70 --force 1000 --json >hertz.json
for key in p_max approach; do
    grep -o "\"by_hertz\": {.*" all/summary.json >of_hertz
    close "$(number $key of_hertz)" "$(number $key hertz.json)" 1e-12 || fail "Hertz' $key"
done
[ "$(wc -l <all/stress_section.csv) $(wc -l <all/stress_line.csv)" = "73 6" ] || fail "points of stresses"
# images for ParaView: cells, and the pressure as words of four bytes behind their count
has all/vtk/dry_000003.vti 'WholeExtent="0 64 0 48 0 0"' 'Name="traction" NumberOfComponents="3"' 'Name="pressure"'
has all/vtk/dry.pvd 'timestep="3" group="" part="0" file="dry_000003.vti"'

# ---- the page ----
if [ -s all/report.html ]; then
    has all/report.html '"kind": "dry"' '"maps": [{"load": 0' '"traction_x": {"dtype": "f4", "shape": [48, 64]' '"von_mises": {"dtype": "f4", "shape": [6, 12]'
    "$abut" report all -o again.html >/dev/null || fail "report"
    cmp -s all/report.html again.html || fail "the page is another one when made again"
fi

# ---- where a body has ended there is neither height nor gap ----
cat >punch.yaml <<'Y'
grid: {nx: 16, ny: 14, lx: 2.6, ly: 2.6}
gap: {type: punch, radius: 1.1, flat_radius: 0.7, edge_radius: 3}
E_star: 2
approach: 0.05
Y
"$abut" dry punch.yaml --csv --quiet --no-report --out punch || fail "the punch"
clean punch
awk -F, 'NR > 1 && (($4 == "" && $6 == "") != ($1 * $1 + $2 * $2 > 1.21) || $6 > 1 || NF != 6) { exit 1 }' punch/maps.csv || fail "the rim of the punch"
grep -q ',0,,0,$' punch/maps.csv || fail "no cell beyond the rim of the punch"

# ---- a second run takes the place of the first; files of others stay ----
sed '/^friction/d; /^subsurface/d; s/^loads.*/force: 1 kN/' sphere.yaml >one.yaml
echo mine >all/notes.csv
"$abut" dry one.yaml --out all --quiet --no-report >out || fail "again"
[ ! -s out ] || fail "--quiet prints"
[ "$(ls all | tr '\n' ' ')" = "notes.csv results.h5 summary.json " ] || fail "left: $(ls all | tr '\n' ' ')"

# ---- what fails keeps the loads before it ----
sed 's/1 kN/5 kN/' sphere.yaml >edge.yaml
"$abut" dry edge.yaml --out edge --csv >out 2>err && fail "a contact at the edge"
has err "edge.yaml:2:7: the contact reaches the edge of the window"
has edge/summary.json '"status": "failed"' '"loads_done": 3' '"loads_wanted": 4' "reaches the edge"
clean edge
[ "$(wc -l <edge/loads.csv)" = 4 ] || fail "loads that were kept"
close "$(awk -F, 'NR > 1 { sum += $3 } END { printf "%.17g", sum * 1e-3 / 64 * 0.9e-3 / 48 }' edge/maps.csv)" 601 1e-12 || fail "the last map"
# wait_for FOLDER: until some loads are in its file, or process $pid has gone, or two minutes have
wait_for() {
    for i in $(seq 600); do
        [ ! -s "$1/results.h5" ] || [ "$(wc -c <"$1/results.h5")" -lt 3000000 ] || return 0
        kill -0 "$pid" 2>/dev/null || break
        sleep 0.2
    done
    fail "no load is in $1 after $i looks"
}
# Ctrl-C between loads
awk 'BEGIN { printf "grid: {nx: 256, ny: 256, lx: 1 mm, ly: 1 mm}\ngap: {type: quadric, P: 50 1/m, Q: 50 1/m}\nloads: ["; for (i = 1; i <= 2000; i++) printf "%s%g", (i > 1 ? ", " : ""), 500 + i % 2; print "]" }' >long.yaml
"$abut" dry long.yaml --out long --csv --no-report --quiet 2>err &
pid=$!
wait_for long
"$abut" dry one.yaml --out long >out 2>second && fail "two runs in one folder"
has second "the folder 'long' is in use by another run"
kill -INT $pid
wait $pid && fail "a stopped run ends with 0"
has err "stopped after" "of 2000 loads"
clean long
has long/summary.json '"status": "stopped"' '"loads_wanted": 2000'
done=$(number loads_done long/summary.json)
[ "$done" -ge 1 ] && [ "$(wc -l <long/loads.csv)" = $((done + 1)) ] || fail "$done loads and $(wc -l <long/loads.csv) lines"

# killed: what was done is there, the page shows it, and the next one takes the folder over
ABUT_NO_CHILD=1 "$abut" dry long.yaml --out killed --quiet 2>err &
pid=$!
wait_for killed
kill -KILL $pid
wait $pid 2>/dev/null
if [ -s again.html ]; then
    "$abut" report killed -o killed.html >out 2>err || fail "the page of a killed run: $(cat err)"
    has killed.html '"status": "running"' '"summary": null' '"maps": [{"load": 0' '"name": "force", "unit": "N"'
fi
"$abut" dry one.yaml --out killed --quiet --no-report || fail "after a killed run"
clean killed

# ---- mistakes ----
"$abut" dry one.yaml --out one.yaml 2>err && fail "--out on a file"
has err "abut dry: out: the folder 'one.yaml' cannot be used"
"$abut" dry one.yaml --csv 2>err && fail "--csv without --out"
has err "csv: give the folder of the results, too: --out DIR"
exit $failures
