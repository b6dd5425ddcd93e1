//===- StaticWalkPlan.cpp - What of a function is walked, and how ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two slices are taken: the first, of every condition, tells which depend on
// data; the second holds only what the remaining decisions need, so that
// nothing is assumed in vain.
//
//===----------------------------------------------------------------------===//

#include "StaticWalkPlan.h"
#include "StaticWalkUnknowns.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace rafter::walk {

Plan::Plan(const LoweredModule &L, const Region &R,
           const BranchProbabilityInfo &Probabilities,
           const StaticWalkOptions &Options, const Unknowns &U, bool IsRoot)
    : L(L), R(R), Options(Options), IsRoot(IsRoot) {
  findStores();
  skipLoops();
  do {
    order();
    First.emplace(makeSlice());
  } while (keepNeededLoops(*First));
  findGuards(U);
  First->propagate();
  Decisions D(R, *First, Probabilities, Options.AssumedTripCount,
              Options.AssumedValue);
  for (const BasicBlock *B : Order)
    if (B->getTerminator()->getNumSuccessors() > 1)
      Choices[B] = D.decide(*B);
  for (const BasicBlock *B : Order)
    if (Guards.contains(B)) {
      Choices[B] = Decision();
      Choices[B].Condition =
          cast<BranchInst>(B->getTerminator())->getCondition();
    }
  Decided = true;
  findContinuing();
  order();
  Needed.emplace(makeSlice());
  Needed->propagate();
}

const Decision *Plan::decision(const BasicBlock *B) const {
  auto It = Choices.find(B);
  return It == Choices.end() ? nullptr : &It->second;
}

/// The successors that B may go on to.
SmallVector<unsigned, 2> Plan::ways(const BasicBlock *B) const {
  const Decision *D = decision(B);
  if (!Decided || !D || D->How == Decision::Kind::Follow)
    return R.successors(B);
  if (D->How == Decision::Kind::Fixed)
    return {D->Successor};
  return {D->Successor, D->Exit};
}

Way Plan::way(const BasicBlock *B, unsigned Successor) const {
  Way W{B, B->getTerminator()->getSuccessor(Successor)};
  for (auto It = Skipped.find(W.To); It != Skipped.end();
       It = Skipped.find(W.To)) {
    // From inside, the loop goes on; it cannot be entered then.
    W = It->second;
  }
  return W;
}

/// Numbers the blocks that can be reached.
void Plan::order() {
  Order.clear();
  Live.clear();
  SmallVector<std::pair<const BasicBlock *, bool>, 32> Work;
  BlockSet Seen;
  Work.push_back({&R.function().getEntryBlock(), false});
  while (!Work.empty()) {
    auto [B, Done] = Work.pop_back_val();
    if (Done) {
      Order.push_back(B);
      continue;
    }
    if (!Seen.insert(B).second)
      continue;
    Work.push_back({B, true});
    for (unsigned I : ways(B)) {
      Way W = way(B, I);
      Live.insert({W.From, W.To});
      if (R.inside(W.To) || R.before(W.To))
        Work.push_back({W.To, false});
    }
  }
  std::reverse(Order.begin(), Order.end());
}

/// Where a loop before the region can be jumped over to: its exit, if it has
/// one block to go to.
static std::optional<Way> exitOf(const Loop &L, const Region &R) {
  SmallVector<Loop::Edge, 4> Exits;
  L.getExitEdges(Exits);
  std::optional<Way> Found;
  for (auto [From, To] : Exits) {
    if (!R.inside(To) && !R.before(To))
      continue;
    // The latch's exit is the regular one.
    if (!Found || From == L.getLoopLatch())
      Found = Way{From, To};
  }
  return Found;
}

void Plan::skipLoops() {
  for (const Loop *Outer : R.loops())
    if (all_of(Outer->blocks(),
               [&](const BasicBlock *B) { return R.before(B); }))
      if (std::optional<Way> W = exitOf(*Outer, R))
        Skipped[Outer->getHeader()] = *W;
}

/// Walks loops before the region whose results are needed.
bool Plan::keepNeededLoops(const Slice &S) {
  bool Changed = false;
  for (Lane Element : S.elements()) {
    auto *I = dyn_cast<Instruction>(Element.first);
    const Loop *Around = I ? R.loops().getLoopFor(I->getParent()) : nullptr;
    while (Around && Around->getParentLoop())
      Around = Around->getParentLoop();
    Changed |= Around && Skipped.erase(Around->getHeader());
  }
  return Changed;
}

