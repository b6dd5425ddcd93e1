//===- StaticWalkNests.cpp - The loop nests of a module -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Outermost loops, those of one source loop together, with an estimate of how
// much they do.
//
//===----------------------------------------------------------------------===//

#include "rafter/IR/StaticWalk.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

using namespace llvm;

namespace rafter {

using LoopsOfFunction = llvm::LoopInfo;

/// Iterations of a loop of which nothing is known.
static constexpr double UnknownTripCount = 1000;

static double tripCount(const Loop &L, ScalarEvolution &SE) {
  if (unsigned Known = SE.getSmallConstantTripCount(&L))
    return Known;
  auto *Taken = dyn_cast<SCEVConstant>(SE.getConstantMaxBackedgeTakenCount(&L));
  if (Taken && Taken->getAPInt().getActiveBits() <= 20)
    return Taken->getAPInt().getZExtValue() + 1;
  return UnknownTripCount;
}

/// Floating-point work and accesses of a block, by element.
static double workOf(const BasicBlock &B) {
  double Work = 0;
  for (const Instruction &I : B) {
    Type *T = I.getType();
    if (auto *Store = dyn_cast<StoreInst>(&I))
      T = Store->getValueOperand()->getType();
    if (!T->isFPOrFPVectorTy())
      continue;
    auto *V = dyn_cast<FixedVectorType>(T);
    Work += V ? V->getNumElements() : 1;
  }
  return Work;
}

/// Estimated operations of one execution of L.
static double hotness(const Loop &L, const LoopsOfFunction &LI,
                      ScalarEvolution &SE) {
  double Work = 0;
  for (const BasicBlock *B : L.blocks())
    if (LI.getLoopFor(B) == &L)
      Work += workOf(*B);
  for (const Loop *Inner : L)
    Work += hotness(*Inner, LI, SE);
  return Work * tripCount(L, SE);
}

static unsigned depth(const Loop &L) {
  unsigned Deepest = 0;
  for (const Loop *Inner : L)
    Deepest = std::max(Deepest, depth(*Inner));
  return Deepest + 1;
}

static SourceLocation locationOf(const Loop &L) {
  DebugLoc Start = L.getStartLoc();
  if (!Start || Start.getLine() == 0)
    return {};
  return {Start->getFilename().str(), Start.getLine(), Start.getCol()};
}

static std::string nameOf(const Loop &L, const SourceLocation &Source,
                          size_t Number) {
  if (Source.isValid())
    return "line " + std::to_string(Source.Line);
  if (L.getHeader()->hasName())
    return L.getHeader()->getName().str();
  return "loop " + std::to_string(Number + 1);
}

/// Adds the nests of one function.
static void findInFunction(Function &F, FunctionAnalysisManager &Analyses,
                           std::vector<LoopNest> &Nests) {
  LoopsOfFunction &LI = Analyses.getResult<LoopAnalysis>(F);
  if (LI.empty())
    return;
  auto &SE = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  size_t First = Nests.size();
  // The same source loop inlined twice is two nests.
  std::vector<const DILocation *> InlinedAt;
  ReversePostOrderTraversal<Function *> Order(&F);
  for (BasicBlock *B : Order) {
    const Loop *L = LI.getLoopFor(B);
    if (!L || L->getHeader() != B || L->getParentLoop())
      continue;
    SourceLocation Source = locationOf(*L);
    DebugLoc Start = L->getStartLoc();
    const DILocation *Caller = Start ? Start.getInlinedAt() : nullptr;
    LoopNest *Nest = nullptr;
    for (size_t I = First; I != Nests.size(); ++I)
      if (Source.isValid() && Nests[I].Source.Line == Source.Line &&
          Nests[I].Source.Column == Source.Column &&
          Nests[I].Source.File == Source.File && InlinedAt[I - First] == Caller)
        Nest = &Nests[I];
    if (!Nest) {
      Nest = &Nests.emplace_back();
      InlinedAt.push_back(Caller);
      Nest->Function = &F;
      Nest->Source = Source;
      Nest->Name = nameOf(*L, Source, Nests.size() - 1 - First);
    }
    Nest->Headers.push_back(B);
    Nest->Depth = std::max(Nest->Depth, depth(*L));
    Nest->Hotness = std::max(Nest->Hotness, hotness(*L, LI, SE));
  }
}

std::vector<LoopNest> findLoopNests(Module &M,
                                    FunctionAnalysisManager &Analyses) {
  std::vector<LoopNest> Nests;
  for (Function &F : M)
    if (!F.isDeclaration())
      findInFunction(F, Analyses, Nests);
  return Nests;
}

} // namespace rafter
