#!/bin/sh
# What helps to begin: `abut init`, `abut explain`, `abut completions`, models from standard input.
# usage: start.sh PATH-OF-ABUT SOURCE-DIR
. "$(dirname "$0")/support/begin.sh"
. "$(dirname "$0")/support/json.sh"
cd "$work" || exit 1

# ---- init: every template is a model without errors or warnings that runs; nothing is overwritten ----
kinds=$("$abut" init | awk '{ print $1 }')
[ "$(echo $kinds)" = "$(cd "$root/templates" && ls *.yaml | sed 's/\.yaml//' | xargs)" ] || fail "init lists: $kinds"
for kind in $kinds; do
    succeeds init "$kind"
    cmp -s "$kind.yaml" "$root/templates/$kind.yaml" || fail "init $kind: not the template"
    succeeds check "$kind.yaml" --strict
    "$abut" init --help | grep -q " $kind" || fail "init --help does not name $kind"
    grep -q '^ *#\|  #' "$kind.yaml" || fail "$kind has no comments"
    [ "${ABUT_BRIEF:-}" ] || succeeds run "$kind.yaml" --no-report --strict --quiet --out "$kind.out"
done
echo mine >impact.yaml
refused 2 1 "'impact.yaml' is there: --force replaces it" init impact
[ "$(cat impact.yaml)" = mine ] || fail "init wrote over a file"
echo theirs >outside
ln -s outside linked.yaml
refused 2 1 "'linked.yaml' is there" init impact -o linked.yaml
succeeds init impact -o linked.yaml --force
[ "$(cat outside)" = theirs ] && [ ! -L linked.yaml ] || fail "init wrote through a link"
refused 2 1 "did you mean 'impact'?" init impcat
refused 1 1 "cannot be written" init impact --out no/such/folder.yaml

# ---- a model from standard input ----
"$abut" init impact --out - >model.yaml
"$abut" run - --no-report --csv --t-end 0.3 <model.yaml >out 2>err || fail "run -: $(cat err)"
[ -f model.out/summary.json ] || fail "run -: no model.out"
mv model.out from_input
succeeds run model.yaml --no-report --csv --t-end 0.3
cmp -s model.out/body_ball.csv from_input/body_ball.csv || fail "run -: other numbers than from the file"
printf 'abut: 1\nbodies: [{nme: a}]\n' | "$abut" check - >out 2>err && fail "check -: an error is accepted"
has err "standard input:2:11: there is no key 'nme' in a body; did you mean 'name'?"
"$abut" static - </dev/null >out 2>err && fail "static -: nothing is accepted"
has err "standard input:1:1: the file is empty"

# ---- explain: every warning of the page of warnings and of the models that show one, and no other ----
succeeds explain --json
expect out "all(w['when'] in ('check', 'modes', 'run') and w['meaning'] and w['remedy'] for w in d['warnings'])" explain
# shellcheck disable=SC2016 # the backticks are Markdown
sed -n 's/^| `\([a-z_]*\)` | \([a-z]*\) |.*/\1 \2/p' "$root/docs/reference/warnings.md" | sort >documented
"$abut" explain | awk '{ print $1, $2 }' | sort >explained
cmp -s documented explained || fail "explain and docs/reference/warnings.md differ: $(diff documented explained)"
for path in "$root"/tests/models/warn/*.yaml; do
    read -r _ _ when code _ <"$path"
    grep -q "^$code $when$" explained || fail "explain does not know $code of $path"
    succeeds explain "$code"
    has out "What to do: "
done
[ "$(awk 'length > 101' out)" = "" ] || fail "explain: long lines"
refused 2 1 "did you mean 'energy'?" explain enrgy

# ---- completions: scripts that the shells accept, with every command and flag ----
for shell in bash zsh fish; do
    succeeds completions $shell
    cp out "c.$shell"
    for word in run explain checkpoint t-end; do has "c.$shell" "$word"; done
done
if command -v bash >/dev/null; then
    bash -c '. ./c.bash
        COMP_WORDS=(abut ru) COMP_CWORD=1; _abut; echo "${COMPREPLY[@]}"
        COMP_WORDS=(abut run --check) COMP_CWORD=2; _abut; echo "${COMPREPLY[@]}"
        COMP_WORDS=(abut ehl cy) COMP_CWORD=2; _abut; echo "${COMPREPLY[@]}"' >completed 2>err || fail "bash: $(cat err)"
    [ "$(cat completed)" = "run
--checkpoint
cycle" ] || fail "bash completes: $(cat completed)"
fi
if command -v zsh >/dev/null; then zsh -n c.zsh || fail "zsh does not take its script"; fi
if command -v fish >/dev/null; then fish -n c.fish || fail "fish does not take its script"; fi
refused 2 1 "bash, zsh or fish" completions
refused 2 1 "'tcsh'" completions tcsh

# ---- version ----
succeeds -V
cp out short
succeeds --version
cmp -s out short || fail "-V is not --version"
expected
exit "$failures"
