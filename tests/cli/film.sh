#!/bin/sh
# `abut film`: values of 20 digits, units, options, limits, bad input. usage: sh film.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"

command=film tolerance=1e-11
. "$(dirname "$0")/support/calculator.sh"

# refuses LINES TEXT ARGUMENT...
refuses() { refused 2 "$@"; }

# ---- values: rows of tests/oracles/moes_line_contacts.csv and nvm.csv ----
roller="--contact line --force 5000 --length 0.01 --rho-x 200 --u-sum 5 --eta0 0.08 --alpha 1.5e-8 --E-prime 226.37e9"
circle="--contact point --force 20 --rho-x 1 --rho-y 1 --u-sum 1 --eta0 1 --alpha 10 --E-prime 1" # M = 20, L = 10
# shellcheck disable=SC2086 # the lists are split on purpose
{
    near M 23.498793837867658931 $roller
    near L 14.722376128847713589 $roller
    near H 6.3724176878726412321 $roller
    near h_c 5.9897651798440198617e-7 $roller
    near RI "3 / 23.498793837867658931" $roller
    near EP "1.311 * 23.498793837867658931^-0.125 * 14.722376128847713589^0.75" $roller
    is D null $roller
    is dh_drho_y null $roller
    case $(run $circle --json; value H) in 4.708*) ;; *) fail "the default is not --blend RI: H = $(value H)" ;; esac
    near H 4.2648093795850131332 $circle --blend EP
    near EI 1.6223008488722900448 $circle
    near D 1 $circle
    run $circle --blend RI --json
    case $(value H) in 4.708*) ;; *) fail "--blend RI: H = $(value H)" ;; esac
    run $roller --json
    keys=$(tr ',' '\n' <"$work/out" | tr '{' '\n' | sed -n 's/[^"]*"\([^"]*\)":.*/\1/p' | tr '\n' ' ')
    [ "$keys" = "M L D H h_c h_min regimes RI EI RP EP dh_dF dh_du dh_drho_x dh_drho_y regime law E_prime " ] ||
        fail "keys: $keys"
    [ "$(wc -l <"$work/out")" -eq 1 ] || fail "the JSON object is not one line"

    # ---- options ----
    near h_c "5.9897651798440198617e-7 * 0.9 * 0.5" $roller --thermal 0.9 --starvation '50 %'
    near h_c "5.9897651798440198617e-7" $roller --u-eps 0
    is law '"moes_line"' $roller
    is law '"nvm"' $circle
    is law '"hamrock_dowson"' $circle --law hamrock_dowson
    run $roller --json
    full=$(value h_c)
    run $circle --incompressible --json
    plain=$(value h_c)
    run $circle --json
    awk "BEGIN { r = $plain / $(value h_c); exit !(r > 1) }" </dev/null || fail "nvm is not compressible: $plain, $(value h_c)"
    refuses 1 "exclude each other" $circle --compressible --incompressible
    run $roller --compressible --json
    awk "BEGIN { r = $full / $(value h_c); exit !(r > 1.15 && r < 1.3) }" </dev/null || fail "--compressible: $(value h_c)"
    near h_c "$full" $roller --law moes_line
    run $roller
    for text in "h_c " "598.977 nm" "226.37 GPa" "H of EP" "dh_c/dF"; do
        grep -qF "$text" "$work/out" || fail "no '$text' in the table: $(cat "$work/out")"
    done
}

# ---- units and materials ----
near h_c 5.9897651798440198617e-7 --contact line --force 5kN --length 10mm --rho-x '0.2 1/mm' --u-sum '18 km/h' \
    --eta0 '80 mPa.s' --alpha '15 1/GPa' --E-star '113.185 GPa'
near E_prime "2 / (2 * 0.91 / 210e9)" --contact line --force 5kN --length 10mm --rho-x 200 --u-sum 5 --eta0 0.08 --alpha 0

