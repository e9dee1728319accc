#!/bin/sh
# `abut ehl table`: a small table, going on after an interruption, what the film law makes of it, damaged files. usage: sh ehl_table.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"

command=ehl tolerance=1e-3
. "$(dirname "$0")/support/calculator.sh"
# refuses LINES TEXT ARGUMENT...
refuses() { refused 2 "$@"; }

run table --help
grep -q 'FILE.part' "$work/out" || fail "no help"
run table -o "$work/none" --nodes 0,0,0 --line-nodes 0,0
grep -q 'not part of this build' "$work/err" && exit 77

# ---- lines of a small hull, one process; four contacts between the nodes; the file has a head of 592 bytes and (4 + 2)(4 + 2) coefficients of 6 quantities ----
lines="--nodes 0,0,0 --line-nodes 4,4 --line-M 20,60 --line-L 4,9 --checks 4 --quiet"
# shellcheck disable=SC2086
run table -o "$work/t.ehl" $lines --jobs 1 --json
[ $status = 0 ] || fail "exit $status: $(cat "$work/err")"
[ "$(value contacts)" = 20 ] || fail "contacts: $(value contacts)"
[ "$(wc -c <"$work/t.ehl")" = $((592 + 36 * 6 * 8)) ] || fail "size $(wc -c <"$work/t.ehl")"
[ -e "$work/t.ehl.part" ] && fail "the rows are left behind"

# ---- the same after a command that was cut off within a row, by two processes: bit for bit ----
# shellcheck disable=SC2086
ABUT_NO_CHILD=1 "$abut" ehl table -o "$work/u.ehl" $lines --jobs 2 >"$work/out" 2>"$work/err" &
pid=$!
n=0
while [ "$(grep ' \.$' "$work/u.ehl.part" 2>/dev/null | wc -l)" -lt 3 ] && [ $n -lt 600 ]; do
    sleep 0.05
    n=$((n + 1))
    kill -0 $pid 2>/dev/null || break
done
kill -9 $pid 2>/dev/null
wait $pid 2>/dev/null
sleep 2 # its processes end with the contact they are at
[ -e "$work/u.ehl" ] || printf '7 1.5 2' >>"$work/u.ehl.part"
# shellcheck disable=SC2086
run table -o "$work/u.ehl" $lines --jobs 2
[ $status = 0 ] || fail "resume: exit $status: $(cat "$work/err")"
cmp "$work/t.ehl" "$work/u.ehl" || fail "a table that was interrupted differs"

# ---- rows that are kept serve again: nothing is solved, and the file is the same ----
# shellcheck disable=SC2086
run table -o "$work/r.ehl" $lines --rows "$work/kept"
[ "$(grep -c ' \.$' "$work/kept")" = 20 ] || fail "rows: $(grep -c ' \.$' "$work/kept")"
# shellcheck disable=SC2086
run table -o "$work/s.ehl" $lines --rows "$work/kept"
grep -q '20 contacts, 2320 bytes.* 0 of them now' "$work/out" || fail "rows again: $(cat "$work/out")"
cmp "$work/r.ehl" "$work/s.ehl" && cmp "$work/r.ehl" "$work/t.ehl" || fail "a table of rows that were kept differs"

# ---- rows of another table are not mixed ----
printf 'abut ehl rows 1: other\n' >"$work/v.ehl.part"
# shellcheck disable=SC2086
refuses 1 'rows of another table' table -o "$work/v.ehl" $lines

# ---- the film law: M = 30, L = 6 of a line with E' = R = U = 1 against the solver ----
asked line --M 30 --L 6
want=$(value H_c)
command=film
heavy="--contact line --force 300 --rho-x 1 --length 1 --E-prime 1 --u-sum 1 --eta0 1 --alpha 6 --law ehl_table"
set -- --contact line --force 30 --rho-x 1 --length 1 --E-prime 1 --u-sum 1 --eta0 1 --alpha 6 --law ehl_table --incompressible
tolerance=5e-3
near H "$want" "$@" --table "$work/t.ehl"
near H "$want" "$@"
awk "BEGIN { exit !($(value error_bound) > 0 && $(value error_bound) <= 0.02) }" || fail "bound $(value error_bound)"

