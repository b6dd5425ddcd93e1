//===- InstructionBuilder.cpp - From MC to the instruction table ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuilderState.h"
#include "X86Prefixes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCExpr.h"

using namespace llvm;

namespace rafter {

BuilderContext::BuilderContext(const TargetModel::Impl &Model)
    : Model(Model), Context(Model.Triple, Model.AsmInfo.get(),
                            Model.Registers.get(), Model.Subtarget.get()),
      Disassembler(
          Model.Target->createMCDisassembler(*Model.Subtarget, Context)),
      Emitter(Model.Target->createMCCodeEmitter(*Model.Instructions, Context)) {
  setSyntax(Model.AsmInfo->getAssemblerDialect());
}

void BuilderContext::setSyntax(unsigned Variant) {
  Printer.reset(
      Model.Target->createMCInstPrinter(Model.Triple, Variant, *Model.AsmInfo,
                                        *Model.Instructions, *Model.Registers));
  if (Printer)
    Printer->setPrintBranchImmAsAddress(true);
}

void InstructionBuilder::setSyntax(unsigned Variant) {
  Current->Parts.setSyntax(Variant);
}

InstructionBuilder::State::State(const TargetModel::Impl &Model,
                                 InstructionTable &Table)
    : Parts(Model), Table(Table), Describer(Model) {
  ProgramCounter = Model.Registers->getProgramCounter();
  for (uint32_t I = 1; I < Table.Strings.size(); ++I)
    Strings.try_emplace(Table.Strings[I], I);
  for (uint32_t I = 1; I < Table.Functions.size(); ++I)
    Functions.try_emplace(Table.Functions[I], I);
  for (uint32_t I = 1; I < Table.Locations.size(); ++I) {
    const SourceLocation &L = Table.Locations[I];
    Locations.try_emplace(std::make_tuple(L.File, L.Line, L.Column), I);
  }
}

InstructionBuilder::InstructionBuilder(const TargetModel &Model,
                                       InstructionTable &Table)
    : Current(std::make_unique<State>(Model.impl(), Table)) {
  if (Table.Units.empty())
    Table.Units = Model.impl().Units.names();
  Table.NumRegisterUnits = Current->Describer.numRegisterUnits();
}

InstructionBuilder::~InstructionBuilder() = default;

uint32_t InstructionBuilder::State::intern(StringRef Text) {
  if (Text.empty())
    return 0;
  auto [Found, Inserted] = Strings.try_emplace(Text, Table.Strings.size());
  if (Inserted)
    Table.Strings.push_back(Text.str());
  return Found->second;
}

/// What decides about the entry of an instruction: opcode, flags, operands, and
/// where it stands if it says so relative to that.
std::string InstructionBuilder::State::keyOf(const MCInst &Inst,
                                             uint64_t Next) const {
  std::string Key;
  raw_string_ostream Stream(Key);
  Stream << Inst.getOpcode() << '/' << Inst.getFlags();
  const MCInstrDesc &Desc = Parts.Model.Instructions->get(Inst.getOpcode());
  bool IsRelative = Desc.isBranch() || Desc.isCall();
  for (unsigned I = 0; I < Inst.getNumOperands(); ++I) {
    const MCOperand &Operand = Inst.getOperand(I);
    if (I < Desc.getNumOperands() &&
        Desc.operands()[I].OperandType == MCOI::OPERAND_PCREL)
      IsRelative = true;
    if (Operand.isReg()) {
      Stream << 'r' << Operand.getReg().id();
      IsRelative |= Operand.getReg() == ProgramCounter;
    } else if (Operand.isImm())
      Stream << 'i' << Operand.getImm();
    else if (Operand.isSFPImm())
      Stream << 's' << Operand.getSFPImm();
    else if (Operand.isDFPImm())
      Stream << 'd' << Operand.getDFPImm();
    else if (Operand.isExpr()) {
      Stream << 'e';
      Parts.Model.AsmInfo->printExpr(Stream, *Operand.getExpr());
    }
    Stream << ',';
  }
  StringRef Name = Parts.Model.Instructions->getName(Inst.getOpcode());
  if (Parts.Model.Set == InstructionSet::AArch64 && Name.starts_with("ADR"))
    IsRelative = true;
  if (IsRelative)
    Stream << '@' << Next;
  return Key;
}

std::string InstructionBuilder::State::textOf(const MCInst &Inst,
                                              uint64_t Address) const {
  std::string Text;
  raw_string_ostream Stream(Text);
  if (Parts.Printer)
    Parts.Printer->printInst(&Inst, Address, "", *Parts.Model.Subtarget,
                             Stream);
  // "lock\taddq\t..." and "rep;movsb ...": one space each.
  std::replace(Text.begin(), Text.end(), '\t', ' ');
  if (Parts.Model.Set == InstructionSet::X86)
    std::replace(Text.begin(), Text.end(), ';', ' ');
  Text.erase(std::unique(Text.begin(), Text.end(),
                         [](char A, char B) { return A == ' ' && B == ' '; }),
             Text.end());
  return StringRef(Text).trim().str();
}

template <typename T>
static TableRange appendTo(std::vector<T> &Array, ArrayRef<T> Items) {
  TableRange Range;
  Range.Begin = Array.size();
  Array.insert(Array.end(), Items.begin(), Items.end());
  Range.End = Array.size();
  return Range;
}

/// The entry of D, its arrays in the table; without place and source.
StaticInstruction InstructionBuilder::State::commit(const Description &D,
                                                    const CodeLocation &Where) {
  StaticInstruction E = D.Entry;
  // Targets are relative to the next instruction on x86.
  bool IsX86 = Parts.Model.Set == InstructionSet::X86;
  std::string Text =
      textOf(*D.Inst, IsX86 ? Where.Address + Where.Bytes : Where.Address);
  E.Text = intern(Text);
  auto [First, Rest] = StringRef(Text).split(' ');
  bool IsPrefix = First == "lock" || First.starts_with("rep");
  StringRef Second = Rest.ltrim().split(' ').first;
  E.Mnemonic = intern(IsPrefix && !Second.empty() ? (First + " " + Second).str()
                                                  : First.str());
  E.Assumption = intern(D.Assumption);
  E.Reads = appendTo<RegisterRead>(Table.Reads, D.Reads);
  E.Writes = appendTo<RegisterWrite>(Table.Writes, D.Writes);
  E.Ports = appendTo<PortUse>(Table.Ports, D.Ports);
  E.Memory = appendTo<MemoryOperand>(Table.Memory, D.Memory);
  uint32_t Before = Table.Values.size() - 1;
  auto Renumber = [&](uint32_t &Number) { Number += Number != 0 ? Before : 0; };
  for (uint32_t W = E.Writes.Begin; W != E.Writes.End; ++W)
    Renumber(Table.Writes[W].Value);
  for (uint32_t M = E.Memory.Begin; M != E.Memory.End; ++M) {
    Renumber(Table.Memory[M].Address);
    Renumber(Table.Memory[M].Data);
  }
  append_range(Table.Values, D.Values);
  return E;
}

void InstructionBuilder::State::append(StaticInstruction Entry,
                                       const CodeLocation &Where) {
  Entry.Address = Where.Address;
  Entry.Bytes = Where.Bytes;
  Entry.Location = Where.Location;
  Entry.Function = Where.Function;
  Table.Instructions.push_back(Entry);
}

/// Whether Inst may be one half of a fused pair at all, before it is described.
static bool mayFuse(const TargetModel::Impl &Model, const MCInst &Branch) {
  return Model.CPU.Core.Fusion != MacroFusion::None &&
         Model.Instructions->get(Branch.getOpcode()).isConditionalBranch();
}

bool InstructionBuilder::State::appendPair(const MCInst &First,
                                           const MCInst &Second,
                                           const CodeLocation &FirstPlace,
                                           const CodeLocation &SecondPlace) {
  uint64_t FirstNext = FirstPlace.Address + FirstPlace.Bytes;
  uint64_t SecondNext = SecondPlace.Address + SecondPlace.Bytes;
  Description D1 = Describer.describe(First, FirstNext, false);
  Description D2 = Describer.describe(Second, SecondNext);
  if (!fuses(Parts.Model, D1, D2))
    return false;
  Describer.fuse(D1, D2);
  append(commit(D1, FirstPlace), FirstPlace);
  append(commit(D2, SecondPlace), SecondPlace);
  return true;
}

void InstructionBuilder::State::appendOne(const MCInst &Inst,
                                          const CodeLocation &Where) {
  uint64_t Next = Where.Address + Where.Bytes;
  std::string Key = keyOf(Inst, Next);
  auto Found = Cache.find(Key);
  if (Found == Cache.end()) {
    Description D = Describer.describe(Inst, Next);
    Found = Cache.try_emplace(Key, commit(D, Where)).first;
  }
  append(Found->second, Where);
}

TableRange InstructionBuilder::addBlock(ArrayRef<MCInst> Code,
                                        ArrayRef<CodeLocation> Where) {
  State &S = *Current;
  if (!hasPrefixes(S.Parts.Model, Code))
    return S.appendBlock(Code, Where);
  std::vector<MCInst> Merged(Code.begin(), Code.end());
  std::vector<CodeLocation> Places(Where.begin(), Where.end());
  mergePrefixes(S.Parts.Model, Merged, Places);
  return S.appendBlock(Merged, Places);
}

TableRange
InstructionBuilder::State::appendBlock(ArrayRef<MCInst> Code,
                                       ArrayRef<CodeLocation> Where) {
  TableRange Range;
  Range.Begin = Table.Instructions.size();
  for (size_t I = 0; I < Code.size(); ++I) {
    if (I + 1 < Code.size() && mayFuse(Parts.Model, Code[I + 1]) &&
        appendPair(Code[I], Code[I + 1], Where[I], Where[I + 1])) {
      ++I;
      continue;
    }
    appendOne(Code[I], Where[I]);
  }
  Range.End = Table.Instructions.size();
  return Range;
}

TableRange
InstructionBuilder::addBlock(ArrayRef<uint8_t> Bytes, uint64_t Address,
                             uint32_t Function,
                             function_ref<uint32_t(uint64_t)> LocationOf) {
  State &S = *Current;
  std::vector<MCInst> Code;
  std::vector<CodeLocation> Where;
  while (!Bytes.empty() && S.Parts.Disassembler) {
    MCInst Inst;
    uint64_t Size = 0;
    auto Status = S.Parts.Disassembler->getInstruction(Inst, Size, Bytes,
                                                       Address, nulls());
    if (Status != MCDisassembler::Success || !Size || Size > Bytes.size())
      break;
    Code.push_back(std::move(Inst));
    Where.push_back({Address, uint8_t(Size), LocationOf(Address), Function});
    Bytes = Bytes.drop_front(Size);
    Address += Size;
  }
  TableRange Range = addBlock(Code, Where);
  if (!Bytes.empty()) {
    S.appendAssumed("(undecodable)",
                    "bytes that are no instruction: taken for one "
                    "micro-operation of latency 1, like an addition",
                    {Address, uint8_t(std::min<size_t>(Bytes.size(), 255)),
                     LocationOf(Address), Function});
    Range.End = S.Table.Instructions.size();
  }
  return Range;
}

void InstructionBuilder::State::appendAssumed(StringRef Text,
                                              StringRef Assumption,
                                              const CodeLocation &Where) {
  StaticInstruction Entry;
  Entry.Flags = StaticInstruction::Assumed;
  Entry.Class = InstructionClass::Other;
  Entry.Text = Entry.Mnemonic = intern(Text);
  Entry.Assumption = intern(Assumption);
  Entry.Ports = appendTo<PortUse>(Table.Ports, Parts.Model.PlainPorts);
  append(Entry, Where);
}

uint32_t InstructionBuilder::addFunction(StringRef Name) {
  State &S = *Current;
  auto [Found, Inserted] =
      S.Functions.try_emplace(Name, S.Table.Functions.size());
  if (Inserted)
    S.Table.Functions.push_back(Name.str());
  return Found->second;
}

uint32_t InstructionBuilder::addLocation(const SourceLocation &Where) {
  if (!Where.isValid())
    return 0;
  State &S = *Current;
  auto Key = std::make_tuple(Where.File, Where.Line, Where.Column);
  auto [Found, Inserted] =
      S.Locations.try_emplace(Key, S.Table.Locations.size());
  if (Inserted)
    S.Table.Locations.push_back(Where);
  return Found->second;
}

} // namespace rafter
