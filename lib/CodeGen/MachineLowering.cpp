//===- MachineLowering.cpp - From MachineInstr to MCInst ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuilderState.h"
#include "llvm/CodeGen/MachineInstr.h"

using namespace llvm;

namespace rafter {

TableRange InstructionBuilder::addBlock(ArrayRef<const MachineInstr *>,
                                        uint32_t) {
  TableRange Range;
  Range.Begin = Range.End = Current->Table.Instructions.size();
  return Range;
}

} // namespace rafter
