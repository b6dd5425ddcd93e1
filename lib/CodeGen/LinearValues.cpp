//===- LinearValues.cpp - Sums of registers -------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace rafter {

uint16_t LinearValues::unitOf(MCRegister R) const {
  if (!R.isValid())
    return LinearValue::NoUnit;
  return static_cast<unsigned>(*Model.Registers->regunits(R).begin());
}

/// Zero registers are no unit.
uint16_t LinearValues::unitOf(const Description &D, unsigned I) const {
  if (!D.isRegister(I))
    return LinearValue::NoUnit;
  MCRegister R = D.Inst->getOperand(I).getReg();
  StringRef Name = Model.Registers->getName(R);
  bool IsZero = Name == "XZR" || Name == "WZR" ||
                (Model.Set == InstructionSet::RISCV && Name == "X0");
  return IsZero ? LinearValue::NoUnit : unitOf(R);
}

std::optional<LinearValue> LinearValues::ofRegister(const Description &D,
                                                    unsigned I) const {
  if (!D.isRegister(I))
    return std::nullopt;
  LinearValue V;
  V.Base = unitOf(D, I);
  return V;
}

std::optional<LinearValue> LinearValues::sumOf(const Description &D,
                                               unsigned Base, unsigned Index,
                                               int64_t Scale) const {
  Value V = ofRegister(D, Base);
  if (!V || !D.isRegister(Index))
    return std::nullopt;
  V->Index = unitOf(D, Index);
  V->Scale = Scale;
  return V;
}

/// An immediate, or a symbol, which is far from all others.
std::optional<LinearValue> LinearValues::constantOf(const Description &D,
                                                    unsigned I) const {
  LinearValue V;
  if (std::optional<int64_t> Number = immediate(D, I)) {
    V.Constant = *Number;
    return V;
  }
  if (I >= D.Inst->getNumOperands() || !D.Inst->getOperand(I).isExpr())
    return std::nullopt;
  const MCExpr *E = D.Inst->getOperand(I).getExpr();
  if (auto *Sum = dyn_cast<MCBinaryExpr>(E);
      Sum && Sum->getOpcode() == MCBinaryExpr::Add)
    if (auto *Offset = dyn_cast<MCConstantExpr>(Sum->getRHS())) {
      V.Constant = Offset->getValue();
      E = Sum->getLHS();
    }
  if (auto *Constant = dyn_cast<MCConstantExpr>(E))
    return plus(V, Constant->getValue());
  std::string Text;
  raw_string_ostream Stream(Text);
  Model.AsmInfo->printExpr(Stream, *E);
  return plus(V, static_cast<int64_t>(xxh3_64bits(Text) << 12));
}

void LinearValues::setResult(Description &D, MCRegister R,
                             const Value &V) const {
  if (!V || !R.isValid())
    return;
  uint32_t Number = number(D, V);
  for (MCRegUnit Unit : Model.Registers->regunits(R))
    for (RegisterWrite &W : D.Writes)
      if (W.Unit == static_cast<unsigned>(Unit))
        W.Value = Number;
}

void LinearValues::describe(Description &D, uint64_t NextAddress) const {
  switch (Model.Set) {
  case InstructionSet::X86:
    return describeX86(D, NextAddress);
  case InstructionSet::AArch64:
    return describeAArch64(D);
  case InstructionSet::RISCV:
    return describeRISCV(D);
  case InstructionSet::Other:
    return;
  }
}

