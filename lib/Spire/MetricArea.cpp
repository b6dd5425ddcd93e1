//===- MetricArea.cpp - Which part of the core a metric watches -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Overrides, topics and beginnings of names, and which comes first.
//
//===----------------------------------------------------------------------===//

#include "rafter/Spire/MetricArea.h"
#include "AreaPrefixes.h"
#include "rafter/Counters/EventName.h"
#include "rafter/Report/ModelFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/JSON.h"

using namespace rafter;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

static constexpr llvm::StringLiteral AreaNames[NumMetricAreas] = {
    "front-end",
    "bad speculation",
    "memory",
    "core",
    "front-end or bad speculation",
    "memory or core",
    "other"};

const char *rafter::name(MetricArea Area) {
  return AreaNames[static_cast<size_t>(Area)].data();
}

std::optional<MetricArea> rafter::findMetricArea(StringRef Name) {
  for (size_t I = 0; I != NumMetricAreas; ++I)
    if (Name.equals_insensitive(AreaNames[I]))
      return static_cast<MetricArea>(I);
  return std::nullopt;
}

namespace {

using enum MetricArea;

/// Topics of the vendors that tell the area; "pipeline", "stall" and "other"
/// hold a bit of everything.
constexpr PrefixRule TopicRules[] = {
    {"frontend", FrontEnd},   {"cache", Memory},
    {"memory", Memory},       {"virtual memory", Memory},
    {"floating point", Core}, {"l1d_cache", Memory},
    {"l2_cache", Memory},     {"l3_cache", Memory},
    {"ll_cache", Memory},     {"tlb", Memory},
    {"bus", Memory},          {"branch", BadSpeculation},
    {"fp_operation", Core},
};

} // namespace

/// "cpu_core/L1D.REPLACEMENT/u" as "l1d_replacement".
static std::string plainName(StringRef Metric) {
  std::string Name = parseEventName(Metric).Base.lower();
  for (char &C : Name)
    if (C == '-' || C == '.')
      C = '_';
  return Name;
}

static const PrefixRule *longestPrefix(StringRef Plain) {
  const PrefixRule *Longest = nullptr;
  for (const PrefixRule &Rule : areaPrefixes())
    if (Plain.starts_with(Rule.Prefix) &&
        (!Longest || Rule.Prefix.size() > Longest->Prefix.size()))
      Longest = &Rule;
  return Longest;
}

/// Whether an event of this area has one cause.
static bool isOneArea(MetricArea Area) {
  return Area != FrontEndOrBadSpeculation && Area != MemoryOrCore &&
         Area != Other;
}

Error AreaTable::addOverrides(llvm::MemoryBufferRef Buffer) {
  StringRef Line, Rest = Buffer.getBuffer();
  for (unsigned Number = 1; !Rest.empty(); ++Number) {
    std::tie(Line, Rest) = Rest.split('\n');
    Line = Line.take_until([](char C) { return C == '#'; }).trim();
    if (Line.empty())
      continue;
    auto [Pattern, Name] = Line.rsplit(',');
    std::optional<MetricArea> Area = findMetricArea(Name.trim());
    llvm::Expected<llvm::GlobPattern> Glob =
        llvm::GlobPattern::create(Pattern.trim().lower());
    std::string Cause;
    if (!Glob)
      Cause = llvm::toString(Glob.takeError());
    else if (Pattern.trim().empty() || Name.empty())
      Cause = "expected 'pattern,area'";
    else if (!Area)
      Cause = "'" + Name.trim().str() + "' is not one of " +
              llvm::join(std::begin(AreaNames), std::end(AreaNames), ", ");
    if (!Cause.empty())
      return llvm::createStringError(Buffer.getBufferIdentifier() + ":" +
                                     Twine(Number) + ": " + Cause);
    Overrides.push_back({Pattern.trim().lower(), *Area});
  }
  return Error::success();
}

Error AreaTable::addMetadata(llvm::MemoryBufferRef Buffer) {
  StringRef File = Buffer.getBufferIdentifier();
  llvm::Expected<llvm::json::Value> Root = parseJSONFile(Buffer);
  if (!Root)
    return Root.takeError();
  const llvm::json::Array *Events = Root->getAsArray();
  if (!Events)
    return llvm::createStringError(File + ": no list of events");
  for (const llvm::json::Value &V : *Events) {
    const llvm::json::Object *Event = V.getAsObject();
    if (!Event)
      return llvm::createStringError(File + ": an event is no object");
    std::optional<StringRef> Name = Event->getString("EventName");
    std::optional<StringRef> Topic = Event->getString("Topic");
    if (Name && Topic)
      Topics[Name->lower()] = Topic->lower();
  }
  if (Topics.empty())
    return llvm::createStringError(File +
                                   ": no event has both EventName and Topic");
  return Error::success();
}

/// Beginnings of plain names of events that count slots (data/topdown).
static bool countsSlots(StringRef Plain) {
  for (StringRef Prefix : {"slots_", "stall_slot", "topdown_",
                           "de_no_dispatch_per_slot", "idq_uops_not_delivered"})
    if (Plain.starts_with(Prefix))
      return true;
  return false;
}

/// Words in plain names of events that count cycles of waiting.
static bool countsTime(StringRef Plain) {
  for (StringRef Word :
       {"stall", "cycles", "bound", "pending", "not_complete", "latency"})
    if (Plain.contains(Word))
      return true;
  return false;
}

AreaOfMetric AreaTable::classify(StringRef Metric) const {
  AreaOfMetric Area = classifyByRules(Metric);
  const std::string Plain = plainName(Metric);
  Area.CountsSlots = countsSlots(Plain);
  Area.CountsTime = Area.CountsSlots || countsTime(Plain);
  return Area;
}

AreaOfMetric AreaTable::classifyByRules(StringRef Metric) const {
  std::string Base = parseEventName(Metric).Base.lower();
  for (const auto &[Pattern, Area] : Overrides) {
    llvm::Expected<llvm::GlobPattern> Glob = llvm::GlobPattern::create(Pattern);
    if (llvm::cantFail(std::move(Glob)).match(Base))
      return {Area, "override '" + Pattern + "'"};
  }
  const PrefixRule *Longest = longestPrefix(plainName(Metric));
  // A topic tells the unit that counts, but not whether it counts work.
  const bool NamesNoArea = Longest && !isOneArea(Longest->Area);
  auto Topic = Topics.find(Base);
  if (Topic != Topics.end() && !NamesNoArea)
    for (const PrefixRule &Rule : TopicRules)
      if (Rule.Prefix == Topic->second)
        return {Rule.Area, "topic '" + Topic->second + "'"};
  if (Longest)
    return {Longest->Area, "prefix '" + Longest->Prefix.str() + "'"};
  return {MetricArea::Other, "no rule"};
}
