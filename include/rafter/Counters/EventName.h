//===- EventName.h - Names of events ----------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of an event as perf writes it, and which events are time and work.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COUNTERS_EVENTNAME_H
#define RAFTER_COUNTERS_EVENTNAME_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace rafter {

/// "cpu_core/cycles/u": unit "cpu_core", base "cycles", modifiers "u";
/// "ex_ret_instr:u": base and modifiers.
struct EventName {
  /// The monitoring unit; empty if none is named.
  llvm::StringRef Unit;
  llvm::StringRef Base;
  llvm::StringRef Modifiers;
};

EventName parseEventName(llvm::StringRef Name);

/// How preferable an event is as the time (unhalted core cycles) or the work
/// (retired instructions), from 1, the best; 0: it is neither.
unsigned timeRank(llvm::StringRef Base);
unsigned workRank(llvm::StringRef Base);

/// "cycles" or "instructions" for their aliases, the base itself otherwise.
llvm::StringRef canonicalName(llvm::StringRef Base);

/// Whether an event measures seconds: task-clock, duration_time and the like.
bool isClock(llvm::StringRef Base);

/// Whether Unit counts what one core does, so that its events are to be set
/// against the time and work of the same unit: "cpu", "cpu_core", "cpu_atom",
/// "armv8_pmuv3_0"; also if it is empty.
bool isCoreUnit(llvm::StringRef Unit);

/// Whether Unit is that of one kind of cores of several: "cpu_core",
/// "cpu_atom".
bool isKindOfCores(llvm::StringRef Unit);

/// Name as it is compared: in small letters, without unit and modifiers, with
/// numbers of its parameters in decimal. "cpu_core/Branch-Misses/u" is
/// "branch-misses", "cpu/E,cmask=0x1/" is "e,cmask=1"; names of time and work
/// are "cycles" and "instructions".
std::string normalEventName(llvm::StringRef Name);

/// Where Wanted is among Names, whatever perf calls it: in its own spelling, or
/// else the only one that has its normal name. ~0u: nowhere, or it may be
/// several, as on hybrid machines.
uint32_t findEvent(llvm::ArrayRef<std::string> Names, llvm::StringRef Wanted);

} // namespace rafter

#endif // RAFTER_COUNTERS_EVENTNAME_H
