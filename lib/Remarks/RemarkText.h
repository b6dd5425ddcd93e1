//===- RemarkText.h - A remark in pieces ------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that words a remark: its text is the pieces put together, and
// an optimization record has each piece with its key.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REMARKS_REMARKTEXT_H
#define RAFTER_LIB_REMARKS_REMARKTEXT_H

#include "rafter/Remarks/LoopRemark.h"
#include <string>
#include <vector>

namespace rafter {

struct RemarkPiece {
  /// Null for the words between values.
  const char *Key = nullptr;
  std::string Text;
};

/// "4.00", "0.063": two decimals, three where they would say little.
std::string formatCycles(double Cycles);

std::vector<RemarkPiece> piecesOf(const LoopRemark &R);
/// What a record has and the text has not.
std::vector<RemarkPiece> recordOnly(const LoopRemark &R);

} // namespace rafter

#endif // RAFTER_LIB_REMARKS_REMARKTEXT_H
