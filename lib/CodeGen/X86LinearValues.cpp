//===- X86LinearValues.cpp - Sums of registers on x86 ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearParts.h"
#include "RegisterOperands.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace rafter {

/// Base, scale, index and displacement from operand First on.
std::optional<LinearValue>
LinearValues::addressX86(const Description &D, unsigned First,
                         uint64_t NextAddress) const {
  if (First + 4 >= D.Inst->getNumOperands())
    return std::nullopt;
  Value V = constantOf(D, First + 3);
  if (!V)
    return std::nullopt;
  if (D.isRegister(First)) {
    if (D.Inst->getOperand(First).getReg() ==
        Model.Registers->getProgramCounter())
      V->Constant += D.Inst->getOperand(First + 3).isImm() ? NextAddress : 0;
    else
      V->Base = unitOf(D, First);
  }
  // A vector of indices is no sum.
  if (D.isRegister(First + 2)) {
    StringRef Name =
        Model.Registers->getName(D.Inst->getOperand(First + 2).getReg());
    if (Name.contains("MM"))
      return std::nullopt;
    V->Index = unitOf(D, First + 2);
    V->Scale = immediate(D, First + 1).value_or(1);
  }
  return V;
}

/// The result of moves, sums and address computations of 32 and 64 bits.
std::optional<LinearValue> LinearValues::resultX86(const Description &D,
                                                   uint64_t NextAddress) const {
  X86Name Parts = splitX86Name(D.Name);
  StringRef Base = Parts.Base, Form = Parts.Form;
  if (D.Name.starts_with("LEA"))
    return addressX86(D, 1, NextAddress);
  if (D.Name.starts_with("MOVSX64rr32"))
    return ifAny(ofRegister(D, 1), sign);
  if (D.Name.starts_with("MOVSX64rm32"))
    return sign(loaded());
  if ((Parts.Width != 32 && Parts.Width != 64) || D.Name.contains("_ND") ||
      D.Name.contains("_NF"))
    return std::nullopt;
  bool IsRegisters = Form.starts_with("rr"),
       IsImmediate = Form.starts_with("ri");
  if (Base == "MOV") {
    if (IsRegisters)
      return ofRegister(D, 1);
    if (IsImmediate)
      return constantOf(D, 1);
    return Form.starts_with("rm") ? Value(loaded()) : std::nullopt;
  }
  if ((Base == "XOR" || Base == "SUB") && IsRegisters && D.isRegister(1) &&
      D.isRegister(2) &&
      D.Inst->getOperand(1).getReg() == D.Inst->getOperand(2).getReg())
    return LinearValue();
  bool Subtracts = Base == "SUB";
  if (Base == "ADD" || Subtracts) {
    if (IsRegisters)
      return sumOf(D, 1, 2, Subtracts ? -1 : 1);
    // The short form for the accumulator names no register.
    bool IsShort = Form.starts_with("i");
    Value Amount = constantOf(D, IsShort ? 0 : 2);
    if (!Amount || (!IsShort && !IsImmediate))
      return std::nullopt;
    LinearValue V;
    V.Base = IsShort ? unitOf(D.Desc->implicit_defs().front()) : unitOf(D, 1);
    V.Constant = Subtracts ? -Amount->Constant : Amount->Constant;
    return V;
  }
  if ((Base == "INC" || Base == "DEC") && Form.starts_with("r"))
    return plus(*ofRegister(D, 1), Base == "INC" ? 1 : -1);
  bool Shifts = Base == "SHL", Multiplies = Base == "IMUL";
  if (Shifts || Multiplies) {
    std::optional<int64_t> Amount = immediate(D, 2);
    if (Shifts && Form.starts_with("r1"))
      Amount = 1;
    if (!Amount || !D.isRegister(1) || (Shifts && *Amount >= Parts.Width))
      return std::nullopt;
    LinearValue V;
    V.Index = unitOf(D, 1);
    V.Scale = Shifts ? int64_t(1) << *Amount : *Amount;
    return V;
  }
  return std::nullopt;
}

