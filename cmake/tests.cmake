# Tests: one program per tests/test_*.c, one script per tests/cli/*.sh
find_package(PkgConfig REQUIRED)
pkg_check_modules(CHECK REQUIRED IMPORTED_TARGET check)

add_library(abut_test INTERFACE)
target_include_directories(abut_test INTERFACE tests)
target_compile_definitions(abut_test INTERFACE ABUT_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/oracles"
                                               ABUT_TEST_BIN="${bin}")
target_compile_options(abut_test INTERFACE -UNDEBUG)
target_link_libraries(abut_test INTERFACE abut_inside PkgConfig::CHECK)
if(ABUT_SANITIZE) # what is watched is the library, not its tests
  target_compile_options(abut_test INTERFACE -fno-sanitize=all -O0)
endif()
if(ABUT_WORLD)
  target_link_libraries(abut_test INTERFACE PkgConfig::HDF5) # to read what a run has written
endif()
if(TARGET abut_cli)
  target_compile_definitions(abut_test INTERFACE ABUT_EXE="$<TARGET_FILE:abut_cli>")
endif()

# without the world, what includes its headers is left out
function(leave_out_world list)
  if(ABUT_WORLD)
    return()
  endif()
  set(kept)
  foreach(source ${${list}})
    file(STRINGS ${source} lines
         REGEX "#include \"(abut/(world|machine|model|result|study)|(function|force|multibody|integrate|world|keys|machine|modes|model|result|report|study)/|support/(example|force))")
    if(NOT lines)
      list(APPEND kept ${source})
    endif()
  endforeach()
  set(${list} ${kept} PARENT_SCOPE)
endfunction()

file(GLOB support_sources tests/support/*.c)
leave_out_world(support_sources)
if(support_sources)
  add_library(abut_test_support STATIC ${support_sources})
  target_link_libraries(abut_test_support PUBLIC abut_test)
  set(test_library abut_test_support)
else()
  set(test_library abut_test)
endif()

# Tests that take long and run with sanitizers no code that others do not run: accuracy over many steps. Only without ABUT_LONG.
set(left_out)
if(NOT ABUT_LONG)
  set(left_out test_bearing_static_loads test_bearing_motion test_bearing_soak test_example_ellipsoid
               test_example_impacts test_example_motion)
endif()
# With the code of docs/ these run once more, over the built-in types and those of the pages: that is enough.
if(ABUT_WORLD AND ABUT_LONG)
  list(APPEND left_out test_conformance test_invariants test_machine_conformance)
endif()

file(GLOB test_sources tests/test_*.c)
leave_out_world(test_sources)
foreach(source ${test_sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${bin})
  target_link_libraries(${name} PRIVATE ${test_library})
  if(TARGET abut_cli)
    add_dependencies(${name} abut_cli)
  endif()
  if(NOT name IN_LIST left_out)
    add_test(NAME ${name} COMMAND ${name})
    list(APPEND tests ${name})
  endif()
endforeach()

# The public headers are C++ too.
add_executable(headers_cpp tests/headers.cpp)
set_target_properties(headers_cpp PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${bin})
target_compile_options(headers_cpp PRIVATE -Wall -Wextra -pedantic -Werror ${sanitizers})
target_link_libraries(headers_cpp PRIVATE abut::abut)
target_link_options(headers_cpp PRIVATE ${sanitizers})
add_test(NAME headers_cpp COMMAND headers_cpp)
list(APPEND tests headers_cpp)

# Examples in C: examples/FOLDER/NAME.c -> bin/example_NAME; cli_readme runs what README.md shows.
file(GLOB example_sources examples/element/*.c examples/world/*.c)
leave_out_world(example_sources)
foreach(source ${example_sources})
  get_filename_component(name ${source} NAME_WE)
  set(example_library abut::abut)
  if(source MATCHES "/world/")
    if(NOT ABUT_WORLD)
      continue()
    endif()
    set(example_library abut::abut_world)
  endif()
  add_executable(example_${name} ${source})
  set_target_properties(example_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${bin})
  target_link_libraries(example_${name} PRIVATE ${example_library} abut_options)
  add_test(NAME example_${name} COMMAND example_${name})
  list(APPEND tests example_${name})
endforeach()

# A host without files: element and simulator link without the libraries of model file, results and studies.
if(ABUT_WORLD)
  add_executable(sim_bearing examples/world/ball_bearing.c)
  set_target_properties(sim_bearing PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${bin})
  target_link_libraries(sim_bearing PRIVATE abut_sim)
  add_test(NAME sim_bearing COMMAND sim_bearing)
  list(APPEND tests sim_bearing)
endif()

file(GLOB cli_tests tests/cli/*.sh)
if(NOT ABUT_PAGES)
  list(FILTER cli_tests EXCLUDE REGEX "/pages\\.sh$")
endif()
if(ABUT_SANITIZE) # what these run, test_examples and the others run with sanitizers as well
  list(FILTER cli_tests EXCLUDE REGEX "/(examples|incremental|install|layers|readme)\\.sh$")
endif()
if(NOT ABUT_LONG)
  list(FILTER cli_tests EXCLUDE REGEX "/(identify|roller_life)\\.sh$")
endif()
if(TARGET abut_cli)
  foreach(script ${cli_tests})
    get_filename_component(name ${script} NAME_WE)
    add_test(NAME cli_${name} COMMAND sh ${script} $<TARGET_FILE:abut_cli> ${PROJECT_SOURCE_DIR})
    list(APPEND tests cli_${name})
  endforeach()
endif()

if(ABUT_WORLD AND ABUT_LONG)
  include(${PROJECT_SOURCE_DIR}/tests/docs_code/docs_code.cmake)
endif()

# ABUT_BRIEF: tests that try many cases of one kind try fewer of them (brief() of tests/support/suite.h).
set(brief)
if(NOT ABUT_LONG)
  set(brief ";ABUT_BRIEF=1")
endif()
# Check's own limit of 4 s per case is lifted: CTest watches the clock.
set_tests_properties(${tests} PROPERTIES TIMEOUT 300
                                         ENVIRONMENT
                                         "CK_DEFAULT_TIMEOUT=300;OPENBLAS_NUM_THREADS=1;UBSAN_OPTIONS=print_stacktrace=1${brief}")
foreach(long cli_model cli_usage cli_identify cli_examples test_examples test_conformance test_bearing_motion) # start these first
  if(TEST ${long})
    set_tests_properties(${long} PROPERTIES COST 1000)
  endif()
endforeach()
foreach(may_skip cli_viewer cli_incremental)
  if(TEST ${may_skip})
    set_tests_properties(${may_skip} PROPERTIES SKIP_RETURN_CODE 77)
  endif()
endforeach()
if(TEST cli_pages) # a browser that draws in software takes two cores, beside the run of the next page
  set_tests_properties(cli_pages PROPERTIES SKIP_RETURN_CODE 77 PROCESSORS 2 TIMEOUT 900)
endif()
