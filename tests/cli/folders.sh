#!/bin/sh
# Folders of results: one run owns one, nothing is written through what lies in it, old results go as a whole.
# usage: sh folders.sh path-to-abut source-dir; ABUT_COMBINATIONS_ALL: many more tries
. "$(dirname "$0")/support/begin.sh"
cd "$work" || exit 1
pairs=2 kills=6
[ -z "${ABUT_BRIEF:-}" ] || pairs=1 kills=2
[ -z "${ABUT_COMBINATIONS_ALL:-}" ] || pairs=20 kills=200

cat >ball.yaml <<'END'
abut: 1
title: Bouncing ball
gravity: [0, 0, -9.81]
materials:
  rubber: {E: 10 MPa, nu: 0.4}
  stone: {rigid: true}
bodies:
  - {name: ground, fixed: true}
  - {name: ball, mass: 1, inertia: [4e-3, 4e-3, 4e-3], position: [0, 0, 0.3]}
surfaces:
  - {name: shell, body: ball, shape: {type: sphere, radius: 0.1}, material: rubber}
  - {name: floor, body: ground, shape: plane, material: stone}
contacts:
  - {name: touch, between: [shell, floor]}
solver: {t_end: 1 s}
output: {every: 10 ms}
END
files="results.h5 summary.json energy.csv body_ball.csv body_ground.csv contact_touch.csv"

# waits_for FILE: until $process has made it
waits_for() { appears "$1" "$process" || fail "$1 does not appear"; }

# id_of FOLDER: what the summary says; one_run FOLDER: all files are of that run
id_of() { sed -n 's/.*"run_id": "\([0-9a-f]*\)".*/\1/p' "$1/summary.json"; }
one_run() {
    id=$(id_of "$1")
    [ ${#id} = 32 ] || fail "$1: no run_id in summary.json: '$id'"
    grep -aqF "$id" "$1/results.h5" || fail "$1: results.h5 is of another run than summary.json"
}
whole() {
    for file in $files; do [ -s "$1/$file" ] || fail "$1/$file is missing or empty"; done
    grep -q '"status": "done"' "$1/summary.json" || fail "$1: not done"
    one_run "$1"
    [ -z "$(find "$1" -name '*.part' -o -name abut.lock)" ] || fail "$1: left behind: $(ls "$1")"
}

# ---- two runs into one folder at once ----
refused=0
for pair in $(seq $pairs); do
    "$abut" run ball.yaml --csv --t-end 500 --out both >out1 2>err1 &
    one=$!
    "$abut" run ball.yaml --csv --t-end 500 --out both >out2 2>err2
    two=$?
    wait $one
    one=$?
    case $one$two in
    02) loser=2 ;;
    20) loser=1 ;;
    *) fail "pair $pair: exits $one and $two" && continue ;;
    esac
    grep -q "the folder 'both' is in use by another run" err$loser || fail "pair $pair: $(cat err$loser)"
    [ ! -s out$loser ] || fail "pair $pair: the refused run prints"
    whole both
    lines both/energy.csv 50002
    refused=$((refused + 1))
done
echo "pairs: $refused of $pairs, one refuses and the other is whole"

# ---- locks of others ----
mkdir stale
host=$(hostname)
sh -c 'echo $$' >pid # of a process that has ended
for lock in "" "nonsense" "abut-run-on $host process $(cat pid) start 1 since 2020-01-01T00:00:00Z id 1" \
    "abut-run-on $host process $$ start 1 since 2020-01-01T00:00:00Z id 1"; do
    printf '%s' "$lock" >stale/abut.lock
    succeeds run ball.yaml --csv --quiet --out stale
    whole stale
done
before=$(id_of stale)
start=$(sed 's/.*) //' /proc/$$/stat 2>/dev/null | cut -d' ' -f20)
for lock in "abut-run-on elsewhere process 1 start 1 since 2020-01-01T00:00:00Z id 1" \
    "abut-run-on $host process $$ start ${start:-0} since 2020-01-01T00:00:00Z id 1"; do
    echo "$lock" >stale/abut.lock
    refused 2 1 "the folder 'stale' is in use by " run ball.yaml --csv --out stale
    [ "$(cat stale/abut.lock)" = "$lock" ] || fail "the lock of another run has changed"
    case $lock in *elsewhere*) has err "on the machine 'elsewhere'" "if that run has ended, remove abut.lock in it" ;; esac
    [ "$(id_of stale)" = "$before" ] || fail "a run without the lock has written"
done
rm stale/abut.lock
whole stale

