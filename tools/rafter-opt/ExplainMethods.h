//===- ExplainMethods.h - What methods say of windows -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_EXPLAINMETHODS_H
#define RAFTER_TOOLS_RAFTEROPT_EXPLAINMETHODS_H

#include "rafter/Analysis/MethodTable.h"
#include "rafter/Sampling/SampledProgram.h"

namespace rafter {

/// The reports of the methods Asked on windows of Program, which is called
/// Name, on CPU. GoesOn is told which share is done before each method; false:
/// those that are done are all. Errors: those of the methods, CPU is of another
/// architecture, nothing was executed.
llvm::Expected<Report> askMethods(const SampledProgram &Program,
                                  llvm::StringRef Name, const Processor &CPU,
                                  const MethodSet &Asked,
                                  llvm::function_ref<bool(double)> GoesOn);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_EXPLAINMETHODS_H
