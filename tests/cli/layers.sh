#!/bin/sh
# Layers: every folder of src/ includes only what the drawing in docs/architecture.md lets it see, the drawing has no cycle, the
# command line sees public headers and its own alone, and no source file declares what lies elsewhere (`extern`) but the lists of
# the registry.
# usage: sh layers.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"

# look FOLDER: complaints about the tree there on standard output
look() {
    (
        cd "$1" || exit 1
        sed -n '/^```layers$/,/^```$/p' docs/architecture.md | grep ':' >"$work/drawing"
        find src cli -name '*.[ch]' | sort | xargs grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]+"' |
            awk -v drawing="$work/drawing" '
            BEGIN {
                while ((getline line <drawing) > 0) {
                    n = split(line, word, /[: ]+/)
                    if (word[1] in seen) print "the drawing names " word[1] " twice"
                    for (i = 2; i <= n; i++) {
                        if (word[i] == "") continue
                        if (!(word[i] in seen)) print "the drawing: " word[1] " sees " word[i] ", which does not lie below it"
                        may[word[1], word[i]] = 1
                    }
                    seen[word[1]] = 1
                }
            }
            {
                split($0, part, ":")
                split(part[1], folder, "/")
                from = folder[1] == "src" ? folder[2] : folder[1]
                text = $0
                sub(/^[^"]*"/, "", text)
                sub(/".*/, "", text)
                if (text ~ /^abut\// || text !~ /\//) next
                to = text
                sub(/\/.*/, "", to)
                if (text ~ /\.\.\//) print part[1] ":" part[2] ": " text " climbs out of its folder"
                else if (from != to && !((from, to) in may)) print part[1] ":" part[2] ": " from " may not see " to
            }'
        for folder in $(find src -mindepth 1 -maxdepth 1 -type d | sed 's,^src/,,'); do
            grep -q "^$folder:" "$work/drawing" || echo "the drawing lacks $folder"
        done
        find src cli -name '*.c' ! -path src/registry/core.c ! -path src/world/types.c | sort |
            xargs grep -nE '^[[:space:]]*extern[[:space:]]' | sed 's/$/: what lies elsewhere is declared by its header/'
    )
}

look "$root" >"$work/found"
[ ! -s "$work/found" ] || fail "$(cat "$work/found")"
count=$(find "$root/src" "$root/cli" -name '*.[ch]' | wc -l)
[ "$count" -gt 300 ] || fail "only $count files were looked at"

# It notices: an upward include, a declaration, a folder that is not drawn, a drawing with a cycle, a private header in cli/.
scratch=$work/tree
mkdir -p "$scratch/src/base" "$scratch/src/world" "$scratch/src/strange" "$scratch/cli" "$scratch/docs"
printf '```layers\nbase: world\nworld: base\n```\n' >"$scratch/docs/architecture.md"
printf '#include "world/world.h"\n' >"$scratch/src/base/up.c"
printf '#include "base/vec.h"\n    extern int other;\n' >"$scratch/src/world/down.c"
printf '#include "world/world.h"\n' >"$scratch/cli/inside.c"
printf '```layers\nbase:\nworld: base\n```\n' >"$work/good"
look "$scratch" >"$work/found"
has "$work/found" "the drawing: base sees world, which does not lie below it" "the drawing lacks strange" \
    "src/world/down.c:2:    extern int other;" "cli/inside.c:1: cli may not see world"
cp "$work/good" "$scratch/docs/architecture.md"
look "$scratch" >"$work/found"
has "$work/found" "src/base/up.c:1: base may not see world"

[ $failures = 0 ] && echo "layers: ok, $count files"
exit $failures
