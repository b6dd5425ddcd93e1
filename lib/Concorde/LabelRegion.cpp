//===- LabelRegion.cpp - Samples from a region ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "rafter/Concorde/LabelRegion.h"
#include "RegionModels.h"
#include "rafter/CoreModel/ReferenceCore.h"
#include "rafter/Support/RandomNumbers.h"
#include "llvm/ADT/Twine.h"

using namespace rafter;
using namespace rafter::concorde;

static SampleLabels labelsOf(const CoreResult &Core, RegionModels &Features,
                             const CoreDesign &Design) {
  SampleLabels Labels;
  Labels.CPI = float(Core.cpi());
  Labels.ReorderBufferOccupancy = float(Core.reorderBufferOccupancy());
  Labels.RenameQueueOccupancy = float(Core.renameQueueOccupancy());
  Labels.MispredictedBranches = float(Core.Mispredictions);
  double Estimated = double(Features.estimatedLoadCycles(Design));
  Labels.ExecutionTimeRatio =
      Estimated > 0 ? float(double(Core.LoadCycles) / Estimated) : 1.0f;
  Labels.BoundCPI = float(Features.boundCPI(Design));
  return Labels;
}

llvm::Error rafter::labelRegion(
    const TraceRegion &Region, llvm::StringRef Program,
    llvm::ArrayRef<CoreDesign> Designs,
    llvm::function_ref<llvm::Error(const LabelledSample &Info,
                                   llvm::ArrayRef<float> Features)>
        Take) {
  llvm::Expected<std::unique_ptr<RegionModels>> Features =
      RegionModels::make(Region);
  if (!Features)
    return llvm::createStringError("region '" + Region.Name + "': " +
                                   llvm::toString(Features.takeError()));
  (*Features)->prepare(Designs);
  std::vector<float> Numbers(NumFeatures);
  for (const CoreDesign &Design : Designs) {
    CoreResult Core =
        simulateCore(Design, Region, (*Features)->producers(),
                     (*Features)->outcomes(Design), (*Features)->firstLevels());
    readFeatures(**Features, Design, Numbers);
    LabelledSample Info;
    Info.Program = Program.str();
    Info.Region = Region.Name;
    Info.Design = Design;
    Info.Labels = labelsOf(Core, **Features, Design);
    if (llvm::Error E = Take(Info, Numbers))
      return E;
  }
  return llvm::Error::success();
}

CoreDesign rafter::sampleDesign(uint64_t Seed, uint64_t Index) {
  return randomDesign(RandomNumbers(Seed, Index).next());
}
