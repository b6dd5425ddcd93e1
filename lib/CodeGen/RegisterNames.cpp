//===- RegisterNames.cpp - Registers of register units --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterNames.h"
#include "TargetModelImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace rafter {

/// Letters, then nothing but digits: X5, Z7, XMM12.
static bool isNumbered(StringRef Name, StringRef Letters) {
  return Name.consume_front(Letters) && !Name.empty() && all_of(Name, isDigit);
}

/// How much Name is the name of a whole register: not of a part (EAX, W3), nor
/// of several (X0_X1, ZMM0 for what programs know as XMM0).
static bool isWhole(StringRef Name, InstructionSet Set) {
  switch (Set) {
  case InstructionSet::X86:
    return isNumbered(Name, "XMM") || isNumbered(Name, "R") ||
           is_contained(
               {"RAX", "RBX", "RCX", "RDX", "RSI", "RDI", "RBP", "RSP"}, Name);
  case InstructionSet::AArch64:
    return isNumbered(Name, "X") || isNumbered(Name, "Z") ||
           isNumbered(Name, "P") || is_contained({"FP", "LR", "SP"}, Name);
  case InstructionSet::RISCV:
    return isNumbered(Name, "X") || isNumbered(Name, "V") ||
           (Name.starts_with("F") && Name.ends_with("_D"));
  case InstructionSet::Other:
    break;
  }
  return false;
}

static std::string wholeName(const TargetModel::Impl &M, MCRegUnit Unit) {
  const MCRegisterInfo &Registers = *M.Registers;
  MCRegUnitRootIterator Root(Unit, &Registers);
  for (MCPhysReg R : Registers.superregs_inclusive(*Root))
    if (isWhole(Registers.getName(R), M.Set))
      return Registers.getName(R);
  return Registers.getName(*Root);
}

std::vector<std::string> wholeRegisterNames(const TargetModel &Model) {
  const TargetModel::Impl &M = Model.impl();
  std::vector<std::string> Names;
  for (unsigned Unit = 0; Unit != M.Registers->getNumRegUnits(); ++Unit)
    Names.push_back(wholeName(M, static_cast<MCRegUnit>(Unit)));
  Names.push_back("CF");
  return Names;
}

} // namespace rafter
