#!/bin/sh
# `abut cam`: table, CSV, JSON, flags, profiles from a file, failures. usage: sh cam.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"
cd "$work" || exit 1

# ends STATUS ARGUMENT...: output in out, messages in err
ends() {
    want=$1
    shift
    "$abut" cam "$@" >out 2>err
    got=$?
    [ $got = "$want" ] || fail "$*: exit $got instead of $want: $(head -3 err)"
}
# column NAME ROW: of the CSV on out, rows from 1
column() { awk -F, -v name="$1" -v row="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } NR == row + 1 { print $c }' out; }
says() { grep -qF -e "$1" err || fail "no '$1' in: $(cat err)"; }

model=$root/examples/23_cam_roller/model.yaml

# ---- the three forms ----
ends 0 "$model"
[ "$(wc -l <out)" -eq 40 ] || fail "the table has $(wc -l <out) lines"
ends 0 "$model" --csv
[ "$(wc -l <out)" -eq 721 ] || fail "the CSV has $(wc -l <out) lines"
near "force at 75 deg" "$(column force 151)" 7572.239967116521 1e-8
near "film at 75 deg" "$(column h_c 151)" 5.063094239332002e-08 1e-4 # the bearing makes the roller slip a little
near "u_cam at 75 deg" "$(column u_cam 151)" 3.2199137495115453 1e-12
ends 0 "$model" --json --rows 4
near "speed" "$(sed -n 's/.*"speed": \([^,]*\),.*/\1/p' out)" 157.07963267948966 1e-14
tr ']' '\n' <out | grep -q '"angle": \[0, 1.57' || fail "JSON: $(head -c 300 out)"
command -v python3 >/dev/null && { python3 -c 'import json, sys; json.load(sys.stdin)' <out || fail "not JSON"; }

# ---- flags ----
ends 0 "$model" --csv --rows 8 --speed '3000 rpm'
near "u_cam at 3000 rpm" "$(column u_cam 1)" 5.026548245743671 1e-12
ends 0 "$model" --csv --rows 8 --machine pump --set machines.pump.pressure.p_low=0
near "pressure" "$(column plunger_pressure 3)" 160e6 1e-12
ends 0 "$model" --speed '4500 rpm'
says "the contact is lost from the cam angle"
ends 2 "$model" --rows 0.5
says "rows: a whole number"
ends 2 "$model" --machine nobody
says "no cam_roller 'nobody'"
ends 2 "$root/examples/01_bouncing_ball/model.yaml"
says "no cam_roller"

# ---- a profile from a file: the cycloidal lift as a table, to the error of the spline ----
awk 'BEGIN { print "# measured\nangle_deg;lift_mm"; pi = atan2(0, -1)
    for (i = 0; i < 360; i += 2) {
        x = i < 150 ? i / 150 : i < 160 ? 1 : i < 290 ? (290 - i) / 130 : 0
        printf "%d;%.12f\n", i, 8.5 * (x - sin(2 * pi * x) / (2 * pi)) } }' >lift.csv
sed 's/type: cycloidal, base_radius: 16 mm,.*}/file: lift.csv, base_radius: 16 mm}/' "$model" >file.yaml
ends 0 file.yaml --csv
near "force from a file" "$(column force 151)" 7572.24 1e-3
near "curvature from a file" "$(column kappa_cam 151)" 50.9327 5e-3
sed 's/lift_mm/lift/' lift.csv >bad.csv
sed 's/lift.csv/bad.csv/' file.yaml >bad.yaml
ends 2 bad.yaml
says "there is no column 'lift_m' in the file"

# rolling without slip: both surfaces have one speed, as in the reference cycle of cam A at 75 deg
ends 0 "$root/examples/23_cam_roller/model.yaml" --csv --slide-ratio 0
near "u_sum without slip" "$(column u_sum 151)" 6.439827499023091 1e-12
near "film without slip" "$(column h_c 151)" 5.063094239332002e-08 1e-11
ends 2 "$root/examples/23_cam_roller/model.yaml" --slide-ratio 2
says "slide-ratio: a number from -1 to 1 is wanted"

[ $failures = 0 ] || { echo "$failures failure(s)" >&2; exit 1; }
