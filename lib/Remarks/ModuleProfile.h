//===- ModuleProfile.h - What the compiler's profile counted ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REMARKS_MODULEPROFILE_H
#define RAFTER_LIB_REMARKS_MODULEPROFILE_H

#include "llvm/Analysis/ProfileSummaryInfo.h"
#include <optional>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace rafter {

/// What a profile (-fprofile-use, -fprofile-sample-use) says of one module.
class ModuleProfile {
public:
  explicit ModuleProfile(const llvm::Module &M);

  /// The compiler was given one.
  bool exists() const { return Summary.hasProfileSummary(); }
  /// It counted executions, and none of a function of the module, nor that it
  /// never ran: it is of a program that has no such code.
  bool isForeign() const { return IsForeign; }
  /// Calls of F; none: it counted nothing of F.
  static std::optional<uint64_t> calls(const llvm::Function &F);
  /// Whether so many executions are among those that make most of the counts of
  /// the whole program. They are of one copy of a loop, which lacks what is
  /// left over for another, and estimated from shares.
  bool isHot(uint64_t Executions) const {
    return Summary.isHotCount(Executions + Executions / 8);
  }

private:
  llvm::ProfileSummaryInfo Summary;
  bool IsForeign = false;
};

} // namespace rafter

#endif // RAFTER_LIB_REMARKS_MODULEPROFILE_H
