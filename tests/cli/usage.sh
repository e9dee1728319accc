#!/bin/sh
# Commands, help, the registry pages and bad usage. usage: sh usage.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"

# answers TEXT ARGUMENT...: exit 0, TEXT on standard output, nothing on standard error
answers() {
    text=$1
    shift
    run "$@"
    [ $status = 0 ] || fail "$*: exit $status"
    grep -qF -e "$text" "$work/out" || fail "$*: no '$text' in the answer"
    [ ! -s "$work/err" ] || fail "$*: message on standard error: $(cat "$work/err")"
}

# refuses LINES TEXT ARGUMENT...
refuses() { refused 2 "$@"; }

# ---- help and version ----
for word in --help -h help; do answers "usage: abut COMMAND" $word; done
for command in run check static modes identify schema point line film friction cam life list show; do
    answers "usage: abut $command" $command --help
    answers "usage: abut $command" $command -h
    answers "usage: abut $command" help $command
done
succeeds --help
for command in run check static modes identify schema point line film friction cam life list show; do has "$work/out" "  $command "; done
succeeds point --help
for flag in P Q radii angle E-a nu-a E-b nu-b E-star E-prime approach force law json help; do has "$work/out" "  --$flag "; done
has "$work/out" "(default 210 GPa)"
answers "usage: abut point" point --P 5 --nonsense --help
run --version
grep -Eq '^abut [0-9]+\.[0-9]+\.[0-9]+$' "$work/out" || fail "--version: $(cat "$work/out")"
grep -Eq '^kernel [a-z0-9]+$' "$work/out" || fail "--version: $(cat "$work/out")"

# ---- commands ----
refuses 1 "no command"
refuses 1 "did you mean 'point'?" pint
refuses 1 "there is no command 'quux'" quux
refuses 1 "there is no command" ""
refuses 1 "there is no command 'a?b'" "a
b"
for command in sweep; do
    refuses 1 "abut $command: not part of this version (" $command
    run --help
    if grep -q "^  $command " "$work/out"; then fail "--help lists '$command'"; fi
done
for command in run check static modes; do
    refuses 1 "give the path of a model file" $command
    refuses 1 "no-such-file.yaml' cannot be opened" $command "$work/no-such-file.yaml"
done
: >"$work/model.yaml"
refuses 1 "model.yaml:1:1: the file is empty" run "$work/model.yaml" --quiet

# ---- flags: every error is named ----
refuses 1 "did you mean '--force'?" point --P 1 --Q 1 --forse 5 --approach 1e-6
refuses 1 "there is no flag '-x'" list -x
refuses 1 "--P is given twice" point --P 1 --P 1 --Q 1 --approach 1e-6
refuses 1 "--Q needs a value" point --P 1 --approach 1e-6 --Q
refuses 1 "--Q needs a value" point --P 1 --Q --approach 1e-6
refuses 1 "--json takes no value" point --P 1 --Q 1 --approach 1e-6 --json=yes
refuses 1 "unexpected argument '7'" point --P 1 --Q 1 --approach 1e-6 7
refuses 4 "there is no flag '--colour'" point --colour red --P abc --Q 1 --approach '5 kg' --law herz
refuses 2 "give one of --approach and --force" point
refuses 2 "give --P and --Q, or --radii" point

# ---- list and show ----
answers "hertz" list
answers "hertz" list normal
run list normal
if grep -vq '^normal ' "$work/out"; then fail "list normal prints another kind"; fi
answers '"name": "hertz"' list --json
answers '{"types": [' list surface --json
refuses 1 "did you mean 'surface'? (kinds: " list surfce
refuses 1 "unexpected argument" list normal surface
answers "normal/hertz: " show hertz
answers "normal/hertz: " show normal hertz
answers "normal/hertz: " show normal/hertz
# shellcheck disable=SC2016 # the backticks are Markdown
answers '### `hertz`' show hertz --markdown
answers '"params": [' show hertz --json
answers "required" show sphere
answers "radius" show sphere
refuses 1 "give the name of a type" show
refuses 1 "did you mean 'hertz'?" show herz
refuses 1 "did you mean 'hertz'?" show normal/herz
refuses 1 "did you mean 'normal'?" show nomal hertz
refuses 1 "there is no friction 'hertz'" show friction/hertz
refuses 1 "damping/none, friction/none" show none
answers "friction/none: " show friction none
refuses 1 "exclude each other" show hertz --json --markdown

