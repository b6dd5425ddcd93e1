//===- HTMLMachine.h - Machine-level parts of the page ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sensitivity and causality of a region on the HTML page.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REPORT_HTMLMACHINE_H
#define RAFTER_LIB_REPORT_HTMLMACHINE_H

#include "SourceText.h"
#include "rafter/Method/Finding.h"
#include "rafter/Simulation/Prediction.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// The CSS rules of the parts below.
const char *machineStyle();

/// Prints figures, next steps, elasticity curves and limits of Region, which
/// must have a sensitivity analysis and is the Number-th of the page.
void printHTMLSensitivity(const FindingContext &Context, const Sensitivity &S,
                          llvm::raw_ostream &OS);

/// Prints source lines with their shares; false if no file could be read and
/// nothing was quoted.
bool printHTMLSource(const Causality &C, SourceText &Source,
                     llvm::raw_ostream &OS);

/// Prints annotated assembly, one table for each function.
void printHTMLAssembly(const Causality &C, size_t Number,
                       llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_LIB_REPORT_HTMLMACHINE_H
