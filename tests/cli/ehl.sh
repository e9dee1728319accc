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

# ---- numbers of the answer once more, of the profile: films, pressure, friction; Eyring's stress with alpha p by Barus ----
set -- "$@" --slide-roll 0.1 --tau-eyring '4 MPa'
run "$@" --csv
awk -F, -v alpha="$alpha" 'function asinh(x) { return log(x + sqrt(x * x + 1)) }
    NR > 1 { x[NR] = $1; p[NR] = $2; h[NR] = $3 } END {
    l = 0.01; v = 0.1 * 1 / 2; eta = 0.01; tau0 = 4e6; least = 1
    for (i = 2; i <= NR; i++) {
        if (p[i] > most) most = p[i]
        if (h[i] < least) least = h[i]
        if (i > 2) roll += 0.25 * (h[i] + h[i - 1]) * (p[i] - p[i - 1]) * l
        if (p[i] <= 0 || i == 2 || i == NR) continue
        tau = tau0 * asinh(eta * exp(alpha * p[i]) * v / (h[i] * tau0))
        if (tau > top) top = tau
        sum += tau * (x[i + 1] - x[i - 1]) / 2 * l
    }
    printf "p_max=%.17g h_min=%.17g rolling=%.17g traction=%.17g tau_max=%.17g\n", most, least, roll, sum, top }' "$work/out" >"$work/again"
. "$work/again"
tolerance=1e-12
near p_max "$p_max" "$@"
near p_max_ratio "$p_max / (2e11 / 4 * sqrt(8 * 20 * sqrt(1e-11) / pi))" "$@"
near rolling_force "$rolling" "$@"
near traction "$traction" "$@"
near tau_max "$tau_max" "$@"
near mu "$traction / $F" "$@"
near loss "$traction * 0.05 + $rolling * 1" "$@"
tolerance=1e-3 # a parabola between the nodes
near h_min "$h_min" "$@"
# heat, of the profile: tau v h/(8 k) between cold bodies; surfaces that take half of it each, u1 = 0.525 m/s, by Jaeger's integral
# (a heavy body, so that 0.5 m/s is fast)
run "$@" --csv
awk -F, -v alpha="$alpha" 'function asinh(x) { return log(x + sqrt(x * x + 1)) }
    NR > 1 { x[NR - 2] = $1; v = 0.05; tau = 4e6 * asinh(0.01 * exp(alpha * $2) * v / ($3 * 4e6)); q[NR - 2] = $2 > 0 ? tau * v / 2 : 0
        T = 2 * q[NR - 2] * $3 / (8 * 0.14); if (T > film) film = T }
    END { for (i = 1; i < NR - 1; i++) { if (q[i] == 0) continue; sum = 0
            for (j = 1; j <= i; j++) sum += (q[j - 1] + q[j]) * (sqrt(x[i] - x[j - 1]) - sqrt(x[i] - x[j])); if (sum > most) most = sum }
        printf "T_film=%.17g T_1=%.17g\n", film, most / sqrt(3.14159265358979 * 78500 * 460 * 46 * 0.525) }' "$work/out" >"$work/again"
