#!/bin/sh
# What is installed is enough: programs for the element, the world and the model file are built against the installed tree alone,
# by plain cc, by pkg-config, by CMake and in C++, and run. Only public names can be seen from outside.
# usage: install.sh PATH-OF-ABUT SOURCE-DIR
. "$(dirname "$0")/support/begin.sh"
build=$(dirname "$abut")
prefix=$work/prefix
cmake --install "$build" --prefix "$prefix" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
lib=$(dirname "$(find "$prefix" -name libabut_world.so)")
strict="-std=c17 -Wall -Wextra -pedantic -Werror"

# built NAME COMMAND...: makes $work/NAME, which must do its work
built() {
    name=$1
    shift
    "$@" >"$work/log" 2>&1 || { cat "$work/log"; fail "$name cannot be built: $*"; return; }
    "$work/$name" >"$work/$name.out" 2>&1 || { cat "$work/$name.out"; fail "$name"; }
}

# ---- plain cc: the element, which needs libm alone ----
# shellcheck disable=SC2086 # a list of flags
built element cc $strict -I"$prefix/include" "$root/examples/element/ball_in_groove.c" -L"$lib" -labut \
    -Wl,-rpath,"$lib" -o "$work/element"
grep -q '^N     = 916.733 N$' "$work/element.out" || fail "element prints something else"
needed() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'; }
others=$(needed "$lib/libabut.so" | grep -v -E '^(libm|libc|ld-linux.*)\.so')
[ -z "$others" ] || fail "libabut needs $others"

# ---- pkg-config: the world ----
flags() { PKG_CONFIG_PATH=$lib/pkgconfig pkg-config "$@"; }
# shellcheck disable=SC2046,SC2086
built world cc $strict $(flags --cflags abut_world) "$root/examples/world/ball_bearing.c" $(flags --libs abut_world) \
    -Wl,-rpath,"$lib" -lm -o "$work/world"
needed "$work/world" | grep -q '^libabut\.so' && fail "a program of the world needs libabut, too"

# ---- CMake: the model file ----
mkdir "$work/model_project"
cat >"$work/model_project/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.20)
project(mine LANGUAGES C)
find_package(abut REQUIRED COMPONENTS world)
add_executable(model ${SOURCE})
target_link_libraries(model PRIVATE abut::abut_world m)
set_target_properties(model PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${TO} C_STANDARD 17)
CMAKE
made() {
    cmake -S "$work/model_project" -B "$work/model_build" -DCMAKE_PREFIX_PATH="$prefix" -DTO="$work" \
        -DSOURCE="$root/examples/world/model_file.c" && cmake --build "$work/model_build"
}
built model made
cat >"$work/model_project/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.20)
project(mine LANGUAGES NONE)
find_package(abut COMPONENTS wolrd QUIET)
if(abut_FOUND OR NOT abut_NOT_FOUND_MESSAGE)
  message(FATAL_ERROR "a component that is not there is found")
endif()
find_package(abut QUIET)
if(NOT abut_FOUND OR NOT abut_world_FOUND)
  message(FATAL_ERROR "not found without components")
endif()
find_package(abut REQUIRED OPTIONAL_COMPONENTS wolrd)
find_package(abut 1.0 QUIET)
if(abut_FOUND)
  message(FATAL_ERROR "another version is taken for this one")
endif()
CMAKE
cmake -S "$work/model_project" -B "$work/components" -DCMAKE_PREFIX_PATH="$prefix" >"$work/log" 2>&1 ||
    { cat "$work/log"; fail "components of the CMake package"; }

# ---- C++: every public header ----
(cd "$prefix/include" && find abut -name '*.h' | LC_ALL=C sort) >"$work/headers"
sed 's/.*/#include "&"/' "$work/headers" >"$work/all.cpp"
echo 'int main() { return abut_version()[0] == 0; }' >>"$work/all.cpp"
built all c++ -std=c++17 -Wall -Wextra -pedantic -Werror -I"$prefix/include" "$work/all.cpp" -L"$lib" -labut_world \
    -Wl,-rpath,"$lib" -o "$work/all"
# each stands alone, in C
while read -r header; do
    echo "#include \"$header\"" >"$work/one.c"
    # shellcheck disable=SC2086
    cc $strict -I"$prefix/include" -fsyntax-only "$work/one.c" || fail "$header does not stand alone"
done <"$work/headers"

# ---- names seen from outside ----
for library in libabut libabut_world; do
    nm -D --defined-only "$lib/$library.so" | awk '{print $3}' | sort >"$work/$library.names"
    grep -v '^abut_' "$work/$library.names" && fail "$library shows names that are not public"
    objdump -T "$lib/$library.so" | grep -E 'GLIBC_2\.3[5-9]' && fail "$library needs a C library that not everybody has"
    readelf -d "$lib/$library.so" | grep -q "SONAME.*\[$library\.so\.[0-9]" || fail "$library has no version"
done
# all that is declared is there, and nothing else
declared() {
    sed -n 's/^ABUT_API.*[ *]\(abut_[a-zA-Z0-9_]*\)\((.*\|;.*\)/\1/p' "$@" | sort
}
same() {
    comm -3 "$work/declared" "$work/$1.names" >"$work/differ"
    [ ! -s "$work/differ" ] || { cat "$work/differ"; fail "$1: declared (left) and exported (right) differ"; }
}
find "$prefix/include/abut" -name '*.h' >"$work/all_headers"
grep -E '/(field|field_friction|ehl|ehl_friction|ehl_mixed|rough)\.h$' "$work/all_headers" >"$work/of_field"
grep -v -x -F -f "$work/of_field" "$work/all_headers" >"$work/of_world"
# shellcheck disable=SC2046 # a list of files
declared $(cat "$work/of_world") >"$work/declared"
same libabut_world

# ---- contact on a grid: FFTW, under the GPL, is needed by its library alone ----
for library in libabut libabut_world; do
    needed "$lib/$library.so" | grep -q fftw && fail "$library needs FFTW"
done
if [ -e "$lib/libabut_field.so" ]; then
    nm -D --defined-only "$lib/libabut_field.so" | awk '{print $3}' | sort >"$work/libabut_field.names"
    # shellcheck disable=SC2046
    declared $(cat "$work/of_field") >"$work/declared"
    same libabut_field
    cat >"$work/grid.c" <<'C'
#include <math.h>
#include "abut/field.h"
int main(void) { /* a sphere by Hertz' force: the approach is 1 */
    abut_field_def def = {.grid = {32, 32, 3, 3, false}, .E_star = 1,
                          .gap = {"quadric", {{.name = "P", .value = 0.5}, {.name = "Q", .value = 0.5}}}};
    abut_message message = {0};
    abut_field_result r;
    abut_field *f = abut_field_create(&def, &message);
    if (!f || abut_field_solve(f, &(abut_field_load){.by_force = true, .force = 4.0 / 3}, &r, &message)) return 1;
    abut_field_destroy(f);
    return fabs(r.approach - 1) > 1e-3;
}
C
    # shellcheck disable=SC2046,SC2086
    built grid cc $strict $(flags --cflags abut_field) "$work/grid.c" $(flags --libs abut_field) -Wl,-rpath,"$lib" -lm \
        -o "$work/grid"
fi

# ---- the program ----
"$prefix/bin/abut" --version | grep -q "^abut [0-9]" || fail "the installed program does not run"
[ -z "$(find "$prefix" -name '*.a')" ] || fail "archives are installed"
exit $failures
