#!/bin/sh
# Plug-ins: the code of docs/howto/plugin.md and of examples/plugin is built with plain cc against include/ alone, needs no symbol
# of the library, and its types work in models; what is no plug-in, or does not fit, is refused with a sentence.
# usage: plugin.sh PATH-OF-ABUT SOURCE-DIR
. "$(dirname "$0")/support/begin.sh"
cd "$work" || exit 1
compile="${CC:-cc} -std=c17 -O2 -Wall -Wextra -Werror -fPIC -shared -I$root/include"

# made NAME FILE FLAG...: NAME.so
made() {
    name=$1 file=$2
    shift 2
    # shellcheck disable=SC2086 # a list of flags
    $compile "$@" "$file" -o "$name.so" >log 2>&1 || { cat log; fail "$name.so cannot be built"; }
}

# ---- builds, and what it asks for from outside ----
made skid "$root/examples/plugin/skid.c" -DABUT_PLUGIN
awk '/^```c$/ && !done { on = 1; next } /^```/ { done = done || on; on = 0 } on' "$root/docs/howto/plugin.md" >page.c
made page page.c -DABUT_PLUGIN
made built_in page.c -c # the same file as part of a library
for so in skid page; do
    readelf --dyn-syms -W $so.so >symbols || fail "readelf"
    grep -w UND symbols | grep abut_ && fail "$so.so asks for symbols of the library"
    grep -v -w UND symbols | grep -q abut_plugin_entry || fail "$so.so has no entry"
    [ "$(grep -v -w UND symbols | grep -c abut_)" = 1 ] || fail "$so.so shows more than its entry"
done

# ---- list, show, schema, check ----
"$abut" list friction --plugin skid.so | grep -q '^friction  drag ' || fail "list"
"$abut" list friction | grep -q drag && fail "a plug-in is not kept"
"$abut" show surface/dish --plugin ./skid.so | grep -q 'radius of curvature at the bottom' || fail "show"
"$abut" schema --plugin skid.so | grep -q '"force.middle"' || fail "schema"
"$abut" schema | grep -q '"force.middle"' && fail "schema without the plug-in"
"$abut" check "$root/examples/plugin/skid.yaml" --plugin "$work/skid.so" >/dev/null || fail "check"
"$abut" check "$root/examples/plugin/skid.yaml" 2>err && fail "check without the plug-in"
grep -q "there is no surface 'dish'" err || fail "check without the plug-in says: $(cat err)"

# ---- a lubricant: the second block of the page ----
awk '/^<!-- lubricant -->$/ { here = 1 } /^```c$/ && here { on = 1; next } /^```/ { if (on) here = 0; on = 0 } on' \
    "$root/docs/howto/plugin.md" >oil.c
made oil oil.c -DABUT_PLUGIN
readelf --dyn-syms -W oil.so | grep -w UND | grep abut_ && fail "oil.so asks for symbols of the library"
"$abut" list lubricant --plugin oil.so | grep -q '^lubricant  gear_oil  .*150 mm^2/s at 40 degC' || fail "list lubricant"
"$abut" show gear_oil --plugin oil.so | grep -qx 'nu40: 150 mm^2/s' || fail "show gear_oil"
"$abut" schema --plugin oil.so | grep -q '"gear_oil"' || fail "schema with a lubricant"
sed 's/grade: iso_vg_68/grade: gear_oil/' "$root/examples/24_ball_on_disc/model.yaml" >disc.yaml
grep -q gear_oil disc.yaml || fail "disc.yaml"
# the grade is what it stands for
sed 's/{grade: gear_oil, /{nu40: 150 mm^2\/s, nu100: 15 mm^2\/s, density: 890, alpha: 2.1e-8, tau0: 5e6, limit_slope: 0.05, /' disc.yaml >same.yaml
"$abut" check disc.yaml 2>err && fail "a lubricant without its plug-in"
grep -q "there is no lubricant 'gear_oil'" err || fail "a lubricant without its plug-in: $(cat err)"
for model in disc same; do
    "$abut" run $model.yaml --plugin oil.so --set solver.t_end=0.01 --csv --quiet --no-report --out $model.out >log 2>&1 || { cat log; fail "run $model"; }
