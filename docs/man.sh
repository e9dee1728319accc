#!/bin/sh
# The manual page of the program, from what it says of itself.
# usage: man.sh PATH-OF-ABUT OUTPUT
set -eu
abut=$1
# what roff would take for its own
plain() { sed -e 's/\\/\\e/g' -e "s/^\([.']\)/\\\\\&\1/" -e 's/-/\\-/g'; }
version=$("$abut" --version | sed 's/^abut //')
{
    printf '.TH ABUT 1 "" "abut %s" "User Commands"\n.SH NAME\nabut \\- compliant contact between smooth bodies\n' "$version"
    printf '.SH SYNOPSIS\n.B abut\n.I COMMAND\n.RI [ flags ]\n.SH DESCRIPTION\n.nf\n'
    "$abut" --help | sed 1,2d | plain
    printf '.fi\n.SH COMMANDS\n'
    "$abut" --help | sed -n '/^commands:/,/^$/p' | sed -n 's/^  \([a-z]*\( [a-z]*\)\?\)  *.*/\1/p' | sed 's/ *$//' | while read -r command; do
        printf '.SS abut %s\n.nf\n' "$command"
        # shellcheck disable=SC2086 # two words
        "$abut" $command --help | plain
        printf '.fi\n'
    done
} >"$2"
