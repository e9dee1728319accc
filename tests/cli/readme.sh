#!/bin/sh
# README.md and the tutorials say what is: their C programs are those of examples/, their commands print what they show.
# usage: readme.sh PATH-OF-ABUT SOURCE-DIR
#
# On a page, a block ```yaml whose first line is "# NAME.yaml" is the file of that name, and the lines of a block
# ```console that begin with "$ " are commands, run in the order of the page. What follows a command is what it prints,
# held against the truth field by field: numbers to 1 %, and without what differs from machine to machine (times, counts
# of steps, residuals).
set -eu
abut=$1 source=$2
built=$(dirname "$abut")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/build"
ln -s "$abut" "$work/bin/abut"
ln -s "$abut" "$work/build/abut"
ln -s "$built"/libabut*.so* "$work/build"
ln -s "$source/examples" "$source/include" "$work"
PATH=$work/bin:$PATH

# ---- C programs ----
# block PAGE NUMBER: that block of C
block() { awk -v want="$2" '/^```c$/ {n++; on = n == want; next} /^```/ {on = 0} on' "$1"; }

block "$source/README.md" 1 >"$work/readme.c"
diff "$work/readme.c" "$source/examples/element/ball_in_groove.c"

# the second one is a part of its example
block "$source/README.md" 2 >"$work/part.c"
awk 'NR == FNR {want[++n] = $0; next} {have[++m] = $0}
     END {
         for (i = 0; n && i + n <= m; i++) {
             for (j = 1; j <= n && have[i + j] == want[j]; j++) {}
             if (j > n) exit 0
         }
         print "README.md: the world in C is not part of examples/world/bouncing_ball.c"
         exit 1
     }' "$work/part.c" "$source/examples/world/bouncing_ball.c"

# ---- commands ----
# files PAGE NUMBER: writes the models that stand before that command
files() {
    awk -v to="$work" -v want="$2" '
        /^```console$/ {console = 1}
        /^```yaml$/ {start = 1; next}
        /^```/ {name = ""}
        /^```$/ {console = 0}
        console && /^\$ / && ++n == want {exit}
        start && /^# [a-z_]*\.yaml$/ {name = to "/" $2}
        {start = 0}
        name {print >name}' "$1"
}

# shown PAGE NUMBER: the command, then what the page says that it prints
shown() {
    awk -v want="$2" '/^```console$/ {on = 1; next} /^```/ {on = 0} !on {next} /^\$ / {n++} n == want {print}' "$1"
}

plain() {
    # a build without Node.js has no page
    sed -e '/^report: .*\.html$/d' -e '/^the web page is left out: /d' \
        -e '/ steps (.* rejected) in .* x real time$/d' -e 's/residual of the balance .*//' \
        -e 's/after [0-9]* iterations, largest unbalanced force .*//' "$1"
}

# same WANTED GOT: field by field
same() {
    plain "$1" >"$work/a"
    plain "$2" >"$work/b"
    awk -v FS='[ ,]+' '
        function number(x) { return x ~ /^[-+]?[0-9.]+(e[-+]?[0-9]+)?$/ }
        function alike(x, y,    d, size) {
            if (x == y) return 1
            if (!number(x) || !number(y)) return 0
            d = x - y; size = x < 0 ? -x : x + 0
            return (d < 0 ? -d : d) <= 1e-9 + 0.01 * size
        }
        NR == FNR {want[++n] = $0; next}
        {
            m++
            fields = split(want[m], w)
            bad = m > n || fields != NF
            for (i = 1; i <= NF && !bad; i++) bad = !alike(w[i], $i)
            if (bad) { print "shown:   " want[m]; print "printed: " $0; wrong = 1 }
        }
        END { if (m != n) { print n " lines shown, " m " printed"; wrong = 1 } exit wrong }' "$work/a" "$work/b"
}

run() {
    case $1 in
    ./dev*) cat "$work/want" ;; # what builds everything is not done again
    *) (cd "$work" && sh -c "$1" 2>&1) || [ $? = 2 ] ;;
    esac
}

check_page() {
    page=$source/$1
    number=1
    while shown "$page" $number >"$work/shown" && [ -s "$work/shown" ]; do
        command=$(sed -n '1s/^\$ //p' "$work/shown")
        sed 1d "$work/shown" >"$work/want"
        files "$page" $number
        run "$command" >"$work/got" || { cat "$work/got"; echo "$1: fails: $command"; exit 1; }
        same "$work/want" "$work/got" || { echo "$1: $command"; exit 1; }
        number=$((number + 1))
    done
    [ $number -gt "$2" ] || { echo "$1: $((number - 1)) commands instead of $2 or more"; exit 1; }
}

check_page README.md 8
check_page docs/howto/build-a-model.md 15
check_page docs/howto/bearings.md 13
check_page docs/howto/modes.md 2
