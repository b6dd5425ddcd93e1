//===- Subcommands.h - Work that has no module ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The subcommands of rafter-opt: `rafter-opt NAME ARGUMENTS`.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_SUBCOMMANDS_H
#define RAFTER_TOOLS_RAFTEROPT_SUBCOMMANDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace rafter {

/// Exit statuses of the tool.
enum ExitStatus : int { Done = 0, BadInput = 1, WrongUsage = 2 };

/// What main dispatches on. Arguments do not include the subcommand's name;
/// the result is the exit status.
struct Subcommand {
  llvm::StringRef Name;
  /// One line for the list of subcommands.
  llvm::StringRef Help;
  int (*Run)(llvm::ArrayRef<llvm::StringRef> Arguments);
};

/// `rafter-opt uarch list|show ...`.
int runUarchCommand(llvm::ArrayRef<llvm::StringRef> Arguments);

/// `rafter-opt diff OLD.json NEW.json ...`.
int runDiffCommand(llvm::ArrayRef<llvm::StringRef> Arguments);

/// `rafter-opt record [OPTIONS] -- PROGRAM ARGUMENTS`.
int runRecordCommand(llvm::ArrayRef<llvm::StringRef> Arguments);

/// `rafter-opt report RECORDS-OR-DIRECTORIES...`.
int runReportCommand(llvm::ArrayRef<llvm::StringRef> Arguments);

/// `rafter-opt counters [OPTIONS] -- PROGRAM ARGUMENTS` or `... FILES`.
int runCountersCommand(llvm::ArrayRef<llvm::StringRef> Arguments);

/// `rafter-opt spire fit|analyze|plot ...`.
int runSpireCommand(llvm::ArrayRef<llvm::StringRef> Arguments);

/// `rafter-opt simulate TRACE ...`.
int runSimulateCommand(llvm::ArrayRef<llvm::StringRef> Arguments);

/// `rafter-opt concorde features|label|train|predict|attribute ...`.
int runConcordeCommand(llvm::ArrayRef<llvm::StringRef> Arguments);

/// `rafter-opt fingerprint slices|train|show|classify|validate ...`.
int runFingerprintCommand(llvm::ArrayRef<llvm::StringRef> Arguments);

/// Everything else: opt with the passes of Rafter, for modules and sources.
int runOptCommand(int ArgumentCount, char **Arguments,
                  llvm::ArrayRef<Subcommand> Subcommands);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_SUBCOMMANDS_H
