//===- AssemblyFile.h - Blocks of an assembly file -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads assembly as llvm-mca takes it, with its region markers in comments
// (LLVM-MCA-BEGIN name, LLVM-MCA-END, and RAFTER-BEGIN, RAFTER-END).
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CODEGEN_ASSEMBLYFILE_H
#define RAFTER_CODEGEN_ASSEMBLYFILE_H

#include "rafter/CodeGen/InstructionBuilder.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <vector>

namespace rafter {

/// A marked part of an assembly file, or the whole of it.
struct AssemblyRegion {
  /// As the marker says; empty: unnamed.
  std::string Name;
  SourceLocation Source;
  TableRange Code;
};

/// Parses Buffer and appends its regions, in order. Errors name file, line and
/// cause, as the assembler does.
llvm::Expected<std::vector<AssemblyRegion>>
readAssembly(llvm::MemoryBufferRef Buffer, const TargetModel &Model,
             InstructionTable &Table);

} // namespace rafter

#endif // RAFTER_CODEGEN_ASSEMBLYFILE_H
