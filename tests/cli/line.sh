#!/bin/sh
# `abut line`: values in closed form, units, the three laws, bad input. usage: sh line.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"

command=line tolerance=1e-13
. "$(dirname "$0")/support/calculator.sh"

# refuses LINES TEXT ARGUMENT...
refuses() { refused 2 "$@"; }

# ---- F = pi E' l^3 rho x^2/8 has b = x l: l = 1/2, rho = 16, E' = 1e9, x = 1/64 ----
F="(pi * 1e9 / 8 * 16 / 8 / 4096)"
newton=$(awk "BEGIN { printf \"%.17g\", 3.14159265358979323846 * 1e9 / 8 * 16 / 8 / 4096 }" </dev/null)
given="--length 0.5 --curvature 16 --E-prime 1e9 --force $newton"
unit="(4 * $F / (pi * 1e9 * 0.5))"
# shellcheck disable=SC2086 # the list is split on purpose
for law in strip asymptotic paper; do
    near force "$F" $given --law $law
    near half_width "0.5 / 64" $given --law $law
    near p_max "1e9 / 4 / 128 * 16" $given --law $law
    near p_mean "1e9 * pi / 16 / 128 * 16" $given --law $law
    near E_prime 1e9 $given --law $law
    is valid true $given --law $law
    is law "\"$law\"" $given --law $law
done
# shellcheck disable=SC2086
{
    near approach "$unit * (0.5 + log(128))" $given --law asymptotic
    near stiffness "pi * 1e9 * 0.5 / 4 / log(128)" $given --law asymptotic
    near energy "$F * $unit * (0.125 + log(128) / 2)" $given --law asymptotic
    near approach "$unit * (1.1931 + log(64))" $given --law paper
    near stiffness "pi * 1e9 * 0.5 / 4 / (0.6931 + log(64))" $given --law paper
    is law '"strip"' $given
}
# the strip integral at b/l = 1: G = 1.3553047843000842094
near approach "16 * 0.25 / 2 * 1.3553047843000842094" --length 0.5 --curvature 16 --E-prime 1e9 --force "$(awk \
    "BEGIN { printf \"%.17g\", 3.14159265358979323846 * 1e9 / 8 * 16 / 8 }" </dev/null)"
near force "pi * 1e9 / 8 * 16 / 8" --length 0.5 --curvature 16 --E-prime 1e9 --approach 2.7106095686001684188
near half_width 0.5 --length '50 cm' --curvature '0.016 1/mm' --E-star '0.5 GPa' --approach 2710.6095686001684188mm
# the closed inverse at d = rho l^2 2/e: there W_-1 = -2
near force "pi * 1e9 * 0.5 * 2.9430355293715387 / 4" --length 0.5 --curvature 16 --E-prime 1e9 --law asymptotic \
    --approach 2.9430355293715387
is valid false --length 0.5 --curvature 16 --E-prime 1e9 --law asymptotic --approach 1
near E_prime "210e9 / 0.91" --length 1 --curvature 1 --force 1

# ---- the table for people ----
# shellcheck disable=SC2086
run $given
[ $status = 0 ] || fail "table: exit $status"
for text in "line contact by the law 'strip'" "half-width b" "b/length" "p_max" "stiffness" "energy"; do
    grep -qF -e "$text" "$work/out" || fail "table: no '$text' in: $(cat "$work/out")"
done
run --length 0.5 --curvature 16 --E-prime 1e9 --law paper --approach 1
grep -qF -e "not valid: b/length is above 0.3" "$work/out" || fail "no warning: $(cat "$work/out")"

# ---- bad input ----
good="--length 1cm --curvature 100"
# shellcheck disable=SC2086
{
    refuses 1 "length: must be positive, got 0 m" --length 0 --curvature 100 --force 1
    refuses 1 "length: must be positive, got -1 m" --length -1 --curvature 100 --force 1
    refuses 1 "the surfaces conform, a line contact law does not apply" --length 1cm --curvature 0 --force 1
    refuses 1 "curvature: must be positive, got -5 1/m" --length 1cm --curvature -5 --force 1
    refuses 1 "force: must be positive, got 0 N" $good --force 0
    refuses 1 "approach: must be positive, got -1e-06 m" $good --approach=-1e-6
    refuses 1 "approach: 0.02 m is beyond the law's range, below 0.01 m here" $good --approach 0.02 --law asymptotic
    refuses 1 "below 0.00999906 m here (b = 2l there): use the law 'strip'" $good --approach 0.01 --law paper
    refuses 1 "N is beyond the law's range, below" $good --force 1e9 --law asymptotic
    refuses 1 "--approach and --force exclude each other" $good --approach 1e-6 --force 5
    refuses 1 "give one of --approach and --force" $good
    refuses 1 "did you mean 'strip'? (laws: strip, asymptotic, paper)" $good --force 1 --law stripe
    refuses 1 "E-prime: must be positive" $good --force 1 --E-prime 0
    refuses 1 "nu-a: must be in (-1, 0.5], got 0.7" $good --force 1 --nu-a 0.7
    refuses 1 "curvature: expected" --length 1cm --curvature '5 mm' --force 1
    refuses 1 "the result is beyond the range of numbers" --length 1e-150 --curvature 1e-200 --approach 1
}
refuses 1 "--length is missing" --curvature 100 --force 1
refuses 1 "--curvature is missing" --length 1 --force 1
refuses 3 "give one of --approach and --force"

[ $failures = 0 ] || exit 1
echo "line: ok"
