#!/bin/sh
# `abut run --csv=LIST`: chosen objects and columns, number for number those of --csv; what the list may say; a later run finds these files.
# usage: csv.sh PATH-OF-ABUT SOURCE-DIR
. "$(dirname "$0")/support/begin.sh"
cd "$work" || exit 1

model=$root/examples/13_ball_bearing/model.yaml
run="--no-report --quiet --t-end 20ms --every 0.5ms"
mkdir theirs && printf 't,mine\n1,2\n' >theirs/body_of_mine.csv

# columns FILE FULL: each column of FILE is that of the same name in FULL
columns() {
    awk -F, -v other="$2" 'BEGIN { getline line < other; n = split(line, head, ","); for (i = 1; i <= n; i++) at[head[i]] = i }
        FNR == 1 { for (i = 1; i <= NF; i++) if (!($i in at)) exit 2; else from[i] = at[$i]; next }
        { if ((getline line < other) <= 0) exit 3; split(line, full, ","); for (i = 1; i <= NF; i++) if ($i != full[from[i]]) exit 4 }
        END { if ((getline line < other) > 0) exit 5 }' "$1" || fail "$1 is not part of $2"
}

"$abut" run "$model" $run --csv --out full || fail "no run"
all=$(cd full && ls ./*.csv | wc -l)
"$abut" run "$model" $run --out some --csv='body_shaft.x, body_shaft.w?,energy,contact_brg.ball3.*,machine_brg.*_Q_inner' || fail "no run with a list"
[ "$(cd some && ls ./*.csv | xargs)" = "./body_shaft.csv ./contact_brg.ball3.inner.csv ./contact_brg.ball3.outer.csv ./energy.csv ./machine_brg.csv" ] ||
    fail "files: $(cd some && ls ./*.csv | xargs)"
first some/body_shaft.csv t,x,wx,wy,wz
first some/machine_brg.csv t,dx,dy,dz,ball1_Q_inner,ball2_Q_inner,ball3_Q_inner,ball4_Q_inner,ball5_Q_inner,ball6_Q_inner,ball7_Q_inner,ball8_Q_inner
for file in some/*.csv; do columns "$file" "full/$(basename "$file")"; done
cmp some/energy.csv full/energy.csv || fail "energy differs"
if columns some/body_shaft.csv full/energy.csv 2>/dev/null && [ $failures = 0 ]; then fail "columns sees no difference"; fi
failures=$((failures - 1)) # that one was wanted

# ---- the next run knows these files as those of an earlier one, and nothing else as such ----
cp theirs/body_of_mine.csv some/
"$abut" run "$model" $run --out some --csv='machine_*' || fail "no run over another"
[ "$(cd some && ls ./*.csv | xargs)" = "./body_of_mine.csv ./machine_brg.csv" ] || fail "left: $(cd some && ls ./*.csv | xargs)"
cmp some/machine_brg.csv full/machine_brg.csv || fail "all columns of a machine differ"
"$abut" run "$model" $run --out full || fail "no run over all files"
[ "$all" -gt 20 ] && [ ! -e full/energy.csv ] && [ ! -e full/body_shaft.csv ] || fail "files of an earlier run are left"

# ---- killed and resumed: the list is part of the run ----
long="--no-report --quiet --t-end 0.3s --every 3ms --csv=body_shaft.v?,machine_brg.ball1_*"
"$abut" run "$model" $long --out whole || fail "no long run"
"$abut" run "$model" $long --checkpoint 20ms --out cut &
pid=$!
appears cut/checkpoint.abut $pid
killed $pid
if [ -e cut/checkpoint.abut ]; then
    "$abut" run --resume cut --no-report --quiet || fail "the run does not go on"
    refused 2 1 "resume: --csv is that of the run" run --resume cut --csv=energy
fi
[ "$(cd cut && ls ./*.csv | xargs)" = "./body_shaft.csv ./machine_brg.csv ./spectrum_brg.csv" ] || fail "resumed: $(cd cut && ls ./*.csv | xargs)"
for file in body_shaft machine_brg; do cmp whole/$file.csv cut/$file.csv || fail "$file differs after a resume"; done

# ---- as data: summary.json ----
"$abut" run "$model" --no-report --t-end 20ms --every 0.5ms --json --out data >printed 2>err || fail "run --json: $(cat err)"
cmp printed data/summary.json || fail "run --json does not print summary.json"

# ---- what the list may not say; nothing is touched then ----
cp -r some before
refused 2 1 "csv: no object or column is called 'body_shft'" run "$model" --out some --csv=energy,body_shft
refused 2 1 "csv: no object or column is called 'body_shaft.q'" run "$model" --out some --csv=body_shaft.q
refused 2 1 "--csv has nothing behind '='" run "$model" --out some --csv=
refused 2 1 "the list of objects is empty" run "$model" --out some --csv=,
diff -r before some >out || fail "a refused run has changed the folder: $(cat out)"
[ $failures = 0 ] || exit 1