. "$work/again"
tolerance=1e-9
near T_film "$T_film" "$@" --beta 0 --conductivity 0.14 --solid-density 1e25
near traction "$traction" "$@" --beta 0 --conductivity 0.14 --solid-density 1e25
tolerance=1e-4
near T_1 "$T_1" "$@" --beta 0 --conductivity 1e-12 --solid-density 78500
asked "$@" --beta 0.05 --conductivity 0.14 --solid-density 78500
awk "BEGIN { exit !($(value traction) < $traction && $(value traction) > 0.9 * $traction && $(value T_film) > 0.1) }" || fail "warm: $(value traction)"
asked "$@"
# the same with sigma of a nanometre: asperities carry nothing; sliding the other way
tolerance=1e-3
near h_c "$(value h_c)" "$@" --sigma '1 nm' --asperity-radius '10 um' --asperity-density '1e10 1/m2' --mu-boundary 0.1
near traction "$traction" "$@" --sigma '1 nm' --asperity-radius '10 um' --asperity-density '1e10 1/m2' --mu-boundary 0.1
near phi 1 "$@" --sigma '1 nm' --asperity-radius '10 um' --asperity-density '1e10 1/m2' --mu-boundary 0.1
# rough ones: both shares are the load, the asperities slide
set -- "$@" --sigma '0.1 um' --asperity-radius '20 um' --asperity-density '4e10 1/m2'
asked "$@"
film=$(value traction)
tolerance=1e-8
near F_asp "$F * (1 - $(value phi))" "$@"
awk "BEGIN { exit !($(value phi) > 0.2 && $(value phi) < 0.98) }" || fail "share of the film: $(value phi)"
near lambda_ratio "$(value h_c) / 1e-7" "$@"
near F_boundary "0.12 * $(value F_asp)" "$@" --mu-boundary 0.12
near traction "$film + $(value F_boundary)" "$@" --mu-boundary 0.12
set -- line --force "$F" --rho-x 200 --length '10 mm' --E-prime '200 GPa' --u-sum 1 --eta0 '10 mPa.s' --alpha "$alpha"

# ---- oil that is compressed and thickens less leaves less film ----
run "$@" --json
plain=$(value h_c)
run "$@" --compressible --json
dense=$(value h_c)
# eta0 = 1 Pa s: z = alpha p_r/9.67 = 0.57
run line --force "$F" --rho-x 200 --length '10 mm' --E-prime '200 GPa' --alpha "$alpha" --u-sum 0.01 --eta0 1 --roelands --json
soft=$(value h_c)
awk "BEGIN { exit !($dense < 0.95 * $plain && $soft < $plain && $soft > 0.8 * $plain) }" || fail "$plain $dense $soft"

# ---- little oil: all of it passes, and is the film; in units the layer is a length ----
tolerance=1e-3
near H_c 2 line --M 20 --L 10 --layer 2 --n 200
near flow 2 line --M 20 --L 10 --layer 2 --n 200
near h_c 5e-8 "$@" --layer '50 nm' --n 200

# ---- point contacts: tests/oracles/ehl_point.csv; in units E' = 2e11, R = 10 mm, U = 1e-11 ----
tolerance=1e-6
near H_0 4.65233921 point --M 20 --L 10 --n 64
near H_0 4.65233921 point --M 20 --L 10 --n 64 --method fas
F=$(awk 'BEGIN { printf "%.17g", 20 * exp(0.75 * log(1e-11)) * 2e11 * 1e-4 }')
set -- point --force "$F" --rho-x 100 --rho-y 100 --E-prime '200 GPa' --u-sum 1 --eta0 '20 mPa.s' --alpha "$alpha" --n 64
near M 20 "$@"
near L 10 "$@"
near D 1 "$@"
near a 'exp(log(1.5 * 20) / 3) * exp(log(1e-11) / 4) * 0.01' "$@"
near p_hertz "3 * $F / (2 * pi) / exp(2 / 3 * log(30)) / sqrt(1e-11) / 1e-4" "$@"
tolerance=2e-3
near h_c '4.65233921 * 0.01 * sqrt(1e-11)' "$@"

# rough: both shares are the load, the asperities slide; sigma of a nanometre carries nothing
h_c=$(value h_c)
near h_c "$h_c" "$@" --sigma '1 nm' --asperity-radius '10 um' --asperity-density '1e10 1/m2'
asked "$@" --slide-roll -0.2 --limit-slope 0.05 --sigma '0.12 um' --asperity-radius '20 um' --asperity-density '4e10 1/m2'
awk "BEGIN { exit !($(value phi) > 0.2 && $(value phi) < 0.98 && $(value traction) < 0) }" || fail "share of the film: $(value phi)"
film=$(value traction)
tolerance=1e-8
near F_asp "$F * (1 - $(value phi))" "$@" --slide-roll -0.2 --limit-slope 0.05 --sigma '0.12 um' --asperity-radius '20 um' --asperity-density '4e10 1/m2'
near traction "$film - 0.1 * $(value F_asp)" "$@" --slide-roll -0.2 --limit-slope 0.05 --sigma '0.12 um' --asperity-radius '20 um' --asperity-density '4e10 1/m2' --mu-boundary 0.1
tolerance=1e-3
near lambda_ratio "$(value h_c) / 1.2e-7" "$@" --sigma '0.12 um' --asperity-radius '20 um' --asperity-density '4e10 1/m2'

