//===- AddressPatterns.cpp - What scalar evolution knows ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expressions of scalar evolution are evaluated at given iterations; the step
// of an address is the difference of two of them.
//
//===----------------------------------------------------------------------===//

#include "AddressPatterns.h"
#include "rafter/CodeGen/LoopOperations.h"
#include "rafter/IR/ConstantArgument.h"
#include "rafter/IR/PointedObjects.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace rafter {

/// Different data are indices so far apart.
static constexpr uint64_t DataDistance = 16;

/// What loaded pointers lead to, as nodes of a list, does not begin a page, but
/// lies so many lines further on for each: in sets of the first level of its
/// own, and not at the places of others in their pages.
static constexpr uint64_t DataLines = 7, LinesOfPage = 64, LineBytes = 64;

/// Iterations beyond this are not told apart.
static constexpr uint64_t ManyIterations = 1ull << 40;
/// Loops that follow each other, as vector bodies and remainders do, need a
/// few.
static constexpr unsigned MostPhis = 32;

AddressPatterns::AddressPatterns(Function &F, const MachineLoopOptions &Options)
    : F(F), Options(Options), Dominators(F), Loops(Dominators),
      LibraryImpl(F.getParent()->getTargetTriple()), Library(LibraryImpl, &F),
      Assumptions(F), Evolution(F, Library, Assumptions, Dominators, Loops) {}

void AddressPatterns::enter(Loop *L) {
  Entered.clear();
  Lines.clear();
  Objects.clear();
  for (; L; L = L->getParentLoop())
    Entered.push_back(L);
}

void AddressPatterns::assume(unsigned Line, std::string Text) {
  Lines.insert({Line, std::move(Text)});
}

std::string AddressPatterns::place(unsigned Line) const {
  const DISubprogram *Source = F.getSubprogram();
  if (!Source || Line == 0)
    return "";
  return sys::path::filename(Source->getFilename()).str() + ":" +
         std::to_string(Line) + ": ";
}

std::vector<std::string> AddressPatterns::assumptions() const {
  std::vector<std::string> Result;
  Result.reserve(Lines.size());
  for (const auto &[Line, Text] : Lines)
    Result.push_back(place(Line) + Text);
  return Result;
}

uint64_t AddressPatterns::object(const void *Key) {
  auto It = Objects.insert({Key, Objects.size()}).first;
  return ObjectDistance * (It->second + 1);
}

/// The name of parameter A in the source, or in the IR.
static std::string parameterName(const Argument &A) {
  const DISubprogram *Source = A.getParent()->getSubprogram();
  if (Source)
    for (const DINode *N : Source->getRetainedNodes())
      if (auto *Variable = dyn_cast_or_null<DILocalVariable>(N))
        if (Variable->getArg() == A.getArgNo() + 1)
          return Variable->getName().str();
  SmallVector<DbgVariableRecord *> Records;
  findDbgValues(const_cast<Argument *>(&A), Records);
  for (const DbgVariableRecord *R : Records)
    if (R->getVariable()->getArg() == A.getArgNo() + 1)
      return R->getVariable()->getName().str();
  return A.hasName() ? A.getName().str()
                     : "argument " + std::to_string(A.getArgNo() + 1);
}

static unsigned lineOf(const Value &V) {
  if (auto *I = dyn_cast<Instruction>(&V); I && I->getDebugLoc())
    return I->getDebugLoc().getLine();
  const DISubprogram *Source = nullptr;
  if (auto *A = dyn_cast<Argument>(&V))
    Source = A->getParent()->getSubprogram();
  return Source ? Source->getLine() : 0;
}

bool AddressPatterns::isKeptOut(const Loop &L) const {
  auto known = [&](const Value &V) -> std::optional<uint64_t> {
    if (auto *A = dyn_cast<Argument>(&V)) {
      auto Given = Options.Values.find(parameterName(*A));
      if (Given != Options.Values.end())
        return Given->second;
      if (auto Passed = constantArgument(*A))
        return Passed->Value;
    }
    return Options.AssumedValue;
  };
  return rafter::isKeptOut(*L.getHeader(), known, Dominators);
}

