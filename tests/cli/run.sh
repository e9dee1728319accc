#!/bin/sh
# abut run and abut static: results, flags, interruption, bad input. usage: sh run.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"
cd "$work" || exit 1

# refuses STATUS TEXT ARGUMENT...
refuses() { code=$1 && shift && refused "$code" any "$@"; }

# waits_for FILE: until $process has made it
waits_for() { appears "$1" "$process" || fail "$1 does not appear"; }

cp "$root/tests/cli/support/ball.yaml" . || exit 1
# It bounces for ever, and for longer than any test lasts.
sed 's/, damping: {[^}]*}//; s/t_end: 1 s/t_end: 1e6 s/; s/every: 10 ms/every: 1 s/' ball.yaml >long.yaml

# ---- a run: the folder, rows, headings, summary ----
succeeds run ball.yaml --csv
has out "Bouncing ball: done at t = 1 s, results in ball.out" touch "residual"
for file in results.h5 summary.json body_ball.csv body_ground.csv contact_touch.csv energy.csv; do
    [ -s "ball.out/$file" ] || fail "ball.out/$file is missing or empty"
done
[ "$(find ball.out -type f ! -name report.html | wc -l)" -eq 6 ] || fail "other files: $(ls ball.out)"
first ball.out/body_ball.csv t,x,y,z,q0,q1,q2,q3,vx,vy,vz,wx,wy,wz
first ball.out/contact_touch.csv t,touching,mode,approach,N,fx,fy,fz,px,py,pz,a,b,p_max,slip,film
first ball.out/energy.csv \
    t,kinetic,gravity,springs,contacts,dissipated_normal,dissipated_friction,dissipated_dampers,work,residual,work_of_curvature
for file in ball.out/*.csv; do lines "$file" 102; done
awk -F, 'NR > 1 && ($1 != (NR - 2) * 0.01 && $1 - (NR - 2) * 0.01 > 1e-12 || NF != 14) { bad = 1 } END { exit bad }' \
    ball.out/body_ball.csv || fail "times or fields of body_ball.csv"
awk -F, 'NR == 2 { exit !($4 == 0.3 && $5 == 1 && $11 == 0) }' ball.out/body_ball.csv || fail "first row of body_ball.csv"
# free fall: z = 0.3 - g t^2/2 at t = 0.1 s
awk -F, 'NR == 12 { d = $4 - (0.3 - 9.81 * 0.005); exit !(d < 1e-5 && d > -1e-5) }' ball.out/body_ball.csv ||
    fail "the ball does not fall: $(sed -n 12p ball.out/body_ball.csv)"
awk -F, '$2 == 1 && ($4 <= 0 || $5 <= 0) || NF != 16 { bad = 1 } $2 == 1 { n++ } END { exit bad || !n }' \
    ball.out/contact_touch.csv || fail "contact_touch.csv"
[ "$(tail -n 1 ball.out/energy.csv | cut -d, -f1)" = 1 ] || fail "the last row is not at the end"
has ball.out/summary.json '"status": "done"' '"model": "ball.yaml"' '"title": "Bouncing ball"' '"abut_version": "' '"kernel": "' \
    '"t_end": 1,' '"t_reached": 1,' '"wall_seconds": ' '"cpu_seconds": ' '"real_time_factor": ' '"solver": {"type": "' \
    '"why": "' '"rtol": ' '"steps": ' '"rejected": ' '"rhs_evals": ' '"jac_evals": ' '"factorisations": ' \
    '"newton_fails": ' '"events": ' '"unknowns": ' '"constraints": ' '"redundant": ' '"constraint_residual": ' \
    '"energy": {"initial": ' '"final": ' '"dissipated_normal": ' '"dissipated_friction": ' '"dissipated_dampers": ' \
    '"work_of_loads_and_drives": ' '"work_of_curvature": ' '"residual": ' '"contacts": {"touch": {"max_N": ' '"max_p_max": ' \
    '"max_approach": ' '"time_touching": ' '"touches": ' '"machines": {}'
if command -v python3 >/dev/null 2>&1; then
    python3 -m json.tool ball.out/summary.json >read.json || fail "summary.json: not JSON"
fi

# ---- flags ----
echo mine >ball.out/body_notes.csv
succeeds run ball.yaml --quiet --t-end '300 ms' --every 0.07 --rtol 1e-4 --set bodies.ball.mass='500 g'
[ ! -s out ] || fail "--quiet prints: $(cat out)"
has ball.out/summary.json '"t_end": 0.29999999999999999' '"rtol": 0.0001'
[ ! -e ball.out/body_ball.csv ] || fail "the CSV file of an earlier run stays"
[ "$(cat ball.out/body_notes.csv)" = mine ] || fail "a file of the user is gone"
succeeds run ball.yaml --quiet --csv --t-end 0.3 --every 0.07 --out new/deep/folder
[ "$(cut -d, -f1 new/deep/folder/energy.csv | tail -n 2 | head -n 1)" = 0.28 ] || fail "row at 4 every"
lines new/deep/folder/energy.csv 7
succeeds run ball.yaml --quiet --csv --t-end 0.3 --every 10 --out few
lines few/energy.csv 3
succeeds run "$work/ball.yaml" --quiet --t-end 1e-3
refuses 2 "give the path of a model file" run
refuses 2 "no-such.yaml" run no-such.yaml
refuses 2 "t-end: must be positive, got 0 s" run ball.yaml --t-end 0
refuses 2 "t-end: must be positive" run ball.yaml --t-end=-1
refuses 2 "t-end: expected a time" run ball.yaml --t-end '5 mm'
refuses 2 "every: must be positive" run ball.yaml --every 0
refuses 2 "rows" run ball.yaml --every 1e-15
refuses 2 "rtol: must be" run ball.yaml --rtol 0
refuses 2 "rtol: must be" run ball.yaml --rtol 1
refuses 2 "did you mean 'rodas'?" run ball.yaml --solver rodes
refuses 2 "unexpected argument" run ball.yaml ball.yaml
refuses 2 "bals" run ball.yaml --set bodies.bals.mass=3
: >file
refuses 2 "the folder 'file' cannot be used" run ball.yaml --out file
refuses 2 "the folder 'file/below' cannot be used" run ball.yaml --out file/below
refuses 2 "cannot be used" run ball.yaml --out ''
mkdir locked
chmod a-w locked
if [ "$(id -u)" != 0 ]; then
    refuses 2 "the folder 'locked' cannot be used: Permission denied" run ball.yaml --out locked
    refuses 2 "cannot be used: Permission denied" run ball.yaml --out locked/below
fi
[ -d /proc/self ] && refuses 2 "cannot be" run ball.yaml --out /proc/self/none

# ---- a limit for files stands for a full disk; HDF5 leaks memory when it cannot write ----
(ulimit -f 100 2>/dev/null && ASAN_OPTIONS=detect_leaks=0 "$abut" run long.yaml --out full --quiet >out 2>err)
status=$?
[ $status = 1 ] || fail "full disk: exit $status"
has err "results.h5' cannot be written: File too large"
lines err 1
has full/summary.json '"status": "failed", "message": "at t = '

# ---- Ctrl-C: everything is kept ----
for signal in INT TERM; do
    "$abut" run long.yaml --csv --out "stop$signal" >out 2>err &
    process=$!
    waits_for "stop$signal/energy.csv"
    sleep 0.5
    kill -$signal $process
    wait $process
    status=$?
    [ $status = 1 ] || fail "SIG$signal: exit $status"
    has err "stopped at t = "
    has "stop$signal/summary.json" '"status": "stopped"'
    reached=$(sed 's/.*"t_reached": \([^,]*\),.*/\1/' "stop$signal/summary.json")
    tail -n 1 "stop$signal/energy.csv" | awk -F, -v t="$reached" '{ exit $1 != t }' || fail "SIG$signal: last row is not at $reached"
    [ -s "stop$signal/results.h5" ] || fail "SIG$signal: no results.h5"
