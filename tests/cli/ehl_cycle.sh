#!/bin/sh
# `abut ehl cycle`: the cam of example 23, a table by hand, bad input. usage: sh ehl_cycle.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"

set -- --length '12 mm' --eta0 '2 mPa s' --alpha '12 1/GPa'
"$abut" ehl cycle x "$@" 2>&1 | grep -q 'not part of this build' && exit 77

# ---- one turn of the cam, 90 rows on a coarse grid: squeeze where the load rises, none where it rests ----
"$abut" cam "$root/examples/23_cam_roller/model.yaml" --slide-ratio 0 --rows 90 --csv >"$work/cam.csv" || fail "cam"
"$abut" ehl cycle "$work/cam.csv" --speed '1500 rpm' "$@" --n 100 --csv >"$work/film.csv" || fail "cycle"
[ "$(wc -l <"$work/film.csv")" = 91 ] || fail "$(wc -l <"$work/film.csv") lines"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { d = $at["h_c"] / $at["steady_h_c"] - 1; if (d > most) { most = d; when = $at["t"] } if (d < least) least = d
      f = $at["steady_h_c"] / $at["formula_h_c"] - 1; if (f > 0.03 || f < -0.05) exit 3
      if (NR > 80 && (d > 1e-3 || d < -1e-3)) exit 4 }
    END { exit !(most > 0.035 && most < 0.065 && when > 0.0009 && when < 0.0016 && least < -0.03 && least > -0.06) }' "$work/film.csv" ||
    fail "the film of the cam"

# ---- the formula of that row is the one of `abut film`; t instead of angle, other columns and comments are left alone ----
printf '# by hand\nname,u_sum,t,rho_x,force\na,5,0,150,1000\nb,5,1,150,1000\n' >"$work/hand.csv"
"$abut" ehl cycle "$work/hand.csv" "$@" --n 100 --quick --csv >"$work/film.csv" || fail "a table by hand"
h=$("$abut" film --contact line --force 1000 --rho-x 150 --length '12 mm' --u-sum 5 --eta0 '2 mPa s' --alpha '12 1/GPa' --json 2>/dev/null |
    sed -n 's/.*"h_c": *\([-0-9.e+]*\).*/\1/p' | head -n 1)
awk -F, -v h="$h" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { if ($at["steady_h_c"] != "" || $at["force"] != 1000) exit 2; c = $at["h_c"]; f = $at["formula_h_c"] }
    END { d = f / c - 1; exit !(d < 0.05 && d > -0.05 && (h == "" || (f / h - 1 < 1e-9 && f / h - 1 > -1e-9))) }' "$work/film.csv" ||
    fail "the film by hand, formula $h"
"$abut" ehl cycle "$work/hand.csv" "$@" --n 100 --json | grep -q '"steady_h_c": \[' || fail "json"
"$abut" ehl cycle "$work/hand.csv" "$@" --n 100 | grep -q "^h_c over Moes' formula: " || fail "table"

# ---- waves: the values of the library, long ones flattened ----
"$abut" ehl wave --M 20 --L 10 --n 400 --rows 3 --longest 2 --shortest 0.5 --csv >"$work/wave.csv" || fail "wave"
awk -F, 'NR == 2 && !($1 == 2 && $3 > 0.35 && $3 < 0.38) || NR == 4 && !($1 == 0.5 && $3 > 0.95 && $3 < 1.01) { exit 1 }
    NR > 1 { d = $2 / ($1 * exp(0.75 * log(20)) / sqrt(10)) - 1; if (d > 1e-12 || d < -1e-12) exit 2 }
    END { exit NR != 4 }' "$work/wave.csv" || fail "waves: $(cat "$work/wave.csv")"
"$abut" ehl wave --M 20 --L 10 --n 100 --rows 2 | grep -q 'too few' || fail "waves of few nodes"
"$abut" ehl wave point --M 50 --L 5 --n 32 --rows 2 --longest 8 --shortest 2 --csv >"$work/wave.csv" || fail "waves of points"
awk -F, 'NR == 2 && !($1 == 8 && $3 > 0.104 && $3 < 0.105 && $6 == 64) || NR == 3 && !($1 == 2 && $3 > 0.529 && $3 < 0.531) { exit 1 }
    NR > 1 { d = $2 / ($1 * sqrt(10)) - 1; if (d > 1e-12 || d < -1e-12) exit 2 } END { exit NR != 3 }' "$work/wave.csv" ||
    fail "waves of points: $(cat "$work/wave.csv")"
"$abut" ehl wave point --M 50 --L 5 --n 32 --rows 1 --longest 2 --angle '90 deg' | grep -q '  -\{0,1\}0.0000 ' || fail "ridges along the rolling have no phase"
"$abut" ehl wave --M 20 --L 5 --angle 1 2>&1 | grep -q -- '--angle goes with point' || fail "waves of lines with an angle"
"$abut" ehl wave edge --M 20 --L 5 2>&1 | grep -q "line or point, got 'edge'" || fail "waves of what is no contact"
"$abut" ehl wave --M 20 2>&1 | grep -q -- '--L is missing' || fail "waves without L"

# ---- bad input ----
# refuses TEXT ARGUMENT...
refuses() {
    text=$1
    shift
    "$abut" ehl cycle "$@" >"$work/out" 2>"$work/err"
    [ $? = 2 ] || fail "$*: status"
    grep -qF -- "$text" "$work/err" || fail "$*: $(cat "$work/err")"
    [ -s "$work/out" ] && fail "$*: output"
}
refuses "abut ehl cycle: --length is missing" "$work/hand.csv" --eta0 1 --alpha 0
refuses "give the file of one table" "$@"
refuses "nowhere.csv: No such file" "$work/nowhere.csv" "$@"
refuses "--speed is missing" "$work/cam.csv" "$@"
refuses "exclude each other" "$work/cam.csv" "$@" --speed 1 --period 1
printf 't,force,rho_x\n0,1,1\n' >"$work/bad.csv"
refuses "there is no column u_sum" "$work/bad.csv" "$@"
printf 't,force,rho_x,u_sum\n0,1000,150,5\n1,1000,x,5\n' >"$work/bad.csv"
refuses "row 2 has no number" "$work/bad.csv" "$@"
printf 't,force,rho_x,u_sum\n0,1000,150,0\n1,1000,150,5\n' >"$work/bad.csv"
refuses "row 1: u_sum is 0" "$work/bad.csv" "$@"
printf '\n' >"$work/bad.csv"
refuses "there is no table" "$work/bad.csv" "$@"
exit $failures
