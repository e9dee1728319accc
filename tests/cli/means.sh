#!/bin/sh
# What a bearing carries on average is its load: the mean reaction of example 13 at rtol 1e-5, where steps are long.
# usage: means.sh PATH-OF-ABUT SOURCE-DIR
. "$(dirname "$0")/support/begin.sh"
load=500
run run "$root/examples/13_ball_bearing/model.yaml" --rtol 1e-5 --t-end 1s --set 'output.from=100 ms' --no-report --quiet --out "$work/run"
mean=$(sed -n 's/.*"reaction": {"x": {"mean": \(-[0-9.]*\),.*/\1/p' "$work/run/summary.json")
awk -v mean="$mean" -v load=$load 'BEGIN { off = (mean + load)/load; exit !(off*off < 2.5e-7) }' || fail "mean reaction $mean N, load $load N"
exit $failures
