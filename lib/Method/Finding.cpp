//===- Finding.cpp - What a method found ----------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Method/Finding.h"
#include "rafter/Report/Canvas.h"
#include "rafter/Report/NumberFormat.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;
using llvm::raw_ostream;

std::string FindingContext::setting() const {
  std::vector<std::string> Parts;
  if (std::string Place = formatLocation(Region.Source); !Place.empty())
    Parts.push_back(Place);
  if (!CPU.Name.empty()) {
    Parts.push_back(CPU.Name + (Overrides.empty() ? "" : " with " + Overrides));
    Parts.push_back(Region.WarmCache ? "warm cache" : "cold cache");
  }
  Parts.push_back(name(Region.How));
  return llvm::join(Parts, ", ");
}

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

std::optional<Statement> Finding::answer(const FindingContext &) const {
  return std::nullopt;
}

std::vector<ComponentCost> Finding::costs(const FindingContext &) const {
  return {};
}

void Finding::printHTML(raw_ostream &, const FindingContext &) const {}

void Finding::printHTMLDetails(raw_ostream &, const FindingContext &) const {}

bool Finding::showsSource(const FindingContext &) const { return false; }

std::optional<Drawing> Finding::draw(const FindingContext &) const {
  return std::nullopt;
}
