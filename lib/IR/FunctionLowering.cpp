//===- FunctionLowering.cpp - Blocks and edges of one function ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks are visited in reverse postorder, so that a value is known before its
// uses (but for phi nodes, whose copies are emitted last). The instructions
// are lowered in InstructionLowering.cpp.
//
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "rafter/IR/UserPlace.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugLoc.h"

using namespace rafter;
using namespace llvm;
using rafter::LoopInfo;

static constexpr uint64_t MaxRegisters = 1u << 30;

uint32_t LocationTable::number(StringRef File, unsigned Line, unsigned Column) {
  if (Line == 0)
    return 0;
  auto [It, New] =
      Known.try_emplace({File.str(), Line, Column}, Table.Locations.size());
  if (New)
    Table.Locations.push_back({File.str(), Line, Column});
  return It->second;
}

uint32_t LocationTable::number(const DebugLoc &L) {
  return L ? number(L->getFilename(), L.getLine(), L.getCol()) : 0;
}

FunctionLowering::FunctionLowering(LoweringContext &Context, const Function &F,
                                   uint32_t Number)
    : Context(Context), Rules(Context.Rules), Out(Context.Out),
      Table(Context.Out.Code.Table), F(F), Number(Number),
      Dominators(const_cast<Function &>(F)), Loops(Dominators),
      Reducible(!mayContainIrreducibleControl(F, &Loops)) {}

uint32_t FunctionLowering::returnRegisters(const OperationRules &Rules,
                                           const Type *Returned) {
  return Rules.isTracked(Returned) ? flatElements(Returned) : 0;
}

uint32_t FunctionLowering::frameHead(const OperationRules &Rules,
                                     const FunctionType &T) {
  uint32_t Head = returnRegisters(Rules, T.getReturnType());
  for (const Type *P : T.params())
    Head += returnRegisters(Rules, P);
  return Head;
}

Register FunctionLowering::allocate(uint32_t Count) {
  Register First = static_cast<Register>(NumRegisters);
  // run() reports the overflow; the numbers stay harmless until then.
  NumRegisters += Count;
  return First;
}

RegisterList FunctionLowering::get(const Value *V) const {
  return Values.lookup(V);
}

void FunctionLowering::define(const Value *V, Register First, uint32_t Count) {
  RegisterList List;
  for (uint32_t I = 0; I != Count; ++I)
    List.push_back(First + I);
  Values[V] = std::move(List);
}

void FunctionLowering::define(const Value *V, RegisterList List) {
  if (any_of(List, [](Register R) { return R != NoRegister; }))
    Values[V] = std::move(List);
}

StaticOperation &FunctionLowering::emit(OperationKind Kind, unsigned Elements) {
  StaticOperation O;
  O.Kind = Kind;
  TooWide |= Elements > std::numeric_limits<uint16_t>::max();
  O.Elements = static_cast<uint16_t>(Elements);
  O.Location = Location;
  Table.Operations.push_back(O);
  return Table.Operations.back();
}

void FunctionLowering::emitMove(Register Destination,
                                ArrayRef<Register> Sources, unsigned Elements) {
  constexpr unsigned Most = std::numeric_limits<uint16_t>::max();
  for (unsigned Done = 0; Done < Elements; Done += Most) {
    StaticOperation &O =
        emit(OperationKind::Move, std::min(Most, Elements - Done));
    O.Result = Destination + Done;
    for (Register R : Sources)
      O.Sources[O.NumSources++] = R + Done;
  }
}

void FunctionLowering::emitCopies(ArrayRef<RegisterCopy> Copies) {
  while (!Copies.empty()) {
    RegisterCopy First = Copies.front();
    bool Ready = First.Source == NoRegister;
    size_t Run = 1;
    while (Run != Copies.size() &&
           Copies[Run].Destination == First.Destination + Run &&
           Copies[Run].Source == (Ready ? NoRegister : First.Source + Run))
      ++Run;
    emitMove(First.Destination,
             Ready ? ArrayRef<Register>() : ArrayRef<Register>(First.Source),
             Run);
    Copies = Copies.drop_front(Run);
  }
}

