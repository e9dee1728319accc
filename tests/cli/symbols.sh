#!/bin/sh
# Libraries that programs link have no names of their own but abut_*: neither the shared ones nor the archive for small hosts.
# usage: sh symbols.sh path-to-abut source-dir
. "$(dirname "$0")/support/begin.sh"
build=$(dirname "$abut")
command -v nm >/dev/null 2>&1 || { echo "there is no nm"; exit 77; }

# others LIBRARY [OPTION]: names that can be seen and are not ours; some come from the compiler's sanitizers
others() { nm --defined-only -g ${2:-} "$1" 2>/dev/null | awk 'NF == 3 && $3 !~ /^(abut_|__)/ { print $3 }'; }
field=
[ ! -e "$build/libabut_field.so" ] || field=libabut_field.so # built with contact on a grid
for library in libabut.so libabut_world.so $field libabut_sim.a; do
    [ -e "$build/$library" ] || { fail "$library is not there" && continue; }
    case $library in *.so) option=-D ;; *) option= ;; esac
    [ "$(nm --defined-only -g $option "$build/$library" | grep -c ' abut_')" -gt 20 ] || fail "$library: no public names"
    strange=$(others "$build/$library" $option)
    [ -z "$strange" ] || fail "$library: $(echo "$strange" | wc -l) other names: $(echo "$strange" | head -n 5 | tr '\n' ' ')"
done
[ $failures = 0 ] || exit 1
