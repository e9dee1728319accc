#!/bin/sh
# The simulator alone, as small hosts embed it: a bearing runs in a program that needs SUNDIALS and SuiteSparse and none of the
# libraries for model files, results, modes and studies.
# usage: sim.sh PATH-OF-ABUT SOURCE-DIR
. "$(dirname "$0")/support/begin.sh"
build=$(dirname "$abut")
program=$build/bin/sim_bearing
unwanted='yaml|udunits|hdf5|nlopt|cminpack|minpack'
readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' >"$work/needed"
grep -E "$unwanted|lapack|blas" "$work/needed" && fail "it names libraries that it should not need"
grep -q sundials_cvodes "$work/needed" || fail "it does not name SUNDIALS"
# KLU brings BLAS along on some systems, whatever we do; of the rest nothing is loaded
ldd "$program" | grep -E "$unwanted" && fail "it loads libraries that it should not need"
nm "$program" | grep -E ' U (yaml_|ut_|H5|nlopt_|dge[a-z]+_|dpotrf_)' && fail "it calls them"
nm "$program" | grep -q ' [DdRr] machine_ball_bearing' || fail "it does not contain the machines"

# the same bearing as with the whole library
"$program" >"$work/sim" 2>&1 || { cat "$work/sim"; fail "it does not run"; }
"$build/bin/example_ball_bearing" >"$work/world" 2>&1
cmp "$work/sim" "$work/world" || fail "it computes something else"
exit $failures