answers "machine/ball_bearing: " show ball_bearing
answers "balls.diameter" show ball_bearing
answers "Deep groove ball bearing 6205" list catalogue
answers "pitch_diameter: 39 mm" show 6205
answers '"text": "# Deep groove ball bearing 6205' show catalogue/6205 --json
refuses 1 "did you mean '6205'?" show 6295
answers "Deep groove ball bearings by rule: 6200 to 6224" list catalogue
answers "Assumption: makers have insides of their own" show 6206
answers '"text": "# Angular contact ball bearing 7210AC by rule, 50 x 90 x 20 mm' show catalogue/7210AC --json
refuses 1 "did you mean 'NU208'?" show NU28

# Every type can be shown in every form; the JSON of each is read back where Python is at hand. All of a kind are its types one by one.
mkdir "$work/shown"
forms="--text --json --markdown"
"$abut" list >"$work/list"
awk 'NF < 3 { print $1 "/" $2 " has no summary" }' "$work/list" >"$work/complaints"
for kind in $(awk '!seen[$1]++ { print $1 }' "$work/list"); do
    for form in $forms; do
        # shellcheck disable=SC2086 # text is no argument
        "$abut" show "$kind/" ${form#--text} >"$work/shown/$kind$form" 2>>"$work/complaints" || echo "show $kind/ $form fails" >>"$work/complaints"
    done
    for name in $(awk -v kind="$kind" '$1 == kind { print $2 }' "$work/list"); do
        grep -qF "\"kind\": \"$kind\", \"name\": \"$name\"" "$work/shown/$kind--json" || echo "show $kind/ lacks $name" >>"$work/complaints"
    done
done
for form in $forms; do
    first=
    for name in $(awk '$1 == "damping" { print $2 }' "$work/list"); do
        # shellcheck disable=SC2086 # text is no argument
        "$abut" show damping/$name ${form#--text} >"$work/one"
        case $form in
        --json) printf '%s' "${first:+, }" && tr -d '\n' <"$work/one" ;;
        *) printf '%s' "$first" && cat "$work/one" ;;
        esac
        first='
'
    done >"$work/all"
    case $form in
    --json) printf '{"types": [%s]}\n' "$(cat "$work/all")" | cmp -s - "$work/shown/damping$form" ;;
    *) cmp -s "$work/all" "$work/shown/damping$form" ;;
    esac || echo "show damping/ $form is not its types one by one" >>"$work/complaints"
done
if command -v python3 >/dev/null 2>&1; then
    python3 -c 'import json, sys
for path in sys.argv[1:]:
    try: json.load(open(path))
    except ValueError as why: print(path, "is not JSON:", why)' "$work"/shown/*--json >>"$work/complaints" 2>&1
fi
if [ -s "$work/complaints" ]; then fail "$(cat "$work/complaints")"; fi
refuses 1 "there is no kind 'nomal'; did you mean 'normal'?" show nomal/

# A full disk is an error.
if [ -c /dev/full ]; then
    "$abut" list >/dev/full 2>"$work/err"
    status=$?
    [ $status = 1 ] || fail "list >/dev/full: exit $status"
    [ -s "$work/err" ] || fail "list >/dev/full: no message"
fi

[ $failures = 0 ] || { echo "$failures failure(s)" >&2; exit 1; }
echo "usage: ok"
