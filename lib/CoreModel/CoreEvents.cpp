//===- CoreEvents.cpp - The monitoring unit of the reference core ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/CoreEvents.h"
#include <iterator>

using namespace rafter;

namespace {

struct EventText {
  const char *Name;
  const char *Meaning;
};

constexpr EventText Texts[] = {
    {"cycles", "cycles"},
    {"instructions", "instructions"},
    {"branches", "branches"},
    {"branch-misses", "mispredicted branches"},
    {"branches-conditional", "conditional branches"},
    {"branches-indirect", "indirect jumps and calls, and returns"},
    {"loads", "loads"},
    {"stores", "stores"},
    {"barriers", "instructions behind which fetching stops"},
    {"l1d-accesses", "loads that read L1d, and stores"},
    {"l1d-misses", "of these, those that requested their line"},
    {"l1d-pending-hits", "of these, those whose line was on its way"},
    {"l1i-accesses", "lines of instructions that were requested"},
    {"l1i-misses", "of these, those that were not in L1i"},
    {"l2-accesses", "lines that L2 was asked for, prefetches included"},
    {"l2-misses", "of these, those that were not there"},
    {"llc-accesses", "lines that the last level was asked for"},
    {"llc-misses", "of these, those that were not there"},
    {"mem-reads", "lines read from memory"},
    {"mem-writes", "lines written to memory"},
    {"l1d-writebacks", "dirty lines that left L1d"},
    {"l2-writebacks", "dirty lines that left L2"},
    {"mem-prefetches", "lines that the prefetcher requested"},
    {"mem-store-forwards", "loads that got the data of a store in flight"},
    {"mem-partial-stores", "loads that waited for the commit of a store"},
    {"uops-issued-alu", "integer operations issued"},
    {"uops-issued-fp", "vector and float operations issued"},
    {"uops-issued-load", "loads issued"},
    {"uops-issued-store", "stores issued"},
    {"stalled-cycles-commit", "cycles without a commit"},
    {"exe-activity-none", "cycles without an issue"},
    {"exe-activity-1", "cycles with one, while others wait"},
    {"exe-activity-2", "cycles with two, while others wait"},
    {"stalled-cycles-frontend", "cycles without an instruction to rename"},
    {"stalled-cycles-backend", "cycles in which renaming lacked an entry"},
    {"resource-stalls-rob", "cycles that ended with a full reorder buffer"},
    {"mem-load-queue-full", "cycles in which a load waited for an entry"},
    {"mem-store-queue-full", "cycles in which a store waited for an entry"},
    {"br-misp-stop-cycles", "cycles of fetch behind a misprediction"},
    {"barrier-stop-cycles", "cycles of fetch behind a barrier"},
    {"l1i-miss-cycles", "cycles in which fetch waited for a line"},
    {"mem-load-stalls", "cycles without a commit, the oldest a load"},
    {"l1d-miss-stalls", "of these, beyond L1d"},
    {"l2-miss-stalls", "of these, beyond L2"},
    {"llc-miss-stalls", "of these, beyond the last level"},
    {"l1d-pending-cycles", "cycles with a line on its way to L1d"},
    {"arith-divider-active", "cycles in which a divider is busy"},
    {"slots-frontend", "places of rename without an instruction"},
    {"slots-frontend-latency", "of these, in cycles with none at all"},
    {"slots-misprediction", "those behind a misprediction"},
    {"slots-backend", "places of rename without an entry to go to"},
    {"slots-backend-memory", "of these, while the oldest is a load on its way"},
    {"rob-occupancy", "entries of the reorder buffer, over all cycles"},
    {"rename-queue-occupancy", "instructions before renaming, likewise"},
    {"l1d-pending-misses", "lines on their way to L1d, likewise"},
};
static_assert(std::size(Texts) == NumCoreEvents);

} // namespace

const char *rafter::name(CoreEvent Event) {
  return Texts[unsigned(Event)].Name;
}

const char *rafter::meaning(CoreEvent Event) {
  return Texts[unsigned(Event)].Meaning;
}