void FunctionLowering::emitCopies(Register Destination,
                                  const RegisterList &Sources, unsigned Count) {
  std::vector<RegisterCopy> Copies;
  for (unsigned I = 0; I != Count; ++I)
    Copies.push_back(
        {Destination + I, Sources.empty() ? NoRegister : Sources[I]});
  emitCopies(Copies);
}

void FunctionLowering::beginPart(const BasicBlock &B) {
  Current = &Parts[&B];
  Current->emplace_back();
  Current->back().Begin = Table.Operations.size();
}

void FunctionLowering::endPart(const CallBase *Call, uint8_t Flags) {
  Current->back().Call = Call;
  Current->back().Flags |= Flags;
  Current->back().End = Table.Operations.size();
}

void FunctionLowering::lowerBlock(const BasicBlock &B) {
  beginPart(B);
  if (&B == &F.getEntryBlock())
    Current->back().Flags |= Segment::Entry;
  for (const Instruction &I : B) {
    Location = Context.Locations.number(I.getDebugLoc());
    lower(I);
    const auto *C = dyn_cast<CallBase>(&I);
    CallTreatment T = C ? Out.treatment(C) : CallTreatment::Transparent;
    if (T == CallTreatment::Transparent || T == CallTreatment::Unseen)
      continue;
    endPart(C, 0);
    Register Result = NoRegister;
    unsigned Count = flatElements(C->getType());
    if (T != CallTreatment::UnseenCut && Rules.isTracked(C->getType()) &&
        !C->use_empty()) {
      Result = C->isTerminator() ? allocate(Count) : allocateResult(*C, Count);
      define(C, Result, Count);
    }
    // The result of an invoke is fetched on the edge.
    if (C->isTerminator())
      return;
    beginPart(B);
    if (Result != NoRegister)
      emitMove(Result, Register(CalleeBit), Count);
  }
  const Instruction *T = B.getTerminator();
  // An activation also ends when an exception leaves it.
  bool Leaves = isa<ReturnInst>(T) || isa<ResumeInst>(T);
  endPart(nullptr, Leaves ? Segment::Return : 0);
}

/// The copies of an edge: the result of an invoke, then the phi nodes.
std::pair<uint32_t, uint32_t>
FunctionLowering::lowerEdge(const BasicBlock &From, const BasicBlock &To) {
  uint32_t Begin = Table.Operations.size();
  Location = 0;
  if (const auto *I = dyn_cast<InvokeInst>(From.getTerminator());
      I && I->getNormalDest() == &To)
    if (RegisterList Result = get(I); !Result.empty())
      emitMove(Result.front(), Register(CalleeBit), Result.size());
  std::vector<RegisterCopy> Copies;
  for (const PHINode &P : To.phis()) {
    RegisterList Destination = get(&P);
    RegisterList Source = get(P.getIncomingValueForBlock(&From));
    for (size_t I = 0; I != Destination.size(); ++I)
      Copies.push_back(
          {Destination[I], Source.empty() ? NoRegister : Source[I]});
  }
  emitCopies(sequentialize(std::move(Copies), [&] { return allocate(1); }));
  return {Begin, static_cast<uint32_t>(Table.Operations.size())};
}

uint32_t FunctionLowering::addSegment(const BasicBlock &B,
                                      const BasicBlock *From,
                                      unsigned PartIndex,
                                      std::pair<uint32_t, uint32_t> Moves) {
  const Part &P = Parts[&B][PartIndex];
  Segment S;
  S.Function = Number;
  S.Flags = P.Flags;
  S.NumAddresses = P.Addresses.size();
  if (const Loop *L = Loops.getLoopFor(&B))
    S.Loop = Out.Loops.lookup(L->getHeader());
  std::tie(S.MovesBegin, S.MovesEnd) = Moves;
  S.Begin = P.Begin;
  S.End = P.End;
  Out.Code.Segments.push_back(S);
  Out.Origins.push_back({&B, From, PartIndex, P.Addresses});
  return Out.Code.Segments.size() - 1;
}

