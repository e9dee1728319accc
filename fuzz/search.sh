#!/bin/sh
# Searches with one fuzz target: first what is known (its corpus, models of the tests, findings of earlier searches), then new
# inputs, in processes that are started again after a finding. Adds a line to WORK-DIR/executions.txt; findings lie in
# WORK-DIR/findings/NAME. Ends with 1 if there are any, or if nothing was executed.
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

# run ARGUMENT...: the target within its limits; what matters of what it says is shown
run() {
    ended=0
    "$target" -timeout=20 -rss_limit_mb=2048 "$@" >"$said" 2>&1 </dev/null || ended=$?
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

before=$(find "$found" -type f | wc -l)
# shellcheck disable=SC2086
run -fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 -max_total_time="$seconds" -runs="${FUZZ_RUNS:--1}" -detect_leaks=0 \
    -artifact_prefix="$found/" "$corpus" $seeds
failed=$ended
runs=$(sed -n 's/^#\([0-9]*\): cov.*/\1/p' "$said" | tail -n 1)
# Looking for leaks takes longer than most executions: done once, over all that the search has kept.
run -runs=0 -artifact_prefix="$found/" "$corpus"
[ "$ended" = 0 ] || failed=1
finds=$((red + $(find "$found" -type f | wc -l) - before))
[ "$failed" = 0 ] || [ "$finds" != 0 ] || finds=1
took=$(($(date +%s) - begun))
times >"$work/times-$name.txt"
cpu=$(awk 'NR == 2 { split($1, u, /[ms]/); split($2, k, /[ms]/); printf "%.0f", 60 * (u[1] + k[1]) + u[2] + k[2] }' "$work/times-$name.txt")
printf '%-12s %10s executions %6s s (%s s of a processor) %6s findings\n' "$name" "${runs:-0}" "$took" "$cpu" "$finds" |
    tee -a "$work/executions.txt"
[ "$finds" = 0 ] && [ "${runs:-0}" -gt 0 ]
