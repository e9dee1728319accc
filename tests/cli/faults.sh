#!/bin/sh
# Memory that ends and files that fail, at every call of the commands that compute: a sentence and an exit status, no crash, no leak, and
# never success with other results than without the fault.
# usage: sh faults.sh path-to-abut source-dir [command...]; ABUT_COMBINATIONS_ALL: every call of our own, else some of them;
# FAULT_KINDS: kinds of calls, FAULTS_MOST: so many of our own, FAULTS_FROM: beginning with this call, FAULTS_VERBOSE: a line per fault
. "$(dirname "$0")/support/begin.sh"
shift 2
cd "$work" || exit 1
${CC:-cc} -O1 -shared -fPIC -o libfault.so "$root/tests/cli/support/fault.c" -ldl 2>cc.txt || { cat cc.txt; exit 77; }
export OPENBLAS_NUM_THREADS=1
LC_ALL=C
export LC_ALL

# How many calls of a kind are tried at most: of our own requests for memory all of them with ABUT_COMBINATIONS_ALL.
own=3 other=1
[ -z "${ABUT_COMBINATIONS_ALL:-}" ] || own=1000000 other=30
own=${FAULTS_MOST:-$own}

cat >model.yaml <<'END'
abut: 1
title: A ball on a plate, an arm on a spring, a shaft in a bearing
gravity: [0, 0, -9.81]
materials:
  rubber: {E: 10 MPa, nu: 0.4}
  steel: {E: 207 GPa, nu: 0.3, density: 7800}
  stone: {rigid: true}
bodies:
  - {name: ground, fixed: true}
  - {name: ball, mass: 1, inertia: [4e-3, 4e-3, 4e-3], position: [0, 0, 0.099]}
  - {name: arm, mass: 2 kg, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0]}
  - {name: shaft, mass: 2 kg, inertia: [5e-3, 5e-3, 1e-3], drive: {speed: 3000 rpm}}
surfaces:
  - {name: shell, body: ball, shape: {type: sphere, radius: 0.1}, material: rubber}
  - {name: floor, body: ground, shape: plane, material: stone}
joints:
  - {name: pin, type: revolute, parent: ground, child: arm, position: [0.9, 0, 0], orientation: {axis: [1, 0, 0], angle: 90 deg}}
machines:
  - name: brg
    type: ball_bearing
    inner: shaft
    outer: ground
    balls: {count: 5, diameter: 9.525 mm}
    pitch_diameter: 38.5 mm
    conformity: {inner: 0.515, outer: 0.525}
    clearance: -10 um
    material: steel
forces:
  - {name: pull, type: spring, between: [ground, arm], stiffness: 1 kN/m, length: 1}
  - {name: load, type: load, body: shaft, force: [500 N, 0, 0]}
contacts:
  - {name: touch, between: [shell, floor], friction: 0.3}
solver: {t_end: 2 ms}
output: {every: 0.5 ms}
END
sed -e '/machines/,/material: steel/d' -e '/shaft/d' -e '/rubber:/s/0.4/0.48/' -e 's/t_end: 2 ms/t_end: 50 ms/' model.yaml >drop.yaml
printf 't,z\n0,0.099\n0.01,0.0995\n0.02,0.1\n0.03,0.1015\n0.04,0.102\n' >measured.csv
cat >study.yaml <<'END'
abut_study: 1
model: drop.yaml
parameters:
  - {name: E, path: materials.rubber.E, unit: MPa, start: 10, bounds: [1, 100], scale: log}
  - {name: mu, path: contacts.touch.friction, start: 0.3, bounds: [0.1, 0.5]}
experiments:
  - name: drop
    curves:
      - {name: height, file: measured.csv, x: t, y: z, unit: m, quantity: body_ball.z}
END

cat >dry.yaml <<'END'
grid: {nx: 12, ny: 12, lx: 1 mm, ly: 1 mm}
gap: {type: surfaces, a: plane, b: {type: sphere, radius: 10 mm}}
loads: [100 N, 1 kN]
friction: {mu: 0.3, rolling: {creep: [1e-3, 0], steps: 2, coefficients: true}}
subsurface: {line: {from: [0, 0, 0], to: [0, 0, 0.1 mm], points: 3}}
END

