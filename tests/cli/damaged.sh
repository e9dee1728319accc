#!/bin/sh
# Damaged files: bytes set, cut off or zeroed in results.h5 of runs and of contacts on a grid, and in what a study keeps. Every command ends with 0, 1 or 2, a sentence if
# it is not 0, and within 10 s of processor time. usage: sh damaged.sh path-to-abut source-dir; ABUT_COMBINATIONS_ALL: 1000 files
. "$(dirname "$0")/support/begin.sh"
cd "$work" || exit 1
count=12
[ -z "${ABUT_BRIEF:-}" ] || count=6
[ -z "${ABUT_COMBINATIONS_ALL:-}" ] || count=1000
limit=10
export ASAN_OPTIONS=handle_segv=0:handle_abort=0:handle_sigfpe=0:handle_sigbus=0:detect_leaks=0:allocator_may_return_null=1

sed 's/t_end: 1 s/t_end: 0.2 s/' "$root/tests/cli/support/ball.yaml" >ball.yaml
# a ball and a bearing that were interrupted, with checkpoints; tables of a study
# interrupted FOLDER ARGUMENT...: false where the run had come to its end before
interrupted() {
    to=$1
    shift
    "$abut" run "$@" --quiet --no-report --out "$to" 2>/dev/null &
    process=$!
    appears "$to/checkpoint.abut" $process
    killed $process
    [ ! -e "$to/checkpoint.abut" ] || [ -s "$to/checkpoint.abut" ] || fail "$to: an empty checkpoint"
    [ -e "$to/checkpoint.abut" ] && [ ! -e "$to/summary.json" ]
}
# in_the_middle FOLDER ARGUMENT...: the same, tried again, as a run may be quicker than whoever looks
in_the_middle() {
    for try in 1 2 3 4 5 6 7 8; do
        rm -rf "$1"
        interrupted "$@" && return
    done
    fail "$1: no run was interrupted in the middle"
}
in_the_middle whole0 ball.yaml --t-end 1e4 --every 100 --checkpoint '1 s'
in_the_middle whole1 "$root/examples/13_ball_bearing/model.yaml" --t-end 100 --every 0.01 --checkpoint 0.01
kinds="0 1"
if [ -n "${ABUT_COMBINATIONS_ALL:-}" ]; then
    succeeds identify "$root/examples/19_identify/study.yaml" --quiet --no-report --out whole2
    kinds="0 1 2"
fi

# damage FROM TO SEED: so many bytes of FROM, by the seed, as TO. Three ways: bytes set, cut off, a range zeroed. Most of it at the
# front, where HDF5 describes itself.
size_of() { wc -c <"$1" | tr -d ' '; }
damage() {
    cp "$1" "$2"
    size=$(size_of "$1")
    awk -v seed="$3" -v size="$size" 'BEGIN {
        srand(seed)
        way = int(10 * rand())
        if (way == 0) { print "cut", int(size * rand()); exit }
        if (way == 1) { print "zero", int(size * rand() ^ 2), int(1 + 4000 * rand() ^ 3); exit }
        n = 1 + int(12 * rand() ^ 3)
        for (i = 0; i < n; i++) print "set", int(size * rand() ^ (rand() < 0.5 ? 1 : 4)), int(256 * rand())
    }' >plan
    while read -r how at what; do
        case $how in
        cut) head -c "$at" "$1" >"$2" ;;
        zero) dd if=/dev/zero of="$2" bs=1 seek="$at" count="$what" conv=notrunc 2>/dev/null ;;
        set) printf "\\$(printf %03o "$what")" | dd of="$2" bs=1 seek="$at" conv=notrunc 2>/dev/null ;;
        esac
    done <plan
}

good=0 bad=0 ended=0
# tried ARGUMENT...: an end with a sentence, in time
tried() {
    (
        # shellcheck disable=SC3045 # every shell of interest has it
        ulimit -t $limit
        exec timeout -k 1 120 "$abut" "$@"
    ) >out 2>err
    status=$?
    case $status in
    0) good=$((good + 1)) ;;
    1) # of diff: they differ
        [ "$1" = diff ] && [ -s out ] && good=$((good + 1)) ||
            { bad=$((bad + 1)) && [ -s err ] || fail "$file: $*: no sentence"; }
        ;;
    2) bad=$((bad + 1)) && [ -s err ] || fail "$file: $*: no sentence" ;;
    124 | 137 | 152) fail "$file: $*: no end after $limit s" ;; # 152: SIGXCPU
    *) fail "$file: $*: exit $status: $(cat err)" ;;
    esac
    if grep -q 'it is damaged (' err; then ended=$((ended + 1)); fi
    if grep -q 'ERROR: AddressSanitizer\|runtime error' err; then fail "$file: $*: $(grep -m 1 'ERROR\|runtime error' err)"; fi
}

