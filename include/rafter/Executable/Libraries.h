//===- Libraries.h - Functions of shared libraries -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_EXECUTABLE_LIBRARIES_H
#define RAFTER_EXECUTABLE_LIBRARIES_H

#include "rafter/Executable/Executable.h"
#include <optional>

namespace rafter {

struct LibraryFunction {
  /// Without symbolic links, as the system names a mapping of the file.
  std::string Path;
  /// Of its first instruction in the file.
  uint64_t Offset = 0;
};

/// The function Name in a library that Program needs, in the order in which the
/// dynamic linker looks for symbols: by itself ("f"), or with the library's
/// name or path before it ("libm.so.6`sin"); a path may be one that Program
/// loads while it runs. Directories are those of Program's run path,
/// LD_LIBRARY_PATH and the system's usual ones, below Sysroot if there is one.
/// None if there is no such function.
std::optional<LibraryFunction> findInLibraries(const Executable &Program,
                                               llvm::StringRef Name,
                                               llvm::StringRef Sysroot);

} // namespace rafter

#endif // RAFTER_EXECUTABLE_LIBRARIES_H
