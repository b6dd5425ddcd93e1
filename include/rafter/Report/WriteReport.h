//===- WriteReport.h - Reports to files -------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the printer by format and writes its output whole or not at all.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REPORT_WRITEREPORT_H
#define RAFTER_REPORT_WRITEREPORT_H

#include "rafter/Report/Report.h"
#include "rafter/Report/TextReport.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

enum class Format : uint8_t { Text, JSON, HTML, SVG };

/// The format called Name: "text", "json", "html" or "svg". Anything else is an
/// error that lists them.
llvm::Expected<Format> parseFormat(llvm::StringRef Name);

/// Prints R in format F. Options apply to text only.
void printReport(const Report &R, Format F, llvm::raw_ostream &OS);

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

/// Writes R in format F to Path, or to standard output when Path is empty or
/// "-". Options apply to text only.
llvm::Error writeReport(const Report &R, Format F, llvm::StringRef Path);

} // namespace rafter

#endif // RAFTER_REPORT_WRITEREPORT_H
