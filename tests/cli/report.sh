#!/bin/sh
# abut report and the page at the end of abut run. usage: sh report.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"
source=$root
cd "$work" || exit 1

# refuses STATUS TEXT ARGUMENT...
refuses() { code=$1 && shift && refused "$code" any "$@"; }

# holds PAGE PYTHON...: the page holds valid data, and each condition is true of its first run `r`, of all runs `runs`
holds() {
    shown=$1
    shift
    command -v python3 >/dev/null 2>&1 || return 0
    python3 - "$shown" "$@" <<'END' || fail "$shown"
import base64, json, struct, sys

page = open(sys.argv[1], encoding="utf-8").read()
start = page.index('type="application/json">') + len('type="application/json">')
data = page[start:page.index("</script>", start)]
assert "<" not in data, "a tag in the data"
assert page.count("</script>") == 2 and page.count("<script") == 2, "other scripts"
whole = json.loads(data)
assert whole["format"] == 1

def near(single, text): # numbers of single precision and what stands in a table
    return len(single) == len(text) and all(abs(a - float(b)) <= 2e-6 * abs(float(b)) + 1e-37 for a, b in zip(single, text))
def numbers(array):
    letter = {"f4": "f", "f8": "d", "u4": "I"}[array["dtype"]]
    count = 1
    for size in array["shape"]:
        count *= size
    return struct.unpack(f"<{count}{letter}", base64.b64decode(array["data"], validate=True))

def visit(value):
    if isinstance(value, dict) and "dtype" in value:
        numbers(value)
    elif isinstance(value, (dict, list)):
        for inner in value.values() if isinstance(value, dict) else value:
            visit(inner)

visit(whole)
runs = whole["runs"]
r = runs[0]
for text in sys.argv[2:]:
    if not eval(text):
        sys.exit(f"not true: {text}\n{ {k: v for k, v in r.items() if not isinstance(v, (dict, list))} }")
END
}

cat >ball.yaml <<'END'
abut: 1
title: "A <b>title</b></script><script>alert(1)</script>"
gravity: [0, 0, -9.81]
materials:
  rubber: {E: 10 MPa, nu: 0.4}
  stone: {rigid: true}
bodies:
  - {name: ground, fixed: true}
  - {name: "<script>ball", mass: 1, inertia: [4e-3, 4e-3, 4e-3], position: [0, 0, 0.3]}
surfaces:
  - {name: shell, body: "<script>ball", shape: {type: sphere, radius: 0.1}, material: rubber}
  - {name: floor, body: ground, shape: plane, material: stone}
contacts:
  - {name: touch, between: [shell, floor], normal: {type: hertz, damping: {type: hunt_crossley, chi: 0.05}}}
solver: {t_end: 1 s}
output: {every: 10 ms}
END
sed 's/, damping: {[^}]*}//; s/t_end: 1 s/t_end: 1e6 s/; s/every: 10 ms/every: 1 s/' ball.yaml >long.yaml

# ---- a build without the page says so and goes on ----
succeeds run ball.yaml
if grep -q "^the web page is left out: this build has no Node.js" out; then
    [ ! -e ball.out/report.html ] || fail "a page although there is none"
    succeeds report ball.out
    has out "the web page is left out: this build has no Node.js"
    echo "report: ok, without the page"
    [ $failures = 0 ]
    exit
fi

# ---- the page of a run ----
has out "report: ball.out/report.html"
page=ball.out/report.html
holds $page 'len(runs) == 1' 'r["status"] == "done"' 'r["message"] is None' 'r["name"] == "ball.out"' \
    'r["title"] == "A <b>title</b></script><script>alert(1)</script>"' \
    'r["bodies"]["names"] == ["ground", "<script>ball"]' 'r["bodies"]["fixed"] == [True, False]' \
    'r["rows"] == 101 and r["stride"] == 1 and r["shown"] == 101 and r["note"] is None' \
    'r["bodies"]["position"]["shape"] == [101, 2, 3]' 'r["contacts"]["surfaces"] == [[0, 1]]' \
    'abs(numbers(r["bodies"]["position"])[6 * 10 + 5] - (0.3 - 9.81 * 0.005)) < 1e-5' \
    'numbers(r["time"])[100] == 1' 'r["summary"]["contacts"]["touch"]["touches"] > 0' \
    'r["model"].startswith("abut: 1")' '[s["body"] for s in r["surfaces"]] == [1, 0]' \
    'all(s["points"]["shape"][0] > 3 for s in r["surfaces"])' \
    'abs(max(numbers(r["surfaces"][0]["points"])) - 0.1) < 1e-3' \
    'len(r["energy"]["names"]) == 10' 'numbers(r["solver"]["steps_so_far"])[-1] == r["summary"]["steps"]'
