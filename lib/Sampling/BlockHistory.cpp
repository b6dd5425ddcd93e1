//===- BlockHistory.cpp - Blocks executed before a window -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Sampling/BlockHistory.h"
#include "rafter/Stream/ByteCoding.h"

using namespace rafter;
using llvm::ArrayRef;

BlockHistory::BlockHistory(ArrayRef<uint32_t> Older, ArrayRef<uint32_t> Newer)
    : Count(Older.size() + Newer.size()) {
  trace::VariantPredictor Predictor;
  uint64_t Guessed = 0;
  for (ArrayRef<uint32_t> Part : {Older, Newer})
    for (uint32_t Variant : Part) {
      if (Predictor.next() == Variant) {
        ++Guessed;
      } else {
        trace::appendNumber(Bytes, Guessed);
        trace::appendNumber(Bytes, Variant);
        Guessed = 0;
      }
      Predictor.update(Variant);
    }
  Bytes.shrink_to_fit();
}

std::vector<uint32_t> BlockHistory::variants() const {
  std::vector<uint32_t> Result;
  Result.reserve(Count);
  trace::VariantPredictor Predictor;
  trace::ByteReader Reader(Bytes);
  auto add = [&](uint32_t Variant) {
    Result.push_back(Variant);
    Predictor.update(Variant);
  };
  while (!Reader.empty()) {
    for (uint64_t Guessed = Reader.number(); Guessed != 0; --Guessed)
      add(Predictor.next());
    add(Reader.number());
  }
  while (Result.size() != Count)
    add(Predictor.next());
  return Result;
}
