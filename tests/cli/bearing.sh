#!/bin/sh
# Ball bearings from the command line: statics against known figures, files of a run, laws of single contacts.
# usage: sh bearing.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"
cd "$work" || exit 1

runs() {
    "$abut" "$@" >out 2>err || fail "$*: exit $?: $(head -3 err)"
}

eight=$root/examples/13_ball_bearing/model.yaml
angular=$root/examples/14_angular_contact/model.yaml

# ---- statics ----
# displaced AXIS: of the inner ring, um; ball COLUMN: of the first ball, in the text of the last `static`
displaced() { sed -n 's/.*displacement \[um\] *\([^,]*\),.*/\1/p' out | awk -v i="$1" '{ print $i }'; }
ball() { awk -v i="$1" '$1 == 1 && NF == 9 { print $i; exit }' out; }

# exact on the tori, two independent computations agree; planar theory 14.0990 um, 543.214 N
runs static "$eight" --set machines.brg.clearance=0 --set forces.load.force.0=1000 --at-rest
near "eight balls, displacement" "$(displaced 1)" 14.10288 1e-5
near "eight balls, largest load" "$(ball 3)" 543.439 2e-6
# the 218 bearing of the literature: at rest, and at 10,000 rpm without gyroscopic moment
runs static "$angular" --at-rest
near "218 at rest, displacement" "$(displaced 3)" 36.00 3e-3
near "218 at rest, angle" "$(ball 5)" 41.498 3e-3
runs static "$angular"
near "218 at speed, inner load" "$(ball 3)" 1502.6 3e-3
near "218 at speed, outer load" "$(ball 4)" 1968.2 3e-3
near "218 at speed, inner angle" "$(ball 5)" 47.77 3e-3
near "218 at speed, outer angle" "$(ball 6)" 34.42 3e-3
# with gyroscopic moment carried by the outer race: the equations of examples/14_angular_contact/README.md
runs static "$angular" --set machines.brg.control=outer
near "218, outer control, inner angle" "$(ball 5)" 49.950 1e-3
near "218, outer control, outer angle" "$(ball 6)" 31.331 1e-3
# turned round: thrust along -z
runs static "$angular" --set machines.brg.thrust=-z --set 'forces.thrust.force=[0, 0, -17.8 kN]'
near "218 turned round, inner load" "$(ball 3)" 1502.6 3e-3
runs static "$eight" --json
if command -v python3 >/dev/null 2>&1; then
    python3 - out <<'PY' || fail "JSON of statics"
import json, sys
m = json.load(open(sys.argv[1]))["machines"]["brg"]
assert len(m["balls"]) == 8 and len(m["stiffness"]) == 5 and all(len(row) == 5 for row in m["stiffness"])
for key in "azimuth", "Q_inner", "Q_outer", "angle_inner", "angle_outer", "p_max_inner", "p_max_outer":
    assert key in m["balls"][0], key
PY
fi

# ---- files of a run ----
# (an axial load, so that no column of the rings is rounding alone)
runs run "$eight" --csv --t-end 0.01 --every 0.0005 --set output.from=0 --set forces.load.force.2=50 --out res
for file in machine_brg.csv spectrum_brg.csv body_brg.ball8.csv contact_brg.ball8.outer.csv results.h5 summary.json; do
    [ -s "res/$file" ] || fail "no $file"
done
head -n 1 res/machine_brg.csv | grep -q '^t,dx,dy,dz,tilt_x,tilt_y,fx,fy,fz,.*,ball1_Q_inner,ball2_Q_inner,.*,ball8_slip_outer,' ||
    fail "heading of machine_brg.csv: $(head -n 1 res/machine_brg.csv)"
[ "$(wc -l <res/machine_brg.csv)" -eq 22 ] || fail "rows of machine_brg.csv"
awk -F, 'NR == 1 { n = NF } NF != n { exit 1 }' res/machine_brg.csv || fail "fields of machine_brg.csv"
head -n 1 res/spectrum_brg.csv | grep -q '^frequency,fx,' || fail "heading of spectrum_brg.csv"
# 21 rows, padded to 32: the sum over the rows with Hann's window, weighted mean taken out, at 17 frequencies 1/(32 x 0.5 ms) apart
for name in fx dz; do
    awk -F, -v name="$name" '
        FNR == 1 { file++; for (i = 1; i <= NF; i++) if ($i == name) k = i; next }
        file == 1 { x[n++] = $k; next }
        { f[m] = $1; a[m++] = $k }
        END {
            two_pi = 8 * atan2(1, 1)
            for (j = 0; j < n; j++) { w[j] = 1 - cos(two_pi * (j + 0.5) / n); mean += w[j] * x[j] / n }
            for (i = 0; i < m; i++) {
                re = im = 0
                for (j = 0; j < n; j++) {
                    re += w[j] * (x[j] - mean) * cos(two_pi * i * j / 32)
                    im += w[j] * (x[j] - mean) * sin(two_pi * i * j / 32)
                }
                want = (i == 0 || i == 16 ? 1 : 2) * sqrt(re * re + im * im) / n
                most = want > most ? want : most; d = a[i] - want; off = d > off ? d : -d > off ? -d : off
                g = f[i] - i * 62.5; if (g * g > 1e-12) bad = 1
            }
            exit !(n == 21 && m == 17 && !bad && most > 0 && off < 1e-9 * most)
        }' res/machine_brg.csv res/spectrum_brg.csv || fail "spectrum of $name"
