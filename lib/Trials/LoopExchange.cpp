//===- LoopExchange.cpp - Two loops in the other order --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops stay where they are and exchange what they count: begin, step and
// end of their counters, and in the body the counters themselves. Legality as
// in Allen, Kennedy, Optimizing Compilers for Modern Architectures, 5.2: no
// dependence goes forward in one loop and backward in the other.
//
//===----------------------------------------------------------------------===//

#include "LoopExchange.h"
#include "PrepareLoops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/DependenceAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace {

/// A loop that counts: header with one phi and the comparison that ends it,
/// latch with the step.
struct CountedLoop {
  Loop *L = nullptr;
  PHINode *Counter = nullptr;
  BinaryOperator *Step = nullptr;
  ICmpInst *End = nullptr;

  Value *begin() const {
    return Counter->getIncomingValueForBlock(L->getLoopPreheader());
  }
  Value *bound() const { return End->getOperand(1); }
};

} // namespace

static std::optional<CountedLoop> countedLoop(Loop &L) {
  CountedLoop C{&L};
  BasicBlock *Latch = L.getLoopLatch();
  auto *Branch = dyn_cast<BranchInst>(L.getHeader()->getTerminator());
  if (!L.getLoopPreheader() || !Latch || !Branch || !Branch->isConditional() ||
      L.getExitingBlock() != L.getHeader())
    return std::nullopt;
  for (PHINode &Phi : L.getHeader()->phis()) {
    // A sum in a register is not computed in another order.
    if (C.Counter)
      return std::nullopt;
    C.Counter = &Phi;
  }
  C.End = dyn_cast<ICmpInst>(Branch->getCondition());
  if (!C.Counter || !C.Counter->getType()->isIntegerTy() || !C.End ||
      C.End->getParent() != L.getHeader() ||
      C.End->getOperand(0) != C.Counter || !C.End->hasOneUse())
    return std::nullopt;
  C.Step = dyn_cast<BinaryOperator>(C.Counter->getIncomingValueForBlock(Latch));
  if (!C.Step || C.Step->getOpcode() != Instruction::Add ||
      C.Step->getOperand(0) != C.Counter || !C.Step->hasOneUse() ||
      !isa<ConstantInt>(C.Step->getOperand(1)))
    return std::nullopt;
  return C;
}

/// Whether Outer does nothing but count and run Inner. What computes the bounds
/// of Inner is moved in front of Outer.
static bool isPerfect(const CountedLoop &Outer, const CountedLoop &Inner) {
  bool Changed = false;
  for (Value *V : {Inner.begin(), Inner.bound()})
    if (!Outer.L->makeLoopInvariant(V, Changed))
      return false;
  for (BasicBlock *B : Outer.L->blocks()) {
    if (Inner.L->contains(B))
      continue;
    for (Instruction &I : *B)
      if (!I.isTerminator() && !isa<LifetimeIntrinsic>(I) &&
          &I != Outer.Counter && &I != Outer.Step && &I != Outer.End)
        return false;
  }
  // The header of the inner loop decides whether the body runs at all.
  return Outer.Counter->getType() == Inner.Counter->getType() &&
         all_of(Outer.Counter->users(),
                [&](User *U) {
                  auto *I = cast<Instruction>(U);
                  return I == Outer.Step || I == Outer.End ||
                         Inner.L->contains(I->getParent());
                }) &&
         all_of(Inner.Counter->users(), [&](User *U) {
           return Inner.L->contains(cast<Instruction>(U)->getParent());
         });
}

/// Whether D may go forward in one of both loops and backward in the other.
static bool turns(const Dependence &D, unsigned OuterLevel) {
  if (D.isConfused() || D.getLevels() < OuterLevel + 1)
    return true;
  unsigned Outer = D.getDirection(OuterLevel);
  unsigned Inner = D.getDirection(OuterLevel + 1);
  using Entry = Dependence::DVEntry;
  return ((Outer & Entry::LT) && (Inner & Entry::GT)) ||
         ((Outer & Entry::GT) && (Inner & Entry::LT));
}

namespace {

/// While it lives, dependence analysis takes subscripts to be inside their
/// dimension, as C demands (6.5.6), where it cannot show it: the counter of a
/// loop that is tested at its top goes one too far.
class SubscriptsInBounds {
public:
  SubscriptsInBounds() {
    auto Found =
        cl::getRegisteredOptions().find("da-disable-delinearization-checks");
    if (Found != cl::getRegisteredOptions().end())
      Unchecked = static_cast<cl::opt<bool> *>(Found->second);
    if (Unchecked) {
      Before = *Unchecked;
      Unchecked->setValue(true);
    }
  }
  SubscriptsInBounds(const SubscriptsInBounds &) = delete;
  ~SubscriptsInBounds() {
    if (Unchecked)
      Unchecked->setValue(Before);
  }

private:
  cl::opt<bool> *Unchecked = nullptr;
  bool Before = false;
};

} // namespace

