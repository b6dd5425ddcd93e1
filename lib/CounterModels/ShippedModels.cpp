//===- ShippedModels.cpp - Models that need no training -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CounterModels/ShippedModels.h"
#include "rafter/Counters/PerfPlan.h"
#include "rafter/Support/Files.h"
#include "rafter/Support/InstalledFiles.h"
#include "rafter/TopDown/TopDownAnalysis.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;
using llvm::Expected;
using llvm::StringRef;

/// Fewer events say nothing: with a branch predictor alone, all that is lost is
/// lost to branches.
static constexpr size_t LeastEvents = 4;

static size_t numFound(const CounterFamily &Family, const SampleTable &Table) {
  return llvm::count_if(Family.Events, [&](const FamilyEvent &Event) {
    return findFamilyEvent(Table.events(), Event) != ~0u;
  });
}

/// The family that top-down analysis takes Table for; empty if it cannot tell.
/// What it cannot tell by names it does by the slots there are (Zen 4 and 5).
static std::string familyOfFormulas(const SampleTable &Table) {
  auto Formulas = shippedTopDownFamilies();
  if (!Formulas) {
    llvm::consumeError(Formulas.takeError());
    return "";
  }
  auto Analyses = analyzeTopDown(Table, *Formulas);
  if (!Analyses) {
    llvm::consumeError(Analyses.takeError());
    return "";
  }
  return Analyses->front().Family.Name;
}

Expected<CounterFamily> rafter::familyOf(const SampleTable &Table,
                                         StringRef Preferred) {
  auto All = shippedCounterFamilies();
  if (!All)
    return All.takeError();
  if (const CounterFamily *Family = findCounterFamily(*All, Preferred))
    if (numFound(*Family, Table) >= LeastEvents)
      return *Family;
  // Of several with as many events the one that has fewest others, or that
  // top-down analysis finds.
  const CounterFamily *ByFormulas =
      findCounterFamily(*All, familyOfFormulas(Table));
  const CounterFamily *Best = nullptr;
  size_t Most = 0;
  auto IsBetter = [&](const CounterFamily &Family, size_t Found) {
    if (!Best || Found != Most)
      return Found > Most;
    if (Family.Events.size() != Best->Events.size())
      return Family.Events.size() < Best->Events.size();
    return &Family == ByFormulas;
  };
  for (const CounterFamily &Family : *All) {
    size_t Found = numFound(Family, Table);
    if (Found < LeastEvents || !IsBetter(Family, Found))
      continue;
    Most = Found;
    Best = &Family;
  }
  if (!Best)
    return llvm::createStringError(
        "not enough events for the shipped models of SPIRE and fingerprints: "
        "no family of data/counters has " +
        llvm::Twine(LeastEvents) + " of them");
  return *Best;
}

std::string rafter::perfCommand(const CounterFamily &Family,
                                StringRef Program) {
  std::vector<std::string> Names;
  for (const FamilyEvent &Event : Family.Events)
    Names.push_back(Event.Name);
  PerfPlan Plan = planCounting(Names);
  std::string Text = "perf stat -I 100 -x, -o counts.csv";
  for (const std::vector<std::string> &Run : Plan.Runs)
    for (const std::string &Group : Run)
      Text += " -e \"" + Group + "\"";
  return Text + " -- " + Program.str();
}

static Expected<std::unique_ptr<llvm::MemoryBuffer>>
readModelOf(const CounterFamily &Family, StringRef Kind) {
  std::string Name = "counters/" + Family.Name + "." + Kind.str() + ".json";
  std::string Path = installedPath(Name);
  return readFile(Path.empty() ? RAFTER_DATA_SOURCE_DIR "/" + Name : Path,
                  /*IsText=*/true);
}

/// Gives Name the spelling of Table.
static void respell(std::string &Name, const CounterFamily &Family,
                    const SampleTable &Table) {
  auto Event = llvm::find_if(
      Family.Events, [&](const FamilyEvent &E) { return E.Name == Name; });
  if (Event == Family.Events.end())
    return;
  if (uint32_t At = findFamilyEvent(Table.events(), *Event); At != ~0u)
    Name = Table.events()[At];
}

Expected<SpireModel> rafter::shippedSpireModel(const CounterFamily &Family,
                                               const SampleTable &Table) {
  auto File = readModelOf(Family, "spire");
  if (!File)
    return File.takeError();
  Expected<SpireModel> Model = readModel((*File)->getMemBufferRef());
  if (Model)
    for (MetricModel &M : Model->Metrics)
      respell(M.Name, Family, Table);
  return Model;
}

Expected<FingerprintModel>
rafter::shippedFingerprintModel(const CounterFamily &Family,
                                const SampleTable &Table) {
  auto File = readModelOf(Family, "fingerprint");
  if (!File)
    return File.takeError();
  Expected<FingerprintModel> Model =
      readFingerprintModel((*File)->getMemBufferRef());
  if (Model)
    for (SliceAttribute &A : Model->Tree.Attributes)
      respell(A.Name, Family, Table);
  return Model;
}

Expected<SpireModel> rafter::spireModelFor(const SampleTable &Table) {
  Expected<CounterFamily> Family = familyOf(Table, "");
  if (!Family)
    return Family.takeError();
  return shippedSpireModel(*Family, Table);
}

Expected<FingerprintModel>
rafter::fingerprintModelFor(const SampleTable &Table) {
  Expected<CounterFamily> Family = familyOf(Table, "");
  if (!Family)
    return Family.takeError();
  return shippedFingerprintModel(*Family, Table);
}
