#!/bin/sh
# No code knows a type by its name. In src/ and cli/
#   - no text is compared with the name of a registered type, but for words of files that are the same by chance;
#   - such a name stands as a string, or as the type of a choice, only in the files of types and in those of machines, which choose
#     the types of their parts as a model does.
# usage: names.sh PATH-OF-ABUT SOURCE-DIR
. "$(dirname "$0")/support/begin.sh"
cd "$root" || exit 1
for kind in surface normal damping friction film track joint function force solver; do
    "$abut" list "$kind" | awk '{ print $2 }'
done | sort -u >"$work/names"
[ "$(wc -l <"$work/names")" -ge 55 ] || fail "only $(wc -l <"$work/names") names"

# Names that are keys and words of model and study files, too: `fixed: true`, `scale: linear`, `offset: none` ...
words='cam|fixed|free|line|linear|load|none|point|ramp|reduced|roller|spring|table'

# ---- comparisons ----
cat >"$work/compared_allowed" <<'W'
^src/study/.*"(none|free)"
^cli/film.c:.*"(point|line)"
W
while read -r name; do
    grep -rnE "str(n?cmp|str)\([^;]*\"$name\"" src cli --include='*.[ch]'
done <"$work/names" | grep -vE -f "$work/compared_allowed" >"$work/left"
while read -r line; do fail "compares with the name of a type: $line"; done <"$work/left"

# ---- choices and other strings ----
home='^src/(surface|normal|damping|friction|film|contact/track|multibody/joint|function|force|integrate|machine)'
machines='^src/model/(cam|bearing|roller|wedge|machine)' # their keys
help='\.preset = "'                                         # what is printed for people
while read -r name; do
    if echo "$name" | grep -qxE "$words"; then
        grep -rnE "(type = [^;]*|\{)\"$name\", *\{|type = [^;]*\"$name\"" src --include='*.c'
    else
        grep -rnE "\"$name\"" src cli --include='*.c'
    fi
done <"$work/names" | grep -vE "$home|$machines|$help" >"$work/left"
while read -r line; do fail "names a type: $line"; done <"$work/left"
exit "$failures"
