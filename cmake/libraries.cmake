# The libraries. Every source is compiled once; the objects of three groups of folders are packed into
#   libabut        shared, installed: the element. Needs libm and nothing else
#   libabut_world  shared, installed: element, simulator, model file, results. A program links one of the two
#   libabut_field  shared, installed: contact on a grid, on top of libabut_world. Links FFTW, whose licence is the GPL; the other two do not
#   abut_inside    for tests: the same objects with every symbol visible
#   abut_sim       static: element and simulator for small hosts, without files and their libraries; only public names can be seen
#   abut_archive   static, for benchmarks and fuzz targets: everything; abut_element: the element alone
set(core_folders base registry numeric surface contact normal damping friction line film lubricant mixed cam arrays)
set(sim_folders keys function force multibody integrate world machine)
set(file_folders modes heights model result report study fmu door)
set(field_folders field ehl)

# collect(OUT FOLDER...): the sources of these folders and of those one level below
function(collect out)
  set(globs)
  foreach(folder ${ARGN})
    list(APPEND globs src/${folder}/*.c src/${folder}/*/*.c)
  endforeach()
  file(GLOB sources ${globs})
  set(${out} ${sources} PARENT_SCOPE)
endfunction()

# objects(NAME SOURCE...): compiled for all the libraries
function(objects name)
  add_library(${name} OBJECT ${ARGN})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  # no other library replaces our functions: they may be inlined and called directly
  target_compile_options(${name} PRIVATE -fno-semantic-interposition)
  target_include_directories(${name} PRIVATE include src ${generated})
  target_link_libraries(${name} PRIVATE abut_options)
endfunction()

# one_object(NAME PATTERN OBJECT...): the one object NAME_object of all of them, in which only symbols like PATTERN can be seen
function(one_object name pattern)
  set(object ${PROJECT_BINARY_DIR}/${name}.o)
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${CMAKE_LINKER} -r -o ${object} ${ARGN}
    COMMAND ${CMAKE_OBJCOPY} --wildcard "--keep-global-symbol=${pattern}" ${object}
    DEPENDS ${ARGN}
    COMMENT "Making ${name}.o"
    COMMAND_EXPAND_LISTS VERBATIM)
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  add_custom_target(${name}_object DEPENDS ${object})
  set(${name}_object ${object} PARENT_SCOPE)
endfunction()

# kernel(NAME ISA SYMBOLS SOURCE...): the sources once more, for AVX2 and FMA or for AVX-512, as the one object NAME_object in which only
# the SYMBOLS can be seen (src/contact/kernels.h)
function(kernel name isa symbols)
  objects(${name} ${ARGN})
  target_compile_options(${name} PRIVATE -mavx2 -mfma)
  target_compile_definitions(${name} PRIVATE KERNEL=${isa} _GNU_SOURCE)
  if(isa STREQUAL "avx512")
    target_compile_options(${name} PRIVATE -mavx512f -mavx512dq -mavx512vl)
    target_compile_definitions(${name} PRIVATE ROW4_LANES=8)
  else()
    target_compile_definitions(${name} PRIVATE KERNEL_WIDER=avx512)
  endif()
  set_target_properties(${name} PROPERTIES C_VISIBILITY_PRESET hidden)
  one_object(${name} ${symbols} $<TARGET_OBJECTS:${name}>)
  set(${name}_object ${${name}_object} PARENT_SCOPE)
endfunction()

# Of an installed library only the public names can be seen from outside.
# installed_library(TARGET NAME MAP): names like those of cmake/MAP.map
function(installed_library name output map)
  set_target_properties(${name} PROPERTIES OUTPUT_NAME ${output} EXPORT_NAME ${output} LINKER_LANGUAGE C SOVERSION 0
                                           VERSION ${PROJECT_VERSION})
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                            $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${name} PRIVATE m $<BUILD_INTERFACE:abut_options>)
  if(APPLE)
    target_link_options(${name} PRIVATE -Wl,-exported_symbol,_abut_*)
  else()
    target_link_options(${name} PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/${map}.map)
    set_property(TARGET ${name} PROPERTY LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/${map}.map)
    if(NOT sanitizers)
      target_link_options(${name} PRIVATE -Wl,--no-undefined)
    endif()
  endif()
endfunction()

# ---- the element: strict C17 ------------------------------------------------------------------------------------------
collect(core_sources ${core_folders})
objects(abut_core_objects ${core_sources} ${tables})
set_target_properties(abut_core_objects PROPERTIES C_EXTENSIONS OFF)
set(rare_sources ${core_sources})
list(FILTER rare_sources INCLUDE REGEX "/src/(base|registry|lubricant|mixed|arrays|film|damping)/")
set_source_files_properties(${rare_sources} PROPERTIES COMPILE_OPTIONS "${rarely_run}")
# these two work on rows of numbers, where packing pays
set_source_files_properties(src/contact/jacobian.c src/contact/patch.c PROPERTIES COMPILE_OPTIONS -ftree-slp-vectorize)

