#!/bin/sh
# The web pages of all examples in a real browser: viewer/test/pages.mjs. Skipped (77) where Node.js, Chromium or the
# page itself is missing; where they must not be missing, ABUT_PAGES_MUST=1 makes that a failure.
# usage: pages.sh PATH-OF-ABUT SOURCE-DIR
set -eu
abut=$1 source=$2

skip() {
    echo "the web pages cannot be looked at: $*"
    [ -z "${ABUT_PAGES_MUST:-}" ] || exit 1
    exit 77
}

command -v node >/dev/null 2>&1 || skip "there is no Node.js"
[ -d "$source/viewer/node_modules/playwright-core" ] || skip "the packages of viewer/ are not installed"
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || skip "there is no Chromium; CHROMIUM=path names another one"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$abut" run "$source/examples/11_incline/model.yaml" --quiet --t-end 0.1 --out "$work/run"
"$abut" report "$work/run" >"$work/said" 2>&1 || true
[ -s "$work/run/report.html" ] || skip "no page: $(cat "$work/said")"

node "$source/viewer/test/pages.mjs" "$abut" "$source"
