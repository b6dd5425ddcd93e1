# Debian packages, by `cpack -G DEB` in the build directory: rafter (the tool,
# the plugins and what they read), rafter-dev (for builds that use Rafter) and
# rafter-mlir (input in MLIR). utils/test-packages tries them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME rafter)
set(CPACK_PACKAGE_VENDOR Rafter)
set(CPACK_PACKAGE_CONTACT "Rafter <rafter@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Tells why a program runs no faster")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL tool development)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${LLVM_LIBRARY_DIR}")

set(CPACK_DEBIAN_TOOL_PACKAGE_NAME rafter)
set(CPACK_COMPONENT_TOOL_DESCRIPTION
  "rafter-opt and the plugin of Clang ${LLVM_VERSION_MAJOR}: which hot loops\n\
 are bound by what, by how much, and what a change would bring.")
# Clang in the tool reads its own headers; programs are recorded through QEMU.
set(CPACK_DEBIAN_TOOL_PACKAGE_DEPENDS
  "libclang-common-${LLVM_VERSION_MAJOR}-dev")
set(CPACK_DEBIAN_TOOL_PACKAGE_RECOMMENDS
  "qemu-user, clang-${LLVM_VERSION_MAJOR}, libc6-dev")
set(CPACK_DEBIAN_TOOL_PACKAGE_SUGGESTS "rafter-mlir, linux-perf, bubblewrap")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME rafter-dev)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
  "Files for builds with Rafter: find_package, pkg-config, and a script that\n\
 writes the checks of tests.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "rafter (= ${PROJECT_VERSION}), clang-${LLVM_VERSION_MAJOR}")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "python3")

if(RAFTER_HAS_MLIR)
  list(APPEND CPACK_COMPONENTS_ALL mlir)
  set(CPACK_DEBIAN_MLIR_PACKAGE_NAME rafter-mlir)
  set(CPACK_COMPONENT_MLIR_DESCRIPTION
    "Input in MLIR for rafter-opt, and the same as a plugin of mlir-opt.")
  set(CPACK_DEBIAN_MLIR_PACKAGE_DEPENDS "rafter (= ${PROJECT_VERSION})")
endif()
include(CPack)
