//===- TieSearch.cpp - Resources that help only together ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TieSearch.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;
using namespace rafter::simulation;

namespace {

/// Sets that are tried at a time.
constexpr size_t Tries = 16;

/// The shortest prefix of Candidates that is enough together with Known.
struct Prefix {
  size_t Length;
  double Time;
};

llvm::Expected<std::optional<Prefix>> shortest(TimeWithout Time,
                                               const ResourceIds &Known,
                                               const ResourceIds &Candidates,
                                               double Enough) {
  // Invariant: no prefix shorter than Low is enough; one of High is, if any.
  size_t Low = 0, High = Candidates.size();
  std::optional<Prefix> Best;
  while (true) {
    std::vector<size_t> Lengths;
    size_t Count = std::min(Tries, High - Low + 1);
    for (size_t I = 1; I <= Count; ++I)
      Lengths.push_back(Low + (High - Low + 1) * I / Count - 1);
    std::vector<ResourceIds> Sets;
    for (size_t Length : Lengths) {
      Sets.push_back(Known);
      Sets.back().insert(Sets.back().end(), Candidates.begin(),
                         Candidates.begin() + Length);
    }
    auto Times = Time(Sets);
    if (!Times)
      return Times.takeError();
    size_t First = 0;
    while (First != Count && (*Times)[First] > Enough)
      ++First;
    if (First == Count)
      return Best;
    Best = Prefix{Lengths[First], (*Times)[First]};
    if (First != 0)
      Low = Lengths[First - 1] + 1;
    High = Lengths[First];
    if (Low == High)
      return Best;
    --High;
  }
}

} // namespace

llvm::Expected<std::optional<TiedSet>>
simulation::findTiedSet(TimeWithout Time, const ResourceIds &Removed,
                        ResourceIds Candidates, double Enough,
                        unsigned Largest) {
  const ResourceIds Order = Candidates;
  ResourceIds Members;
  while (true) {
    ResourceIds Known = Removed;
    Known.insert(Known.end(), Members.begin(), Members.end());
    auto Found = shortest(Time, Known, Candidates, Enough);
    if (!Found)
      return Found.takeError();
    if (!*Found)
      return std::nullopt;
    if ((*Found)->Length == 0) {
      TiedSet Set;
      Set.Time = (*Found)->Time;
      for (ResourceId R : Order)
        if (llvm::is_contained(Members, R))
          Set.Members.push_back(R);
      return Set;
    }
    if (Members.size() == Largest)
      return std::nullopt;
    Members.push_back(Candidates[(*Found)->Length - 1]);
    Candidates.resize((*Found)->Length - 1);
  }
}
