# Debian packages by CPack, in a tree configured with -DCMAKE_INSTALL_PREFIX=/usr: `./dev test packages`.
#   libabut0     libabut and libabut_world
#   libabut-dev  headers, CMake package, pkg-config
#   abut-field   libabut_field; FFTW makes it, and programs that link it, subject to the GPL
#   abut         the program, which has contact on a grid, and its manual page
# Without ABUT_FIELD there is no abut-field, and nothing that links FFTW.
set(ABUT_PACKAGER "The abut authors <abut-authors@users.noreply.github.com>" CACHE STRING "who answers for the packages: name and address")
set(package_parts libabut0 libabut-dev abut)
set(package_field_depends)
if(ABUT_FIELD)
  list(INSERT package_parts 2 abut-field)
  set(package_field_depends ", abut-field (= ${PROJECT_VERSION})")
endif()
set(package_dir ${PROJECT_BINARY_DIR}/packages)

# ---- what every package has: copyright and changelog ----
file(READ LICENSE licence)
string(REGEX REPLACE "^[^\n]*\n\n[^\n]*\n\n" "" licence "${licence}")
string(REGEX REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REGEX REPLACE "\n+$" "" licence "${licence}")
string(REPLACE "\n" "\n " licence "${licence}")
set(package_copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: abut

Files: *
Copyright: 2026 the abut authors
License: BSD-3-Clause

License: BSD-3-Clause
 ${licence}
")
set(package_gpl "Comment:
 This package links FFTW, which is under the GNU General Public License,
 version 2 or later: what is distributed together with FFTW may be used under
 the terms of that licence only. On Debian systems its text is in
 /usr/share/common-licenses/GPL-2. The source of abut itself is under
 the licence below, and so are libabut and libabut_world.
")
set(package_changelog "abut (${PROJECT_VERSION}) unstable; urgency=medium

  * Release ${PROJECT_VERSION}; what has changed is in CHANGELOG.md of the sources.

 -- ${ABUT_PACKAGER}  Sun, 01 Nov 2026 00:00:00 +0000
")
find_program(GZIP_PROGRAM gzip)
function(package_gzip from to)
  execute_process(COMMAND ${GZIP_PROGRAM} -9nc ${from} OUTPUT_FILE ${to})
endfunction()
foreach(part ${package_parts})
  set(text "${package_copyright}")
  if(ABUT_FIELD AND part MATCHES "^(abut|abut-field)$")
    string(REPLACE "Files: *\n" "${package_gpl}\nFiles: *\n" text "${text}")
    string(REPLACE "Upstream-Name: abut\n\nComment" "Upstream-Name: abut\nComment" text "${text}")
  endif()
  file(WRITE ${package_dir}/${part}/copyright "${text}")
  file(WRITE ${package_dir}/changelog "${package_changelog}")
  package_gzip(${package_dir}/changelog ${package_dir}/${part}/changelog.gz)
  install(FILES ${package_dir}/${part}/copyright ${package_dir}/${part}/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${part}
          COMPONENT ${part})
endforeach()

# CPack calls ldconfig in scripts of its own, beside the trigger that would do.
foreach(part libabut0 abut-field)
  if(part IN_LIST package_parts)
    set(overrides "${part}: maintscript-calls-ldconfig\n")
    if(part STREQUAL "abut-field") # named after what it is for
      string(APPEND overrides "abut-field: package-name-doesnt-match-sonames\n")
    endif()
    file(WRITE ${package_dir}/${part}/overrides "${overrides}")
    install(FILES ${package_dir}/${part}/overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME ${part} COMPONENT ${part})
  endif()
endforeach()

# ---- the manual page, from what the program says itself ----
if(TARGET abut_cli)
  add_custom_command(
    OUTPUT ${package_dir}/abut.1.gz
    COMMAND sh ${PROJECT_SOURCE_DIR}/docs/man.sh $<TARGET_FILE:abut_cli> ${package_dir}/abut.1
    COMMAND ${GZIP_PROGRAM} -9nc ${package_dir}/abut.1 > ${package_dir}/abut.1.gz
    DEPENDS abut_cli docs/man.sh
    VERBATIM)
  add_custom_target(manual ALL DEPENDS ${package_dir}/abut.1.gz)
  install(FILES ${package_dir}/abut.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT abut)
endif()

# ---- control ----
file(WRITE ${package_dir}/libraries/triggers "activate-noawait ldconfig\n")
file(WRITE ${package_dir}/libraries/shlibs "libabut 0 libabut0 (>= ${PROJECT_VERSION})\nlibabut_world 0 libabut0 (>= ${PROJECT_VERSION})\n")
file(WRITE ${package_dir}/field/triggers "activate-noawait ldconfig\n")
file(WRITE ${package_dir}/field/shlibs "libabut_field 0 abut-field (>= ${PROJECT_VERSION})\n")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME abut)
set(CPACK_PACKAGE_CONTACT "${ABUT_PACKAGER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "compliant contact between smooth bodies")
set(CPACK_COMPONENTS_ALL ${package_parts})
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(what "abut computes what happens when curved machine parts touch: balls and rollers\nin raceways, cams and rollers, friction wedges.")
set(CPACK_DEBIAN_LIBABUT0_PACKAGE_NAME libabut0)
set(CPACK_DEBIAN_LIBABUT0_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBABUT0_PACKAGE_CONTROL_EXTRA ${package_dir}/libraries/triggers ${package_dir}/libraries/shlibs)
set(CPACK_COMPONENT_LIBABUT0_DESCRIPTION "compliant contact between smooth bodies, libraries\n${what}\n.\nThe contact element, and the simulator with model files and results.")
set(CPACK_DEBIAN_LIBABUT-DEV_PACKAGE_NAME libabut-dev)
set(CPACK_DEBIAN_LIBABUT-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBABUT-DEV_PACKAGE_DEPENDS "libabut0 (= ${PROJECT_VERSION})${package_field_depends}")
set(CPACK_DEBIAN_LIBABUT-DEV_PACKAGE_SHLIBDEPS OFF)
set(CPACK_COMPONENT_LIBABUT-DEV_DESCRIPTION "compliant contact between smooth bodies, development files\n${what}\n.\nHeaders, CMake package and pkg-config files.")
set(CPACK_DEBIAN_ABUT-FIELD_PACKAGE_NAME abut-field)
set(CPACK_DEBIAN_ABUT-FIELD_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_ABUT-FIELD_PACKAGE_DEPENDS "libabut0 (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_ABUT-FIELD_PACKAGE_CONTROL_EXTRA ${package_dir}/field/triggers ${package_dir}/field/shlibs)
set(CPACK_COMPONENT_ABUT-FIELD_DESCRIPTION "compliant contact between smooth bodies, contact on a grid\n${what}\n.\nContact of half-spaces on a grid and solved films; links FFTW (GPL).")
set(CPACK_DEBIAN_ABUT_PACKAGE_NAME abut)
set(CPACK_DEBIAN_ABUT_PACKAGE_SECTION science)
set(CPACK_DEBIAN_ABUT_PACKAGE_DEPENDS "libabut0 (= ${PROJECT_VERSION})${package_field_depends}")
set(CPACK_COMPONENT_ABUT_DESCRIPTION "compliant contact between smooth bodies, program\n${what}\n.\nThe program abut: simulations of model files, equilibria, modes, calculators.")
include(CPack)
