# Finds LLVM, Clang and MLIR and gives three interface targets:
#   RafterLLVM   headers and libLLVM.so
#   RafterClang  libclang-cpp.so on top of it
#   RafterMLIR   libMLIR.so on top of it, if there is MLIR (RAFTER_HAS_MLIR)
# The shared libraries are linked, or all of the static archives beside them
# (RAFTER_STATIC_LLVM), never some of each.

set(RAFTER_LLVM_MAJOR 22)
option(RAFTER_STATIC_LLVM "Link LLVM and Clang statically; there are no plugins"
       OFF)

if(NOT LLVM_DIR AND NOT DEFINED ENV{LLVM_DIR} AND
   EXISTS /usr/lib/llvm-${RAFTER_LLVM_MAJOR}/lib/cmake/llvm)
  list(APPEND CMAKE_PREFIX_PATH /usr/lib/llvm-${RAFTER_LLVM_MAJOR})
endif()
set(where "-DLLVM_DIR=PREFIX/lib/cmake/llvm says where another one is")
find_package(LLVM QUIET CONFIG)
if(NOT LLVM_FOUND)
  message(FATAL_ERROR "LLVM ${RAFTER_LLVM_MAJOR} is not found: utils/setup "
                      "installs it, or ${where}")
elseif(NOT LLVM_VERSION_MAJOR EQUAL RAFTER_LLVM_MAJOR)
  message(FATAL_ERROR "LLVM in ${LLVM_DIR} has version ${LLVM_PACKAGE_VERSION}, "
                      "and Rafter needs ${RAFTER_LLVM_MAJOR}: ${where}")
endif()
find_package(Clang QUIET CONFIG HINTS "${LLVM_DIR}/../clang")
if(NOT Clang_FOUND)
  message(FATAL_ERROR "Clang is not found beside LLVM in ${LLVM_DIR} "
    "(Debian packages \
clang-${RAFTER_LLVM_MAJOR}, libclang-${RAFTER_LLVM_MAJOR}-dev): ${where}")
endif()
message(STATUS "Using LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")

separate_arguments(RAFTER_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")

add_library(RafterLLVM INTERFACE)
target_include_directories(RafterLLVM SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_definitions(RafterLLVM INTERFACE ${RAFTER_LLVM_DEFINITIONS})

add_library(RafterClang INTERFACE)
target_include_directories(RafterClang SYSTEM INTERFACE ${CLANG_INCLUDE_DIRS})

if(RAFTER_STATIC_LLVM)
  # By name: Debian's targets of Clang's archives ask for libLLVM.so.
  execute_process(
    COMMAND "${LLVM_TOOLS_BINARY_DIR}/llvm-config" --link-static --system-libs
    OUTPUT_VARIABLE system OUTPUT_STRIP_TRAILING_WHITESPACE)
  separate_arguments(system NATIVE_COMMAND "${system}")
  file(GLOB archives "${LLVM_LIBRARY_DIR}/libLLVM*.a"
                     "${LLVM_LIBRARY_DIR}/libPolly*.a")
  # Debian's LLVM has Polly as an extension, in a package of its own.
  file(STRINGS "${LLVM_INCLUDE_DIR}/llvm/Support/Extension.def" polly
       REGEX "HANDLE_EXTENSION\\(Polly\\)")
  if(polly AND NOT EXISTS "${LLVM_LIBRARY_DIR}/libPolly.a")
    message(FATAL_ERROR "RAFTER_STATIC_LLVM: ${LLVM_LIBRARY_DIR}/libPolly.a is "
      "missing (Debian package libpolly-${RAFTER_LLVM_MAJOR}-dev): ${where}")
  endif()
  file(GLOB clang_archives "${LLVM_LIBRARY_DIR}/libclang[A-Z]*.a")
  target_link_libraries(RafterLLVM INTERFACE
    -Wl,--start-group ${archives} -Wl,--end-group ${system})
  target_link_libraries(RafterClang INTERFACE
    -Wl,--start-group ${clang_archives} ${archives} -Wl,--end-group RafterLLVM)
else()
  target_link_libraries(RafterLLVM INTERFACE LLVM)
  target_link_libraries(RafterClang INTERFACE clang-cpp RafterLLVM)
endif()

# rafter_part(NAME WHAT LACKING)
# An optional part: -DRAFTER_NAME=ON, OFF, or AUTO, which is ON unless something
# is LACKING. RAFTER_HAS_NAME is what came of it.
function(rafter_part name what lacking)
  set(RAFTER_${name} AUTO CACHE STRING "${what}: ON, OFF or AUTO")
  set_property(CACHE RAFTER_${name} PROPERTY STRINGS AUTO ON OFF)
  set(has "${RAFTER_${name}}")
  set(state "on")
  if(has STREQUAL "AUTO" OR (has AND lacking))
    if(lacking AND NOT has STREQUAL "AUTO")
      message(FATAL_ERROR "RAFTER_${name}=${has}: ${lacking}")
    endif()
    set(has ON)
    if(lacking)
      set(has OFF)
      set(state "off: ${lacking}")
    endif()
  elseif(NOT has)
    set(state "off: RAFTER_${name}=${has}")
  endif()
  message(STATUS "${what}: ${state}")
  set(RAFTER_HAS_${name} ${has} PARENT_SCOPE)
endfunction()

set(static "")
if(RAFTER_STATIC_LLVM)
  set(static "LLVM is linked statically")
endif()
rafter_part(PLUGIN "Plugin of Clang and opt" "${static}")

set(lacking "${static}")
if(NOT lacking)
  find_package(MLIR QUIET CONFIG HINTS "${LLVM_LIBRARY_DIR}/cmake/mlir")
  if(NOT MLIR_FOUND)
    set(lacking "MLIR ${RAFTER_LLVM_MAJOR} is not found (Debian packages \
libmlir-${RAFTER_LLVM_MAJOR}-dev, mlir-${RAFTER_LLVM_MAJOR}-tools)")
  endif()
endif()
rafter_part(MLIR "Input in MLIR" "${lacking}")
if(RAFTER_HAS_MLIR)
  add_library(RafterMLIR INTERFACE)
  target_include_directories(RafterMLIR SYSTEM INTERFACE ${MLIR_INCLUDE_DIRS})
  target_link_libraries(RafterMLIR INTERFACE MLIR RafterLLVM)
endif()

# The emulator itself is looked for when it is needed.
find_program(RAFTER_QEMU_PROGRAM NAMES qemu-${CMAKE_HOST_SYSTEM_PROCESSOR})
mark_as_advanced(RAFTER_QEMU_PROGRAM)
rafter_part(QEMU "Recording of programs through QEMU" "")
if(RAFTER_HAS_QEMU AND NOT RAFTER_QEMU_PROGRAM)
  message(STATUS "  QEMU's user mode is missing here (Debian package qemu-user)")
endif()
