//===- StaticWalkCompiler.cpp - Control flow of the walk ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks, edges and the calls between: the half of the compiler that knows no
// operations.
//
//===----------------------------------------------------------------------===//

#include "StaticWalkCompiler.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace rafter::walk {

using llvm::LoopInfo;

Compiler::Compiler(const LoweredModule &L, const Plan &P,
                   const StaticWalkOptions &Options, Unknowns &U,
                   std::function<uint32_t(const Function &)> NumberOf)
    : L(L), P(P), Options(Options), U(U), NumberOf(std::move(NumberOf)) {}

FunctionCode Compiler::compile() {
  allocate();
  for (const BasicBlock *B : P.blocks())
    compileBlock(*B);
  resolve();
  return std::move(Code);
}

/// Arguments first, where callers find them; then loops and their counters.
void Compiler::allocate() {
  for (const Argument &A : P.region().function().args())
    Slots[{&A, 0}] = newSlot(std::max(1u, bitsOf(A)));
  for (Lane Element : P.slice().elements())
    Elements[Element.first].push_back(Element.second);
  if (P.isRoot())
    for (const Argument &A : P.region().function().args())
      if (P.slice().contains({&A, 0}))
        Code.Frame[Slots[{&A, 0}]] = unknown(A);
  for (const llvm::Loop *Loop : P.region().loops().getLoopsInPreorder()) {
    LoopNumbers[Loop] = LoopOrder.size();
    LoopOrder.push_back(Loop);
    LoopShape Shape;
    Shape.Depth = Loop->getLoopDepth();
    Shape.Innermost = Loop->isInnermost();
    Code.Loops.push_back(Shape);
  }
  for (const BasicBlock *B : P.blocks()) {
    const Decision *D = P.decision(B);
    if (D && D->Counts && !Counters.count(D->Counts)) {
      Slot Now = newSlot(64), Next = D->EachIteration ? newSlot(64) : Now;
      Counters[D->Counts] = {Now, Next};
    }
  }
}

void Compiler::beginBlock() {
  Current = Block();
  Current.OperationsBegin = Code.Operations.size();
  Current.PiecesBegin = Code.Pieces.size();
  Current.UnseenBegin = Code.Unseen.size();
  Current.EdgesBegin = Code.Edges.size();
}

void Compiler::endBlock() {
  Current.OperationsEnd = Code.Operations.size();
  Current.PiecesEnd = Code.Pieces.size();
  Current.UnseenEnd = Code.Unseen.size();
  Current.EdgesEnd = Code.Edges.size();
  for (uint32_t I = Current.PiecesBegin; I != Current.PiecesEnd; ++I)
    Current.Words +=
        1 + Code.Pieces[I].AddressesEnd - Code.Pieces[I].AddressesBegin;
  Code.Blocks.push_back(Current);
}

/// The event of a part of a block, after its instructions.
void Compiler::addPiece(const BasicBlock &B, unsigned Part) {
  auto It = L.Blocks.find(&B);
  if (It == L.Blocks.end())
    return;
  bool Variants = Part == 0 && !It->second.Variants.empty();
  uint32_t Segment = It->second.Parts[Part].Segment;
  if (!Variants && Segment == LoweredModule::NoSegment)
    return;
  Piece Event;
  Event.Segment = Variants ? None : Segment;
  if (Variants)
    Segment = It->second.Variants.front().second;
  const rafter::Segment &S = L.Code.Segments[Segment];
  Event.Weight = std::max(1u, S.End - S.Begin);
  SmallVector<Slot, 8> Addresses;
  for (const AddressOperand &A : P.accesses(&B, Part))
    Addresses.push_back(addressSlot(A));
  Event.AddressesBegin = Code.Addresses.size();
  Code.Addresses.insert(Code.Addresses.end(), Addresses.begin(),
                        Addresses.end());
  Event.AddressesEnd = Code.Addresses.size();
  Code.Pieces.push_back(Event);
}