void FunctionLowering::makeSegments(const BasicBlock &B) {
  SmallSetVector<const BasicBlock *, 4> Predecessors;
  for (const BasicBlock *P : predecessors(&B))
    if (Dominators.isReachableFromEntry(P))
      Predecessors.insert(P);
  // The order of predecessors depends on how the module came about.
  SmallVector<const BasicBlock *, 4> Edges(Predecessors.begin(),
                                           Predecessors.end());
  sort(Edges, [&](const BasicBlock *A, const BasicBlock *B) {
    return Positions.lookup(A) < Positions.lookup(B);
  });
  SmallVector<std::pair<uint32_t, uint32_t>, 4> Moves;
  for (const BasicBlock *P : Edges)
    Moves.push_back(lowerEdge(*P, B));

  BlockLowering &Lowering = Out.Blocks[&B];
  const PartList &List = Parts[&B];
  for (unsigned I = 0; I != List.size(); ++I) {
    Lowering.Parts.push_back({List[I].Call, LoweredModule::NoSegment});
    if (I == 0 && any_of(Moves, [](auto M) { return M.first != M.second; })) {
      for (auto [From, M] : zip_equal(Edges, Moves))
        Lowering.Variants.emplace_back(From, addSegment(B, From, 0, M));
      continue;
    }
    if (List[I].Begin != List[I].End || List[I].Flags)
      Lowering.Parts[I].Segment = addSegment(B, nullptr, I, {0, 0});
  }
}

void FunctionLowering::numberLoops() {
  std::vector<LoopInfo> &Table = Out.Code.Loops;
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    LoopInfo Info;
    const DILocation *Start = userPlace(L->getStartLoc().get());
    Info.Function = Number;
    if (const Loop *Parent = L->getParentLoop())
      Info.Parent = Out.Loops.lookup(Parent->getHeader());
    Info.Depth = L->getLoopDepth();
    Info.Location = Context.Locations.number(DebugLoc(Start));
    if (L->getHeader()->hasName())
      Info.Name = L->getHeader()->getName().str();
    else if (Start && Start->getLine())
      Info.Name = "line " + std::to_string(Start->getLine());
    else
      Info.Name = "loop " + std::to_string(Out.Loops.size() + 1);
    Out.Loops[L->getHeader()] = Table.size();
    Table.push_back(std::move(Info));
  }
}

/// The frame of a callee begins behind this function's last register.
void FunctionLowering::placeCalleeFrames(uint32_t FirstOperation) {
  auto Place = [&](Register &R) {
    if (R != NoRegister && (R & CalleeBit))
      R = static_cast<Register>((R & ~CalleeBit) + NumRegisters);
  };
  for (StaticOperation &O :
       MutableArrayRef(Table.Operations).drop_front(FirstOperation)) {
    Place(O.Result);
    for (unsigned I = 0; I != O.NumSources; ++I)
      Place(O.Sources[I]);
  }
}

Error FunctionLowering::run() {
  uint32_t FirstOperation = Table.Operations.size();
  numberLoops();
  allocate(returnRegisters(Rules, F.getReturnType()));
  for (const Argument &A : F.args())
    if (uint32_t Count = returnRegisters(Rules, A.getType()))
      define(&A, allocate(Count), Count);
  ReversePostOrderTraversal<const Function *> Order(&F);
  for (const BasicBlock *B : Order) {
    Positions[B] = Positions.size();
    lowerBlock(*B);
  }
  for (const BasicBlock *B : Order)
    makeSegments(*B);
  if (NumRegisters > MaxRegisters)
    return createStringError("function '" + F.getName() +
                             "' needs more than 2^30 registers");
  if (TooWide)
    return createStringError("function '" + F.getName() +
                             "' has a vector of more than 65535 elements");
  placeCalleeFrames(FirstOperation);
  FunctionInfo &Info = Out.Code.Functions[Number];
  Info.Name = readableName(F.getName());
  Info.NumRegisters = static_cast<uint32_t>(NumRegisters);
  if (const DISubprogram *S = F.getSubprogram()) {
    Info.Name = S->getName().str();
    Info.Location = Context.Locations.number(S->getFilename(), S->getLine(), 0);
  }
  return Error::success();
}
