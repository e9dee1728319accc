#!/bin/sh
# abut export --vtk: files, counts, numbers against the CSV files of the run, bad input. usage: sh export.sh path-to-abut
. "$(dirname "$0")/support/begin.sh"
cd "$work" || exit 1

# refuses STATUS TEXT ARGUMENT...: in one line
refuses() { code=$1 && shift && refused "$code" 1 "$@"; }

# array FILE NAME TYPE: the numbers of a DataArray, one per line, without the word that counts their bytes
array() {
    sed -n "s|.*Name=\"$2\" [^>]*>\(.*\)</DataArray>.*|\1|p" "$1" | head -n 1 | base64 -d | od -A n -v -w4 -j 4 -t "$3"
}

# counted FILE NAME: that word is right
counted() {
    sed -n "s|.*Name=\"$2\" [^>]*>\(.*\)</DataArray>.*|\1|p" "$1" | head -n 1 | base64 -d >bytes
    [ "$(od -A n -N 4 -t u4 bytes | tr -d ' ')" -eq $(($(wc -c <bytes) - 4)) ] || fail "$1: length of $2"
}

# said FILE ATTRIBUTE: the number of points, verts or polys that the piece announces
said() { sed -n "s|.*$2=\"\([0-9]*\)\".*|\1|p" "$1" | head -n 1; }

# a name that would be a tag
cat >ball.yaml <<'END'
abut: 1
gravity: [0, 0, -9.81]
materials:
  rubber: {E: 10 MPa, nu: 0.4}
  stone: {rigid: true}
bodies:
  - {name: "<b>&", fixed: true}
  - {name: ball, mass: 1, inertia: [4e-3, 4e-3, 4e-3], position: [0, 0.5, 0.3], angular_velocity: [3, 0, 0]}
surfaces:
  - {name: shell, body: ball, shape: {type: sphere, radius: 0.1}, position: [0, 0, 0.02], material: rubber}
  - {name: floor, body: "<b>&", shape: plane, material: stone}
contacts:
  - {name: touch, between: [shell, floor], normal: {type: hertz, damping: {type: hunt_crossley, chi: 0.05}}}
solver: {t_end: 0.5 s}
output: {every: 5 ms}
END
succeeds run ball.yaml --csv --quiet --no-report

# ---- all rows ----
succeeds export ball.out --vtk
has out "ball.out/vtk/bodies.pvd: 2 surfaces, 1088 triangles" "ball.out/vtk/contacts.pvd" "101 steps: all rows"
for kind in bodies contacts; do
    [ "$(find ball.out/vtk -name "${kind}_*.vtp" | wc -l)" -eq 101 ] || fail "$kind: $(ls ball.out/vtk)"
    [ "$(grep -c '<DataSet ' "ball.out/vtk/$kind.pvd")" -eq 101 ] || fail "$kind.pvd"
    for file in $(sed -n 's|.*file="\([^"]*\)".*|\1|p' "ball.out/vtk/$kind.pvd"); do
        [ -s "ball.out/vtk/$file" ] || fail "$kind.pvd names $file, which is not there"
    done
