# shellcheck shell=sh disable=SC2154
# Sourced after begin.sh by tests that look into JSON with Python, where it is at hand: `expect` keeps the file as it is now and what must
# hold, and `expected`, at the end, asks one Python about all of them.
mkdir "$work/expect"
asked=0

# expect FILE EXPRESSION [WHERE]: of the object d in the file
expect() {
    asked=$((asked + 1))
    cp "$1" "$work/expect/$asked.json" || fail "${3:-$1} is not there"
    printf '%s' "$2" >"$work/expect/$asked.py"
    printf '%s' "${3:-$1}" >"$work/expect/$asked.where"
}

expected() {
    [ $asked -gt 0 ] || fail "nothing was expected"
    command -v python3 >/dev/null || return 0
    python3 - "$work/expect" $asked >"$work/unexpected" <<'PY' || fail "$(cat "$work/unexpected")"
import json, sys
folder, wrong = sys.argv[1], 0
for i in range(1, int(sys.argv[2]) + 1):
    condition, where = (open(f"{folder}/{i}.{end}").read() for end in ("py", "where"))
    try:
        true = eval(condition, {"d": json.load(open(f"{folder}/{i}.json"))})
    except Exception as why:
        true, condition = False, f"{condition} ({why!r})"
    if not true:
        wrong += 1
        print(f"{where}: not true: {condition}: " + open(f"{folder}/{i}.json").read()[:500])
sys.exit(wrong != 0)
PY
}
