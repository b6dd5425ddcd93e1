//===- InstructionClass.cpp - Names of classes and kinds ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/Instruction.h"

using namespace rafter;

const char *rafter::name(InstructionClass C) {
  switch (C) {
  case InstructionClass::IntegerALU:
    return "integer ALU";
  case InstructionClass::IntegerMultiply:
    return "integer multiply";
  case InstructionClass::IntegerDivide:
    return "integer divide";
  case InstructionClass::Branch:
    return "branch";
  case InstructionClass::Load:
    return "load";
  case InstructionClass::Store:
    return "store";
  case InstructionClass::FloatAdd:
    return "float add";
  case InstructionClass::FloatMultiply:
    return "float multiply";
  case InstructionClass::FloatFusedMultiplyAdd:
    return "float fused multiply-add";
  case InstructionClass::FloatDivide:
    return "float divide";
  case InstructionClass::VectorInteger:
    return "vector integer";
  case InstructionClass::Shuffle:
    return "shuffle";
  case InstructionClass::Convert:
    return "convert";
  case InstructionClass::Transfer:
    return "transfer";
  case InstructionClass::Other:
    return "other";
  }
  return "unknown";
}

const char *rafter::name(OperationKind K) {
  static constexpr const char *Names[NumOperationKinds] = {
      "move", "add", "mul", "fma", "div", "sqrt", "load", "store", "integer"};
  return Names[static_cast<unsigned>(K)];
}
