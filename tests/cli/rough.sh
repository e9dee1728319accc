#!/bin/sh
# `abut rough`: figures of known maps, labels, load curves, tables and what is made of them, bad input.
# usage: sh rough.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"

maps=$root/tests/oracles/heights

# near KEY VALUE: the JSON in $work/out has it, to 1e-9
near() {
    got=$(grep -o "\"$1\": [^,}]*" "$work/out" | head -n 1 | sed 's/.*: //')
    awk -v a="$got" -v b="$2" 'BEGIN { d = a - b; if (d < 0) d = -d; s = b < 0 ? -b : b; exit !(d <= 1e-9 * (s > 0 ? s : 1)) }' ||
        fail "$1 is $got instead of $2"
}
has() { grep -qF -e "$1" "$work/out" || fail "no '$1' in: $(head -c 2000 "$work/out")"; }

# ---- figures: z = (i i - 3 j + i j)/8 um, 5 x 3 (tests/oracles/heights.py), by awk ----
figures=$(awk 'BEGIN {
    for (j = 0; j < 3; j++) for (i = 0; i < 5; i++) { z[i, j] = (i * i - 3 * j + i * j) / 8e6; m += z[i, j] / 15 }
    for (k in z) { d = z[k] - m; a += (d < 0 ? -d : d) / 15; q += d * d / 15; if (d > p) p = d }
    for (j = 0; j < 3; j++) for (i = 0; i < 4; i++) sx += ((z[i + 1, j] - z[i, j]) / 2e-6)^2 / 12
    for (j = 0; j < 2; j++) for (i = 0; i < 5; i++) sy += ((z[i, j + 1] - z[i, j]) / 2e-6)^2 / 10
    printf "%.15g %.15g %.15g %.15g", a, sqrt(q), p, sqrt(sx + sy) }')
# shellcheck disable=SC2086 # four words
set -- $figures
succeeds rough "$maps/gwyddion.txt" --figures --level none --json
near Sa "$1"
near Sq "$2"
near Sp "$3"
near Sdq "$4"
near lx 1e-5
has '"origin": "measured"' && has '"format": "Gwyddion text"' && has '"title": "steps"'
for file in le_f8_c.npy be_f8_f.npy plain.txt; do
    succeeds rough "$maps/$file" --figures --level none --json --lx '10 um' --height-unit '1 um'
    near Sq "$2"
done
for file in text.grd binary6.grd binary7.grd; do
    succeeds rough "$maps/$file" --figures --level none --json --length-unit 1e-6 --height-unit '1 um'
    near Sdq "$4"
done
succeeds rough "$maps/comma.csv" --figures
has "generated map"
succeeds rough "$maps/gwyddion.txt" --figures --generated
has "generated map"

run rough --hurst 0.5 --lx 1e-3 --rms-slope 0.1 --n 16 --figures
if grep -q "made without FFTW" "$work/err"; then
    [ $status = 2 ] || fail "without FFTW: exit $status"
    refused 2 1 "made without FFTW" rough "$maps/gwyddion.txt"
    exit "$failures"
fi

# ---- a generated map: written, read again, its load curve and table ----
made="--hurst 0.8 --n 64 --lx 1e-3 --rms-slope 0.1 --roll-off 0.25e-3 --cut-off 62.5e-6 --seed 3"
# shellcheck disable=SC2086 # split on purpose
succeeds rough $made --rows 8 --E-star 1 --pressure-low 2e-4 --pressure-high 0.04 --json --map "$work/made.txt" --table "$work/made.rough" --out "$work/curves"
has '"origin": "generated"'
near rms_slope 0.1
near pressure_over_E_star "0.0002"
[ "$(wc -l <"$work/curves/load_curve.csv")" -eq 10 ] || fail "load_curve.csv has not two lines and eight rows"
grep -q '^# generated map' "$work/curves/load_curve.csv" || fail "load_curve.csv is not labelled"
grep -q '^# generated map' "$work/curves/spectrum.csv" || fail "spectrum.csv is not labelled"
if [ -s "$work/curves/report.html" ]; then
    grep -qF '"kind": "rough", "origin": "generated"' "$work/curves/report.html" || fail "the page is not labelled"
    grep -qF '"fields": {"rows": 64, "columns": 64, "block": 1, "heights": [' "$work/curves/report.html" || fail "no map on the page"
else
    grep -qF "the web page is left out" "$work/err" || fail "no page, and no word of it"
