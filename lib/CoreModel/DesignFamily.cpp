//===- DesignFamily.cpp - Designs as people have them ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/DesignFamily.h"
#include "rafter/Support/RandomNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cmath>

using namespace rafter;

static constexpr llvm::StringRef FamilyNames[] = {"uniform", "scaled",
                                                  "between", "swept", "mixed"};

//===----------------------------------------------------------------------===//
// Named cores
//===----------------------------------------------------------------------===//

/// What the cores of servers have in common. The micro-operation cache counts
/// as the decoder where there is one: it serves nearly everything. What nobody
/// has published is as for N1 in table 1 of the paper: lines of instructions in
/// flight.
static CoreDesign serverCore(uint32_t ReorderBuffer, uint32_t LoadQueue,
                             uint32_t StoreQueue, uint32_t IntegerIssue,
                             uint32_t FloatIssue, uint32_t FrontEndWidth,
                             uint32_t L1Data, uint32_t L1Instruction,
                             uint32_t L2) {
  CoreDesign Design;
  Design.ReorderBuffer = ReorderBuffer;
  Design.LoadQueue = LoadQueue;
  Design.StoreQueue = StoreQueue;
  Design.IntegerIssue = IntegerIssue;
  Design.FloatIssue = FloatIssue;
  // Three loads in a cycle, or two stores and a load.
  Design.MemoryIssue = 3;
  Design.LoadStorePipes = 2;
  Design.LoadPipes = 1;
  Design.FetchWidth = Design.DecodeWidth = FrontEndWidth;
  Design.RenameWidth = 6;
  Design.FetchBuffers = 4;
  Design.L1Data = L1Data;
  Design.L1Instruction = L1Instruction;
  Design.L2 = L2;
  Design.PrefetchDegree = 4;
  return Design;
}

static const NamedDesign Named[] = {
    {"n1", "table 1 of the paper", CoreDesign()},
    {"v1",
     "the sources of neoverse-v1 (rafter-opt uarch show neoverse-v1); its "
     "queues of loads and stores, which are not published, as twice those "
     "measured of N1, like the reorder buffer",
     serverCore(256, 112, 88, 4, 4, 8, 64, 64, 1024)},
    {"golden-cove",
     "the sources of sapphirerapids (rafter-opt uarch show sapphirerapids); "
     "its first level of 48 kB as 64, and three load and two store ports as "
     "three pipes, two of which take stores",
     serverCore(512, 192, 114, 5, 3, 8, 64, 32, 2048)},
    {"zen4", "the sources of znver4 (rafter-opt uarch show znver4)",
     serverCore(320, 136, 64, 4, 4, 9, 32, 32, 1024)}};

llvm::ArrayRef<NamedDesign> rafter::namedDesigns() { return Named; }

//===----------------------------------------------------------------------===//
// Names of families
//===----------------------------------------------------------------------===//

llvm::Expected<std::vector<DesignFamily>>
rafter::parseDesignFamilies(llvm::StringRef Text) {
  std::vector<DesignFamily> Result;
  llvm::SmallVector<llvm::StringRef> Words;
  Text.split(Words, ',');
  for (llvm::StringRef Word : Words) {
    const auto *Found = llvm::find(FamilyNames, Word.trim());
    if (Found == std::end(FamilyNames))
      return llvm::createStringError(
          "'" + Word + "' is none of " +
          llvm::join(llvm::ArrayRef(FamilyNames), ", "));
    Result.push_back(DesignFamily(Found - FamilyNames));
  }
  return Result;
}

std::string rafter::printDesignFamilies(llvm::ArrayRef<DesignFamily> Families) {
  return llvm::join(llvm::map_range(Families,
                                    [](DesignFamily F) {
                                      return FamilyNames[unsigned(F)].str();
                                    }),
                    ",");
}

//===----------------------------------------------------------------------===//
// Drawing
//===----------------------------------------------------------------------===//

/// A * (B / A)^Place with products and square roots alone, which are the same
/// on every computer. Place is in [0, 2) and counts in steps of 2^-12.
static double geometric(double A, double B, double Place) {
  double Ratio = B / A, Result = A;
  auto Steps = uint32_t(Place * 4096);
  for (uint32_t Bit = 4096; Bit; Bit >>= 1) {
    if (Steps & Bit)
      Result *= Ratio;
    Ratio = std::sqrt(Ratio);
  }
  return Result;
}

/// The legal value of P that is nearest to X by ratio; the smaller of two.
static uint32_t nearestLegal(const DesignParameter &P, double X) {
  if (P.Values.empty())
    return uint32_t(
        std::clamp(std::floor(X + 0.5), double(P.Least), double(P.Greatest)));
  uint32_t Best = P.Values.front();
  for (uint32_t Value : P.Values)
    if (std::max(Value / X, X / Value) < std::max(Best / X, X / Best))
      Best = Value;
  return Best;
}

