#!/bin/sh
# `abut life`: lives by hand, modified life, units, bad input. usage: sh life.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"

command=life tolerance=1e-11
. "$(dirname "$0")/support/calculator.sh"

# refuses LINES TEXT ARGUMENT...
refuses() { refused 2 "$@"; }

# ---- basic life ----
near L10 "10 ^ 3" --C 20e3 --P '2 kN'
near L10 "10 ^ (10 / 3)" --C 20e3 --P '2 kN' --kind roller
near L10_hours "1e9 / (60 * 3000)" --C 20e3 --P 2000 --n '3000 rpm'
near L10_hours "1e9 / (60 * 3000)" --C 20e3 --P 2000 --n '-3000 rpm'
is L10_hours null --C 20e3 --P 2000
is a_iso null --C 20e3 --P 2000

# ---- modified life ----
ball="--C 20e3 --P 2000 --n 314.15926535897932"
# shellcheck disable=SC2086 # the list is split on purpose
{
    near a_iso "0.1 * (1 - (2.5671 - 1.9987 / 2 ^ 0.071739) ^ 0.83 * 0.1 ^ (1 / 3)) ^ -9.3" $ball --kappa 2 --Cu 400 --eC 0.5
    near a_iso "0.1 * (1 - (1.5859 - 1.3993 / 0.2 ^ 0.054381) * 0.1 ^ 0.4) ^ -9.185" $ball --kind roller --kappa 0.2 --Cu 400 --eC 0.5
    near a_iso "0.1 * (1 - (1.5859 - 1.2348 / 0.5 ^ 0.19087) * 0.04 ^ 0.4) ^ -9.185" $ball --kind thrust_roller --kappa 0.5 --Cu 400 --eC 0.5
    near L10m_hours "5e7 / (60 * 3)" $ball --kappa 9 --Cu 40e3 --eC 1 # a_ISO is 50 at most
    near kappa "20 / (4500 / sqrt(3000 * 46))" $ball --nu '20 mm^2/s' --D-pw '46 mm' --Cu 480 --cleanliness normal
    is e_C 0.55000000000000004 $ball --nu '20 mm^2/s' --D-pw '46 mm' --Cu 480 --cleanliness normal
    near Cu "11000 / 22" $ball --kappa 1 --D-pw '46 mm' --C0 '11 kN' --cleanliness high
    run $ball --kappa 2 --Cu 400 --eC 0.5
    grep -q '^L10m .* million revolutions .* h$' "$work/out" || fail "text: $(cat "$work/out")"
}

# ---- bad input ----
refuses 1 "--C is missing" --P 2000
refuses 1 "P: must be positive, got 0 N" --C 20e3 --P 0
refuses 1 "kind: must be ball, roller, thrust_ball or thrust_roller, got 'needle'" --C 20e3 --P 2000 --kind needle
refuses 1 "n: must not be 0" --C 20e3 --P 2000 --n 0
refuses 2 "--Cu or --C0 is missing for the modified life" --C 20e3 --P 2000 --kappa 2
refuses 1 "kappa: 0.05 is below 0.1" --C 20e3 --P 2000 --kappa 0.05 --Cu 400 --eC 0.5
refuses 1 "eC: must lie within 0 and 1, got 1.5" --C 20e3 --P 2000 --kappa 2 --Cu 400 --eC 1.5
refuses 1 "got 'spotless'" --C 20e3 --P 2000 --kappa 2 --Cu 400 --cleanliness spotless --D-pw 0.05
refuses 1 "--D-pw is missing" --C 20e3 --P 2000 --kappa 2 --Cu 400 --cleanliness normal
refuses 1 "--eC" --C 20e3 --P 2000 --kappa 2 --Cu 400 --cleanliness normal --eC 0.5 --D-pw 0.05
refuses 1 "rpm" --C 20e3 --P '2000 rpm'

[ $failures = 0 ] || exit 1
