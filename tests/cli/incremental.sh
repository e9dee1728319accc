#!/bin/sh
# A change of one machine's public header builds that machine, the tests that include it and the programs anew, and nothing else.
# Dry runs of Ninja; the header gets its time back.
# usage: incremental.sh PATH-OF-ABUT SOURCE-DIR
. "$(dirname "$0")/support/begin.sh"
build=$(dirname "$abut")
dry() { ninja -C "$build" -n 2>&1; }
[ -f "$build/build.ninja" ] && [ -w "$root/include/abut" ] || exit 77
dry | grep -q 'no work to do' || { echo "not everything is built: nothing to compare with"; exit 77; }

# after HEADER: the steps that a change of it takes
after() {
    touch -r "$1" "$work/then"
    touch "$1"
    dry >"$work/steps"
    touch -r "$work/then" "$1"
}

looked_at=0
for folder in "$root"/src/machine/*/; do
    name=$(basename "$folder")
    header=$root/include/abut/machine/$name.h
    [ -f "$header" ] || continue
    looked_at=$((looked_at + 1))
    after "$header"
    # sources of the library: of this folder, and of those that include its headers
    sed -n 's,.*_objects\.dir/\(src/.*\)/[^/]*\.o$,\1,p' "$work/steps" | sort -u >"$work/folders"
    grep -q "^src/machine/$name$" "$work/folders" || fail "$name: its own sources are not built"
    while read -r other; do
        [ "$other" = "src/machine/$name" ] || grep -q "machine/${name}[./]" "$root/$other"/*.[ch] ||
            fail "$name: builds $other, too"
    done <"$work/folders"
    # no test is linked that was not compiled itself; the pages on adding types link archives
    sed -n 's,.*/tests/\(test_[a-z0-9_]*\)\.c\.o$,\1,p' "$work/steps" | sort -u >"$work/compiled"
    sed -n 's,.*Linking C executable bin/\(test_[a-z0-9_]*\)$,\1,p' "$work/steps" | sort -u >"$work/linked"
    comm -13 "$work/compiled" "$work/linked" >"$work/idle"
    [ ! -s "$work/idle" ] || fail "$name: links without need: $(tr '\n' ' ' <"$work/idle")"
    grep -q 'executable abut$' "$work/steps" || grep -q 'library libabut_world' "$work/steps" || fail "$name: no program"
    echo "$name: $(grep -c '^\[' "$work/steps") steps"
done
[ $looked_at -ge 4 ] || fail "machines are not found"
exit $failures
