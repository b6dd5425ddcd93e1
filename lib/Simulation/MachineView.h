//===- MachineView.h - What machine-level reports share ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sensitivity and causality grouped and ordered for readers: which limits have
// an effect, cycles by function and by source line, the sentence that sums up.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_MACHINEVIEW_H
#define RAFTER_LIB_SIMULATION_MACHINEVIEW_H

#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/SourceText.h"
#include "rafter/Simulation/Advice.h"
#include "rafter/Simulation/MachineFindings.h"
#include <string>
#include <vector>

namespace rafter {

/// "cycles per iteration", "cycles per call" or "cycles"; in heads of columns
/// "cycles/iteration".
const char *timeUnit(const Prediction &P);
const char *shortTimeUnit(const Prediction &P);

/// Share of P's cycles, in [0, 1].
double shareOf(double Cycles, const Prediction &P);

/// Cycles of the region in the unit of timeOf.
double inTimeUnit(double Cycles, const Prediction &P);

/// The speed-up at Factor; between two points of the curve, the lower one.
double speedupAt(const ResourceElasticity &R, double Factor);

/// Whether any acceleration of R helps.
bool hasEffect(const ResourceElasticity &R);

/// All factors of all curves, ascending.
std::vector<double> factorsOf(const Sensitivity &S);

/// "at x2", "removed".
std::string nameFactor(double Factor);

/// Cycles that belong to one source line.
struct LineCauses {
  /// Without a column.
  SourceLocation Source;
  double Cycles = 0;
  /// Largest first.
  std::vector<CauseShare> By;
};

/// By cycles, largest first; equal ones by place. Instructions without a line
/// are left out.
std::vector<LineCauses> linesByCycles(const Causality &C);

struct FunctionCauses {
  std::string Name;
  double Cycles = 0;
  /// Positions in Causality::Instructions, in program order.
  std::vector<size_t> Positions;
};

/// By cycles, largest first; equal ones in program order.
std::vector<FunctionCauses> functionsByCycles(const Causality &C);

/// A stretch of instructions that a listing shows or leaves out.
struct ListingPart {
  size_t Begin = 0, End = 0;
  bool Shown = true;
};

/// Splits the Positions of F: in long functions, longer stretches of
/// instructions that cost nothing are left out.
std::vector<ListingPart> listingParts(const Causality &C,
                                      const FunctionCauses &F);

/// "latency float add 93.1%, p01 2.0%": the largest shares of the whole time,
/// at most Most; "-" without any.
std::string formatCauses(const std::vector<CauseShare> &By, const Prediction &P,
                         size_t Most);

/// "kernel.c:12", without directories and column, for columns of tables.
std::string shortLocation(const SourceLocation &L);

/// "3: latency float add": the number in the listing and the resource of what
/// I waits for; "-" for nothing.
std::string formatWait(const Causality &C, const InstructionCauses &I);

/// " at kernel.c:12 (sum += a[i];)": the place of I as far as it is known; with
/// OrText, the instruction stands for a line that cannot be read.
std::string placeOf(const InstructionCauses &I, SourceText &Source,
                    bool OrText);

/// What binds, what it costs, where and what to do. Either may be null.
std::optional<Statement> machineAnswer(const Sensitivity *S, const Causality *C,
                                       SourceText &Source);

/// By the share of time that goes with a limit, and that passes because of it.
std::vector<ComponentCost> costsOf(const Sensitivity &S);
std::vector<ComponentCost> costsOf(const Causality &C);

/// The conclusion of the machine level in one sentence. Either may be null.
std::string machineVerdict(const Sensitivity *S, const Causality *C,
                           SourceText &Source);

} // namespace rafter

#endif // RAFTER_LIB_SIMULATION_MACHINEVIEW_H
