//===- PassAVX2.cpp - Reorder buffers with AVX2 ---------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of this file may use instructions that the computer does not have:
// only what is in types of this width may be instantiated here.
//
//===----------------------------------------------------------------------===//

#include "PassKernel.h"
#include "ResolveKernel.h"

using namespace rafter::concorde;

PassFunctions rafter::concorde::avx2Pass() {
  return {PassKernel<8, GatheredArrivals<8>, false>::run,
          PassKernel<8, DelayedArrivals<8>, false>::run,
          PassKernel<8, GatheredArrivals<8>, true>::run, ResolveKernel<8>::run,
          nullptr};
}
