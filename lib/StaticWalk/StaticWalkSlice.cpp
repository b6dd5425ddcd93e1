//===- StaticWalkSlice.cpp - Which values decide addresses ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The closure over operands, and the spreading of data dependence.
//
//===----------------------------------------------------------------------===//

#include "StaticWalkSlice.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace rafter::walk {

void Slice::need(Lane Root) {
  SmallVector<Lane, 16> Work = {Root};
  auto Number = [&](Lane L) {
    auto [It, New] = Numbers.try_emplace(L, Elements.size());
    if (New) {
      Elements.push_back(L);
      Users.emplace_back();
      Sources.push_back(nullptr);
      Work.push_back(L);
    }
    return It->second;
  };
  if (contains(Root))
    return;
  Work.clear();
  Number(Root);
  while (!Work.empty()) {
    Lane L = Work.pop_back_val();
    uint32_t User = Numbers.lookup(L);
    Rule R = ruleOf(L);
    for (size_t I = 0; I != R.Operands.size(); ++I) {
      auto *Phi = dyn_cast<PHINode>(L.first);
      if (Phi && !IsLive(*Phi, I))
        continue;
      uint32_t N = Number(R.Operands[I]);
      Users[N].push_back(User);
    }
    if (R.How == Rule::Kind::Unknown && IsData(*L.first))
      Sources[User] = L.first;
  }
}

void Slice::propagate() {
  std::vector<uint32_t> Work;
  for (uint32_t N = 0; N != Elements.size(); ++N)
    if (Sources[N])
      Work.push_back(N);
  for (size_t I = 0; I != Work.size(); ++I)
    for (uint32_t User : Users[Work[I]])
      if (!Sources[User]) {
        Sources[User] = Sources[Work[I]];
        Work.push_back(User);
      }
}

const Value *Slice::dataSource(Lane L) const {
  auto It = Numbers.find(L);
  return It == Numbers.end() ? nullptr : Sources[It->second];
}

} // namespace rafter::walk
