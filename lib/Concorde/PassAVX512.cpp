//===- PassAVX512.cpp - Reorder buffers with AVX-512 ----------------------===//
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

#include "CountKernel.h"
#include "PassKernel.h"
#include "ResolveKernel.h"

using namespace rafter::concorde;

PassFunctions rafter::concorde::avx512Pass() {
  return {PassKernel<16, GatheredArrivals<16>, false>::run,
          PassKernel<16, DelayedArrivals<16>, false>::run,
          PassKernel<16, GatheredArrivals<16>, true>::run,
          ResolveKernel<16>::run, CountKernel<16>::run};
}
