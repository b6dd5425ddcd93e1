//===- TryVariants.h - Advice that is tried ---------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_TRYVARIANTS_H
#define RAFTER_TOOLS_RAFTEROPT_TRYVARIANTS_H

#include "SourceCompiler.h"
#include "rafter/Passes/AnalysisOptions.h"

namespace rafter {

struct TryOptions {
  /// The most work, in instructions of IR that are compiled, or what is
  /// simulated in that time; 0: no limit. What is beyond it is not tried, and R
  /// says so.
  uint64_t MostWork = 0;
  /// Loops with less of the expected time of the program are left as they are.
  double LeastShare = 0;
  /// Measure what wins, where this machine is the CPU and there is a main,
  /// which gets no arguments.
  bool Measures = false;
};

/// Compiles Inputs, C or C++, once for each change that may help, and adds to
/// the regions of R how fast their loops are then, on the model and, where that
/// is asked for, measured. Changes that cannot be compiled or measured, or that
/// make a program end otherwise or print other words, are dropped and named in
/// R. Nothing stays on the disk. True: the compiler crashed on a change, and
/// LLVM cannot be shut down in order.
bool tryVariants(llvm::ArrayRef<std::string> Inputs,
                 const SourceOptions &Source, const AnalysisOptions &Options,
                 const TryOptions &Trying, Report &R);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_TRYVARIANTS_H
