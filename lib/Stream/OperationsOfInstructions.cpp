//===- OperationsOfInstructions.cpp - Instructions as operations ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A register unit of the target becomes a group of registers of the stream, one
// for each element. Units that are always read and written together (the parts
// of a general register) are one.
//
//===----------------------------------------------------------------------===//

#include "OperationsOfInstructions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace rafter;
using llvm::ArrayRef;

/// Elements of a register, at most: 64 bytes of half precision.
static constexpr unsigned GroupSize = 32;

namespace {

/// Lowers one table.
class Lowering {
public:
  Lowering(const InstructionTable &From, bool FollowAddresses);
  LoweredInstructions run();

private:
  /// First registers of groups, without duplicates.
  using Groups = llvm::SmallVector<Register, 8>;

  void mergeUnits();
  std::vector<unsigned> elementsOfUnits() const;
  void narrowMoves();
  Register group(uint32_t Unit) const {
    return Representative[Unit] * GroupSize;
  }
  Register temporary() { return NextTemporary += GroupSize; }
  Groups reads(const StaticInstruction &I, ReadStage Stage) const;
  Register joined(Groups Sources, unsigned Elements);
  void setSources(StaticOperation &O, Groups Sources);
  void emit(StaticOperation O, unsigned Operand = 0);
  void move(Register To, const Groups &Sources, unsigned Elements);

  void lower(const StaticInstruction &I);
  Register load(const StaticInstruction &I, unsigned Operand, Register To,
                Register Address);
  void store(const StaticInstruction &I, unsigned Operand, Groups Sources,
             Register Address);
  void write(const StaticInstruction &I, Register Value, Register Address);

  const InstructionTable &From;
  const bool FollowAddresses;
  std::vector<uint32_t> Representative;
  /// Registers behind those of the target, the same in every instruction.
  Register NextTemporary = 0;
  uint32_t Location = 0;
  LoweredInstructions Result;
};

} // namespace

Lowering::Lowering(const InstructionTable &From, bool FollowAddresses)
    : From(From), FollowAddresses(FollowAddresses) {
  Result.Table.Locations = From.Locations;
  mergeUnits();
}

/// Finds units that no instruction tells apart, by a hash of their uses.
void Lowering::mergeUnits() {
  std::vector<uint64_t> Uses(From.NumRegisterUnits, 0);
  auto note = [&](uint32_t Unit, uint64_t Use) {
    Uses[Unit] = (Uses[Unit] ^ Use) * 0x9E3779B97F4A7C15 + (Uses[Unit] >> 29);
  };
  for (uint64_t N = 0; N != From.Instructions.size(); ++N) {
    const StaticInstruction &I = From.Instructions[N];
    for (const RegisterRead &R : From.reads(I))
      note(R.Unit, 8 * N + static_cast<unsigned>(R.Stage));
    for (const RegisterWrite &W : From.writes(I))
      note(W.Unit, 8 * N + 4 + W.FromAddress);
  }
  llvm::DenseMap<uint64_t, uint32_t> First;
  Representative.resize(From.NumRegisterUnits);
  for (uint32_t Unit = 0; Unit != From.NumRegisterUnits; ++Unit)
    Representative[Unit] = First.insert({Uses[Unit] >> 1, Unit}).first->second;
}

LoweredInstructions Lowering::run() {
  for (const StaticInstruction &I : From.Instructions) {
    uint32_t Begin = Result.Table.Operations.size();
    NextTemporary = From.NumRegisterUnits * GroupSize;
    Location = I.Location;
    lower(I);
    Result.Ranges.push_back(
        {Begin, static_cast<uint32_t>(Result.Table.Operations.size())});
  }
  narrowMoves();
  return std::move(Result);
}

/// Splits Bytes in elements of the instruction's size, not too many.
static void setShape(StaticOperation &O, uint32_t Bytes, uint32_t Element) {
  Bytes = std::clamp<uint32_t>(Bytes, 1, 64);
  Element = std::clamp<uint32_t>(Element, (Bytes + GroupSize - 1) / GroupSize,
                                 std::min<uint32_t>(Bytes, 64));
  O.ElementBytes = Element;
  O.Elements = std::max<uint32_t>(Bytes / Element, 1);
}

