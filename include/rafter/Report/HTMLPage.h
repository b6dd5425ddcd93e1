//===- HTMLPage.h - Pages for the browser -----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The frame of every page and the parts that pages are made of: self-contained,
// light and dark, for narrow screens too. Findings print parts; whoever prints
// the page calls them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REPORT_HTMLPAGE_H
#define RAFTER_REPORT_HTMLPAGE_H

#include "rafter/Report/Canvas.h"
#include "rafter/Report/SourceText.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <utility>

namespace rafter {

/// Prints a page with Title as its heading, without script and network; Body
/// prints what is below. Style has the rules that only this page needs.
void printPage(llvm::raw_ostream &OS, llvm::StringRef Title,
               llvm::function_ref<void()> Body, llvm::StringRef Style = "");

/// A block that can be folded away; Title is markup.
void printDetails(llvm::raw_ostream &OS, llvm::StringRef Title, bool Open,
                  llvm::function_ref<void()> Body);

/// A drawing across the page; Label says what it is to those who cannot see it.
void printDrawing(llvm::raw_ostream &OS, const Drawing &D,
                  const llvm::Twine &Label);

/// A bar as long as Share, in [0, 1], of its box.
std::string shareBar(double Share, bool Wide = false);

/// The attribute of an element whose background is the stronger the larger
/// Share, in [0, 1], of the whole is; "" where it would not be seen.
std::string shareShade(double Share);

/// A line of quoted source inside of <pre>: Attributes are those of its
/// element, Margin is markup before its number.
void printSourceLine(llvm::raw_ostream &OS, size_t Number, llvm::StringRef Line,
                     llvm::StringRef Attributes = "",
                     llvm::StringRef Margin = "");
/// Attributes of the line that a page is about.
inline constexpr llvm::StringRef SourceLineHere = " class=\"here\"";

/// Quotes the lines around L, if its file can be read.
void printExcerpt(llvm::raw_ostream &OS, const SourceLocation &L,
                  SourceText &Source);

} // namespace rafter

#endif // RAFTER_REPORT_HTMLPAGE_H