Slice Plan::makeSlice(bool InsideOnly) const {
  Slice S([this](const Value &V) { return isData(V); },
          [this](const PHINode &Phi, unsigned Index) {
            const Value *Next = continues(Phi);
            return Live.contains(
                       {Phi.getIncomingBlock(Index), Phi.getParent()}) &&
                   (!Next || Next == Phi.getIncomingValue(Index));
          });
  for (const BasicBlock *B : Order)
    if (!InsideOnly || R.inside(B))
      addRoots(S, *B);
  return S;
}

/// Whether V is Phi plus a constant.
static bool isStepOf(const Value *V, const PHINode &Phi) {
  Rule R = ruleOf({V, 0});
  bool Sum = R.How == Rule::Kind::Address ||
             (R.How == Rule::Kind::Simple && R.Code == Opcode::Add);
  return Sum && R.Operands.front().first == &Phi &&
         all_of(drop_begin(R.Operands),
                [](Lane L) { return isa<Constant>(L.first); });
}

/// Whether the region is reached may follow from values that are given, or that
/// the region itself is walked with. It is not left to other assumed values:
/// the way to the region is taken then.
void Plan::findGuards(const Unknowns &U) {
  Slice Own = makeSlice(/*InsideOnly=*/true);
  auto isOpen = [&](const Value &V) {
    return isData(V) || !(U.isGiven(V) || Own.contains({&V, 0}));
  };
  Slice Given(isOpen, [this](const PHINode &Phi, unsigned Index) {
    return Live.contains({Phi.getIncomingBlock(Index), Phi.getParent()});
  });
  std::vector<std::pair<const BasicBlock *, const Value *>> Branches;
  for (const BasicBlock *B : Order) {
    auto *Br = dyn_cast<BranchInst>(B->getTerminator());
    if (!R.before(B) || !Br || !Br->isConditional() ||
        R.successors(B).size() != 1)
      continue;
    Branches.emplace_back(B, Br->getCondition());
    Given.need({Br->getCondition(), 0});
  }
  Given.propagate();
  for (auto [B, Condition] : Branches)
    if (!Given.dataSource({Condition, 0}))
      Guards.insert(B);
}

void Plan::findContinuing() {
  for (const auto &[B, D] : Choices) {
    const BasicBlock *Latch = D.Counts ? D.Counts->getLoopLatch() : nullptr;
    const BasicBlock *Before =
        D.Counts ? D.Counts->getLoopPredecessor() : nullptr;
    if (!Latch || !Before)
      continue;
    for (const PHINode &Phi : D.Counts->getHeader()->phis()) {
      const Value *Start = Phi.getIncomingValueForBlock(Before);
      const Value *Next = Phi.getIncomingValueForBlock(Latch);
      if (!Phi.getType()->isVectorTy() && First->dataSource({Start, 0}) &&
          isStepOf(Next, Phi))
        Continuing[&Phi] = Next;
    }
  }
}

const Value *Plan::continues(const PHINode &Phi) const {
  return Continuing.lookup(&Phi);
}

ArrayRef<AddressOperand> Plan::accesses(const BasicBlock *B,
                                        unsigned Part) const {
  auto It = L.Blocks.find(B);
  if (It == L.Blocks.end())
    return {};
  uint32_t Segment = It->second.Parts[Part].Segment;
  if (Part == 0 && !It->second.Variants.empty())
    Segment = It->second.Variants.front().second;
  if (Segment == LoweredModule::NoSegment)
    return {};
  return L.Origins[Segment].Addresses;
}

void Plan::addRoots(Slice &S, const BasicBlock &B) const {
  const Instruction *T = B.getTerminator();
  const Decision *D = decision(&B);
  if (Decided) {
    if (D && D->How == Decision::Kind::Follow)
      S.need({D->Condition, 0});
  } else if (R.successors(&B).size() > 1) {
    if (auto *Br = dyn_cast<BranchInst>(T))
      S.need({Br->getCondition(), 0});
    if (auto *Sw = dyn_cast<SwitchInst>(T))
      S.need({Sw->getCondition(), 0});
  }
  if (!R.inside(&B))
    return;
  if (auto It = L.Blocks.find(&B); It != L.Blocks.end())
    for (unsigned Part = 0; Part != It->second.Parts.size(); ++Part)
      for (const AddressOperand &A : accesses(&B, Part))
        S.need(addressOf(A));
  for (const Instruction &I : B)
    if (auto *Call = dyn_cast<CallBase>(&I); Call && callee(*Call))
      for (const Value *V : Call->args())
        if (bitsOf(*V) && !V->getType()->isVectorTy())
          S.need({V, 0});
  auto *Return = dyn_cast<ReturnInst>(T);
  const Value *V = Return ? Return->getReturnValue() : nullptr;
  if (!IsRoot && V && bitsOf(*V) && !V->getType()->isVectorTy())
    S.need({V, 0});
}

