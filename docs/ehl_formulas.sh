#!/bin/sh
# Films solved beside the formulas that were fitted to such films, over Moes' numbers; incompressible, Barus' law.
# usage: ehl_formulas.sh ABUT solve [KIND M L D] >docs/ehl_formulas.csv    solves all lines (about 20 s) and asks the table of solved films for ellipses, or does so for one contact
#        ehl_formulas.sh ABUT page >docs/theory/ehl_formulas.md            the page, of docs/ehl_formulas.csv
set -eu
LC_ALL=C
export LC_ALL
abut=$1 what=$2
here=$(cd "$(dirname "$0")" && pwd)

# The contact in units for the formulas: U = 1e-11, E' = 200 GPa, R = 10 mm, l = 10 mm, u_sum = 1 m/s.
# asked KIND M L D FLAG...: the answer of abut film
asked() {
    kind=$1 M=$2 L=$3 D=$4
    shift 4
    force=$(awk "BEGIN { U = 1e-11; printf \"%.17g\", $M * 2e11 * 1e-4 * (\"$kind\" == \"line\" ? sqrt(U) : exp(0.75 * log(U))) }")
    alpha=$(awk "BEGIN { printf \"%.17g\", $L / 2e11 * exp(-log(1e-11) / 4) }")
    [ "$kind" = line ] && across="--length 0.01" || across="--rho-y $(awk "BEGIN { printf \"%.17g\", 100 * $D }")"
    # shellcheck disable=SC2086
    "$abut" film --contact "$kind" --force "$force" --rho-x 100 $across --u-sum 1 --eta0 0.02 --alpha "$alpha" --E-prime 200e9 "$@" --json
}

# film KIND M L D FLAG...: H of a formula
film() { asked "$@" | sed -n 's/.*"H": \([^,]*\).*/\1/p'; }

# ours M L N: H_c,H_min of a line on N cells
ours() { "$abut" ehl line --M "$1" --L "$2" --n "$3" --json | sed -n 's/.*"H_c": \([^,]*\),.*"H_min": \([^,]*\),.*/\1,\2/p'; }

# solved M L D: H_c,H_min of an ellipse by the table of solved films
solved() {
    asked point "$@" --law ehl_table --incompressible |
        sed -n 's/.*"H": \([^,]*\), "h_c": \([^,]*\), "h_min": \([^,]*\),.*/\1 \2 \3/p' | awk '{ printf "%.17g,%.17g", $1, $1 * $3 / $2 }'
}

# one KIND M L D: the row; n: cells, 0 of ellipses
one() {
    if [ "$1" = line ]; then
        n=800 half=$(ours "$2" "$3" 400) fine=$(ours "$2" "$3" 800)
    else
        n=0 half=$(solved "$2" "$3" "$4")
        fine=$half
    fi
    if [ "$1" = line ]; then
        first=$(film "$@" --law moes_line) second=0 third=0
    else
        first=$(film "$@" --law nvm --blend RI --incompressible) second=$(film "$@" --law nvm --blend EP --incompressible) third=0
        [ "$3" = 0 ] || third=$(film "$@" --law hamrock_dowson)
    fi
    # Richardson's limit of second order, of lines: both grids; powers of U = 1e-11 with the mean speed, G = L U^(-1/4), W = M U^(1/2) or U^(3/4)
    awk -v kind="$1" -v M="$2" -v L="$3" -v D="$4" -v n="$n" -v fine="$fine" -v half="$half" -v a="$first" -v b="$second" -v c="$third" 'BEGIN {
        split(fine, f, ","); split(half, h, ",")
        U = 1e-11; G = L * U ^ -0.25; u = U / 2
        if (kind == "line") { W = M * sqrt(U)
            b = L > 0 ? 3.06 * u ^ 0.69 * G ^ 0.56 * W ^ -0.10 / sqrt(U) : 0
            c = L > 0 ? 2.65 * u ^ 0.70 * G ^ 0.54 * W ^ -0.13 / sqrt(U) : 0
        } else { W = M * U ^ 0.75; k = 1.0339 * D ^ -0.636
            d = L > 0 ? 3.63 * u ^ 0.68 * G ^ 0.49 * W ^ -0.073 * (1 - exp(-0.68 * k)) / sqrt(U) : 0 }
        printf "%s,%g,%g,%g,%d,%.5g,%.5g,%.5g,%.5g,%.5g,%.5g\n", kind, M, L, D, n,
            f[1] + (f[1] - h[1]) / 3, f[2] + (f[2] - h[2]) / 3, a, b, c, d + 0 }'
}

