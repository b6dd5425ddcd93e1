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
#include "rafter/Report/Report.h"

namespace rafter {

/// The fields of "sensitivity" of a Region that has it.
void printSensitivity(JSONWriter &W, const RegionReport &Region);

/// The fields of "causality".
void printCausality(JSONWriter &W, const Causality &C,
                    const SourceOperations &Operations);

} // namespace rafter

#endif // RAFTER_LIB_REPORT_JSONSECTIONS_H
