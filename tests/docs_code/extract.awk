# Takes the code out of pages: awk -v from=SOURCE-DIR -v to=DIR -f extract.awk PAGE...
#   <!-- file: src/surface/hyperboloid.c -->   the block of code below is this file
#   <!-- line: src/registry/core_types.h -->   the lines below belong into the list of this file, behind its #define ...(X)
# Writes the files, and copies of those with lists, to the same places below `to`; prints their paths.

function fail(text) {
    print FILENAME ":" FNR ": " text > "/dev/stderr"
    bad = 1
    exit 1
}

FNR == 1 && block { fail("a block of code is not closed in the page before") }

/^<!-- (file|line): [^ ]+ -->$/ {
    if (path) fail("no block of code for " path)
    what = $2
    path = $3
    next
}

/^```/ && block {
    block = path = ""
    next
}

/^```c$/ && path {
    block = what
    if (what == "file:") {
        printf "" > (to "/" path)
        print path
    }
    next
}

block == "file:" { print > (to "/" path) }
block == "line:" {
    sub(/ *\\?$/, "")
    lines[path] = lines[path] $0 " \\\n"
}

END {
    if (bad) exit 1
    if (path) fail("no block of code for " path)
    for (file in lines) {
        done = 0
        while ((getline line < (from "/" file)) > 0) {
            print line > (to "/" file)
            if (!done && line ~ /^#define .*\(X\) *\\$/) {
                printf "%s", lines[file] > (to "/" file)
                done = 1
            }
        }
        if (!done) fail("no list in " file)
        print file
    }
}