if [ "$what" = solve ]; then
    if [ $# -gt 2 ]; then
        shift 2
        one "$@"
        exit
    fi
    echo "kind,M,L,D,n,H_c,H_min,formula_1,formula_2,formula_3,formula_4"
    for L in 0 2.5 5 10 15 20; do for M in 2 5 10 20 50 100 200 500 1000; do one line $M $L 0; done; done
    for L in 0 5 10 20; do for M in 5 10 20 50 100 200 500 1000; do one point $M $L 1; done; done
    for D in 0.1 0.2 0.5; do for M in 20 100 500; do for L in 5 15; do one point $M $L $D; done; done; done
    exit
fi

# table KIND D FORMULA(column) OURS(column): deviations of a formula in % (0: the film itself), rows of L, columns of M
table() {
    awk -F, -v kind="$1" -v D="$2" -v f="$3" -v o="$4" 'NR > 1 && $1 == kind && $4 == D { L[$3]; M[$2]; v[$3, $2] = f ? ($f > 0 ? sprintf("%+.1f", 100 * ($f / $o - 1)) : "") : sprintf("%.3f", $o)
        if (!($3 in seenL)) { seenL[$3]; order[++nl] = $3 }; if (!($2 in seenM)) { seenM[$2]; col[++nm] = $2 } }
        END { printf "| $L$ \\ $M$ |"; for (j = 1; j <= nm; j++) printf " %s |", col[j]; printf "\n|---|"; for (j = 1; j <= nm; j++) printf "---|"; print ""
            for (i = 1; i <= nl; i++) { printf "| %s |", order[i]; for (j = 1; j <= nm; j++) printf " %s |", v[order[i], col[j]]; print "" } }' "$here/ehl_formulas.csv"
}
# worst KIND D FORMULA OURS: least and greatest deviation
worst() {
    awk -F, -v kind="$1" -v D="$2" -v f="$3" -v o="$4" 'NR > 1 && $1 == kind && ($4 == D || D == "") && $f > 0 { e = 100 * ($f / $o - 1); if (!n++ || e < a) a = e; if (n == 1 || e > b) b = e }
        END { printf "%+.0f to %+.0f %%", a, b }' "$here/ehl_formulas.csv"
}
cat <<EOF
# Film formulas beside films that were solved

Formulas of the literature against [line](ehl_line.md) and [point contacts](ehl_point.md) solved by this program, over the plane of Moes' numbers: by how many
per cent a formula is above (+) or below (-) the solution. Incompressible oil, Barus' law, isothermal, Newtonian, flooded: what the formulas by Moes and by
Nijenbanning, Venner and Moes were made for. Dowson, Higginson, Hamrock and Toyoda had compressible oil, whose central films are thinner by its density ratio, up to
20 %: their deviation contains that.

Made by

\`\`\`sh
sh docs/ehl_formulas.sh build/abut solve >docs/ehl_formulas.csv     # solves all contacts; with "line 20 10 0" behind it, one
sh docs/ehl_formulas.sh build/abut page >docs/theory/ehl_formulas.md
\`\`\`

Lines on 400 and 800 cells, extrapolated with second order; \$H_c\$ is the film where \$dp/dx = 0\$. Ellipses by the [table of solved films](ehl_table.md), whose nodes are
solved flooded and led to the limit of fine grids and wide domains, with the error stated there; \$H_c\$ is the film in the middle (of light contacts where the pressure is greatest).
\`tests/cli/ehl_formulas.sh\` makes some of them anew.

| formula | film | deviation in these tables |
|---|---|---|
| \`moes_line\` | central, line | $(worst line 0 8 6) |
| Dowson and Toyoda (1979), \$3.06\\,U^{0.69}G^{0.56}W^{-0.10}\$ | central, line | $(worst line 0 9 6) |
| Dowson and Higginson (1968), \$2.65\\,U^{0.70}G^{0.54}W^{-0.13}\$ | least, line | $(worst line 0 10 7) |
| \`nvm\`, \`blend: RI\` | central, point | $(worst point 1 8 6); ellipses $(worst point 0.1 8 6), \$D\$ = 0.1 |
| \`nvm\`, \`blend: EP\` | central, point | $(worst point 1 9 6); ellipses $(worst point 0.1 9 6), \$D\$ = 0.1 |
| \`hamrock_dowson\` (1977), \$2.69\\,U^{0.67}G^{0.53}W^{-0.067}(1 - 0.61e^{-0.73k})\$ | central, point | $(worst point 1 10 6) |
| Hamrock and Dowson (1977), \$3.63\\,U^{0.68}G^{0.49}W^{-0.073}(1 - e^{-0.68k})\$ | least, point | $(worst point 1 11 7) |

\$U = \\eta_0 \\frac{u_1 + u_2}{2}/(E'R)\$ in the power laws, which say nothing for \$\\alpha = 0\$ (\$L = 0\$). Constants of the power laws were read in secondary sources
(tribonet.org's film calculator; shipcalculators.com; open-source tribology code), those of \`nvm\` are recalled ([films](lubrication_film.md)).

## Line contact: solved

\$H_c\$:

$(table line 0 0 6)

\$H_{min}\$:

$(table line 0 0 7)

## Line contact: formulas

Moes, central film, %:

$(table line 0 8 6)

Dowson and Toyoda, central film, %:

$(table line 0 9 6)

Dowson and Higginson, least film, %:

$(table line 0 10 7)

## Circle: solved

\$H_c\$:

$(table point 1 0 6)

\$H_{min}\$:

$(table point 1 0 7)

## Circle: formulas

Nijenbanning, Venner and Moes, \`blend: RI\`, %:

$(table point 1 8 6)

\`blend: EP\`, %:

$(table point 1 9 6)

Hamrock and Dowson, central film at \$U = 10^{-11}\$, %:

$(table point 1 10 6)

Hamrock and Dowson, least film at \$U = 10^{-11}\$, %:

$(table point 1 11 7)

## Ellipses

\`blend: RI\`, \$D\$ = 0.5, 0.2, 0.1, %:

$(table point 0.5 8 6)

$(table point 0.2 8 6)

$(table point 0.1 8 6)

\`blend: EP\`, \$D\$ = 0.5, 0.2, 0.1, %:

$(table point 0.5 9 6)

$(table point 0.2 9 6)

$(table point 0.1 9 6)

Hamrock and Dowson, central film, \$D\$ = 0.5, 0.2, 0.1, %:

$(table point 0.5 10 6)

$(table point 0.2 10 6)

$(table point 0.1 10 6)
EOF
