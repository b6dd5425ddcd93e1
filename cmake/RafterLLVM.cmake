# Finds LLVM, Clang and MLIR 22 and gives three interface targets:
#   RafterLLVM   headers and libLLVM.so
#   RafterClang  libclang-cpp.so on top of it
#   RafterMLIR   libMLIR.so on top of it
# The shared libraries are linked, never the static archives beside them.

if(NOT LLVM_DIR AND EXISTS /usr/lib/llvm-22/lib/cmake/llvm)
  list(APPEND CMAKE_PREFIX_PATH /usr/lib/llvm-22)
endif()
find_package(LLVM 22.1 REQUIRED CONFIG)
find_package(Clang REQUIRED CONFIG HINTS "${LLVM_DIR}/../clang")
find_package(MLIR REQUIRED CONFIG HINTS "${LLVM_DIR}/../mlir")
message(STATUS "Using LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")

separate_arguments(RAFTER_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")

add_library(RafterLLVM INTERFACE)
target_include_directories(RafterLLVM SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_definitions(RafterLLVM INTERFACE ${RAFTER_LLVM_DEFINITIONS})
target_link_libraries(RafterLLVM INTERFACE LLVM)

add_library(RafterClang INTERFACE)
target_include_directories(RafterClang SYSTEM INTERFACE ${CLANG_INCLUDE_DIRS})
target_link_libraries(RafterClang INTERFACE clang-cpp RafterLLVM)

add_library(RafterMLIR INTERFACE)
target_include_directories(RafterMLIR SYSTEM INTERFACE ${MLIR_INCLUDE_DIRS})
target_link_libraries(RafterMLIR INTERFACE MLIR RafterLLVM)
