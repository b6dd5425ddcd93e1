//===- NotYet.cpp - Stands in for analyses that are being built -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weak: gives way to the definitions of Simulation as soon as they exist.
//
//===----------------------------------------------------------------------===//

#include "rafter/Simulation/Analyze.h"
namespace rafter {
__attribute__((weak)) llvm::Expected<Sensitivity>
analyzeSensitivity(const InstructionTable &Table, const Processor &CPU,
                   const InstructionSource &Source,
                   const SensitivityOptions &Options) {
  auto P = predict(Table, CPU, Source, Options);
  if (!P)
    return P.takeError();
  Sensitivity S;
  S.Base = *P;
  return S;
}
__attribute__((weak)) llvm::Expected<Causality>
analyzeCausality(const InstructionTable &Table, const Processor &CPU,
                 const InstructionSource &Source,
                 const CausalityOptions &Options) {
  auto P = predict(Table, CPU, Source, Options);
  if (!P)
    return P.takeError();
  Causality S;
  S.Base = *P;
  return S;
}
} // namespace rafter