done
if command -v python3 >/dev/null 2>&1; then
    python3 - ball.out/vtk/* <<'PY' || fail "not XML"
import sys, xml.etree.ElementTree as tree
for name in sys.argv[1:]: tree.parse(name)
PY
fi

# ---- bodies: the middle of the shell is 20 mm above the centre of mass, turned with the ball ----
for row in 0 17 100; do
    file=ball.out/vtk/bodies_$(printf %06d $row).vtp
    for name in Points connectivity offsets body surface; do counted "$file" $name; done
    points=$(said "$file" NumberOfPoints) polys=$(said "$file" NumberOfPolys)
    [ "$(array "$file" Points f4 | wc -l)" -eq $((3 * points)) ] || fail "$file: number of points"
    [ "$(array "$file" connectivity u4 | wc -l)" -eq $((3 * polys)) ] || fail "$file: number of corners"
    [ "$(array "$file" body d4 | wc -l)" -eq "$polys" ] || fail "$file: number of bodies"
    [ "$(array "$file" offsets u4 | tail -n 1)" -eq $((3 * polys)) ] || fail "$file: last offset"
    array "$file" connectivity u4 | awk -v n="$points" '$1 >= n { exit 1 }' || fail "$file: corner without a point"
    sed -n "$((row + 2))p" ball.out/body_ball.csv >state
    array "$file" Points f4 | head -n $((3 * 482)) | cat state - | awk '
        NR == 1 { split($0, s, ","); s2 = 2 * 0.02
            c[0] = s[2] + s2 * (s[6] * s[8] + s[5] * s[7]); c[1] = s[3] + s2 * (s[7] * s[8] - s[5] * s[6])
            c[2] = s[4] + s2 * (0.5 - s[6] * s[6] - s[7] * s[7]); next }
        { k = (NR - 2) % 3; d = $1 - c[k]; sum += d * d }
        k == 2 { r = sqrt(sum); sum = 0; n++; if (r < 0.0999999 || r > 0.1000001) bad++ }
        END { exit !(n == 482 && !bad) }' || fail "$file: the shell is not where the ball is"
done
grep -q "$(printf '60 98 62 38 0')" ball.out/vtk/bodies_000000.vtp || fail "name of the ground"

# ---- contacts: those that are closed, with the numbers of the CSV file ----
awk -F, 'NR > 1 && $2 == 1 { print NR - 2 }' ball.out/contact_touch.csv >closed
[ -s closed ] || fail "the ball never touches"
for row in 0 $(head -n 3 closed) $(tail -n 1 closed); do
    file=ball.out/vtk/contacts_$(printf %06d "$row").vtp
    count=$(grep -cx "$row" closed)
    [ "$(said "$file" NumberOfPoints)" -eq "$count" ] && [ "$(said "$file" NumberOfVerts)" -eq "$count" ] ||
        fail "$file: not $count contacts"
    for name in Points contact N p_max force a b mode slip approach connectivity offsets; do counted "$file" $name; done
    [ "$count" -eq 1 ] || continue
    { sed -n "$((row + 2))p" ball.out/contact_touch.csv
      for name in N force Points a b p_max; do array "$file" $name f4; done; } | awk '
        NR == 1 { split($0, s, ","); next }
        { d = $1 - s[NR + 3]; if (d < 0) d = -d; if (d > 1e-6 * (s[NR + 3] < 0 ? -s[NR + 3] : s[NR + 3]) + 1e-12) bad = 1 }
        END { exit !(NR == 11 && !bad) }' || fail "$file: other numbers than in contact_touch.csv"
done

# ---- fewer rows, another folder ----
succeeds export ball.out --vtk --every 30 -o some/where
has out "some/where/bodies.pvd" "5 steps: one row in 30 of 101, and the last one"
[ "$(find some/where -name '*.vtp' | wc -l)" -eq 10 ] || fail "every 30: $(ls some/where)"
has some/where/bodies.pvd 'timestep="0.14999999999999999"' 'timestep="0.5"' 'file="bodies_000004.vtp"'
cmp -s some/where/bodies_000004.vtp ball.out/vtk/bodies_000100.vtp || fail "the last step is not the last row"

# ---- bodies without surfaces are points ----
cat >points.yaml <<'END'
abut: 1
bodies:
  - {name: a, mass: 1, inertia: [1, 1, 1], position: [1, 2, 3]}
  - {name: b, mass: 1, inertia: [1, 1, 1], position: [4, 5, 6], velocity: [0, 0, 2]}
solver: {t_end: 1 s}
END
succeeds run points.yaml --quiet --no-report
succeeds export points.out --vtk --every 1000
has out "points.out/vtk/bodies.pvd: 2 bodies as points" "2 steps"
[ ! -e points.out/vtk/contacts.pvd ] || fail "contacts where there are none"
file=points.out/vtk/bodies_000001.vtp
[ "$(said $file NumberOfVerts)" -eq 2 ] || fail "$file: not two points"
array $file Points f4 | awk '{ d = $1 - (NR < 6 ? NR : 8); if (d > 1e-5 || d < -1e-5) bad = 1 } END { exit !(NR == 6 && !bad) }' ||
    fail "$file: $(array $file Points f4)"

# ---- machines: field data, an array per quantity, with the numbers of the CSV file ----
cat >bearing.yaml <<'END'
abut: 1
materials:
  steel: {E: 207 GPa, nu: 0.3, density: 7800}
bodies:
  - {name: housing, fixed: true}
  - {name: shaft, mass: 2 kg, inertia: [5e-3, 5e-3, 1e-3], drive: {speed: 3000 rpm}}
machines:
  - name: "a&b"
    type: ball_bearing
    inner: shaft
    outer: housing
    balls: {count: 8, diameter: 9.525 mm}
    pitch_diameter: 38.5 mm
    clearance: -5 um
    material: steel
forces:
  - {name: load, type: load, body: shaft, force: [1 kN, 0, 0]}
solver: {t_end: 2 ms}
output: {every: 1 ms}
END
succeeds run bearing.yaml --csv --quiet --no-report
succeeds export bearing.out --vtk
csv=$(echo bearing.out/machine_*.csv)
for row in 0 2; do
    file=bearing.out/vtk/bodies_$(printf %06d $row).vtp
    for name in fx speed ball_Q_inner ball_azimuth; do
        counted "$file" "a&#38;b/$name"
        array "$file" "a&#38;b/$name" f4 >numbers
        # heads: NAME itself, or that of every ball
        sed -n "1p;$((row + 2))p" "$csv" | awk -F, -v name=$name '
            NR == 1 { for (i = 1; i <= NF; i++) { h = $i; sub(/^ball[0-9]+_/, "ball_", h); if (h == name) at[++n] = i } next }
            { for (i = 1; i <= n; i++) print $at[i] }' >wanted
        [ "$(wc -l <wanted)" -ge 1 ] && paste wanted numbers | awk '
            { d = $1 - $2; if (d < 0) d = -d; if (NF != 2 || d > 1e-6 * ($1 < 0 ? -$1 : $1) + 1e-30) exit 1 }' ||
            fail "$file: $name is not as in the CSV file: $(paste wanted numbers)"
    done
    [ "$(array "$file" "a&#38;b/ball_Q_inner" f4 | wc -l)" -eq 8 ] || fail "$file: not eight balls"
done
if command -v python3 >/dev/null 2>&1; then
    python3 -c 'import sys, xml.etree.ElementTree as t
names = [a.get("Name") for a in t.parse(sys.argv[1]).iter("DataArray")]
sys.exit(not {"a&b/dx", "a&b/ball_p_max_outer"} <= set(names))' bearing.out/vtk/bodies_000000.vtp || fail "names of arrays"
fi

# ---- bad input ----
refuses 2 "give the folder of a run" export --vtk
refuses 2 "say what to write: --vtk" export ball.out
refuses 2 "every: a whole number of rows" export ball.out --vtk --every 0
refuses 2 "every: a whole number of rows" export ball.out --vtk --every 2.5
refuses 2 "'nowhere' cannot be opened" export nowhere --vtk
refuses 2 "is not a folder" export ball.yaml --vtk
mkdir empty && refuses 2 "there is no results.h5 in it" export empty --vtk
mkdir broken && echo nonsense >broken/results.h5
refuses 2 "it is damaged or not a file of results" export broken --vtk
echo file >taken
refuses 1 "taken" export ball.out --vtk -o taken
(ulimit -f 4 2>/dev/null && "$abut" export ball.out --vtk -o full >out 2>err)
[ $? = 1 ] || fail "full disk: exit status"
has err "'full/bodies_000000.vtp' cannot be written: File too large"
[ -z "$(ls full)" ] || fail "half a file, or a list of files that are not complete: $(ls full)"
# ---- nothing goes through links ----
mkdir linked outside
echo outside >outside/file
ln -s ../outside/file linked/bodies_000000.vtp
ln -s ../outside/file linked/contacts.pvd
succeeds export ball.out --vtk --every 50 -o linked
[ ! -L linked/bodies_000000.vtp ] && [ "$(cat outside/file)" = outside ] || fail "written through a link"
rm -rf ball.out/vtk
ln -s ../outside ball.out/vtk
refuses 1 "the folder 'ball.out/vtk' cannot be used: it is a link" export ball.out --vtk
[ "$(ls outside)" = file ] || fail "written through a folder that is a link"

[ $failures = 0 ] || exit 1