CoreDesign rafter::designBetween(const CoreDesign &A, const CoreDesign &B,
                                 double Place) {
  CoreDesign Result;
  for (const DesignParameter &P : designParameters()) {
    uint32_t From = P.Get(A), To = P.Get(B);
    if (!P.Words.empty() || From == To || From == 0 || To == 0)
      P.Set(Result, Place < 0.5 ? From : To);
    else if (Place < 0)
      P.Set(Result,
            nearestLegal(P, geometric(From, double(From) * From / To, -Place)));
    else
      P.Set(Result, nearestLegal(P, geometric(From, To, Place)));
  }
  return Result;
}

/// The least and the greatest that cores of the last ten years have, from
/// those in order (Cortex-A55, with a window of a few instructions) to the
/// widest (Apple's, with caches of 128 and 192 kB and a window of over 600).
static const CoreDesign SmallestReal = {.ReorderBuffer = 16,
                                        .CommitWidth = 2,
                                        .LoadQueue = 6,
                                        .StoreQueue = 6,
                                        .IntegerIssue = 1,
                                        .FloatIssue = 1,
                                        .MemoryIssue = 1,
                                        .LoadStorePipes = 1,
                                        .LoadPipes = 0,
                                        .FetchWidth = 2,
                                        .DecodeWidth = 2,
                                        .RenameWidth = 2,
                                        .FetchBuffers = 1,
                                        .InstructionFills = 2,
                                        .L1Data = 16,
                                        .L1Instruction = 16,
                                        .L2 = 512};
static const CoreDesign LargestReal = {.ReorderBuffer = 640,
                                       .CommitWidth = 12,
                                       .LoadQueue = 240,
                                       .StoreQueue = 160,
                                       .IntegerIssue = 8,
                                       .FloatIssue = 4,
                                       .MemoryIssue = 5,
                                       .LoadStorePipes = 2,
                                       .LoadPipes = 2,
                                       .FetchWidth = 12,
                                       .DecodeWidth = 10,
                                       .RenameWidth = 10,
                                       .FetchBuffers = 8,
                                       .InstructionFills = 32,
                                       .L1Data = 128,
                                       .L1Instruction = 256,
                                       .L2 = 4096};

/// Nine of ten predict by TAGE, the others are wrong up to ten times in a
/// hundred; three of four prefetch.
static void drawPredictors(CoreDesign &Design, RandomNumbers &Random) {
  bool Simple = Random.below(10) == 0;
  Design.Predictor = Simple ? PredictorKind::Simple : PredictorKind::Tage;
  Design.MispredictionPercent = Simple ? Random.below(11) : 0;
  Design.PrefetchDegree = Random.below(4) ? 4 : 0;
}

static CoreDesign drawScaled(RandomNumbers &Random) {
  double Size = Random.share();
  CoreDesign Design;
  for (const DesignParameter &P : designParameters()) {
    double Place = std::clamp(Size + (Random.share() - 0.5) * 0.25, 0.0, 1.0);
    P.Set(Design, P.Get(designBetween(SmallestReal, LargestReal, Place)));
  }
  drawPredictors(Design, Random);
  return Design;
}

static CoreDesign drawBetween(RandomNumbers &Random) {
  uint32_t A = Random.below(std::size(Named));
  uint32_t B = (A + 1 + Random.below(std::size(Named) - 1)) % std::size(Named);
  return designBetween(Named[A].Design, Named[B].Design,
                       Random.share() * 1.5 - 0.25);
}

static void redraw(CoreDesign &Design, const DesignParameter &P,
                   RandomNumbers &Random) {
  P.Set(Design, P.value(Random.below(uint32_t(P.numValues()))));
}

static CoreDesign drawSwept(RandomNumbers &Random) {
  CoreDesign Design = Named[Random.below(std::size(Named))].Design;
  uint32_t Changes = 1 + Random.below(2);
  for (uint32_t I = 0; I != Changes; ++I)
    redraw(Design, designParameters()[Random.below(NumDesignParameters)],
           Random);
  return Design;
}

/// As many parameters are the largest as a share that is drawn first, so that
/// few and many are alike.
static CoreDesign drawMixed(RandomNumbers &Random) {
  CoreDesign Design = Random.below(2) == 0
                          ? drawScaled(Random)
                          : Named[Random.below(std::size(Named))].Design;
  const CoreDesign Largest = largestDesign();
  const double Share = Random.share();
  for (const DesignParameter &P : designParameters())
    if (Random.share() < Share)
      P.Set(Design, P.Get(Largest));
  if (Random.share() < Share) {
    Design.Predictor = PredictorKind::Simple;
    Design.MispredictionPercent = 0;
  } else if (Design.Predictor == PredictorKind::Tage) {
    Design.MispredictionPercent = 0;
  }
  return Design;
}

CoreDesign rafter::drawDesign(DesignFamily Family, uint64_t Seed) {
  RandomNumbers Random(Seed);
  switch (Family) {
  case DesignFamily::Uniform:
    return randomDesign(Seed);
  case DesignFamily::Scaled:
    return drawScaled(Random);
  case DesignFamily::Between:
    return drawBetween(Random);
  case DesignFamily::Swept:
    return drawSwept(Random);
  case DesignFamily::Mixed:
    return drawMixed(Random);
  }
  return randomDesign(Seed);
}
