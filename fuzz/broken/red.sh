#!/bin/sh
# A fuzz target that finds something makes the tests red, one without corpus too; one that does not link is no target.
# usage: red.sh PATH-OF-BROKEN-TARGET SOURCE-DIR BUILD-DIR COMPILER LETTER... (inputs that must be found, broken.c)
set -eu
target=$1 source=$2 build=$3 compiler=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
corpus=$work/fuzz/corpus/broken
mkdir -p "$corpus" "$work/search"
fail() { echo "$*"; exit 1; }

# replay: a good corpus passes; a bad input in it, none at all, and no folder do not
printf yes >"$corpus/yes"
sh "$source/fuzz/replay.sh" "$target" "$work" 0 >"$work/said" || { cat "$work/said"; fail "a good corpus does not pass"; }
for letter in "$@"; do
    printf %s "$letter" >"$corpus/bad"
    ! sh "$source/fuzz/replay.sh" "$target" "$work" 0 >"$work/said" 2>&1 || fail "$letter passes the replay"
    grep -qE "violated|ERROR|WARNING|runtime error" "$work/said" || { cat "$work/said"; fail "nothing is said about $letter"; }
done
rm "$corpus"/*
! sh "$source/fuzz/replay.sh" "$target" "$work" 0 >"$work/said" 2>&1 || fail "an empty corpus passes"
grep -q "no corpus" "$work/said" || fail "nothing is said about an empty corpus"
rmdir "$corpus"
! sh "$source/fuzz/replay.sh" "$target" "$work" 0 >"$work/said" 2>&1 || fail "a target without corpus passes"
mkdir "$corpus"

# inputs made from a good corpus: they are found there, and by ./dev fuzz, which goes on and counts
printf 'yes and' >"$corpus/yes"
! sh "$source/fuzz/replay.sh" "$target" "$work" 20000 >"$work/said" 2>&1 || fail "the replay makes no bad input in 20,000"
! FUZZ_RUNS=20000 sh "$source/fuzz/search.sh" "$target" "$work" "$work/search" 1 >"$work/said" 2>&1 || fail "the search passes"
grep -qE "^broken +[1-9][0-9]* executions +([1-9][0-9]*\.[0-9]|0\.[1-9]) s of a processor .* [1-9][0-9]* findings" "$work/search/executions.txt" ||
    { cat "$work/said" "$work/search/executions.txt"; fail "the search does not count its findings"; }
[ -n "$(ls "$work/search/findings/broken")" ] || fail "the search keeps no finding"

# every fuzz/NAME.c is a test with a corpus, and what does not link is not built
echo 'int nothing;' >"$work/nothing.c"
! "$compiler" -fsanitize=fuzzer "$work/nothing.c" -o "$work/nothing" 2>/dev/null || fail "a target without its function links"
ctest --test-dir "$build" -N >"$work/tests"
for file in "$source"/fuzz/*.c; do
    name=$(basename "$file" .c)
    [ -n "$(ls "$source/fuzz/corpus/$name" 2>/dev/null)" ] || fail "fuzz/corpus/$name is empty"
    [ "$#" -lt 3 ] || # with MemorySanitizer only some
        grep -q " fuzz_$name\$" "$work/tests" || fail "fuzz_$name is no test"
done
