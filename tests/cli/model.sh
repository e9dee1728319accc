#!/bin/sh
# Model files: `abut check` on good, malformed and hostile ones, --set, `abut schema`.
# usage: sh model.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"
models=$root/tests/models
# Sanitizers reserve more addresses than any limit allows.
memory=1000000
grep -q __asan_init "$abut" && memory=unlimited
keys=100000 bodies=10000
[ -z "${ABUT_BRIEF:-}" ] || keys=10000 bodies=1000 # large models, where every access is watched

# check ARGUMENT...: in bounded time and memory
check() {
    (
        # shellcheck disable=SC3045 # every shell of interest has it
        ulimit -v $memory && ulimit -t 40
        exec timeout 200 "$abut" check "$@"
    ) >"$work/out" 2>"$work/err"
    status=$?
}

# accepts ARGUMENT...
accepts() {
    check "$@"
    [ $status = 0 ] || fail "$*: exit $status: $(head -3 "$work/err")"
    [ ! -s "$work/err" ] || fail "$*: message on standard error"
    grep -q ': no errors$' "$work/out" || fail "$*: answer '$(cat "$work/out")'"
}

# Every line on standard error is FILE:LINE:COLUMN: MESSAGE.
formatted() {
    [ -s "$work/err" ] || fail "$1: no message"
    grep -vqE '^.+:[1-9][0-9]*:[1-9][0-9]*: .+' "$work/err" &&
        fail "$1: line without a place: $(grep -vE '^.+:[1-9][0-9]*:[1-9][0-9]*: .+' "$work/err" | head -1)"
}

# refuses TEXT ARGUMENT...: exit 2, TEXT in the messages, nothing on standard output
refuses() {
    text=$1
    shift
    check "$@"
    [ $status = 2 ] || fail "$*: exit $status instead of 2"
    [ ! -s "$work/out" ] || fail "$*: something on standard output"
    formatted "$*"
    grep -qF -e "$text" "$work/err" || fail "$*: no '$text' in: $(head -3 "$work/err")"
}

# survives FILE...: exit 0 or 2, whatever the files hold
survives() {
    check "$@"
    [ $status = 0 ] || [ $status = 2 ] || fail "$*: exit $status"
    [ $status = 0 ] || formatted "$*"
}