set(inside_objects $<TARGET_OBJECTS:abut_core_objects>)
if(kernels)
  set(kernel_sources ${core_sources})
  list(FILTER kernel_sources EXCLUDE REGEX "/src/(base/|arrays/|registry/(check|core|registry)|contact/kernels\\.c)")
  kernel(abut_avx2 avx2 kernel_avx* ${kernel_sources} ${tables})
  kernel(abut_avx512 avx512 pack_shear_avx512 src/contact/pack_shear.c)
  list(APPEND inside_objects ${abut_avx2_object} ${abut_avx512_object})
endif()

set(core_objects ${inside_objects})
add_library(abut_shared SHARED ${core_objects})
add_library(abut::abut ALIAS abut_shared)
installed_library(abut_shared abut public)

# ---- the simulator, then model file, results, reports, studies ---------------------------------------------------------
if(ABUT_WORLD)
  find_package(PkgConfig REQUIRED)
  set(THREADS_PREFER_PTHREAD_FLAG ON)
  find_package(Threads REQUIRED)
  # SUNDIALS asks for OpenMP, which only its OpenMP vectors use; Clang often comes without it.
  if(NOT TARGET OpenMP::OpenMP_C)
    add_library(OpenMP::OpenMP_C INTERFACE IMPORTED)
  endif()
  find_package(SUNDIALS REQUIRED COMPONENTS cvodes arkode idas kinsol nvecserial sunlinsolklu)
  pkg_check_modules(YAML REQUIRED IMPORTED_TARGET yaml-0.1)
  pkg_search_module(HDF5 REQUIRED IMPORTED_TARGET hdf5-serial hdf5)
  pkg_check_modules(NLOPT REQUIRED IMPORTED_TARGET nlopt)
  pkg_check_modules(CMINPACK REQUIRED IMPORTED_TARGET cminpack)
  find_path(AMD_INCLUDE_DIR amd.h PATH_SUFFIXES suitesparse)
  find_library(AMD_LIBRARY amd)
  find_path(UDUNITS2_INCLUDE_DIR udunits2.h PATH_SUFFIXES udunits2)
  find_library(UDUNITS2_LIBRARY udunits2)
  find_package(LAPACK)
  find_package(ZLIB)
  set(without ", or configure with -DABUT_WORLD=OFF -DABUT_CLI=OFF")
  if(NOT UDUNITS2_INCLUDE_DIR OR NOT UDUNITS2_LIBRARY)
    message(FATAL_ERROR "UDUNITS-2 was not found: install libudunits2-dev${without}")
  endif()
  if(NOT AMD_INCLUDE_DIR OR NOT AMD_LIBRARY)
    message(FATAL_ERROR "SuiteSparse was not found: install libsuitesparse-dev${without}")
  endif()
  if(NOT LAPACK_FOUND)
    message(FATAL_ERROR "LAPACK was not found: install liblapack-dev${without}")
  endif()
  if(NOT ZLIB_FOUND)
    message(FATAL_ERROR "zlib was not found: install zlib1g-dev${without}")
  endif()

  add_library(sim_needs INTERFACE)
  target_include_directories(sim_needs SYSTEM INTERFACE ${AMD_INCLUDE_DIR})
  target_link_libraries(sim_needs INTERFACE SUNDIALS::cvodes SUNDIALS::arkode SUNDIALS::idas SUNDIALS::kinsol
                                            SUNDIALS::nvecserial SUNDIALS::sunlinsolklu ${AMD_LIBRARY} Threads::Threads)
  add_library(file_needs INTERFACE)
  target_include_directories(file_needs SYSTEM INTERFACE ${UDUNITS2_INCLUDE_DIR})
  target_link_libraries(file_needs INTERFACE ${LAPACK_LIBRARIES} PkgConfig::YAML ${UDUNITS2_LIBRARY} PkgConfig::HDF5
                                             PkgConfig::NLOPT PkgConfig::CMINPACK ZLIB::ZLIB)

  collect(sim_sources ${sim_folders})
  objects(abut_sim_objects ${sim_sources})
  target_link_libraries(abut_sim_objects PRIVATE sim_needs)
  target_compile_definitions(abut_sim_objects PRIVATE _GNU_SOURCE)
  set(rare_sources ${sim_sources})
  list(FILTER rare_sources INCLUDE REGEX "/src/(keys|function|world)/")
  set_source_files_properties(${rare_sources} PROPERTIES COMPILE_OPTIONS "${rarely_run}")
  collect(file_sources ${file_folders})
  objects(abut_file_objects ${file_sources} ${generated}/catalogue.inc ${generated}/page.inc)
  set_source_files_properties(${file_sources} PROPERTIES COMPILE_OPTIONS ${seldom_run}) # files are read and written
  target_link_libraries(abut_file_objects PRIVATE sim_needs file_needs)
  target_compile_definitions(abut_file_objects PRIVATE _GNU_SOURCE)
  set(sim_objects $<TARGET_OBJECTS:abut_sim_objects>)
  if(kernels)
    kernel(abut_swarm_avx2 avx2 swarm_avx2 src/multibody/swarm_forces.c src/multibody/swarm_solve.c
           src/multibody/swarm_tangent.c
           src/multibody/swarm_tangent.c)
    list(APPEND sim_objects ${abut_swarm_avx2_object})
  endif()
  list(APPEND inside_objects ${sim_objects} $<TARGET_OBJECTS:abut_file_objects>)

  add_library(abut_world SHARED ${inside_objects})
  add_library(abut::abut_world ALIAS abut_world)
  installed_library(abut_world abut_world public)
  target_link_libraries(abut_world PRIVATE $<BUILD_INTERFACE:sim_needs> $<BUILD_INTERFACE:file_needs>)

  set(sim_alone ${core_objects} ${sim_objects})
  if(CMAKE_OBJCOPY AND NOT APPLE)
    one_object(abut_sim_only abut_* ${sim_alone})
    set(sim_alone ${abut_sim_only_object})
  endif()
  add_library(abut_sim STATIC EXCLUDE_FROM_ALL ${sim_alone})
  set_target_properties(abut_sim PROPERTIES LINKER_LANGUAGE C)
  target_include_directories(abut_sim INTERFACE include)
  target_link_libraries(abut_sim INTERFACE abut_options m sim_needs)
