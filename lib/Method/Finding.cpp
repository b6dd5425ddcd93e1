//===- Finding.cpp - What a method found ----------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Method/Finding.h"
#include "rafter/Report/Drawing.h"

using namespace rafter;
using llvm::raw_ostream;

std::vector<std::string> FindingContext::verdicts() const {
  std::vector<std::string> Lines;
  std::string Alone;
  for (const std::shared_ptr<const Finding> &F : All) {
    std::optional<Verdict> V = F->verdict(*this);
    if (!V)
      continue;
    if (!V->OnlyAlone)
      Lines.push_back(Lines.empty() || V->Level.empty()
                          ? V->Text
                          : V->Level + ": " + V->Text);
    else if (Alone.empty())
      Alone = V->Text;
  }
  if (Lines.empty())
    Lines.push_back(Alone.empty() ? "not analysed" : Alone);
  return Lines;
}

Finding::~Finding() = default;

std::optional<Verdict> Finding::verdict(const FindingContext &) const {
  return std::nullopt;
}

void Finding::printHTML(raw_ostream &, const FindingContext &) const {}

void Finding::printHTMLDetails(raw_ostream &, const FindingContext &) const {}

bool Finding::showsSource(const FindingContext &) const { return false; }

std::optional<Drawing> Finding::draw(const FindingContext &) const {
  return std::nullopt;
}
