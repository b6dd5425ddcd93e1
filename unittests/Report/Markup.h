//===- Markup.h - Whether markup is well-formed -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check for SVG and HTML that needs no browser.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_REPORT_MARKUP_H
#define RAFTER_UNITTESTS_REPORT_MARKUP_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace rafter {

/// The first element that is not closed in order; empty if all are.
std::string unbalanced(llvm::StringRef Markup);

} // namespace rafter

#endif // RAFTER_UNITTESTS_REPORT_MARKUP_H
