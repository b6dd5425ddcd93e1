# How every target of the project is compiled, and the functions that add them.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# What one clone has compiled serves every other one: paths below the sources
# count as relative ones, and where the build is does not count. A cache that
# comes to a build later, as utils/test brings one, would compile all of it again.
if(NOT DEFINED RAFTER_CCACHE)
  find_program(RAFTER_CCACHE ccache)
endif()
if(RAFTER_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
      "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=true
      "${RAFTER_CCACHE}")
endif()

# A compiler cache would miss wherever one of these headers changes.
option(RAFTER_PRECOMPILED_HEADERS
  "Read the headers that most files include once for each build" OFF)

# For builds from nothing, which take two fifths of the time so; a change
# of one file compiles those it is joined with. Debug information has lines only.
option(RAFTER_UNITY_BUILD "Compile several sources at once" OFF)
if(RAFTER_UNITY_BUILD)
  set(CMAKE_UNITY_BUILD ON)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 10)
  add_compile_options("$<$<CONFIG:RelWithDebInfo>:-g1>")
endif()
include("${CMAKE_CURRENT_LIST_DIR}/CompiledAlone.cmake")

add_library(RafterOptions INTERFACE)
target_include_directories(RafterOptions INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_options(RafterOptions INTERFACE -Wall -Wextra
  $<$<NOT:$<BOOL:${LLVM_ENABLE_EH}>>:-fno-exceptions>
  $<$<NOT:$<BOOL:${LLVM_ENABLE_RTTI}>>:-fno-rtti>)
if(RAFTER_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Its main file is not the one whose types are local.
  target_compile_options(RafterOptions INTERFACE -Wno-subobject-linkage)
endif()
foreach(sanitizer IN LISTS RAFTER_SANITIZE)
  target_compile_options(RafterOptions INTERFACE -fsanitize=${sanitizer}
                         -fno-omit-frame-pointer)
  target_link_options(RafterOptions INTERFACE -fsanitize=${sanitizer})
endforeach()

# Lets the sources of a component read the precompiled header, but those with
# options of their own.
function(rafter_precompile name)
  get_target_property(sources ${name} SOURCES)
  foreach(source IN LISTS sources)
    get_source_file_property(own ${source} COMPILE_OPTIONS)
    if(own)
      set_source_files_properties(${source} PROPERTIES
        SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
  target_precompile_headers(${name} REUSE_FROM RafterHeaders)
endfunction()

# rafter_add_library(NAME sources... [LINK targets...])
# A component: a static library, position independent for the plugin.
function(rafter_add_library name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC RafterOptions RafterLLVM ${ARG_LINK})
  rafter_compile_alone(${name})
  if(RAFTER_PRECOMPILED_HEADERS)
    if(NOT TARGET RafterHeaders)
      file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/Headers.cpp"
           CONTENT "")
      add_library(RafterHeaders STATIC
        "${PROJECT_BINARY_DIR}/generated/Headers.cpp")
      target_link_libraries(RafterHeaders PRIVATE RafterOptions RafterLLVM)
      target_precompile_headers(RafterHeaders PRIVATE
        <algorithm> <array> <functional> <map> <memory> <string> <vector>
        <llvm/ADT/DenseMap.h> <llvm/ADT/SmallVector.h>
        <llvm/ADT/StringExtras.h> <llvm/Support/Error.h>
        <llvm/Support/FormatVariadic.h> <llvm/Support/JSON.h>
        <llvm/Support/raw_ostream.h>)
    endif()
    # Options of single sources are known when the folder has been read.
    cmake_language(EVAL CODE "cmake_language(DEFER CALL rafter_precompile ${name})")
  endif()
endfunction()

# rafter_cpu_tables(KIND file)
# Makes a file of C++ of uarch/*.yaml, in the build directory of the caller.
function(rafter_cpu_tables kind file)
  file(GLOB cpus CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/uarch/*.yaml")
  add_custom_command(OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${file}"
    COMMAND rafter-cpu-tables ${kind} "${CMAKE_CURRENT_BINARY_DIR}/${file}"
            ${cpus}
    DEPENDS rafter-cpu-tables ${cpus}
    COMMENT "Generating ${file}" VERBATIM)
endfunction()

# SourcePaths.h, for tests and benchmarks.
set(RAFTER_GENERATED_DIR "${PROJECT_BINARY_DIR}/generated")
configure_file("${CMAKE_CURRENT_LIST_DIR}/SourcePaths.h.in"
  "${RAFTER_GENERATED_DIR}/SourcePaths.h" @ONLY)

# rafter_add_unittest(NAME sources... [LINK targets...])
# A GoogleTest program, found by ctest test by test.
function(rafter_add_unittest name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  rafter_compile_alone(${name})
  target_include_directories(${name} PRIVATE "${RAFTER_GENERATED_DIR}")
  target_link_libraries(${name} PRIVATE ${ARG_LINK} RafterOptions GTest::gtest
                        GTest::gmock GTest::gtest_main)
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST NO_PRETTY_VALUES
    PROPERTIES TIMEOUT 300 LABELS unit)
endfunction()
