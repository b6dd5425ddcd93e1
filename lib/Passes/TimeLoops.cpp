//===- TimeLoops.cpp - Predicted times of machine loops -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Passes/TimeLoops.h"
#include "MachineRegions.h"
#include "rafter/Simulation/Analyze.h"
#include "rafter/Simulation/Prediction.h"

using namespace rafter;

llvm::Expected<std::vector<LoopTime>>
rafter::timeLoops(const llvm::Module &M, const Processor &CPU,
                  AnalysisOptions Options,
                  const std::set<std::string> &Functions) {
  MethodTable Table;
  Options.Asked = Table.none();
  Options.Asked.set(*Table.find("sensitivity"));
  Options.MaxRegions = ~0u;
  // Only the time of the machine as it is.
  SensitivityOptions Nothing;
  Nothing.Factors.clear();
  Nothing.MostSets = Nothing.MostSteps = 0;
  Options.OfMethods.set(Nothing);
  Report Found;
  Found.CPU = CPU;
  if (llvm::Error E = analyzeMachineLoops(M, Options, Found, &Functions))
    return E;
  std::vector<LoopTime> Times;
  for (const RegionReport &Region : Found.Regions)
    if (const auto *S = Region.get<Sensitivity>();
        S && S->Base.CyclesPerIteration && !Region.Loop.empty())
      Times.push_back(
          {Region.Function, Region.Loop, *S->Base.CyclesPerIteration});
  return Times;
}
