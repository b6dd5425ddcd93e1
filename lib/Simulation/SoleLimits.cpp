//===- SoleLimits.cpp - How slow each resource alone makes it -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SoleLimits.h"
#include "LaneMachine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace rafter;
using namespace rafter::simulation;

/// What does not fit into one pass is tried in so many groups.
static constexpr size_t Groups = 2;

SoleLimits::SoleLimits(Times Time, ResourceIds Given,
                       llvm::ArrayRef<double> Likely)
    : Time(std::move(Time)), Candidates(std::move(Given)) {
  std::vector<size_t> Order(Candidates.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::stable_sort(Order,
                    [&](size_t A, size_t B) { return Likely[A] > Likely[B]; });
  size_t Alone = Order.size() <= LaneMachine::MostLanes
                     ? Order.size()
                     : LaneMachine::MostLanes - Groups;
  for (size_t Candidate : llvm::ArrayRef(Order).take_front(Alone))
    Trials.push_back({{Candidate}, 0});
  llvm::ArrayRef<size_t> Rest = llvm::ArrayRef(Order).drop_front(Alone);
  // Neighbours are about as likely as each other.
  for (size_t Left = Groups; !Rest.empty(); --Left) {
    size_t Count = llvm::divideCeil(Rest.size(), Left);
    Trials.push_back({Rest.take_front(Count).vec(), 0});
    Rest = Rest.drop_front(Count);
  }
}

ResourceIds SoleLimits::allBut(llvm::ArrayRef<size_t> Members) const {
  ResourceIds Set;
  for (size_t I = 0; I != Candidates.size(); ++I)
    if (!llvm::is_contained(Members, I))
      Set.push_back(Candidates[I]);
  return Set;
}

llvm::Error SoleLimits::simulate(std::vector<Trial> &Some) const {
  std::vector<ResourceIds> Sets;
  for (const Trial &T : Some)
    Sets.push_back(allBut(T.Members));
  auto Found = Time(Sets);
  if (!Found)
    return Found.takeError();
  for (auto [T, Cycles] : llvm::zip_equal(Some, *Found))
    T.Time = Cycles;
  return llvm::Error::success();
}

llvm::Error SoleLimits::simulate() { return simulate(Trials); }

bool SoleLimits::isIn(const ResourceIds &Set, size_t Candidate) const {
  return llvm::is_contained(Set, Candidates[Candidate]);
}

llvm::Expected<ResourceIds> SoleLimits::slowerThan(double Enough,
                                                   const ResourceIds &Removed) {
  std::vector<Trial> Parts;
  llvm::erase_if(Trials, [&](const Trial &T) {
    bool Splits = T.Members.size() > 1 && T.Time > Enough;
    if (Splits)
      for (size_t Member : T.Members)
        Parts.push_back({{Member}, 0});
    return Splits;
  });
  if (!Parts.empty())
    if (llvm::Error E = simulate(Parts))
      return E;
  llvm::append_range(Trials, Parts);
  std::vector<size_t> Slower;
  for (const Trial &T : Trials)
    if (T.Time > Enough && !isIn(Removed, T.Members.front()))
      Slower.push_back(T.Members.front());
  llvm::sort(Slower);
  ResourceIds Ids;
  for (size_t Candidate : Slower)
    Ids.push_back(Candidates[Candidate]);
  return Ids;
}

std::vector<ResourceIds> SoleLimits::likelySteps(double Now, double Gain,
                                                 size_t Most,
                                                 size_t LargestSet) const {
  std::vector<ResourceIds> Steps;
  ResourceIds Removed;
  while (Steps.size() != Most && Now > 0) {
    size_t Before = Removed.size();
    double Next = 0;
    for (const Trial &T : Trials) {
      if (isIn(Removed, T.Members.front()))
        continue;
      if (T.Time <= Now / Gain) {
        Next = std::max(Next, T.Time);
        continue;
      }
      // Which of a group it is takes another pass.
      if (T.Members.size() > 1)
        return Steps;
      Removed.push_back(Candidates[T.Members.front()]);
    }
    if (Removed.size() == Before || Removed.size() - Before > LargestSet)
      break;
    Steps.push_back(Removed);
    Now = Next;
  }
  return Steps;
}
