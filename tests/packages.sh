#!/bin/sh
# Debian packages of this tree: lintian has nothing to say; in a fresh Debian they install, run a model, build C and C++ programs by
# pkg-config and CMake, and leave nothing when they are purged. Needs root, a mirror of Debian, debootstrap and lintian. The fresh system
# is kept packed in the folder of the build for the next time.
# usage: packages.sh FOLDER-OF-PACKAGES SOURCE-DIR
set -eu
packages=$(cd "$1" && pwd) root=$(cd "$2" && pwd)
mirror=${ABUT_DEBIAN_MIRROR:-http://deb.debian.org/debian}
suite=$(. /etc/os-release && echo "$VERSION_CODENAME") # the libraries that the packages were linked with
fail() { echo "FAIL: $*" >&2; exit 1; }

lintian "$packages"/*.deb >"$packages/lintian.log" 2>&1 || { cat "$packages/lintian.log"; fail "lintian finds errors"; }
! grep -E '^[EW]:' "$packages/lintian.log" || fail "lintian warns"
set -- "$packages"/*.deb
echo "lintian: $# packages, no errors, no warnings"

[ -f "$packages/fresh.tar" ] || {
    debootstrap --variant=minbase "$suite" "$packages/fresh" "$mirror" >"$packages/debootstrap.log" 2>&1 || fail "debootstrap: see $packages/debootstrap.log"
    tar -C "$packages/fresh" -cf "$packages/fresh.tar" . && rm -rf "$packages/fresh"
}
system=$(mktemp -d)
trap 'rm -rf "$system"' EXIT
tar -C "$system" -xf "$packages/fresh.tar"
cp /etc/resolv.conf "$system/etc/resolv.conf"
for file in /etc/apt/apt.conf.d/*proxy*; do [ ! -f "$file" ] || cp "$file" "$system/etc/apt/apt.conf.d/"; done
inside() { chroot "$system" env LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"; }
traces() { find "$system" -xdev \( -iname '*abut*' \) ! -path "$system/debs*" ! -path "$system/tmp/*" -print; }

mkdir "$system/debs" "$system/tmp/work"
cp "$packages"/*.deb "$system/debs"
cp "$root/examples/13_ball_bearing/model.yaml" "$root/examples/element/ball_in_groove.c" "$root/examples/world/model_file.c" "$system/tmp/work"
[ -z "$(traces)" ] || fail "the fresh system has traces of abut"
inside apt-get update -qq
inside sh -c 'apt-get install -y -qq --no-install-recommends /debs/libabut0_*.deb /debs/abut-field_*.deb /debs/abut_*.deb' >"$packages/apt.log" 2>&1 ||
    { tail "$packages/apt.log"; fail "the packages do not install"; }
inside sh -c 'cd /tmp/work && abut run model.yaml --csv --set solver.t_end=0.2 --out out' >"$packages/run.log" 2>&1 || { cat "$packages/run.log"; fail "abut run"; }
grep -q 'done at t = 0.2 s' "$packages/run.log" || fail "abut run says something else"
inside abut point --radii 5mm,5mm,-5.2mm,20mm --force '500 N' | grep -q '1761359645 Pa' || fail "abut point"
echo "installed and run in a fresh Debian: $(grep steps "$packages/run.log")"

inside sh -c 'apt-get install -y -qq --no-install-recommends gcc g++ libc6-dev make cmake pkg-config /debs/libabut-dev_*.deb' >>"$packages/apt.log" 2>&1 ||
    { tail "$packages/apt.log"; fail "libabut-dev does not install"; }
cat >"$system/tmp/work/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.20)
project(mine LANGUAGES C CXX)
find_package(abut REQUIRED COMPONENTS world)
add_executable(groove groove.cpp)
target_link_libraries(groove PRIVATE abut::abut)
add_executable(model model_file.c)
target_link_libraries(model PRIVATE abut::abut_world m)
CMAKE
cat >"$system/tmp/work/groove.cpp" <<'CXX'
#include <abut/abut.h>
#include <cstdio>
int main() {
    abut_hertz r;
    if (abut_hertz_from_force(0.1, 0.2, 1e11, 500, &r)) return 1;
    return std::printf("%g\n", r.approach) < 1 || r.force != 500;
}
CXX
# shellcheck disable=SC2016 # for the shell inside
inside sh -ec 'cd /tmp/work
    set -x
    cc ball_in_groove.c $(pkg-config --cflags --libs abut) -o by_pkg_config && ./by_pkg_config | grep -q "N     = 916.733 N"
    cmake -S . -B b && cmake --build b && b/groove && b/model' >"$packages/programs.log" 2>&1 ||
    { cat "$packages/programs.log"; fail "programs against the installed packages"; }
echo "C and C++ programs: built by pkg-config and CMake, run"

inside apt-get purge -y -qq abut abut-field libabut0 libabut-dev >>"$packages/apt.log" 2>&1 || fail "purge"
traces | grep -v '/var/log/' >"$packages/left.log" || true
[ ! -s "$packages/left.log" ] || { cat "$packages/left.log"; fail "left after the purge"; }
echo "purged: nothing left"
