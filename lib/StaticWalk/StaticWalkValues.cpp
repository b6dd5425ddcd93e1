//===- StaticWalkValues.cpp - Values and operations of the walk -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slots for values, operations for instructions: the half of the compiler that
// knows no control flow.
//
//===----------------------------------------------------------------------===//

#include "StaticWalkCompiler.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace rafter::walk {

using Kind = Rule::Kind;

Slot Compiler::newSlot(unsigned Bits, uint64_t Initial) {
  Code.Frame.push_back(Initial & maskOf(Bits));
  Code.Widths.push_back(Bits);
  return Code.Frame.size() - 1;
}

Slot Compiler::constant(uint64_t Value) {
  // DenseMap reserves the two highest keys.
  if (Value >= ~uint64_t(1))
    return newSlot(64, Value);
  auto [It, New] = Constants.try_emplace(Value, 0);
  if (New)
    It->second = newSlot(64, Value);
  return It->second;
}

uint64_t Compiler::valueOfConstant(const Rule &R) {
  return ((R.Base ? U.addressOf(*R.Base) : 0) + uint64_t(R.Immediate)) &
         maskOf(R.Bits);
}

/// The address of a load that is always the same, for telling locations apart.
static uint64_t locationOf(const Value &Object, Unknowns &U, const Plan &P) {
  int64_t Offset = 0;
  if (auto *Load = dyn_cast<LoadInst>(&Object))
    if (const Value *Base = fixedLocation(*Load, P, Offset))
      return U.valueAt(*Load, locationOf(*Base, U, P) + uint64_t(Offset));
  return U.addressOf(Object);
}

/// What an Unknown value holds from the beginning.
uint64_t Compiler::unknown(const Value &V) {
  if (bitsOf(V) == 0)
    return 0;
  if (isa<Argument>(V) && !P.isRoot())
    return 0; // Comes with the call.
  if (P.isData(V))
    return V.getType()->isPtrOrPtrVectorTy() ? U.addressOf(V) : 0;
  if (auto *Call = dyn_cast<CallBase>(&V); Call && P.callee(*Call))
    return 0; // Comes with the return.
  int64_t Offset = 0;
  if (auto *Load = dyn_cast<LoadInst>(&V))
    if (const Value *Object = fixedLocation(*Load, P, Offset))
      return U.valueAt(*Load, locationOf(*Object, U, P) + uint64_t(Offset));
  return U.valueOf(V);
}

Slot Compiler::slotOf(Lane Element) {
  Rule R = ruleOf(Element);
  while (R.How == Kind::Alias) {
    Element = R.Operands.front();
    R = ruleOf(Element);
  }
  if (R.How == Kind::Constant)
    return constant(valueOfConstant(R));
  auto [It, New] = Slots.try_emplace(Element, 0);
  if (!New)
    return It->second;
  Slot S =
      newSlot(R.Code == Opcode::Compare && R.How == Kind::Simple ? 1 : R.Bits);
  Slots[Element] = S;
  if (R.How == Kind::Unknown)
    Code.Frame[S] = unknown(*Element.first) & maskOf(R.Bits);
  return S;
}

/// Dst = base + indices * scales + offset.
void Compiler::emitAddress(const Rule &R, Slot Dst) {
  Slot From = slotOf(R.Operands.front());
  for (size_t I = 1; I != R.Operands.size(); ++I) {
    Operation O{Opcode::MultiplyAdd};
    O.Dst = Dst;
    O.A = From;
    O.B = slotOf(R.Operands[I]);
    O.Aux = bitsOf(*R.Operands[I].first);
    O.Immediate = R.Scales[I - 1];
    emit(O);
    From = Dst;
  }
  if (R.Immediate == 0 && From == Dst)
    return;
  Operation O{Opcode::Add};
  O.Dst = Dst;
  O.A = From;
  O.B = constant(uint64_t(R.Immediate));
  emit(O);
}

/// The bytes of a constant global; those that are not known count as 0.
static std::vector<uint8_t> bytesOf(const GlobalVariable &G) {
  const DataLayout &DL = G.getDataLayout();
  uint64_t Size = DL.getTypeAllocSize(G.getValueType());
  std::vector<uint8_t> Bytes(Size);
  Type *Byte = Type::getInt8Ty(G.getContext());
  for (uint64_t I = 0; I != Size; ++I) {
    Constant *C = ConstantFoldLoadFromConst(
        const_cast<Constant *>(G.getInitializer()), Byte, APInt(64, I), DL);
    auto *Value = dyn_cast_or_null<ConstantInt>(C);
    Bytes[I] = Value ? Value->getZExtValue() : 0;
  }
  return Bytes;
}

void Compiler::emitElement(Lane Element) {
  Rule R = ruleOf(Element);
  if (R.How == Kind::Constant || R.How == Kind::Alias || R.How == Kind::Phi ||
      R.How == Kind::Unknown)
    return;
  Slot Dst = slotOf(Element);
  if (R.How == Kind::Address)
    return emitAddress(R, Dst);
  Operation O{R.Code};
  O.Bits = R.Bits;
  O.Aux = R.Aux;
  O.Dst = Dst;
  O.Immediate = R.Immediate;
  Slot *Operand[] = {&O.A, &O.B, &O.C};
  for (size_t I = 0; I != R.Operands.size(); ++I)
    *Operand[I] = slotOf(R.Operands[I]);
  if (R.How == Kind::Table) {
    auto [It, New] = Tables.try_emplace(R.Base, Code.Tables.size());
    if (New)
      Code.Tables.push_back(
          {U.addressOf(*R.Base), bytesOf(*cast<GlobalVariable>(R.Base))});
    O.Immediate = It->second;
  }
  emit(O);
}

void Compiler::emitInstruction(const Instruction &I) {
  auto It = Elements.find(&I);
  if (It == Elements.end())
    return;
  for (unsigned Index : It->second)
    emitElement({&I, Index});
}

/// The slot that holds an access's address when its block has been executed.
Slot Compiler::addressSlot(const AddressOperand &A) {
  Lane Element = P.addressOf(A);
  if (const Value *Source = P.slice().dataSource(Element);
      Source && !P.isRandom(A)) {
    Place At = placeOf(*Source);
    U.assume(*A.Access,
             "the address depends on data" +
                 (At.Line ? " of line " + std::to_string(At.Line) : "") +
                 "; assumed: always the same data (hits L1)",
             Assumed::Value);
  }
  Slot S = slotOf(Element);
  if (P.isRandom(A)) {
    U.assume(*A.Access,
             "the address depends on data; assumed: random within " +
                 std::to_string(Options.RandomBytes) + " bytes",
             Assumed::Value);
    Operation O{Opcode::RandomAddress};
    O.A = S;
    O.B = constant(8);
    O.Immediate = int64_t(Options.RandomBytes);
    O.Dst = S = newSlot(64);
    emit(O);
  }
  if (A.Offset == 0)
    return S;
  Operation O{Opcode::Add};
  O.A = S;
  O.B = constant(A.Offset);
  O.Dst = newSlot(64);
  emit(O);
  return O.Dst;
}

} // namespace rafter::walk
