# shellcheck shell=sh disable=SC2034
# Sourced by the tests of the command line, whose arguments are the program and the source folder: $abut and $root, absolute; a
# folder for scratch, $work, that goes away at the end; `fail` counts in $failures, which is the exit status of a test.
set -u
case $1 in /*) abut=$1 ;; *) abut=$(pwd)/$1 ;; esac
root=$(cd "${2:-.}" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0
# With sanitizers a process costs much, and two cost twice that: there the command works in its own (cli/child.c has its tests).
case ${ABUT_BRIEF:-}$0 in
1*/child.sh | 1*/damaged.sh | 1*/dry_out.sh) ;;
1*) export ABUT_NO_CHILD=1 ;;
esac

fail() {
    echo "FAIL: $*" >&2
    failures=$((failures + 1))
}

# run ARGUMENT...: output in $work/out, messages in $work/err
run() {
    "$abut" "$@" >"$work/out" 2>"$work/err"
    status=$?
}

# succeeds ARGUMENT...: exit 0, nothing on standard error
succeeds() {
    run "$@"
    [ $status = 0 ] || fail "$*: exit $status: $(cat "$work/err")"
    [ ! -s "$work/err" ] || fail "$*: message on standard error: $(cat "$work/err")"
}

# refused STATUS LINES TEXT ARGUMENT...: that exit status, so many lines (any: whatever) on standard error with TEXT in them,
# nothing on standard output
refused() {
    wanted=$1 count=$2 text=$3
    shift 3
    run "$@"
    [ $status = "$wanted" ] || fail "$*: exit $status instead of $wanted"
    [ ! -s "$work/out" ] || fail "$*: something on standard output"
    grep -qF -e "$text" "$work/err" || fail "$*: no '$text' in: $(cat "$work/err")"
    [ "$count" = any ] || [ "$(wc -l <"$work/err")" -eq "$count" ] ||
        fail "$*: expected $count line(s): $(cat "$work/err")"
}

# has FILE TEXT...: FILE contains each TEXT
has() {
    file=$1
    shift
    for text in "$@"; do grep -qF -e "$text" "$file" || fail "$file: no '$text'"; done
}

# lines FILE COUNT; first FILE LINE: the heading is exactly this
lines() { [ "$(wc -l <"$1")" -eq "$2" ] || fail "$1: $(wc -l <"$1") lines instead of $2"; }
first() { [ "$(head -n 1 "$1")" = "$2" ] || fail "$1: heading is '$(head -n 1 "$1")'"; }

# near WHAT VALUE WANTED TOLERANCE: relative
near() {
    awk -v x="$2" -v y="$3" -v t="$4" 'BEGIN { d = x - y; if (d < 0) d = -d; if (y < 0) y = -y; exit !(x != "" && d <= t * y) }' ||
        fail "$1: $2 instead of $3"
}

# appears FILE PID: until the file is there, or the process that should write it has gone, or two minutes have
appears() {
    for try in $(seq 6000); do
        [ -f "$1" ] && return
        kill -0 "$2" 2>/dev/null || break
        sleep 0.02
    done
    [ -f "$1" ]
}

# killed PID: SIGKILL to the program, and until the process that works for it, which goes with it, is gone; $status as wait says
killed() {
    kill -STOP "$1" 2>/dev/null # it starts no more processes
    works=$(ps -o pid= --ppid "$1" 2>/dev/null)
    kill -KILL "$1" 2>/dev/null
    wait "$1" 2>/dev/null
    status=$?
    for one in $works; do
        for try in $(seq 600); do
            case $(ps -o stat= -p "$one" 2>/dev/null) in "" | Z*) break ;; esac
            sleep 0.1
        done
        [ "$try" -lt 600 ] || fail "process $one goes on without its parent"
    done
}
