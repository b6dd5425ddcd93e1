//===- CallFollower.h - Calls that have not returned ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SAMPLING_CALLFOLLOWER_H
#define RAFTER_LIB_SAMPLING_CALLFOLLOWER_H

#include "rafter/TraceFiles/InstructionAssembler.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace rafter {

/// The calls that have not returned, from the beginning of a window on.
class CallFollower {
public:
  CallFollower(const AssembledCode &Code, llvm::ArrayRef<uint32_t> Calls)
      : Code(Code), Calls(Calls.begin(), Calls.end()) {}

  llvm::ArrayRef<uint32_t> stack() const { return Calls; }
  void execute(uint32_t Block) {
    if (Last != ~0u) {
      BranchKind K = Code.block(Last).LastBranch;
      if (K == BranchKind::Call || K == BranchKind::IndirectCall)
        Calls.push_back(Last);
      else if (K == BranchKind::Return && !Calls.empty())
        Calls.pop_back();
    }
    Last = Block;
  }

private:
  const AssembledCode &Code;
  std::vector<uint32_t> Calls;
  uint32_t Last = ~0u;
};

} // namespace rafter

#endif // RAFTER_LIB_SAMPLING_CALLFOLLOWER_H
