//===- VariantPrograms.h - Variants of a program ----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_VARIANTPROGRAMS_H
#define RAFTER_TOOLS_RAFTEROPT_VARIANTPROGRAMS_H

#include "SourceCompiler.h"
#include "rafter/Analysis/Report.h"
#include "rafter/Passes/TimedProgram.h"
#include "rafter/Trials/Variant.h"
#include "llvm/ADT/SmallVector.h"
#include <atomic>
#include <memory>
#include <optional>

namespace rafter {

struct VariantProgram {
  /// Null: there is nothing that the variant changes.
  std::unique_ptr<llvm::Module> Code;
  /// What to write in each function.
  ChangeLines Lines;
  /// What becomes of the results of each function with a hot loop, and of those
  /// of others with it.
  std::map<std::string, ChangedResults> Results;
};

/// Compiles variants of some sources, the hot loops of which are in some of
/// their functions, and times them on this machine.
class VariantPrograms {
public:
  VariantPrograms(llvm::ArrayRef<std::string> Inputs, SourceOptions Source,
                  std::set<std::string> Functions);
  ~VariantPrograms();

  /// V in words where no code says more.
  std::string name(const Variant &V) const;
  /// Instructions of IR that the optimizer gets. Errors: what the frontend
  /// says.
  llvm::Expected<uint64_t> work(const Variant &V);
  /// Errors: what the compiler says, and that it crashed. Several threads may
  /// compile at once what work() was asked of before.
  llvm::Expected<VariantProgram> compile(const Variant &V,
                                         llvm::LLVMContext &Context);

  /// An error if programs for CPU cannot be timed here.
  llvm::Error checkMeasurable(const Processor &CPU) const;
  /// Times the program as it is, with respect to Function.
  llvm::Error measureBase(llvm::StringRef Function);
  /// Times V against that, both at the best place of their code. Errors: as of
  /// TimedProgram, many times as long as before, another exit status, and an
  /// output with other words.
  llvm::Expected<TrialMeasurement> measure(const Variant &V,
                                           llvm::StringRef Function);
  /// Whether the compiler crashed and left LLVM in disorder.
  bool crashed() const { return HasCrashed; }

private:
  /// What the frontend made of the inputs.
  struct Frontend {
    std::vector<llvm::SmallVector<char, 0>> Bitcode;
    uint64_t Instructions = 0;
    /// Those that compute with floating-point numbers, and that may fuse.
    std::set<std::string> Floats, Fusing;
    /// The functions of hot loops, each with itself and what may be inlined
    /// into it.
    std::map<std::string, std::set<std::string>> Parts;
    std::set<std::string> All;
  };

  static ChangedResults changedResults(const Variant &V, const Frontend &Front,
                                       const std::set<std::string> &Parts);
  /// The functions without which all others may be left out. Of several
  /// sources, one may call what is in another: empty.
  std::set<std::string> related() const {
    return Inputs.size() == 1 ? Functions : std::set<std::string>();
  }
  llvm::Expected<const Frontend *>
  frontend(const std::vector<std::string> &Flags);
  llvm::Expected<std::unique_ptr<llvm::Module>>
  optimize(const Variant &V, const Frontend &Front, llvm::LLVMContext &Context,
           VariantProgram &P);
  /// The program once for each place of its code.
  llvm::Expected<std::vector<TimedProgram>> link(const Variant &V,
                                                 llvm::StringRef Function);

  std::vector<std::string> Inputs;
  SourceOptions Source;
  std::set<std::string> Functions;
  std::map<std::vector<std::string>, Frontend> Known;
  /// The program as it is, and the function that is timed.
  std::vector<TimedProgram> Base;
  std::string BaseFunction;
  /// Seconds that a run may take.
  double TimeLimit = 0;
  std::atomic<bool> HasCrashed = false;
  /// Programs are made to be timed.
  bool IsTiming = false;

  llvm::Error survive(llvm::function_ref<llvm::Error()> Work);
};

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_VARIANTPROGRAMS_H
