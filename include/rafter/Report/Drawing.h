//===- Drawing.h - A piece of a plot ----------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REPORT_DRAWING_H
#define RAFTER_REPORT_DRAWING_H

#include <string>

namespace rafter {

/// Markup of SVG that needs the style of plots around it, and its size.
struct Drawing {
  double Width = 0, Height = 0;
  std::string Markup;
};

} // namespace rafter

#endif // RAFTER_REPORT_DRAWING_H
