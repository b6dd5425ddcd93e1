//===- Attribution.cpp - What a design's parts cost -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "RegionModels.h"
#include "Shapley.h"
#include "rafter/CoreModel/ReferenceCore.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <cmath>

using namespace rafter;
using namespace rafter::concorde;
using llvm::StringRef;

/// The mask of parameters joined by '+'.
static llvm::Expected<uint32_t> parseMask(StringRef Text) {
  uint32_t Mask = 0;
  llvm::SmallVector<StringRef> Names;
  Text.split(Names, '+');
  for (StringRef Name : Names) {
    const DesignParameter *P = findDesignParameter(Name.trim());
    if (!P)
      return llvm::createStringError("unknown parameter '" + Name + "'");
    Mask |= 1u << (P - designParameters().begin());
  }
  return Mask;
}

std::vector<ParameterGroup> rafter::componentGroups() {
  // In the order of the legend of figure 16.
  static constexpr std::pair<StringRef, StringRef> Groups[] = {
      {"caches", "l1i+l1d+l2"},
      {"prefetch", "prefetch"},
      {"rob", "rob"},
      {"load-queue", "load-queue"},
      {"store-queue", "store-queue"},
      {"load-pipes", "load-pipes"},
      {"ls-pipes", "ls-pipes"},
      {"alu-issue", "alu-issue"},
      {"fp-issue", "fp-issue"},
      {"ls-issue", "ls-issue"},
      {"commit-width", "commit-width"},
      {"branches", "predictor+misprediction"},
      {"icache-fills", "icache-fills"},
      {"fetch-buffers", "fetch-buffers"},
      {"fetch-width", "fetch-width"},
      {"decode-width", "decode-width"},
      {"rename-width", "rename-width"}};
  std::vector<ParameterGroup> Result;
  for (auto [Name, Members] : Groups)
    Result.push_back({Name.str(), llvm::cantFail(parseMask(Members))});
  return Result;
}

std::vector<ParameterGroup> rafter::singleGroups() {
  std::vector<ParameterGroup> Result;
  for (auto [I, P] : llvm::enumerate(designParameters()))
    Result.push_back({P.Name.str(), 1u << I});
  return Result;
}

llvm::Expected<std::vector<ParameterGroup>>
rafter::parseParameterGroups(StringRef Text) {
  if (Text == "components")
    return componentGroups();
  if (Text == "parameters")
    return singleGroups();
  std::vector<ParameterGroup> Result;
  uint32_t Taken = 0;
  llvm::SmallVector<StringRef> Elements;
  Text.split(Elements, ',', -1, /*KeepEmpty=*/false);
  if (Elements.empty())
    return llvm::createStringError("no groups of parameters");
  for (StringRef Element : Elements) {
    auto [Name, Members] = Element.split('=');
    Name = Name.trim();
    llvm::Expected<uint32_t> Mask =
        parseMask(Element.contains('=') ? Members : Name);
    if (!Mask)
      return llvm::createStringError("group '" + Name +
                                     "': " + llvm::toString(Mask.takeError()));
    if (Name.empty() || (*Mask & Taken))
      return llvm::createStringError(
          "group '" + Name +
          (Name.empty() ? "' has no name" : "': a parameter is in two groups"));
    Taken |= *Mask;
    Result.push_back({Name.str(), *Mask});
  }
  if (uint32_t Others = ~Taken & ((1u << NumDesignParameters) - 1))
    Result.push_back({"others", Others});
  return Result;
}

CoreDesign rafter::attributionBaseline() {
  CoreDesign Design = largestDesign();
  Design.Predictor = PredictorKind::Simple;
  Design.MispredictionPercent = 0;
  return Design;
}

CoreDesign rafter::mixDesigns(const CoreDesign &Baseline,
                              const CoreDesign &Target, uint32_t Mask) {
  CoreDesign Design = Baseline;
  for (auto [I, P] : llvm::enumerate(designParameters()))
    if (Mask >> I & 1)
      P.Set(Design, P.Get(Target));
  return Design;
}

