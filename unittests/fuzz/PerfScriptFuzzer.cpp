//===- PerfScriptFuzzer.cpp - Fuzzes the reader of perf script ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the output of perf script is, it is read or refused with a line, and
// the shares of functions add up.
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/FunctionShares.h"
#include <cmath>
#include <cstdlib>

using namespace rafter;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  Classification Found;
  Found.Shares.resize(2);
  for (uint32_t I = 0; I != 4; ++I) {
    ClassifiedSlice &S = Found.Found.emplace_back();
    S.Row = Found.Slices.addSlice();
    S.Label = I % 2;
    Found.Slices.Starts[S.Row] = I;
  }
  llvm::Expected<FunctionShares> Shares =
      shareFunctions(Found, 1, {Text, "fuzz"}, {});
  if (!Shares) {
    llvm::consumeError(Shares.takeError());
    return 0;
  }
  double Sum = 0;
  for (const FunctionShare &F : Shares->Functions)
    Sum += F.Share;
  if (!(Sum == 0 || std::abs(Sum - 1) < 1e-9))
    std::abort();
  return 0;
}