void Compiler::notFollowed(const CallBase &C) {
  CallTreatment T = L.treatment(&C);
  if (auto It = L.UnseenIndex.find(&C); It != L.UnseenIndex.end())
    Code.Unseen.push_back(It->second);
  else if (T == CallTreatment::Indirect)
    U.assume(C, "the call through a pointer is not followed");
  else if (T == CallTreatment::Seen)
    U.assume(C, "the call is not followed");
}

void Compiler::call(const CallBase &C, const Function &Callee) {
  CallSite Site;
  Site.Callee = NumberOf(Callee);
  for (unsigned I = 0; I != C.arg_size(); ++I) {
    const Value *V = C.getArgOperand(I);
    if (bitsOf(*V) && !V->getType()->isVectorTy())
      Site.Arguments.push_back({I, slotOf({V, 0})});
  }
  if (P.slice().contains({&C, 0}))
    Site.Result = slotOf({&C, 0});
  Current.Ends = Terminator::Call;
  Current.Call = Code.Calls.size();
  Code.Calls.push_back(std::move(Site));
  // What is around the call is no innermost loop any more.
  const llvm::Loop *Around = P.region().loops().getLoopFor(C.getParent());
  for (; Around; Around = Around->getParentLoop())
    Code.Loops[LoopNumbers[Around]].Innermost = false;
  if (auto *Invoke = dyn_cast<InvokeInst>(&C))
    return addEdge(*C.getParent(),
                   Invoke->getNormalDest() == Invoke->getSuccessor(0) ? 0 : 1);
  Edge E;
  E.To = Code.Blocks.size() + 1;
  Code.Edges.push_back(E);
}

void Compiler::compileBlock(const BasicBlock &B) {
  Numbers[&B] = Code.Blocks.size();
  beginBlock();
  Current.Starts = P.region().starts(&B);
  const llvm::Loop *Loop = P.region().loops().getLoopFor(&B);
  if (Loop && Loop->getHeader() == &B) {
    if (Loop->isInnermost())
      Current.InnermostHeaderOf = LoopNumbers[Loop];
    if (auto It = Counters.find(Loop);
        It != Counters.end() && It->second.Now != It->second.Next) {
      Operation O{Opcode::Add};
      O.Dst = It->second.Next;
      O.A = It->second.Now;
      O.B = constant(1);
      emit(O);
    }
  }
  unsigned Part = 0;
  bool Inside = P.region().inside(&B);
  auto Lowering = L.Blocks.find(&B);
  for (const Instruction &I : B) {
    emitInstruction(I);
    auto *C = dyn_cast<CallBase>(&I);
    if (!C || !Inside)
      continue;
    const Function *Callee = P.callee(*C);
    if (!Callee)
      notFollowed(*C);
    if (Lowering != L.Blocks.end() && Lowering->second.Parts[Part].Call == C) {
      addPiece(B, Part);
      ++Part;
    }
    if (!Callee)
      continue;
    call(*C, *Callee);
    endBlock();
    if (C->isTerminator())
      return;
    beginBlock();
  }
  if (Inside && Lowering != L.Blocks.end() &&
      Part < Lowering->second.Parts.size())
    addPiece(B, Part);
  terminate(B);
  endBlock();
}

/// Copies of phis, and of the counters of loops that are entered.
void Compiler::addMoves(Edge &E, Way W) {
  E.MovesBegin = Code.Moves.size();
  for (const PHINode &Phi : W.To->phis()) {
    auto It = Elements.find(&Phi);
    if (It == Elements.end())
      continue;
    const Value *V = Phi.getIncomingValueForBlock(W.From);
    if (const Value *Next = P.continues(Phi); Next && Next != V) {
      U.assume(Phi,
               "the count begins at data; assumed: it goes on where the "
               "loop ended before",
               Assumed::Value);
      V = Next;
    }
    for (unsigned Index : It->second)
      Code.Moves.push_back({slotOf({&Phi, Index}), slotOf({V, Index})});
  }
  const llvm::Loop *Loop = P.region().loops().getLoopFor(W.To);
  bool IsHeader = Loop && Loop->getHeader() == W.To;
  if (IsHeader && Loop->contains(W.From))
    E.BackedgeOf = LoopNumbers[Loop];
  if (auto It = Counters.find(Loop); IsHeader && It != Counters.end()) {
    auto [Now, Next] = It->second;
    if (E.BackedgeOf == None)
      Code.Moves.push_back({Now, constant(0)});
    else if (Now != Next)
      Code.Moves.push_back({Now, Next});
  }
  E.MovesEnd = Code.Moves.size();
  for (uint32_t I = E.MovesBegin; I != E.MovesEnd; ++I)
    for (uint32_t J = I + 1; J != E.MovesEnd; ++J)
      E.MovesOverlap |= Code.Moves[I].Dst == Code.Moves[J].Src;
}

