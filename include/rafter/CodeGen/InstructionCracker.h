//===- InstructionCracker.h - To instructions without a CPU ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns executions of an instruction table into CrackedInstructions: loads,
// operation and stores of an instruction become one each, joined by temporary
// registers.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CODEGEN_INSTRUCTIONCRACKER_H
#define RAFTER_CODEGEN_INSTRUCTIONCRACKER_H

#include "rafter/CodeGen/InstructionBuilder.h"
#include "rafter/Stream/CrackedInstruction.h"
#include "llvm/ADT/StringMap.h"

namespace rafter {

/// What instruction tables do not tell of their instruction set.
struct RegisterNaming {
  /// For each register unit the register that it is a part of.
  std::vector<std::string> UnitNames;
  /// What push, pop, call and return do to the stack pointer takes no unit.
  bool HasStackEngine = false;

  explicit RegisterNaming(const TargetModel &Model);
};

class InstructionCracker {
public:
  /// Table, of the model that Naming is of, must outlive the object; it may
  /// grow.
  InstructionCracker(RegisterNaming Naming, const InstructionTable &Table);

  /// Appends what instruction Entry of the table consists of. Addresses: of its
  /// memory operands, 0 for what was not accessed.
  void append(uint32_t Entry, bool Taken, llvm::ArrayRef<uint64_t> Addresses,
              std::vector<CrackedInstruction> &Out);

  /// For Processor, so that idioms of the instruction set have no sources.
  static Processor genericProcessor(const llvm::Triple &Target);
  /// LLVM's features that have everything decoded.
  static llvm::StringRef allFeatures(const llvm::Triple &Target);

private:
  /// A part, and which memory operand it accesses; -1: none.
  struct Part {
    CrackedInstruction Instruction;
    int Operand = -1;
  };
  struct Recipe {
    bool Known = false;
    uint32_t FirstPart = 0, NumParts = 0;
  };
  struct Registers;

  const Recipe &recipe(uint32_t Entry);
  void crack(const StaticInstruction &S);
  void addLoads(const StaticInstruction &S, const Registers &R, bool IsAll);
  void addOperation(const StaticInstruction &S, const Registers &R,
                    bool FeedsStore);
  void addStores(const StaticInstruction &S, const Registers &R,
                 bool HasOperation);
  Part &addPart(const StaticInstruction &S, InstructionClass Class);
  uint8_t number(uint16_t Unit);

  const InstructionTable &Table;
  RegisterNaming Naming;
  /// Numbers of registers, in the order in which they appear.
  llvm::StringMap<uint8_t> Numbers;
  std::vector<Recipe> Recipes;
  std::vector<Part> Parts;
};

} // namespace rafter

#endif // RAFTER_CODEGEN_INSTRUCTIONCRACKER_H
