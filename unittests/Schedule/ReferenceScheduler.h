//===- ReferenceScheduler.h - The rules, cycle by cycle --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schedules a DAG by the rules of the extended-roofline paper (III.B) as simply
// as possible, keeping every cycle, to check lib/Schedule against.
//
//===----------------------------------------------------------------------===//

#include "NodeStream.h"
#include <map>

namespace rafter::test {

struct ReferenceResult {
  uint64_t Cycles = 0;
  std::array<uint64_t, NumChannels> Nodes = {};
  std::map<ActivityMask, uint64_t> Activity;
};

ReferenceResult scheduleByReference(const Processor &CPU,
                                    llvm::ArrayRef<Node> Nodes);

} // namespace rafter::test
