//===- ConcordeCommand.h - rafter-opt concorde -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_CONCORDECOMMAND_H
#define RAFTER_TOOLS_RAFTEROPT_CONCORDECOMMAND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace rafter {

/// What the command line asks for.
struct ConcordeRequest {
  std::vector<std::string> Files;
  std::string Output, Format;
  /// Designs, as text.
  std::string Design = "n1", Baseline, Groups = "components", Sweep;
  uint64_t Seed = 1, Threads = 0;
  // label
  uint64_t Designs = 32;
  std::string Part, FixedDesign;
  // train
  std::string Target = "cpi", Features = "all", Without, Checkpoint;
  uint64_t Epochs = 120, Batch = 512, Samples = 0, First = 256, Second = 128;
  double Rate = 3e-3, Decay = 0.3;
  bool Linear = false, AllRegions = false;
  // predict and attribute
  double Coverage = 0.9;
  uint64_t Permutations = 200;
  bool AllSamples = false;
};

llvm::Error printConcordeFeatures(const ConcordeRequest &R,
                                  llvm::raw_ostream &Out);
llvm::Error labelRegions(const ConcordeRequest &R, llvm::raw_ostream &Err);
llvm::Error trainConcorde(const ConcordeRequest &R, llvm::raw_ostream &Out,
                          llvm::raw_ostream &Err);
llvm::Error predictConcorde(const ConcordeRequest &R, llvm::raw_ostream &Out);
llvm::Error attributeConcorde(const ConcordeRequest &R, llvm::raw_ostream &Out);

/// `rafter-opt concorde ...`, printing to Out and Err.
int concordeCommand(llvm::ArrayRef<llvm::StringRef> Arguments,
                    llvm::raw_ostream &Out, llvm::raw_ostream &Err);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_CONCORDECOMMAND_H
