# abut ehl --map: waves of a map that move through the contact leave in the film what 'abut ehl wave point' says; a flat map leaves it alone.
# usage: ehl_pass.sh PATH-OF-ABUT
set -eu
abut=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAIL: $1" >&2
    exit 1
}

# M = 20, L = 5, E' = 2e11 Pa, R = 10 mm, U = 1e-11; a = R (1.5 M)^(1/3) U^(1/4); ridges across of 4 a, their amplitude 1 nm
sizes=$(awk 'BEGIN { a = 0.01 * exp(log(30) / 3) * exp(log(1e-11) / 4); printf "%.17g %.17g %.17g", 20 * exp(0.75 * log(1e-11)) * 2e7, a, 5 / 2e11 / exp(log(1e-11) / 4) }')
set -- $sizes
F=$1 a=$2 alpha=$3
map() { # AMPLITUDE
    awk -v a="$a" -v z="$1" 'BEGIN { printf "# Width: %.17g m\n# Height: %.17g m\n# Value units: m\n# Origin: generated\n", 4 * a, a
        for (j = 0; j < 16; j++) for (i = 0; i < 64; i++) printf "%.17g%s", z * cos(8 * atan2(1, 1) * (i + 0.5) / 64), i < 63 ? " " : "\n" }'
}
map 1e-9 >"$work/waves.txt"
map 0 >"$work/flat.txt"
set -- ehl point --force "$F" --rho-x 100 --rho-y 100 --E-prime '200 GPa' --u-sum 1 --eta0 '20 mPa.s' --alpha "$alpha" --n 32 --flooded
value() { sed -n "s/.*\"$1\": \([^,}]*\)[,}].*/\1/p" "$work/out"; }
list() { sed -n "s/.*\"$1\": \[\([^]]*\)\].*/\1/p" "$work/out" | tr ',' '\n'; }

"$abut" "$@" --map "$work/flat.txt" --map-way 1 --json >"$work/out" || fail "flat map"
list pass_h_0 | awk -v h="$(value H_0)" '{ d = $1 / (h * 0.01 * sqrt(1e-11)) - 1; if (d > 1e-6 || d < -1e-6) exit 1 }
    END { exit NR < 5 }' || fail "a flat map moves the film"

passes() { # SPEED, TOLERANCE (cells of 0.19 and 0.13 semi-axes are compared, which tell more at low speed)
    speed=$1 close=$2
    shift 2
    "$abut" "$@" --map "$work/waves.txt" --map-way 4 --map-speed "$speed" --json >"$work/out" || fail "waves"
    grep -q '"map_generated": true' "$work/out" || fail "the label"
    from=$(value pass_from)
    # amplitude of the film in the middle, over one wave; that of the heights is less by the filter, whose waves of 6 cells keep one half
    found=$(list pass_h_0 | awk -v from="$from" 'NR > from { n++; h[n] = $1 } END { for (k = 1; k <= n; k++) { c += h[k] * cos(8 * atan2(1, 1) * k / n); s += h[k] * sin(8 * atan2(1, 1) * k / n) }
        print 2 * sqrt(c * c + s * s) / n }')
    "$abut" ehl wave point --M 20 --L 5 --n 32 --rows 1 --longest 4 --speed "$speed" --csv >"$work/wave" || fail "wave"
    awk -F, -v found="$found" -v close_to="$close" 'NR == 2 { cells = 4 / (6 / 32); want = $3 * 1e-9 * exp(-log(2) * (6 / cells) * (6 / cells)); d = found / want - 1
        print "film of waves over that expected: " 1 + d; exit !(d < close_to && d > -close_to) }' "$work/wave" || fail "amplitude $found m at speed $speed"
}
passes 0.5 0.25 "$@"
passes 1 0.1 "$@"
list pass_t | awk -v a="$a" 'NR == 2 { d = $1 / (2 * a * 6 / 32 / 0.5) - 1; if (d > 1e-9 || d < -1e-9) exit 1 }' || fail "time of the steps"
"$abut" "$@" --map "$work/waves.txt" --map-way 1 | grep -q '^generated rough surface moved through' || fail "table"