done
# a column of a machine is what the body and the contact say
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "ball3_Q_inner") k = i } END { print $k }' res/machine_brg.csv >a
tail -n 1 res/contact_brg.ball3.inner.csv | cut -d, -f5 >b
cmp -s a b || fail "load of ball 3: $(cat a) and $(cat b)"
grep -q '"machines": {"brg": {"type": "ball_bearing", .*"balls": 8,' res/summary.json || fail "machines of summary.json"
grep -q '^brg (ball_bearing)$' out || fail "what is printed: $(cat out)"
if command -v python3 >/dev/null 2>&1; then
    python3 - out <<'PYTHON' || fail "the greatest load is not one number everywhere"
import json, sys
summary = json.load(open("res/summary.json"))
brg = summary["machines"]["brg"]
for race in "inner", "outer":
    contacts = [c["max_N"] for name, c in summary["contacts"].items() if name.endswith("." + race)]
    most = brg["races"][race]["Q"]["max"]
    assert abs(most - max(contacts)) <= 1e-6 * most and most == brg["damage"][race]["load_max"], race
    assert most == max(brg["parts"]["ball"]["Q_" + race]["max"])
cards = {c["label"]: c["value"] for c in brg["headline"]}
assert cards["Greatest ball load"] == max(brg["races"][r]["Q"]["max"] for r in ("inner", "outer"))
printed = [line.split() for line in open(sys.argv[1]) if "Greatest ball load" in line]
assert printed[0][-2] == "%.6g" % cards["Greatest ball load"]
PYTHON
fi
# files of an earlier run go, files of the user stay
echo mine >res/machine_notes.csv
runs run "$eight" --quiet --t-end 1e-4 --out res
[ ! -e res/machine_brg.csv ] && [ ! -e res/spectrum_brg.csv ] || fail "CSV files of an earlier run stay"
[ "$(cat res/machine_notes.csv)" = mine ] || fail "a file of the user is gone"
# statistics count from output.from on
runs run "$eight" --quiet --t-end 0.01 --every 0.0005 --set 'output.from=5 ms' --out res
grep -q '"from": 0.005[0-9]*, "to": 0.01[0-9]*,' res/summary.json || fail "output.from is not heeded"

# ---- laws of a single contact ----
runs run "$eight" --quiet --csv --t-end 1e-5 --out one --set 'contacts."brg.ball1.inner".normal={type: fixed_stiffness, e: 1}'
awk -F, 'NR == 2 { exit !($5 < 1e-6) }' one/contact_brg.ball1.inner.csv || fail "the law of one contact is not changed"
awk -F, 'NR == 2 { exit !($5 > 10) }' one/contact_brg.ball2.inner.csv || fail "the law of another contact is changed"
# and what the entry leaves out stays: mu alone does not take v_s and patch away
cat >laws.yaml <<'END'
contacts: [{name: brg.ball1.inner, friction: {mu: 0.1}, normal: {type: hertz}}]
END
runs run "$eight" --quiet --csv --t-end 2e-3 --out plain
runs run "$eight" --quiet --csv --t-end 2e-3 --out same --set 'contacts="x"' --set "contacts=$(sed 's/contacts: //' laws.yaml)"
cmp -s plain/machine_brg.csv same/machine_brg.csv || fail "an entry that changes nothing changes the run"
# so does a parameter that the law cannot do without, for one contact and for all of a bearing
runs run "$eight" --quiet --csv --t-end 2e-3 --out same --set 'contacts="x"' --set 'contacts=[{name: brg.ball1.inner, friction: {v_s: 1 mm/s}}]'
cmp -s plain/machine_brg.csv same/machine_brg.csv || fail "v_s of one contact as it is changes the run"
runs run "$eight" --quiet --csv --t-end 2e-3 --out same --set 'machines.brg.contact.friction.v_s=1 mm/s'
cmp -s plain/machine_brg.csv same/machine_brg.csv || fail "v_s of the bearing as it is changes the run"
runs check "$eight" --set 'machines.brg.contact={friction: {patch: point}}'

[ $failures = 0 ] || { echo "$failures failure(s)" >&2; exit 1; }
echo "bearing: ok"
