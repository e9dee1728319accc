# What every FMU has inside, whatever its model: the simulator, the reader of models without YAML and the database of units, and the
# two interfaces of FMI, as one shared object that needs the C library alone. `abut fmu` copies it. It is built where the static
# libraries of SUNDIALS and SuiteSparse are (and can go into a shared object).
# What it is made of, also for other platforms (bindings/fmu/build.py).
set(fmu_inside "/src/(fmu/(flanges|inputs|outputs)|result/tables|model/(body_values|build|choice|collide|complain|connect|contacts|csv_table|definition|edit|file|gather|keys|laws|lists|lubricant_keys|lubricants|machines|map|model|node|objects|parse_json|points|reader|resolved|rules|set|shafts|text|units|value))")
collect(fmi_sources fmi)
set(fmu_sources ${file_sources})
list(FILTER fmu_sources INCLUDE REGEX "${fmu_inside}\\.c$")
string(REPLACE ";" "\n" fmu_sources "${core_sources};${sim_sources};${fmi_sources};${fmu_sources}")
file(WRITE ${generated}/fmu_sources.txt "${fmu_sources}\n")

set(fmu_wanted sundials_cvodes sundials_arkode sundials_idas sundials_kinsol sundials_nvecserial sundials_sunlinsolklu
    sundials_sunmatrixsparse sundials_generic klu amd colamd btf suitesparseconfig)
set(fmu_static)
set(fmu_missing)
foreach(library ${fmu_wanted})
  find_library(STATIC_${library} lib${library}.a)
  mark_as_advanced(STATIC_${library})
  if(STATIC_${library})
    list(APPEND fmu_static ${STATIC_${library}})
  else()
    list(APPEND fmu_missing lib${library}.a)
  endif()
endforeach()
if(fmu_missing OR APPLE)
  message(STATUS "Without the runtime of FMUs, `abut fmu` writes none: ${fmu_missing} was not found")
else()
  objects(abut_fmi_objects ${fmi_sources})
  target_link_libraries(abut_fmi_objects PRIVATE sim_needs)
  target_compile_definitions(abut_fmi_objects PRIVATE _GNU_SOURCE)
  add_library(abut_fmu SHARED $<TARGET_OBJECTS:abut_fmi_objects> ${core_objects} ${sim_objects}
                              "$<FILTER:$<TARGET_OBJECTS:abut_file_objects>,INCLUDE,${fmu_inside}\\.c\\.o$>")
  set_target_properties(abut_fmu PROPERTIES PREFIX "" LINKER_LANGUAGE C)
  target_link_libraries(abut_fmu PRIVATE abut_options -Wl,--start-group ${fmu_static} -Wl,--end-group m)
  target_link_options(abut_fmu PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/fmu.map -Wl,--exclude-libs,ALL
                                       -Wl,--gc-sections -Wl,-Bsymbolic $<$<CONFIG:Release>:-s>)
  set_property(TARGET abut_fmu PROPERTY LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/fmu.map)
  if(NOT sanitizers)
    target_link_options(abut_fmu PRIVATE -Wl,--no-undefined)
  endif()
  # The runtime of other platforms, which does without SUNDIALS and SuiteSparse, tried here: the same objects but for theirs.
  set(lean_out "/src/(integrate/(arkode|cvode|ida|sundials_[a-z]*|transitions)|world/(static_newton|plugin|types)|multibody/crew)\\.c\\.o$")
  objects(abut_lean_objects bindings/fmu/without.c src/world/types.c)
  target_include_directories(abut_lean_objects PRIVATE bindings/fmu)
  target_compile_definitions(abut_lean_objects PRIVATE _GNU_SOURCE ABUT_WITHOUT_SUNDIALS)
  target_link_libraries(abut_lean_objects PRIVATE sim_needs)
  add_library(abut_fmu_lean SHARED EXCLUDE_FROM_ALL
              $<TARGET_OBJECTS:abut_fmi_objects> $<TARGET_OBJECTS:abut_lean_objects> ${core_objects}
              "$<FILTER:${sim_objects},EXCLUDE,${lean_out}>"
              "$<FILTER:$<TARGET_OBJECTS:abut_file_objects>,INCLUDE,${fmu_inside}\\.c\\.o$>")
  set_target_properties(abut_fmu_lean PROPERTIES PREFIX "" LINKER_LANGUAGE C)
  target_link_libraries(abut_fmu_lean PRIVATE abut_options m)
  target_link_options(abut_fmu_lean PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/fmu.map -Wl,-Bsymbolic)
  if(NOT sanitizers)
    target_link_options(abut_fmu_lean PRIVATE -Wl,--no-undefined)
  endif()
  foreach(object abut_avx2_object abut_avx512_object abut_swarm_avx2_object)
    if(TARGET ${object})
      add_dependencies(abut_fmu ${object})
      add_dependencies(abut_fmu_lean ${object})
    endif()
  endforeach()
  install(TARGETS abut_fmu LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/abut COMPONENT libabut0 NAMELINK_SKIP)
endif()