# friction of the same circle, of the table of its nodes: limiting stress of Newton's law
set -- "$@" --slide-roll -0.2 --limit-slope 0.05
run "$@" --csv
awk -F, -v alpha="$alpha" 'NR > 1 && $3 > 0 { n++; eta = 0.02 * exp(alpha * $3); te = eta * 0.1 / $4; tl = 0.05 * $3
    sum -= te / sqrt(1 + te / tl * te / tl); p += $3; if ($3 > most) most = $3 } NR == 2 { x0 = $1; y0 = $2 } NR == 3 { hx = $1 - x0 }
    END { cell = hx * hx; printf "traction=%.17g load=%.17g p_max=%.17g\n", sum * cell, p * cell, most }' "$work/out" >"$work/again"
. "$work/again"
tolerance=1e-9
near traction "$traction" "$@"
near p_max "$p_max" "$@"
near mu "$traction / $load" "$@"
near inlet 0.005 "$@"
# Biboulet and Houpert, part 2: T/(E' R^3) = (2a/R) {(0.77 U^(-1/12) - 1.8)/(1 + M/6.6) + 1.8} U^(3/4)
tolerance=0.15
a=$(value a)
near rolling_force "2e11 * 0.01 * 2 * $a * ((0.77 * exp(-log(1e-11) / 12) - 1.8) / (1 + 20 / 6.6) + 1.8) * exp(0.75 * log(1e-11))" "$@"
tolerance=1e-9
near rolling_force "$(value rolling_force) + $(value rolling_by_ln_inlet) * log(2)" "$@" --inlet '10 mm'

# ---- bad input ----
refuses 1 "abut ehl: --slide-roll needs the contact in units" line --M 20 --L 5 --slide-roll 0.1
refuses 1 "abut ehl: --mu-boundary goes with --sigma or --table" line --force 100 --rho-x 200 --length 0.01 --u-sum 1 --eta0 0.01 --alpha 1e-8 --mu-boundary 0.1
refuses 1 "abut ehl: --inlet goes with point" line --force 100 --rho-x 200 --length 0.01 --u-sum 1 --eta0 0.01 --alpha 1e-8 --inlet 1
refuses 1 "abut ehl: --conductivity is missing" line --force 100 --rho-x 200 --length 0.01 --u-sum 1 --eta0 0.01 --alpha 1e-8 --beta 0.04
refuses 1 "abut ehl: the slower surface moves at 0 m/s, Peclet number 0" line --force 100 --rho-x 200 --length 0.01 --u-sum 1 --eta0 0.01 --alpha 1e-8 --beta 0.04 --conductivity 0.1 --slide-roll 2 --tau-eyring 5e6
refuses 1 "abut ehl: carreau-n: must be at most 1" line --force 100 --rho-x 200 --length 0.01 --u-sum 1 --eta0 0.01 --alpha 1e-8 --carreau-G 1e6 --carreau-n 2
refuses 1 "abut ehl: table: 'nowhere' cannot be read" line --force 100 --rho-x 200 --length 0.01 --u-sum 1 --eta0 0.01 --alpha 1e-8 --table nowhere
refuses 1 "abut ehl: sheared by Newton's law alone the film has a traction of" line --force 2000 --rho-x 200 --length 0.01 --u-sum 4 --eta0 0.02 --alpha 2e-8 --slide-roll 0.1
refuses 1 "abut ehl: --L is missing" line --M 20
refuses 2 "abut ehl: --length goes with line" point --M 20 --L 5 --length 1
refuses 1 "abut ehl: --layer goes with line" point --M 20 --L 5 --layer 1
refuses 1 "abut ehl: layer: must be positive" line --M 20 --L 5 --layer -1
refuses 1 "abut ehl: --D goes with point" line --M 20 --L 5 --D 1
refuses 1 "abut ehl: --method goes with point" line --M 20 --L 5 --method fas
refuses 1 "abut ehl: --method fas goes with smooth surfaces" point --force 100 --rho-x 200 --rho-y 200 --u-sum 1 --eta0 0.01 --alpha 1e-8 --method fas --sigma 1e-7 --asperity-radius 1e-5 --asperity-density 1e10
refuses 1 "abut ehl: method: newton or fas, got 'sor'" point --M 20 --L 5 --method sor
refuses 1 "abut ehl: n must be 32, 64" point --M 20 --L 5 --n 100
refuses 1 "abut ehl: say which contact: line or point" --M 20 --L 5
refuses 1 "abut ehl: --M and --force exclude each other" line --M 20 --L 5 --force 3
refuses 1 "abut ehl: --alpha is missing" line --M 20 --L 5 --compressible
refuses 1 "abut ehl: M must be between" line --M 1e9 --L 5
refuses 1 "abut ehl: alpha p_h = 1.26e+03 is beyond" line --M 1000 --L 100
refuses 1 "abut ehl: n must be between" line --M 20 --L 5 --n 3
refuses 1 "abut ehl: force: must be positive" line --force -3 --rho-x 200 --length 1 --u-sum 1 --eta0 1 --alpha 1e-9
# the central film of a light load, whose pressure stays far below Hertz', is that of its middle
run point --M 2 --L 10 --n 64 --json
awk "BEGIN { exit !($(value H_c) < 1.5 * $(value H_0) && $(value H_c) > 0.9 * $(value H_0)) }" || fail "H_c $(value H_c), H_0 $(value H_0)"

