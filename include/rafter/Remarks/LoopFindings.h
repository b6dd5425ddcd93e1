//===- LoopFindings.h - What was found about a module's loops ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What budgets are checked with.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REMARKS_LOOPFINDINGS_H
#define RAFTER_REMARKS_LOOPFINDINGS_H

#include "rafter/Remarks/LoopRemark.h"
#include <map>

namespace rafter {

struct LoopFindings {
  /// By function in the order of the module, then by place, then by CPU; quiet
  /// ones included.
  std::vector<LoopRemark> Remarks;
  /// The CPU of budgets that name none; empty: there was no loop to look at.
  std::string CPU;
  /// Why there is nothing about a CPU; none: it has another instruction set.
  std::map<std::string, std::optional<std::string>> Failures;
  /// The first thing that went wrong with CPU; may be empty.
  std::string Failure;
  /// Some of the code has source locations.
  bool HasPlaces = false;
};

} // namespace rafter

#endif // RAFTER_REMARKS_LOOPFINDINGS_H
