#!/bin/sh
# Unit tests of the web page (viewer/test/unit), without a browser. Skipped (77) without Node.js or the packages of viewer/.
# usage: viewer.sh PATH-OF-ABUT SOURCE-DIR
set -eu
source=$2

skip() {
    echo "skipped: $*"
    exit 77
}

command -v node >/dev/null 2>&1 || skip "there is no Node.js"
[ -d "$source/viewer/node_modules/three" ] || skip "the packages of viewer/ are not installed"
node "$source/viewer/test/unit/all.mjs"
