//===- FormTable.h - The instructions of a CPU, by operands -*- C++ -*-//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What can be measured of an x86-64 CPU: every opcode that LLVM's tables have
// for it, with a place for each operand, but those whose time is not their own
// or that a program must not execute.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CODEGEN_FORMTABLE_H
#define RAFTER_CODEGEN_FORMTABLE_H

#include "rafter/CodeGen/InstructionBuilder.h"
#include "rafter/Inference/MeasuredMixes.h"

namespace rafter {

/// Why an opcode has no form.
enum class FormExclusion : uint8_t {
  ControlFlow,
  System,
  Serializing,
  X87State,
  StackPointer,
  FixedRegister,
  Locked,
  PastCaches,
  VectorIndex,
  Masked,
  Rounding,
  Operand,
  OtherEncoding,
};

/// In words, for a table: "jumps, calls and traps".
llvm::StringRef describe(FormExclusion Why);

struct ExcludedOpcode {
  std::string Opcode;
  FormExclusion Why;
};

struct FormTable {
  /// By text. Beyond the notation of PMEvo, "((REG:R:K:64))" is a mask
  /// register, and general registers have 8, 16, 32 or 64 bits, vectors 128,
  /// 256 or 512.
  std::vector<InstructionForm> Forms;
  /// In the order of LLVM's opcodes. Pseudo instructions and what the CPU has
  /// not are not among them.
  std::vector<ExcludedOpcode> Excluded;
};

/// The forms of Model's CPU. A form is printed by LLVM and is taken only if
/// LLVM's assembler makes the same opcode of it again, so that each is written
/// in one way. Conditions are represented by e, a, b and l. An error for
/// another target than x86-64.
llvm::Expected<FormTable> generateForms(const TargetModel &Model);

} // namespace rafter

#endif // RAFTER_CODEGEN_FORMTABLE_H
