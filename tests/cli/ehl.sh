#!/bin/sh
# `abut ehl`: films of other programs, units, bad input. usage: sh ehl.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"

command=ehl tolerance=5e-3
. "$(dirname "$0")/support/calculator.sh"

# refuses LINES TEXT ARGUMENT...
refuses() { refused 2 "$@"; }

run line --M 20 --L 10
grep -q 'not part of this build' "$work/err" && exit 77

# ---- tests/oracles/ehl_line_reference.csv ----
near H_c 5.2670 line --M 20 --L 10
near H_min 3.968 line --M 20 --L 10
near H_c 1.002 line --M 100 --L 0
is n 200 line --M 100 --L 0 --n 200

# ---- the same contact in units: E' = 2e11, R = 5 mm, l = 10 mm, U = 1e-11, M = 20, L = 10 ----
# u eta0 = U E' R = 1e-2; F = M sqrt(U) E' l R; alpha = L/(E' U^(1/4))
F=$(awk 'BEGIN { printf "%.17g", 20 * sqrt(1e-11) * 2e11 * 0.01 * 0.005 }')
alpha=$(awk 'BEGIN { printf "%.17g", 10 / 2e11 / exp(log(1e-11) / 4) }')
set -- line --force "$F" --rho-x 200 --length '10 mm' --E-prime '200 GPa' --u-sum 1 --eta0 '10 mPa.s' --alpha "$alpha"
tolerance=1e-12
near M 20 "$@"
near L 10 "$@"
tolerance=5e-3
near h_c '5.2670 * 0.005 * sqrt(1e-11)' "$@"
near h_min '3.968 * 0.005 * sqrt(1e-11)' "$@"
# b = R sqrt(8 W/pi), p_h = E' b/(4 R)
tolerance=1e-12
near half_width '0.005 * sqrt(8 * 20 * sqrt(1e-11) / pi)' "$@"
near p_hertz '2e11 / 4 * sqrt(8 * 20 * sqrt(1e-11) / pi)' "$@"
# Biboulet and Houpert: T = F_R R = 1.47 E' R^2 l U^(3/4) where M is large
tolerance=0.15
near rolling_force '1.47 * 2e11 * 0.005 * 0.01 * exp(0.75 * log(1e-11))' "$@"

# ---- profiles: the load is the area below p ----
run "$@" --csv
[ "$(wc -l <"$work/out")" = 402 ] || fail "the profile has $(wc -l <"$work/out") lines"
awk -F, -v F="$F" 'NR > 2 { w += ($1 - x) * ($2 + p) / 2 } NR > 1 { x = $1; p = $2; if (!($3 > 0)) exit 2 }
    END { d = w * 0.01 / F - 1; exit !(d < 1e-9 && d > -1e-9) }' "$work/out" || fail "the profile does not carry the load"

# ---- oil that is compressed and thickens less leaves less film ----
run "$@" --json
plain=$(value h_c)
run "$@" --compressible --json
dense=$(value h_c)
# eta0 = 1 Pa s: z = alpha p_r/9.67 = 0.57
run line --force "$F" --rho-x 200 --length '10 mm' --E-prime '200 GPa' --alpha "$alpha" --u-sum 0.01 --eta0 1 --roelands --json
soft=$(value h_c)
awk "BEGIN { exit !($dense < 0.95 * $plain && $soft < $plain && $soft > 0.8 * $plain) }" || fail "$plain $dense $soft"

# ---- point contacts: tests/oracles/ehl_point.csv; in units E' = 2e11, R = 10 mm, U = 1e-11 ----
tolerance=1e-6
near H_0 4.65233921 point --M 20 --L 10 --n 64
F=$(awk 'BEGIN { printf "%.17g", 20 * exp(0.75 * log(1e-11)) * 2e11 * 1e-4 }')
set -- point --force "$F" --rho-x 100 --rho-y 100 --E-prime '200 GPa' --u-sum 1 --eta0 '20 mPa.s' --alpha "$alpha" --n 64
near M 20 "$@"
near L 10 "$@"
near D 1 "$@"
near a 'exp(log(1.5 * 20) / 3) * exp(log(1e-11) / 4) * 0.01' "$@"
near p_hertz "3 * $F / (2 * pi) / exp(2 / 3 * log(30)) / sqrt(1e-11) / 1e-4" "$@"
tolerance=2e-3
near h_c '4.65233921 * 0.01 * sqrt(1e-11)' "$@"

# ---- bad input ----
refuses 1 "abut ehl: --L is missing" line --M 20
refuses 2 "abut ehl: --length goes with line" point --M 20 --L 5 --length 1
refuses 1 "abut ehl: --D goes with point" line --M 20 --L 5 --D 1
refuses 1 "abut ehl: n must be 32, 64" point --M 20 --L 5 --n 100
refuses 1 "abut ehl: say which contact: line or point" --M 20 --L 5
refuses 1 "abut ehl: --M and --force exclude each other" line --M 20 --L 5 --force 3
refuses 1 "abut ehl: --alpha is missing" line --M 20 --L 5 --compressible
refuses 1 "abut ehl: M must be between" line --M 1e9 --L 5
refuses 1 "abut ehl: alpha p_h = 1.26e+03 is beyond" line --M 1000 --L 100
refuses 1 "abut ehl: n must be between" line --M 20 --L 5 --n 3
refuses 1 "abut ehl: force: must be positive" line --force -3 --rho-x 200 --length 1 --u-sum 1 --eta0 1 --alpha 1e-9

[ $failures = 0 ] || exit 1
echo "ehl: ok"
