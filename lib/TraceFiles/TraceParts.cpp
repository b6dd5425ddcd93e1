//===- TraceParts.cpp - Parts of traces of any kind -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Regions/PhaseProfile.h"
#include "rafter/Regions/RegionCutter.h"
#include "rafter/Regions/RegionFile.h"
#include "rafter/Support/Files.h"
#include "rafter/TraceFiles/OpenAnyTrace.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <limits>

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {

/// Cuts out what memory has room for.
class LimitedCutter final : public CrackedConsumer {
public:
  explicit LimitedCutter(RegionCutter &Cutter) : Cutter(Cutter) {}
  bool take(ArrayRef<CrackedInstruction> Executed) override {
    return Cutter.take(Executed) && Cutter.held() <= MaxRegionInstructions;
  }

private:
  RegionCutter &Cutter;
};

class InstructionCount final : public CrackedConsumer {
public:
  bool take(ArrayRef<CrackedInstruction> Executed) override {
    Total += Executed.size();
    return true;
  }
  uint64_t Total = 0;
};

} // namespace

Expected<TraceRegion> rafter::readTracePart(StringRef Path,
                                            const TracePart &Part) {
  auto Trace = openAnyTrace(Path);
  if (!Trace)
    return Trace.takeError();
  std::optional<TraceRegion> Complete;
  RegionCut Cut;
  Cut.WarmUp = Part.WarmUp;
  Cut.Instructions = Part.Instructions ? Part.Instructions
                                       : std::numeric_limits<uint64_t>::max();
  Cut.Name = llvm::sys::path::filename(Path).str();
  RegionCutter Cutter(Cut, RegionPlaces{{Part.Skip}, {}},
                      [&](TraceRegion Region) {
                        Complete = std::move(Region);
                        return Error::success();
                      });
  LimitedCutter Limited(Cutter);
  if (Error E = (*Trace)->Cracked(Limited))
    return E;
  llvm::cantFail(Cutter.takeError());
  if (Complete)
    return std::move(*Complete);
  if (Cutter.held() > MaxRegionInstructions)
    return llvm::createStringError(Path + ": more than " +
                                   llvm::Twine(MaxRegionInstructions) +
                                   " instructions at once: choose fewer");
  TraceRegion Rest = Cutter.takeUnfinished();
  if (Part.Instructions != 0 || Rest.Instructions.empty())
    return llvm::createStringError(
        Path + ": has " + llvm::Twine(Cutter.executed()) +
        " instructions, fewer than the " +
        llvm::Twine(Part.Skip + Part.WarmUp +
                    std::max<uint64_t>(1, Part.Instructions)) +
        " that are asked for");
  Rest.Name = Cut.Name + "@" + std::to_string(Part.Skip);
  return Rest;
}

static Error writeRegions(const TraceSource &Trace, StringRef From,
                          const RegionSampling &Sampling, RegionPlaces Places,
                          llvm::raw_ostream &OS, uint64_t &Written) {
  RegionWriter Writer({From.str() + " (" + Trace.Format + ")",
                       Trace.Architecture, Sampling.describe()},
                      OS);
  RegionCut Cut;
  Cut.WarmUp = Sampling.WarmUp;
  Cut.Instructions = Sampling.Instructions;
  Cut.KeepsState = Sampling.State;
  Cut.Name = llvm::sys::path::filename(From).str();
  RegionCutter Cutter(Cut, std::move(Places), [&](const TraceRegion &Region) {
    return Writer.add(Region);
  });
  Error Played = Trace.Cracked(Cutter);
  if (Error E = llvm::joinErrors(std::move(Played), Cutter.takeError()))
    return E;
  Written = Cutter.regions();
  if (Written == 0)
    return llvm::createStringError(From + ": too short for a region");
  Writer.finish();
  return Error::success();
}

Expected<RegionConversion>
rafter::convertRegions(StringRef From, const RegionSampling &Sampling,
                       StringRef To) {
  RegionConversion Result;
  auto Trace = openAnyTrace(From);
  if (!Trace)
    return Trace.takeError();
  const bool ByPhases = Sampling.By == RegionSampling::Choice::Phases;
  InstructionCount Count;
  PhaseProfile Profile(Sampling.length(), /*CountsWhole=*/false);
  if (Error E =
          ByPhases ? (*Trace)->Cracked(Profile) : (*Trace)->Cracked(Count))
    return E;
  Result.Executed = ByPhases ? Profile.executed() : Count.Total;
  Result.Format = (*Trace)->Format;
  Expected<RegionPlaces> Places = ByPhases
                                      ? choosePlaces(Sampling, Profile)
                                      : choosePlaces(Sampling, Result.Executed);
  if (!Places)
    return llvm::createFileError(From, Places.takeError());
  if (Places->Begins.empty())
    return llvm::createStringError(From + ": has " +
                                   llvm::Twine(Result.Executed) +
                                   " instructions, fewer than a region of " +
                                   llvm::Twine(Sampling.length()));
  if (Error E = writeFileOrFail(To, [&](llvm::raw_ostream &OS) {
        return writeRegions(**Trace, From, Sampling, std::move(*Places), OS,
                            Result.Regions);
      }))
    return E;
  if (std::error_code EC = llvm::sys::fs::file_size(To, Result.Bytes))
    return llvm::createStringError(EC, To);
  return Result;
}
