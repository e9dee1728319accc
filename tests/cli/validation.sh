#!/bin/sh
# docs/validation.md against the numbers of the tests that have run in this build: the same rows (of brief tests: some), and ours within one percent.
# usage: validation.sh PATH-OF-ABUT SOURCE-DIR
. "$(dirname "$0")/support/begin.sh"
folder=$(dirname "$abut")/validation
page=$root/docs/validation.md
[ -n "$(find "$folder" -name '*.tsv' 2>/dev/null)" ] || exit 77 # none of them has run
sh "$root/docs/validation.sh" "$folder" >"$work/now" || fail "docs/validation.sh"
# a row is known by its case, figure, source and test
rows() { grep '^| .*(../tests/' "$1" | awk -F ' [|] ' '{ print $1 "@" $2 "@" $5 "@" $6 "\t" $3 }'; }
rows "$page" >"$work/page.rows"
rows "$work/now" >"$work/now.rows"
ran=$(cd "$folder" && ls ./*.tsv | sed 's|^./||; s|[.]tsv$||')
for name in $ran; do
    awk -F '\t' -v test="@[$name](" -v here="$work/page.rows" -v brief="${ABUT_BRIEF:-}" '
        function value(x) { sub(/ .*/, "", x); return x + 0 }
        BEGIN { while ((getline line < here) > 0) { split(line, part, "\t"); if (index(line, test)) page[part[1]] = part[2] } }
        index($0, test) {
            if (!($1 in page)) { print "not on the page: " $1; bad = 1; next }
            a = value($2); b = value(page[$1]); d = a > b ? a - b : b - a
            if (d > 0.01 * (b < 0 ? -b : b)) { print $1 ": " $2 " now, " page[$1] " on the page"; bad = 1 }
            delete page[$1]
        }
        END { if (!brief) for (row in page) { print "no test says: " row; bad = 1 }; exit bad }' "$work/now.rows" >"$work/out" ||
        fail "docs/validation.md is not current, see docs/validation.sh ($name): $(cat "$work/out")"
done
exit "$failures"
