//===- RegionCutter.h - Cuts regions out of a stream ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REGIONS_REGIONCUTTER_H
#define RAFTER_REGIONS_REGIONCUTTER_H

#include "rafter/Regions/RegionPlaces.h"
#include "rafter/Regions/StateKeeper.h"
#include <functional>

namespace rafter {

/// What is cut out from each place on.
struct RegionCut {
  uint64_t WarmUp = 0;
  /// To be measured; at least 1.
  uint64_t Instructions = 1;
  /// Names the stream; a region is called "Name@Place".
  std::string Name;
  /// A region may begin in the middle of an instruction that is several here.
  bool SplitsInstructions = false;
  /// Nothing is played but a region from each place on: what is more than is
  /// cut out has come from instructions that are several.
  bool OnlyPlaces = false;
  /// Places count instructions of the program, which are one also where they
  /// are several here.
  bool CountsWhole = false;
  /// Regions get a warm state. All that is executed has to be played.
  bool KeepsState = false;
};

/// Cuts a region out of what is executed at each of some places. Instructions
/// that are several count so.
class RegionCutter final : public CrackedConsumer {
public:
  /// Takes each region as soon as it is complete.
  using Sink = std::function<llvm::Error(TraceRegion Region)>;

  RegionCutter(RegionCut Cut, RegionPlaces Places, Sink Take)
      : Cut(std::move(Cut)), Places(std::move(Places.Begins)),
        StandsFor(std::move(Places.StandsFor)), Take(std::move(Take)) {}

  void beginRegion() override;
  /// False when there is nothing left to cut.
  bool take(llvm::ArrayRef<CrackedInstruction> Next) override;

  /// Instructions taken so far.
  uint64_t executed() const { return Executed; }
  /// Regions cut so far, the last of which the sink may have refused.
  size_t regions() const { return Regions; }
  /// Instructions of the region that is not complete yet, and it itself.
  uint64_t held() const {
    return Region.WarmUp.size() + Region.Instructions.size();
  }
  TraceRegion takeUnfinished() { return std::move(Region); }
  /// The sink's error, upon which nothing more is cut.
  llvm::Error takeError() { return std::move(Failure); }

private:
  bool begins(const CrackedInstruction &I) const;

  RegionCut Cut;
  std::vector<uint64_t> Places, StandsFor;
  Sink Take;
  StateKeeper State;
  TraceRegion Region;
  uint64_t Executed = 0;
  size_t Regions = 0;
  llvm::Error Failure = llvm::Error::success();
};

} // namespace rafter

#endif // RAFTER_REGIONS_REGIONCUTTER_H
