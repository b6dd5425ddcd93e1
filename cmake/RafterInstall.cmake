# The package that find_package(Rafter) finds, beside what each directory
# installs itself (rafter-opt, the plugin, CPU files).
include(CMakePackageConfigHelpers)
set(RAFTER_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/Rafter")

configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/RafterConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/RafterConfig.cmake"
  INSTALL_DESTINATION "${RAFTER_PACKAGE_DIR}"
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/RafterConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/RafterConfig.cmake"
  "${PROJECT_BINARY_DIR}/RafterConfigVersion.cmake"
  DESTINATION "${RAFTER_PACKAGE_DIR}" COMPONENT development)
install(PROGRAMS "${PROJECT_SOURCE_DIR}/utils/update_rafter_test_checks.py"
                 "${PROJECT_SOURCE_DIR}/utils/rafter-keep-records"
  DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT development)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT tool)
# rafter_begin() and rafter_end(), for programs that are counted.
install(FILES "${PROJECT_SOURCE_DIR}/include/rafter-markers.h"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT tool)
# What JSON outputs look like: docs/json.md.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/schema"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/rafter" COMPONENT tool)
# import rafter: reports as data frames.
install(FILES "${PROJECT_SOURCE_DIR}/python/rafter.py"
  DESTINATION lib/python3/dist-packages COMPONENT tool)

# The same flags for builds without CMake.
file(RELATIVE_PATH RAFTER_PC_TO_PREFIX
  "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" RAFTER_PC_TO_PREFIX "${RAFTER_PC_TO_PREFIX}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/rafter.pc.in"
  "${PROJECT_BINARY_DIR}/rafter.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/rafter.pc"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT development)
