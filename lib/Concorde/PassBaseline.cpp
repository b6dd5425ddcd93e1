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

using namespace rafter::concorde;

PassFunction rafter::concorde::baselinePass(bool Waits) {
  return Waits ? PassKernel<4, true>::run : PassKernel<4, false>::run;
}
