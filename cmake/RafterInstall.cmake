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
  DESTINATION "${RAFTER_PACKAGE_DIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/rafter"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(PROGRAMS "${PROJECT_SOURCE_DIR}/utils/update_rafter_test_checks.py"
  DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# The same flags for builds without CMake.
file(RELATIVE_PATH RAFTER_PC_TO_PREFIX
  "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" RAFTER_PC_TO_PREFIX "${RAFTER_PC_TO_PREFIX}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/rafter.pc.in"
  "${PROJECT_BINARY_DIR}/rafter.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/rafter.pc"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
