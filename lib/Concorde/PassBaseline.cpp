//===- PassBaseline.cpp - Reorder buffers with registers of four numbers -===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The equations for every computer.
//
//===----------------------------------------------------------------------===//

#include "PassKernel.h"
#include "ResolveKernel.h"

using namespace rafter::concorde;

PassFunctions rafter::concorde::baselinePass() {
  return {PassKernel<4, GatheredArrivals<4>, false>::run,
          PassKernel<4, DelayedArrivals<4>, false>::run,
          PassKernel<4, GatheredArrivals<4>, true>::run, ResolveKernel<4>::run,
          nullptr};
}
