#!/bin/sh
# `abut friction`: reference values, sweep, limits, bad input. usage: sh friction.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"

shape="--contact line --length 0.01 --rho-x 100 --E-prime 226.37e9"
oil="--eta0 0.02 --alpha 1.8e-8 --tau-eyring 5e6"
rough="--asperity-radius 1e-5 --asperity-density 2.5e10 --mu-boundary 0.12"
common="$shape $oil $rough"

command=friction
. "$(dirname "$0")/support/calculator.sh"

# near_to KEY EXPRESSION TOLERANCE ARGUMENT...
near_to() {
    key=$1 expression=$2 tolerance=$3
    shift 3
    near "$key" "$expression" "$@"
}

# refuses TEXT ARGUMENT...: in one line
refuses() { refused 2 1 "$@"; }

# ---- a row of tests/oracles/load_sharing.csv, and the forces in sum ----
# shellcheck disable=SC2086 # the lists are split on purpose
{
    one="$common --sigma 2e-7 --force 2000 --u-sum 1 --u-rel 0.05"
    near_to phi 0.9081561093301791 1e-12 $one
    near_to h_c 1.1980948651746648e-07 1e-12 $one
    near_to F_boundary 22.042533760757017 1e-9 $one
    near_to F_hydro 31.066887847339373 1e-9 $one --mean-pressure --limit-slope 0.05
    near_to F_friction 53.10942160809639 1e-9 $one --mean-pressure --limit-slope 0.05
    near_to mu 0.026554710804048195 1e-9 $one --mean-pressure --limit-slope 0.05
    near_to lambda_ratio 0.5990474325873324 1e-12 $one
    near_to F_asp "2000 * (1 - 0.9081561093301791)" 1e-11 $one
    near_to F_boundary -22.042533760757017 1e-9 $common --sigma 0.2um --force 2kN --u-sum '1 m/s' --u-rel -0.05

    # ---- pressure_tanh: p_k = E' sqrt(sigma/beta)/(15 sqrt(2) pi/16), alpha_c = tanh(p/p_k) ----
    # area 2 b l, b = sqrt(8F/(pi E' l rho))
    area="(2 * 0.01 * sqrt(8 * 2000 / (3.14159265358979323846 * 226.37e9)))"
    p_k="(226.37e9 * sqrt(0.02) / (15 * sqrt(2) * 3.14159265358979323846 / 16))"
    x="(2 * 2000 / $area / $p_k)"
    near_to alpha_c "(exp($x) - 1) / (exp($x) + 1)" 1e-12 $one --model pressure_tanh
    near_to alpha_c "(exp(2 * 2000 / $area / 1e9) - 1) / (exp(2 * 2000 / $area / 1e9) + 1)" 1e-12 $one --model pressure_tanh --p-k '1 GPa'
    near_to F_boundary "0.12 * 2000 + 5e6 * $area * (exp($x) - 1) / (exp($x) + 1)" 1e-12 $one --model pressure_tanh --total-pressure

    # ---- point contact; no roughness, no speed, no viscosity ----
    point="--contact point --rho-x 100 --rho-y 100 $oil $rough"
    near_to phi 1 1e-6 $point --sigma 1e-8 --force 10 --u-sum 5 --u-rel 0.1
    near_to F_boundary 240 1e-13 $common --sigma 2e-7 --force 2000 --u-sum 0 --u-rel 0.1
    near_to phi 0 0 $common --sigma 2e-7 --force 2000 --u-sum 0 --u-rel 0.1
    near_to phi 1 0 $common --sigma 0 --force 2000 --u-sum 1 --u-rel 0.1
    near_to mu 0.12 1e-13 $common --sigma 0 --force 2000 --u-sum 0 --u-rel 0.1
    near_to mu 0.12 1e-13 $shape --eta0 0 --alpha 0 --tau-eyring 0 $rough --sigma 2e-7 --force 2000 --u-sum 1 --u-rel 0.1
    near_to F_friction 0 0 $common --sigma 2e-7 --force 2000 --u-sum 1 --u-rel 0

    # ---- Stribeck curve: a heading and as many rows, mu from 0.12 down ----
    run $one --sweep u --range 1e-5,30 --count 25 --v-eps 1e-9 --csv
    [ $status = 0 ] || fail "sweep: exit $status: $(cat "$work/err")"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "mu") mu = i; next }
        { if ($2 / $1 < 0.0499999 || $2 / $1 > 0.0500001) bad = 1
          if (NR == 2 && ($mu < 0.1198 || $mu > 0.1201 || $1 != 1e-5)) bad = 1; last = $mu; u = $1 }
        END { exit bad || NR != 26 || last > 0.03 || u != 30 }' "$work/out" || fail "sweep: $(cat "$work/out")"
    run $one --sweep u --count 3
    [ "$(wc -l <"$work/out")" -eq 4 ] || fail "sweep as text: $(cat "$work/out")"

    # ---- refusals ----
    two="$common --force 2000 --u-sum 1"
    refuses "--sigma is missing" $two --u-rel 0.05
    refuses "--u-rel is missing" $two --sigma 2e-7
    refuses "sigma: must not be negative" $two --u-rel 1 --sigma -1e-7
    refuses "sigma: expected a length" $two --u-rel 1 --sigma '1 kg'
    refuses "model: must be load_sharing or pressure_tanh" $one --model magic
    refuses "--p-k goes with --model pressure_tanh" $one --p-k 1e9
    refuses "--v-eps goes with the model load_sharing" $one --model pressure_tanh --v-eps 1
    refuses "sigma must not be zero" $two --u-rel 1 --sigma 0 --model pressure_tanh
    refuses "u-sum and eta0 must not be zero" $common --force 2000 --u-sum 0 --u-rel 1 --sigma 2e-7 --model pressure_tanh
    refuses "needs eta0 > 6.4e-5 Pa s" $shape --eta0 1e-5 --alpha 1e-8 --tau-eyring 0 $rough --sigma 2e-7 --force 2000 --u-sum 1 --u-rel 1
    refuses "--rho-y does not belong to a line contact" $one --rho-y 3
    refuses "range: 0 < from < to is wanted" $one --sweep u --range 1,1
    refuses "count: must be a whole number" $one --sweep u --count 2.5
    refuses "sweep: must be u" $one --sweep v
    refuses "--csv goes with --sweep" $one --csv
}

[ $failures = 0 ] || { echo "$failures failure(s)" >&2; exit 1; }
echo "friction: ok"
