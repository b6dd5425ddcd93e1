//===- WriteFile.h - Files whole or not at all ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SUPPORT_WRITEFILE_H
#define RAFTER_SUPPORT_WRITEFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// Runs Print on a temporary file beside Path and renames it to Path when all
/// of it is on disk; on an error Path is left as it was and nothing else stays
/// behind. An existing Path that is no regular file (a pipe, /dev/null) is
/// written to in place. Errors name Path and the cause.
llvm::Error writeFileWhole(llvm::StringRef Path,
                           llvm::function_ref<void(llvm::raw_ostream &)> Print);

/// The same for output that can fail for other reasons: Write's error is
/// returned.
llvm::Error
writeFileOrFail(llvm::StringRef Path,
                llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Write);

/// Writes out what OS still holds. An error names Path and the cause.
llvm::Error flushed(llvm::raw_fd_ostream &OS, llvm::StringRef Path);

} // namespace rafter

#endif // RAFTER_SUPPORT_WRITEFILE_H