/// The value of an integer that does not change in the region.
uint64_t AddressPatterns::unknownInteger(const Value &V) {
  auto *A = dyn_cast<Argument>(&V);
  std::string Name = A ? parameterName(*A) : V.getName().str();
  auto Given = Options.Values.find(Name);
  bool IsGiven = !Name.empty() && Given != Options.Values.end();
  unsigned Bits = V.getType()->getIntegerBitWidth();
  if (auto Passed = A && !IsGiven ? constantArgument(*A) : std::nullopt) {
    HasAssumed |= !F.hasLocalLinkage();
    assume(lineOf(V), Name + " = " +
                          std::to_string(SignExtend64(Passed->Value, Bits)) +
                          " " + Passed->How);
    return Passed->Value;
  }
  uint64_t Value = IsGiven ? Given->second : Options.AssumedValue;
  HasAssumed |= !IsGiven;
  if (!IsGiven && Bits < 64)
    Value = std::min<uint64_t>(Value, (1ull << (Bits - 1)) - 1);
  std::string Text = (A ? Name : "a value that is not known") + " = " +
                     std::to_string(static_cast<int64_t>(Value)) + " (";
  if (A)
    Text += "argument of " + functionName(F) + ", ";
  assume(lineOf(V), Text + (IsGiven ? "given)" : "assumed)"));
  return Value;
}

/// Where a variable of the function or of the module is that is no larger than
/// a line: beside others, as the compiler and the linker put them. Of more of
/// them than L1 has ways no two need meet in a set.
std::optional<uint64_t> AddressPatterns::placeOfSmall(const Value &Variable) {
  if (FrameOffsets)
    if (auto Slot = FrameOffsets->find(&Variable); Slot != FrameOffsets->end())
      return placeInFrame(Slot->second);
  auto *Global = dyn_cast<GlobalVariable>(&Variable);
  if (!Global || !Global->getValueType()->isSized())
    return std::nullopt;
  const DataLayout &Layout = F.getDataLayout();
  const uint64_t Bytes = Layout.getTypeAllocSize(Global->getValueType());
  if (Bytes == 0 || Bytes > LineBytes)
    return std::nullopt;
  auto [Offset, IsNew] = DataOffsets.try_emplace(Global);
  if (IsNew) {
    const Align Alignment = Global->getAlign().value_or(
        Layout.getABITypeAlign(Global->getValueType()));
    Offset->second = alignTo(DataEnd, Alignment);
    DataEnd = Offset->second + Bytes;
  }
  return object(&DataOffsets) + Offset->second;
}

std::optional<APInt> AddressPatterns::evaluateUnknown(const SCEVUnknown &U,
                                                      const Counters &At) {
  const Value &V = *U.getValue();
  unsigned Bits = Evolution.getTypeSizeInBits(U.getType());
  // What is made inside the innermost loop depends on data.
  if (auto *I = dyn_cast<Instruction>(&V))
    if (!Entered.empty() && Entered.front()->contains(I)) {
      if (!HasFixedData)
        return std::nullopt;
      uint64_t Number = object(&V) / ObjectDistance;
      if (V.getType()->isIntegerTy())
        return APInt(64, DataDistance * Number).zextOrTrunc(Bits);
      if (V.getType()->isPointerTy() && !isa<ConstantPointerNull>(V))
        return APInt(64, object(&V) + bytesBehindLine(V) +
                             DataLines * Number % LinesOfPage * LineBytes)
            .zextOrTrunc(Bits);
    }
  if (V.getType()->isPointerTy()) {
    if (isa<ConstantPointerNull>(V))
      return APInt(Bits, 0);
    if (std::optional<uint64_t> Place = placeOfSmall(V))
      return APInt(64, *Place).zextOrTrunc(Bits);
    return APInt(64, object(&V) + bytesBehindLine(V)).zextOrTrunc(Bits);
  }
  if (!V.getType()->isIntegerTy())
    return std::nullopt;
  if (auto *I = dyn_cast<Instruction>(&V))
    if (std::optional<APInt> Known = evaluateInstruction(*I, At))
      return Known;
  return APInt(64, unknownInteger(V)).zextOrTrunc(Bits);
}

