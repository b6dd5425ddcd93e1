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

using namespace rafter::concorde;

PassFunction rafter::concorde::avx2Pass(bool Waits) {
  return Waits ? PassKernel<8, true>::run : PassKernel<8, false>::run;
}
