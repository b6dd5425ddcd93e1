//===- SoftwarePrefetch.cpp - Which load a prefetch is for ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/SoftwarePrefetch.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include <array>

using namespace llvm;

namespace rafter {

static constexpr const char *Note = "rafter.prefetch";

namespace {

/// What a note says.
struct Noted {
  unsigned Line = 0, Column = 0, Distance = 0;
  bool operator==(const Noted &) const = default;
};

} // namespace

void notePrefetch(CallInst &Prefetch, const LoadInst &Load, unsigned Distance) {
  LLVMContext &Context = Prefetch.getContext();
  Type *Number = Type::getInt32Ty(Context);
  auto constant = [&](unsigned Value) -> Metadata * {
    return ConstantAsMetadata::get(ConstantInt::get(Number, Value));
  };
  const DebugLoc &Where = Load.getDebugLoc();
  Prefetch.setMetadata(
      Note, MDNode::get(Context, {constant(Where ? Where.getLine() : 0),
                                  constant(Where ? Where.getCol() : 0),
                                  constant(Distance)}));
}

static std::optional<Noted> noteAt(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call || Call->getIntrinsicID() != Intrinsic::prefetch)
    return std::nullopt;
  const MDNode *N = Call->getMetadata(Note);
  if (!N || N->getNumOperands() != 3)
    return std::nullopt;
  std::array<unsigned, 3> Numbers = {};
  for (unsigned I = 0; I != 3; ++I)
    if (auto *C = mdconst::dyn_extract<ConstantInt>(N->getOperand(I)))
      Numbers[I] = C->getZExtValue();
  return Noted{Numbers[0], Numbers[1], Numbers[2]};
}

std::optional<PrefetchedLoad> prefetchedLoad(const Value &Pointer,
                                             const Loop &L) {
  const Instruction *Prefetch = nullptr;
  for (const User *U : Pointer.users())
    if (auto *I = dyn_cast<Instruction>(U); I && L.contains(I) && noteAt(*I))
      Prefetch = I;
  if (!Prefetch)
    return std::nullopt;
  Noted N = *noteAt(*Prefetch);
  SmallVector<const LoadInst *, 4> Loads;
  size_t Before = 0;
  bool IsBefore = true;
  for (const BasicBlock *B : L.blocks())
    for (const Instruction &I : *B) {
      IsBefore &= &I != Prefetch;
      Before += IsBefore && noteAt(I) == N;
      const auto *Load = dyn_cast<LoadInst>(&I);
      if (Load && Load->getDebugLoc() &&
          Load->getDebugLoc().getLine() == N.Line &&
          Load->getDebugLoc().getCol() == N.Column)
        Loads.push_back(Load);
    }
  if (Loads.empty())
    return std::nullopt;
  size_t Later = Before + N.Distance;
  return PrefetchedLoad{Loads[Later % Loads.size()],
                        unsigned(Later / Loads.size())};
}

} // namespace rafter
