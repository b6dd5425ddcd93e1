//===- WriteReport.h - Reports to files -------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the printer by format.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_ANALYSIS_WRITEREPORT_H
#define RAFTER_ANALYSIS_WRITEREPORT_H

#include "rafter/Analysis/Report.h"
#include "rafter/Analysis/TextReport.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

enum class Format : uint8_t { Text, JSON, HTML, SVG };

/// The format called Name: "text", "json", "html" or "svg". Anything else is an
/// error that lists them.
llvm::Expected<Format> parseFormat(llvm::StringRef Name);

/// Prints R in format F.
void printReport(const Report &R, Format F, llvm::raw_ostream &OS);

/// Writes R in format F to Path, or to standard output when Path is empty or
/// "-".
llvm::Error writeReport(const Report &R, Format F, llvm::StringRef Path);

} // namespace rafter

#endif // RAFTER_ANALYSIS_WRITEREPORT_H
