//===- Findings.h - The findings of the methods -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REPORT_FINDINGS_H
#define RAFTER_REPORT_FINDINGS_H

#include "rafter/Method/Finding.h"
#include "rafter/Report/ConcordeReport.h"
#include "rafter/Roofline/ComputationDAG.h"
#include "rafter/Roofline/GeneralizedRoofline.h"
#include "rafter/Simulation/Prediction.h"

namespace rafter {

/// A result of a method as a part of a report.
std::shared_ptr<const Finding> makeFinding(ComputationDAG D);
std::shared_ptr<const Finding> makeFinding(GeneralizedRoofline G);
std::shared_ptr<const Finding> makeFinding(Sensitivity S);
std::shared_ptr<const Finding> makeFinding(Causality C);
std::shared_ptr<const Finding> makeFinding(ConcordeReport R);

} // namespace rafter

#endif // RAFTER_REPORT_FINDINGS_H
