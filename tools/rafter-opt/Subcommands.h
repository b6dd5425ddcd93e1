//===- Subcommands.h - Work that has no module ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The subcommands of rafter-opt: `rafter-opt NAME [VERB] ARGUMENTS`. How each
// is called stands in rafter/Options/OptionTable.h.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_SUBCOMMANDS_H
#define RAFTER_TOOLS_RAFTEROPT_SUBCOMMANDS_H

#include "rafter/Options/Arguments.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace rafter {

/// Exit statuses of the tool.
enum ExitStatus : int { Done = 0, BadInput = 1, WrongUsage = 2 };

/// An error of which the user has been told.
class Reported : public llvm::ErrorInfo<Reported> {
public:
  explicit Reported(ExitStatus Status = BadInput) : Status(Status) {}
  static char ID;
  const ExitStatus Status;
  void log(llvm::raw_ostream &) const override {}
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
};

/// Says E on standard error behind Prefix, and After if it is one of usage;
/// gives the exit status: Done without an error, WrongUsage for usageError,
/// BadInput for any other.
int finish(llvm::Error E, const llvm::Twine &Prefix,
           const llvm::Twine &After = "");

/// Whether there is a subcommand of that name.
bool isSubcommand(llvm::StringRef Name);

/// Runs a subcommand; the result is the exit status.
int runSubcommand(llvm::StringRef Name, llvm::ArrayRef<llvm::StringRef> Words);

/// help [SUBCOMMAND [VERB]]; the result is the exit status.
int runHelp(llvm::ArrayRef<llvm::StringRef> Words);

/// The exit status after a complaint if Word, the first of a command line, is
/// no file and nearly the name of a subcommand.
std::optional<int> complainOfMisspelling(llvm::StringRef Word);

/// Everything else: opt with the passes of Rafter, for modules and sources.
int runOptCommand(int ArgumentCount, char **Arguments);

// What subcommands and their verbs do. Results go to Out, or to the file of
// --output, and what is to be said of them to Err.
using SubcommandFunction = llvm::Error(const Arguments &A,
                                       llvm::raw_ostream &Out,
                                       llvm::raw_ostream &Err);
SubcommandFunction printConcordeFeatures, labelRegions, checkShards,
    trainConcorde, predictConcorde, attributeConcorde, runCounters, runDiff,
    explainProgram, sliceSamples, trainFingerprint, showFingerprint,
    classifySamples, validateFingerprint, runRecord, runReport, runSimulate,
    fitSpire, analyzeSpire, plotSpire, listUarch, showUarch, calibrateUarch,
    inferUarch;

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_SUBCOMMANDS_H
