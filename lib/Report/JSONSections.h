//===- JSONSections.h - Sections of the JSON report -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine-level objects of JSONReport: the fields of an object each.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REPORT_JSONSECTIONS_H
#define RAFTER_LIB_REPORT_JSONSECTIONS_H

#include "JSONWriter.h"
#include "rafter/Roofline/ComputationDAG.h"
#include "rafter/Roofline/GeneralizedRoofline.h"
#include "rafter/Simulation/Prediction.h"
#include "rafter/Stream/SourceOperations.h"

namespace rafter {

/// The members of each method's object. C, the causes of the same region, may
/// be null.
void printDAG(JSONWriter &W, const ComputationDAG &D);
void printRoofline(JSONWriter &W, const GeneralizedRoofline &G);
void printSensitivity(JSONWriter &W, const Sensitivity &S, const Causality *C);

/// The fields of "causality".
void printCausality(JSONWriter &W, const Causality &C,
                    const SourceOperations &Operations);

} // namespace rafter

#endif // RAFTER_LIB_REPORT_JSONSECTIONS_H
