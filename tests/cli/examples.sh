#!/bin/sh
# Every example has its three files, its model has no errors, and the commands of its README run.
# usage: examples.sh PATH-OF-ABUT SOURCE-DIR
set -eu
abut=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$source"

count=0
for folder in examples/[0-9]*; do
    for file in model.yaml README.md reference.csv; do
        [ -s "$folder/$file" ] || { echo "$folder has no $file"; exit 1; }
    done
    grep -q "$(basename "$folder")" examples/README.md || { echo "$folder is not in examples/README.md"; exit 1; }
    sed -n 's/^\$ build\/abut run //p' "$folder/README.md" >"$work/commands"
    [ -s "$work/commands" ] || { echo "$folder/README.md shows no run"; exit 1; }
    while read -r arguments; do
        # shellcheck disable=SC2086
        "$abut" run $arguments --quiet --rtol 1e-5 --t-end 0.001 --out "$work/out" </dev/null
        [ -s "$work/out/summary.json" ]
        rm -rf "$work/out"
    done <"$work/commands"
    count=$((count + 1))
done
"$abut" check examples/[0-9]*/model.yaml >/dev/null
[ "$count" -ge 10 ]
