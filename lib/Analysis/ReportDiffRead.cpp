//===- ReportDiffRead.cpp - Reports as other runs left them -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes from docs/schema/report.schema.json what a comparison needs. What a
// region lacks is left out; what is there must have the right type.
//
//===----------------------------------------------------------------------===//

#include "rafter/Analysis/ReportDiff.h"
#include "rafter/Analysis/WriteReport.h"
#include "rafter/Report/ModelFile.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Simulation/MachineFindings.h"
#include "llvm/Support/JSON.h"

using namespace rafter;
using llvm::Error;
using llvm::StringRef;
namespace json = llvm::json;

/// Of docs/schema/spire-analysis.schema.json.
static constexpr int64_t SpireVersion = 2;

/// So many limits say what a region is bound by.
static constexpr size_t MostLimits = 3;

static std::string text(const json::Object &O, StringRef Key) {
  return O.getString(Key).value_or("").str();
}

static std::string settingOf(const json::Object &Region) {
  std::string Setting;
  if (const json::Object *CPU = Region.getObject("cpu")) {
    Setting = text(*CPU, "name");
    if (std::string Hash = text(*CPU, "file_hash"); !Hash.empty())
      Setting += " (file " + Hash + ")";
    if (std::string Overrides = text(*CPU, "overrides"); !Overrides.empty())
      Setting += ", " + Overrides;
    Setting += ", ";
  }
  return Setting + text(Region, "mode") + ", " + text(Region, "cache") +
         " cache";
}

/// "latency float add x4.00"; resources without an effect are no limits.
static void addLimits(const json::Object &Sensitivity, ComparedRegion &Region) {
  if (const json::Array *Resources = Sensitivity.getArray("resources"))
    for (const json::Value &V : *Resources) {
      const json::Object *R = V.getAsObject();
      if (!R || Region.Limits.size() == MostLimits)
        continue;
      const json::Value *Limit = R->get("limit");
      // Null is an unlimited speed-up.
      double Speedup = 1;
      if (Limit)
        Speedup = Limit->kind() == json::Value::Null
                      ? Unlimited
                      : Limit->getAsNumber().value_or(1);
      if (Speedup >= LeastSpeedup)
        Region.Limits.push_back(text(*R, "name") + " x" + formatFixed(Speedup));
    }
  const json::Array *Sets = Sensitivity.getArray("sets");
  if (!Sets || Sets->empty() || Region.Limits.size() == MostLimits)
    return;
  const json::Object *Set = Sets->front().getAsObject();
  const json::Array *Names = Set ? Set->getArray("names") : nullptr;
  if (!Names)
    return;
  std::string Joined;
  for (const json::Value &Name : *Names)
    Joined +=
        (Joined.empty() ? "" : " + ") + Name.getAsString().value_or("").str();
  Region.Limits.push_back(
      Joined + " x" +
      formatFixed(Set->getNumber("speedup").value_or(Unlimited)));
}

static void addNearestRoof(const json::Object &Roofline,
                           ComparedRegion &Region) {
  const json::Array *Bottlenecks = Roofline.getArray("bottlenecks");
  if (!Bottlenecks || Bottlenecks->empty())
    return;
  if (const json::Object *First = Bottlenecks->front().getAsObject())
    Region.Limits.push_back("roof " + text(*First, "name"));
}

/// The shares of slots and what loses most.
static void addSlots(const json::Object &TopDown, ComparedRegion &Region) {
  const json::Array *Cores = TopDown.getArray("cores");
  const json::Object *First =
      Cores && !Cores->empty() ? Cores->front().getAsObject() : nullptr;
  const json::Array *Areas = First ? First->getArray("areas") : nullptr;
  if (!Areas)
    return;
  for (const json::Value &V : *Areas) {
    const json::Object *Area = V.getAsObject();
    std::optional<double> Share =
        Area ? Area->getNumber("share") : std::nullopt;
    if (!Share)
      continue;
    std::string Name = text(*Area, "name");
    for (char &C : Name)
      if (C == ' ' || C == '-')
        C = '_';
    for (unsigned F = 0; F != NumFigures; ++F)
      if (Name == name(static_cast<Figure>(F)))
        Region.Counted.emplace_back(static_cast<Figure>(F), *Share);
  }
  Region.Limits.push_back("slots " + text(*First, "verdict"));
}

