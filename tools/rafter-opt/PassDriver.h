//===- PassDriver.h - Runs passes as opt does -------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_PASSDRIVER_H
#define RAFTER_TOOLS_RAFTEROPT_PASSDRIVER_H

#include "rafter/Options/Arguments.h"
#include "llvm/Plugins/PassPlugin.h"
#include <functional>

namespace llvm {
class Module;
class PassBuilder;
} // namespace llvm

namespace rafter {

/// Flags that stand for pipelines.
inline constexpr OptionName OptimizationLevels[] = {"O0", "O1", "O2",
                                                    "O3", "Os", "Oz"};

/// Opt's pass pipeline on a module, by the options of command::Module.
class PassDriver {
public:
  /// Register tells a PassBuilder of our passes. A must outlive the driver.
  PassDriver(const Arguments &A,
             std::function<void(llvm::PassBuilder &)> Register)
      : A(A), Register(std::move(Register)) {}

  /// Makes the passes and options of a plugin known. Errors name it.
  llvm::Error load(llvm::StringRef Plugin);
  /// Pipeline is what to run without -passes and -O1 and the like. Wrong usage:
  /// both of these, passes that nobody knows.
  llvm::Error choosePipeline(llvm::StringRef Default);
  /// Runs the passes on M and writes it if that is asked for and Failed, which
  /// they may set, is false then.
  llvm::Error run(llvm::Module &M, const bool &Failed);

private:
  void prepare(llvm::PassBuilder &PB);
  llvm::Error extendPipelines(llvm::PassBuilder &PB);
  llvm::Error runPasses(llvm::Module &M);
  llvm::Error write(llvm::Module &M);

  const Arguments &A;
  std::function<void(llvm::PassBuilder &)> Register;
  std::vector<llvm::PassPlugin> Plugins;
  std::string Pipeline;
};

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_PASSDRIVER_H
