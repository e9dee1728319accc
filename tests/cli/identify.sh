#!/bin/sh
# abut identify: results, flags, interruption and resumption, bad input. usage: sh identify.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"
source=$root
cd "$work" || exit 1

# refuses TEXT ARGUMENT...
refuses() { refused 2 any "$@"; }

# grows FILE COUNT: until it has so many lines that process $pid writes
grows() {
    for i in $(seq 1200); do
        [ -e "$1" ] && [ "$(wc -l <"$1")" -ge "$2" ] && return
        kill -0 "$pid" 2>/dev/null || break
        sleep 0.1
    done
    fail "$1 has not $2 lines after $i tries"
}

cp "$source"/examples/19_identify/* .

# ---- a study: table, files, JSON ----
succeeds identify study.yaml
has out "Rubber ball on a force plate: done, results in study.out" "95 % interval" "drop.force.shift" correlation \
    "drop.height" "offset" "degrees of freedom" "acceptance: met"
for file in summary.json history.csv evaluations.bin results.h5 fit_drop_height.csv fit_drop_force.csv; do
    [ -s "study.out/$file" ] || fail "study.out/$file is missing or empty"
done
first study.out/fit_drop_force.csv t,x,measured,model,residual
lines study.out/fit_drop_force.csv 101
first study.out/history.csv evaluation,round,what,E,chi,drop.force.shift,cost
awk -F, 'NR > 1 && $1 != NR - 1 { bad = 1 } END { exit bad || NR < 20 }' study.out/history.csv || fail "history.csv"
has study.out/summary.json '"kind": "identify"' '"table": "drop.force", "unit": "N"' '"acceptance": {"pointwise": 0.1' \
    '"status": "done"' '"parameters": {"E": {"value": 6.18' '"std_error": ' '"interval": [' \
    '"correlation": {"E": {"E": 1, ' '"chi2_reduced": null' '"I_max": ' '"within": ' '"sigma_estimated": true' \
    '"accepted": true' '"warnings": []'

# ---- the page: of the results, at the end or later; not if it is not wanted ----
succeeds report study.out
if [ -e study.out/report.html ]; then # this build has pages
    has study.out/report.html '"kind": "identify"' '"drop.force": {' '"name": "residual"' '"history": {'
    succeeds identify study.yaml --no-report --out bare
    [ ! -e bare/report.html ] || fail "--no-report writes a page"
    succeeds report bare
    has out "report: bare/report.html"
    has bare/report.html '"history": {'
fi
run export study.out --vtk
[ $status != 0 ] || fail "a study is exported as a motion"
has err "holds no motion"
mkdir -p full/results.h5
run identify study.yaml --out full
[ $status = 2 ] || fail "results.h5 that cannot be written: exit $status"
has err "'full/results.h5' cannot be written"

succeeds identify study.yaml --json --jobs 3 --out three
has out '"status": "done"'
for file in history.csv fit_drop_height.csv fit_drop_force.csv; do
    cmp -s study.out/$file three/$file || fail "$file depends on the number of jobs"
done
if command -v python3 >/dev/null 2>&1; then
    python3 -m json.tool out >read.json || fail "--json: not JSON"
    python3 -m json.tool study.out/summary.json >read.json || fail "summary.json: not JSON"
fi
succeeds identify study.yaml --quiet --out three --resume
[ ! -s out ] || fail "--quiet prints: $(cat out)"
has three/summary.json '"runs": 0,' '"reused": '

# ---- limits and warnings ----
run identify study.yaml --method random --max-evaluations 9 --out limited
[ $status = 0 ] || fail "a limit: exit $status"
has err "warning: the limit of 9 evaluations was reached"
has limited/summary.json '"status": "limit"' '"type": "random"'
sed 's/path: materials.rubber.E/path: materials.steel.E/' study.yaml >idle.yaml
run identify idle.yaml
[ $status = 0 ] || fail "a parameter without influence: exit $status"
has err "warning: 'E' has no influence on the curves at the start values; it was kept at 10"
has out "without influence"

# ---- stopped, killed, resumed: as if nothing had been ----
sed 's/^acceptance.*/method: {type: random, max_evaluations: 100}/' study.yaml >long.yaml
run identify long.yaml --out whole
[ $status = 0 ] || fail "the whole: exit $status: $(cat err)"
"$abut" identify long.yaml --out part >/dev/null 2>stopped &
pid=$!
grows part/history.csv 10
kill -INT $pid
wait $pid
[ $? = 1 ] || fail "stopped: exit status is not 1"
has stopped "abut identify: stopped after" "--resume"
has part/summary.json '"status": "stopped"'
"$abut" identify long.yaml --out part --resume >/dev/null 2>&1 &
pid=$!
grows part/history.csv 60
killed $pid
run identify long.yaml --out part --resume
[ $status = 0 ] || fail "resumed: exit $status: $(cat err)"
for file in history.csv fit_drop_height.csv fit_drop_force.csv; do
    cmp -s whole/$file part/$file || fail "$file differs after two interruptions"
