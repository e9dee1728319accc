#!/bin/sh
# `abut point`: closed-form values, units, bad input. usage: sh point.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"

command=point tolerance=1e-13
. "$(dirname "$0")/support/calculator.sh"

# same ARGUMENTS-1 ARGUMENTS-2: two command lines (quoted for the shell) with the same answer, bit by bit
same() {
    eval "run $1 --json"
    first=$(cat "$work/out")
    [ $status = 0 ] || fail "$1: exit $status: $(cat "$work/err")"
    eval "run $2 --json"
    [ $status = 0 ] || fail "$2: exit $status: $(cat "$work/err")"
    [ "$first" = "$(cat "$work/out")" ] || fail "$1 and $2 differ: $first $(cat "$work/out")"
}

# refuses TEXT ARGUMENT...: in one line
refuses() { refused 2 1 "$@"; }

# ---- the circle, closed form: P = Q = 1/(2 R), F = 4/3 E* sqrt(R) h^1.5, a = b = sqrt(R h) ----
circle="--P 8 --Q 8 --E-star 3e6 --approach 1e-4" # R = 1/16
F="(4/3 * 3e6 / 4 * 1e-6)"
# shellcheck disable=SC2086 # the list is split on purpose
{
    near force "$F" $circle
    near a "sqrt(1e-4 / 16)" $circle
    near b "sqrt(1e-4 / 16)" $circle
    near p_max "1.5 * $F / (pi * 1e-4 / 16)" $circle
    near p_mean "$F / (pi * 1e-4 / 16)" $circle
    near stiffness "1.5 * $F / 1e-4" $circle
    near energy "0.4 * $F * 1e-4" $circle
    near dF_dP "-$F / 32" $circle # -F a^2/(2 h)
    near dF_dQ "-$F / 32" $circle
    near C 1 $circle
    near eccentricity2 0 $circle
    near E_star 3e6 $circle
}
near approach 1e-4 --P 8 --Q 8 --E-star 3e6 --force 1
near approach 1e-4 --P 8 --Q 8 --E-star 3e6 --force=1
near E_star "1 / (2 * 0.91 / 210e9)" --P 8 --Q 8 --force 1
near E_star "1 / (0.75 / 1e9)" --P 8 --Q 8 --force 1 --E-a 1GPa --nu-a 0.5 --E-b inf
near E_star "1 / (0.91 / 5e9 + 0.84 / 1e9)" --P 8 --Q 8 --force 1 --E-a 5GPa --E-b 1GPa --nu-b 0.4
near E_star 5e9 --P 8 --Q 8 --force 1 --E-prime '10 GPa'

# ---- relative curvatures from radii ----
near P 50 --radii '10 mm,10 mm,inf,inf' --force 1
near Q 50 --radii 0.01,0.01,-inf,inf --force 1
near P 25 --radii 0.01,0.01,-0.02,inf --force 1
near Q 50 --radii 0.01,0.01,-0.02,inf --force 1
near P 25 --radii 0.02,inf,0.02,inf --angle '90 deg' --force 1 # crossed cylinders touch like a ball
near Q 25 --radii 0.02,inf,0.02,inf --angle '90 deg' --force 1
near P 50 --radii 0.01,0.01,inf,inf --angle '0.7 rad' --force 1

# ---- units: a bare number passes unchanged, a unit costs at most one rounding ----
like="--P 1 --Q 2 --approach 1e-5"
same "$like" "--P 1 --Q 2 --approach '10 um'"
same "$like" "--P 1 --Q 2 --approach 10um"
same "$like" "--P 1 --Q 2 --approach 10µm"
same "$like" "--P 1 --Q 2 --approach ' 10 micrometer '"
same "$like" "--P '1 1/m' --Q '2 m-1' --approach '0.01 mm'"
same "$like" "--P '0.001 1/mm' --Q '0.002 mm^-1' --approach 10000nm"
same "$like" "--P 1 --Q 2 --approach 0xa.0p0um --E-a '210 GPa' --E-b '210000 N/mm2'"
same "$like" "--P 1 --Q 2 --approach 1e-5 --nu-a '30 %' --nu-b 0.3"
same "$like" "--P=1 --Q=2 --approach=1e-5 --law=hertz"
same "--P 1 --Q 2 --force '9806.65 N'" "--P 1 --Q 2 --force '1 tf'"
near force 4.4482216152605 --P 1 --Q 2 --force '1 lbf'
run --P 1 --Q 2 --approach 0.1 --json
[ "$(value approach)" = 0.10000000000000001 ] || fail "a bare number changes: $(value approach)"

# ---- laws, zero load, forms of the answer ----
for law in hertz volumetric volumetric_vilke; do
    near approach 1e-6 --P 1 --Q 1 --approach 1e-6 --law $law
    grep -qF "\"law\": \"$law\"" "$work/out" || fail "the law '$law' is not named"
done
for key in force approach a b p_max p_mean stiffness energy dF_dP dF_dQ; do
    near "$key" 0 --P 1 --Q 2 --approach 0
    near "$key" 0 --P 1 --Q 2 --force '0 N'
done
run --P 1 --Q 2 --approach 1e-5 --json
keys=$(tr ',' '\n' <"$work/out" | sed 's/[^"]*"\([^"]*\)":.*/\1/' | tr '\n' ' ')
[ "$keys" = "force approach a b p_max p_mean stiffness energy P Q C eccentricity2 dF_dP dF_dQ law E_star " ] ||
    fail "keys: $keys"
[ "$(wc -l <"$work/out")" -eq 1 ] || fail "the JSON object is not one line"
run --radii 10mm,10mm,inf,inf --force 50N
for text in "50 N" " um " " GPa " " MPa " " N/um " "115.385 GPa"; do
    grep -qF "$text" "$work/out" || fail "no '$text' in the table: $(cat "$work/out")"