done
for file in disc.out/contact_*.csv; do
    cmp -s "$file" "same.out/${file##*/}" || fail "the lubricant of the plug-in: $file"
done

# ---- identify ----
cp -r "$root/examples/19_identify" study
sed 's/\(between: .*\)}$/\1, friction: {type: drag, k: 0.01}}/; t; s/^\( *\)between: .*/&\n\1friction: {type: drag, k: 0.01}/' \
    "$root/examples/19_identify/model.yaml" >study/model.yaml
grep -q drag study/model.yaml || fail "study/model.yaml"
"$abut" identify study/study.yaml --plugin skid.so --max-evaluations 3 --quiet --no-report --out fit >log 2>&1 || { cat log; fail "identify"; }
"$abut" identify study/study.yaml --max-evaluations 3 --quiet --no-report --out fit2 >log 2>&1 && fail "identify without the plug-in"
grep -q "there is no friction law 'drag'" log || fail "identify without the plug-in: $(cat log)"

# ---- runs: last TABLE COLUMN: the last row of a CSV file ----
run() {
    "$abut" run "$1" --plugin skid.so --plugin page.so --csv --quiet --out out >log 2>&1 || { cat log; fail "run $1"; }
}
last() { awk -F, -v want="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == want) c = i } { x = $c } END { print x }' "out/$1.csv"; }
near() {
    awk "BEGIN { d = ($2) - ($3); if (d < 0) d = -d; exit !(\"$2\" != \"\" && d <= $4) }" </dev/null ||
        fail "$1: $2, expected $3"
}
run "$root/examples/plugin/skid.yaml"
[ -s out/summary.json ] || fail "no summary"
if [ -s out/report.html ]; then
    "$abut" report out --plugin skid.so -o again.html >/dev/null || fail "report"
    "$abut" report out -o without.html >/dev/null || fail "report without the plug-in"
    [ "$(wc -c <again.html)" -gt "$(wc -c <without.html)" ] || fail "a page without the plug-in has shapes"
fi
"$abut" export out --vtk --plugin skid.so >/dev/null || fail "export"

# force: x = cos(sqrt(k/m) t)
cat >force.yaml <<'Y'
abut: 1
bodies: [{name: bob, mass: 2, inertia: [1, 1, 1], position: [1, 0, 0]}]
forces: [{name: pull, type: middle, body: bob, k: 8 N/m}]
solver: {t_end: 1 s, rtol: 1e-9}
output: {every: 0.5 s}
Y
run force.yaml
near "force" "$(last body_bob x)" "-0.41614683654714241" 1e-7 # cos 2

# friction: a ball on a rail, v = v0 exp(-k t/m)
cat >friction.yaml <<'Y'
abut: 1
gravity: [0, 0, -9.81]
bodies:
  - {name: ground, fixed: true}
  - {name: ball, mass: 0.5, inertia: [1e-4, 1e-4, 1e-4], position: [0, 0, 0.0099], velocity: [2, 0, 0]}
surfaces:
  - {name: floor, body: ground, shape: plane, material: {E: 10 GPa, nu: 0.3}}
  - {name: skin, body: ball, shape: {type: sphere, radius: 10 mm}, material: {E: 10 GPa, nu: 0.3}}
joints: [{name: rail, type: prismatic, parent: ground, child: ball, position: [0, 0, 0.01], orientation: {axis: [0, 1, 0], angle: 90 deg}}]
contacts: [{name: touch, between: [floor, skin], friction: {type: drag, k: 0.25 N s/m}}]
solver: {t_end: 2 s, rtol: 1e-8}
output: {every: 1 s}
Y
run friction.yaml
near "friction" "$(last body_ball vx)" "0.73575888234288464" 1e-6 # 2/e

# surface: at the bottom of a dish a ball lies as deep as in a bowl of the same radius
for shape in 'type: dish' 'type: sphere, side: inside'; do
    cat >surface.yaml <<Y
abut: 1
gravity: [0, 0, -9.81]
bodies:
  - {name: ground, fixed: true}
  - {name: ball, mass: 0.5, inertia: [1e-4, 1e-4, 1e-4], position: [0, 0, 0.01]}
surfaces:
  - {name: floor, body: ground, shape: {$shape, radius: 50 mm}, material: {E: 1 GPa, nu: 0.3}, position: [0, 0, $([ "$shape" = 'type: dish' ] && echo 0 || echo 0.05)]}
  - {name: skin, body: ball, shape: {type: sphere, radius: 10 mm}, material: {E: 1 GPa, nu: 0.3}}
contacts: [{name: touch, between: [floor, skin], normal: {type: hertz, damping: 50}}]
solver: {t_end: 0.2 s, rtol: 1e-8}
output: {every: 0.1 s}
Y
    run surface.yaml
    z=$(last body_ball z)
    [ "$shape" = 'type: dish' ] && first=$z
done
near "surface" "$first" "$z" 1e-12

# ---- refused, with exit status 2 ----
refused() {
    want=$1
    shift
    "$abut" list "$@" >out.txt 2>err
    [ $? = 2 ] || fail "$*: not refused"
    grep -q "$want" err || fail "$*: $(cat err)"
    [ -s out.txt ] && fail "$*: something stands on standard output"
}
echo 'nothing' >text.so
refused "plug-in 'text.so': " --plugin text.so
refused "plug-in 'absent.so': " --plugin absent.so
refused "needs a value" --plugin
echo 'int other(void); int other(void) { return 1; }' >empty.c
made empty empty.c
refused 'has no entry abut_plugin_entry: it is no plug-in' --plugin empty.so
sed 's/^#include "abut\/plugin.h"/&\n#undef ABUT_PLUGIN_ABI\n#define ABUT_PLUGIN_ABI 999/' page.c >abi.c
made abi abi.c -DABUT_PLUGIN
refused 'does not work with ABI' --plugin abi.so
sed 's/^#include "abut\/plugin.h"/&\n#undef ABUT_PLUGIN_LAYOUT\n#define ABUT_PLUGIN_LAYOUT 7/' page.c >layout.c
made layout layout.c -DABUT_PLUGIN
refused 'layout 7.*compile it again' --plugin layout.so
refused "there is already a friction law 'drag'" --plugin skid.so --plugin page.so --plugin skid.so
sed 's/{"friction", "[a-z_]*"/{"friction", "coulomb"/' page.c >twice.c
made twice twice.c -DABUT_PLUGIN
refused "there is already a friction law 'coulomb'" --plugin twice.so
sed 's/{"friction", /{"solver", /' page.c >kind.c
made kind kind.c -DABUT_PLUGIN
refused "of the kind 'solver', which plug-ins cannot bring" --plugin kind.so
sed 's/^    \.force = .*//' page.c >slot.c
$compile -Wno-unused-function -DABUT_PLUGIN slot.c -o slot.so
refused 'leaves out a slot or value that is not optional' --plugin slot.so
sed 's/\.nu40 = 150e-6/.nu40 = 15e-7/' oil.c >thin.c
made thin thin.c -DABUT_PLUGIN
refused "lubricant 'gear_oil' leaves out a slot or value" --plugin thin.so

# a model cannot load one
printf 'abut: 1\nplugin: skid.so\n' >asks.yaml
"$abut" check asks.yaml 2>err && fail "a model loads a plug-in"
grep -q "there is no key 'plugin'" err || fail "asks.yaml: $(cat err)"
exit "$failures"
