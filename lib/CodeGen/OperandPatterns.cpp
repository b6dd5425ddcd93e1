//===- OperandPatterns.cpp - Where memory operands go ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The step of an address is the difference of two evaluations; what depends on
// data lies in the object that it is known to be of.
//
//===----------------------------------------------------------------------===//

#include "AddressPatterns.h"
#include "rafter/CodeGen/SoftwarePrefetch.h"
#include "rafter/IR/PointedObjects.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/CodeGen/MachineConstantPool.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace rafter {

/// Where the constant that MI reads lies in those of its function.
static uint64_t placeInConstants(const MachineInstr &MI) {
  const MachineConstantPool &Pool = *MI.getMF()->getConstantPool();
  const DataLayout &Layout = MI.getMF()->getDataLayout();
  const MachineOperand *Found =
      find_if(MI.operands(), [](const MachineOperand &O) { return O.isCPI(); });
  if (Found == MI.operands_end())
    return 0;
  uint64_t Place = 0;
  for (const auto &[I, C] : enumerate(Pool.getConstants())) {
    Place = alignTo(Place, C.getAlign());
    if (I == unsigned(Found->getIndex()))
      break;
    Place += C.getSizeInBytes(Layout);
  }
  return Place + Found->getOffset();
}

/// The bytes of Whole that Address may reach as far as its parts are known;
/// 0: the size of Whole is not.
uint64_t AddressPatterns::spreadIn(const GlobalVariable &Whole,
                                   const SCEV *Address) {
  uint64_t Size =
      F.getDataLayout().getTypeAllocSize(Whole.getValueType()).getFixedValue();
  const SCEV *Offset = Evolution.getMinusSCEV(
      Address, Evolution.getSCEV(const_cast<GlobalVariable *>(&Whole)));
  if (isa<SCEVCouldNotCompute>(Offset))
    return Size;
  uint64_t Reached =
      Evolution.getUnsignedRangeMax(Offset).getLimitedValue(Size);
  return std::min(Size, Reached + 1);
}

/// Where Address is with data that are always the same, those of different
/// values different.
uint64_t AddressPatterns::placeOfData(const SCEV *Address, const Counters &At) {
  HasFixedData = true;
  std::optional<APInt> Place = evaluateNew(Address, At);
  HasFixedData = false;
  return Place ? Place->getZExtValue() : object(Address);
}

/// Address at the beginning of the loops, without a constant that is added to
/// it.
static const SCEV *placeOf(const SCEV *Address, ScalarEvolution &Evolution) {
  while (auto *Moving = dyn_cast<SCEVAddRecExpr>(Address))
    Address = Moving->getStart();
  auto *Sum = dyn_cast<SCEVAddExpr>(Address);
  if (!Sum || !isa<SCEVConstant>(Sum->getOperand(0)))
    return Address;
  SmallVector<const SCEV *, 4> Others(drop_begin(Sum->operands()));
  return Evolution.getAddExpr(Others);
}

/// A vector body is only entered where accesses were checked not to overlap, or
/// to be far enough from each other: what was assumed of their distance may say
/// something else. What those of Access have in common that may not overlap
/// others; null: nothing was assumed. Of the address evaluated last.
const void *AddressPatterns::placeBehindCheck(const SCEV *Address,
                                              const MachineMemOperand &Access) {
  if (Entered.empty() ||
      !getBooleanLoopAttribute(Entered.front(), "llvm.loop.isvectorized"))
    return nullptr;
  if (const MDNode *Checked = Access.getAAInfo().Scope)
    return Checked;
  return HasAssumed ? placeOf(Address, Evolution) : nullptr;
}

/// Calls Visit for what V is made of in L, directly or not, until it says true:
/// with whether a load is on the way.
static bool anyOrigin(const Value &V, const Loop &L,
                      function_ref<bool(const Instruction &, bool)> Visit) {
  SetVector<PointerIntPair<const Instruction *, 1, bool>> Found;
  auto add = [&](const Value &Of, bool Loaded) {
    if (auto *I = dyn_cast<Instruction>(&Of); I && L.contains(I))
      Found.insert({I, Loaded});
  };
  add(V, false);
  for (size_t N = 0; N != Found.size(); ++N) {
    const Instruction *I = Found[N].getPointer();
    const bool Loaded = Found[N].getInt();
    if (N != 0 && Visit(*I, Loaded))
      return true;
    for (const Value *Operand : I->operands())
      add(*Operand, Loaded || isa<LoadInst>(I));
  }
  return false;
}