for file in $(seq $count); do
    for kind in $kinds; do
        [ $((file % $(echo "$kinds" | wc -w))) = "$kind" ] && break
    done
    rm -rf seen
    cp -r whole$kind seen
    damage whole$kind/results.h5 seen/results.h5 "$file"
    tried report seen -o page.html
    tried diff whole$kind seen
    [ $kind = 2 ] || tried export seen --vtk --every 1000 -o drawn
    if [ $kind != 2 ]; then
        "$abut" run --resume seen --quiet --no-report >out 2>err &
        process=$!
        # it goes on for long, and is told to end
        for i in 1 2 3 4 5 6 7 8 9 10; do
            kill -0 $process 2>/dev/null || break
            [ -e seen/abut.lock ] && [ "$i" -gt 2 ] && kill -TERM $process 2>/dev/null
            sleep 0.1
        done
        for i in $(seq 120); do
            kill -0 $process 2>/dev/null || break
            kill -TERM $process 2>/dev/null
            sleep 1
        done
        kill -KILL $process 2>/dev/null && fail "$file: resume: no end"
        wait $process 2>/dev/null
        status=$?
        case $status in
        0) good=$((good + 1)) ;;
        1 | 2) bad=$((bad + 1)) && [ -s err ] || fail "$file: resume: no sentence" ;;
        143) good=$((good + 1)) ;; # told to end before it listens
        *) fail "$file: resume: exit $status: $(cat err)" ;;
        esac
        if grep -q 'it is damaged (' err; then ended=$((ended + 1)); fi
    fi
done
[ "$(find . -name '*.part' ! -path './seen/*' | wc -l)" -le 2 ] || fail "parts are left: $(find . -name '*.part')"
echo "damaged results.h5: $count files, $good commands read them, $bad ended with a sentence ($ended of them as the reader was ended)"

# ---- contacts on a grid: the page ----
if "$abut" list gap | grep -q quadric; then
    cat >dry.yaml <<'END'
grid: {nx: 16, ny: 12, lx: 1 mm, ly: 0.9 mm}
gap: {type: quadric, P: 50 1/m, Q: 70 1/m}
loads: [200 N, 600 N]
friction: {mu: 0.3, shift: [0.5 um, 0]}
subsurface: {line: {from: [0, 0, 0.1 mm], to: [0, 0, 0.5 mm], points: 5}, section: {from: [-0.3 mm, 0], to: [0.3 mm, 0], depth: 0.4 mm}}
END
    succeeds dry dry.yaml --quiet --no-report --out whole4
    good=0 bad=0 ended=0
    for file in $(seq 2001 $((2000 + count))); do
        rm -rf seen
        cp -r whole4 seen
        damage whole4/results.h5 seen/results.h5 "$file"
        tried report seen -o page.html
    done
    echo "damaged contacts on a grid: $count files, $good pages, $bad ended with a sentence ($ended of them as the reader was ended)"
fi

# ---- what resumed runs leave: that of the run without damage, or a sentence ----
# content FOLDER: a number for all rows, from results.h5 and as text, and the summary, but for how long it took
content() {
    "$abut" report "$1" -o content.html >/dev/null || fail "$1: no page"
    {
        cat content.html "$1/summary.json"
        for text in "$1"/*.csv; do echo "$text" | sed 's,.*/,,' && cat "$text"; done
    } | sed -e 's/"[a-z_]*_seconds": [-+0-9.e]*//g' -e 's/"real_time_factor": [-+0-9.e]*//g' -e 's/[0-9.e-]* x real time//g' | cksum
}
in_the_middle whole3 ball.yaml --csv --t-end 40 --every 0.1 --checkpoint '2 s'
rm -rf seen
cp -r whole3 seen
tried run --resume seen --quiet
[ $status = 0 ] || fail "the undamaged run does not go on: $(cat err)"
wanted=$(content seen)
files="results.h5 energy.csv body_ball.csv contact_touch.csv"
goes_on=0 refused=0
for file in $(seq 1001 $((1000 + count))); do
    turn=$((file % 4))
    for name in $files; do
        [ $turn = 0 ] && break
        turn=$((turn - 1))
    done
    rm -rf seen
    cp -r whole3 seen
    damage "whole3/$name" "seen/$name" "$file"
    cmp -s "whole3/$name" "seen/$name" && continue
    tried run --resume seen --quiet
    case $status in
    0)
        goes_on=$((goes_on + 1))
        [ "$(content seen)" = "$wanted" ] || fail "$file: $name: damaged, and other results with exit 0"
        ;;
    *) refused=$((refused + 1)) ;;
    esac
done
echo "damaged and resumed: $goes_on runs came to the same end, $refused refused"

# ---- what a study keeps ----
if [ -n "${ABUT_COMBINATIONS_ALL:-}" ]; then
    for file in $(seq 30); do
        rm -rf seen
        cp -r whole2 seen
        damage whole2/evaluations.bin seen/evaluations.bin "$file"
        damage whole2/history.csv seen/history.csv "$file"
        tried identify "$root/examples/19_identify/study.yaml" --quiet --no-report --resume --out seen
        [ $status != 0 ] || cmp -s whole2/history.csv seen/history.csv || fail "$file: another history with exit 0"
    done
    # ---- checkpoints ----
    for file in $(seq 100); do
        rm -rf seen
        cp -r whole0 seen
        damage whole0/checkpoint.abut seen/checkpoint.abut "$file"
        cmp -s whole0/checkpoint.abut seen/checkpoint.abut && continue
        tried run --resume seen --quiet --no-report
        [ $status = 2 ] || fail "$file: a damaged checkpoint is used: exit $status"
    done
    echo "damaged studies and checkpoints: $good commands in all read them, $bad ended with a sentence"
fi

[ $failures = 0 ] || exit 1