# refuses TEXT ARGUMENT...
refuses() {
    wanted=$1
    shift
    if "$abut" "$@" >"$work/out" 2>&1; then fail "$* is accepted"; fi
    grep -q -- "$wanted" "$work/out" || fail "$*: $(cat "$work/out")"
}
# ---- lines: M = 20, L = 5 of the same speeds; b = R sqrt(8 M/pi) U^(1/4); rows of waves of 2 b, all but the middle one flat ----
F=$(awk 'BEGIN { printf "%.17g", 20 * sqrt(1e-11) * 2e11 * 0.01 * 0.01 }')
b=$(awk 'BEGIN { printf "%.17g", 0.01 * sqrt(160 / (4 * atan2(1, 1))) * exp(log(1e-11) / 4) }')
rows() { # AMPLITUDE
    awk -v b="$b" -v z="$1" 'BEGIN { printf "# Width: %.17g m\n# Height: %.17g m\n# Value units: m\n# Origin: generated\n", 2 * b, b
        for (j = 0; j < 5; j++) for (i = 0; i < 64; i++) printf "%.17g%s", j == 2 ? z * cos(8 * atan2(1, 1) * (i + 0.5) / 64) : 0, i < 63 ? " " : "\n" }'
}
rows 1e-9 >"$work/rows.txt"
line="ehl line --force $F --rho-x 100 --length 0.01 --E-prime 200e9 --u-sum 1 --eta0 0.02 --alpha $alpha --n 150"
"$abut" $line --map "$work/rows.txt" --map-row 1 --map-way 1 --json >"$work/out" || fail "a flat row"
list pass_h_0 | awk -v h="$(value H_0)" '{ d = $1 / (h * 0.01 * sqrt(1e-11)) - 1; if (d > 1e-6 || d < -1e-6) exit 1 }
    END { exit NR < 50 }' || fail "a flat row moves the film"
"$abut" $line --map "$work/rows.txt" --map-way 6 --json >"$work/out" || fail "waves in a line"
from=$(value pass_from)
"$abut" ehl wave line --M 20 --L 5 --n 150 --rows 1 --longest 2 --csv >"$work/wave" || fail "wave line"
# the last two of three waves; cells of 2.2 b/(0.6 n) filter waves of 6 of them to one half
list pass_h_0 | awk -F, -v from="$from" -v wave="$(tail -1 "$work/wave" | cut -d, -f3)" 'NR > from { all[++m] = $1 } END {
    for (k = int(m / 3) + 1; k <= m; k++) h[++n] = all[k]
    for (k = 1; k <= n; k++) { c += h[k] * cos(16 * atan2(1, 1) * k / n); s += h[k] * sin(16 * atan2(1, 1) * k / n) }
    cells = 2 / (2.2 / 90); want = wave * 1e-9 * exp(-log(2) * (6 / cells) * (6 / cells)); d = 2 * sqrt(c * c + s * s) / n / want - 1
    print "film of waves in a line over that expected: " 1 + d; exit !(d < 0.05 && d > -0.05) }' || fail "amplitude of waves in a line"
# the row by itself, as two columns
pass=$(list pass_h_0 | head -40)
awk -v b="$b" 'BEGIN { print "# Length units: um\n# Value units: nm\n# Origin: generated"; for (i = 0; i < 64; i++) printf "%.9g\t%.17g\n", 7 + 2e6 * b * i / 64, cos(8 * atan2(1, 1) * (i + 0.5) / 64) }' >"$work/profile.txt"
"$abut" $line --map "$work/profile.txt" --map-way 0.1 --json >"$work/out" || fail "a profile"
list pass_h_0 | paste - - - - >"$work/found"
echo "$pass" | head -"$(list pass_h_0 | wc -l)" | paste - - - - | awk 'NR == FNR { n++; for (i = 1; i <= NF; i++) a[n, i] = $i; next } { for (i = 1; i <= NF; i++) { d = $i / a[FNR, i] - 1; if (d > 1e-7 || d < -1e-7) exit 1 } k++ }
    END { exit k < 5 }' "$work/found" - || fail "the film of a profile is not that of its row"
grep -q '"map_generated": true' "$work/out" || fail "the label of a profile"
"$abut" $line --map "$work/rows.txt" --map-way 1 | grep -q '^generated rough surface moved through' || fail "table of a line"

refuses "map needs the contact in units" ehl point --M 20 --L 5 --map x
refuses "map-speed goes with --map" "$@" --map-speed 1
refuses "map-speed: must be above 0" "$@" --map "$work/flat.txt" --map-speed 0
refuses "map-way: must be above 0" "$@" --map "$work/flat.txt" --map-way 1000
refuses "take one, heights or their statistics" "$@" --map "$work/flat.txt" --sigma 1e-7 --asperity-radius 1e-5 --asperity-density 1e10
refuses "there is no row 6" $line --map "$work/rows.txt" --map-row 6
refuses "map-row: a row of the map of a line contact, from 1, got 0.5" $line --map "$work/rows.txt" --map-row 0.5
refuses "map-row: a row of the map of a line contact" "$@" --map "$work/flat.txt" --map-row 1
refuses "profile.txt is a profile: leave --map-row out" $line --map "$work/profile.txt" --map-row 1
refuses "profile.txt: size of the map: missing" "$@" --map "$work/profile.txt"
printf '0 1\n1 2\n' >"$work/bare.txt"
refuses "bare.txt: a profile says its units in lines" $line --map "$work/bare.txt"
refuses "missing.txt" "$@" --map "$work/missing.txt"
map 2e-6 >"$work/high.txt"
refuses "no film was found between the rough surface and the other" "$@" --map "$work/high.txt"
echo "ehl_pass: ok"