/// CPIs of sets of groups.
static void evaluateSets(DesignValues CPIs, const AttributionOptions &Options,
                         llvm::ArrayRef<PlayerSet> Sets,
                         llvm::MutableArrayRef<double> Values) {
  std::vector<CoreDesign> Designs;
  Designs.reserve(Sets.size());
  for (PlayerSet Set : Sets) {
    uint32_t Mask = 0;
    for (auto [I, G] : llvm::enumerate(Options.Groups))
      if (Set >> I & 1)
        Mask |= G.Parameters;
    Designs.push_back(mixDesigns(Options.Baseline, Options.Target, Mask));
  }
  CPIs(Designs, Values);
}

ShapleyResult rafter::attributeValues(DesignValues CPIs,
                                      const AttributionOptions &Options) {
  auto Value = [&](llvm::ArrayRef<PlayerSet> Sets,
                   llvm::MutableArrayRef<double> Values) {
    evaluateSets(CPIs, Options, Sets, Values);
  };
  unsigned Players = unsigned(Options.Groups.size());
  if (Players <= Options.ExactGroups)
    return exactShapley(Players, Value);
  return sampleShapley(Players, Value, Options.Sampling);
}

ShapleyResult rafter::attributeRegion(RegionPredictor &Region,
                                      const AttributionOptions &Options) {
  return attributeValues(
      [&](llvm::ArrayRef<CoreDesign> Designs,
          llvm::MutableArrayRef<double> CPIs) {
        Region.predict(Designs, CPIs);
      },
      Options);
}

llvm::Expected<ShapleyResult>
rafter::attributeByCore(const TraceRegion &Region,
                        const AttributionOptions &Options) {
  llvm::Expected<std::unique_ptr<RegionModels>> Known =
      RegionModels::make(Region);
  if (!Known)
    return Known.takeError();
  RegionModels &Models = **Known;
  return attributeValues(
      [&](llvm::ArrayRef<CoreDesign> Designs,
          llvm::MutableArrayRef<double> CPIs) {
        for (auto [Design, CPI] : llvm::zip_equal(Designs, CPIs))
          CPI = simulateCore(Design, Region, Models.producers(),
                             Models.outcomes(Design), Models.firstLevels())
                    .cpi();
      },
      Options);
}

std::vector<double> rafter::attributeInOrder(RegionPredictor &Region,
                                             const AttributionOptions &Options,
                                             llvm::ArrayRef<unsigned> Order) {
  return sharesInOrder(Order, [&](llvm::ArrayRef<PlayerSet> Sets,
                                  llvm::MutableArrayRef<double> Values) {
    evaluateSets(
        [&](llvm::ArrayRef<CoreDesign> Designs,
            llvm::MutableArrayRef<double> CPIs) {
          Region.predict(Designs, CPIs);
        },
        Options, Sets, Values);
  });
}

ShapleyResult rafter::meanAttribution(llvm::ArrayRef<ShapleyResult> Regions,
                                      llvm::ArrayRef<double> Weights) {
  ShapleyResult Mean;
  size_t Players = Regions.front().Shares.size();
  Mean.Shares.resize(Players);
  Mean.StandardErrors.resize(Players);
  double N = double(Regions.size());
  for (auto [I, R] : llvm::enumerate(Regions)) {
    double Weight = Weights.empty() ? 1 : Weights[I];
    Mean.Without += Weight * R.Without / N;
    Mean.With += Weight * R.With / N;
    for (size_t P = 0; P != Players; ++P) {
      double Error = Weight * R.StandardErrors[P];
      Mean.Shares[P] += Weight * R.Shares[P] / N;
      Mean.StandardErrors[P] += Error * Error;
    }
  }
  for (double &E : Mean.StandardErrors)
    E = std::sqrt(E) / N;
  return Mean;
}
