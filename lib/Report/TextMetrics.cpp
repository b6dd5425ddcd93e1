//===- TextMetrics.cpp - How wide a text is ---------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Advance widths, and what follows from them: cutting and breaking lines.
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/TextMetrics.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdint>

using namespace rafter;

/// Advance widths of DejaVu Sans, in thousandths of the font size, for the
/// characters 32 to 126 (from the hmtx table of the font).
static constexpr uint16_t Advance[95] = {
    318, 401, 460, 838, 636,  950, 780, 275, 390, 390, 500, 838, 318, 361,
    318, 337, 636, 636, 636,  636, 636, 636, 636, 636, 636, 636, 337, 337,
    838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295,
    295, 656, 557, 863, 748,  787, 603, 787, 695, 635, 611, 732, 684, 989,
    685, 611, 685, 390, 337,  390, 838, 500, 500, 613, 635, 550, 635, 615,
    352, 635, 634, 278, 278,  579, 278, 974, 634, 612, 635, 635, 411, 521,
    392, 634, 592, 818, 592,  592, 525, 636, 337, 636, 838};
/// DejaVu Sans Bold is at most this much wider over a word.
static constexpr double BoldFactor = 1.13;

double rafter::textWidth(llvm::StringRef Text, double Size, bool Bold) {
  double Sum = 0;
  for (unsigned char C : Text) {
    if (C >= 32 && C <= 126)
      Sum += Advance[C - 32];
    else if (C < 0x80 || C >= 0xC0) // One width for each UTF-8 sequence.
      Sum += 700;
  }
  return Sum * Size / 1000 * (Bold ? BoldFactor : 1);
}

std::string rafter::fitText(llvm::StringRef Text, double Width, double Size,
                            bool Bold) {
  if (textWidth(Text, Size, Bold) <= Width)
    return Text.str();
  while (!Text.empty() && textWidth((Text + "...").str(), Size, Bold) > Width) {
    // A whole UTF-8 sequence, from its last byte to its first.
    bool Continuation = true;
    while (Continuation && !Text.empty()) {
      Continuation = (Text.back() & 0xC0) == 0x80;
      Text = Text.drop_back();
    }
  }
  return (Text + "...").str();
}

std::vector<std::string> rafter::wrapText(llvm::StringRef Text, double Width,
                                          double Size) {
  std::vector<std::string> Lines(1);
  for (llvm::StringRef Word : llvm::split(Text, ' ')) {
    std::string Longer =
        Lines.back() + (Lines.back().empty() ? "" : " ") + Word.str();
    if (Lines.back().empty() || textWidth(Longer, Size) <= Width)
      Lines.back() = Longer;
    else
      Lines.push_back(Word.str());
  }
  return Lines;
}
