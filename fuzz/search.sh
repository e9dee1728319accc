#!/bin/sh
# Searches with one fuzz target: first what is known (its corpus, models of the tests, findings of earlier searches), then new
# inputs, in processes that are started again after a finding. SECONDS are those of a processor that the search itself takes: on a busy
# machine it lasts longer. Adds a line to WORK-DIR/executions.txt; findings lie in WORK-DIR/findings/NAME. Ends with 1 if there are any,
# or if nothing was executed.
# usage: search.sh PATH-OF-TARGET SOURCE-DIR WORK-DIR SECONDS; FUZZ_RUNS in the environment: at most about so many executions
set -eu
target=$1 source=$2 work=$3 seconds=$4
name=$(basename "$target")
name=${name#fuzz_}
corpus=$work/corpus/$name found=$work/findings/$name said=$work/said-$name.txt list=$work/known-$name.txt
seeds=$source/fuzz/corpus/$name
[ -n "$(ls "$seeds" 2>/dev/null)" ] || { echo "$seeds: no corpus" >&2; exit 1; }
[ "$name" != model ] || seeds="$seeds $source/tests/models/good $source/tests/models/bad"
mkdir -p "$corpus" "$found"
begun=$(date +%s)
# files of the target stay in memory where they can
scratch=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
export TMPDIR="$scratch" OPENBLAS_NUM_THREADS=1 # a second one of OpenBLAS waits busily, which is no search

# run ARGUMENT...: the target within its limits, of the clock; what matters of what it says is shown
run() {
    ended=0
    "$target" -timeout=60 -report_slow_units=60 -rss_limit_mb=2048 "$@" >"$said" 2>&1 </dev/null || ended=$?
    [ "$ended" = 0 ] || grep -aE "violated|ERROR|SUMMARY" "$said" || tail -n 5 "$said"
}

# The search leaves out known inputs that end a process, so these come first: together, one by one if that fails. Findings that are
# mended join the corpus.
red=0
# shellcheck disable=SC2086 # a list of folders
find $seeds "$found" -type f >"$list"
set --
while read -r file; do set -- "$@" "$file"; done <"$list"
run -runs=1 -artifact_prefix="$work/known-" "$@"
if [ "$ended" != 0 ]; then
    while read -r file; do
        run -runs=1 -artifact_prefix="$work/known-" "$file"
        [ "$ended" = 0 ] || { red=$((red + 1)) && echo "$file: a finding"; continue; }
        case $file in "$found"/*) mv "$file" "$corpus/" ;; esac
    done <"$list"
else
    find "$found" -type f -exec mv {} "$corpus/" \;
fi

# measure: $spent, hundredths of a second of a processor that ended processes of this shell (not of a subshell) have taken up to now
measure() {
    times >"$work/times-$name.txt"
    spent=$(awk 'NR == 2 { split($1, u, /[ms]/); split($2, k, /[ms]/); printf "%.0f", 100 * (60 * (u[1] + k[1]) + u[2] + k[2]) }' \
        "$work/times-$name.txt")
}

# libFuzzer ends by the clock: what it has not got of a processor by then is searched on, until less than a hundredth is missing
before=$(find "$found" -type f | wc -l)
failed=0 runs=0 cpu=0
measure
start=$spent
while [ $((100 * seconds - cpu)) -gt $((1 + seconds)) ]; do
    most=-1
    [ -z "${FUZZ_RUNS:-}" ] || most=$((FUZZ_RUNS - runs))
    [ -z "${FUZZ_RUNS:-}" ] || [ "$most" -gt 0 ] || break
    # shellcheck disable=SC2086
    run -fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 -max_total_time=$((seconds - cpu / 100)) -runs="$most" \
        -detect_leaks=0 -artifact_prefix="$found/" "$corpus" $seeds
    [ "$ended" = 0 ] || failed=$ended
    slice=$(sed -n 's/^#\([0-9]*\): cov.*/\1/p' "$said" | tail -n 1)
    last=$cpu
    measure
    runs=$((runs + ${slice:-0})) cpu=$((spent - start))
    [ "$cpu" -gt "$last" ] || break # it does nothing: that would go on for ever
done
# Looking for leaks takes longer than most executions: done once, over all that the search has kept.
run -runs=0 -artifact_prefix="$found/" "$corpus"
[ "$ended" = 0 ] || failed=1
finds=$((red + $(find "$found" -type f | wc -l) - before))
[ "$failed" = 0 ] || [ "$finds" != 0 ] || finds=1
took=$(($(date +%s) - begun))
printf '%-12s %10s executions %8s s of a processor (%s s in all) %6s findings\n' "$name" "$runs" "$((cpu / 100)).$((cpu / 10 % 10))" "$took" "$finds" |
    tee -a "$work/executions.txt"
[ "$finds" = 0 ] && [ "$runs" -gt 0 ]
