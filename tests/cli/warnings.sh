#!/bin/sh
# Every kind of warning: a model in tests/models/warn whose first line says the command that finds it, the code and the place. It gives
# that warning and no other, as a line, as data and in the summary; with --strict the exit status. No example has any.
# usage: warnings.sh PATH-OF-ABUT SOURCE-DIR
. "$(dirname "$0")/support/begin.sh"
. "$(dirname "$0")/support/json.sh"
cd "$work" || exit 1

codes() { echo "[(w['code'], w['line'], w['column']) for w in d['warnings']] == [$1]"; }

count=0
for path in "$root"/tests/models/warn/*.yaml; do
    file=$(basename "$path")
    cp "$path" "$file"
    read -r _ _ when code at <"$file"
    one="('$code', ${at%:*}, ${at#*:})"
    count=$((count + 1))
    run check "$file" --json
    [ $status = 0 ] || fail "$file: check: exit $status: $(cat err)"
    [ "$when" = check ] || one_check=
    [ "$when" = check ] && one_check=$one
    expect out "d['ok'] is True and $(codes "$one_check")" "$file"
    [ "$(grep -c "^warning: $file:$at: " err)" = "$([ "$when" = check ] && echo 1 || echo 0)" ] || fail "$file: $(cat err)"
    if [ "$when" = modes ]; then # found by that command alone
        run modes "$file" --json
        [ $status = 0 ] && [ "$(cat err)" = "$(grep "^warning: $file:$at: " err)" ] || fail "$file: modes: $(cat err)"
        expect out "$(codes "$one") and all(w['message'] and w['path'] for w in d['warnings'])" "$file"
        one=
    fi
    if [ "${ABUT_BRIEF:-}" ]; then
        run run "$file" --no-report --out o --strict
        [ $status = "$(case $when in check) echo 2 ;; run) echo 1 ;; *) echo 0 ;; esac)" ] || fail "$file: run --strict: exit $status"
        rm -rf o
        continue
    fi
    run run "$file" --no-report --out o
    [ $status = 0 ] || fail "$file: run: exit $status: $(cat err)"
    [ "$(cat err)" = "${one:+$(grep "^warning: $file:$at: " err)}" ] || fail "$file: run: $(cat err)"
    run run "$file" --quiet --no-report --out o
    [ ! -s err ] || fail "$file: run --quiet: $(cat err)"
    expect o/summary.json "$(codes "$one") and all(w['message'] and 'path' in w for w in d['warnings'])" "$file"
    rm -rf o
    run run "$file" --quiet --no-report --out o --strict
    if [ "$when" = check ]; then
        [ $status = 2 ] && [ ! -e o/summary.json ] || fail "$file: run --strict: exit $status"
        run check "$file" --strict
        [ $status = 2 ] && grep -q "^$file:$at: " err || fail "$file: check --strict: exit $status: $(cat err)"
    else
        [ $status = "$([ "$one" ] && echo 1 || echo 0)" ] && [ -e o/summary.json ] || fail "$file: run --strict: exit $status"
    fi
    rm -rf o
done
[ $count -ge 10 ] || fail "only $count models"

succeeds check "$root"/examples/[0-9]*/model.yaml --strict
for model in "$root"/examples/[0-9]*/model.yaml; do
    file=$model
    [ -z "${ABUT_BRIEF:-}" ] || break
    case $model in # a second or more each
    */05_* | */09_* | */15_* | */21_* | */25_* | */26_* | */27_*) [ "${ABUT_COMBINATIONS_ALL:-}" ] || continue ;;
    esac
    succeeds run "$model" --strict --quiet --no-report --out o
    expect o/summary.json "d['warnings'] == []" "$file"
    rm -rf o
done
expected
exit "$failures"
