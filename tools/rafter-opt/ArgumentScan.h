//===- ArgumentScan.h - Which arguments are input files ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits the command line in input files, which rafter-opt reads itself, and
// options, which go on to the driver of opt.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_ARGUMENTSCAN_H
#define RAFTER_TOOLS_RAFTEROPT_ARGUMENTSCAN_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>
#include <vector>

namespace rafter {

struct ScannedArguments {
  /// Positional arguments.
  std::vector<std::string> Inputs;
  /// The rest in its order, without -o, -passes and their values.
  std::vector<std::string> Options;
  /// Value of -o; empty if there is none.
  std::string Output;
  /// Value of -passes or -p.
  std::optional<std::string> Pipeline;
  /// -O1 and the like.
  bool OptimizationLevel = false;
  /// -S.
  bool Assembly = false;
  bool DisableOutput = false;
  /// -disable-verify.
  bool DisableVerify = false;
  /// Values of -load-pass-plugin.
  std::vector<std::string> Plugins;
  /// The first option that nobody has registered; empty if all are known.
  std::string Unknown;
  /// -print-passes: needs no input.
  bool PrintsPasses = false;
};

/// Arguments does not include the program's name. Options must have been
/// registered, since they say whether they take the next argument.
ScannedArguments scanArguments(llvm::ArrayRef<const char *> Arguments);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_ARGUMENTSCAN_H
