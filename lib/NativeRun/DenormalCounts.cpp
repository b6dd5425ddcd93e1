//===- DenormalCounts.cpp - Operations on denormal numbers ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/NativeRun/DenormalCounts.h"
#include "rafter/Report/NumberFormat.h"

using namespace rafter;

static constexpr const char *One[NumComputeKinds] = {
    "addition", "multiplication", "fused multiply-add", "division",
    "square root"};

double rafter::denormalCycles(const DenormalCounts &Counts,
                              const Processor &CPU) {
  double Cycles = 0;
  for (unsigned K = 0; K != NumComputeKinds; ++K)
    Cycles += Counts.Of[K] * CPU.Core.DenormalCycles[K];
  return Cycles;
}

std::string rafter::describe(const DenormalCounts &Counts,
                             const Processor &CPU) {
  std::string Text = "denormal numbers were operands or results";
  const char *Before = Counts.HasMore ? " of at least " : " of ";
  bool Costs = true, IsCounted = false;
  std::string Each;
  for (unsigned K = 0; K != NumComputeKinds; ++K) {
    if (Counts.Of[K] == 0)
      continue;
    IsCounted = true;
    Text +=
        Before + formatPlural(Counts.Of[K], One[K], std::string(One[K]) + "s");
    Before = ", ";
    Costs &= CPU.Core.DenormalCycles[K] > 0;
    Each +=
        (Each.empty() ? "" : ", ") + formatNumber(CPU.Core.DenormalCycles[K]);
  }
  if (!IsCounted || !Costs)
    return Text + ": the time that they take more than others is not predicted";
  return Text + ": " + (Counts.HasMore ? "at least " : "") +
         formatNumber(denormalCycles(Counts, CPU), 15) + " cycles (" + Each +
         " each) that are not in the prediction";
}
