#!/bin/sh
# The runtime of FMUs needs libm and libc alone and shows the functions of FMI alone; `abut fmu` writes, says what, and refuses.
# usage: fmu.sh PATH-OF-ABUT SOURCE-DIR
. "$(dirname "$0")/support/begin.sh"
build=$(dirname "$abut")
model=$root/examples/01_bouncing_ball/model.yaml
if [ ! -e "$build/abut_fmu.so" ]; then
    refused 1 1 "the runtime of FMUs" fmu "$model" -o "$work/ball.fmu"
    exit $failures
fi

# ---- the runtime ----
others=$(nm -D --defined-only "$build/abut_fmu.so" | awk '$3 !~ /^fmi[23]/ { print $3 }')
[ -z "$others" ] || fail "it shows $others"
[ "$(nm -D --defined-only "$build/abut_fmu.so" | grep -c ' fmi2')" = 44 ] || fail "it does not have the 44 functions of FMI 2.0"
[ "$(nm -D --defined-only "$build/abut_fmu.so" | grep -c ' fmi3')" = 75 ] || fail "it does not have the 75 functions of FMI 3.0"
if [ -z "${ABUT_BRIEF:-}" ]; then # sanitizers have libraries of their own
    others=$(readelf -d "$build/abut_fmu.so" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -vE '^(libm|libc)\.so')
    [ -z "$others" ] || fail "it needs $others"
fi

# ---- the command ----
succeeds fmu "$model" -o "$work/ball.fmu" --output 'body_ball.*' --output contact_touch.N --input bodies.ball.mass
has "$work/out" "FMI 2.0, 0 inputs, 1 parameters, 14 outputs"
[ "$(head -c 2 "$work/ball.fmu")" = PK ] || fail "it is no archive"
[ ! -e "$work/ball.fmu.part" ] || fail "a part is left"
cp "$work/ball.fmu" "$work/first"
succeeds fmu "$model" -o "$work/ball.fmu" --output 'body_ball.*' --output contact_touch.N --input bodies.ball.mass
cmp "$work/first" "$work/ball.fmu" || fail "the same model gives another file"
succeeds fmu "$model" -o "$work/heavy.fmu" --set bodies.ball.mass=2
succeeds fmu "$model" -o "$work/third.fmu" --fmi 3 --kind both
has "$work/out" "FMI 3.0, 0 inputs, 0 parameters, 41 outputs, 13 states, 1 event indicators"

succeeds fmu "$model" -o "$work/hung.fmu" --flange ball --output contact_touch.N
has "$work/out" "FMI 2.0, 13 inputs, 0 parameters, 7 outputs, 1 flanges"
[ -e "$build/abut_fmu.dll" ] || refused 1 1 "'./dev platforms' makes it" fmu "$model" -o "$work/x.fmu" --platforms windows,macos

refused 2 1 "did you mean 'ball'?" fmu "$model" -o "$work/x.fmu" --flange bal
refused 2 1 "must be linux, windows or macos, got 'amiga'" fmu "$model" -o "$work/x.fmu" --platforms linux,amiga
refused 2 1 "say where the FMU goes: -o FILE.fmu" fmu "$model"
refused 2 1 "kind: must be cs, me or both, got 'sc'" fmu "$model" -o "$work/x.fmu" --kind sc
refused 2 1 "fmi: must be 2 or 3, got '1'" fmu "$model" -o "$work/x.fmu" --fmi 1
refused 2 1 "'bodies.bal.mass': the model has no number there" fmu "$model" -o "$work/x.fmu" --input bodies.bal.mass
refused 2 1 "did you mean 'body_ball.z'?" fmu "$model" -o "$work/x.fmu" --output body_bal.z
refused 1 1 "cannot be written" fmu "$model" -o "$work/no/folder/x.fmu"
refused 2 any "bodies.ball.mass" fmu "$model" -o "$work/x.fmu" --set bodies.ball.mass=-1
[ ! -e "$work/x.fmu" ] || fail "something was written"
exit $failures
