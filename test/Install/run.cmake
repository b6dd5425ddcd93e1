# Installs Rafter to a directory of its own, builds the outside project with it,
# and looks at what the plugin and the installed tool print.
#   cmake -DBUILD=... -DWORK=... -DCLANG=... -DSOURCE=... -P run.cmake
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT RESULT_VARIABLE status
                  OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "failed with ${status}:\n${output}")
  endif()
endfunction()

function(expect file text)
  file(READ "${file}" content)
  if(NOT content MATCHES "${text}")
    message(FATAL_ERROR "${file} lacks '${text}':\n${content}")
  endif()
endfunction()

file(REMOVE_RECURSE "${WORK}")
run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${WORK}/prefix")
# The CPU files must be found where they were installed.
unset(ENV{RAFTER_UARCH_PATH})
run("${CMAKE_COMMAND}" -S "${SOURCE}" -B "${WORK}/build"
    "-DCMAKE_C_COMPILER=${CLANG}" "-DCMAKE_PREFIX_PATH=${WORK}/prefix")
run("${CMAKE_COMMAND}" --build "${WORK}/build")
expect("${WORK}/build/report.txt" "region 'main, line 5' .static.")
expect("${WORK}/build/report.txt" "generalized roofline")
run("${WORK}/build/outside")
execute_process(COMMAND "${WORK}/prefix/bin/rafter-opt" uarch list
                OUTPUT_FILE "${WORK}/list.txt" RESULT_VARIABLE status)
expect("${WORK}/list.txt" "xeon-e5-2680")
