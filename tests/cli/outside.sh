#!/bin/sh
# Files that a model or a study names lie below its folder, links followed, unless a switch allows more.
# usage: sh outside.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"
cd "$work" || exit 1
mkdir -p here/below elsewhere
cat >here/model.head <<'END'
abut: 1
gravity: [0, 0, -9.81]
bodies:
  - {name: ground, fixed: true}
  - {name: ball, mass: 1, inertia: [4e-3, 4e-3, 4e-3], position: [0, 0, 0.3]}
surfaces:
  - {name: shell, body: ball, shape: {type: sphere, radius: 0.1}, material: rubber}
  - {name: floor, body: ground, shape: plane, material: {rigid: true}}
contacts:
  - {name: touch, between: [shell, floor]}
solver: {t_end: 1 ms}
END
echo '{E: 10 MPa, nu: 0.4}' >elsewhere/rubber.yaml
cp elsewhere/rubber.yaml here/below/rubber.yaml
cp elsewhere/rubber.yaml "herebeside.yaml" # a name that begins like that of the folder
ln -s ../elsewhere/rubber.yaml here/link.yaml
ln -s ../elsewhere here/folder
ln -s below/rubber.yaml here/inside.yaml

uses() {
    cp here/model.head here/model.yaml
    echo "materials: {rubber: {use: $1}}" >>here/model.yaml
}
for name in below/rubber.yaml inside.yaml below/../below/rubber.yaml ../here/below/rubber.yaml "$work/here/below/rubber.yaml"; do
    uses "$name"
    succeeds check here/model.yaml
    (cd here && "$abut" check model.yaml >"$work/out" 2>&1) || fail "$name, in the folder itself: $(cat out)"
done
for name in ../elsewhere/rubber.yaml link.yaml folder/rubber.yaml "$work/elsewhere/rubber.yaml" ../herebeside.yaml /dev/null; do
    uses "$name"
    for command in check run static; do
        refused 2 any "lies outside of the folder that names it: --allow-outside lets it be read" $command here/model.yaml
        has err "here/model.yaml:12:27: use: '"
    done
    [ "$name" != /dev/null ] || continue
    succeeds check here/model.yaml --allow-outside
    succeeds static here/model.yaml --allow-outside
done
(cd here && "$abut" check model.yaml >"$work/out" 2>&1) && fail "in the folder itself a file outside is read"
uses ../elsewhere/rubber.yaml
succeeds run here/model.yaml --allow-outside --quiet --no-report --out seen
succeeds export seen --vtk
has out "without surfaces: the model cannot be built again"
succeeds export seen --vtk --allow-outside
has out "2 surfaces"

for command in run check static modes cam identify report export; do
    "$abut" $command --help >out 2>&1
    grep -qE '^  --allow-outside  +files' out && grep -qE '^  --plugin FILE  +a shared' out || fail "$command --help: $(cat out)"
done

# ---- a study: its models and its data ----
cp -r "$root/examples/19_identify" study
data=$(sed -n 's/.*file: *\([^,} ]*\).*/\1/p' study/study.yaml | head -n 1)
mv "study/$data" elsewhere/data.csv
ln -s ../elsewhere/data.csv "study/$data"
refused 2 any "lies outside of the folder that names it" identify study/study.yaml --out fit
has err "study/study.yaml:" "file: '"
rm "study/$data" && mv elsewhere/data.csv "study/$data"
model=$(sed -n 's/^model: *\([^ ]*\).*/\1/p' study/study.yaml | head -n 1)
mv "study/$model" elsewhere/model.yaml
ln -s ../elsewhere/model.yaml "study/$model"
refused 2 any "lies outside of the folder that names it" identify study/study.yaml --out fit
has err "study/study.yaml:" "model: '"

[ $failures = 0 ] || exit 1
