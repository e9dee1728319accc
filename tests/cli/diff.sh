#!/bin/sh
# `abut diff`: two runs against each other, by the same numbers as their CSV files give; rows at other times, objects in other order, what
# only one has, damaged files. usage: diff.sh PATH-OF-ABUT SOURCE-DIR
. "$(dirname "$0")/support/begin.sh"
. "$(dirname "$0")/support/json.sh"
cd "$work" || exit 1

# ---- the same, and different ----
model=$root/examples/13_ball_bearing/model.yaml
run="--no-report --quiet --t-end 20ms --every 0.5ms"
"$abut" run "$model" $run --csv --out a && "$abut" run "$model" $run --csv --out b --set forces.load.force='[510 N, 0, 0]' || fail "no runs"
succeeds diff a a
has out "41 rows, " "the same within 1e-06"
run diff a b --json
[ $status = 1 ] && [ ! -s err ] || fail "diff of different runs: exit $status: $(cat err)"
cp out json
# The greatest difference of N of ball 1 on the inner ring, over the greatest N of all contacts; and of x of the shaft over all positions.
wanted=$(awk -F, 'FNR > 1 { n = $5 < 0 ? -$5 : $5; if (n > m) m = n } END { printf "%.15g", m }' a/contact_*.csv)
greatest=$(paste -d, a/contact_brg.ball1.inner.csv b/contact_brg.ball1.inner.csv |
    awk -F, 'NR > 1 { d = $5 - $(5 + NF / 2); if (d < 0) d = -d; if (d > m) m = d } END { printf "%.15g", m }')
got() { sed 's/}, {/}\n{/g' json | sed -n "s/.*\"quantity\": \"$1\", \"object\": \"$2\".*\"$3\": \([^,}]*\).*/\1/p"; }
near "difference of N" "$(got contacts.N brg.ball1.inner difference)" "$greatest" 1e-12
near "relative" "$(got contacts.N brg.ball1.inner relative)" "$(awk "BEGIN { printf \"%.15g\", $greatest / $wanted }")" 1e-12
expect json "d['same'] is False and d['rows'] == 41 and d['beyond'] == sum(x['relative'] > 1e-6 for x in d['differences'])"
expect json "all(x['relative'] >= y['relative'] for x, y in zip(d['differences'], d['differences'][1:]))"
expect json "not any(x['quantity'].startswith('solver') for x in d['differences'])"
run diff a b --rtol 1e3
[ $status = 0 ] || fail "a wide tolerance: exit $status"
has out "the same within 1000"
run diff a b --most 2
[ "$(grep -c 't = ' out)" = 2 ] || fail "--most 2: $(cat out)"

# ---- rows at other times: those at the same time are compared ----
"$abut" run "$model" --no-report --quiet --t-end 20ms --every 1ms --out c
run diff a c --rtol 1e-3
has out "21 rows at the same time, of 41 and 21"
[ $status = 0 ] || fail "rows at other times: exit $status: $(cat out)"

# ---- objects by their names; what only one has ----
cat >one.yaml <<'Y'
abut: 1
gravity: [0, 0, -9.81]
bodies:
  - {name: p, mass: 1, inertia: [1, 1, 1], position: [0, 0, 1]}
  - {name: q, mass: 1, inertia: [1, 1, 1], position: [1, 0, 2]}
solver: {t_end: 0.1}
Y
sed -e '4{h;d}' -e '5{G}' one.yaml >two.yaml
sed '5d' one.yaml >three.yaml
for m in one two three; do "$abut" run $m.yaml --no-report --quiet --out $m.out || fail "$m does not run"; done
succeeds diff one.out two.out
run diff one.out three.out
[ $status = 1 ] || fail "a missing body: exit $status"
has out "only in the first run: bodies/position of 'q'"
run diff three.out one.out
has out "only in the second run: bodies/position of 'q'"

# ---- bad input ----
refused 2 1 "give the folders of two runs" diff a
refused 2 1 "'none' cannot be opened" diff a none
refused 2 1 "rtol: must not be negative" diff a b --rtol -1
mkdir damaged && head -c 5000 a/results.h5 >damaged/results.h5
run diff a damaged
[ $status = 2 ] && grep -q "damaged" err || fail "a damaged file: exit $status: $(cat err)"
expected
[ $failures = 0 ] || exit 1
