#!/bin/sh
# Examples of contact on a grid give what examples/dry/reference.csv says: closed forms where there are any.
# usage: sh dry_examples.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"
cd "$work" || exit 1
"$abut" list gap | grep -q quadric || { echo "built without contact on a grid"; exit 77; }
number() { sed -n "s/.*\"$1\": \([-0-9.e+]*\).*/\1/p" "$2" | head -n 1; }

count=0
for file in $(cut -d, -f1 "$root/examples/dry/reference.csv" | sed 1d | sort -u); do
    "$abut" dry "$root/examples/dry/$file.yaml" --json >"$file.json" || { fail "$file"; continue; }
    count=$((count + 1))
done
[ "$count" = 7 ] || fail "$count examples"
sed 1d "$root/examples/dry/reference.csv" >rows
while IFS=, read -r file quantity value tolerance source; do
    found=$(number "$quantity" "$file.json")
    awk -v a="$found" -v b="$value" -v t="$tolerance" 'BEGIN { d = a / b - 1; exit !(a != "" && d <= t && -d <= t) }' ||
        fail "$file: $quantity is $found, not $value ($source)"
done <rows
# the tilted roller carries its force where the moment says
at=$(sed -n 's/.*"center": \[[-0-9.e+]*, \([-0-9.e+]*\)\].*/\1/p' tilted_roller.json)
awk -v y="$at" 'BEGIN { exit !(y > 0.05 - 1e-12 && y < 0.05 + 1e-12) }' || fail "centre of the tilted roller at $at"
exit $failures