static ComparedRegion readRegion(const json::Object &O) {
  ComparedRegion Region;
  Region.Name = text(O, "name");
  Region.Function = text(O, "function");
  Region.Loop = text(O, "loop");
  Region.File = text(O, "file");
  Region.Line = O.getInteger("line").value_or(0);
  Region.Setting = settingOf(O);
  if (const json::Object *S = O.getObject("sensitivity")) {
    Region.MachineCycles = S->getNumber("cycles");
    Region.CyclesPerIteration = S->getNumber("cycles_per_iteration");
    Region.Instructions = S->getNumber("instructions");
    addLimits(*S, Region);
  }
  if (const json::Object *G = O.getObject("generalized_roofline")) {
    Region.RooflineCycles = G->getNumber("cycles");
    Region.Performance = G->getNumber("performance");
    addNearestRoof(*G, Region);
  }
  if (const json::Object *T = O.getObject("top_down"))
    addSlots(*T, Region);
  return Region;
}

/// What spire analyze says of the samples of one program. How the file is named
/// says nothing of what was run.
static ComparedRegion readWorkload(const json::Object &O) {
  ComparedRegion Region;
  Region.Name = "the samples of " + text(O, "input");
  Region.Setting = text(O, "work") + " per " + text(O, "time") + ", " +
                   text(O, "mode") + ", " + text(O, "machine");
  for (Figure F : {Figure::Measured, Figure::Estimate})
    if (std::optional<double> Value = O.getNumber(name(F)))
      Region.Counted.emplace_back(F, *Value);
  Region.Limits.push_back("counters " + text(O, "verdict"));
  return Region;
}

/// A loop of the merged remarks of a build.
static ComparedRegion readLoop(const json::Object &O) {
  ComparedRegion Region;
  Region.Name = Region.Function = text(O, "function");
  Region.File = text(O, "file");
  Region.Line = O.getInteger("line").value_or(0);
  Region.Setting = text(O, "cpu");
  Region.CyclesPerIteration = O.getNumber("cycles");
  if (std::string Limit = text(O, "limit"); !Limit.empty())
    Region.Limits.push_back(std::move(Limit));
  return Region;
}

llvm::Expected<std::vector<ComparedRegion>>
rafter::readReport(llvm::MemoryBufferRef JSON) {
  auto Fail = [&](const llvm::Twine &Cause) {
    return llvm::createStringError(JSON.getBufferIdentifier() + ": " + Cause);
  };
  llvm::Expected<json::Value> Root = parseJSONFile(JSON);
  if (!Root)
    return Root.takeError();
  const json::Object *O = Root->getAsObject();
  const json::Array *Regions = O ? O->getArray("regions") : nullptr;
  const json::Array *Loops = O ? O->getArray("loops") : nullptr;
  std::optional<int64_t> Version =
      O ? O->getInteger("schema_version") : std::nullopt;
  if (Loops && O->getObject("records") && Version == 1) {
    std::vector<ComparedRegion> Result;
    for (const json::Value &V : *Loops)
      if (const json::Object *Loop = V.getAsObject())
        Result.push_back(readLoop(*Loop));
    return Result;
  }
  const json::Array *Workloads = O ? O->getArray("workloads") : nullptr;
  if (O && Version == SpireVersion && (Workloads || O->getNumber("estimate"))) {
    std::vector<ComparedRegion> Result;
    if (!Workloads)
      Result.push_back(readWorkload(*O));
    else
      for (const json::Value &V : *Workloads)
        if (const json::Object *Workload = V.getAsObject())
          Result.push_back(readWorkload(*Workload));
    return Result;
  }
  if (!Regions || !Version)
    return Fail("not a report of rafter-opt in JSON: schema_version or regions "
                "is missing");
  if (*Version != JSONSchemaVersion)
    return Fail("schema version " + llvm::Twine(*Version) +
                " is not the version " + llvm::Twine(JSONSchemaVersion) +
                " that this rafter-opt knows");
  std::vector<ComparedRegion> Result;
  for (const json::Value &V : *Regions) {
    const json::Object *Region = V.getAsObject();
    if (!Region || !Region->getString("name"))
      return Fail("region " + llvm::Twine(Result.size() + 1) + " has no name");
    Result.push_back(readRegion(*Region));
  }
  return Result;
}
