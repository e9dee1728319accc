#!/bin/sh
# Examples of friction on the cells of a pressure give what examples/cells/reference.csv says: closed forms, or solutions by other means.
# usage: sh cells_examples.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"
cd "$work" || exit 1
"$abut" list gap | grep -q quadric || { echo "built without contact on a grid"; exit 77; }

sed 1d "$root/examples/cells/reference.csv" >rows
for file in $(cut -d, -f1 rows | sort -u); do
    "$abut" run "$root/examples/cells/$file.yaml" --quiet --csv --out "$file" || fail "$file"
done
while IFS=, read -r file t object column value tolerance source; do
    found=$(awk -F, -v t="$t" -v name="$column" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next }
        { d = $1 - t; if (d < 0) d = -d; if (d < 1e-6 * t) print $c }' "$file/body_$object.csv" | tail -n 1)
    awk -v a="$found" -v b="$value" -v t="$tolerance" 'BEGIN { d = a - b; exit !(a != "" && d <= t && -d <= t) }' ||
        fail "$file: $column of $object at $t s is $found, not $value ($source)"
done <rows
# friction takes energy, and the balance closes
for file in oblique_impact partial_slip; do
    grep -q '"dissipated_friction": [0-9]' "$file/summary.json" || fail "$file: friction does not take energy"
done
exit $failures
