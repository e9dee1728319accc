# Fuzz targets: fuzz/NAME.c -> bin/fuzz_NAME. With ABUT_FUZZ the libraries count what they run through, for a search of hours. In the
# trees with Clang's sanitizers they are linked as well, and each is a test: what fuzz/corpus/NAME holds is run again, then a number of
# inputs made from it. So a target that no longer works is noticed.
set(fuzz_clang OFF)
if(CMAKE_C_COMPILER_ID MATCHES "Clang" AND NOT APPLE)
  set(fuzz_clang ON)
endif()
if(NOT (ABUT_FUZZ OR (fuzz_clang AND (ABUT_SANITIZE OR ABUT_MEMORY) AND ABUT_TESTS)))
  return()
endif()

set(fuzz_sanitizers fuzzer,address,undefined)
if(ABUT_MEMORY)
  set(fuzz_sanitizers fuzzer,memory)
endif()
add_custom_target(fuzz)
find_program(LLD_PROGRAM ld.lld)
set(fuzz_linker) # each target holds the whole library
if(LLD_PROGRAM)
  set(fuzz_linker -fuse-ld=lld)
endif()

function(fuzz_target target)
  add_executable(${target} ${ARGN})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${bin})
  target_compile_options(${target} PRIVATE -fsanitize=${fuzz_sanitizers})
  target_link_options(${target} PRIVATE -fsanitize=${fuzz_sanitizers} ${fuzz_linker})
  add_dependencies(fuzz ${target})
endfunction()

function(fuzz_test name)
  add_test(NAME ${name} COMMAND sh ${ARGN})
  set_tests_properties(${name} PROPERTIES TIMEOUT 300 ENVIRONMENT
                                          "OPENBLAS_NUM_THREADS=1;UBSAN_OPTIONS=print_stacktrace=1")
endfunction()

file(GLOB fuzz_sources fuzz/*.c)
set(fuzz_element element hertz arrays pack) # these need no more
set(fuzz_field dry ehl ehl_friction ehl_point film cells) # contact on a grid
foreach(source ${fuzz_sources})
  get_filename_component(name ${source} NAME_WE)
  set(target fuzz_${name})
  if(name IN_LIST fuzz_field AND NOT ABUT_FIELD)
    continue()
  endif()
  if(name IN_LIST fuzz_element)
    set(library abut_element)
  elseif(ABUT_WORLD)
    set(library abut_archive)
  else()
    continue()
  endif()
  fuzz_target(${target} ${source})
  target_link_libraries(${target} PRIVATE ${library})
  if(name STREQUAL "commands") # the program itself; the target includes its main.c
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:abut_commands>)
    target_include_directories(${target} PRIVATE cli)
    target_compile_definitions(${target} PRIVATE _GNU_SOURCE)
  endif()
  if(name STREQUAL "fmu") # the reader of plans is part of the runtime of FMUs alone
    target_sources(${target} PRIVATE src/fmi/stored.c)
    target_compile_definitions(${target} PRIVATE _GNU_SOURCE)
  endif()
  if(ABUT_TESTS)
    fuzz_test(${target} ${PROJECT_SOURCE_DIR}/fuzz/replay.sh $<TARGET_FILE:${target}> ${PROJECT_SOURCE_DIR})
  endif()
endforeach()

# A target that is wrong on purpose makes these tests red; the letters are the errors that these sanitizers find (broken.c).
if(ABUT_TESTS)
  set(found n r o l)
  if(ABUT_MEMORY)
    set(found n u)
  endif()
  fuzz_target(fuzz_broken fuzz/broken/broken.c)
  target_link_libraries(fuzz_broken PRIVATE abut_options)
  fuzz_test(fuzz_broken_is_red ${PROJECT_SOURCE_DIR}/fuzz/broken/red.sh $<TARGET_FILE:fuzz_broken> ${PROJECT_SOURCE_DIR}
            ${PROJECT_BINARY_DIR} ${CMAKE_C_COMPILER} ${found})
endif()
