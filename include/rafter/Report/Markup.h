//===- Markup.h - Colours and text of drawings and pages --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One palette and one set of rules for all SVG and HTML, for light and dark.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REPORT_MARKUP_H
#define RAFTER_REPORT_MARKUP_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace rafter {

/// Text for markup: & < > and quotes become entities, control characters that
/// XML forbids become '?', bytes that are no UTF-8 are replaced.
std::string escapeMarkup(llvm::StringRef Text);

/// The CSS variables of all colours, for light and dark.
std::string colourVariables();

/// The CSS rules of drawings. Colours are variables with fixed values before
/// them, for viewers that know no variables.
std::string drawingStyle();

/// So many things are told apart by colour: the classes "part0" to "part6" of
/// drawings. More than that, and a reader cannot.
inline constexpr unsigned NumPartColours = 7;

} // namespace rafter

#endif // RAFTER_REPORT_MARKUP_H
