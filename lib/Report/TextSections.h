//===- TextSections.h - Sections of the text report -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine-level sections of TextReport, one file each.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REPORT_TEXTSECTIONS_H
#define RAFTER_LIB_REPORT_TEXTSECTIONS_H

#include "SourceText.h"
#include "rafter/Report/Report.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// Prints figures, limits, sets that tie, what remains, and next steps of a
/// Region that has a sensitivity analysis.
void printSensitivity(const RegionReport &Region, SourceText &Source,
                      llvm::raw_ostream &OS);

/// Prints hot source lines, quoted where Source has them, with the names of
/// Operations, and annotated assembly by function.
void printCausality(const Causality &C, const SourceOperations &Operations,
                    SourceText &Source, llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_LIB_REPORT_TEXTSECTIONS_H