static bool keepsDependences(const CountedLoop &Outer, const CountedLoop &Inner,
                             DependenceInfo &Dependences) {
  SubscriptsInBounds Taken;
  SmallVector<Instruction *, 16> Accesses;
  for (BasicBlock *B : Inner.L->blocks())
    for (Instruction &I : *B) {
      if (isa<LifetimeIntrinsic>(I) || !I.mayReadOrWriteMemory())
        continue;
      if (!isa<LoadInst, StoreInst>(I) || I.isVolatile() || I.isAtomic())
        return false;
      Accesses.push_back(&I);
    }
  for (size_t I = 0; I != Accesses.size(); ++I)
    for (size_t J = I; J != Accesses.size(); ++J) {
      if (isa<LoadInst>(Accesses[I]) && isa<LoadInst>(Accesses[J]))
        continue;
      if (std::unique_ptr<Dependence> D =
              Dependences.depends(Accesses[I], Accesses[J]);
          D && turns(*D, Outer.L->getLoopDepth()))
        return false;
    }
  return true;
}

static void exchange(const CountedLoop &A, const CountedLoop &B) {
  Value *BeginA = A.begin(), *BeginB = B.begin();
  A.Counter->setIncomingValueForBlock(A.L->getLoopPreheader(), BeginB);
  B.Counter->setIncomingValueForBlock(B.L->getLoopPreheader(), BeginA);
  Value *BoundA = A.bound(), *BoundB = B.bound();
  A.End->setOperand(1, BoundB);
  B.End->setOperand(1, BoundA);
  auto *BranchA = cast<BranchInst>(A.L->getHeader()->getTerminator());
  auto *BranchB = cast<BranchInst>(B.L->getHeader()->getTerminator());
  // Predicates say when to go on, or when to leave.
  bool SameSide = A.L->contains(BranchA->getSuccessor(0)) ==
                  B.L->contains(BranchB->getSuccessor(0));
  CmpInst::Predicate OfA = A.End->getPredicate(), OfB = B.End->getPredicate();
  A.End->setPredicate(SameSide ? OfB : CmpInst::getInversePredicate(OfB));
  B.End->setPredicate(SameSide ? OfA : CmpInst::getInversePredicate(OfA));
  Value *StepA = A.Step->getOperand(1), *StepB = B.Step->getOperand(1);
  bool Signed = A.Step->hasNoSignedWrap() && B.Step->hasNoSignedWrap();
  bool Unsigned = A.Step->hasNoUnsignedWrap() && B.Step->hasNoUnsignedWrap();
  for (BinaryOperator *Step : {A.Step, B.Step}) {
    Step->setHasNoSignedWrap(Signed);
    Step->setHasNoUnsignedWrap(Unsigned);
  }
  A.Step->setOperand(1, StepB);
  B.Step->setOperand(1, StepA);
  auto inBody = [&](Use &U) {
    auto *I = cast<Instruction>(U.getUser());
    return I != A.Step && I != A.End && I != B.Step && I != B.End;
  };
  // By way of a value that nothing else uses.
  SmallVector<Use *, 8> OfCounterA, OfCounterB;
  for (Use &U : A.Counter->uses())
    if (inBody(U))
      OfCounterA.push_back(&U);
  for (Use &U : B.Counter->uses())
    if (inBody(U))
      OfCounterB.push_back(&U);
  for (Use *U : OfCounterA)
    U->set(B.Counter);
  for (Use *U : OfCounterB)
    U->set(A.Counter);
}

static unsigned lineOf(const Loop &L) {
  DebugLoc Start = L.getStartLoc();
  return Start ? Start.getLine() : 0;
}

std::string rafter::exchangeLoops(Function &F) {
  LoopAnalyses All;
  FunctionAnalysisManager &Analyses = All.Functions;
  // What the optimizer begins with anyhow.
  FunctionPassManager First;
  First.addPass(SROAPass(SROAOptions::ModifyCFG));
  First.addPass(SimplifyCFGPass());
  // Counters as wide as addresses, or dependences are not understood.
  First.addPass(createFunctionToLoopPassAdaptor(IndVarSimplifyPass()));
  First.run(F, Analyses);
  auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  auto &Dependences = Analyses.getResult<DependenceAnalysis>(F);
  std::vector<std::string> Lines;
  for (Loop *L : Loops.getLoopsInPreorder()) {
    Loop *Around = L->getParentLoop();
    if (!L->isInnermost() || !Around || Around->getSubLoops().size() != 1)
      continue;
    std::optional<CountedLoop> Outer = countedLoop(*Around),
                               Inner = countedLoop(*L);
    if (!Outer || !Inner || !isPerfect(*Outer, *Inner) ||
        !keepsDependences(*Outer, *Inner, Dependences))
      continue;
    Lines.push_back("exchange the loops of lines " + utostr(lineOf(*Around)) +
                    " and " + utostr(lineOf(*L)));
    exchange(*Outer, *Inner);
  }
  return join(Lines, " and ");
}
