//===- DesignSweep.cpp - Many designs and the best of them ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "rafter/Concorde/DesignSweep.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <numeric>

using namespace rafter;
using llvm::StringRef;
using llvm::Twine;

/// A..B or A..B:S.
static llvm::Expected<std::vector<uint32_t>>
parseRange(const DesignParameter &P, StringRef Text) {
  auto [Low, Rest] = Text.split("..");
  auto [High, StepText] = Rest.split(':');
  llvm::Expected<uint32_t> Least = P.parse(Low.trim());
  if (!Least)
    return Least.takeError();
  llvm::Expected<uint32_t> Greatest = P.parse(High.trim());
  if (!Greatest)
    return Greatest.takeError();
  if (*Least > *Greatest)
    return llvm::createStringError("'" + Text + "' runs downwards");
  uint32_t Step = 0;
  if (Rest.contains(':') &&
      (StepText.trim().getAsInteger(10, Step) || Step == 0))
    return llvm::createStringError("'" + StepText + "' is no step");
  std::vector<uint32_t> Values;
  if (!P.Values.empty() && Step == 0) {
    llvm::copy_if(P.Values, std::back_inserter(Values),
                  [&](uint32_t V) { return V >= *Least && V <= *Greatest; });
    return Values;
  }
  for (uint64_t V = *Least; V < *Greatest; V = Step ? V + Step : V ? 2 * V : 1)
    Values.push_back(uint32_t(V));
  // A range that is given by a step ends where the steps end.
  if (Step == 0 || (*Greatest - *Least) % Step == 0)
    Values.push_back(*Greatest);
  for (uint32_t V : Values)
    if (!P.isLegal(V))
      return P.parse(std::to_string(V)).takeError();
  return Values;
}

static llvm::Expected<std::vector<uint32_t>>
parseValues(const DesignParameter &P, StringRef Text) {
  if (Text.contains(".."))
    return parseRange(P, Text);
  std::vector<uint32_t> Values;
  llvm::SmallVector<StringRef> Words;
  Text.split(Words, '|');
  for (StringRef Word : Words) {
    llvm::Expected<uint32_t> Value = P.parse(Word.trim());
    if (!Value)
      return Value.takeError();
    Values.push_back(*Value);
  }
  return Values;
}

llvm::Expected<std::vector<SweepRange>> rafter::parseSweep(StringRef Text) {
  std::vector<SweepRange> Ranges;
  llvm::SmallVector<StringRef> Elements;
  Text.split(Elements, ',', -1, /*KeepEmpty=*/false);
  if (Elements.empty())
    return llvm::createStringError("nothing to sweep");
  uint64_t Designs = 1;
  for (StringRef Element : Elements) {
    auto [Name, Values] = Element.split('=');
    const DesignParameter *P = findDesignParameter(Name.trim());
    if (!P) {
      // The table's own message, which knows what is near.
      llvm::Expected<CoreDesign> Design = parsePaperDesign(Element);
      return Design ? llvm::createStringError("'" + Element + "' is no range")
                    : Design.takeError();
    }
    llvm::Expected<std::vector<uint32_t>> Parsed = parseValues(*P, Values);
    if (!Parsed)
      return llvm::createStringError(P->Name + ": " +
                                     llvm::toString(Parsed.takeError()));
    if (llvm::any_of(Ranges,
                     [&](const SweepRange &R) { return R.Parameter == P; }))
      return llvm::createStringError(P->Name + " is swept twice");
    Designs *= Parsed->size();
    if (Designs > GreatestSweep)
      return llvm::createStringError("more than " + Twine(GreatestSweep) +
                                     " designs");
    Ranges.push_back({P, std::move(*Parsed)});
  }
  return Ranges;
}

std::vector<CoreDesign>
rafter::sweepDesigns(const CoreDesign &Base,
                     llvm::ArrayRef<SweepRange> Ranges) {
  std::vector<CoreDesign> Designs = {Base};
  for (const SweepRange &R : Ranges) {
    std::vector<CoreDesign> Longer;
    for (const CoreDesign &Design : Designs)
      for (uint32_t Value : R.Values) {
        Longer.push_back(Design);
        R.Parameter->Set(Longer.back(), Value);
      }
    Designs = std::move(Longer);
  }
  return Designs;
}

double rafter::designCost(const CoreDesign &Design) {
  static const DesignParameter *const Percentage =
      findDesignParameter("misprediction");
  double Sum = 0;
  for (const DesignParameter &P : designParameters())
    if (&P != Percentage)
      Sum += double(P.Get(Design)) / P.Greatest;
  return Sum / (NumDesignParameters - 1);
}

std::vector<size_t> rafter::paretoFront(llvm::ArrayRef<double> Costs,
                                        llvm::ArrayRef<double> CPIs) {
  std::vector<size_t> Order(Costs.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  llvm::stable_sort(Order, [&](size_t A, size_t B) {
    return Costs[A] != Costs[B] ? Costs[A] < Costs[B] : CPIs[A] < CPIs[B];
  });
  std::vector<size_t> Front;
  for (size_t I : Order)
    if (Front.empty() || CPIs[I] < CPIs[Front.back()])
      Front.push_back(I);
  return Front;
}
