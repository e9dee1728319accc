#!/bin/sh
# CITATION.cff has what the format 1.2.0 asks for, no key that it does not know, and the version and licence of this source.
# usage: citation.sh PATH-OF-ABUT SOURCE-DIR
. "$(dirname "$0")/support/begin.sh"
file=$root/CITATION.cff
known=' abstract authors cff-version commit contact date-released doi identifiers keywords license license-url message'
known="$known preferred-citation references repository repository-artifact repository-code title type url version "
keys=$(sed -n 's/^\([^ #-][^:]*\):.*/\1/p' "$file")
for key in $keys; do
    case $known in *" $key "*) ;; *) fail "unknown key $key" ;; esac
done
[ -z "$(echo "$keys" | sort | uniq -d)" ] || fail "a key stands twice: $(echo "$keys" | sort | uniq -d)"
value() { sed -n "s/^$1: *//p" "$file" | sed 's/^"\(.*\)"$/\1/'; }
[ "$(value cff-version)" = 1.2.0 ] || fail "cff-version: $(value cff-version)"
for key in message title; do [ -n "$(value $key)" ] || fail "no $key"; done
[ "$(value type)" = software ] || fail "type: $(value type)"
awk '/^authors:/ { on = 1; next } /^[^ ]/ { on = 0 } on && /^  - (name|family-names): ./ { n++ } END { exit n < 1 }' "$file" ||
    fail "no authors"
version=$(sed -n 's/^#define ABUT_VERSION *"\(.*\)"/\1/p' "$root/include/abut/abut.h")
[ "$(value version)" = "$version" ] || fail "version $(value version), the source has $version"
[ "$(value license)" = BSD-3-Clause ] && head -n 1 "$root/LICENSE" | grep -q 'BSD 3-Clause' || fail "licence"
! grep -q "$(printf '\t')" "$file" || fail "a tab"
if python3 -c 'import yaml' 2>/dev/null; then
    python3 -c 'import sys, yaml; d = yaml.safe_load(open(sys.argv[1])); sys.exit(not isinstance(d["authors"], list))' "$file" ||
        fail "not YAML"
fi
exit "$failures"
