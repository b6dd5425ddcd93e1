//===- ExplainCommand.h - Explains a run of a program -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_EXPLAINCOMMAND_H
#define RAFTER_TOOLS_RAFTEROPT_EXPLAINCOMMAND_H

#include "rafter/Analysis/MethodTable.h"
#include "rafter/Analysis/WriteReport.h"
#include "rafter/Sampling/AnalyzeProgram.h"
#include "rafter/Support/ProgressLine.h"

namespace rafter {

struct ExplainRequest {
  /// What reports call the program.
  std::string Name;
  Processor CPU;
  /// It is the host's by its file, which somebody measured on another machine.
  bool IsHost = false;
  RecordOptions Run;
  WindowSampling Sampling;
  ProgramAnalysisOptions Analysis;
  /// Ranks by it; empty: by predicted cycles.
  std::string Profile;
  ProgressLine::Verbosity Verbosity = ProgressLine::Verbosity::Normal;
  /// What the program starts is explained, too.
  bool Children = false;
  bool Details = false;
  /// Their reports instead, if there are any, as WriteReport.h has them.
  MethodSet Methods;
  Format MethodFormat = Format::Text;
  bool AsJSON = false;
  bool AsPlot = false;
  bool AsPage = false;
  /// In GHz; 0: that of the CPU file.
  double Clock = 0;
  /// Empty or "-": Out.
  std::string Output;
};

/// Runs the program and prints which of its loops take the time, and why.
llvm::Error explainRun(const ExplainRequest &Request, llvm::raw_ostream &Out,
                       llvm::raw_ostream &Err);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_EXPLAINCOMMAND_H
