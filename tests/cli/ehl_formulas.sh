#!/bin/sh
# docs/theory/ehl_formulas.md: it is what docs/ehl_formulas.sh makes of docs/ehl_formulas.csv, and contacts of it that are solved anew give the same.
# usage: sh ehl_formulas.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"
"$abut" ehl line --M 20 --L 10 2>&1 | grep -q 'not part of this build' && exit 77

sh "$root/docs/ehl_formulas.sh" "$abut" page >"$work/page" || fail "the page"
cmp -s "$work/page" "$root/docs/theory/ehl_formulas.md" || fail "the page is not that of the table: sh docs/ehl_formulas.sh build/abut page"
[ "$(wc -l <"$root/docs/ehl_formulas.csv")" = 105 ] || fail "rows of the table"

# same KIND M L D: films within 0.2 % (the solvers' starts may change their last digits), formulas to their five digits
same() {
    sh "$root/docs/ehl_formulas.sh" "$abut" solve "$@" >"$work/row"
    grep "^$1,$2,$3,$4," "$root/docs/ehl_formulas.csv" | paste -d, - "$work/row" | awk -F, '
        { for (i = 5; i <= 11; i++) { d = $i - $(i + 11); if (d < 0) d = -d; if (d > (i < 8 ? 2e-3 : 2e-5) * $i) exit 1 }; n++ } END { exit n != 1 }' ||
        fail "$*: $(cat "$work/row")"
}
same line 20 10 0
[ -n "${ABUT_BRIEF:-}" ] || same line 500 2.5 0
[ -n "${ABUT_BRIEF:-}" ] || same point 50 5 1
exit "$failures"