const Function *Plan::callee(const CallBase &Call) const {
  if (!R.inside(Call.getParent()) || L.treatment(&Call) != CallTreatment::Seen)
    return nullptr;
  auto *F = dyn_cast<Function>(
      Call.getCalledOperand()->stripPointerCastsAndAliases());
  if (!F || F->isDeclaration() || F->arg_size() != Call.arg_size())
    return nullptr;
  return F;
}

//===----------------------------------------------------------------------===//
// Unknown values
//===----------------------------------------------------------------------===//

/// Whether V has one value during the walk.
static bool isFixed(const Value &V, const Plan &P) {
  if (isa<GlobalValue>(V) || isa<AllocaInst>(V))
    return true;
  if (isa<Argument>(V))
    return P.isRoot();
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || ruleOf({I, 0}).How != Rule::Kind::Unknown)
    return false;
  return !P.isData(V);
}

/// The object that a pointer points into at a constant offset.
static const Value *objectOf(const Instruction &I, const Value &Pointer,
                             int64_t &Offset) {
  const DataLayout &DL = I.getDataLayout();
  APInt Bytes(DL.getIndexTypeSizeInBits(Pointer.getType()), 0);
  const Value *Object = Pointer.stripAndAccumulateConstantOffsets(
      DL, Bytes, /*AllowNonInbounds=*/true);
  Offset = Bytes.getSExtValue();
  return Object;
}

const Value *fixedLocation(const LoadInst &Load, const Plan &P,
                           int64_t &Offset) {
  if (Load.isVolatile() || Load.isAtomic())
    return nullptr;
  const Value *Object = objectOf(Load, *Load.getPointerOperand(), Offset);
  return isFixed(*Object, P) && !P.isStoredInLoop(*Object, Offset) ? Object
                                                                   : nullptr;
}

/// What a loop stores may be another value each time it is loaded.
void Plan::findStores() {
  for (const BasicBlock &B : R.function())
    for (const Instruction &I : B)
      if (auto *Store = dyn_cast<StoreInst>(&I);
          Store && R.loops().getLoopFor(&B)) {
        int64_t Offset;
        const Value *Object = objectOf(I, *Store->getPointerOperand(), Offset);
        StoredInLoops.insert({Object, Offset});
      }
}

bool Plan::isData(const Value &V) const {
  unsigned Bits = bitsOf(V);
  if (isa<Argument>(V))
    return IsRoot && Bits <= 1;
  auto *I = dyn_cast<Instruction>(&V);
  if (!I)
    return true;
  if (auto *Call = dyn_cast<CallBase>(I); Call && callee(*Call))
    return false;
  if (Bits <= 1)
    return true;
  if (IsRoot && !R.loops().getLoopFor(I->getParent()))
    return false;
  int64_t Offset;
  auto *Load = dyn_cast<LoadInst>(I);
  return !Load || !fixedLocation(*Load, *this, Offset);
}

static Lane pointerOf(const AddressOperand &A) {
  unsigned Index = A.Lane < 0 ? 0 : A.Lane;
  const Instruction &I = *A.Access;
  if (const Value *P = getLoadStorePointerOperand(&I))
    return {P, Index};
  for (const Value *V : I.operands())
    if (V->getType()->isPtrOrPtrVectorTy() && !isa<Function>(V))
      return {V, V->getType()->isVectorTy() ? Index : 0};
  return {I.getOperand(0), 0};
}

bool Plan::isRandom(const AddressOperand &A) const {
  return Options.RandomBytes != 0 && First &&
         First->dataSource(pointerOf(A)) != nullptr;
}

Lane Plan::addressOf(const AddressOperand &A) const {
  Lane L = pointerOf(A);
  if (!Decided || !isRandom(A))
    return L;
  const Value *Object = getUnderlyingObject(L.first, 0);
  if (Object->getType()->isPointerTy() && !First->dataSource({Object, 0}))
    return {Object, 0};
  return L;
}

} // namespace rafter::walk
