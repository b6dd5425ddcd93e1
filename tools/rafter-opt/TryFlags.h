//===- TryFlags.h - Other ways to compile, tried ----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_TRYFLAGS_H
#define RAFTER_TOOLS_RAFTEROPT_TRYFLAGS_H

#include "SourceCompiler.h"
#include "rafter/Passes/AnalysisOptions.h"

namespace rafter {

/// Compiles Inputs, C or C++, once for each set of flags that may help, and
/// adds to the regions of R how fast their loops are then. Flags that do not
/// compile are named in R with the reason. Nothing is written and
/// nothing is executed.
void tryFlags(llvm::ArrayRef<std::string> Inputs, const SourceOptions &Source,
              const AnalysisOptions &Options, Report &R);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_TRYFLAGS_H
