//===- PrintPasses.h - The passes print<...> --------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// print<METHOD> for modules and functions, for each method of the table. Passes
// of one pipeline share one analysis and print one report.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_PASSES_PRINTPASSES_H
#define RAFTER_PASSES_PRINTPASSES_H

#include "rafter/Passes/AnalysisOptions.h"
#include <functional>
#include <memory>

namespace llvm {
class LLVMContext;
class PassBuilder;
} // namespace llvm

namespace rafter {

/// What the printing passes of one PassBuilder have in common.
class PrintSession {
public:
  using ErrorHandler =
      std::function<void(llvm::Error, llvm::LLVMContext &Context)>;

  /// OnError takes what goes wrong, once; without it errors are diagnosed
  /// through the context. Options that are an error fail the first pass.
  explicit PrintSession(llvm::Expected<AnalysisOptions> Options,
                        ErrorHandler OnError = nullptr);
  ~PrintSession();

  class State;
  State &state() { return *Shared; }

private:
  std::unique_ptr<State> Shared;
};

/// Makes the names known to PB's pipeline parser.
void registerPrintPasses(llvm::PassBuilder &PB,
                         const std::shared_ptr<PrintSession> &Session);

/// Adds the passes of Methods at the end of every optimization pipeline of PB.
/// Some are of the machine code that the compilation goes
/// on to generate: the report is printed behind that, and Session must live
/// until then.
void appendPrintPasses(llvm::PassBuilder &PB,
                       const std::shared_ptr<PrintSession> &Session,
                       const MethodSet &Methods);

} // namespace rafter

#endif // RAFTER_PASSES_PRINTPASSES_H
