# MemorySanitizer sees only what it has compiled, so here is the element alone, which needs libm and nothing else: its fuzz targets
# (fuzz.cmake) and a walk through the registry, without the Check library.
add_executable(memory_elements tests/memory/elements.c tests/support/scene.c tests/support/laws.c)
set_target_properties(memory_elements PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${bin})
target_include_directories(memory_elements PRIVATE tests)
target_link_libraries(memory_elements PRIVATE abut_element)
add_test(NAME memory_elements COMMAND memory_elements)
add_test(NAME memory_is_red COMMAND memory_elements unwritten)
set_tests_properties(memory_is_red PROPERTIES PASS_REGULAR_EXPRESSION "use-of-uninitialized-value")
set_tests_properties(memory_elements memory_is_red PROPERTIES TIMEOUT 300)
