//===- InstructionBuilder.h - From MC to the instruction table -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns machine code into StaticInstructions for one CPU: LLVM's scheduling
// model, the corrections of the CPU file, fusion, idioms and move elimination.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CODEGEN_INSTRUCTIONBUILDER_H
#define RAFTER_CODEGEN_INSTRUCTIONBUILDER_H

#include "rafter/Stream/Instruction.h"
#include "rafter/Uarch/Processor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace llvm {
class MCInst;
class MachineInstr;
class Triple;
} // namespace llvm

namespace rafter {

/// LLVM's MC objects for one target and CPU, and the resource mapping of its
/// scheduling model. Immutable once created; may be shared by builders.
class TargetModel {
public:
  /// CPU.LLVMName selects the scheduling model. Features are LLVM's, for
  /// example "+avx2"; empty: those of the CPU. Errors: a target that LLVM was
  /// not built with, a CPU it does not know for the target, corrections that
  /// name unknown units or match no opcode.
  static llvm::Expected<std::unique_ptr<TargetModel>>
  create(const llvm::Triple &Target, const Processor &CPU,
         llvm::StringRef Features = "");
  ~TargetModel();

  /// What a report must say about the model, one line each: a model shared
  /// with another CPU, no model at all.
  llvm::ArrayRef<std::string> remarks() const;

  struct Impl;
  Impl &impl() const { return *Objects; }

private:
  TargetModel();
  std::unique_ptr<Impl> Objects;
};

/// A decoded instruction and where it comes from.
struct CodeLocation {
  uint64_t Address = 0;
  uint8_t Bytes = 0;
  /// Indices of the table.
  uint32_t Location = 0;
  uint32_t Function = 0;
};

/// Appends to a table whose units and register units it sets up. Each builder
/// is for one thread.
class InstructionBuilder {
public:
  /// Both must outlive the builder. Table must be empty or have been filled
  /// for the same model.
  InstructionBuilder(const TargetModel &Model, InstructionTable &Table);
  ~InstructionBuilder();

  /// Appends a straight-line stretch; fusion looks at neighbours within it.
  /// Where[i] belongs to Code[i].
  TableRange addBlock(llvm::ArrayRef<llvm::MCInst> Code,
                      llvm::ArrayRef<CodeLocation> Where);

  /// Decodes and appends Bytes, which are executed at Address. An undecodable
  /// byte ends the block: the rest is appended as one Assumed instruction.
  TableRange addBlock(llvm::ArrayRef<uint8_t> Bytes, uint64_t Address,
                      uint32_t Function,
                      llvm::function_ref<uint32_t(uint64_t)> LocationOf);

  /// Appends instructions after all code generation passes; meta instructions
  /// (debug values, CFI) are skipped. Sizes and addresses are estimates where
  /// the encoding is not known. The same table entries as for the emitted
  /// code. Origins gets the index in Code of each instruction appended.
  TableRange addBlock(llvm::ArrayRef<const llvm::MachineInstr *> Code,
                      uint32_t Function,
                      std::vector<uint32_t> *Origins = nullptr);

  /// Prints instructions in another of the target's syntaxes: 1 is Intel's for
  /// x86, 0 AT&T's. Before the first block.
  void setSyntax(unsigned Variant);

  uint32_t addFunction(llvm::StringRef Name);
  uint32_t addLocation(const SourceLocation &Where);

private:
  struct State;
  std::unique_ptr<State> Current;
};

} // namespace rafter

#endif // RAFTER_CODEGEN_INSTRUCTIONBUILDER_H
