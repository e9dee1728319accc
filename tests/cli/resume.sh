#!/bin/sh
# Checkpoints: runs that are killed in the middle (SIGKILL) and go on, flags that do not go together.
# usage: sh resume.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"
cd "$work" || exit 1

# waits_for FILE PID: until it is there, or the process has ended
waits_for() { appears "$1" "$2" || ! kill -0 "$2" 2>/dev/null || fail "$1 does not appear"; }

# same A B: rows as text and summaries, but for the time and the name of the run
summary() { sed 's/"\(wall_seconds\|cpu_seconds\|real_time_factor\|run_id\)": [^,]*,//g' "$1/summary.json"; }
same() {
    for file in "$1"/*.csv; do
        cmp "$file" "$2/$(basename "$file")" || fail "$file differs"
    done
    summary "$1" >one
    summary "$2" >two
    cmp one two || fail "summaries of $1 and $2 differ"
    [ ! -e "$2/checkpoint.abut" ] || fail "the checkpoint of a finished run is still there"
}

# ---- killed, and killed once more on the way ----
model=$root/examples/13_ball_bearing/model.yaml
run="--csv --no-report --quiet --t-end 0.3s --every 3ms"
"$abut" run "$model" $run --checkpoint 60ms --out whole || fail "no run with checkpoints"
"$abut" run "$model" $run --checkpoint 60ms --out cut &
pid=$!
waits_for cut/checkpoint.abut $pid
killed $pid
if [ -e cut/checkpoint.abut ]; then
    "$abut" run --resume cut --no-report --quiet &
    pid=$!
    sleep 0.3
    killed $pid
fi
if [ -e cut/checkpoint.abut ]; then
    "$abut" run --resume cut --no-report >out || fail "the run does not go on"
    grep -q 'done at t = 0.3 s, results in cut' out || fail "what a resumed run says: $(head -1 out)"
fi
same whole cut

# ---- real time, another solver, a clean end in between ----
ball=$root/examples/01_bouncing_ball/model.yaml
run="--csv --no-report --quiet --t-end 60s --solver bdf --rtol 1e-7 --every 0.5s"
"$abut" run "$ball" $run --checkpoint wall:1h --out whole2 || fail "no run with checkpoints by the wall"
"$abut" run "$ball" $run --checkpoint wall:20ms --out cut2 &
pid=$!
waits_for cut2/checkpoint.abut $pid
kill $pid 2>/dev/null
wait $pid
if [ -e cut2/checkpoint.abut ]; then
    "$abut" run --resume cut2 --no-report --quiet || fail "a stopped run does not go on"
fi
same whole2 cut2

# ---- what does not go together; nothing to go on from ----
refuses() {
    words=$1
    shift
    "$abut" run "$@" >out 2>err
    status=$?
    [ $status = 2 ] || fail "abut run $*: exit $status"
    grep -qe "$words" err || fail "abut run $*: $(cat err)"
}
refuses 'no checkpoint in' --resume whole
refuses 'cannot be used' --resume nowhere
refuses 'model is in the checkpoint' "$model" --resume whole
refuses '--t-end is that of the run' --resume whole --t-end 2
refuses 'checkpoint: must be positive' "$model" --checkpoint 0s
refuses 'checkpoint: ' "$model" --checkpoint wall:soon
refuses 'checkpoint: ' "$model" --checkpoint '3 kg'
"$abut" run --help | grep -q 'wall:10 min' || fail "the help does not show --checkpoint"

# ---- damaged, another kernel ----
"$abut" run "$model" --no-report --quiet --t-end 100s --checkpoint 5ms --out cut3 2>/dev/null &
pid=$!
waits_for cut3/checkpoint.abut $pid
refuses 'in use by another run' --resume cut3
killed $pid
cp cut3/checkpoint.abut kept
kernel=$("$abut" run "$ball" --t-end 1ms --no-report --quiet --out k && sed -n 's/.*"kernel": "\([a-z0-9]*\)".*/\1/p' k/summary.json)
if expr "$kernel" : avx >k.out; then
    ABUT_KERNEL=baseline
    export ABUT_KERNEL
    refuses "with the kernel '$kernel'" --resume cut3
    unset ABUT_KERNEL
fi
printf 'x' | dd of=cut3/checkpoint.abut bs=1 seek=5000 conv=notrunc 2>/dev/null
refuses 'is damaged' --resume cut3
head -c 3000 kept >cut3/checkpoint.abut
refuses 'is damaged' --resume cut3
cp kept cut3/checkpoint.abut
head -c 2000 cut3/results.h5 >part
cp part cut3/results.h5
refuses 'cannot be continued' --resume cut3
rm cut3/results.h5
refuses 'results.h5' --resume cut3

[ $failures = 0 ] || exit 1
