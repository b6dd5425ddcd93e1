//===- TryFlags.cpp - Other ways to compile, tried ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variant is compiled in process, as the input was but for its flags, and its
// loops are found again by function and line.
//
//===----------------------------------------------------------------------===//

#include "TryFlags.h"
#include "ModuleInput.h"
#include "rafter/Passes/TimeLoops.h"
#include "rafter/Simulation/Prediction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace rafter;

namespace {

struct Variant {
  std::vector<std::string> Flags;
  bool ChangesResults = false;
};

} // namespace

/// What may make a loop faster: reassociation, the instructions of the CPU that
/// is asked about, and less of what compilers overdo.
static std::vector<Variant> variantsFor(const Processor &CPU) {
  std::vector<Variant> All = {{{"-O3"}},
                              {{"-ffast-math"}, true},
                              {{"-fno-vectorize"}},
                              {{"-fno-slp-vectorize"}},
                              {{"-fno-unroll-loops"}}};
  if (CPU.LLVMName.empty())
    return All;
  bool IsX86 = CPU.Architecture.rfind("x86", 0) == 0;
  std::string Target = (IsX86 ? "-march=" : "-mcpu=") + CPU.LLVMName;
  All.push_back({{Target}});
  All.push_back({{Target, "-ffast-math"}, true});
  return All;
}

/// The times of the loops of Inputs, compiled as V says.
static llvm::Expected<std::vector<LoopTime>>
timeVariant(llvm::ArrayRef<std::string> Inputs, SourceOptions Source,
            const Variant &V, const AnalysisOptions &Options,
            const Processor &CPU) {
  // What the input is warned of, it was warned of.
  Source.IsQuiet = true;
  llvm::append_range(Source.Flags, V.Flags);
  Source.AddPasses = nullptr;
  llvm::LLVMContext Context;
  Context.setDiscardValueNames(true);
  auto M = loadModule(Inputs, Source, /*Verify=*/true, Context);
  if (!M)
    return M.takeError();
  return timeLoops(**M, CPU, Options);
}

static double timeNow(const RegionReport &Region) {
  const auto *S = Region.get<Sensitivity>();
  return S ? S->Base.CyclesPerIteration.value_or(0) : 0;
}

void rafter::tryFlags(llvm::ArrayRef<std::string> Inputs,
                      const SourceOptions &Source,
                      const AnalysisOptions &Options, Report &R) {
  for (const Variant &V : variantsFor(R.CPU)) {
    std::string Change = llvm::join(V.Flags, " ");
    llvm::Expected<std::vector<LoopTime>> Times =
        timeVariant(Inputs, Source, V, Options, R.CPU);
    if (!Times) {
      R.NotTried.push_back(Change + ": " + llvm::toString(Times.takeError()));
      continue;
    }
    for (RegionReport &Region : R.Regions) {
      auto Same = llvm::find_if(*Times, [&](const LoopTime &T) {
        return T.Function == Region.Function && T.Loop == Region.Loop;
      });
      double Now = timeNow(Region);
      if (Same == Times->end() || Now <= 0 || Same->CyclesPerIteration <= 0)
        continue;
      Region.Tried.push_back({Change, Same->CyclesPerIteration,
                              Now / Same->CyclesPerIteration,
                              V.ChangesResults});
    }
  }
  for (RegionReport &Region : R.Regions)
    llvm::stable_sort(Region.Tried, [](const Trial &A, const Trial &B) {
      return A.Speedup > B.Speedup;
    });
}