fi
grep -q '^kind: generated' "$work/made.rough" || fail "the table is not labelled"
first=$(sed -n 's/.*"load_curve"://p' "$work/out")
succeeds rough "$work/made.txt" --periodic --level none --rows 8 --E-star 1 --pressure-low 2e-4 --pressure-high 0.04 --json
[ "$(sed -n 's/.*"load_curve"://p' "$work/out")" = "$first" ] || fail "the map that was written has another load curve"
has '"origin": "generated"'
near pressure 0.0002
gap=$(grep -o '"gap": [^,}]*' "$work/out" | head -n 1 | sed 's/.*: //')
succeeds rough "$work/made.txt" --periodic --rows 8 --E-star 1e11 --pressure-low 2e7 --pressure-high 4e9 --json # area, gap: the same
near pressure 2e7
near gap "$gap"

# ---- the table in a model ----
model() {
    cat >"$work/model.yaml" <<END
abut: 1
gravity: [0, 0, -9.81]
materials: {steel: {E: 210 GPa, nu: 0.3, density: 7800}}
bodies: [{name: plate, fixed: true}, {name: ball, position: [0, 0, 10 mm]}]
surfaces:
  - {name: shell, body: ball, shape: {type: sphere, radius: 10 mm}, material: steel}
  - {name: top, body: plate, shape: plane, material: steel}
contacts: [{name: touch, between: [shell, top], normal: {type: rough, map: $1}}]
solver: {t_end: 1 ms}
END
}
model made.rough
succeeds check "$work/model.yaml"
succeeds static "$work/model.yaml" --json
has '"touch"'
model other.rough
refused 2 1 "model.yaml:8:76: map: 'other.rough' cannot be opened" check "$work/model.yaml"
sed 's/^sigma: ./sigma: 9/' "$work/made.rough" >"$work/changed.rough"
model changed.rough
refused 2 1 "the checksum is wrong" check "$work/model.yaml"

# ---- the table in mixed friction: film and asperities share the load; without speed the asperities have it ----
wet() {
    cat >"$work/wet.yaml" <<END
abut: 1
materials: {steel: {E: 210 GPa, nu: 0.3, density: 7800}}
lubricants: {oil: {eta0: 0.05, alpha: 20 1/GPa}}
bodies: [{name: plate, fixed: true}, {name: ball, position: [0, 0, 9.99 mm], velocity: [$2, 0, 0], angular_velocity: [0, $3, 0]}]
surfaces:
  - {name: shell, body: ball, shape: {type: sphere, radius: 10 mm}, material: steel}
  - {name: top, body: plate, shape: plane, material: steel}
contacts: [{name: touch, between: [shell, top], friction: mixed, film: {lubricant: oil, carries: 0}, roughness: {$1}}]
solver: {t_end: 1 us}
output: {every: 1 us}
END
}
share() {
    succeeds run "$work/wet.yaml" --csv --out "$work/wet" --quiet
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "fluid_share") c = i } END { print $c }' "$work/wet/contact_touch.csv"
}
wet "table: made.rough" 1 100
fast=$(share)
wet "table: made.rough, spread: 2" 1 100
stiffer=$(share)
wet "table: made.rough" 0.01 1
slow=$(share)
awk -v f="$fast" -v m="$stiffer" -v s="$slow" 'BEGIN { exit !(0 < s && s < m && m < f && f < 1) }' ||
    fail "shares of the film: fast $fast, with more pressure of the asperities $stiffer, slow $slow"
wet "table: made.rough, sigma: 1 um" 1 100
refused 2 any "sigma" check "$work/wet.yaml"
wet "sigma: 0, spread: 1" 1 100
refused 2 any "spread" check "$work/wet.yaml"
wet "table: changed.rough" 1 100
refused 2 1 "table: line 18" check "$work/wet.yaml"

# ---- and in the calculator: the contact at rest stands on the asperities, at the table's gap ----
contact="--contact point --rho-x 100 --rho-y 100 --force 20 --u-rel 0.1 --eta0 0.05 --alpha 2e-8 --mu-boundary 0.1 --tau-eyring 5e6"
# shellcheck disable=SC2086 # split on purpose
{
    succeeds friction $contact --u-sum 0 --table "$work/made.rough" --json
    near F_boundary 2
    near phi 0
    succeeds friction $contact --u-sum 1 --table "$work/made.rough" --sweep u --count 5
    refused 2 1 "--table and --sigma exclude each other" friction $contact --u-sum 1 --table "$work/made.rough" --sigma 1e-7
    refused 2 1 "--table goes with the model load_sharing" friction $contact --u-sum 1 --table "$work/made.rough" --model pressure_tanh
    refused 2 1 "the checksum is wrong" friction $contact --u-sum 1 --table "$work/changed.rough"
    refused 2 1 "cannot be read" friction $contact --u-sum 1 --table "$work/none.rough"
    refused 2 any "--sigma is missing" friction $contact --u-sum 1
}

