# shellcheck shell=sh disable=SC2034,SC2154
# Sourced by the tests of calculators after begin.sh: $command is the calculator, $tolerance the relative one of `near`.
run() {
    "$abut" "$command" "$@" >"$work/out" 2>"$work/err"
    status=$?
    answered=
}

# asked ARGUMENT...: the answer in JSON; once, as long as nothing else is asked
asked() {
    [ "$answered" = "$command $*" ] && return
    run "$@" --json
    [ $status = 0 ] || fail "$*: exit $status: $(cat "$work/err")"
    answered="$command $*"
}
answered=

# value KEY: what stands behind a key of the JSON answer
value() { sed -n "s/.*\"$1\": \([^,}]*\).*/\1/p" "$work/out"; }

# near KEY EXPRESSION ARGUMENT...: the key agrees with an awk expression (pi is known) to $tolerance
near() {
    key=$1 expression=$2
    shift 2
    asked "$@"
    got=$(value "$key")
    awk "BEGIN { pi = 3.14159265358979323846; want = $expression; got = \"$got\" + 0; d = got - want
        if (d < 0) d = -d
        m = want < 0 ? -want : want
        exit !(\"$got\" != \"\" && \"$got\" != \"null\" && d <= $tolerance * m) }" </dev/null ||
        fail "$*: $key = $got, expected $expression"
}

# is KEY TEXT ARGUMENT...: the key has exactly this value
is() {
    key=$1 text=$2
    shift 2
    asked "$@"
    [ "$(value "$key")" = "$text" ] || fail "$*: $key = $(value "$key"), expected $text"
}
