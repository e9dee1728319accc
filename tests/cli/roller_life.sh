#!/bin/sh
# Reference life of rollers by laminae, from statics and from a run, against a script of its own; misalignment lowers it.
# usage: roller_life.sh PATH-OF-ABUT SOURCE-DIR
. "$(dirname "$0")/support/begin.sh"
cd "$work" || exit 1
command -v python3 >/dev/null || exit 77
model=$root/examples/26_roller_bearing/model.yaml
oracle=$root/tests/oracles/iso16281_roller.py
for tilt in 0 0.002; do
    succeeds static "$model" --json --set machines.brg.misalignment.y=$tilt
    cp out "static_$tilt.json"
done
python3 "$oracle" static_0.json static_0.002.json >lives || fail "statics: $(cat lives)"
# for docs/validation.md, see tests/support/validation.h: the life of the script and ours, which stands behind it
[ -z "${ABUT_VALIDATION:-}" ] || awk '
    NR == 1 { life[1] = $2; life[2] = $6 }
    NR > 1 { printf "Rating life\texample 26, rollers, %s\tcomputed: script of ISO 16281 by laminae with edge function\th\t%s\t0\t%s\n",
        (NR == 2 ? "aligned" : "2 mrad"), life[NR - 1], $2 }' lives >"$ABUT_VALIDATION/roller_life.tsv"
# a run has all positions of the cage; the standard knows no friction, which skews the rollers of a misaligned bearing
for tilt in 0 0.002; do
    succeeds run "$model" --quiet --no-report --out run_$tilt --set machines.brg.misalignment.y=$tilt \
        --set machines.brg.contact.friction.mu=1e-4
done
python3 "$oracle" --run run_0/summary.json run_0.002/summary.json >lives || fail "run: $(cat lives)"
exit "$failures"
