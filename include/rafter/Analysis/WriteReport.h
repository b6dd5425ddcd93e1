//===- WriteReport.h - Reports to files -------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The printers of reports, and the choice among them by format.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_ANALYSIS_WRITEREPORT_H
#define RAFTER_ANALYSIS_WRITEREPORT_H

#include "rafter/Analysis/Report.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// Prints R as aligned text, stable enough for FileCheck. Rows that are zero
/// throughout are left out; every number carries its unit.
void printText(const Report &R, llvm::raw_ostream &OS);

/// Prints the source and the instructions of each region with their cycles
/// (causality), as perf annotate does; regions that have none are named.
void printAnnotated(const Report &R, llvm::raw_ostream &OS);

/// The version that "schema_version" carries; it grows when a field changes
/// its meaning or disappears, not when one is added.
inline constexpr int JSONSchemaVersion = 1;

/// Prints R as one JSON object (docs/schema/report.schema.json), indented by
/// two, with a line end. Infinite values are null; other floating-point values
/// have 12 significant digits, so that the same numbers give the same bytes.
void printJSON(const Report &R, llvm::raw_ostream &OS);

/// Prints R as one self-contained HTML page: verdict, plot and tables of every
/// region. No script, no network; light and dark; narrow screens. Source lines
/// are quoted where the file that a region names can be read from the working
/// directory.
void printHTML(const Report &R, llvm::raw_ostream &OS);

/// Prints one SVG document with a plot for each region, one below the other:
/// the generalized roofline or, without one, the elasticity curves of the
/// sensitivity analysis; a document that says so where there is neither.
void printSVG(const Report &R, llvm::raw_ostream &OS);

/// Answer is the text on one screen that Answer.h prints.
enum class Format : uint8_t { Answer, Annotated, Text, JSON, HTML, SVG };

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