done

# ---- bad input ----
refuses "approach: expected a length, got '5 kg'" --P 1 --Q 2 --approach '5 kg'
refuses "E-a: expected a pressure, got '206 mm'" --P 1 --Q 2 --approach 1e-6 --E-a '206 mm'
refuses "nu-a: expected a pure number, got '5 deg'" --P 1 --Q 2 --approach 1e-6 --nu-a '5 deg'
refuses "angle: expected an angle, got '5 Hz'" --radii 1,1,1,1 --approach 1e-6 --angle '5 Hz'
refuses "force: expected a force, got '5 tonne'" --P 1 --Q 2 --force '5 tonne'
refuses "P: expected a curvature" --P '1 m' --Q 2 --approach 1e-6
refuses "'umm' in '5 umm' is not a unit" --P 1 --Q 2 --approach '5 umm'
for junk in '5 10 m' '5 m 2' '5 m*2' '5 m/2' '5 2/m' '1e-6 m x' '1,5' '5 m since 2000' '5 @' '5 m -2' '5 m)' '5 (m'; do
    refuses "approach: " --P 1 --Q 2 --approach "$junk"
done
for junk in '' ' ' abc m nan -nan 'nan um' '--' '1e' '+-1'; do refuses "" --P 1 --Q 2 "--approach=$junk"; done
refuses "is not a unit" --P 1 --Q 2 --approach "5 u
m"
refuses "approach: '1e999' is too large" --P 1 --Q 2 --approach 1e999
refuses "approach: '1e-999' is too small" --P 1 --Q 2 --approach 1e-999
refuses "is too large" --P 1 --Q 2 --approach '1e308 Mm'
refuses "approach: must be finite, got 'inf'" --P 1 --Q 2 --approach inf
refuses "approach: must not be negative" --P 1 --Q 2 --approach -1e-6
refuses "force: must not be negative" --P 1 --Q 2 --force '-5 N'
refuses "give one of --approach and --force" --P 1 --Q 2
refuses "--approach and --force exclude each other" --P 1 --Q 2 --approach 1e-6 --force 5
refuses "P: must be positive, got -1 1/m: the surfaces conform" --P -1 --Q 2 --approach 1e-6
refuses "P: must be positive" --P 0 --Q 2 --approach 1e-6
refuses "Q: must be positive" --P 1 --Q -2 --approach 1e-6
refuses "P <= Q is wanted, got P = 3 1/m and Q = 2 1/m: swap them" --P 3 --Q 2 --approach 1e-6
refuses "--Q is missing" --P 1 --approach 1e-6
refuses "--P is missing" --Q 1 --approach 1e-6
refuses "give --P and --Q, or --radii" --approach 1e-6
refuses "--radii and --P exclude each other" --P 1 --radii 1,1,1,1 --approach 1e-6
refuses "--angle goes with --radii" --P 1 --Q 1 --angle 0 --approach 1e-6
refuses "radii: expected 4 values separated by commas, got 3" --radii 1,1,1 --approach 1e-6
refuses "radii: expected a length, got '2 kg'" --radii '1,2 kg,1,1' --approach 1e-6
refuses "radii: R1b must not be zero" --radii 1,1,0,1 --approach 1e-6
refuses "radii: the surfaces conform" --radii 0.01,0.01,-0.01,-0.01 --approach 1e-6
refuses "radii: the surfaces conform" --radii inf,inf,inf,inf --approach 1e-6
refuses "radii: the surfaces conform" --radii 0.01,inf,inf,inf --approach 1e-6
refuses "E-a: must be positive" --P 1 --Q 2 --approach 1e-6 --E-a 0
refuses "E-star: must be positive" --P 1 --Q 2 --approach 1e-6 --E-star '-1 GPa'
refuses "E-star: must be finite" --P 1 --Q 2 --approach 1e-6 --E-star inf
refuses "E-prime: must be positive" --P 1 --Q 2 --approach 1e-6 --E-prime 0
refuses "one of the bodies must be elastic" --P 1 --Q 2 --approach 1e-6 --E-a inf --E-b inf
refuses "nu-b: must be in (-1, 0.5], got 0.51" --P 1 --Q 2 --approach 1e-6 --nu-b 0.51
refuses "nu-a: must be in (-1, 0.5], got -1" --P 1 --Q 2 --approach 1e-6 --nu-a -1
refuses "--E-star and --E-prime exclude each other" --P 1 --Q 2 --approach 1e-6 --E-star 1 --E-prime 2
refuses "--E-star and --nu-b exclude each other" --P 1 --Q 2 --approach 1e-6 --E-star 1 --nu-b 0.3
refuses "--E-prime and --E-a exclude each other" --P 1 --Q 2 --approach 1e-6 --E-prime 1 --E-a 5
refuses "law: there is no normal law 'herz'; did you mean 'hertz'? (laws: hertz" --P 1 --Q 2 --approach 1e-6 --law herz
refuses "law: there is no normal law ''" --P 1 --Q 2 --approach 1e-6 --law ''
refuses "linear" --P 1 --Q 2 --approach 1e-6 --law linear

# ---- no unit database: bare numbers still work ----
UDUNITS2_XML_PATH=$work/nowhere.xml
export UDUNITS2_XML_PATH
near force "$F" --P 8 --Q 8 --E-star 3e6 --approach 1e-4
refuses "the UDUNITS database" --P 8 --Q 8 --approach '0.1 millimetre'

[ $failures = 0 ] || { echo "$failures failure(s)" >&2; exit 1; }
echo "point: ok"
