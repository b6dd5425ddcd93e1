//===- OtherCores.h - What others bring into shared caches -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a shared machine a line that nobody uses does not stay in the last level
// of the caches, however large that is: lines of others replace it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SAMPLING_OTHERCORES_H
#define RAFTER_LIB_SAMPLING_OTHERCORES_H

#include "rafter/Stream/LineOrder.h"
#include <algorithm>

namespace rafter {

/// What other cores bring into the last level of the caches while time passes.
class OtherCores {
public:
  /// LinesEach: in the time of an instruction. Of more than Most at a time the
  /// level keeps nothing that more of them would replace.
  OtherCores(double LinesEach, double Most)
      : LinesEach(LinesEach), Most(Most) {}

  /// So many instructions are executed.
  void pass(uint64_t Instructions) {
    Due = std::min(Due + double(Instructions) * LinesEach, Most);
  }
  /// Whether there are enough lines to be worth a break.
  bool areDue() const { return Due >= LeastLines; }
  /// What is due.
  void append(std::vector<LineUse> &Lines) {
    for (; Due >= 1; --Due)
      Lines.push_back({FirstAddress + (Number++ << LineOrder::LineShift),
                       /*IsDirty=*/false, /*ByOthers=*/true});
  }
  /// Own, used while so many instructions are executed, and their lines evenly
  /// between them.
  std::vector<LineUse> among(std::vector<LineUse> Own, uint64_t Instructions) {
    if (LinesEach == 0)
      return Own;
    double Each = std::min(double(Instructions) * LinesEach, Most) /
                  double(Own.size() + 1);
    std::vector<LineUse> Lines;
    for (LineUse L : Own) {
      Due += Each;
      append(Lines);
      Lines.push_back(L);
    }
    Due += Each;
    append(Lines);
    return Lines;
  }

private:
  static constexpr double LeastLines = 64;
  /// No program's memory is there.
  static constexpr uint64_t FirstAddress = uint64_t(1) << 60;
  double LinesEach, Most, Due = 0;
  uint64_t Number = 0;
};

} // namespace rafter

#endif // RAFTER_LIB_SAMPLING_OTHERCORES_H