/// The result of moves and sums (Arm ARM, C6.2).
std::optional<LinearValue>
LinearValues::resultAArch64(const Description &D) const {
  StringRef Name = D.Name;
  bool Subtracts = Name.starts_with("SUB");
  if (Name.starts_with("ADD") || Subtracts) {
    StringRef Rest = Name.drop_front(3);
    Rest.consume_front("S");
    if (!Rest.consume_front("X") && !Rest.consume_front("W"))
      return std::nullopt;
    std::optional<int64_t> Last = immediate(D, 3);
    if (Rest == "ri") {
      Value V = ofRegister(D, 1), Amount = constantOf(D, 2);
      if (!V || !Amount)
        return std::nullopt;
      int64_t Sum = static_cast<uint64_t>(Amount->Constant)
                    << (Last.value_or(0) & 63);
      return plus(*V, Subtracts ? -Sum : Sum);
    }
    // A shift to the left, or an extension and one.
    int64_t Shift = Last.value_or(0);
    if (Rest == "rs" && Shift > 63)
      return std::nullopt;
    if (Rest.starts_with("rx"))
      Shift &= 7;
    if (Rest == "rr" || Rest == "rs" || Rest.starts_with("rx"))
      return sumOf(D, 1, 2, (Subtracts ? -1 : 1) * (int64_t(1) << Shift));
    return std::nullopt;
  }
  if (Name == "ORRXrs" || Name == "ORRWrs")
    return D.isRegister(1) && unitOf(D, 1) == LinearValue::NoUnit &&
                   immediate(D, 3) == 0
               ? ofRegister(D, 2)
               : std::nullopt;
  if (Name == "MOVZXi" || Name == "MOVZWi") {
    Value V = constantOf(D, 1);
    if (V)
      V->Constant = static_cast<uint64_t>(V->Constant)
                    << (immediate(D, 2).value_or(0) & 63);
    return V;
  }
  if (Name == "ADRP" || Name == "ADR")
    return constantOf(D, 1);
  if (Name == "SBFMXri" && immediate(D, 2) == 0 && immediate(D, 3) == 31)
    return ifAny(ofRegister(D, 1), sign);
  bool IsShift = Name == "UBFMXri" || Name == "UBFMWri";
  if (IsShift && immediate(D, 2) && immediate(D, 3)) {
    int64_t Width = Name == "UBFMXri" ? 64 : 32;
    int64_t Shift = Width - 1 - *immediate(D, 3);
    if (*immediate(D, 2) != (Width - Shift) % Width || !D.isRegister(1))
      return std::nullopt;
    LinearValue V;
    V.Index = unitOf(D, 1);
    V.Scale = int64_t(1) << Shift;
    return V;
  }
  if (Name.starts_with("LDRX") && D.Memory.size() == 1)
    return loaded();
  return std::nullopt;
}

void LinearValues::describeAArch64(Description &D) const {
  bool IsNarrow = D.Name.contains('W') && !D.Name.contains('X') && !D.loads();
  auto Shape = [&](const LinearValue &V) { return IsNarrow ? narrow(V) : V; };
  Value Result = ifAny(resultAArch64(D), Shape);
  Value Base = D.NumAddress != 0 ? ofRegister(D, D.FirstAddress) : std::nullopt;
  // The result of a pre- or post-indexed access is behind the base.
  bool IsPre = D.Name.ends_with("pre");
  bool IsPost = D.Name.contains("post") || D.Name.contains("POST");
  unsigned NumDefs = D.Desc->getNumDefs();
  if (NumDefs == 1 || (NumDefs == 2 && (IsPre || IsPost) && D.loads()))
    if (D.isRegister(NumDefs - 1) && !(D.stores() && NumDefs == 1))
      setResult(D, D.Inst->getOperand(NumDefs - 1).getReg(), Result);
  if (D.Memory.size() != 1 || !Base)
    return;
  MemoryOperand &M = D.Memory.front();
  unsigned Next = D.FirstAddress + 1;
  Value Moved;
  bool IsPair = D.Name.starts_with("LDP") || D.Name.starts_with("STP") ||
                D.Name.starts_with("LDNP") || D.Name.starts_with("STNP");
  if (std::optional<int64_t> Offset = immediate(D, Next);
      Offset && D.NumAddress == 2) {
    bool IsScaled = D.Name.ends_with("ui");
    int64_t Unit = IsPair ? M.Bytes / 2 : IsScaled ? M.Bytes : 1;
    Moved = plus(*Base, *Offset * Unit);
  } else if (D.NumAddress == 1) {
    Moved = Base;
  } else if (D.isRegister(Next)) {
    // Index, sign extension, and whether it is scaled.
    bool IsScaled = immediate(D, Next + 2).value_or(0) != 0;
    Moved = sumOf(D, D.FirstAddress, Next, IsScaled ? M.Bytes : 1);
    // Structures move on by their size where no register says.
    if (IsPost && unitOf(D, Next) == LinearValue::NoUnit)
      Moved = plus(*Base, M.Bytes);
  } else if (D.NumAddress == 2) {
    if (Value Symbol = constantOf(D, Next))
      Moved = plus(*Base, Symbol->Constant);
  }
  if (IsPre || IsPost)
    setResult(D, D.Inst->getOperand(D.FirstAddress).getReg(), Moved);
  M.Address = number(D, IsPost ? Base : Moved);
  bool IsGeneral = D.Name.starts_with("STRX") || D.Name.starts_with("STURX");
  if (M.IsStore && IsGeneral)
    M.Data = number(D, ofRegister(D, D.FirstAddress - 1));
}

