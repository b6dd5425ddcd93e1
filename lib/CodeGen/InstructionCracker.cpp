//===- InstructionCracker.cpp - To instructions without a CPU -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/InstructionCracker.h"
#include "RegisterNames.h"
#include "TargetModelImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/TargetParser/Triple.h"

using namespace rafter;
using llvm::ArrayRef;

namespace {

/// What a load of an instruction leaves for its operation, and the operation
/// for its store; nothing outside of the instruction reads them.
constexpr uint8_t FirstLoaded = 248, NumLoaded = 4, Computed = 252;
constexpr uint8_t MaxNumber = FirstLoaded - 1;

/// Appends a register unless it is there or the list is full: no dependence
/// beyond that.
template <typename List> void addRegister(List &Registers, uint8_t Number) {
  for (uint8_t &R : Registers) {
    if (R == Number)
      return;
    if (R == 0) {
      R = Number;
      return;
    }
  }
}

template <typename List>
void addRegisters(List &Registers, ArrayRef<uint8_t> Numbers) {
  for (uint8_t Number : Numbers)
    addRegister(Registers, Number);
}

uint8_t loaded(size_t Load) {
  return FirstLoaded + std::min<size_t>(Load, NumLoaded - 1);
}

} // namespace

/// The registers of an instruction by what they are for.
struct InstructionCracker::Registers {
  llvm::SmallVector<uint8_t, 8> Address, Execute, StoreData, Results, Bases;
  /// Memory operands.
  llvm::SmallVector<unsigned, 4> Loads, Stores;
};

RegisterNaming::RegisterNaming(const TargetModel &Model)
    : UnitNames(wholeRegisterNames(Model)),
      HasStackEngine(Model.impl().Triple.getArch() == llvm::Triple::x86_64) {}

InstructionCracker::InstructionCracker(RegisterNaming Naming,
                                       const InstructionTable &Table)
    : Table(Table), Naming(std::move(Naming)) {}

Processor InstructionCracker::genericProcessor(const llvm::Triple &Target) {
  Processor CPU;
  // LLVM's model of a core that has most of what compilers emit: it decides
  // about latencies only, which are not used.
  CPU.LLVMName = Target.getArch() == llvm::Triple::x86_64    ? "skylake"
                 : Target.getArch() == llvm::Triple::aarch64 ? "neoverse-n1"
                                                             : "";
  CPU.Core.ZeroIdioms = true;
  return CPU;
}

llvm::StringRef InstructionCracker::allFeatures(const llvm::Triple &Target) {
  return Target.getArch() == llvm::Triple::aarch64 ? "+all" : "";
}

/// More registers than there are numbers do not occur on any target with a
/// recorder; they would share the last one.
uint8_t InstructionCracker::number(uint16_t Unit) {
  llvm::StringRef Name = "other";
  if (Unit < Naming.UnitNames.size())
    Name = Naming.UnitNames[Unit];
  size_t Next = std::min<size_t>(Numbers.size() + 1, MaxNumber);
  return Numbers.try_emplace(Name, static_cast<uint8_t>(Next)).first->second;
}

InstructionCracker::Part &
InstructionCracker::addPart(const StaticInstruction &S,
                            InstructionClass Class) {
  Part P;
  P.Instruction.Address = S.Address;
  P.Instruction.Bytes = std::max<uint8_t>(S.Bytes, 1);
  P.Instruction.Class = Class;
  if (Parts.size() != Recipes[&S - Table.Instructions.data()].FirstPart)
    P.Instruction.Flags = CrackedInstruction::Continued;
  Parts.push_back(P);
  return Parts.back();
}

/// IsAll: there is nothing but loads, which give the results.
void InstructionCracker::addLoads(const StaticInstruction &S,
                                  const Registers &R, bool IsAll) {
  for (auto [Index, Operand] : llvm::enumerate(R.Loads)) {
    Part &P = addPart(S, InstructionClass::Load);
    P.Operand = Operand;
    P.Instruction.DataBytes =
        std::min<uint32_t>(Table.memory(S)[Operand].Bytes, 255);
    addRegisters(P.Instruction.Sources, R.Address);
    auto &Results = P.Instruction.Destinations;
    if (!IsAll)
      addRegister(Results, loaded(Index));
    else if (R.Loads.size() == 1)
      addRegisters(Results, R.Results);
    else if (Index < R.Results.size())
      addRegister(Results, R.Results[Index]);
  }
}

void InstructionCracker::addOperation(const StaticInstruction &S,
                                      const Registers &R, bool FeedsStore) {
  bool IsAccess =
      S.Class == InstructionClass::Load || S.Class == InstructionClass::Store;
  Part &P = addPart(S, S.Branch != BranchKind::None ? InstructionClass::Branch
                       : IsAccess ? InstructionClass::IntegerALU
                                  : S.Class);
  CrackedInstruction &I = P.Instruction;
  I.Branch = S.Branch;
  for (size_t Load = 0; Load != R.Loads.size(); ++Load)
    addRegister(I.Sources, loaded(Load));
  addRegisters(I.Sources, R.Execute);
  // Without an access, what forms an address is an operand like others.
  if (R.Loads.empty() && R.Stores.empty())
    addRegisters(I.Sources, R.Address);
  if (FeedsStore)
    addRegister(I.Destinations, Computed);
  addRegisters(I.Destinations, R.Results);
}

