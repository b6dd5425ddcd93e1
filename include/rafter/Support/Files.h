//===- Files.h - Files whole or not at all ----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SUPPORT_FILES_H
#define RAFTER_SUPPORT_FILES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// The bytes of the file; behind those of a text stands a zero, as parsers want
/// it. Errors name Path and the cause; a device is one.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readFile(llvm::StringRef Path, bool IsText = false);

/// A text file; "-" is standard input, called "<stdin>".
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readInputFile(llvm::StringRef Path);

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

/// Whether writeFileWhole could begin with Path now: before long work. Errors
/// name Path and the cause.
llvm::Error checkWritable(llvm::StringRef Path);

/// Writes out what OS still holds. An error names Path and the cause.
llvm::Error flushed(llvm::raw_fd_ostream &OS, llvm::StringRef Path);

} // namespace rafter

#endif // RAFTER_SUPPORT_FILES_H
