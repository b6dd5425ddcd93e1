//===- BuilderState.h - State of an InstructionBuilder ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A builder has its own disassembler and printer, so that several may share one
// model; it remembers what it has put into the table.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_BUILDERSTATE_H
#define RAFTER_LIB_CODEGEN_BUILDERSTATE_H

#include "InstructionDescriber.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include <map>
#include <tuple>

namespace rafter {

/// The MC objects that have state.
struct BuilderContext {
  explicit BuilderContext(const TargetModel::Impl &Model);
  void setSyntax(unsigned Variant);
  unsigned encodedBytes(const llvm::MCInst &Inst) const;

  const TargetModel::Impl &Model;
  llvm::MCContext Context;
  std::unique_ptr<llvm::MCDisassembler> Disassembler;
  std::unique_ptr<llvm::MCCodeEmitter> Emitter;
  std::unique_ptr<llvm::MCInstPrinter> Printer;
};

struct InstructionBuilder::State {
  State(const TargetModel::Impl &Model, InstructionTable &Table);

  uint32_t intern(llvm::StringRef Text);
  std::string keyOf(const llvm::MCInst &Inst, uint64_t Next) const;
  std::string textOf(const llvm::MCInst &Inst, uint64_t Address) const;
  StaticInstruction commit(const Description &D, const CodeLocation &Where);
  TableRange appendBlock(llvm::ArrayRef<llvm::MCInst> Code,
                         llvm::ArrayRef<CodeLocation> Where);
  void append(StaticInstruction Entry, const CodeLocation &Where);
  void appendOne(const llvm::MCInst &Inst, const CodeLocation &Where);
  /// Appends both if they fuse.
  bool appendPair(const llvm::MCInst &First, const llvm::MCInst &Second,
                  const CodeLocation &FirstPlace,
                  const CodeLocation &SecondPlace);
  void appendAssumed(llvm::StringRef Text, llvm::StringRef Assumption,
                     const CodeLocation &Where);

  BuilderContext Parts;
  InstructionTable &Table;
  InstructionDescriber Describer;
  /// The program counter, which some operands are relative to.
  llvm::MCRegister ProgramCounter;
  llvm::StringMap<StaticInstruction> Cache;
  llvm::StringMap<uint32_t> Strings, Functions;
  std::map<std::tuple<std::string, unsigned, unsigned>, uint32_t> Locations;
  /// Bytes of the machine code of each function so far.
  llvm::DenseMap<uint32_t, uint64_t> FunctionBytes;
};

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_BUILDERSTATE_H