/// Push and pop move the stack pointer by what they access. A call comes back:
/// it leaves the pointer where it was.
void LinearValues::describeX86Stack(Description &D,
                                    const Value &Explicit) const {
  MCRegister Pointer = Model.RegisterRules->stackPointer();
  bool IsPush = D.Traits.Stack == StackAccess::Push;
  bool IsControl = D.Entry.Branch != BranchKind::None;
  bool IsLeave = D.Name.starts_with("LEAVE");
  LinearValue Top;
  Top.Base = unitOf(Pointer);
  if (IsLeave)
    for (MCPhysReg R : D.Desc->implicit_uses())
      if (!Model.RegisterRules->isStackPointer(R))
        Top.Base = unitOf(R);
  for (MemoryOperand &M : D.Memory) {
    if (M.AddressForm != MemoryOperand::StackForm) {
      M.Address = number(D, Explicit);
      continue;
    }
    int64_t Bytes = M.Bytes;
    M.Address = number(D, IsPush || IsControl ? plus(Top, -Bytes) : Top);
    if (IsPush && !IsControl && D.Memory.size() == 1)
      M.Data = number(D, D.isRegister(0) ? ofRegister(D, 0) : constantOf(D, 0));
    setResult(D, Pointer, IsControl ? Top : plus(Top, IsPush ? -Bytes : Bytes));
    if (!IsPush && !IsControl && !IsLeave && D.isRegister(0) &&
        D.Desc->getNumDefs() != 0)
      setResult(D, D.Inst->getOperand(0).getReg(), loaded());
    if (IsLeave)
      for (MCPhysReg R : D.Desc->implicit_defs())
        if (!Model.RegisterRules->isStackPointer(R))
          setResult(D, R, loaded());
  }
}

/// The direction flag is clear, as calls expect it; a repetition ends
/// somewhere.
void LinearValues::describeX86String(Description &D) const {
  bool Repeats = D.Entry.has(StaticInstruction::Microcoded);
  auto FindPointer = [&](StringRef Name) {
    for (ArrayRef<MCPhysReg> List :
         {D.Desc->implicit_uses(), D.Desc->implicit_defs()})
      for (MCPhysReg R : List)
        if (Name == Model.Registers->getName(R))
          return MCRegister(R);
    for (const MCOperand &O : *D.Inst)
      if (O.isReg() && O.getReg().isValid() &&
          Name == Model.Registers->getName(O.getReg()))
        return MCRegister(O.getReg());
    return MCRegister();
  };
  StringRef Name = D.Name;
  bool OnlyTo = Name.contains("STOS") || Name.contains("SCAS");
  for (MemoryOperand &M : D.Memory) {
    MCRegister R = FindPointer(M.IsStore || OnlyTo ? "RDI" : "RSI");
    if (!R.isValid())
      continue;
    LinearValue V;
    V.Base = unitOf(R);
    M.Address = number(D, V);
    if (!Repeats)
      setResult(D, R, plus(V, M.Bytes));
  }
}

void LinearValues::describeX86(Description &D, uint64_t NextAddress) const {
  Value Address = D.NumAddress != 0 ? addressX86(D, D.FirstAddress, NextAddress)
                                    : std::nullopt;
  if (D.Traits.Stack != StackAccess::None)
    return describeX86Stack(D, Address);
  if (D.Traits.IsString)
    return describeX86String(D);
  // Those of a gather are not one sum.
  if (D.Memory.size() <= 2)
    for (MemoryOperand &M : D.Memory)
      M.Address = number(D, Address);
  X86Name Parts = splitX86Name(D.Name);
  bool IsNarrow = Parts.Width == 32 && !D.Name.starts_with("LEA64r");
  auto Shape = [&](const LinearValue &V) { return IsNarrow ? narrow(V) : V; };
  bool Stores = Parts.Form.starts_with("m");
  if (!Stores) {
    if (D.Desc->getNumDefs() == 1 && D.isRegister(0))
      setResult(D, D.Inst->getOperand(0).getReg(),
                D.Name.starts_with("MOVSX64")
                    ? resultX86(D, NextAddress)
                    : ifAny(resultX86(D, NextAddress), Shape));
    else if (Parts.Form.starts_with("i") && !D.Desc->implicit_defs().empty())
      setResult(D, D.Desc->implicit_defs().front(),
                ifAny(resultX86(D, NextAddress), Shape));
    return;
  }
  // What is stored: a register, a number, or the old value and a number.
  if ((Parts.Width != 32 && Parts.Width != 64) || D.Memory.empty())
    return;
  Value Amount = constantOf(D, D.FirstAddress + D.NumAddress);
  Value Data;
  if (Parts.Base == "MOV")
    Data = Parts.Form.starts_with("mr")
               ? ofRegister(D, D.FirstAddress + D.NumAddress)
               : Amount;
  else if (Parts.Base == "INC" || Parts.Base == "DEC")
    Data = plus(loaded(), Parts.Base == "INC" ? 1 : -1);
  else if ((Parts.Base == "ADD" || Parts.Base == "SUB") &&
           Parts.Form.starts_with("mi") && Amount)
    Data = plus(loaded(),
                Parts.Base == "ADD" ? Amount->Constant : -Amount->Constant);
  D.Memory.back().Data = number(D, ifAny(Data, Shape));
}

} // namespace rafter
