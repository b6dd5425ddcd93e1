//===- ModuleRemarks.h - The remarks of one module, as it goes --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects what a compilation comes by: loops of the IR, then machine functions
// one by one, then the end, when remarks are said.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REMARKS_MODULEREMARKS_H
#define RAFTER_LIB_REMARKS_MODULEREMARKS_H

#include "MakeRemarks.h"
#include "ModuleProfile.h"
#include "RemedyTrials.h"
#include "rafter/Remarks/EmitRemarks.h"
#include "rafter/Remarks/RemarkSession.h"
#include <map>

namespace llvm {
class MachineFunction;
class Module;
} // namespace llvm

namespace rafter {

class ModuleRemarks {
public:
  ModuleRemarks(RemarkOptions Options, std::string OptionError,
                std::shared_ptr<const RemarkDemand> Demand);

  /// F is about to be vectorized, at Level.
  void note(const llvm::Function &F, const llvm::LoopInfo &Loops,
            llvm::OptimizationLevel Level);
  /// Code has been generated for MF.
  void analyze(llvm::MachineFunction &MF);
  /// Nothing can be said of the module; the first reason counts.
  void fail(llvm::Error E, const llvm::Function *F = nullptr);
  /// Code has been generated for all of M.
  void finish(const llvm::Module &M);

private:
  /// A CPU and how its code is read.
  struct Machine {
    Processor CPU;
    std::shared_ptr<const TargetModel> Model;
    bool IsPrinted = false;
    /// Nobody named it: it stands for a family.
    bool IsStandIn = false;
  };
  struct FoundLoop {
    TimedLoop Loop;
    const Machine *On;
    bool IsExplained = false;
  };

  /// A loop whose time was not looked for.
  struct SilentLoop {
    LoopPlace Place;
    Silence Why;
  };

  llvm::Error prepare(const llvm::MachineFunction &MF);
  llvm::Error addMachine(Processor CPU, const llvm::MachineFunction &MF,
                         bool IsPrinted, bool IsStandIn);
  void addDemanded(const std::string &Name, const llvm::MachineFunction &MF);
  llvm::Error analyzeOn(const Machine &M, llvm::MachineFunction &MF);
  void keepCounted(std::vector<TimedLoop> Loops, const llvm::Function &F,
                   const Machine &On);
  void explainOne(FoundLoop &L, const llvm::Module &M);
  RemarkContext contextOn(const Machine &M) const;
  void sortFound(const llvm::Module &M);
  LoopFindings findings(llvm::StringRef Printed, const llvm::Module &M) const;
  void emit(const llvm::Module &M);
  void emitWhatFailed(const llvm::Module &M) const;
  bool isNeeded(const SourceLocation &Loop) const;
  /// SayOthers: what is left out is noted as silent.
  void keepAffordable(std::vector<MachineLoop> &Loops, bool SayOthers);

  RemarkOptions Options;
  std::string Failure;
  std::shared_ptr<const RemarkDemand> Demand;
  SourceLoops Sources;
  RemedyTrials Trials;
  std::optional<RemarkFilter> Filter;
  bool IsPrepared = false;
  /// Once there is code with a loop.
  std::optional<ModuleProfile> Profile;
  /// Of the machine code so far.
  uint64_t Instructions = 0;
  /// Loops whose time was found without being needed.
  uint64_t Timed = 0;
  bool IsUnoptimized = false;
  bool SaysSilence = false;
  /// None is added when one has been looked at.
  std::vector<Machine> Machines;
  std::vector<FoundLoop> Found;
  std::vector<SilentLoop> Silent;
  /// Of CPUs that only the demand names.
  std::map<std::string, std::optional<std::string>> Failures;
  const llvm::Function *FailedIn = nullptr;
};

} // namespace rafter

#endif // RAFTER_LIB_REMARKS_MODULEREMARKS_H
