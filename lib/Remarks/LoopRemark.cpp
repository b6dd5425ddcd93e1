//===- LoopRemark.cpp - What is said about one loop of the source ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/LoopRemark.h"
#include "llvm/Support/ErrorHandling.h"

using namespace rafter;

const char *rafter::name(LoopDifference D) {
  switch (D) {
  case LoopDifference::Spills:
    return "spills";
  case LoopDifference::AddressArithmetic:
    return "address arithmetic";
  case LoopDifference::NotVectorized:
    return "not vectorized";
  case LoopDifference::NarrowVectors:
    return "narrow vectors";
  case LoopDifference::FusionLost:
    return "fusion lost";
  case LoopDifference::Shuffles:
    return "shuffles";
  case LoopDifference::Calls:
    return "calls";
  }
  llvm_unreachable("a difference");
}