# ---- the page ----
run line --M 20 --L 5 --n 100 --report "$work/page.html" --json
[ $status = 0 ] || fail "--report: $(cat "$work/err")"
if [ -s "$work/page.html" ]; then
    has "$work/page.html" '"kind": "ehl", "contact": "line"' '"pressure": [0,' "\"H_c\": $(value H_c)"
    refused 1 2 "report: '$work/nowhere/page.html' cannot be written" line --M 20 --L 5 --n 100 --report "$work/nowhere/page.html"
else
    has "$work/err" "the web page is left out"
fi
# loads that no film carries, speeds that run dry, oils beyond numbers, grids that are too coarse: what to change
oil="--rho-x 200 --length 0.01 --alpha 2e-8"
# shellcheck disable=SC2086
{
    refuses 1 "no film carries this load: the dry contact would be 0.149 m wide" line $oil --force 1e9 --u-sum 1 --eta0 0.01
    refuses 1 "M must be between 0.5 and 10000, got 93094.9; less --force, or more --u-sum or --eta0, makes M smaller" line $oil --force 100 --u-sum 1e-9 --eta0 0.01
    refuses 1 "got 2.94392e-08; more --force, or less --u-sum or --eta0, makes M greater" line $oil --force 1e-6 --u-sum 1 --eta0 0.01
    refuses 1 "makes M smaller" line $oil --force 100 --u-sum 1e-300 --eta0 0.01
    refuses 1 "less --alpha, --u-sum or --eta0 makes L smaller" line --rho-x 200 --length 0.01 --alpha 1e-6 --force 20000 --u-sum 1 --eta0 10
    refuses 1 "take less force" point --rho-x 100 --rho-y 100 --alpha 2e-8 --force 1e12 --u-sum 1 --eta0 0.01
    run line $oil --force 2000 --u-sum 1e-4 --eta0 0.01 --json
    [ $status = 0 ] || fail "a thin film"
    has "$work/out" '"caution": "the least film is 0.074 nm, less than molecules of oil: the contact runs dry'
    has "$work/err" "abut ehl: caution: the least film is 0.074 nm"
}
refused 1 1 "grid too coarse for this load; take more cells" point --M 1000 --L 0 --n 128
run line --M 2000 --L 20 --n 100 --json
has "$work/out" '"caution": "no coarser grid tells the error'
run point --M 200 --L 10 --n 64 --json
has "$work/out" '"caution": "'

[ $failures = 0 ] || exit 1
echo "ehl: ok"