# ---- what else it says: the stiffness is that of the separation, rolling resistance that of the solver with the friction of its solution ----
tolerance=1e-3
at_force() { run --contact line --force "$1" --rho-x 50 --length 0.01 --E-prime 2.2e11 --u-sum 2 --eta0 0.01 --alpha 2e-8 --law ehl_table --json; value separation; }
stiffness=$(awk "BEGIN { print 0.2/($(at_force 999.9) - $(at_force 1000.1)) }")
near film_stiffness "$stiffness" --contact line --force 1000 --rho-x 50 --length 0.01 --E-prime 2.2e11 --u-sum 2 --eta0 0.01 --alpha 2e-8 --law ehl_table
rolling=$(value rolling_force)
command=ehl
tolerance=0.02
near rolling_force "$rolling" line --force 1000 --rho-x 50 --length 0.01 --E-prime 2.2e11 --u-sum 2 --eta0 0.01 --alpha 2e-8 --slide-roll 0 --tau-eyring 5e6
command=film

# ---- outside: refused, or the formula ----
# shellcheck disable=SC2086
refuses 1 'M = 300 lies outside of the table of solved films, which goes from 20 to 60' $heavy --table "$work/t.ehl"
# shellcheck disable=SC2086
run $heavy --table "$work/t.ehl" --outside formula
[ $status = 0 ] || fail "formula: exit $status"

# ---- files that are no tables ----
head -c 700 "$work/t.ehl" >"$work/short.ehl"
refuses 1 'damaged: 700 of its 2320 bytes are there' "$@" --table "$work/short.ehl"
{ head -c 1000 "$work/t.ehl" && printf X && tail -c +1002 "$work/t.ehl"; } >"$work/bad.ehl"
refuses 1 'checksum' "$@" --table "$work/bad.ehl"
refuses 1 'is not a table of solved films' "$@" --table "$0"
refuses 1 'cannot be read' "$@" --table "$work/nothing"

# ---- in a model: the place of the key ----
sed "s|film: {lubricant: oil}|film: {type: ehl_table, table: bad.ehl, lubricant: oil}|" "$root/examples/24_ball_on_disc/model.yaml" >"$work/model.yaml"
"$abut" check "$work/model.yaml" >"$work/out" 2>"$work/err" && fail "a damaged table was taken"
grep -q 'model.yaml:[0-9]*:[0-9]*: .*checksum' "$work/err" || fail "$(cat "$work/err")"

# ---- a ball on a disc (example 24) with the table and with the solver itself, whose 64 cells do for load and loss ----
if [ -z "${ABUT_BRIEF:-}" ]; then
    for type in "ehl_table" "ehl, n: 64"; do
        sed "s|film: {lubricant: oil}|film: {type: $type, lubricant: oil}|" "$root/examples/24_ball_on_disc/model.yaml" >"$work/disc.yaml"
        "$abut" run "$work/disc.yaml" --out "$work/disc_${type%%,*}" --t-end '1 ms' --quiet >"$work/out" 2>&1 || fail "$type: $(cat "$work/out")"
    done
    film() { sed -n "s/.*\"$2\": *\([-0-9.e]*\).*/\1/p" "$work/disc_$1/summary.json" | head -1; }
    for key in max_N loss_mean; do
        awk "BEGIN { a = $(film ehl_table $key); b = $(film ehl $key); d = a / b - 1; exit !(d < 0.03 && d > -0.03) }" ||
            fail "$key: $(film ehl_table $key) by the table, $(film ehl $key) by the solver"
    done
fi

# ---- bad flags ----
command=ehl
refuses 1 '-o FILE' table
refuses 1 '4 to 64' table -o "$work/x" --nodes 3,4,4
refuses 1 'hull of elliptic' table -o "$work/x" --M 0.1,10
refuses 1 '0 to 2000' table -o "$work/x" --checks 3000
refuses 1 '128, 256 or 512' table -o "$work/x" --finest 100
[ $failures = 0 ] || { echo "$failures failure(s)" >&2; exit 1; }
echo "ehl_table: ok"
