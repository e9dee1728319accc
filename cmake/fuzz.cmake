# Fuzz targets: fuzz/NAME.c -> bin/fuzz_NAME. With ABUT_FUZZ the libraries count what they run through, for a search of hours. In the
# tree with Clang's sanitizers they are linked as well, and each is a test: what fuzz/corpus/NAME holds is run again, then a number of
# inputs made from it. So a target that no longer works is noticed.
set(fuzz_clang OFF)
if(CMAKE_C_COMPILER_ID MATCHES "Clang" AND NOT APPLE)
  set(fuzz_clang ON)
endif()
if(NOT (ABUT_FUZZ OR (fuzz_clang AND ABUT_SANITIZE AND ABUT_TESTS)))
  return()
endif()

file(GLOB fuzz_sources fuzz/*.c)
foreach(source ${fuzz_sources})
  get_filename_component(name ${source} NAME_WE)
  set(target fuzz_${name})
  add_executable(${target} ${source})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${bin})
  target_compile_options(${target} PRIVATE -fsanitize=fuzzer,address,undefined)
  target_link_options(${target} PRIVATE -fsanitize=fuzzer,address,undefined)
  target_link_libraries(${target} PRIVATE abut_archive)
  if(name STREQUAL "commands") # the program itself; the target includes its main.c
    set(commands ${cli_sources})
    list(FILTER commands EXCLUDE REGEX "/main\\.c$")
    target_sources(${target} PRIVATE ${commands})
    target_include_directories(${target} PRIVATE cli)
    target_compile_definitions(${target} PRIVATE _GNU_SOURCE)
  endif()
  if(ABUT_TESTS)
    add_test(NAME ${target} COMMAND sh ${PROJECT_SOURCE_DIR}/fuzz/replay.sh $<TARGET_FILE:${target}> ${PROJECT_SOURCE_DIR})
    set_tests_properties(${target} PROPERTIES TIMEOUT 300 ENVIRONMENT
                                              "OPENBLAS_NUM_THREADS=1;UBSAN_OPTIONS=print_stacktrace=1")
  endif()
endforeach()
