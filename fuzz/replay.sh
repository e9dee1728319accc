#!/bin/sh
# Runs a fuzz target over its corpus and over inputs made from it: RUNS, by default 1,000 (150 damaged files, 40 to 500 solved contacts, 1,400 commands), or 20,000
# within a minute with ABUT_COMBINATIONS_ALL.
# usage: replay.sh PATH-OF-TARGET SOURCE-DIR [RUNS]
set -eu
target=$1 source=$2
name=$(basename "$target")
corpus=$source/fuzz/corpus/${name#fuzz_}
[ -n "$(ls "$corpus" 2>/dev/null)" ] || { echo "$corpus: no corpus"; exit 1; }
work=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d) # files of the target stay in memory where they can
trap 'rm -rf "$work"' EXIT
mkdir "$work/new"
runs=1000 seconds=120
case $name in
fuzz_results) runs=150 ;; # a process for each
fuzz_dry | fuzz_ehl) runs=500 ;; # contacts that are solved
fuzz_cells | fuzz_ehl_friction) runs=100 ;;
fuzz_ehl_point) runs=40 ;;
fuzz_commands) runs=1400 ;; # a third of them the commands of tests/cli
esac
[ -z "${ABUT_COMBINATIONS_ALL:-}" ] || runs=20000 seconds=60
runs=${3:-$runs}
# what the target needs of the machine is made in $work: it is gone afterwards
TMPDIR=$work "$target" -runs="$runs" -max_total_time="$seconds" -seed=1 -timeout=60 -rss_limit_mb=2048 -len_control=0 \
    -print_final_stats=1 -artifact_prefix="$work/" "$work/new" "$corpus" >"$work/said" 2>&1 || {
    grep -a -m 1 -A 100 -E "violated|ERROR: |runtime error|WARNING: MemorySanitizer" "$work/said" || tail -n 60 "$work/said"
    for file in "$work"/crash-* "$work"/timeout-* "$work"/oom-* "$work"/leak-*; do
        [ ! -f "$file" ] || { echo "$file:"; head -c 4096 "$file" | od -c | head -n 60; }
    done
    exit 1
}
grep -E "number_of_executed_units|average_exec" "$work/said"