# it asks for nothing else
grep -oE '<(link|img|script|iframe)[^>]*(src|href)="?[a-z]*:?//' $page && fail "$page asks for other files"

succeeds report ball.out -o other.html
cmp -s $page other.html || fail "abut report and abut run differ"
cp -r ball.out "odd '\"<b> name"
succeeds report "odd '\"<b> name"
holds "odd '\"<b> name/report.html" "r[\"name\"] == \"odd '\\\"<b> name\""

# ---- not wanted; quiet; an old page does not stay with new rows ----
succeeds run ball.yaml --no-report
[ ! -e $page ] || fail "--no-report leaves a page"
grep -q report out && fail "--no-report: $(cat out)"
succeeds run ball.yaml --quiet
[ ! -s out ] && [ -s $page ] || fail "--quiet"

# ---- two runs ----
succeeds run ball.yaml --no-report --out volume.out --set contacts.touch.normal.damping.chi=0.5
succeeds report ball.out volume.out -o two.html
holds two.html '[x["name"] for x in runs] == ["ball.out", "volume.out"]' \
    'runs[0]["summary"]["steps"] != runs[1]["summary"]["steps"]'

# ---- a bearing: columns in their order, spectrum, size ----
succeeds run "$source/examples/13_ball_bearing/model.yaml" --out bearing --csv --every 0.5ms --t-end '20 ms' --set output.from=0
holds bearing/report.html 'r["machines"]["brg"]["type"] == "ball_bearing"' \
    '[c["name"] for c in r["machines"]["brg"]["columns"]][:4] == ["dx", "dy", "dz", "tilt_x"]' \
    'sum(c["name"].endswith("_Q_inner") for c in r["machines"]["brg"]["columns"]) == 8' \
    'r["bodies"]["machine"][-1] == "brg" and r["contacts"]["machine"][0] == "brg"' \
    'r["surfaces"][-1]["like"] == 2' \
    'r["machines"]["brg"]["spectrum"]["names"] == ["fx", "fy", "fz", "dx", "dy", "dz"]' \
    'r["machines"]["brg"]["spectrum"]["amplitude"]["shape"] == [6, r["machines"]["brg"]["spectrum"]["frequency"]["shape"][0]]' \
    'near(numbers(r["machines"]["brg"]["spectrum"]["frequency"]), [l.split(chr(44))[0] for l in open("bearing/spectrum_brg.csv").readlines()[1:]])' \
    'near(numbers(r["machines"]["brg"]["spectrum"]["amplitude"])[:20], [l.split(chr(44))[1] for l in open("bearing/spectrum_brg.csv").readlines()[1:21]])' \
    'near(numbers(r["machines"]["brg"]["data"])[-len(r["machines"]["brg"]["columns"]):], open("bearing/machine_brg.csv").readlines()[-1].split(",")[1:])'
succeeds run "$source/examples/13_ball_bearing/model.yaml" --out many --every 5e-6 --t-end '20 ms' --set output.from=0
[ "$(wc -c <many/report.html)" -lt 5000000 ] || fail "a page of $(wc -c <many/report.html) bytes"
holds many/report.html 'r["rows"] == 4001 and r["stride"] > 1' 'r["shown"] < 1500' '"of 4001 rows" in r["note"]' \
    'abs(numbers(r["time"])[-1] - 0.02) < 1e-12'