/// The elements of each unit that instructions tell apart: of a general
/// register one, however wide an operation between the kinds of registers may
/// be.
std::vector<unsigned> Lowering::elementsOfUnits() const {
  std::vector<unsigned> Elements(From.NumRegisterUnits, 1);
  for (const StaticInstruction &I : From.Instructions) {
    unsigned Most = I.Elements;
    if (I.Class == InstructionClass::VectorInteger ||
        I.Class == InstructionClass::Shuffle)
      Most = GroupSize;
    for (const MemoryOperand &M : From.memory(I)) {
      StaticOperation O;
      setShape(O, M.Bytes, I.ElementBytes);
      Most = std::max<unsigned>(Most, O.Elements);
    }
    auto note = [&](uint32_t Unit) {
      unsigned &Known = Elements[Representative[Unit]];
      Known = std::max(Known, std::min(Most, GroupSize));
    };
    for (const RegisterRead &R : From.reads(I))
      if (R.Stage != ReadStage::Address)
        note(R.Unit);
    for (const RegisterWrite &W : From.writes(I))
      if (!W.FromAddress)
        note(W.Unit);
  }
  return Elements;
}

/// Moves keep the elements that an operation reads somewhere, and go where none
/// does: few instructions read the flags.
void Lowering::narrowMoves() {
  std::vector<StaticOperation> &All = Result.Table.Operations;
  std::vector<unsigned> Most = elementsOfUnits(), Read;
  auto read = [&](Register R, unsigned Elements) {
    size_t Group = R / GroupSize;
    Read.resize(std::max(Read.size(), Group + 1));
    if (Group < Most.size())
      Elements = std::min(Elements, Most[Group]);
    return Elements >
           std::exchange(Read[Group], std::max(Read[Group], Elements));
  };
  auto kept = [&](const StaticOperation &O) {
    size_t Group = O.Result / GroupSize;
    return O.Kind != OperationKind::Move ? O.Elements
           : Group < Read.size() ? std::min<unsigned>(O.Elements, Read[Group])
                                 : 0;
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const StaticOperation &O : All) {
      for (unsigned S = 0; S != O.NumSources; ++S)
        Changed |= read(O.Sources[S], kept(O));
      if (O.Address != NoRegister)
        Changed |= read(O.Address, 1);
    }
  }
  uint32_t To = 0;
  for (TableRange &Range : Result.Ranges) {
    uint32_t Begin = To;
    for (uint32_t I = Range.Begin; I != Range.End; ++I) {
      All[I].Elements = kept(All[I]);
      if (All[I].Elements == 0)
        continue;
      All[To] = All[I];
      Result.Operands[To++] = Result.Operands[I];
    }
    Range = {Begin, To};
  }
  All.resize(To);
  Result.Operands.resize(To);
}

Lowering::Groups Lowering::reads(const StaticInstruction &I,
                                 ReadStage Stage) const {
  Groups Found;
  for (const RegisterRead &R : From.reads(I))
    if (R.Stage == Stage && !llvm::is_contained(Found, group(R.Unit)))
      Found.push_back(group(R.Unit));
  return Found;
}

void Lowering::emit(StaticOperation O, unsigned Operand) {
  O.Location = Location;
  Result.Table.Operations.push_back(O);
  Result.Operands.push_back(Operand);
}

void Lowering::move(Register To, const Groups &Sources, unsigned Elements) {
  StaticOperation O;
  O.Kind = OperationKind::Move;
  O.Elements = Elements;
  O.Result = To;
  O.NumSources = std::min<size_t>(Sources.size(), 3);
  std::copy_n(Sources.begin(), O.NumSources, O.Sources);
  emit(O);
  for (size_t I = 3; I < Sources.size(); I += 2) {
    O.Sources[0] = To;
    O.NumSources = 1 + std::min<size_t>(Sources.size() - I, 2);
    std::copy_n(Sources.begin() + I, O.NumSources - 1, O.Sources + 1);
    emit(O);
  }
}

/// One register for all of Sources; NoRegister if there are none.
Register Lowering::joined(Groups Sources, unsigned Elements) {
  if (Sources.empty())
    return NoRegister;
  if (Sources.size() == 1)
    return Sources.front();
  Register To = temporary();
  move(To, Sources, Elements);
  return To;
}

/// The first three sources as they are; if there are more, those behind the
/// second are joined.
void Lowering::setSources(StaticOperation &O, Groups Sources) {
  if (Sources.size() > 3) {
    Groups Rest(Sources.begin() + 2, Sources.end());
    Sources.truncate(2);
    Sources.push_back(joined(std::move(Rest), O.Elements));
  }
  O.NumSources = Sources.size();
  std::copy(Sources.begin(), Sources.end(), O.Sources);
}

Register Lowering::load(const StaticInstruction &I, unsigned Operand,
                        Register To, Register Address) {
  StaticOperation O;
  O.Kind = OperationKind::Load;
  setShape(O, From.memory(I)[Operand].Bytes, I.ElementBytes);
  O.Result = To == NoRegister ? temporary() : To;
  O.Address = Address;
  emit(O, Operand);
  return O.Result;
}