# ---- the corpus: each bad file says in its first lines what is expected where ----
cd "$models/bad" || exit 1
set -- *.yaml
check "$@"
[ $status = 2 ] || fail "bad files: exit $status instead of 2"
[ ! -s "$work/out" ] || fail "bad files accepted: $(cat "$work/out")"
[ $# -ge 60 ] || fail "only $# malformed files"
LC_ALL=C awk -v said="$work/err" '
    BEGIN {
        while ((getline line <said) > 0) {
            if (line !~ /^[^:]+:[1-9][0-9]*:[1-9][0-9]*: ./) print "line without a place: " line
            name = line
            sub(/:.*/, "", name)
            lines[name] = lines[name] line "\n"
        }
    }
    FNR == 1 { inside = 1 }
    !/^# expect / { inside = 0 }
    inside {
        sub(/^# expect /, "")
        place = text = $0
        sub(/: .*/, "", place)
        text = substr(text, length(place) + 3)
        wanted[FILENAME]++
        found = 0
        n = split(lines[FILENAME], line_of, "\n")
        for (i = 1; i <= n; i++) if (index(line_of[i], FILENAME ":" place ": ") && index(line_of[i], text)) found = 1
        if (!found) print FILENAME ": not \"" text "\" at " place " but: " line_of[1]
    }
    END { for (i = 1; i < ARGC; i++) if (!wanted[ARGV[i]]) print ARGV[i] ": says nothing about what is expected" }' "$@" >"$work/wrong" ||
    fail "bad files: awk ends with $?"
[ ! -s "$work/wrong" ] || fail "$(cat "$work/wrong")"

cd "$models/good" || exit 1
set -- *.yaml *.json "$root"/examples/*/model.yaml
accepts "$@"
[ "$(grep -c ': no errors$' "$work/out")" -eq $# ] || fail "not every good file is said to have no errors"

# ---- broken off anywhere ----
cd "$work" || exit 1
length=$(wc -c <"$models/good/every_key.yaml")
at=0
mkdir cuts
while [ $at -lt "$length" ]; do
    head -c $at "$models/good/every_key.yaml" >cuts/$at.yaml
    at=$((at + 97))
done
survives cuts/*.yaml
head -c 150 "$models/good/bounce.json" >cut.json
refuses "not valid YAML" cut.json

# ---- not a text ----
: >empty.yaml
refuses "empty.yaml:1:1: the file is empty" empty.yaml
printf '\n\n' >blank.yaml
refuses "the file is empty" blank.yaml
printf 'abut: 1\ntitle: a\000b\n' >zero.yaml
refuses "zero.yaml:2:9: a text file holds no zero bytes" zero.yaml
printf 'abut: 1\ntitle: \377\n' >latin.yaml
refuses "latin.yaml:2:8: this is not UTF-8 text" latin.yaml
printf 'abut: 1\ntitle: \300\200\n' >overlong.yaml
refuses "overlong.yaml:2:8: this is not UTF-8 text" overlong.yaml
printf 'abut: 1\ntitle: a\033[2Jb\n' >control.yaml
refuses "control.yaml:2:9: control character" control.yaml
printf '\377\376a\000b\000' >utf16.yaml
refuses "this is not UTF-8 text" utf16.yaml
head -c 100000 "$abut" >binary.yaml
refuses "binary.yaml:1:" binary.yaml
printf 'abut: 1\ntitle: \342\202\254 \303\251\n' >euro.yaml
accepts euro.yaml
printf '\357\273\277abut: 1\r\ntitle: dos\r\n' >dos.yaml
accepts dos.yaml
mkdir folder.yaml
refuses "it is a folder" folder.yaml
"$abut" check missing.yaml >out 2>err && fail "a missing file is accepted"
grep -q "^abut check: 'missing.yaml' cannot be opened" err || fail "missing file: $(cat err)"

# ---- large, deep, many ----
{
    echo "abut: 1"
    head -c 68000000 /dev/zero | tr '\0' '#'
} >huge.yaml
refuses "the file is longer than 64 MB" huge.yaml
rm huge.yaml
refuses "the file is longer than 64 MB" /dev/zero
head -c 1000000 /dev/zero | tr '\0' '[' >deep.yaml
refuses "deep.yaml:1:65: the nesting is too deep" deep.yaml
head -c 1000000 /dev/zero | tr '\0' '{' >deep.yaml
refuses "deep.yaml:1:" deep.yaml
head -c 200000 /dev/zero | tr '\0' '?' | sed 's/?/? /g' >deep.yaml
refuses "deep.yaml:1:" deep.yaml
head -c 200000 /dev/zero | tr '\0' '-' | sed 's/-/- /g' >deep.yaml
refuses "deep.yaml:1:" deep.yaml
awk 'BEGIN { for (i = 0; i < 3000; i++) { printf "%*sa:\n", i, "" } }' >deep.yaml
refuses "the nesting is too deep" deep.yaml
[ "${ABUT_COMBINATIONS_ALL:-}" ] && {
    { printf 'abut: 1\ngravity: [0\n' && yes ,1 | head -n 9000000 && echo "]"; } >many.yaml
    refuses "there are too many values" many.yaml
}
awk -v n=$keys 'BEGIN { print "abut: 1\nmaterials:"; for (i = 0; i < n; i++) print "  m" i ": {rigid: true}" }' >keys.yaml
accepts keys.yaml
awk 'BEGIN { print "abut: 1"; for (i = 0; i < 1000; i++) print "key" i ": 1" }' >keys.yaml
refuses "there are more errors; 100 were shown" keys.yaml
[ "$(wc -l <"$work/err")" -eq 101 ] || fail "the number of messages is not bounded"
{
    printf 'abut: 1\ntitle: "'
    head -c 20000000 /dev/zero | tr '\0' 'x'
    printf '"\n'
} >long.yaml
accepts long.yaml
rm -f long.yaml many.yaml

# a model of many bodies, surfaces and contacts, all values with units
awk -v n=$bodies 'BEGIN {
    print "abut: 1\nmaterials: {steel: {E: 210 GPa}}\nbodies:\n  - {name: ground, fixed: true}"
    for (i = 0; i < n; i++)
        print "  - {name: b" i ", mass: 1 g, inertia: [1e-8, 1e-8, 1e-8], position: [" 30 * i " mm, 0 mm, 10 mm]}"
    print "surfaces:\n  - {name: floor, body: ground, shape: plane, material: steel}"
    for (i = 0; i < n; i++)
        print "  - {name: s" i ", body: b" i ", shape: {type: sphere, radius: 10 mm}, material: steel}"
    print "contacts:"
    for (i = 0; i < n; i++) print "  - {name: c" i ", between: [s" i ", floor], friction: {mu: 0.2, v_s: 1 mm/s}}"
}' >large.yaml
accepts large.yaml
grep -q "$((bodies + 1)) bodies, $bodies contacts" "$work/out" || fail "large model: $(cat "$work/out")"
sed 's/, floor\]/, flor]/' large.yaml >large_bad.yaml
refuses "did you mean 'floor'?" large_bad.yaml

# ---- use ----
printf 'use: b.yaml\n' >a.yaml
printf 'use: a.yaml\n' >b.yaml
printf 'abut: 1\nsolver: {use: a.yaml}\n' >loop.yaml
refuses "uses itself" loop.yaml
printf 'abut: 1\nsolver: {use: part.yaml}\n' >place.yaml
printf 't_end: 1 s\nrtoll: 3\n' >part.yaml
refuses "part.yaml:2:1: there is no key 'rtoll' in a solver; did you mean 'rtol'?" place.yaml
printf 't_end: [\n' >part.yaml
refuses "part.yaml:2:1: not valid YAML" place.yaml
printf 'x: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\ny: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\n' >part.yaml
printf 'z: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]\nv: [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]\n' >>part.yaml
awk 'BEGIN { print "abut: 1\nbodies:"; for (i = 0; i < 2000; i++) print "  - {use: part.yaml, name: b" i "}" }' >fan.yaml
refuses "there are too many values in all" fan.yaml
mkfifo pipe.yaml
printf 'abut: 1\nsolver: {use: pipe.yaml}\n' >fifo.yaml
refuses "it is not a file" fifo.yaml

# ---- settings ----
cp "$models/good/every_key.yaml" m.yaml
accepts m.yaml --set bodies.rotor.mass=3
accepts m.yaml --set 'bodies.rotor.mass=3 kg' --set gravity.2=-1.62 --set 'gravity=[0, 0, -1.62 m/s^2]'
accepts m.yaml --set 'contacts."touch".friction.mu=0.1' --set contacts.hull_ball.friction.mu=0.5
accepts m.yaml --set=contacts.touch.track=reduced --set contacts.touch.normal.damping=0.2
accepts m.yaml --set 'surfaces.0.shape={type: sphere, radius: 1 cm}' --set title=new --set output.from=0
accepts "$models/good/points.yaml" --set contacts.touch.friction.mu=0.4 --set 'points.foot.box=[0.1, 0.1, 0.1]'
refuses "mu: must be" "$models/good/points.yaml" --set contacts.touch.friction.mu=-1
accepts "$models/good/smallest.yaml" --set solver.t_end=2 --set 'bodies=[{name: a, fixed: true}]'
refuses "--set bodies.rotor.mas=3:1:14: there is no key 'mas' in a body; did you mean 'mass'?" m.yaml --set bodies.rotor.mas=3
refuses "--set bodies.roter.mass=3:1:8: there is no 'roter' among these 7; did you mean 'rotor'?" m.yaml --set bodies.roter.mass=3
refuses "--set bodies.rotor.mass=3 m:1:19: mass: expected a mass, got '3 m'" m.yaml --set 'bodies.rotor.mass=3 m'
refuses "--set gravity.7=1:1:9: there is no '7' among these 3" m.yaml --set gravity.7=1
refuses "--set mass:1:1: '=' is missing" m.yaml --set mass
refuses "a part of the path is empty" m.yaml --set a..b=1
refuses "the quote is not closed" m.yaml --set 'contacts."touch.mu=1'
refuses "not valid YAML" m.yaml --set 'solver={t_end: 1'
refuses "title: expected a text, got nothing" m.yaml --set title=
refuses "holds the value '1'" m.yaml --set abut.x=1
refuses "there is no surface or point 'ball'" m.yaml --set contacts.touch.between.0=ball

# ---- machines ----
cp "$models/good/bearing.yaml" b.yaml
accepts b.yaml
grep -q '4 machines, ' "$work/out" || fail "machines are not counted: $(cat "$work/out")"
accepts b.yaml --set 'contacts."brg.ball3.inner".friction.mu=0.1' --set 'contacts."front.ball1.outer".friction.mu=0.1'
accepts b.yaml --set 'contacts."four.ball1.outer_minus".normal.damping=0.5' --set machines.brg.balls.count=7
refuses "--set contacts.\"front.ball20.outer\".friction.mu=0.1:1:10: name: the machine has no contact 'front.ball20.outer'" \
    b.yaml --set 'contacts."front.ball20.outer".friction.mu=0.1'
refuses "--set contacts.\"rear.ball1.inner\".friction.mu=-1:1:41: mu: must be" b.yaml \
    --set 'contacts."rear.ball1.inner".friction.mu=-1'
refuses "--set contacts.\"back.ball1.inner\".friction.mu=1:1:10: there is no 'back.ball1.inner' among these 2" b.yaml \
    --set 'contacts."back.ball1.inner".friction.mu=1'
refuses "'between' is missing in this contact" b.yaml --set 'contacts=[{name: c, friction: 0.1}]'
# every entry of the catalogue is a bearing or a wedge; the first of each series by rule is there, too
mkdir uses
for name in $("$abut" list catalogue | awk '{ print $2 }'); do
    printf 'abut: 1\nbodies: [{name: a, fixed: true}]\nmachines: [{name: b, use: %s, inner: a, outer: world}]\n' "$name" >"uses/$name.yaml"
    "$abut" show "catalogue/$name" | grep -q '^type:' ||
        printf 'abut: 1\nbodies: [{name: a, fixed: true}]\nmachines: [{name: b, type: wedge, side_frame: a, bolster: world, springs: {stiffness: 1e6}, wedges: {use: %s}}]\n' "$name" >"uses/$name.yaml"
done
accepts uses/*.yaml
bearing() { # USE: a model with such a bearing
    printf 'abut: 1\nbodies: [{name: a, fixed: true}]\nmachines:\n  - {name: b, use: %s, inner: a, outer: world}\n' "$1"
}
bearing 6206 >rule.yaml
accepts rule.yaml --set machines.b.class=C3 --set machines.b.clearance=0
bearing 6226 >rule.yaml
refuses "rule.yaml:4:20: use: there is no '6226' in the catalogue; did you mean '6206'?" rule.yaml
bearing 7208D >rule.yaml
refuses "rule.yaml:4:20: use: there is no '7208D' in the catalogue; did you mean '7208'?" rule.yaml
bearing '6206, class: C3, bore: 300 mm, outside_diameter: 400 mm' >rule.yaml
refuses "rule.yaml:4:33: ball_bearing 'b': class: ISO 5753-1 has no such group for a bore of 300 mm" rule.yaml
bearing '7008C, class: C3' >rule.yaml
refuses "contact_angle and class say the same thing" rule.yaml
bearing '6206, outside_diameter: 20 mm' >rule.yaml
refuses "outside_diameter 20 mm must exceed the bore, 30 mm" rule.yaml
printf 'abut: 1\nbodies: [{name: a, fixed: true}]\nmachines:\n  - {name: b, type: ball_bearing, inner: a, outer: world, balls: {count: 7, diameter: 8 mm}, pitch_diameter: 40 mm, class: C3}\n' >rule.yaml
refuses "class: groups of clearance go by the bore: give bore too" rule.yaml
printf 'abut: 1\nsolver: {use: 6205}\n' >use.yaml
refuses "catalogue 6205:10:1: there is no key 'bore' in a solver" use.yaml
# so many balls that a small file would fill the memory
awk 'BEGIN {
    print "abut: 1\nbodies: [{name: a, fixed: true}]\nmachines:"
    for (i = 0; i < 20; i++)
        print "  - {name: b" i ", type: ball_bearing, inner: a, outer: world, balls: {count: 10000, diameter: 0.1 mm}, pitch_diameter: 1}"
}' >balls.yaml
refuses "the model has more than 100000 balls" balls.yaml

# ---- lubricants of the library: what is shown of a grade is a lubricant, with the same friction of a bearing ----
oiled() { # OIL: moments in the folder o
    cat >oiled.yaml <<Y
abut: 1
lubricants: {oil: {$1, temperature: 60 degC}}
bodies:
  - {name: housing, fixed: true}
  - {name: shaft, mass: 1 kg, inertia: [1e-3, 1e-3, 1e-3], drive: {speed: 6000 rpm}}
machines: [{name: brg, use: 6205, clearance: 0 um, inner: shaft, outer: housing, lubricant: oil, supply: bath}]
joints: [{name: guide, type: planar, parent: housing, child: shaft}]
forces: [{type: load, body: shaft, force: [1000, 0, 0]}]
solver: {t_end: 10 us}
output: {every: 10 us}
Y
    rm -rf o
    succeeds run oiled.yaml --quiet --no-report --csv --out o
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) moment[i] = $i ~ /moment/ }
        NR == 2 { for (i = 1; i <= NF; i++) if (moment[i]) printf "%.6g ", $i }' o/machine_brg.csv
}
count=0
for name in $("$abut" list lubricant | awk '{ print $2 }'); do
    count=$((count + 1))
    "$abut" show "lubricant/$name" >"$name.yaml"
    printf 'abut: 1\nlubricants: {a: {grade: %s, temperature: 40 degC}, b: {use: %s.yaml, temperature: 40 degC}}\n' \
        "$name" "$name" >"grade_$name.yaml"
    grade=$(oiled "grade: $name") shown=$(oiled "use: $name.yaml")
    [ "$grade" ] && [ "$grade" = "$shown" ] || fail "$name: moments $grade, as shown $shown"
done
accepts grade_*.yaml
[ $count -ge 4 ] || fail "only $count lubricants"

# ---- the schema ----
"$abut" schema >schema.json || fail "schema: exit $?"
# shellcheck disable=SC2016 # a dollar as such
grep -q '"\$schema": "https://json-schema.org/draft/2020-12/schema"' schema.json || fail "schema: no draft"
for word in '"additionalProperties": false' '"ball_bearing"' '"surface.sphere"' '"force.spring"' '"choice.normal.hertz"' '"angular_velocity"'; do
    grep -qF -e "$word" schema.json || fail "schema: no $word"
done
# with Python's jsonschema at hand: it is a schema, takes what is good and refuses what is misspelt
if [ -z "${ABUT_BRIEF:-}" ] && python3 -c 'import jsonschema, yaml' 2>/dev/null; then
    python3 - schema.json "$root" <<'PY' || fail "schema: does not agree with the reader"
import glob, json, re, sys
import jsonschema, yaml
class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)): pass
Loader.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$"),
                             list("-+0123456789."))
schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
def errors(path): return [e.message for e in validator.iter_errors(yaml.load(open(path), Loader))]
root, wrong = sys.argv[2], 0
def complain(*words):
    global wrong
    wrong += 1
    print(*words, file=sys.stderr)
for pattern in "tests/models/good/*.yaml", "tests/models/good/*.json", "examples/*/model.yaml":
    for path in glob.glob(root + "/" + pattern):
        for e in errors(path): complain(path, e)
seen = "there is no key '[a-z]|has no parameter|is missing in this (body|surface|contact|joint)"
for path in glob.glob(root + "/tests/models/bad/*.yaml"):
    if re.search(seen, open(path).readline()) and not errors(path): complain(path, "is accepted")
page = open(root + "/docs/reference/model-file.md").read()
for name, definition in schema["$defs"].items():
    for key in definition.get("properties", {}) if "." not in name else {}:
        if not re.search(r"[`{ ,]" + key + "[`:]", page): complain("docs/reference/model-file.md: no", key, "of", name)
sys.exit(wrong != 0)
PY
fi

[ $failures = 0 ] || { echo "$failures failure(s)" >&2; exit 1; }
echo "model: ok"
