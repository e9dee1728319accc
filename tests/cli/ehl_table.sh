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

# ---- lines of a small hull, one process; the file has a head of 416 bytes and (4 + 2)(4 + 2) coefficients of 5 quantities ----
lines="--nodes 0,0,0 --line-nodes 4,4 --line-M 20,60 --line-L 4,9 --quiet"
# shellcheck disable=SC2086
run table -o "$work/t.ehl" $lines --jobs 1 --json
[ $status = 0 ] || fail "exit $status: $(cat "$work/err")"
[ "$(value contacts)" = 16 ] || fail "contacts: $(value contacts)"
[ "$(wc -c <"$work/t.ehl")" = $((416 + 36 * 5 * 8)) ] || fail "size $(wc -c <"$work/t.ehl")"
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

# ---- outside: refused, or the formula ----
# shellcheck disable=SC2086
refuses 1 'M = 300 lies outside of the table of solved films, which goes from 20 to 60' $heavy --table "$work/t.ehl"
# shellcheck disable=SC2086
run $heavy --table "$work/t.ehl" --outside formula
[ $status = 0 ] || fail "formula: exit $status"

# ---- files that are no tables ----
head -c 500 "$work/t.ehl" >"$work/short.ehl"
refuses 1 'damaged: 500 of its 1856 bytes are there' "$@" --table "$work/short.ehl"
{ head -c 1000 "$work/t.ehl" && printf X && tail -c +1002 "$work/t.ehl"; } >"$work/bad.ehl"
refuses 1 'checksum' "$@" --table "$work/bad.ehl"
refuses 1 'is not a table of solved films' "$@" --table "$0"
refuses 1 'cannot be read' "$@" --table "$work/nothing"

# ---- in a model: the place of the key ----
sed "s|film: {lubricant: oil}|film: {type: ehl_table, table: bad.ehl, lubricant: oil}|" "$root/examples/24_ball_on_disc/model.yaml" >"$work/model.yaml"
"$abut" check "$work/model.yaml" >"$work/out" 2>"$work/err" && fail "a damaged table was taken"
grep -q 'model.yaml:[0-9]*:[0-9]*: .*checksum' "$work/err" || fail "$(cat "$work/err")"

# ---- bad flags ----
command=ehl
refuses 1 '-o FILE' table
refuses 1 '4 to 64' table -o "$work/x" --nodes 3,4,4
refuses 1 'hull of elliptic' table -o "$work/x" --M 0.1,10
refuses 1 '128, 256 or 512' table -o "$work/x" --finest 100
[ $failures = 0 ] || { echo "$failures failure(s)" >&2; exit 1; }
echo "ehl_table: ok"