awk 'BEGIN { for (j = 0; j < 16; j++) for (i = 0; i < 16; i++)
    printf "%.6g%s", cos(0.2 * i * i) + cos(0.7 * j) + cos(0.3 * i * j), i < 15 ? " " : "\n" }' >map.txt

printf 't,force,rho_x,u_sum\n0,1e3,100,4\n1e-3,1.2e3,100,4\n2e-3,1.2e3,110,5\n' >cycle.csv
oiled="--rho-x 100 --u-sum 4 --eta0 0.02 --alpha 2e-8 --slide-roll 0.1 --tau-eyring 5e6 --beta 0.03 --conductivity 0.14"

# line COMMAND: its arguments; results go to `made`
line() {
    case $1 in
    check) echo check model.yaml ;;
    run) echo run model.yaml --csv --out made ;;
    static) echo static model.yaml --json ;;
    modes) echo modes model.yaml --report made/modes.html ;;
    identify) echo identify study.yaml --jobs 1 --max-evaluations 3 --out made ;;
    report) echo report "done" -o made/page.html ;;
    export) echo export "done" --vtk -o made ;;
    dry) echo dry dry.yaml --json --csv --vtk --out made ;;
    dry_page) echo report pressed -o made/page.html ;;
    rough) echo rough map.txt --lx 1e-3 --height-unit 1e-6 --rows 6 --windows 1 --json --table made/map.rough --map made/map.txt --out made ;;
    ehl_line) echo ehl line --M 20 --L 10 --n 100 --json ;;
    ehl_point) echo ehl point --M 20 --L 5 --n 32 --json ;;
    ehl_mixed) echo ehl line --force 1e3 $oiled --length 0.01 --sigma 2e-7 --asperity-radius 1e-5 --asperity-density 1e10 --n 100 --report made/ehl.html ;;
    ehl_heat) echo ehl point --force 20 $oiled --rho-y 50 --n 32 --report made/ehl.html --json ;;
    ehl_rough) echo ehl point --force 20 $oiled --rho-y 50 --sigma 2e-7 --asperity-radius 1e-5 --asperity-density 1e10 --n 32 --csv ;;
    ehl_cycle) echo ehl cycle cycle.csv --length 0.01 --eta0 0.02 --alpha 2e-8 --n 100 --change 0.3 --json ;;
    ehl_wave) echo ehl wave --M 20 --L 5 --rows 2 --n 100 --json ;;
    ehl_table) echo ehl table -o made/films.ehl --nodes 0,0,0 --line-nodes 4,4 --line-M 5,50 --line-L 1,5 --checks 3 --jobs 1 --quiet --json ;;
    esac
}

# tries COMMAND KIND NUMBER: with that call failing (0: none); status in $status
tries() {
    rm -rf made
    case $1 in modes | report | dry_page | rough | ehl_mixed | ehl_heat | ehl_table) mkdir made ;; esac
    head -c 64 /dev/zero >counts
    # shellcheck disable=SC2046 # a line of words
    timeout 60 env FAULT_COUNTS=counts FAULT_KIND="$2" FAULT_AT="$3" LD_PRELOAD="$work/libfault.so" \
        "$abut" $(line "$1") >out 2>err
    status=$?
}
# count KIND FILE: calls of that kind
count() {
    case $1 in own) at=0 ;; library) at=1 ;; open) at=2 ;; write) at=3 ;; sync) at=4 ;; rename) at=5 ;; left) at=7 ;; esac
    od -An -v -tu8 -w8 -j $((8 * at)) -N 8 "$2" | tr -d ' '
}
# content: a number for all that was printed and written, without what differs from run to run
content() {
    {
        cat out
        find made -type f ! -name '*.bin' 2>/dev/null | sort | while read -r file; do echo "$file" && cat "$file"; done
    } | sed -e 's/[0-9a-f]\{32\}//g' -e 's/"[a-z_]*_seconds": [-+0-9.e]*//g' -e 's/"seconds": [-+0-9.e]*//g' -e 's/"real_time_factor": [-+0-9.e]*//g' \
        -e 's/ in [-+0-9.e]* s, [-+0-9.e]* x real time//' -e 's/ in [-+0-9.e]* s$//' | cksum
}

