//===- StaticWalkFixture.h - Kernels for the static walk -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles C, walks it, and runs it as a reference: the run's events are made
// by probes of the test's own, in every part of every block, executed by
// LLVM's JIT.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_IR_STATICWALKFIXTURE_H
#define RAFTER_UNITTESTS_IR_STATICWALKFIXTURE_H

#include "rafter/StaticWalk/StaticWalk.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include <memory>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace rafter::test {

/// An event with its addresses as (object, offset). Objects are numbered in
/// the order in which they occur.
struct Event {
  uint32_t Segment;
  std::vector<std::pair<uint32_t, int64_t>> Addresses;
  bool operator==(const Event &) const = default;
};
std::string toString(llvm::ArrayRef<Event> Events, size_t Around);

/// A compiled source with its lowering and analyses.
class Compiled {
public:
  /// Flags such as "-O2 -march=x86-64-v3".
  Compiled(llvm::StringRef Source, llvm::StringRef Flags);
  ~Compiled();

  llvm::Module &module() { return *M; }
  llvm::Function &function(llvm::StringRef Name);
  const LoweredModule &lowered() const { return L; }
  llvm::FunctionAnalysisManager &analyses() { return FAM; }

  /// The words of a walk of a function, with the result.
  std::vector<uint64_t> walk(llvm::StringRef Name,
                             const StaticWalkOptions &Options,
                             StaticWalkResult *Result = nullptr);
  /// The words of the walk of a nest.
  std::vector<uint64_t> walkNest(const LoopNest &Nest,
                                 const StaticWalkOptions &Options,
                                 StaticWalkResult *Result = nullptr);
  /// Runs a function of up to six integer or pointer arguments. The events of
  /// all functions are recorded.
  std::vector<uint64_t> run(llvm::StringRef Name,
                            llvm::ArrayRef<uint64_t> Arguments);

  /// Splits words into events. Objects are ranges of addresses [first, last).
  std::vector<Event>
  split(llvm::ArrayRef<uint64_t> Words,
        llvm::ArrayRef<std::pair<uint64_t, uint64_t>> Objects);
  /// Splits the words of a walk.
  std::vector<Event> splitStatic(llvm::ArrayRef<uint64_t> Words);

private:
  void prepareRun();

  std::unique_ptr<llvm::LLVMContext> Context;
  std::unique_ptr<llvm::Module> M;
  LoweredModule L;
  llvm::LoopAnalysisManager LAM;
  llvm::FunctionAnalysisManager FAM;
  llvm::CGSCCAnalysisManager CGAM;
  llvm::ModuleAnalysisManager MAM;
  std::unique_ptr<llvm::orc::LLJIT> JIT;
};

} // namespace rafter::test

#endif // RAFTER_UNITTESTS_IR_STATICWALKFIXTURE_H
