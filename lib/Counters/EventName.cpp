//===- EventName.cpp - Names of events ------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names of time and work come from the vendors' event lists in the Linux
// sources (tools/perf/pmu-events/arch).
//
//===----------------------------------------------------------------------===//

#include "rafter/Counters/EventName.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;
using llvm::StringRef;

/// Best first.
static constexpr llvm::StringLiteral TimeNames[] = {"cycles",
                                                    "cpu-cycles",
                                                    "cpu_cycles",
                                                    "cpu_clk_unhalted.thread",
                                                    "cpu_clk_unhalted.thread_p",
                                                    "cpu_clk_unhalted.core",
                                                    "cpu_clk_unhalted.core_p",
                                                    "cpu_clk_unhalted",
                                                    "ls_not_halted_cyc"};
static constexpr llvm::StringLiteral WorkNames[] = {
    "instructions", "inst_retired.any", "inst_retired.any_p", "inst_retired",
    "ex_ret_instr"};

EventName rafter::parseEventName(StringRef Name) {
  EventName Result;
  size_t Open = Name.find('/');
  size_t Close = Name.rfind('/');
  if (Open != StringRef::npos && Close > Open) {
    Result.Unit = Name.take_front(Open);
    Result.Base = Name.slice(Open + 1, Close);
    Result.Modifiers = Name.drop_front(Close + 1);
    Result.Modifiers.consume_front(":");
    return Result;
  }
  std::tie(Result.Base, Result.Modifiers) = Name.rsplit(':');
  // A colon may belong to the name ("L1-dcache:loads"): modifiers are letters.
  constexpr StringRef Letters = "ukhGHpPSDIWebw";
  if (Result.Modifiers.size() > 6 ||
      Result.Modifiers.find_first_not_of(Letters) != StringRef::npos)
    return {StringRef(), Name, StringRef()};
  return Result;
}

static unsigned rank(llvm::ArrayRef<llvm::StringLiteral> Names,
                     StringRef Base) {
  for (size_t I = 0; I != Names.size(); ++I)
    if (Base.equals_insensitive(Names[I]))
      return I + 1;
  return 0;
}

unsigned rafter::timeRank(StringRef Base) { return rank(TimeNames, Base); }
unsigned rafter::workRank(StringRef Base) { return rank(WorkNames, Base); }

StringRef rafter::canonicalName(StringRef Base) {
  if (timeRank(Base))
    return TimeNames[0];
  if (workRank(Base))
    return WorkNames[0];
  return Base;
}

bool rafter::isClock(StringRef Base) {
  static constexpr llvm::StringLiteral Clocks[] = {
      "task-clock", "cpu-clock", "duration_time", "user_time", "system_time"};
  return llvm::is_contained(Clocks, Base);
}

bool rafter::isCoreUnit(StringRef Unit) {
  // The kinds of cores of Apple's processors have units of their own names.
  return Unit.empty() || Unit == "cpu" || Unit.starts_with("cpu_") ||
         Unit.starts_with("armv") ||
         (Unit.starts_with("apple_") && Unit.ends_with("_pmu"));
}

bool rafter::isKindOfCores(StringRef Unit) { return Unit.starts_with("cpu_"); }

std::string rafter::normalEventName(StringRef Name) {
  StringRef Base = parseEventName(Name).Base;
  std::string Text;
  for (StringRef Rest = Base; !Rest.empty();) {
    StringRef Part;
    std::tie(Part, Rest) = Rest.split(',');
    auto [Key, Value] = Part.split('=');
    uint64_t Number;
    if (!Value.empty() && !Value.getAsInteger(0, Number))
      Text += Key.lower() + "=" + std::to_string(Number);
    else
      Text += Part.lower();
    Text += Rest.empty() ? "" : ",";
  }
  return canonicalName(Text).str();
}

uint32_t rafter::findEvent(llvm::ArrayRef<std::string> Names,
                           StringRef Wanted) {
  for (size_t I = 0; I != Names.size(); ++I)
    if (Wanted.equals_insensitive(Names[I]))
      return I;
  std::string Normal = normalEventName(Wanted);
  uint32_t Found = ~0u;
  for (size_t I = 0; I != Names.size(); ++I)
    if (normalEventName(Names[I]) == Normal) {
      if (Found != ~0u)
        return ~0u;
      Found = I;
    }
  return Found;
}
