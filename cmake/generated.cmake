# Source text made during the build: tables of the Hertz kernel, of asperities and of solved films, the catalogue, the page of web reports.
set(generated ${PROJECT_BINARY_DIR}/generated)
file(MAKE_DIRECTORY ${generated})

set(tables)
foreach(table hertz_table asperity_table row4_table)
  add_executable(${table}_gen tools/${table}.c)
  target_compile_options(${table}_gen PRIVATE -O2)
  target_link_libraries(${table}_gen PRIVATE abut_warnings m)
  add_custom_command(
    OUTPUT ${generated}/${table}.inc
    COMMAND ${table}_gen > ${generated}/${table}.inc
    DEPENDS ${table}_gen
    COMMENT "Making ${table}.inc"
    VERBATIM)
  list(APPEND tables ${generated}/${table}.inc)
endforeach()

add_executable(bytes_gen tools/bytes.c)
target_link_libraries(bytes_gen PRIVATE abut_warnings)
add_custom_command(
  OUTPUT ${generated}/ehl_table.inc
  COMMAND bytes_gen ${PROJECT_SOURCE_DIR}/data/films.ehl > ${generated}/ehl_table.inc
  DEPENDS bytes_gen ${PROJECT_SOURCE_DIR}/data/films.ehl
  COMMENT "Making ehl_table.inc"
  VERBATIM)
list(APPEND tables ${generated}/ehl_table.inc)

if(ABUT_WORLD)
  file(GLOB catalogue catalogue/*.yaml)
  add_executable(catalogue_gen tools/catalogue.c)
  target_link_libraries(catalogue_gen PRIVATE abut_warnings)
  add_custom_command(
    OUTPUT ${generated}/catalogue.inc
    COMMAND catalogue_gen ${catalogue} > ${generated}/catalogue.inc
    DEPENDS catalogue_gen ${catalogue}
    COMMENT "Making catalogue.inc"
    VERBATIM)

  # models to start from, of `abut init`
  file(GLOB templates templates/*.yaml)
  add_custom_command(
    OUTPUT ${generated}/templates.inc
    COMMAND catalogue_gen ${templates} > ${generated}/templates.inc
    DEPENDS catalogue_gen ${templates}
    COMMENT "Making templates.inc"
    VERBATIM)

  # Node.js makes the page from viewer/; without it the library has none.
  find_program(NODE_PROGRAM NAMES node nodejs)
  add_executable(page_gen tools/page.c)
  target_link_libraries(page_gen PRIVATE abut_warnings)
  set(page)
  if(NODE_PROGRAM AND EXISTS ${PROJECT_SOURCE_DIR}/viewer/node_modules/esbuild)
    set(page ${generated}/page.html)
    file(GLOB_RECURSE viewer_sources viewer/src/*)
    add_custom_command(
      OUTPUT ${page}
      COMMAND ${NODE_PROGRAM} build.mjs --out ${page}
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/viewer
      DEPENDS ${viewer_sources} ${PROJECT_SOURCE_DIR}/viewer/build.mjs ${PROJECT_SOURCE_DIR}/viewer/package-lock.json
      COMMENT "Making page.html"
      VERBATIM)
  else()
    message(STATUS "Without the page of web reports: it needs Node.js, and `npm ci` in viewer/")
  endif()
  add_custom_command(
    OUTPUT ${generated}/page.inc
    COMMAND page_gen ${page} > ${generated}/page.inc
    DEPENDS page_gen ${page}
    COMMENT "Making page.inc"
    VERBATIM)
  list(APPEND tables_of_world ${generated}/catalogue.inc ${generated}/page.inc ${generated}/templates.inc)
endif()
add_custom_target(generated_sources DEPENDS ${tables} ${tables_of_world}) # what static analysis needs
