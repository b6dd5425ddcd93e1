//===- CycleStack.cpp - What each cycle of a core went to -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/CycleStack.h"
#include "llvm/Support/ErrorHandling.h"
#include <iterator>
#include <numeric>

using namespace rafter;

const char *rafter::name(CycleCause Cause) {
  static constexpr const char *Names[] = {"commit-width", "icache",
                                          "icache-fills", "fetch-buffers",
                                          "fetch-width",  "decode-width",
                                          "rename-width", "bad-speculation",
                                          "barrier",      "rob",
                                          "load-queue",   "store-queue",
                                          "alu-issue",    "fp-issue",
                                          "ls-issue",     "pipes",
                                          "divider",      "miss-registers",
                                          "dependences",  "l1",
                                          "l2",           "llc",
                                          "memory",       "bandwidth"};
  static_assert(std::size(Names) == NumCycleCauses);
  return Names[unsigned(Cause)];
}

const char *rafter::name(CycleArea Area) {
  static constexpr const char *Names[] = {"front-end", "bad-speculation",
                                          "memory", "core"};
  static_assert(std::size(Names) == NumCycleAreas);
  return Names[unsigned(Area)];
}

CycleArea rafter::areaOf(CycleCause Cause) {
  switch (Cause) {
  case CycleCause::InstructionCache:
  case CycleCause::InstructionFills:
  case CycleCause::FetchBuffers:
  case CycleCause::FetchWidth:
  case CycleCause::DecodeWidth:
  case CycleCause::RenameWidth:
  case CycleCause::Barrier:
    return CycleArea::FrontEnd;
  case CycleCause::BadSpeculation:
    return CycleArea::BadSpeculation;
  case CycleCause::LoadQueue:
  case CycleCause::StoreQueue:
  case CycleCause::MissRegisters:
  case CycleCause::L1:
  case CycleCause::L2:
  case CycleCause::LastLevel:
  case CycleCause::Memory:
  case CycleCause::Bandwidth:
    return CycleArea::Memory;
  case CycleCause::CommitWidth:
  case CycleCause::ReorderBuffer:
  case CycleCause::IntegerIssue:
  case CycleCause::FloatIssue:
  case CycleCause::MemoryIssue:
  case CycleCause::Pipes:
  case CycleCause::Divider:
  case CycleCause::Dependences:
    return CycleArea::Core;
  }
  llvm_unreachable("unknown cause");
}

uint64_t CycleStack::total() const {
  return std::accumulate(Cycles.begin(), Cycles.end(), uint64_t(0));
}
