//===- JSONReport.h - A report for other programs ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a report as JSON with the field names that docs/schema documents.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_ANALYSIS_JSONREPORT_H
#define RAFTER_ANALYSIS_JSONREPORT_H

#include "rafter/Analysis/Report.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// The version that "schema_version" carries; it grows when a field changes
/// its meaning or disappears, not when one is added.
inline constexpr int JSONSchemaVersion = 1;

/// Prints R as one JSON object (docs/schema/report.schema.json), indented by
/// two, with a line end. Infinite values are null; other floating-point values
/// have 12 significant digits, so that the same numbers give the same bytes.
void printJSON(const Report &R, llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_ANALYSIS_JSONREPORT_H
