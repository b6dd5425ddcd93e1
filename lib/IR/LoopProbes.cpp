//===- LoopProbes.cpp - One event for many iterations ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of one block whose addresses advance by what does not change in it
// runs without probes. Behind it stands one event (SegmentDecoder::Loop), and
// so does one every few thousand iterations, that not more is lost when the
// program dies.
//
//===----------------------------------------------------------------------===//

#include "FunctionProbes.h"
#include "OperationRules.h"
#include "rafter/Stream/SegmentDecoder.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace rafter;
using namespace llvm;

/// Iterations of one event at most.
static constexpr uint64_t MostIterations = 4096;

/// The branch of a block that loops to itself and has one way out, or null.
static BranchInst *loopBranch(BasicBlock &B) {
  auto *Branch = dyn_cast<BranchInst>(B.getTerminator());
  if (!Branch || !Branch->isConditional() ||
      (Branch->getSuccessor(0) == &B) == (Branch->getSuccessor(1) == &B))
    return nullptr;
  return Branch;
}

/// By how much a pointer advances in each iteration of Loop, or null if that
/// varies or is not known in front of it.
static const SCEV *stepOf(ScalarEvolution &SE, const Value *Pointer,
                          const Loop &Loop) {
  const SCEV *S = SE.getSCEV(const_cast<Value *>(Pointer));
  if (SE.isLoopInvariant(S, &Loop))
    return SE.getZero(Type::getInt64Ty(SE.getContext()));
  const auto *Sum = dyn_cast<SCEVAddRecExpr>(S);
  if (!Sum || Sum->getLoop() != &Loop || !Sum->isAffine())
    return nullptr;
  const SCEV *Step = Sum->getStepRecurrence(SE);
  return Step->getType()->isIntegerTy(64) ? Step : nullptr;
}

void FunctionProbes::findLoops() {
  SmallVector<const BasicBlock *> Candidates;
  for (const BasicBlock &Block : F) {
    auto It = L.Blocks.find(&Block);
    if (It != L.Blocks.end() && loopBranch(*twin(&Block)) &&
        It->second.Parts.size() == 1 && !It->second.Parts[0].Call &&
        (!It->second.Variants.empty() ||
         It->second.Parts[0].Segment != LoweredModule::NoSegment))
      Candidates.push_back(&Block);
  }
  if (Candidates.empty())
    return;
  DominatorTree Dominators(Twin);
  llvm::LoopInfo Nests(Dominators);
  AssumptionCache Assumptions(Twin);
  TargetLibraryInfoImpl Libraries(Twin.getParent()->getTargetTriple());
  TargetLibraryInfo Library(Libraries, &Twin);
  ScalarEvolution SE(Twin, Library, Assumptions, Dominators, Nests);
  SCEVExpander Expander(SE, "step");
  for (const BasicBlock *Block : Candidates) {
    const Loop *Loop = Nests.getLoopFor(twin(Block));
    if (!Loop)
      continue;
    const BlockLowering &Lowering = L.Blocks.find(Block)->second;
    uint32_t Segment = Lowering.Variants.empty()
                           ? Lowering.Parts[0].Segment
                           : Lowering.Variants.front().second;
    BasicBlock *Before = Loop->getLoopPredecessor();
    auto IsKnown = [&](const SCEV *Step) {
      return Step && (isa<SCEVConstant>(Step) ||
                      (Before && Expander.isSafeToExpandAt(
                                     Step, Before->getTerminator())));
    };
    SmallVector<const SCEV *, 4> Steps;
    for (const AddressOperand &A : L.Origins[Segment].Addresses)
      if (A.Lane < 0)
        Steps.push_back(stepOf(SE, accessedPointer(*twin(A.Access)), *Loop));
    if (Steps.size() != L.Origins[Segment].Addresses.size() ||
        !all_of(Steps, IsKnown))
      continue;
    auto &Values = Loops[Block];
    for (const SCEV *Step : Steps)
      Values.push_back(
          isa<SCEVConstant>(Step)
              ? cast<SCEVConstant>(Step)->getValue()
              : Expander.expandCodeFor(Step, Word, Before->getTerminator()));
  }
}