# ---- hostile entries: nothing outside is touched, nothing hangs ----
mkdir outside
python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")' 2>/dev/null
kinds=0
# plant KIND NAME: false if this system has no such thing
plant() {
    case $1 in
    link) ln -s "$work/outside/file" "$2" ;;
    dangling) ln -s "$work/outside/none" "$2" ;;
    loop) ln -s "$(basename "$2")" "$2" ;;
    tofolder) ln -s "$work/outside" "$2" ;;
    hard) ln outside/file "$2" ;;
    pipe) mkfifo "$2" ;;
    socket) [ -S socket ] && ln socket "$2" ;;
    device) mknod "$2" c 1 7 2>/dev/null ;;
    empty) mkdir "$2" ;;
    folder) mkdir "$2" && echo mine >"$2/mine" ;;
    esac
}
for kind in link dangling loop tofolder hard pipe socket device empty folder; do
    rm -rf hostile
    mkdir hostile
    echo outside >outside/file
    for name in results.h5 summary.json energy.csv body_ball.csv report.html abut.lock vtk results.h5.part energy.csv.part; do
        plant $kind hostile/$name || continue 2
    done
    kinds=$((kinds + 1))
    timeout 120 "$abut" run ball.yaml --csv --quiet --out hostile >out 2>err
    status=$?
    case $kind in
    empty | folder)
        [ $status = 2 ] && lines err 1 || fail "$kind: exit $status: $(cat err)"
        rm -rf hostile/abut.lock
        timeout 120 "$abut" run ball.yaml --csv --quiet --out hostile >out 2>err
        [ $? = 2 ] && grep -q "' cannot be written: Is a directory" err || fail "$kind: $(cat err)"
        [ $kind = empty ] || [ -s hostile/summary.json/mine ] || fail "$kind: what lies in it is gone"
        ;;
    *)
        [ $status = 0 ] || fail "$kind: exit $status: $(cat err)"
        for file in $files; do [ -f hostile/$file ] && [ ! -L hostile/$file ] || fail "$kind: $file is no file"; done
        one_run hostile
        ;;
    esac
    [ "$(cat outside/file)" = outside ] && [ "$(ls outside)" = file ] || fail "$kind: something outside has changed"
done
echo "hostile entries: $kinds kinds"
[ $kinds -ge 8 ] || fail "only $kinds kinds of hostile entries"

# ---- SIGTERM ends a run among them ----
rm -rf hostile
mkdir hostile
mkfifo hostile/energy.csv hostile/summary.json hostile/results.h5
"$abut" run ball.yaml --csv --t-end 1e4 --out hostile >out 2>err &
process=$!
waits_for hostile/energy.csv # no longer a pipe
kill -TERM $process
wait $process
[ $? = 1 ] || fail "SIGTERM among hostile entries: $(cat err)"
grep -q '"status": "stopped"' hostile/summary.json || fail "SIGTERM among hostile entries: no summary"
one_run hostile

# ---- runs over old results that are killed: what is there is of one run ----
ran=0 old=0 new=0
for kill in $(seq $kills); do
    "$abut" run ball.yaml --csv --quiet --t-end 0.5 --out killed >out 2>err || fail "run before kill $kill: $(cat err)"
    before=$(id_of killed)
    "$abut" run ball.yaml --csv --quiet --t-end 1000 --set bodies.ball.position='[0, 0, 0.4]' --out killed >out 2>err &
    process=$!
    sleep "$(awk -v seed="$$$kill" 'BEGIN { srand(seed); printf "%.4f", 0.25 * rand() ^ 2 }')"
    killed $process
    [ $status = 137 ] && ran=$((ran + 1))
    height=0.4 other=0.3
    if grep -aqF "$before" killed/results.h5; then
        height=0.3 other=0.4 old=$((old + 1))
        [ ! -e killed/summary.json ] || [ "$(id_of killed)" = "$before" ] || fail "kill $kill: summary of the new run"
    else
        new=$((new + 1))
        [ ! -e killed/summary.json ] || one_run killed
    fi
    for file in killed/*.csv; do
        [ -e "$file" ] || continue
        awk -F, 'NR == 1 { n = NF } NF != n { exit 1 } END { exit !NR }' "$file" || fail "kill $kill: $file: a line is cut"
    done
    [ ! -e killed/body_ball.csv ] || [ "$(sed -n 2p killed/body_ball.csv | cut -d, -f4)" != $other ] ||
        fail "kill $kill: body_ball.csv is not of the run of results.h5 ($height)"
    run export killed --vtk --every 1000000 --out seen
    [ $status = 0 ] || grep -q "holds no rows yet" err || fail "kill $kill: results.h5: $(cat err)"
done
echo "kills: $ran of $kills while it ran; results of the earlier run $old times, of the killed one $new times"
[ $((old + new)) = "$kills" ] || fail "kills: results.h5 is missing"

[ $failures = 0 ] || exit 1
