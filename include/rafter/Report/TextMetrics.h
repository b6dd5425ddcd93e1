//===- TextMetrics.h - How wide a text is -----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plots are laid out before any font is known: widths are those of the widest
// of the usual faces.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REPORT_TEXTMETRICS_H
#define RAFTER_REPORT_TEXTMETRICS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace rafter {

/// Width of Text in pixels at a font size of Size pixels, in the widest of the
/// usual sans-serif faces (DejaVu Sans), so that it is never too small.
double textWidth(llvm::StringRef Text, double Size, bool Bold = false);

/// Text cut to Width pixels, with an ellipsis where it was.
std::string fitText(llvm::StringRef Text, double Width, double Size,
                    bool Bold = false);

/// Text in lines of at most Width pixels, broken at blanks; a longer word has a
/// line of its own.
std::vector<std::string> wrapText(llvm::StringRef Text, double Width,
                                  double Size);

} // namespace rafter

#endif // RAFTER_REPORT_TEXTMETRICS_H