# judge COMMAND KIND NUMBER: the last try, counted in $refusals, $same, $caught, $crashes, $others, $leaks, $mute
#   $blamed: memory of ours has ended, and a file is called damaged
judge() {
    what="$1, $2 call $3"
    if [ $status -ge 124 ]; then
        crashes=$((crashes + 1))
        fail "$what: exit $status, killed or too long: $(head -n 3 err)"
    elif grep -q "ended by a fault\|ended by a library\|it is damaged (" err; then
        # UDUNITS and HDF5 do not look at all that they get: there the parent says what has happened.
        caught=$((caught + 1))
        [ "$2" = library ] && { [ $status = 1 ] || grep -q "it is damaged (" err; } || fail "$what: exit $status, a fault: $(head -n 3 err)"
    elif [ $status = 0 ] && [ "$(content)" != "$wanted" ]; then
        others=$((others + 1))
        fail "$what: exit 0 with other results: $(head -n 3 err)"
    elif [ "$(count left counts)" -gt "$left" ] && { [ $status != 0 ] || [ "$2" = own ]; }; then
        # (a process that works for another and is ended by a library leaves what it had)
        leaks=$((leaks + 1))
        fail "$what: exit $status, $(count left counts) pieces of memory are not given back: $(head -n 3 err)"
    elif [ $status = 0 ]; then
        same=$((same + 1))
    elif [ "$2" = own ] && grep -q damaged err; then
        blamed=$((blamed + 1))
        fail "$what: exit $status, a file is blamed: $(head -n 3 err)"
    elif ! [ -s err ]; then
        mute=$((mute + 1))
        fail "$what: exit $status without a sentence"
    else
        refusals=$((refusals + 1))
    fi
    [ -z "${FAULTS_VERBOSE:-}" ] || echo "$what: $status $(head -n 1 err)"
}

# every COMMAND KIND MOST: fails each call, or some of them evenly spread; `without` has the counts of a try without a fault
every() {
    sites=$(count "$2" without) tried=0 refusals=0 same=0 crashes=0 others=0 mute=0 caught=0 leaks=0 blamed=0
    step=$(((sites + $3 - 1) / $3))
    [ $step -gt 0 ] || return 0
    at=${FAULTS_FROM:-$((step / 2 + 1))} # not the first calls of all commands
    while [ $at -le "$sites" ]; do
        tries "$1" "$2" $at
        judge "$1" "$2" $at
        tried=$((tried + 1)) at=$((at + step))
    done
    echo "$1 $2: $sites calls, $tried failed: $refusals refused, $same done all the same, $caught faults told, $crashes crashes," \
        "$others other results, $leaks leaks, $blamed files blamed, $mute without a sentence"
}

[ $# -gt 0 ] || set -- check run static modes identify report export dry dry_page rough ehl_line ehl_point ehl_mixed ehl_heat ehl_rough \
    ehl_cycle ehl_wave ehl_table
on_grid=
! "$abut" list gap | grep -q quadric || on_grid=yes
for command in "$@"; do
    case $command in
    report | export) [ -d "done" ] || "$abut" run model.yaml --out "done" --quiet || fail "the run to report" ;;
    dry | dry_page | rough | ehl_*)
        [ -n "$on_grid" ] || { echo "$command: built without contact on a grid" && continue; }
        [ $command != dry_page ] || "$abut" dry dry.yaml --quiet --out pressed || fail "the contact to report"
        ;;
    esac
    tries "$command" none 0
    [ $status = 0 ] || fail "$command: exit $status without a fault: $(cat err)"
    wanted=$(content)
    left=$(count left counts) # what is kept to the end on purpose
    [ -z "${FAULTS_VERBOSE:-}" ] || echo "$command: $left pieces of memory are kept to the end"
    mv counts without
    for kind in ${FAULT_KINDS:-own library open write sync rename}; do
        case $kind in own) most=$own ;; *) most=$other ;; esac
        every "$command" "$kind" $most
    done
done
exit $failures