/// Scalar evolution does not look into these.
std::optional<APInt> AddressPatterns::evaluateInstruction(const Instruction &I,
                                                          const Counters &At) {
  auto operand = [&](const Value *V) {
    return evaluate(Evolution.getSCEV(const_cast<Value *>(V)), At);
  };
  if (isa<FreezeInst>(I))
    return operand(I.getOperand(0));
  // Where ways meet behind a vectorized loop, the way through it counts the
  // iterations that it has done.
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    std::optional<APInt> Largest;
    if (PhisLeft == 0 || !Visiting.insert(&I).second)
      return std::nullopt;
    --PhisLeft;
    for (const Value *V : Phi->incoming_values())
      if (std::optional<APInt> Way = operand(V);
          Way && (!Largest || Way->sgt(*Largest)))
        Largest = Way;
    Visiting.erase(&I);
    return Largest;
  }
  if (!isa<BinaryOperator>(I))
    return std::nullopt;
  std::optional<APInt> A = operand(I.getOperand(0));
  std::optional<APInt> B = operand(I.getOperand(1));
  if (!A || !B)
    return std::nullopt;
  switch (I.getOpcode()) {
  case Instruction::And:
    return *A & *B;
  case Instruction::Or:
    return *A | *B;
  case Instruction::Xor:
    return *A ^ *B;
  case Instruction::LShr:
    return A->lshr(*B);
  case Instruction::AShr:
    return A->ashr(*B);
  case Instruction::URem:
    return B->isZero() ? std::nullopt : std::optional(A->urem(*B));
  case Instruction::SDiv:
    return B->isZero() ? std::nullopt : std::optional(A->sdiv(*B));
  default:
    return std::nullopt;
  }
}

std::optional<APInt> AddressPatterns::evaluateMany(const SCEVNAryExpr &S,
                                                   const Counters &At) {
  std::optional<APInt> Result = evaluate(S.getOperand(0), At);
  for (const SCEV *Operand : drop_begin(S.operands())) {
    std::optional<APInt> Next = evaluate(Operand, At);
    if (!Result || !Next)
      return std::nullopt;
    unsigned Bits = std::max(Result->getBitWidth(), Next->getBitWidth());
    APInt A = Result->zext(Bits), B = Next->zext(Bits);
    switch (S.getSCEVType()) {
    case scAddExpr:
      Result = A + B;
      break;
    case scMulExpr:
      Result = A * B;
      break;
    case scSMaxExpr:
      Result = A.sgt(B) ? A : B;
      break;
    case scUMaxExpr:
      Result = A.ugt(B) ? A : B;
      break;
    case scSMinExpr:
      Result = A.slt(B) ? A : B;
      break;
    case scUMinExpr:
    case scSequentialUMinExpr:
      Result = A.ult(B) ? A : B;
      break;
    default:
      return std::nullopt;
    }
  }
  return Result;
}

std::optional<APInt> AddressPatterns::evaluateNew(const SCEV *S,
                                                  const Counters &At) {
  Known.clear();
  PhisLeft = MostPhis;
  HasAssumed = HasWrapped = false;
  return evaluate(S, At);
}

/// The value of S in the iterations At; none if it depends on data.
std::optional<APInt> AddressPatterns::evaluate(const SCEV *S,
                                               const Counters &At) {
  if (auto Found = Known.find(S); Found != Known.end())
    return Found->second;
  std::optional<APInt> Value = evaluateParts(S, At);
  // In a cycle the value is that of some of its ways only.
  if (Visiting.empty())
    Known[S] = Value;
  return Value;
}

