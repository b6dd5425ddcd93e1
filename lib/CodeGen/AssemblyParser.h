//===- AssemblyParser.h - LLVM's assembler as a reader ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the target's assembly parser over a buffer and keeps the instructions
// and the comments that mark regions.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_ASSEMBLYPARSER_H
#define RAFTER_LIB_CODEGEN_ASSEMBLYPARSER_H

#include "TargetModelImpl.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/MC/MCContext.h"
#include "llvm/Support/SourceMgr.h"

namespace rafter {

/// A comment that begins or ends a region.
struct RegionMarker {
  /// In the parsed buffer.
  llvm::SMLoc Where;
  bool IsBegin = true;
  std::string Name;
  /// How many instructions come before it.
  size_t Index = 0;
};

/// A comment "rafter: ..." about the memory operands of its line.
struct AccessComment {
  llvm::SMLoc Where;
  std::string Text;
};

/// An instruction of the file.
struct ParsedInstruction {
  llvm::MCInst Inst;
  llvm::SMLoc Where;
  llvm::SmallString<16> Code;
  /// Whether Code is not yet what will be executed: it refers to a symbol.
  bool HasFixups = false;
};

/// The expressions of the instructions live in Context.
class ParsedAssembly {
public:
  explicit ParsedAssembly(const TargetModel::Impl &Model);

  /// Errors name file, line, column and cause, as the assembler does.
  llvm::Error parse(llvm::MemoryBufferRef Buffer);

  std::vector<ParsedInstruction> Instructions;
  std::vector<RegionMarker> Markers;
  std::vector<AccessComment> Comments;
  /// The syntax in use at the end of the file.
  unsigned Dialect = 0;

  /// Line and column of a place in the file.
  SourceLocation locationOf(llvm::SMLoc Where) const;
  llvm::Error errorAt(llvm::SMLoc Where, const llvm::Twine &Cause) const;
  /// Whether both are in one file, or in one expansion of a macro.
  bool areTogether(llvm::SMLoc A, llvm::SMLoc B) const;

private:
  const TargetModel::Impl &Model;
  llvm::SourceMgr Sources;
  std::unique_ptr<llvm::MCContext> Context;
};

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_ASSEMBLYPARSER_H
