//===- MetricArea.cpp - Which part of the core a metric watches -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The areas follow top-down analysis (A. Yasin: A top-down method for
// performance analysis and counters architecture, ISPASS 2014). The names are
// those of the vendors' event lists in the Linux sources
// (tools/perf/pmu-events/arch) and of perf's generic events.
//
//===----------------------------------------------------------------------===//

#include "rafter/Spire/MetricArea.h"
#include "rafter/Counters/EventName.h"
#include "rafter/Report/ModelFile.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/JSON.h"

using namespace rafter;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

static constexpr llvm::StringLiteral AreaNames[NumMetricAreas] = {
    "front-end", "bad speculation", "memory", "core", "other"};

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

struct PrefixRule {
  llvm::StringLiteral Prefix;
  MetricArea Area;
};

using enum MetricArea;

/// The longest prefix wins, so that exceptions stand beside their rule. Without
/// the unit ("cpu/"), in lower case, '-' and '.' as '_'.
constexpr PrefixRule Prefixes[] = {
    // Intel.
    {"baclears", FrontEnd},
    {"decode", FrontEnd},
    {"dsb", FrontEnd},
    {"frontend_retired", FrontEnd},
    {"icache", FrontEnd},
    {"idq", FrontEnd},
    {"ild_stall", FrontEnd},
    {"inst_decoded", FrontEnd},
    {"itlb", FrontEnd},
    {"lsd", FrontEnd},
    {"l2_rqsts_code_rd", FrontEnd},
    {"l2_rqsts_all_code_rd", FrontEnd},
    {"mite", FrontEnd},
    {"topdown_fe_bound", FrontEnd},
    {"topdown_fetch_lat", FrontEnd},
    {"br_misp", BadSpeculation},
    {"int_misc_clear", BadSpeculation},
    {"int_misc_recovery", BadSpeculation},
    {"machine_clears", BadSpeculation},
    {"topdown_bad_spec", BadSpeculation},
    {"topdown_br_mispredict", BadSpeculation},
    {"cycle_activity", Core},
    {"cycle_activity_cycles_l", Memory},
    {"cycle_activity_cycles_mem", Memory},
    {"cycle_activity_stalls_l", Memory},
    {"cycle_activity_stalls_mem", Memory},
    {"dtlb", Memory},
    {"exe_activity_bound_on_loads", Memory},
    {"exe_activity_bound_on_stores", Memory},
    {"l1d", Memory},
    {"l2_", Memory},
    {"ld_blocks", Memory},
    {"load_hit_pre", Memory},
    {"longest_lat_cache", Memory},
    {"mem_", Memory},
    {"memory_activity", Memory},
    {"memory_disambiguation", Memory},
    {"misalign_mem_ref", Memory},
    {"ocr", Memory},
    {"offcore", Memory},
    {"resource_stalls_sb", Memory},
    {"sq_misc", Memory},
    {"sw_prefetch", Memory},
    {"topdown_mem_bound", Memory},
    {"xq", Memory},
    {"arith", Core},
    {"assists", Core},
    {"exe_activity", Core},
    {"fp_", Core},
    {"other_assists", Core},
    {"partial_rat_stalls", Core},
    {"resource_stalls", Core},
    {"rs_", Core},
    {"topdown_be_bound", Core},
    {"uops_dispatched", Core},
    {"uops_executed", Core},
    {"uops_issued", Core},
    {"br_inst", Other},
    {"inst_retired", Other},
    {"topdown_retiring", Other},
    {"uops_retired", Other},
    // AMD.
    {"bp_", FrontEnd},
    {"de_", FrontEnd},
    {"ic_", FrontEnd},
    {"op_cache", FrontEnd},
    {"ex_ret_brn_misp", BadSpeculation},
    {"ex_ret_ind_brch_instr_mispred", BadSpeculation},
    {"ex_ret_near_ret_mispred", BadSpeculation},
    {"resyncs_or_nc_redirects", BadSpeculation},
    {"l3_", Memory},
    {"ls_", Memory},
    {"de_dis_dispatch_token_stalls", Core},
    {"ex_div", Core},
    {"ex_no_retire", Core},
    {"fpu", Core},
    {"ex_ret", Other},
    // Arm.
    {"br_mis_pred", BadSpeculation},
    {"br_retired", Other},
    {"bus_", Memory},
    {"inst_spec", Other},
    {"l1i", FrontEnd},
    {"l2d", Memory},
    {"l3d", Memory},
    {"ll_cache", Memory},
    {"stall_backend", Core},
    {"stall_backend_mem", Memory},
    {"stall_frontend", FrontEnd},
    {"stall_slot_frontend", FrontEnd},
    {"unaligned_ld", Memory},
    {"unaligned_st", Memory},
    // Generic events of perf.
    {"branch_load", BadSpeculation},
    {"branch_misses", BadSpeculation},
    {"branches", Other},
    {"cache_misses", Memory},
    {"cache_references", Memory},
    {"dtlb_", Memory},
    {"l1_dcache", Memory},
    {"l1_icache", FrontEnd},
    {"llc_", Memory},
    {"major_faults", Memory},
    {"minor_faults", Memory},
    {"node_", Memory},
    {"page_faults", Memory},
    {"stalled_cycles_backend", Core},
    {"stalled_cycles_frontend", FrontEnd},
};

/// Topics of the vendors that tell the area; "pipeline" and "other" hold a bit
/// of everything.
constexpr PrefixRule TopicRules[] = {
    {"frontend", FrontEnd},
    {"cache", Memory},
    {"memory", Memory},
    {"virtual memory", Memory},
    {"floating point", Core},
    {"l1d_cache", Memory},
    {"l2_cache", Memory},
    {"l3_cache", Memory},
    {"ll_cache", Memory},
    {"tlb", Memory},
    {"bus", Memory},
    {"stall", Core},
    {"branch", BadSpeculation},
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
      Cause = "'" + Name.trim().str() +
              "' is not one of front-end, bad speculation, memory, core, other";
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

AreaOfMetric AreaTable::classify(StringRef Metric) const {
  std::string Base = parseEventName(Metric).Base.lower();
  for (const auto &[Pattern, Area] : Overrides) {
    llvm::Expected<llvm::GlobPattern> Glob = llvm::GlobPattern::create(Pattern);
    if (llvm::cantFail(std::move(Glob)).match(Base))
      return {Area, "override '" + Pattern + "'"};
  }
  std::string Plain = plainName(Metric);
  const PrefixRule *Longest = nullptr;
  for (const PrefixRule &Rule : Prefixes)
    if (StringRef(Plain).starts_with(Rule.Prefix) &&
        (!Longest || Rule.Prefix.size() > Longest->Prefix.size()))
      Longest = &Rule;
  if (auto It = Topics.find(Base); It != Topics.end())
    for (const PrefixRule &Rule : TopicRules)
      if (Rule.Prefix == It->second)
        return {Rule.Area, "topic '" + It->second + "'"};
  if (Longest)
    return {Longest->Area, "prefix '" + Longest->Prefix.str() + "'"};
  return {MetricArea::Other, "no rule"};
}
