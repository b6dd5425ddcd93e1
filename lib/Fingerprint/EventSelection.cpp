//===- EventSelection.cpp - Events that tell pathologies apart ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/EventSelection.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

using namespace rafter;

namespace {

/// A subset with the two sums of its merit.
struct Subset {
  /// As they were added.
  std::vector<uint32_t> Attributes;
  double WithClass = 0, Among = 0;

  double merit() const {
    return Attributes.empty() ? 0 : WithClass / std::sqrt(Among);
  }
};

/// Best-first search with Weka's rules: what is open are the best MostOpen
/// subsets, in which one that is reached by several ways stands several times.
class BestFirst {
public:
  BestFirst(AttributeCorrelations &C, const std::vector<bool> &Allowed)
      : C(C), Allowed(Allowed) {}

  Subset search();

private:
  static constexpr size_t MostOpen = 5;
  static constexpr unsigned MostStale = 5;
  static constexpr double LeastGain = 1e-5;

  Subset extended(const Subset &S, uint32_t Attribute);
  void open(Subset S);
  bool expand(const Subset &S);

  AttributeCorrelations &C;
  const std::vector<bool> &Allowed;
  std::vector<Subset> Open;
  Subset Best;
};

} // namespace

Subset BestFirst::extended(const Subset &S, uint32_t Attribute) {
  Subset Result = S;
  Result.WithClass += C.withClass(Attribute);
  Result.Among += 1;
  for (uint32_t Other : S.Attributes)
    Result.Among += 2 * C.between(Attribute, Other);
  Result.Attributes.push_back(Attribute);
  return Result;
}

void BestFirst::open(Subset S) {
  double Merit = S.merit();
  // Equal merits, but for the order of addition, stay in order.
  auto Place = llvm::find_if(
      Open, [&](const Subset &O) { return Merit > O.merit() + 1e-12; });
  if (Place == Open.end() && Open.size() == MostOpen)
    return;
  Open.insert(Place, std::move(S));
  if (Open.size() > MostOpen)
    Open.pop_back();
}

bool BestFirst::expand(const Subset &S) {
  bool Gained = false;
  for (uint32_t A = 0; A != C.size(); ++A) {
    if (!Allowed[A] || llvm::is_contained(S.Attributes, A))
      continue;
    Subset Larger = extended(S, A);
    if (Larger.merit() - Best.merit() > LeastGain) {
      Best = Larger;
      Gained = true;
    }
    open(std::move(Larger));
  }
  return Gained;
}

Subset BestFirst::search() {
  Open.push_back(Subset());
  for (unsigned Stale = 0; Stale != MostStale && !Open.empty();) {
    Subset Next = std::move(Open.front());
    Open.erase(Open.begin());
    Stale = expand(Next) ? 0 : Stale + 1;
  }
  return Best;
}

/// Adds the attributes that hang more together with the class than with any
/// that is selected, the strongest first.
static void addLocallyPredictive(AttributeCorrelations &C,
                                 const std::vector<bool> &Allowed,
                                 std::vector<uint32_t> &Selected) {
  std::vector<uint32_t> Rest;
  for (uint32_t A = 0; A != C.size(); ++A)
    if (Allowed[A] && !llvm::is_contained(Selected, A))
      Rest.push_back(A);
  std::stable_sort(Rest.begin(), Rest.end(), [&](uint32_t L, uint32_t R) {
    return C.withClass(L) > C.withClass(R);
  });
  for (uint32_t A : Rest)
    if (llvm::all_of(Selected, [&](uint32_t S) {
          return C.between(A, S) <= static_cast<float>(C.withClass(A));
        }))
      Selected.push_back(A);
}

SelectedEvents rafter::selectByCorrelation(AttributeCorrelations &C,
                                           const std::vector<bool> &Allowed) {
  Subset Best = BestFirst(C, Allowed).search();
  SelectedEvents Result;
  Result.Merit = Best.merit();
  Result.InOrder = std::move(Best.Attributes);
  addLocallyPredictive(C, Allowed, Result.InOrder);
  Result.Attributes = Result.InOrder;
  llvm::sort(Result.Attributes);
  return Result;
}

std::vector<uint32_t> rafter::rankByGainRatio(const AttributeCorrelations &C) {
  std::vector<uint32_t> Ranked(C.size());
  std::iota(Ranked.begin(), Ranked.end(), 0);
  std::stable_sort(Ranked.begin(), Ranked.end(), [&](uint32_t L, uint32_t R) {
    return C.gainRatioOf(L) > C.gainRatioOf(R);
  });
  return Ranked;
}

std::vector<uint32_t> rafter::keyEvents(const LabelledSlices &Slices,
                                        llvm::ArrayRef<uint32_t> Rows,
                                        size_t Number) {
  AttributeCorrelations C(Slices, Rows);
  std::vector<uint32_t> Left = rankByGainRatio(C);
  std::vector<bool> Allowed(C.size(), true);
  while (Left.size() > Number) {
    SelectedEvents Selected = selectByCorrelation(C, Allowed);
    // Ranks from 0; Left is in the order of the gain ratio.
    std::vector<size_t> Rank(C.size(), Selected.InOrder.size());
    for (auto [Place, A] : llvm::enumerate(Selected.InOrder))
      Rank[A] = Place;
    size_t Worst = 0;
    for (size_t I = 0; I != Left.size(); ++I)
      if (I + Rank[Left[I]] >= Worst + Rank[Left[Worst]])
        Worst = I;
    Allowed[Left[Worst]] = false;
    Left.erase(Left.begin() + Worst);
  }
  llvm::sort(Left);
  return Left;
}
