# Installs Rafter to a directory of its own, builds the outside project with it,
# and looks at what the plugin and the installed tool print.
#   cmake -DBUILD=... -DWORK=... -DCLANG=... -DSOURCE=... -P run.cmake
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT RESULT_VARIABLE status
                  OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "failed with ${status}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect_output text)
  if(NOT output MATCHES "${text}")
    message(FATAL_ERROR "the output lacks '${text}':\n${output}")
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
if(NOT EXISTS "${WORK}/prefix/share/rafter/concorde.model")
  message(FATAL_ERROR "the model of Concorde is not installed")
endif()

# Remarks of a target, and its records.
run("${CMAKE_COMMAND}" -S "${SOURCE}/remarks" -B "${WORK}/remarks"
    "-DCMAKE_C_COMPILER=${CLANG}" "-DCMAKE_CXX_COMPILER=${CLANG}++"
    -DCMAKE_BUILD_TYPE=Release "-DCMAKE_PREFIX_PATH=${WORK}/prefix"
    -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)
run("${CMAKE_COMMAND}" --build "${WORK}/remarks" --verbose)
expect_output("sum.c:3:3: remark: [^\n]*cycles per iteration[^\n]*skylake")
expect_output("sum.cpp:3:3: remark: [^\n]*cycles per iteration[^\n]*skylake")
file(GLOB_RECURSE records RELATIVE "${WORK}/remarks/CMakeFiles"
     "${WORK}/remarks/*.opt.*")
list(SORT records)
if(NOT records STREQUAL "bitstream.dir/sum.c.opt.bitstream;\
saved.dir/sum.c.opt.yaml;saved.dir/sum.cpp.opt.yaml")
  message(FATAL_ERROR "not the expected records: ${records}")
endif()
expect("${WORK}/remarks/compile_commands.json"
       "-Rpass-analysis=rafter[^\n]*printed.dir")
file(STRINGS "${WORK}/remarks/compile_commands.json" without
     REGEX "pass-plugin=[^\n]*without.dir")
if(without)
  message(FATAL_ERROR "a target without Rafter::Remarks has it: ${without}")
endif()
run("${WORK}/prefix/bin/rafter-opt" report -rafter-format=text
    "${WORK}/remarks")
expect_output("2 remarks from 3 records")

# Another compiler, and a value that is none.
find_program(GCC NAMES gcc)
if(GCC)
  run("${CMAKE_COMMAND}" -S "${SOURCE}" -B "${WORK}/gcc"
      "-DCMAKE_C_COMPILER=${GCC}" "-DCMAKE_PREFIX_PATH=${WORK}/prefix")
  expect_output("the compiler of C is GNU [0-9.]+, and the plugin[ \n]+needs[ \n]+Clang")
endif()
execute_process(COMMAND "${CMAKE_COMMAND}" -S "${SOURCE}" -B "${WORK}/wrong"
  "-DCMAKE_C_COMPILER=${CLANG}" "-DCMAKE_PREFIX_PATH=${WORK}/prefix"
  -DRAFTER_SAVE_RECORDS=sometimes RESULT_VARIABLE status
  OUTPUT_VARIABLE output ERROR_VARIABLE output)
expect_output("RAFTER_SAVE_RECORDS: 'sometimes' is not[ \n]+one[ \n]+of OFF, ON")
if(status EQUAL 0)
  message(FATAL_ERROR "a wrong value of RAFTER_SAVE_RECORDS is accepted")
endif()

# The installed tool finds the object that lowers MLIR beside itself.
file(WRITE "${WORK}/kernel.mlir" "func.func @fill(%m: memref<1024xf32>, %x: f32) {
  linalg.fill ins(%x : f32) outs(%m : memref<1024xf32>)
  return
}
")
run("${CMAKE_COMMAND}" -E env --unset=RAFTER_MLIR_PLUGIN
    "${WORK}/prefix/bin/rafter-opt" "${WORK}/kernel.mlir" --details
    -rafter-cpu=skylake)
expect_output("operation +linalg.fill")
# It is the installed one: without it, nothing else is taken.
file(GLOB_RECURSE object "${WORK}/prefix/*/RafterMLIR.so")
file(WRITE "${object}" "no shared object")
execute_process(COMMAND "${CMAKE_COMMAND}" -E env --unset=RAFTER_MLIR_PLUGIN
  "${WORK}/prefix/bin/rafter-opt" "${WORK}/kernel.mlir"
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
expect_output("error: cannot load ${object}")