# ---- limits: no film without speed or viscosity; no pressure-viscosity; rolling backwards ----
line="--contact line --force 100 --length 0.01 --rho-x 200"
# shellcheck disable=SC2086
{
    for none in "--u-sum 0 --eta0 0.1 --alpha 1e-8" "--u-sum 1 --eta0 0 --alpha 1e-8"; do
        is h_c 0 $line $none
        is h_min 0 $line $none
        is M null $line $none
        is H null $line $none
        is dh_du 0 $line $none
    done
    is RP 0 $line --u-sum 1 --eta0 0.1 --alpha 0
    run $line --u-sum 1 --eta0 0.1 --alpha 1e-8 --json
    forward=$(value h_c)
    is h_c "$forward" $line --u-sum -1 --eta0 0.1 --alpha 1e-8

    # ---- bad input ----
    refuses 1 "E-prime: expected a pressure" $line --u-sum 1 --eta0 0.1 --alpha 0 --E-prime '5 mm'
    refuses 1 "eta0: expected a viscosity" $line --u-sum 1 --eta0 '5 m' --alpha 0
    refuses 1 "eta0 must not be negative" $line --u-sum 1 --eta0 -1 --alpha 0
    refuses 1 "--u-sum is missing" $line --eta0 1 --alpha 0
    refuses 1 "--rho-y does not belong to a line contact" $line --rho-y 5 --u-sum 1 --eta0 1 --alpha 0
    refuses 1 "film law 'moes_line' has no parameter 'blend'" $line --u-sum 1 --eta0 1 --alpha 0 --blend RI
    refuses 1 "this law is for a point contact" $line --u-sum 1 --eta0 1 --alpha 0 --law nvm
    refuses 1 "there is no film law 'moes'" $line --u-sum 1 --eta0 1 --alpha 0 --law moes
    refuses 1 "thermal must be in" $line --u-sum 1 --eta0 1 --alpha 0 --thermal 2
    refuses 1 "one of the bodies must be elastic" $line --u-sum 1 --eta0 1 --alpha 0 --E-a inf --E-b inf
    refuses 1 "blend must be one of RI|EP" $circle --blend EI
}
oil="--u-sum 1 --eta0 1 --alpha 1e-8"
# shellcheck disable=SC2086
{
    refuses 1 "--length is missing" --contact line --force 1 --rho-x 1 $oil
    refuses 1 "--rho-y is missing" --contact point --force 1 --rho-x 1 $oil
    refuses 1 "--length does not belong to a point contact" --contact point --length 1 --rho-y 1 --force 1 --rho-x 1 $oil
    refuses 1 "contact: must be line or point, got 'area'" --contact area --force 1 --rho-x 1 $oil
    refuses 1 "--contact is missing" --force 1 --rho-x 1 $oil
    refuses 1 "rho_x must be positive, got -5 1/m" --contact line --length 1 --force 1 --rho-x -5 $oil
    refuses 1 "rho_x must be positive, got 0 1/m" --contact point --rho-y 1 --force 1 --rho-x 0 $oil
    refuses 1 "for a contact along a line give its length" --contact point --rho-y 0 --force 1 --rho-x 1 $oil
    refuses 1 "rho_y <= rho_x is wanted, got 3 and 1 1/m (D = 3)" --contact point --rho-y 3 --force 1 --rho-x 1 $oil
    refuses 1 "without load the film has no limit" --contact point --rho-y 1 --force 0 --rho-x 1 $oil
}
refuses 6 "--alpha is missing" # and contact, force, rho-x, u-sum, eta0

# ---- the registry ----
[ "$("$abut" list film | awk '$2 != "ehl" { print $2 }' | tr '\n' ' ')" = "moes_line nvm hamrock_dowson ehl_table " ] ||
    fail "list film: $("$abut" list film)"
"$abut" show nvm | grep -qF "RI|EP" || fail "show nvm: $("$abut" show nvm)"

[ $failures = 0 ] || { echo "$failures failure(s)" >&2; exit 1; }
echo "film: ok"