void InstructionCracker::addStores(const StaticInstruction &S,
                                   const Registers &R, bool HasOperation) {
  for (unsigned Operand : R.Stores) {
    Part &P = addPart(S, InstructionClass::Store);
    P.Operand = Operand;
    P.Instruction.DataBytes =
        std::min<uint32_t>(Table.memory(S)[Operand].Bytes, 255);
    auto &Sources = P.Instruction.Sources;
    addRegisters(Sources, R.Address);
    addRegisters(Sources, R.StoreData);
    if (HasOperation)
      addRegister(Sources, Computed);
    else
      for (size_t Load = 0; Load != R.Loads.size(); ++Load)
        addRegister(Sources, loaded(Load));
    // Nothing but the store computes what it writes.
    if (!HasOperation && S.Class == InstructionClass::Store)
      addRegisters(Sources, R.Execute);
  }
}

void InstructionCracker::crack(const StaticInstruction &S) {
  Registers R;
  for (const RegisterRead &Read : Table.reads(S)) {
    auto &List = Read.Stage == ReadStage::Address     ? R.Address
                 : Read.Stage == ReadStage::StoreData ? R.StoreData
                                                      : R.Execute;
    List.push_back(number(Read.Unit));
  }
  for (const RegisterWrite &Write : Table.writes(S))
    (Write.FromAddress ? R.Bases : R.Results).push_back(number(Write.Unit));
  for (auto [Index, M] : llvm::enumerate(Table.memory(S)))
    (M.IsStore ? R.Stores : R.Loads).push_back(Index);

  bool IsBranch = S.Branch != BranchKind::None;
  bool IsPureLoad = S.Class == InstructionClass::Load && R.Stores.empty() &&
                    !R.Loads.empty() && R.Execute.empty();
  bool IsPureStore = S.Class == InstructionClass::Store && R.Loads.empty() &&
                     !R.Stores.empty() && R.Results.empty();
  bool OnlyCopies = !R.Loads.empty() && !R.Stores.empty() &&
                    R.Execute.empty() && R.Results.empty();
  bool HasOperation = !IsBranch && !IsPureLoad && !IsPureStore && !OnlyCopies;
  addLoads(S, R, IsPureLoad);
  if (HasOperation)
    addOperation(S, R, !R.Stores.empty());
  addStores(S, R, HasOperation);
  // What the stack engine does takes no unit and no time (Intel 64 and IA-32
  // Architectures Optimization Reference Manual, 2.5.2.5); other addresses that
  // an access updates are an addition of their own.
  if (!R.Bases.empty() && !Naming.HasStackEngine) {
    Part &P = addPart(S, InstructionClass::IntegerALU);
    addRegisters(P.Instruction.Sources, R.Address);
    addRegisters(P.Instruction.Destinations, R.Bases);
  }
  // Control leaves last.
  if (IsBranch)
    addOperation(S, R, false);
  llvm::StringRef Name = Table.Strings[S.Mnemonic];
  // The kernel runs in between.
  if (S.has(StaticInstruction::Serializing) || Name == "syscall" ||
      Name == "svc" || Name == "ecall")
    Parts.back().Instruction.Flags |= CrackedInstruction::Barrier;
}

const InstructionCracker::Recipe &InstructionCracker::recipe(uint32_t Entry) {
  if (Entry >= Recipes.size())
    Recipes.resize(Table.Instructions.size());
  Recipe &R = Recipes[Entry];
  if (!R.Known) {
    R.Known = true;
    R.FirstPart = Parts.size();
    crack(Table.Instructions[Entry]);
    R.NumParts = Parts.size() - R.FirstPart;
  }
  return R;
}

void InstructionCracker::append(uint32_t Entry, bool Taken,
                                ArrayRef<uint64_t> Addresses,
                                std::vector<CrackedInstruction> &Out) {
  const Recipe &R = recipe(Entry);
  size_t Begin = Out.size();
  for (const Part &P : ArrayRef(Parts).slice(R.FirstPart, R.NumParts)) {
    if (P.Operand >= 0 && Addresses[P.Operand] == 0)
      continue;
    Out.push_back(P.Instruction);
    if (P.Operand >= 0)
      Out.back().DataAddress = Addresses[P.Operand];
    if (Out.back().isBranch() && Taken)
      Out.back().Flags |= CrackedInstruction::Taken;
  }
  if (Begin != Out.size()) {
    Out[Begin].Flags &= ~CrackedInstruction::Continued;
    return;
  }
  // An access that a mask suppressed takes its place all the same.
  CrackedInstruction Nothing = Parts[R.FirstPart].Instruction;
  Nothing.Class = InstructionClass::IntegerALU;
  Nothing.DataBytes = 0;
  Out.push_back(Nothing);
}
