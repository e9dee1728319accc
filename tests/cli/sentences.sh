#!/bin/sh
# Sentences are for people: no code looks for words in them. Functions that search a text stand only in files that read what
# users wrote, or lists of words in tables.
# usage: sh sentences.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"
cd "$root" || exit 1

found=$(grep -lE '\<(strstr|strcasestr|memmem|strtok|strtok_r|sscanf|regcomp)[(]' -r src cli --include='*.[ch]')
[ -z "$found" ] || fail "a text is searched for another: $found"

may='src/model/ src/heights/ src/keys/keys.c src/registry/check.c src/report/json_check.c src/report/table_page.c src/study/quantity.c src/fmu/zip.c src/model/parse_json.c
src/study/study_read.c src/study/outcome_tables.c src/world/plugin.c cli/campbell_speeds.c cli/ehl_cycle.c cli/flags.c cli/heat_loads.c cli/show.c'
for file in $(grep -lE '\<(strchr|strpbrk)[(]' -r src cli --include='*.[ch]'); do
    known=no
    for part in $may; do
        case $file in "$part"*) known=yes ;; esac
    done
    [ $known = yes ] || fail "$file looks for a sign in a text, and is not among those that read what users wrote"
done

[ $failures = 0 ] || exit 1