/// Whether Pointer follows a chain of loads from iteration to iteration: it is
/// elsewhere in each of them.
static bool chasesPointers(const Value &Pointer, const Loop &L) {
  return anyOrigin(Pointer, L, [&](const Instruction &Of, bool) {
    return isa<PHINode>(Of) && Of.getParent() == L.getHeader() &&
           anyOrigin(Of, L, [&](const Instruction &I, bool Loaded) {
             return &I == &Of && Loaded;
           });
  });
}

/// Where the memory operand goes with the counters of the loops.
bool AddressPatterns::goesElsewhere(const MachineMemOperand &Access) {
  const Value *Pointer = Access.getValue();
  if (!Pointer || Entered.empty())
    return false;
  const Loop &L = *Entered.front();
  return anyOrigin(*Pointer, L, [&](const Instruction &Of, bool) {
    if (auto *Load = dyn_cast<LoadInst>(&Of))
      return !Evolution.isLoopInvariant(
          Evolution.getSCEV(const_cast<Value *>(Load->getPointerOperand())),
          &L);
    return isa<PHINode>(Of) && Of.getParent() == L.getHeader() &&
           !isa<SCEVAddRecExpr>(
               Evolution.getSCEV(const_cast<Instruction *>(&Of)));
  });
}

AddressPatterns::OperandFacts
AddressPatterns::factsOf(const MemoryOperand &Operand,
                         const MachineMemOperand *Access) {
  return {Operand, Access && goesElsewhere(*Access), AssumedPlace};
}

/// Whether a load reads bytes of a store that goes the same way, but not of it
/// alone: of the same iteration, or of one that is still in flight.
static bool readsAPart(const AddressPattern &Load, uint64_t LoadBytes,
                       const AddressPattern &Store, uint64_t StoreBytes) {
  constexpr int64_t MostInFlight = 32;
  if (Load.Steps != Store.Steps)
    return false;
  const int64_t Step = Load.Steps.empty() ? 0 : Load.Steps.front();
  for (int64_t Later = 0; Later != MostInFlight; ++Later) {
    const uint64_t From = Load.Base + uint64_t(Later * Step), To = Store.Base;
    if (From < To + StoreBytes && To < From + LoadBytes &&
        (From < To || From + LoadBytes > To + StoreBytes))
      return true;
    if (Step == 0)
      break;
  }
  return false;
}

void AddressPatterns::keepApart(MutableArrayRef<AddressPattern> Patterns,
                                ArrayRef<OperandFacts> Facts) {
  // All pairs are looked at; bodies with more were unrolled many times.
  constexpr size_t MostOperands = 512;
  if (Facts.size() > MostOperands)
    return;
  auto isElsewhere = [&](size_t O) {
    return Facts[O].GoesElsewhere && Patterns[O].Draw != 0 &&
           Patterns[O].SpreadBytes == 0;
  };
  bool AnyElsewhere = false;
  llvm::SmallPtrSet<const void *, 4> Moved;
  for (size_t Load = 0; Load != Facts.size(); ++Load)
    for (size_t Store = 0; Store != Facts.size(); ++Store) {
      const bool AreElsewhere = isElsewhere(Load) && isElsewhere(Store),
                 AreAssumed =
                     Facts[Load].AssumedPlace != Facts[Store].AssumedPlace;
      if (Facts[Load].Operand.IsStore || !Facts[Store].Operand.IsStore ||
          !(AreElsewhere || AreAssumed) ||
          !readsAPart(Patterns[Load], Facts[Load].Operand.Bytes,
                      Patterns[Store], Facts[Store].Operand.Bytes))
        continue;
      AnyElsewhere |= AreElsewhere;
      if (!AreAssumed)
        continue;
      const void *Place = Facts[Store].AssumedPlace;
      if (!Place)
        Place = Facts[Load].AssumedPlace;
      if (Moved.insert(Place).second)
        for (size_t O = 0; O != Facts.size(); ++O)
          if (Facts[O].AssumedPlace == Place)
            Patterns[O].Base += object(Place);
    }
  if (!AnyElsewhere)
    return;
  // A page is more than what is in flight, and fits into L1.
  constexpr int64_t Step = 64;
  constexpr uint64_t Window = 4096;
  for (size_t O = 0; O != Facts.size(); ++O)
    if (isElsewhere(O)) {
      Patterns[O].Base += object(this);
      Patterns[O].Steps.assign(1, Step);
      Patterns[O].Window = Window;
    }
}

