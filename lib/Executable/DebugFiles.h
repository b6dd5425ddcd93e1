//===- DebugFiles.h - Debug information in files of its own ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_EXECUTABLE_DEBUGFILES_H
#define RAFTER_LIB_EXECUTABLE_DEBUGFILES_H

#include "llvm/Object/ObjectFile.h"
#include <string>

namespace rafter {

/// The file with the debug information of File, which is at Path and has none:
/// by its build ID below /usr/lib/debug or in the cache of debuginfod, or by
/// its .gnu_debuglink beside it, in .debug there, or below /usr/lib/debug, as
/// GDB looks for it. Empty: there is none that belongs to it.
std::string findDebugFile(const llvm::object::ObjectFile &File,
                          llvm::StringRef Path);

} // namespace rafter

#endif // RAFTER_LIB_EXECUTABLE_DEBUGFILES_H
