#!/bin/sh
# The program works in a child process: signals reach it, its end is passed on, and where it dies the parent says so.
# usage: sh child.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"
cd "$work" || exit 1
ASAN_OPTIONS=handle_segv=0:handle_abort=0:handle_sigbus=0:handle_sigfpe=0:detect_leaks=0
export ASAN_OPTIONS
unset ABUT_NO_CHILD
ball=$root/examples/01_bouncing_ball/model.yaml
bearing=$root/examples/13_ball_bearing/model.yaml

# starts NAME ARGUMENT...: a run that does not end by itself, into the folder NAME; $process, and $works for it once there are rows
starts() {
    to=$1
    shift
    "$abut" run "$@" --quiet --no-report --out "$to" >out 2>err &
    process=$!
    appears "$to/results.h5" $process || fail "$to: no results: $(cat err)"
    works=$(ps -o pid= --ppid $process | tr -d ' ')
}
# ends STATUS: of $process
ends() {
    wait $process 2>/dev/null
    status=$?
    [ $status = "$1" ] || fail "exit $status instead of $1: $(cat err)"
}

# ---- the process that works dies: one sentence, and what is there ----
for signal in SEGV ABRT BUS FPE KILL; do
    starts dies "$bearing" --t-end 1e4 --every 0.01
    kill -$signal "$works"
    ends 1
    lines err 1
    [ $signal = KILL ] || has err "abut run: ended by a fault in the program or a library"
    has err "results up to then are in 'dies' and can be read"
    run export dies --vtk --every 1000000 --out drawn
    [ $status = 0 ] || grep -q "holds no rows yet" "$work/err" || fail "$signal: $(cat "$work/err")"
    rm -rf dies
done
starts goes "$ball" --t-end 1e4 --every 100 --checkpoint '1 s'
appears goes/checkpoint.abut $process || fail "goes: no checkpoint: $(cat err)"
kill -KILL "$works"
ends 1
has err "the process that worked was killed" "--resume goes on from the last checkpoint"

# ---- a parent that is killed takes it along ----
starts alone "$ball" --t-end 1e6 --every 100
killed $process
[ $status = 137 ] || fail "killed: exit $status"

# ---- signals: to the parent, to both (a terminal, a group), twice in a moment ----
for way in one both twice; do
    starts told "$ball" --t-end 1e6 --every 100
    kill -TERM $process
    [ $way = one ] || kill -TERM $process
    [ $way != both ] || kill -TERM "$works"
    ends 1
    has err "stopped at t = "
    has told/summary.json '"status": "stopped"'
    rm -rf told
done
starts waits "$ball" --t-end 1e6 --every 100
kill -HUP $process
ends 1
# where nobody listens it is the end, as ever
ABUT_NO_CHILD=1 "$abut" run "$ball" --t-end 1e6 --every 100 --quiet --out plain >out 2>err &
process=$!
appears plain/results.h5 $process || fail "plain: no results: $(cat err)"
[ -z "$(ps -o pid= --ppid $process)" ] || fail "ABUT_NO_CHILD: a child"
kill -KILL $process
ends 137
"$abut" list 2>/dev/full >/dev/full
[ $? = 1 ] || fail "what cannot be printed is no failure"

# ---- HDF5 that fails ----
grep -q __asan_init "$abut" && exit $failures
${CC:-cc} -O1 -shared -fPIC -o libspoil.so "$root/tests/cli/support/spoil.c" -ldl 2>cc.txt || { cat cc.txt; exit 77; }
succeeds run "$ball" --quiet --no-report --out "done"
# spoiled HOW STATUS SENTENCE ARGUMENT...
spoiled() {
    how=$1 wanted=$2 sentence=$3
    shift 3
    timeout 120 env SPOIL="$how" LD_PRELOAD="$work/libspoil.so" "$abut" "$@" >out 2>err
    status=$?
    [ $status = "$wanted" ] || fail "$how, $*: exit $status instead of $wanted: $(cat err)"
    has err "$sentence"
    lines err 1
}
run report "done" -o whole.html
if [ -e whole.html ]; then # this build has pages
    spoiled crash 2 "abut report: 'done/results.h5' cannot be read: it is damaged (Segmentation fault)" report "done" -o page.html
    spoiled loop 2 "abut report: 'done/results.h5' cannot be read: it is damaged (reading it finds no end)" report "done" -o page.html
fi
spoiled crash 2 "abut export: 'done/results.h5' cannot be read: it is damaged (Segmentation fault)" export "done" --vtk -o drawn
spoiled loop 2 "abut export: 'done/results.h5' cannot be read: it is damaged (reading it finds no end)" export "done" --vtk -o drawn
spoiled crash 2 "abut run: 'goes/results.h5' is damaged: it cannot be continued (Segmentation fault)" run --resume goes
spoiled loop 2 "abut run: 'goes/results.h5' is damaged: it cannot be continued (reading it finds no end)" run --resume goes
spoiled create 1 "abut run: ended by a fault in the program or a library" run "$ball" --quiet --out new
spoiled leave 1 "abut run: ended by a library" run "$ball" --quiet --out new
[ ! -e page.html ] || fail "a page of a file that cannot be read"
exit $failures