std::optional<APInt> AddressPatterns::evaluateParts(const SCEV *S,
                                                    const Counters &At) {
  switch (S->getSCEVType()) {
  case scConstant:
    return cast<SCEVConstant>(S)->getAPInt();
  case scUnknown:
    return evaluateUnknown(*cast<SCEVUnknown>(S), At);
  case scVScale:
    return APInt(Evolution.getTypeSizeInBits(S->getType()), 1);
  case scTruncate:
  case scZeroExtend:
  case scSignExtend:
  case scPtrToInt: {
    std::optional<APInt> V = evaluate(cast<SCEVCastExpr>(S)->getOperand(), At);
    if (!V)
      return V;
    unsigned Bits = Evolution.getTypeSizeInBits(S->getType());
    HasWrapped |= S->getSCEVType() == scZeroExtend && V->isNegative();
    return S->getSCEVType() == scSignExtend ? V->sextOrTrunc(Bits)
                                            : V->zextOrTrunc(Bits);
  }
  case scUDivExpr: {
    auto *Quotient = cast<SCEVUDivExpr>(S);
    std::optional<APInt> A = evaluate(Quotient->getLHS(), At);
    std::optional<APInt> B = evaluate(Quotient->getRHS(), At);
    if (!A || !B || B->isZero())
      return std::nullopt;
    HasWrapped |= A->isNegative();
    return A->udiv(*B);
  }
  case scAddRecExpr: {
    auto *Recurrence = cast<SCEVAddRecExpr>(S);
    auto Counter = At.find(Recurrence->getLoop());
    if (Counter == At.end() || Counter->second == 0)
      return evaluate(Recurrence->getStart(), At);
    std::optional<APInt> Start = evaluate(Recurrence->getStart(), At);
    std::optional<APInt> Step =
        evaluate(Recurrence->getStepRecurrence(Evolution), At);
    if (!Start || !Step)
      return std::nullopt;
    return *Start +
           Step->zextOrTrunc(Start->getBitWidth()) *
               APInt(64, Counter->second).zextOrTrunc(Start->getBitWidth());
  }
  case scCouldNotCompute:
    return std::nullopt;
  default:
    return evaluateMany(*cast<SCEVNAryExpr>(S), At);
  }
}

/// Whether S has a pointer in it: the difference of two is not known.
static bool mentionsPointer(const SCEV *S) {
  return SCEVExprContains(S, [](const SCEV *Part) {
    return isa<SCEVUnknown>(Part) && Part->getType()->isPointerTy();
  });
}

/// Whether the optimizer left L over beside another loop, or made it of one.
static bool isMadeOfAnother(const Loop &L) {
  return getBooleanLoopAttribute(&L, "llvm.loop.isvectorized") ||
         findOptionMDForLoop(&L, "llvm.loop.unroll.disable");
}

static bool worksOnVectors(const Loop &L) {
  return llvm::any_of(L.blocks(), [](const BasicBlock *B) {
    return llvm::any_of(*B, [](const Instruction &I) {
      return isa<VectorType>(I.getType()) ||
             llvm::any_of(I.operands(), [](const Value *Operand) {
               return isa<VectorType>(Operand->getType());
             });
    });
  });
}

/// The vector body and what it leaves over are marked alike, and begin at the
/// same place, as do loops made of these; of a body that was unrolled in full
/// no loop is left.
bool AddressPatterns::isLeftOver(const Loop &L) const {
  const DebugLoc Start = L.getStartLoc();
  unsigned Marked = 0;
  for (const Loop *Other : Loops.getLoopsInPreorder())
    if (Other->getStartLoc() == Start) {
      if (worksOnVectors(*Other))
        return false;
      Marked += getBooleanLoopAttribute(Other, "llvm.loop.isvectorized");
    }
  return Start && Marked == 1;
}