/// Places in the frame of a function lie side by side, as offsets from where it
/// begins.
uint64_t AddressPatterns::placeInFrame(int64_t Offset) {
  static const char Frame = 0;
  constexpr uint64_t Largest = uint64_t(1) << 30;
  return object(&Frame) + Largest + Offset;
}

void AddressPatterns::readFrame(const MachineFrameInfo &Frame) {
  constexpr int64_t LineBytes = 64;
  if (FrameOffsets)
    return;
  FrameOffsets.emplace();
  for (int Slot = 0; Slot != Frame.getObjectIndexEnd(); ++Slot)
    if (const AllocaInst *Variable = Frame.getObjectAllocation(Slot);
        Variable && !Frame.isDeadObjectIndex(Slot) &&
        !Frame.isVariableSizedObjectIndex(Slot) &&
        Frame.getObjectSize(Slot) <= LineBytes)
      (*FrameOffsets)[Variable] = Frame.getObjectOffset(Slot);
}

AddressPattern AddressPatterns::stackTop(const MachineInstr &Call) {
  constexpr int64_t AddressBytes = 8;
  AddressPattern Result;
  AssumedPlace = nullptr;
  Result.Base = placeInFrame(
      -int64_t(Call.getMF()->getFrameInfo().getStackSize()) - AddressBytes);
  return Result;
}

AddressPattern AddressPatterns::pattern(const MachineInstr &MI,
                                        const MachineMemOperand *Access,
                                        unsigned Number) {
  AddressPattern Result;
  AssumedPlace = nullptr;
  readFrame(MI.getMF()->getFrameInfo());
  const PseudoSourceValue *Pseudo = Access ? Access->getPseudoValue() : nullptr;
  if (Pseudo) {
    if (auto *Slot = dyn_cast<FixedStackPseudoSourceValue>(Pseudo))
      Result.Base = placeInFrame(
          MI.getMF()->getFrameInfo().getObjectOffset(Slot->getFrameIndex()));
    else
      Result.Base = object(Pseudo);
    Result.Base += Access->getOffset();
    if (Pseudo->isConstantPool())
      Result.Base += placeInConstants(MI);
    return Result;
  }
  const Value *Pointer = Access ? Access->getValue() : nullptr;
  Result.Base = object(reinterpret_cast<const char *>(&MI) + Number % 8);
  if (!Pointer || !Evolution.isSCEVable(Pointer->getType()))
    return Result;
  if (!Entered.empty())
    if (auto For = prefetchedLoad(*Pointer, *Entered.front())) {
      Pointer = For->Load->getPointerOperand();
      Result.Ahead = For->Ahead;
    }
  Counters At;
  for (Loop *L : Entered)
    At[L] = 0;
  const SCEV *Address = Evolution.getSCEV(const_cast<Value *>(Pointer));
  std::optional<APInt> Start = evaluateNew(Address, At);
  if (!Start) {
    unsigned Line = MI.getDebugLoc() ? MI.getDebugLoc().getLine() : 0;
    std::string Text = "an address that depends on data: anywhere in ";
    Result.SpreadBytes = Options.SpreadBytes;
    // What is loaded and stored by one pointer is one place; but what is stored
    // along a chain is not what the next iteration loads.
    Result.Draw = object(Pointer) / ObjectDistance;
    if (!Access->isStore() || Entered.empty() ||
        !chasesPointers(*Pointer, *Entered.front()))
      Result.Base = placeOfData(Address, At) + Access->getOffset();
    if (const GlobalVariable *Whole = pointedObject(*Pointer);
        Whole && Result.SpreadBytes == 0) {
      Result.Base = object(Whole);
      Result.SpreadBytes = spreadIn(*Whole, Address);
      Text += Whole->getName().str() + ", ";
    }
    assume(Line, Result.SpreadBytes == 0
                     ? "an address that depends on data: always the same one"
                     : Text + std::to_string(Result.SpreadBytes) + " bytes");
    return Result;
  }
  if (HasAssumed)
    AssumedPlace = placeOf(Address, Evolution);
  Result.Base = Start->getZExtValue() + Access->getOffset();
  if (const void *Apart = placeBehindCheck(Address, *Access))
    Result.Base += object(Apart);
  for (Loop *L : Entered) {
    At[L] = 1;
    std::optional<APInt> Next = evaluateNew(Address, At);
    At[L] = 0;
    Result.Steps.push_back(Next ? (*Next - *Start).getSExtValue() : 0);
  }
  if (!Result.Steps.empty())
    Result.Base += Result.Steps.front() * Result.Ahead;
  return Result;
}

} // namespace rafter
