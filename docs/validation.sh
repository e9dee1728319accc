#!/bin/sh
# Makes docs/validation.md, on standard output, of the numbers that tests left in FOLDER (build/validation after ctest).
# usage: validation.sh FOLDER
set -eu
LC_ALL=C
export LC_ALL
cat <<'EOF'
# Validation

What others measured, published or computed, and what this program gives. Every row is checked by the test named in it, with a tolerance
that stands there; the numbers are those the tests compute, collected by `docs/validation.sh`, and a test
(`tests/cli/validation.sh`) holds this page against them. "Recalled" marks figures that were not read in the source itself.
More is checked against closed forms, tables of 40 digits and independent programs: [oracles](../tests/oracles/README.md),
[examples](../examples/README.md).

EOF
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$1"
for file in *.tsv; do
    name=${file%.tsv}
    test=tests/test_$name.c
    [ -f "$root/$test" ] || test=tests/cli/$name.sh
    sed "s|^|[$name](../$test)\t|" "$file"
done | awk -F '\t' '
function number(x) { return sprintf(x >= 1e5 || x <= -1e5 ? "%.0f" : "%.5g", x) }
function deviation(figure, ours,   d) {
    d = ours / figure - 1
    if (d < 5e-6 && d > -5e-6) return "< 0.001 %"
    return sprintf("%+.2g %%", 100 * d)
}
{
    area = $2
    if (!(area in rows)) { order[++areas] = area; rows[area] = "" }
    figure = number($6)
    if ($7 > 0) figure = figure " ± " sprintf("%.2g", $7)
    unit = $5 == "" ? "" : " " $5
    rows[area] = rows[area] sprintf("| %s | %s%s | %s%s | %s | %s | %s |\n", \
        $3, figure, unit, number($8), unit, deviation($6, $8), $4, $1)
}
END {
    for (i = 1; i <= areas; i++) {
        printf "%s## %s\n\n| case | figure | ours | deviation | source of the figure | test |\n|---|---|---|---|---|---|\n%s", \
            (i > 1 ? "\n" : ""), order[i], rows[order[i]]
    }
}'
