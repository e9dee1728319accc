#!/bin/sh
# No code knows a type by its name. In src/ and cli/
#   - no text is compared with the name of a registered type, but for words of files that are the same by chance;
#   - such a name stands as a string, or as the type of a choice, only in the files of its own kind. Machines, too, take the types of
#     their parts by their tables (PART_TYPE).
# usage: names.sh PATH-OF-ABUT SOURCE-DIR
. "$(dirname "$0")/support/begin.sh"
cd "$root" || exit 1
for kind in surface normal damping friction film track joint function force solver machine lubricant method gap dry_solver; do
    "$abut" list "$kind" | awk '{ print $2 }'
done | sort -u >"$work/names"
[ "$(wc -l <"$work/names")" -ge 70 ] || fail "only $(wc -l <"$work/names") names"

# Names that are keys and words of model and study files, too: `fixed: true`, `scale: linear`, `offset: none` ...
words='cam|ehl|surfaces|heights|rough|fixed|flange|free|line|linear|load|none|point|ramp|random|reduced|roller|spring|table'

# ---- comparisons ----
cat >"$work/compared_allowed" <<'W'
^src/study/.*"(none|free)"
^cli/(film|ehl|ehl_wave).c:.*"(point|line)"
W
while read -r name; do
    grep -rnE "str(n?cmp|str)\([^;]*\"$name\"" src cli --include='*.[ch]'
done <"$work/names" | grep -vE -f "$work/compared_allowed" >"$work/left"
while read -r line; do fail "compares with the name of a type: $line"; done <"$work/left"

# ---- choices and other strings ----
home='^src/(surface|normal|damping|friction|film|contact/track|multibody/joint|function|force|integrate|lubricant|study/method|ehl/film_ehl|field/(gap|halfspace|pcg|pk|jacobi|lu))'
help='\.preset = "' # what is printed for people
while read -r name; do
    if echo "$name" | grep -qxE "$words"; then
        grep -rnE "(type = [^;]*|\{)\"$name\", *\{|type = [^;]*\"$name\"" src --include='*.c'
    elif [ -d "src/machine/$name" ]; then
        grep -rnE "\"$name\"" src cli --include='*.c' | grep -v "^src/machine/"
    else
        grep -rnE "\"$name\"" src cli --include='*.c'
    fi
done <"$work/names" | grep -vE "$home|$help" >"$work/left"
while read -r line; do fail "names a type: $line"; done <"$work/left"
exit "$failures"
