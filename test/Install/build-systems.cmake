# Builds examples/build-systems with the installed Rafter and one build system,
# and merges the records that the build leaves.
#   cmake -DPREFIX=... -DLIBDIR=... -DWORK=... -DCLANG=... -DSOURCE=...
#         -DSYSTEM=cmake|make|meson|ccache -P build-systems.cmake
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT RESULT_VARIABLE status
                  OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "failed with ${status}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# need(VARIABLE PROGRAM): ctest takes the message for a skipped test.
function(need variable program)
  find_program(${variable} NAMES ${program})
  if(NOT ${variable})
    message("skipped: there is no ${program}")
    message(FATAL_ERROR "skipped")
  endif()
endfunction()

file(REMOVE_RECURSE "${WORK}")
file(COPY "${SOURCE}/" DESTINATION "${WORK}")
# The CPU of the remarks is the one that the code is for.
set(flags -march=skylake)
unset(ENV{RAFTER_UARCH_PATH})
set(ENV{PKG_CONFIG_PATH} "${PREFIX}/${LIBDIR}/pkgconfig")
if(SYSTEM STREQUAL "cmake")
  run("${CMAKE_COMMAND}" -S "${WORK}" -B "${WORK}/build"
      "-DCMAKE_C_COMPILER=${CLANG}" "-DCMAKE_PREFIX_PATH=${PREFIX}"
      "-DCMAKE_C_FLAGS=${flags}")
  run("${CMAKE_COMMAND}" --build "${WORK}/build")
elseif(SYSTEM STREQUAL "ccache")
  # A second build takes the object from the cache, and its record is there.
  need(CCACHE ccache)
  set(ENV{CCACHE_DIR} "${WORK}/cache")
  set(ENV{RAFTER_RECORD_DIR} "${WORK}/kept")
  unset(ENV{CCACHE_DISABLE})
  foreach(round IN ITEMS first second)
    file(REMOVE_RECURSE "${WORK}/build")
    run("${CMAKE_COMMAND}" -S "${WORK}" -B "${WORK}/build"
        "-DCMAKE_C_COMPILER=${CLANG}" "-DCMAKE_PREFIX_PATH=${PREFIX}"
        "-DCMAKE_C_FLAGS=${flags}" "-DCMAKE_C_COMPILER_LAUNCHER=${CCACHE}")
    run("${CMAKE_COMMAND}" --build "${WORK}/build")
  endforeach()
  run("${CCACHE}" --print-stats)
  if(NOT output MATCHES "(direct|preprocessed)_cache_hit\t1")
    message(FATAL_ERROR "nothing came from the cache:\n${output}")
  endif()
  file(REMOVE_RECURSE "${WORK}/kept")
elseif(SYSTEM STREQUAL "make")
  need(MAKE make)
  need(PKG_CONFIG pkg-config)
  run("${MAKE}" -C "${WORK}" RAFTER=1 "CC=${CLANG} ${flags}")
  # The same flags for a file of assembly, where they are of no use.
  execute_process(COMMAND "${PKG_CONFIG}" --cflags rafter OUTPUT_VARIABLE given
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND "${PKG_CONFIG}" --variable=save_records rafter
                  OUTPUT_VARIABLE records OUTPUT_STRIP_TRAILING_WHITESPACE)
  separate_arguments(given UNIX_COMMAND "${given} ${records}")
  file(WRITE "${WORK}/value.s" ".globl value\nvalue:\n")
  run("${CLANG}" -Werror ${given} -c "${WORK}/value.s" -o "${WORK}/value.o")
elseif(SYSTEM STREQUAL "meson")
  need(MESON meson)
  need(PKG_CONFIG pkg-config)
  set(ENV{CC} "${CLANG}")
  set(ENV{CFLAGS} "${flags}")
  run("${MESON}" setup "${WORK}/build" "${WORK}" -Dbuildtype=release)
  run("${MESON}" compile -C "${WORK}/build")
endif()

run("${PREFIX}/bin/rafter-opt" report -rafter-format=text "${WORK}")
if(NOT output MATCHES "from 1 record\n.*sum.c:5:3: sum\n[^\n]*skylake")
  message(FATAL_ERROR "no remark was left:\n${output}")
endif()