void Lowering::store(const StaticInstruction &I, unsigned Operand,
                     Groups Sources, Register Address) {
  StaticOperation O;
  O.Kind = OperationKind::Store;
  setShape(O, From.memory(I)[Operand].Bytes, I.ElementBytes);
  setSources(O, std::move(Sources));
  O.Address = Address;
  emit(O, Operand);
}

/// Copies what the instruction made to all registers that it writes.
void Lowering::write(const StaticInstruction &I, Register Value,
                     Register Address) {
  Groups Done;
  for (const RegisterWrite &W : From.writes(I)) {
    Register To = group(W.Unit);
    Register Of = W.FromAddress ? Address : Value;
    if (To == Of || llvm::is_contained(Done, To))
      continue;
    Done.push_back(To);
    move(To, Of == NoRegister ? Groups() : Groups{Of}, GroupSize);
  }
}

void Lowering::lower(const StaticInstruction &I) {
  if (I.has(StaticInstruction::FusedWithPrevious))
    return;
  Register Address = joined(reads(I, ReadStage::Address), 1);
  Register Waits = FollowAddresses ? Address : NoRegister;
  Groups Sources = reads(I, ReadStage::Execute);
  Groups Data = reads(I, ReadStage::StoreData);
  ArrayRef<MemoryOperand> Memory = From.memory(I);
  unsigned Loads = 0;
  bool Stores = false;
  for (unsigned M = 0; M != Memory.size(); ++M) {
    Stores |= Memory[M].IsStore;
    if (Memory[M].IsStore)
      continue;
    ++Loads;
    Sources.push_back(load(I, M, NoRegister, Waits));
  }
  // A plain access computes nothing.
  bool Computes = isCompute(I.Kind);
  bool Plain = !Computes && ((Loads != 0 && I.Uops <= Loads) ||
                             (Stores && I.Class == InstructionClass::Store));
  Register Value = Loads == 1 && Plain ? Sources.back() : NoRegister;
  if (I.has(StaticInstruction::Eliminated)) {
    Value = joined(Sources, GroupSize);
    if (I.Slots != 0) {
      StaticOperation Slot;
      Slot.Kind = OperationKind::Integer;
      emit(Slot);
    }
  } else if (!Plain && (I.Slots != 0 || I.Uops != 0)) {
    StaticOperation O;
    O.Kind = Computes ? I.Kind : OperationKind::Integer;
    O.ElementBytes = I.ElementBytes;
    O.Elements = Computes ? std::clamp<unsigned>(I.Elements, 1, GroupSize)
                 : I.Elements > 1 || I.Class >= InstructionClass::FloatAdd
                     ? GroupSize
                     : 1;
    // An address computation reads the registers of an address.
    if (Memory.empty() && Address != NoRegister)
      Sources.push_back(Address);
    setSources(O, Sources);
    O.NumFactors = std::min<unsigned>(O.NumSources, 2);
    bool Writes = I.Writes.size() != 0 || (Stores && Data.empty());
    Value = O.Result = Writes ? temporary() : NoRegister;
    emit(O);
  }
  for (unsigned M = 0; M != Memory.size(); ++M)
    if (Memory[M].IsStore)
      store(I, M,
            !Data.empty()         ? Data
            : Value != NoRegister ? Groups{Value}
                                  : Sources,
            Waits);
  write(I, Value, Address);
}

LoweredInstructions rafter::lowerInstructions(const InstructionTable &Table,
                                              bool FollowAddresses) {
  return Lowering(Table, FollowAddresses).run();
}

void OperationsOfInstructions::setWarmUp(bool On) {
  for (StreamConsumer *C : Consumers)
    C->setWarmUp(On);
}

void OperationsOfInstructions::beginRegion() {
  for (StreamConsumer *C : Consumers)
    C->beginRegion();
}

void OperationsOfInstructions::flush() {
  for (StreamConsumer *C : Consumers)
    C->consume(Pending);
  Pending.clear();
}

void OperationsOfInstructions::consume(const InstructionChunk &Chunk) {
  size_t Next = 0;
  for (ExecutedInstruction Executed : Chunk.Instructions) {
    uint32_t Static = Executed & ~TakenBit;
    TableRange Range = Lowered.Ranges[Static];
    for (uint32_t O = Range.Begin; O != Range.End; ++O) {
      uint64_t Address = 0;
      if (isMemory(Lowered.Table.Operations[O].Kind)) {
        Address = Chunk.Addresses[Next + Lowered.Operands[O]];
        if (Address == 0)
          continue;
      }
      Pending.push_back({O, 0, Address});
    }
    Next += Table.Instructions[Static].Memory.size();
  }
  flush();
}

void OperationsOfInstructions::endRegion() {
  for (StreamConsumer *C : Consumers)
    C->endRegion();
}
