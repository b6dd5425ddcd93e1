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
#include "rafter/Roofline/ComputationDAG.h"
#include "rafter/Roofline/GeneralizedRoofline.h"
#include "rafter/Simulation/Prediction.h"
#include "rafter/Stream/SourceOperations.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// What a region is bound by, in one line.
std::string rooflineVerdict(const GeneralizedRoofline &G);
std::string dagVerdict(const ComputationDAG &D);

void printDAG(const ComputationDAG &D, llvm::raw_ostream &OS);
void printRoofline(const GeneralizedRoofline &G, llvm::raw_ostream &OS);

/// Prints figures, limits, sets that tie, what remains, and next steps; C, the
/// causes of the same region, may be null.
void printSensitivity(const Sensitivity &S, const Causality *C,
                      SourceText &Source, llvm::raw_ostream &OS);

/// Prints hot source lines, quoted where Source has them, with the names of
/// Operations, and annotated assembly by function.
void printCausality(const Causality &C, const SourceOperations &Operations,
                    SourceText &Source, llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_LIB_REPORT_TEXTSECTIONS_H