//===----------------------------------------------------------------------===//
// RISC-V
//===----------------------------------------------------------------------===//

std::optional<LinearValue>
LinearValues::resultRISCV(const Description &D) const {
  StringRef Name = D.Name;
  bool IsShort = Name.consume_front("C_");
  // Of compressed ones, the source is the destination: operand 1 as well.
  if (is_contained({"ADDI", "ADDIW", "ADDI4SPN", "ADDI16SP", "ADDI_NOP"},
                   Name)) {
    Value V = ofRegister(D, 1), Amount = constantOf(D, 2);
    return V && Amount ? Value(plus(*V, Amount->Constant)) : std::nullopt;
  }
  if (Name == "MV" && IsShort)
    return ofRegister(D, 1);
  if (Name == "LI" || Name == "LUI" || Name == "AUIPC")
    return constantOf(D, 1);
  if (Name == "ADD" || Name == "ADDW")
    return sumOf(D, 1, 2);
  if (Name == "SUB" || Name == "SUBW")
    return sumOf(D, 1, 2, -1);
  // Zba: the shifted operand comes first.
  unsigned Shift = StringSwitch<unsigned>(Name)
                       .Case("SH1ADD", 1)
                       .Case("SH2ADD", 2)
                       .Case("SH3ADD", 3)
                       .Default(0);
  if (Shift != 0)
    return sumOf(D, 2, 1, int64_t(1) << Shift);
  if (std::optional<int64_t> Amount = immediate(D, 2);
      Name == "SLLI" && Amount && *Amount < 64 && D.isRegister(1)) {
    LinearValue V;
    V.Index = unitOf(D, 1);
    V.Scale = int64_t(1) << *Amount;
    return V;
  }
  if (is_contained({"LD", "LDSP"}, Name))
    return loaded();
  return std::nullopt;
}

void LinearValues::describeRISCV(Description &D) const {
  bool IsWord = D.Name == "ADDW" || D.Name == "SUBW" || D.Name == "C_ADDW" ||
                D.Name == "ADDIW" || D.Name == "C_ADDIW" || D.Name == "C_SUBW";
  Value Result = resultRISCV(D);
  if (D.Desc->getNumDefs() == 1 && D.isRegister(0))
    setResult(D, D.Inst->getOperand(0).getReg(),
              IsWord ? ifAny(Result, sign) : Result);
  if (D.Memory.size() != 1 || D.NumAddress == 0)
    return;
  Value Address = ofRegister(D, D.FirstAddress);
  if (Address && D.NumAddress == 2)
    if (Value Offset = constantOf(D, D.FirstAddress + 1))
      Address = plus(*Address, Offset->Constant);
  MemoryOperand &M = D.Memory.front();
  M.Address = number(D, Address);
  bool IsDouble = D.Name == "SD" || D.Name == "C_SD" || D.Name == "C_SDSP";
  if (M.IsStore && IsDouble)
    M.Data = number(D, ofRegister(D, 0));
}

} // namespace rafter
