//===- LabelRegion.cpp - Samples from a region ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "rafter/Concorde/LabelRegion.h"
#include "FeatureCode.h"
#include "RegionModels.h"
#include "rafter/CoreModel/ReferenceCore.h"
#include "rafter/Support/RandomNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"

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
  double Queued = double(Features.queuedLoadCycles(Design));
  Labels.QueuedTimeRatio =
      Queued > 0 ? float(double(Core.LoadCycles) / Queued) : 1.0f;
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

llvm::Error rafter::labelAgain(const TraceRegion &Region, const DataSet &Set,
                               size_t Sample) {
  const LabelledSample &Held = Set.Samples[Sample];
  auto Compare = [&](const LabelledSample &Made,
                     llvm::ArrayRef<float> Features) -> llvm::Error {
    if (Made.Labels != Held.Labels)
      return llvm::createStringError(
          llvm::formatv("labels are not the same when made again (CPI {0:f6} "
                        "instead of {1:f6})",
                        Made.Labels.CPI, Held.Labels.CPI)
              .str());
    for (auto [Number, Code] : llvm::enumerate(Set.features(Sample)))
      if (packFeature(Features[Number]) != Code)
        return llvm::createStringError("feature " + llvm::Twine(Number) +
                                       " is not the same when made again");
    return llvm::Error::success();
  };
  return labelRegion(Region, Held.Program, Held.Design, Compare);
}

std::vector<CoreDesign>
rafter::sampleDesigns(llvm::ArrayRef<DesignFamily> Families, uint64_t Seed,
                      uint64_t First, uint64_t Count, uint64_t Memories) {
  std::vector<CoreDesign> Designs;
  llvm::StringSet<> Seen;
  for (uint64_t Index = First; Index != First + Count; ++Index) {
    RandomNumbers Random(Seed, Index);
    CoreDesign Design;
    do {
      Design = drawDesign(Families[Index % Families.size()], Random.next());
      if (Memories != 0 && Designs.size() >= Memories) {
        const CoreDesign &Shared = Designs[Designs.size() % Memories];
        Design.L1Data = Shared.L1Data;
        Design.L2 = Shared.L2;
        Design.PrefetchDegree = Shared.PrefetchDegree;
      }
    } while (!Seen.insert(printDesign(Design)).second);
    Designs.push_back(Design);
  }
  return Designs;
}