void FunctionProbes::instrumentLoop(const BasicBlock &Block,
                                    ArrayRef<Value *> Steps) {
  BasicBlock *TB = twin(&Block);
  BranchInst *Branch = loopBranch(*TB);
  bool Stays = Branch->getSuccessor(0) == TB;
  BasicBlock *Exit = Branch->getSuccessor(Stays);
  const BlockLowering &Lowering = L.Blocks.find(&Block)->second;
  PHINode *Variant = VariantNumbers.lookup(&Block);
  auto NumberFrom = [&](BasicBlock *P) -> uint64_t {
    if (!Variant)
      return Lowering.Parts[0].Segment;
    return cast<ConstantInt>(Variant->getIncomingValueForBlock(P))
        ->getZExtValue();
  };
  uint64_t Again = NumberFrom(TB);
  auto Numbers = [&](uint64_t First) {
    return ConstantInt::get(Word, First << 32 | Again);
  };

  // The segments of the next event, and its iterations so far.
  Value *One = ConstantInt::get(Word, 1);
  IRBuilder<> B(TB, TB->begin());
  PHINode *Segments = B.CreatePHI(Word, pred_size(TB) + 1);
  PHINode *Count = B.CreatePHI(Word, pred_size(TB) + 1);
  B.SetInsertPoint(Branch);
  Value *Next = B.CreateAdd(Count, One);
  for (BasicBlock *P : predecessors(TB)) {
    Segments->addIncoming(
        P == TB ? static_cast<Value *>(Segments) : Numbers(NumberFrom(P)), P);
    Count->addIncoming(P == TB ? Next : One, P);
  }
  if (Variant) {
    VariantNumbers.erase(&Block);
    Variant->eraseFromParent();
  }

  // Sends the event, and then goes where the branch would have gone.
  BasicBlock *Send = BasicBlock::Create(Word->getContext(), "", &Twin, Exit);
  Instruction *End = Branch->clone();
  End->insertInto(Send, Send->end());
  Value *Event = beginEvent(End);
  B.SetInsertPoint(End);
  B.CreateAlignedStore(ConstantInt::get(Word, SegmentDecoder::Loop), Event,
                       Align(8));
  B.CreateAlignedStore(Segments, slot(B, Event, 1), Align(8));
  B.CreateAlignedStore(Count, slot(B, Event, 2), Align(8));
  constexpr unsigned Fixed = SegmentDecoder::LoopWords;
  const auto &Addresses = L.Origins[Again].Addresses;
  Value *Passed = B.CreateSub(Count, One);
  for (size_t I = 0; I != Steps.size(); ++I) {
    Value *First =
        B.CreateSub(address(B, Addresses[I]), B.CreateMul(Passed, Steps[I]));
    B.CreateAlignedStore(First, slot(B, Event, Fixed + I), Align(8));
    B.CreateAlignedStore(Steps[I], slot(B, Event, Fixed + Steps.size() + I),
                         Align(8));
  }
  endEvent(B, slot(B, Event, Fixed + 2 * Steps.size()));
  Exit->replacePhiUsesWith(TB, End->getParent());
  for (PHINode &Phi : TB->phis())
    Phi.addIncoming(&Phi == Segments ? Numbers(Again)
                    : &Phi == Count  ? One
                                     : Phi.getIncomingValueForBlock(TB),
                    End->getParent());

  B.SetInsertPoint(Branch);
  Value *Leaves = Branch->getCondition();
  if (Stays)
    Leaves = B.CreateNot(Leaves);
  Value *Full = B.CreateICmpUGE(Count, ConstantInt::get(Word, MostIterations));
  B.CreateCondBr(B.CreateOr(Leaves, Full), Send, TB);
  Branch->eraseFromParent();
}
