//===- Latencies.cpp - What the reference core fixes ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/Latencies.h"
#include "llvm/Support/ErrorHandling.h"

using namespace rafter;

IssueQueue rafter::issueQueue(InstructionClass Class) {
  switch (Class) {
  case InstructionClass::Load:
  case InstructionClass::Store:
    return IssueQueue::Memory;
  case InstructionClass::FloatAdd:
  case InstructionClass::FloatMultiply:
  case InstructionClass::FloatFusedMultiplyAdd:
  case InstructionClass::FloatDivide:
  case InstructionClass::VectorInteger:
  case InstructionClass::Shuffle:
  case InstructionClass::Convert:
    return IssueQueue::Float;
  case InstructionClass::IntegerALU:
  case InstructionClass::IntegerMultiply:
  case InstructionClass::IntegerDivide:
  case InstructionClass::Branch:
  case InstructionClass::Transfer:
  case InstructionClass::Other:
    return IssueQueue::Integer;
  }
  llvm_unreachable("unknown class");
}

unsigned rafter::executionLatency(InstructionClass Class) {
  switch (Class) {
  case InstructionClass::IntegerALU:
  case InstructionClass::Branch:
  case InstructionClass::Store:
  case InstructionClass::Other:
    return 1;
  // 2 for 32 bits, 4 for 64 bits where the upper half waits.
  case InstructionClass::IntegerMultiply:
    return 3;
  // 5 to 12 for 32 bits, 5 to 20 for 64 bits.
  case InstructionClass::IntegerDivide:
    return 12;
  case InstructionClass::FloatAdd:
  case InstructionClass::VectorInteger:
  case InstructionClass::Shuffle:
    return 2;
  case InstructionClass::FloatMultiply:
  case InstructionClass::Convert:
  case InstructionClass::Transfer:
    return 3;
  case InstructionClass::FloatFusedMultiplyAdd:
    return 4;
  // 7 to 10 for 32 bits, 7 to 15 for 64 bits.
  case InstructionClass::FloatDivide:
    return 10;
  case InstructionClass::Load:
    return LoadLatency[0];
  }
  llvm_unreachable("unknown class");
}
