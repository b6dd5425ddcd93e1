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

#include "rafter/IR/UserPlace.h"
#include "rafter/StaticWalk/StaticWalk.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include <map>
#include <optional>
#include <set>
#include <tuple>

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
  const DILocation *Start = userPlace(L.getStartLoc().get());
  if (!Start || Start->getLine() == 0)
    return {};
  return {Start->getFilename().str(), Start->getLine(), Start->getColumn()};
}

static std::string nameOf(const Loop &L, const SourceLocation &Source,
                          size_t Number) {
  if (Source.isValid())
    return "line " + std::to_string(Source.Line);
  if (L.getHeader()->hasName())
    return L.getHeader()->getName().str();
  return "loop " + std::to_string(Number + 1);
}

/// Whether the vectorizer made L or left it behind as the remainder.
static bool isPartOfVectorized(const Loop &L) {
  return getBooleanLoopAttribute(&L, "llvm.loop.isvectorized");
}

/// Line, column, scope and call.
using AccessPlace =
    std::tuple<unsigned, unsigned, const Metadata *, const DILocation *>;

/// Where the loads and stores of L stand in the source.
static std::set<AccessPlace> placesOf(const Loop &L) {
  std::set<AccessPlace> Places;
  for (const BasicBlock *B : L.blocks())
    for (const Instruction &I : *B)
      if (const DebugLoc &Where = I.getDebugLoc();
          Where && Where.getLine() != 0 && I.mayReadOrWriteMemory())
        Places.insert({Where.getLine(), Where.getCol(), Where.getScope(),
                       Where.getInlinedAt()});
  return Places;
}

/// Whether what is known of the places of both allows that they come from one
/// loop of the source.
static bool mayBeSame(const Loop &L, const Loop &Other) {
  DebugLoc A = L.getStartLoc(), B = Other.getStartLoc();
  return A && B && A.getLine() != 0 && A.getInlinedAt() == B.getInlinedAt() &&
         A->getFile() == B->getFile();
}

namespace {

/// The nests of one function.
class NestsOfFunction {
public:
  explicit NestsOfFunction(std::vector<LoopNest> &Nests)
      : Nests(Nests), First(Nests.size()) {}
  LoopNest &nestOf(const Loop &L);

private:
  std::optional<size_t> find(const Loop &L,
                             const std::set<AccessPlace> &Places) const;

  std::vector<LoopNest> &Nests;
  size_t First;
  /// The loop that each nest begins with, and which of them have accesses at a
  /// place.
  std::vector<const Loop *> FirstLoops;
  std::vector<bool> HasAccesses;
  std::map<AccessPlace, size_t> NestAt;
};

} // namespace

/// The nest that begins with a loop of the same source: on the same line, or
/// with accesses that stand at one place. Of what the optimizer leaves behind a
/// loop, it only knows a place in its body.
std::optional<size_t>
NestsOfFunction::find(const Loop &L,
                      const std::set<AccessPlace> &Places) const {
  std::optional<size_t> Found;
  for (auto [I, Other] : enumerate(FirstLoops)) {
    if (!mayBeSame(L, *Other))
      continue;
    DebugLoc A = L.getStartLoc(), B = Other->getStartLoc();
    if (A.getLine() == B.getLine() ||
        (Places.empty() && !HasAccesses[I] && isPartOfVectorized(L) &&
         isPartOfVectorized(*Other) && A.getScope() == B.getScope()))
      Found = I;
  }
  for (const AccessPlace &Place : Places)
    if (auto At = NestAt.find(Place);
        At != NestAt.end() && mayBeSame(L, *FirstLoops[At->second]))
      Found = std::max(Found, std::optional<size_t>(At->second));
  return Found;
}

LoopNest &NestsOfFunction::nestOf(const Loop &L) {
  std::set<AccessPlace> Places = placesOf(L);
  if (std::optional<size_t> Found = find(L, Places))
    return Nests[First + *Found];
  for (const AccessPlace &Place : Places)
    NestAt[Place] = FirstLoops.size();
  FirstLoops.push_back(&L);
  HasAccesses.push_back(!Places.empty());
  LoopNest &Nest = Nests.emplace_back();
  Nest.Function = L.getHeader()->getParent();
  Nest.Source = locationOf(L);
  Nest.Name = nameOf(L, Nest.Source, FirstLoops.size() - 1);
  return Nest;
}

/// Adds the nests of one function.
static void findInFunction(Function &F, FunctionAnalysisManager &Analyses,
                           std::vector<LoopNest> &Nests) {
  LoopsOfFunction &LI = Analyses.getResult<LoopAnalysis>(F);
  if (LI.empty())
    return;
  auto &SE = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  NestsOfFunction OfF(Nests);
  ReversePostOrderTraversal<Function *> Order(&F);
  for (BasicBlock *B : Order) {
    const Loop *L = LI.getLoopFor(B);
    if (!L || L->getHeader() != B || L->getParentLoop())
      continue;
    LoopNest &Nest = OfF.nestOf(*L);
    Nest.Headers.push_back(B);
    Nest.Depth = std::max(Nest.Depth, depth(*L));
    Nest.Hotness = std::max(Nest.Hotness, hotness(*L, LI, SE));
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
