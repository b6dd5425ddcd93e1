//===- MachineParts.h - Parts of machine-level findings ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sensitivity and causality as text, JSON and on a page. C, the causes of the
// same region, may be null.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_MACHINEPARTS_H
#define RAFTER_LIB_SIMULATION_MACHINEPARTS_H

#include "rafter/Method/Finding.h"
#include "rafter/Report/JSONWriter.h"
#include "rafter/Report/SourceText.h"
#include "rafter/Simulation/Prediction.h"

namespace rafter {

/// Prints figures, limits, sets that tie, what remains, and next steps.
void printSensitivity(const Sensitivity &S, const Causality *C,
                      SourceText &Source, llvm::raw_ostream &OS);
/// Writes the members of "sensitivity".
void printSensitivity(JSONWriter &W, const Sensitivity &S, const Causality *C);
/// Prints figures, next steps, elasticity curves and limits.
void printHTMLSensitivity(const FindingContext &Context, const Sensitivity &S,
                          llvm::raw_ostream &OS);

/// Prints hot source lines, quoted where Source has them, with the names of
/// Operations, and annotated assembly by function.
void printCausality(const Causality &C, const SourceOperations &Operations,
                    SourceText &Source, llvm::raw_ostream &OS);
/// Writes the members of "causality".
void printCausality(JSONWriter &W, const Causality &C,
                    const SourceOperations &Operations);
/// Prints source lines with their shares.
void printHTMLSource(const Causality &C, SourceText &Source,
                     llvm::raw_ostream &OS);
/// The target of links to an instruction of the Region-th region of a page.
std::string instructionId(size_t Region, size_t Position);
/// Prints annotated assembly, one table for each function; the region is the
/// Number-th of the page.
void printHTMLAssembly(const Causality &C, size_t Number,
                       llvm::raw_ostream &OS);
/// Which port does what in which cycle of a loop, where that is known.
void printTimetable(const Causality &C, llvm::raw_ostream &OS);
/// Writes the member "timetable".
void printTimetable(JSONWriter &W, const Causality &C);
void printHTMLTimetable(const Causality &C, size_t Number,
                        llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_LIB_SIMULATION_MACHINEPARTS_H
