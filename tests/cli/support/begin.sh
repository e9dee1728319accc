# Sourced by the tests of the command line, whose arguments are the program and the source folder: $abut and $root, absolute; a
# folder for scratch, $work, that goes away at the end; `fail` counts in $failures, which is the exit status of a test.
set -u
case $1 in /*) abut=$1 ;; *) abut=$(pwd)/$1 ;; esac
root=$(cd "${2:-.}" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAIL: $*" >&2
    failures=$((failures + 1))
}