void Compiler::addEdge(const BasicBlock &B, unsigned Successor) {
  Way W = P.way(&B, Successor);
  Edge E;
  if (P.region().inside(W.To) || P.region().before(W.To))
    addMoves(E, W);
  auto It = L.Blocks.find(W.To);
  if (It != L.Blocks.end() && P.region().inside(W.To))
    for (auto [From, Segment] : It->second.Variants)
      if (From == W.From && Segment != LoweredModule::NoSegment)
        E.Segment = Segment;
  Targets.push_back({Code.Edges.size(), W.To});
  Code.Edges.push_back(E);
}

void Compiler::branch(const BasicBlock &B, const Decision &D) {
  if (!D.Assumption.empty() && P.region().inside(&B))
    U.assume(*B.getTerminator(), D.Assumption, D.About);
  if (D.How == Decision::Kind::Fixed) {
    Current.Ends = Terminator::Jump;
    return addEdge(B, D.Successor);
  }
  Current.Ends = Terminator::Branch;
  if (D.How == Decision::Kind::Counted) {
    auto [Now, Next] = Counters[D.Counts];
    if (Now == Next) {
      Operation Test{Opcode::Count};
      Test.Dst = Now;
      emit(Test);
    }
    Operation O{Opcode::Compare};
    O.Aux = unsigned(D.TestsFirst ? Predicate::ULE : Predicate::ULT);
    O.A = Next;
    O.B = constant(Options.AssumedTripCount);
    O.Dst = Current.Value = newSlot(1);
    emit(O);
    addEdge(B, D.Successor);
    return addEdge(B, D.Exit);
  }
  // Ways that do not lead to the region stand for the first that does.
  SmallVector<unsigned, 2> Ways = P.region().successors(&B);
  bool Guard = P.isGuard(&B);
  auto Lead = [&](unsigned I) {
    return Guard || is_contained(Ways, I) ? I : Ways[0];
  };
  Current.Value = slotOf({D.Condition, 0});
  if (auto *Sw = dyn_cast<SwitchInst>(B.getTerminator())) {
    Current.Ends = Terminator::Switch;
    Current.CasesBegin = Code.Cases.size();
    addEdge(B, Lead(0));
    for (auto Case : Sw->cases()) {
      Code.Cases.push_back(Case.getCaseValue()->getValue().getLimitedValue());
      addEdge(B, Lead(Case.getSuccessorIndex()));
    }
    return;
  }
  addEdge(B, Lead(0));
  addEdge(B, Lead(1));
}

void Compiler::terminate(const BasicBlock &B) {
  const Instruction *T = B.getTerminator();
  if (const Decision *D = P.decision(&B))
    return branch(B, *D);
  if (T->getNumSuccessors() == 1) {
    Current.Ends = Terminator::Jump;
    return addEdge(B, 0);
  }
  Current.Ends =
      isa<UnreachableInst>(T) ? Terminator::Stuck : Terminator::Return;
  auto *Return = dyn_cast<ReturnInst>(T);
  const Value *V = Return ? Return->getReturnValue() : nullptr;
  if (V && P.slice().contains({V, 0}))
    Current.Value = slotOf({V, 0});
}

/// Gives edges the numbers of their targets; what is outside is the last
/// block.
void Compiler::resolve() {
  uint32_t Outside = Code.Blocks.size();
  beginBlock();
  Current.Stops = true;
  endBlock();
  for (auto [EdgeIndex, Target] : Targets) {
    auto It = Numbers.find(Target);
    Code.Edges[EdgeIndex].To = It == Numbers.end() ? Outside : It->second;
  }
}

} // namespace rafter::walk
