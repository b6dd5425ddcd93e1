//===- InstructionAnalysis.h - Analyses of machine streams -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sends a stream of instructions to every analysis that was asked for.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_PASSES_INSTRUCTIONANALYSIS_H
#define RAFTER_LIB_PASSES_INSTRUCTIONANALYSIS_H

#include "rafter/Passes/AnalysisOptions.h"
#include "rafter/Report/Report.h"

namespace rafter {

struct RegisterNaming;

/// A stream and what it consists of.
struct MachineStream {
  const InstructionTable &Table;
  InstructionSource Source;
  /// The stream is a loop whose accesses hit L1 by assumption.
  bool PerfectMemory = false;
  /// The stream takes one way through the code, over and over: branches are
  /// predicted.
  bool PerfectBranches = false;
  /// Of the machine code; null for operations of the IR.
  const RegisterNaming *Registers = nullptr;
};

/// Sensitivity and causality, as far as Options ask for them.
llvm::Error analyzeInstructions(const MachineStream &Stream,
                                const Processor &CPU,
                                const AnalysisOptions &Options,
                                RegionReport &Region);

/// Computation DAG and generalized roofline of the same stream, with the
/// instructions that compute no floating-point numbers as nodes of their own.
llvm::Error analyzeAsOperations(const MachineStream &Stream,
                                const Processor &CPU,
                                const AnalysisOptions &Options,
                                RegionReport &Region);

/// Plays a stream of operations to a consumer each time it is called.
using OperationSource = std::function<llvm::Error(StreamConsumer &Consumer)>;

/// Sensitivity and causality of the operations of the IR, on the units of the
/// generalized roofline.
llvm::Error analyzeOperationsAsInstructions(const OperationTable &Table,
                                            const OperationSource &Source,
                                            const Processor &CPU,
                                            const AnalysisOptions &Options,
                                            RegionReport &Region);

} // namespace rafter

#endif // RAFTER_LIB_PASSES_INSTRUCTIONANALYSIS_H