# ---- the map as a gap: the same contact ----
cat >"$work/dry.yaml" <<'END'
grid: {periodic: true}
gap: {type: heights, file: made.txt}
materials: {a: {E: 1 Pa, nu: 0}, b: {rigid: true}}
force: 4e-8
solver: {tol: 1e-10}
END
succeeds rough "$work/made.txt" --periodic --level none --rows 6 --E-star 1 --pressure-low 4e-3 --pressure-high 0.04 --json
# 4e-8 N over 1 mm^2 is 0.04, the last row
last=$(grep -o '"area_fraction": [^,}]*' "$work/out" | tail -n 1 | sed 's/.*: //')
last_gap=$(grep -o '"gap": [^,}]*' "$work/out" | tail -n 1 | sed 's/.*: //')
succeeds dry "$work/dry.yaml" --json
near area_fraction "$last"
got=$(grep -o '"mean_gap": [^,}]*' "$work/out" | head -n 1 | sed 's/.*: //')
awk -v a="$got" -v b="$last_gap" 'BEGIN { d = a - b; exit !((d < 0 ? -d : d) <= 1e-6 * b) }' || fail "mean gap $got instead of $last_gap"
has "generated, not measured"
sed 's/grid: .*/grid: {nx: 32, ny: 64, periodic: true}/' "$work/dry.yaml" >"$work/other.yaml"
refused 2 1 "the map has 64 x 64 cells" dry "$work/other.yaml"
sed 's/file: made.txt/file: made.txt, lx: 1 m/' "$work/dry.yaml" >"$work/other.yaml"
refused 2 1 "the file says it itself" dry "$work/other.yaml"
sed 's/gap: .*/gap: {type: rough, hurst: 0.8}/' "$work/dry.yaml" >"$work/other.yaml"
refused 2 1 "give either rms_slope or rms_height" dry "$work/other.yaml"

# ---- refused ----
refused 2 1 "give either FILE, or --hurst" rough
refused 2 1 "give either FILE, or --hurst" rough x.txt --hurst 0.5
refused 2 1 "cannot be opened" rough "$work/none.txt"
refused 2 1 "size of the map: missing, the file does not say it; --lx and --ly give it" rough "$maps/plain.txt" --height-unit 1e-6
refused 2 1 "unit of the heights: missing, the file does not say it; --height-unit gives it" rough "$maps/plain.txt" --lx 1e-5
refused 2 1 "unit of the sizes: missing" rough "$maps/text.grd" --height-unit 1e-6
refused 2 1 "the file says it itself" rough "$maps/gwyddion.txt" --lx 1
refused 2 1 "level: must be one of none|mean|plane|quadratic" rough "$maps/gwyddion.txt" --level flat
refused 2 1 "--seed belongs to generated maps" rough "$maps/gwyddion.txt" --seed 1
refused 2 1 "give either rms_slope or rms_height" rough --hurst 0.5 --lx 1e-3
refused 2 1 "rows: must be a whole number" rough "$maps/gwyddion.txt" --rows 3
refused 2 1 "--no-report goes with --out" rough "$maps/gwyddion.txt" --no-report
refused 2 1 "--figures leaves out" rough "$maps/gwyddion.txt" --figures --table "$work/t"
head -c 100 "$maps/steps.gsf" >"$work/cut.gsf"
refused 2 1 "the file is cut off" rough "$work/cut.gsf"
printf '# Width: 1 mm\n# Height: 1 mm\n# Value units: um\n1 2\n3 nan\n' >"$work/nan.txt"
refused 2 1 "row 2, column 2: the height is not a finite number" rough "$work/nan.txt"
printf 'Gwyddion Simple Field 1.0\nXRes = 100000\nYRes = 100000\n\0\0\0\0' >"$work/huge.gsf"
refused 2 1 "which need 8e+04 MB of memory" rough "$work/huge.gsf"
# shellcheck disable=SC2086 # split on purpose
refused 1 1 "cannot be written" rough $made --rows 6 --table "$work/no/such/file"

exit "$failures"