done
has out "beside those resumed"
sed 's/50 cm/51 cm/' model.yaml >other.yaml && cp other.yaml model.yaml
refuses "have changed since" identify long.yaml --out part --resume
refuses "there is nothing to resume" identify long.yaml --out nowhere --resume

# ---- bad input: 2 and a sentence ----
refuses "give the path of a study file" identify
refuses "'none.yaml' cannot be opened" identify none.yaml
refuses "there is no method 'lmm'; did you mean 'lm'?" identify study.yaml --method lmm
refuses "jobs: must be a whole number" identify study.yaml --jobs 1.5
refuses "max-evaluations: must be a whole number" identify study.yaml --max-evaluations 0
refuses "model.yaml:2:1: there is no key 'abut' in a study" identify model.yaml
printf '0.5,nan\n' >>camera.csv
sed 's/start: 10,/start: 0.1,/; s/quantity: body_ball.z/quantity: body_bal.z/' study.yaml >bad.yaml
refuses "bad.yaml:7:" identify bad.yaml
refuses "camera.csv:153:5: z_mm: expected a number, got 'nan'" identify study.yaml
# a model that fails is no bad input
cp "$source"/examples/19_identify/* .
sed 's/^acceptance.*/method: {run_limit: 1e-9}/' study.yaml >hasty.yaml
run identify hasty.yaml
[ $status = 1 ] || fail "a model that fails: exit $status"
has err "the model fails at the start values: the run takes longer than run_limit"
has hasty.out/summary.json '"status": "failed"'

# ---- friction wedge: two models, curves that stick and slip; the whole study is in the example ----
mkdir wedge && cp "$source"/examples/22_identify_wedge/*.yaml "$source"/examples/22_identify_wedge/*.csv wedge
awk '/name: (20|30|45)tf/ { cut = 1 } /name: cycling/ { cut = 0 } !cut' wedge/study.yaml >wedge/quick.yaml
succeeds identify wedge/quick.yaml
# between NAME LOW HIGH: of what was found
between() {
    awk -v name="\"$1\": {\"value\": " -v low="$2" -v high="$3" '
        (at = index($0, name)) { x = substr($0, at + length(name)) + 0; found = 1 }
        END { exit !(found && x > low && x < high) }' quick.out/summary.json || fail "wedge: $1 is not in $2 .. $3"
}
between c 7.7e8 8.7e8
between f1 0.265 0.275
between f2 0.176 0.183
awk '/"evaluations": / { sub(/.*"evaluations": /, ""); n = $0 + 0 } END { exit !(n > 0 && n <= 60) }' quick.out/summary.json ||
    fail "wedge: more than 60 evaluations"
awk '/"chi2_reduced": / { sub(/.*"chi2_reduced": /, ""); x = $0 + 0 } END { exit !(x > 0.85 && x < 1.15) }' quick.out/summary.json ||
    fail "wedge: chi^2 per degree is not near 1"
sed 's/model: cycling.yaml/model: none.yaml/' wedge/quick.yaml >wedge/bad.yaml
refuses "model: 'wedge/none.yaml' cannot be opened" identify wedge/bad.yaml
sed '/^model:/d' wedge/quick.yaml >wedge/bad.yaml
refuses "bad.yaml:13:5: model: give a model file here, or one for the whole study" identify wedge/bad.yaml

[ $failures = 0 ] || { echo "$failures failure(s)" >&2; exit 1; }
echo "identify: ok"
