#!/bin/sh
# README.md says what is: its C program is the example, and its commands print what it shows.
# usage: readme.sh PATH-OF-ABUT SOURCE-DIR
set -eu
abut=$1 source=$2
example=$(dirname "$abut")/bin/example_ball_in_groove
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk '/^```c$/ {on = 1; next} /^```/ {on = 0} on' "$source/README.md" >"$work/readme.c"
diff "$work/readme.c" "$source/examples/element/ball_in_groove.c"

# what stands in the README after a command, up to the next command or the end of the block
shown() { awk -v want="\$ $1" '/^```/ {on = 0} /^\$ / {on = ($0 == want); next} on' "$source/README.md"; }

shown "build/abut point --radii 5mm,5mm,-5.2mm,20mm --force '500 N'" >"$work/want"
"$abut" point --radii 5mm,5mm,-5.2mm,20mm --force '500 N' >"$work/got"
[ -s "$work/want" ]
diff "$work/want" "$work/got"

shown "build/ball_in_groove" >"$work/want"
"$example" >"$work/got"
[ -s "$work/want" ]
diff "$work/want" "$work/got"
