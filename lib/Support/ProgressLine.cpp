//===- ProgressLine.cpp - How far long work is ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Support/ProgressLine.h"
#include "llvm/Support/Format.h"

using namespace rafter;
using llvm::StringRef;

/// Between two states of the line.
static constexpr double Interval = 0.2;

void ProgressLine::begin(StringRef NewWhat) {
  if (What == NewWhat)
    return;
  end();
  What = NewWhat.str();
  Began = Clock::now();
  Shown = Clock::time_point();
}

bool ProgressLine::isDue() {
  if (!IsShown || seconds(Shown) < Interval)
    return false;
  Shown = Clock::now();
  return true;
}

void ProgressLine::show(StringRef NewWhat, double Share) {
  begin(NewWhat);
  if (!isDue())
    return;
  OS << "\r\033[K" << What << ": " << llvm::format("%.0f %%", 100 * Share);
  if (double Passed = seconds(Began); Share > 0.02 && Passed > 1)
    OS << ", "
       << llvm::format("%.0f s to go", Passed * (1 - Share) / Share + 0.5);
  OS.flush();
}

void ProgressLine::show(StringRef NewWhat, const llvm::Twine &Done) {
  begin(NewWhat);
  if (!isDue())
    return;
  OS << "\r\033[K" << What << ": " << Done;
  OS.flush();
}

void ProgressLine::end() {
  if (What.empty())
    return;
  if (IsShown)
    OS << "\r\033[K";
  if (IsVerbose)
    OS << What << ": " << llvm::format("%.1f s\n", seconds(Began));
  OS.flush();
  What.clear();
}
