//===- DirectiveParser.h - The words of pragmas and attributes -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From tokens to directives:
//   #pragma rafter loop analyze assume(trip_count=1000, level=L2)
//   [[rafter::budget(cycles_per_iteration <= 4.2, cpu="znver4")]]
// It knows no compiler: whoever reads the source hands over plain tokens, and
// gets each mistake with the token that it stands at.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REMARKS_DIRECTIVEPARSER_H
#define RAFTER_REMARKS_DIRECTIVEPARSER_H

#include "rafter/Remarks/Directives.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace rafter {

struct DirectiveToken {
  enum class Kind : uint8_t { Word, Number, String, Sign };
  Kind Shape = Kind::Sign;
  /// Of a string what is between its quotes.
  std::string Text;

  bool operator==(const DirectiveToken &) const = default;
};

/// What is not understood; all that is understood is kept.
struct DirectiveMistake {
  /// The token at which it stands; the number of tokens: behind the last.
  size_t Token = 0;
  /// Without a full stop, in lower case, as compilers complain.
  std::string Message;
};

struct ParsedDirectives {
  /// Without places.
  LoopDirectives Directives;
  /// For each budget the token at which it begins.
  std::vector<size_t> BudgetTokens;
  std::vector<DirectiveMistake> Mistakes;
};

/// The name of the CPU file for a name in the source, or why there is none.
using CPULookup =
    llvm::function_ref<llvm::Expected<std::string>(llvm::StringRef Name)>;

/// The lookup in the CPU files of Rafter.
llvm::Expected<std::string> findCPU(llvm::StringRef Name);

/// The names of attributes, and of clauses of the pragma: "analyze", "assume",
/// "budget".
llvm::ArrayRef<llvm::StringRef> directiveNames();

/// An attribute: its name without "rafter::", and behind it nothing or
/// "(ARGUMENTS)".
ParsedDirectives parseAttribute(llvm::ArrayRef<DirectiveToken> Tokens,
                                CPULookup FindCPU);
/// What follows "#pragma rafter": "loop" and one clause or more.
ParsedDirectives parsePragma(llvm::ArrayRef<DirectiveToken> Tokens,
                             CPULookup FindCPU);

/// Splits Text as the preprocessor does; what is no word, number or string is a
/// sign of one or two characters. A string without its end goes on to the end
/// of Text.
std::vector<DirectiveToken> splitDirective(llvm::StringRef Text);

} // namespace rafter

#endif // RAFTER_REMARKS_DIRECTIVEPARSER_H
