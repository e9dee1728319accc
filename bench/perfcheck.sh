#!/bin/sh
# Compares instructions of scenes, counted by bench_count, with those that are recorded: a tenth more is an error, a tenth less a
# reason to record them anew. Counts belong to one compiler; small differences say nothing.
# usage: sh perfcheck.sh COUNTED.json RECORDED.json [record]
set -eu

counted=$1
recorded=$2
if [ "${3:-}" = record ]; then
    cp "$counted" "$recorded"
    echo "recorded: $recorded"
    exit 0
fi
[ -z "${3:-}" ] || { echo "perfcheck: there is nothing called '$3'; record, or no word" >&2 && exit 2; }
[ -f "$recorded" ] || { echo "perfcheck: nothing is recorded: ./dev perfcheck record" >&2 && exit 1; }

# scene, tab, instructions
rows() { sed -n 's/.*"scene": *"\([^"]*\)".*"instructions": *\([0-9.e+]*\).*/\1\t\2/p' "$1"; }

rows "$recorded" >"$counted.before"
rows "$counted" | awk -F '\t' '
    NR == FNR { before[$1] = $2; next }
    !($1 in before) { printf "%-48s %14.0f  new: not recorded\n", $1, $2; next }
    {
        seen[$1] = 1
        change = 100 * ($2 / before[$1] - 1)
        word = change > 10 ? "TOO MANY" : change < -10 ? "fewer: record them" : ""
        printf "%-48s %14.0f %+8.2f %%  %s\n", $1, $2, change, word
        if (change > 10) bad++
    }
    END {
        for (scene in before) if (!(scene in seen)) { printf "%-48s was not counted\n", scene; bad++ }
        if (bad) printf "%d of the scenes are too slow or missing\n", bad
        exit bad > 0
    }' "$counted.before" -
