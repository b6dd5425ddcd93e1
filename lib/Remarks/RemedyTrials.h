//===- RemedyTrials.h - Remedies are tried in a build -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A remark is made when code has been generated, and its remedy changes what
// came before: functions with loops are put aside before they are vectorized,
// and the few that a remark is to be made of are compiled again.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REMARKS_REMEDYTRIALS_H
#define RAFTER_LIB_REMARKS_REMEDYTRIALS_H

#include "MakeRemarks.h"
#include "rafter/Trials/FunctionCopy.h"
#include "llvm/ADT/StringMap.h"

namespace rafter {

/// Whether one of Loops may have a remark: calls make a loop silent.
bool hasLoopWithoutCalls(const llvm::LoopInfo &Loops);

class RemedyTrials {
public:
  /// F is about to be vectorized, at Level.
  void keep(const llvm::Function &F, const llvm::LoopInfo &Loops,
            llvm::OptimizationLevel Level);
  /// What L gains on CPU if its function is compiled with V; none: the function
  /// was not kept, V changes nothing in it, the loop is not found again, or the
  /// same is not compiled to the same without V.
  std::optional<TriedGain> gain(const TimedLoop &L, const Variant &V,
                                const std::shared_ptr<const TargetModel> &Model,
                                const Processor &CPU,
                                const RemarkOptions &Options) const;
  /// Whether anything can be tried with the function of this name.
  bool has(llvm::StringRef Symbol) const { return Functions.contains(Symbol); }

private:
  struct Kept {
    llvm::SmallVector<char, 0> Bitcode;
    llvm::OptimizationLevel Level;
  };
  struct CopyTime;
  static llvm::Expected<std::optional<CopyTime>>
  timeOfCopy(llvm::ArrayRef<char> Bitcode, llvm::OptimizationLevel Level,
             const Variant &V, const MachineLoop &Loop, bool IsCounted,
             const std::shared_ptr<const TargetModel> &Model,
             RemarkContext Context);

  llvm::StringMap<Kept> Functions;
};

} // namespace rafter

#endif // RAFTER_LIB_REMARKS_REMEDYTRIALS_H
