# ---- compiler options: everything links abut_warnings; everything but the generator links abut_options -------------
add_library(abut_warnings INTERFACE)
target_compile_options(abut_warnings INTERFACE -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla
                                               -Wno-psabi # vectors of numbers are passed between our own functions only
                                               -Wno-missing-field-initializers) # what is left out is zero: the default
if(ABUT_WERROR)
  target_compile_options(abut_warnings INTERFACE -Werror)
endif()

# Tests are not what is measured or watched: they are compiled quickly (ABUT_QUICK is set on their targets, tests.cmake).
set(measured $<NOT:$<BOOL:$<TARGET_PROPERTY:ABUT_QUICK>>>)
add_library(abut_options INTERFACE)
target_link_libraries(abut_options INTERFACE abut_warnings)
# Small structs are passed by their parts: packing neighbouring doubles into short vectors only costs time here.
target_compile_options(abut_options INTERFACE -fno-math-errno -fno-trapping-math -ffp-contract=fast
                                              -fno-tree-slp-vectorize -falign-functions=64
                                              $<$<AND:$<CONFIG:Release>,${measured}>:-O3>)
set(kernels OFF)
if(ABUT_ARCH STREQUAL "auto")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND CMAKE_LINKER AND CMAKE_OBJCOPY AND NOT APPLE)
    set(kernels ON)
    target_compile_definitions(abut_options INTERFACE ABUT_KERNEL_AVX2)
  endif()
elseif(NOT ABUT_ARCH STREQUAL "baseline")
  target_compile_options(abut_options INTERFACE -march=${ABUT_ARCH})
  target_compile_definitions(abut_options INTERFACE KERNEL_NAME="${ABUT_ARCH}")
endif()
if(ABUT_FUZZ)
  set(sanitizers -fsanitize=fuzzer-no-link,address,undefined)
elseif(ABUT_MEMORY)
  set(sanitizers -fsanitize=memory)
  if(ABUT_LONG) # counts what it runs through, for fuzz targets, and tells where memory that was not written comes from; built half as fast
    set(sanitizers -fsanitize=fuzzer-no-link,memory -fsanitize-memory-track-origins)
  endif()
elseif(ABUT_SANITIZE)
  set(sanitizers -fsanitize=address,undefined)
endif()
if(sanitizers)
  # Assertions stay on here, whatever the build type. Optimised little and with lines only: built twice as fast, run as fast.
  # Without ABUT_LONG, and in a search, some checks of every access are left out, which the address sanitizer makes nearly needless.
  set(fewer)
  if(NOT ABUT_MEMORY AND (ABUT_FUZZ OR NOT ABUT_LONG))
    set(fewer -fno-sanitize=null,alignment,object-size,pointer-overflow)
  endif()
  foreach(option ${sanitizers} ${fewer} -fno-sanitize-recover=all -fno-omit-frame-pointer -UNDEBUG -O1 -g1 -gno-column-info)
    target_compile_options(abut_options INTERFACE $<${measured}:${option}>)
  endforeach()
  target_link_options(abut_options INTERFACE ${sanitizers})
endif()
# Where nothing is computed for long more optimising costs more than it gains; under sanitizers, any.
set(seldom_run $<$<CONFIG:Release>:-O2>)
if(ABUT_SANITIZE)
  set(seldom_run -O0)
endif()
# Without ABUT_LONG, sanitizers are there for the code and not for how long it runs: of element and simulator only the folders in which most
# time is spent are optimised then.
set(rarely_run)
if(sanitizers AND NOT ABUT_LONG AND NOT ABUT_FUZZ)
  set(rarely_run -O0)
endif()