endif()

if(ABUT_WORLD)
  include(cmake/fmu.cmake)
endif()

# ---- contact on a grid --------------------------------------------------------------------------------------------------
if(ABUT_FIELD)
  collect(field_sources ${field_folders})
  objects(abut_field_objects ${field_sources})
  target_compile_definitions(abut_field_objects PRIVATE _GNU_SOURCE)
  target_link_libraries(abut_field_objects PRIVATE PkgConfig::FFTW)
  # small functions without a state of their own come along; nothing of them can be seen, and no table of a type is among them
  set(field_inside "/src/(base/|numeric/|registry/(check|registry)\\.c|line/profile(_args)?\\.c|mixed/(asperity|roughness|greenwood_tripp)\\.c)")
  add_library(abut_field SHARED $<TARGET_OBJECTS:abut_field_objects>
                                "$<FILTER:$<TARGET_OBJECTS:abut_core_objects>,INCLUDE,${field_inside}>")
  add_library(abut::abut_field ALIAS abut_field)
  installed_library(abut_field abut_field field)
  if(NOT in_system)
    set_target_properties(abut_field PROPERTIES INSTALL_RPATH "$ORIGIN") # libabut_world lies beside it
  endif()
  target_link_libraries(abut_field PUBLIC abut_world PRIVATE $<BUILD_INTERFACE:PkgConfig::FFTW> ${LAPACK_LIBRARIES})
  list(APPEND inside_objects $<TARGET_OBJECTS:abut_field_objects>)
endif()

# ---- everything, with its internal headers in sight --------------------------------------------------------------------
add_library(abut_inside SHARED EXCLUDE_FROM_ALL ${inside_objects})
add_library(abut_archive STATIC EXCLUDE_FROM_ALL ${inside_objects})
add_library(abut_element STATIC EXCLUDE_FROM_ALL ${core_objects})
foreach(library abut_inside abut_archive abut_element)
  set_target_properties(${library} PROPERTIES LINKER_LANGUAGE C)
  target_include_directories(${library} INTERFACE include src ${generated})
  target_link_libraries(${library} PUBLIC abut_options m)
  if(ABUT_WORLD AND NOT library STREQUAL "abut_element")
    target_link_libraries(${library} PRIVATE sim_needs file_needs)
  endif()
  if(ABUT_FIELD)
    target_link_libraries(${library} PRIVATE PkgConfig::FFTW)
  endif()
endforeach()
if(TARGET abut_avx2_object)
  add_dependencies(abut_element abut_avx2_object abut_avx512_object)
endif()
foreach(library abut_shared abut_world abut_sim abut_inside abut_archive)
  foreach(object abut_avx2_object abut_avx512_object abut_swarm_avx2_object abut_sim_only_object)
    if(TARGET ${library} AND TARGET ${object})
      add_dependencies(${library} ${object})
    endif()
  endforeach()
endforeach()
if(NOT APPLE)
  target_link_options(abut_inside PRIVATE -Wl,-Bsymbolic-functions) # calls inside the library are direct, as in the installed ones
endif()
