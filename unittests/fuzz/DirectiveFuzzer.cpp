//===- DirectiveFuzzer.cpp - Any text as a pragma or attribute ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the text is, each mistake stands at a token or behind the last one,
// each budget has its place, and what is wrong is not silent.
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/DirectiveParser.h"
#include <cmath>
#include <cstdlib>

using namespace llvm;
using namespace rafter;

static Expected<std::string> shortNamesOnly(StringRef Name) {
  if (Name.size() < 8)
    return Name.str();
  return createStringError("no CPU file");
}

static void check(const ParsedDirectives &Parsed, size_t Tokens) {
  const LoopDirectives &D = Parsed.Directives;
  for (const DirectiveMistake &M : Parsed.Mistakes)
    if (M.Token > Tokens || M.Message.empty())
      std::abort();
  if (Parsed.BudgetTokens.size() != D.Budgets.size())
    std::abort();
  for (size_t Token : Parsed.BudgetTokens)
    if (Token >= Tokens)
      std::abort();
  for (const Budget &B : D.Budgets)
    if (!std::isfinite(B.Limit) || B.Text.empty())
      std::abort();
  if (!D.Analyze && !D.TripCount && !D.Level && D.Budgets.empty() &&
      Parsed.Mistakes.empty())
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  std::vector<DirectiveToken> Tokens = splitDirective(Text);
  check(parseAttribute(Tokens, shortNamesOnly), Tokens.size());
  check(parsePragma(Tokens, shortNamesOnly), Tokens.size());
  return 0;
}