/// A loop that is not entered counts from -1 on. In its own width that shows;
/// of a count that was widened or divided, as that of an unrolled loop is, a
/// large number is left, and then it is not the loop that is not entered, but
/// the assumption that does not hold. The same is true of a loop that somebody
/// wrote from one unknown value to another: both are assumed to be the same.
uint64_t AddressPatterns::tripCount(Loop &L) {
  unsigned Line = L.getStartLoc() ? L.getStartLoc().getLine() : 0;
  const SCEV *Taken = Evolution.getBackedgeTakenCount(&L);
  bool OnData = isa<SCEVCouldNotCompute>(Taken);
  if (!OnData && !mentionsPointer(Taken)) {
    Counters At;
    for (Loop *Around : Entered)
      At[Around] = 0;
    std::optional<APInt> Count = evaluateNew(Taken, At);
    OnData = Count && HasWrapped && HasAssumed;
    if (Count && !OnData) {
      uint64_t N = Count->getLimitedValue(ManyIterations);
      bool IsEntered =
          !HasWrapped && !Count->isNegative() && N < ManyIterations;
      if (HasAssumed)
        Guessed.insert(&L);
      if (IsEntered || !HasAssumed || isMadeOfAnother(L))
        return IsEntered ? N + 1 : 0;
      assume(Line, "the loop iterates " +
                       std::to_string(Options.AssumedTripCount) +
                       " times (assumed; between the values assumed for its "
                       "ends there is nothing)");
      return Options.AssumedTripCount;
    }
  }
  Guessed.insert(&L);
  uint64_t Assumed = OnData ? Options.AssumedTripCount : Options.AssumedValue;
  assume(Line, "the loop iterates " + std::to_string(Assumed) + " times (" +
                   (OnData ? "its end depends on data, " : "") + "assumed)");
  return Assumed;
}

SmallVector<uint64_t, 3> AddressPatterns::tripCounts() {
  SmallVector<uint64_t, 3> Counts;
  Guessed.clear();
  for (Loop *L : Entered)
    Counts.push_back(tripCount(*L));
  return Counts;
}

/// So many operations tell how many iterations of the source were made one.
static constexpr size_t MostOperations = 256;

std::optional<int64_t> AddressPatterns::constantStep(const Value &Pointer) {
  if (!Evolution.isSCEVable(Pointer.getType()))
    return std::nullopt;
  const SCEV *Address = Evolution.getSCEV(const_cast<Value *>(&Pointer));
  if (Evolution.isLoopInvariant(Address, Entered.front()))
    return 0;
  auto *Moving = dyn_cast<SCEVAddRecExpr>(Address);
  if (!Moving || Moving->getLoop() != Entered.front() || !Moving->isAffine())
    return std::nullopt;
  // With scalable vectors it has their size as a factor.
  const SCEV *Step = Moving->getOperand(1);
  if (SCEVExprContains(Step,
                       [](const SCEV *Part) { return isa<SCEVUnknown>(Part); }))
    return std::nullopt;
  std::optional<APInt> Value = evaluateNew(Step, Counters());
  return Value ? std::optional(Value->getSExtValue()) : std::nullopt;
}

std::vector<LoopOperation>
AddressPatterns::operations(const SmallPtrSetImpl<const BasicBlock *> &Path) {
  std::vector<LoopOperation> Result;
  if (Entered.empty())
    return Result;
  for (const BasicBlock *B : Entered.front()->blocks()) {
    // Loops in it are loops of their own.
    if (Loops.getLoopFor(B) != Entered.front())
      continue;
    for (const Instruction &I : *B) {
      if (Result.size() == MostOperations)
        return Result;
      if (std::optional<LoopOperation> O = describeOperation(I)) {
        if (const Value *Pointer = pointerOfAccess(I))
          O->Step = constantStep(*Pointer);
        O->OnPath = Path.contains(B);
        Result.push_back(*O);
      }
    }
  }
  return Result;
}

} // namespace rafter