done

# ---- a run that writes much says so, one that does not fit is refused ----
"$abut" run long.yaml --t-end 5e4 --every 1e-2 --csv --out much >out 2>err &
process=$!
waits_for much/energy.csv
kill -TERM $process
wait $process
# 5e6 rows: in results.h5 54 numbers of 8 bytes (2 x 13 of bodies, 13 of the contact, 10 of the energy, 5 of time and solver) and 2
# small ones; in the four CSV files 49 of them and the time in each with 20 signs, and the small ones with 2
size=$(sed -n 's/.*about \(.*\) GB will be written to .much., .* GB are free/\1/p' err)
near "GB of a large run" "${size:-0}" "$(awk 'BEGIN { print 5e-3 * (54 * 8 + 2 + 53 * 20 + 4) }')" 0.01
timeout 120 "$abut" run "$root/examples/13_ball_bearing/model.yaml" --t-end 1e3 --every 1e-6 --out ball.out >out 2>err
[ $? = 2 ] || fail "a run that does not fit: $(cat err)"
has err "1e+09 rows take up to about " " GB in 'ball.out', where " "GB are free"
lines err 1
[ -z "$(find ball.out -name '*.part' -o -name abut.lock)" ] || fail "a refused run leaves files: $(ls ball.out)"
[ -s ball.out/summary.json ] || fail "a refused run removes results"

# ---- static ----
succeeds static ball.yaml
has out equilibrium ball touch
succeeds static ball.yaml --json --set bodies.ball.mass=2
has out '{"bodies": {"ground": {"position": [' '"rotation": [' '"contacts": {"touch": {"N": ' '"approach": ' '"a": ' \
    '"b": ' '"p_max": ' '"machines": {}' '"residual": ' '"iterations": '
sed 's/.*"touch": {"N": \([^,]*\),.*/\1/' out | awk '{ d = $1 - 19.62; exit !(d < 1e-6 && d > -1e-6) }' ||
    fail "weight of the ball: $(cat out)"
refuses 2 "give the path of a model file" static
refuses 2 "no-such.yaml" static no-such.yaml

[ $failures = 0 ] || exit 1