# ---- runs that did not end well ----
"$abut" run long.yaml --out stopped >out 2>err &
pid=$!
appears stopped/results.h5 $pid || fail "no results"
sleep 0.5 # some rows
kill -INT $pid
wait $pid && fail "a stopped run ends well"
has err "report: stopped/report.html"
holds stopped/report.html 'r["status"] == "stopped"' '"stopped" in r["message"]' 'r["rows"] > 1' \
    'r["summary"]["status"] == "stopped"'

# a ball that is too soft: the solver fails
sed 's/E: 10 MPa/E: 100 Pa/; s/mass: 1,/mass: 100,/; s/normal: .*}}}/normal: hertz}/' ball.yaml >soft.yaml
run run soft.yaml
[ $status = 1 ] || fail "the soft ball: exit $status"
has err "the step size has become too small" "report: soft.out/report.html"
holds soft.out/report.html 'r["status"] == "failed"' '"step size has become too small" in r["message"]' \
    'r["rows"] > 10' 'r["summary"]["status"] == "failed"' \
    'numbers(r["time"])[-1] == r["summary"]["t_reached"]'

"$abut" run long.yaml --out killed >out 2>err &
pid=$!
i=0
# the run goes on; a report that meets a write may fail
until grep -q '"rows": [0-9]*[0-9][0-9], "stride"' killed/report.html 2>/dev/null || [ $i -ge 100 ]; do
    sleep 0.3
    run report killed
    i=$((i + 1))
done
holds killed/report.html 'r["status"] == "running"' 'r["rows"] > 1'
killed $pid
succeeds report killed
holds killed/report.html 'r["status"] == "running"' '"has not ended" in r["message"]' \
    'r["summary"]["greatest"]["of"] == "output rows"' \
    'r["shown"] > 1 and r["bodies"]["position"]["shape"][0] == r["shown"]'

# ---- parts that are missing or damaged ----
# Without a summary what the rows tell, and nothing else.
by_rows='r["summary"]["greatest"]["of"] == "output rows" and set(r["summary"]) == {"contacts", "greatest", "machines", "together"}'
same='r["summary"]["contacts"]["touch"]["max_N"] == r["summary"]["greatest"]["contact_force"] > 0'
succeeds run ball.yaml --quiet --no-report
rm ball.out/summary.json
succeeds report ball.out
holds $page "$by_rows" "$same" '"summary.json" in r["note"]' 'r["shown"] == 101'
printf '{"status": "done", ' >ball.out/summary.json
succeeds report ball.out
holds $page "$by_rows" '"damaged" in r["note"]'
mkdir shape
echo '{type: sphere, radius: 0.1}' >shape/sphere.yaml
sed 's/shape: {type: sphere, radius: 0.1}/shape: {use: shape\/sphere.yaml}/' ball.yaml >use.yaml
succeeds run use.yaml --quiet
holds use.out/report.html 'len(r["surfaces"]) == 2'
rm -r shape
succeeds report use.out
holds use.out/report.html 'r["surfaces"] == []' '"Shapes are missing" in r["note"]' 'r["shown"] == 101'

# ---- bad input ----
refuses 2 "give the folder of a run" report
refuses 2 "unexpected argument 'c'" report a b c
refuses 2 "'none' cannot be opened: No such file or directory" report none
refuses 2 "'ball.yaml' is not a folder" report ball.yaml
mkdir empty broken
refuses 2 "'empty' holds no results" report empty
echo text >broken/results.h5
refuses 2 "'broken/results.h5' cannot be read" report broken
head -c 20000 ball.out/results.h5 >broken/results.h5
refuses 2 "'broken/results.h5' cannot be read" report broken
[ -z "$(find broken -name '*report*')" ] || fail "a page of nothing: $(ls broken)"
refuses 2 "'none' cannot be opened" report ball.out none
refuses 1 "'none/x.html' cannot be written: No such file or directory" report ball.out -o none/x.html
refuses 1 "'empty' cannot be written: Is a directory" report ball.out -o empty
(ulimit -f 100 2>/dev/null && "$abut" report ball.out -o full.html >out 2>err)
[ $? = 1 ] || fail "full disk: exit status"
has err "'full.html' cannot be written: File too large"
[ -z "$(find . -name 'full.html*')" ] || fail "half a page: $(ls)"

[ $failures = 0 ] || exit 1
echo "report: ok"
