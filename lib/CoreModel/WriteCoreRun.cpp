//===- WriteCoreRun.cpp - Runs of the reference core as text --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/WriteCoreRun.h"
#include "rafter/CoreModel/Latencies.h"
#include "rafter/Report/NumberFormat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

using namespace rafter;
using llvm::format;

uint64_t rafter::nanosecondsOf(uint64_t Cycles) {
  return Cycles / 100 * 45 + Cycles % 100 * 45 / 100;
}

namespace {

double per(uint64_t Part, uint64_t Whole) {
  return Whole == 0 ? 0.0 : double(Part) / double(Whole);
}

void writeCount(llvm::raw_ostream &OS, const char *What, uint64_t N) {
  OS << format("  %-28s %12llu\n", What, (unsigned long long)N);
}

void writeOccupancy(llvm::raw_ostream &OS, const char *What, double Entries,
                    unsigned Capacity) {
  OS << format("  %-28s %12.2f of %u\n", What, Entries, Capacity);
}

void writeShare(llvm::raw_ostream &OS, const char *What, uint64_t Cycles,
                const CoreResult &R) {
  OS << format("    %-24s %7s %10.4f per instruction\n", What,
               formatPercent(per(Cycles, R.Cycles)).c_str(),
               per(Cycles, R.Instructions));
}

std::array<uint64_t, NumCycleAreas> areas(const CycleStack &Stack) {
  std::array<uint64_t, NumCycleAreas> Sum = {};
  for (unsigned I = 0; I != NumCycleCauses; ++I)
    Sum[unsigned(areaOf(CycleCause(I)))] += Stack.Cycles[I];
  return Sum;
}

void writeRegion(llvm::raw_ostream &OS, const CoreDesign &Design,
                 const NamedRun &Named) {
  const CoreResult &R = Named.Run.Result;
  OS << "region " << Named.Name << ": " << R.Instructions
     << " instructions [modelled]\n";
  if (Named.StandsFor != 0)
    writeCount(OS, "instructions it stands for", Named.StandsFor);
  writeCount(OS, "cycles", R.Cycles);
  OS << format("  %-28s %12.4f\n", "cycles per instruction", R.cpi());
  writeOccupancy(OS, "reorder buffer", R.reorderBufferOccupancy(),
                 Design.ReorderBuffer);
  writeOccupancy(OS, "rename queue", R.renameQueueOccupancy(),
                 Design.renameQueue());
  OS << format("  %-28s %12.2f\n", "cycles from load to data",
               per(R.LoadCycles, R.Loads));
  OS << "  cycles by cause\n";
  for (unsigned I = 0; I != NumCycleCauses; ++I)
    if (R.Stack.Cycles[I] != 0)
      writeShare(OS, name(CycleCause(I)), R.Stack.Cycles[I], R);
  OS << "  cycles by area\n";
  auto Areas = areas(R.Stack);
  for (unsigned I = 0; I != NumCycleAreas; ++I)
    writeShare(OS, name(CycleArea(I)), Areas[I], R);
  OS << "  events\n";
  for (unsigned I = 0; I != NumCoreEvents; ++I)
    OS << format("    %-24s %14llu  %s\n", name(CoreEvent(I)),
                 (unsigned long long)Named.Run.Total.Of[I],
                 meaning(CoreEvent(I)));
}

llvm::json::Object toJSON(const CoreCounts &Counts) {
  llvm::json::Object Object;
  for (unsigned I = 0; I != NumCoreEvents; ++I)
    Object[name(CoreEvent(I))] = Counts.Of[I];
  return Object;
}

llvm::json::Object toJSON(const NamedRun &Named) {
  const CoreResult &R = Named.Run.Result;
  llvm::json::Object Stack, Areas;
  for (unsigned I = 0; I != NumCycleCauses; ++I)
    Stack[name(CycleCause(I))] = R.Stack.Cycles[I];
  auto ByArea = areas(R.Stack);
  for (unsigned I = 0; I != NumCycleAreas; ++I)
    Areas[name(CycleArea(I))] = ByArea[I];
  llvm::json::Array Intervals;
  for (const CoreInterval &I : Named.Run.Intervals)
    Intervals.push_back(
        llvm::json::Object{{"end", I.End}, {"counters", toJSON(I.Counts)}});
  llvm::json::Object Object{
      {"name", Named.Name},
      {"mode", "modelled"},
      {"instructions", R.Instructions},
      {"cycles", R.Cycles},
      {"cpi", R.cpi()},
      {"rob_occupancy", R.reorderBufferOccupancy()},
      {"rename_queue_occupancy", R.renameQueueOccupancy()},
      {"load_cycles", R.LoadCycles},
      {"branches", R.Branches},
      {"mispredictions", R.Mispredictions},
      {"stack", std::move(Stack)},
      {"areas", std::move(Areas)},
      {"counters", toJSON(Named.Run.Total)},
      {"intervals", std::move(Intervals)}};
  if (Named.StandsFor != 0)
    Object["stands_for"] = Named.StandsFor;
  return Object;
}

} // namespace

void rafter::writeCoreText(llvm::raw_ostream &OS, const CoreDesign &Design,
                           llvm::ArrayRef<NamedRun> Runs) {
  OS << "design " << printDesign(Design) << '\n';
  for (const NamedRun &Run : Runs) {
    OS << '\n';
    writeRegion(OS, Design, Run);
  }
}

llvm::json::Value rafter::toCoreJSON(const CoreDesign &Design,
                                     llvm::ArrayRef<NamedRun> Runs) {
  llvm::json::Object Parameters;
  for (const DesignParameter &P : llvm::concat<const DesignParameter>(
           designParameters(), furtherDesignParameters())) {
    if (P.Words.empty())
      Parameters[P.Name] = P.Get(Design);
    else
      Parameters[P.Name] = P.print(P.Get(Design));
  }
  llvm::json::Array Regions;
  for (const NamedRun &Run : Runs)
    Regions.push_back(toJSON(Run));
  return llvm::json::Object{{"schema_version", 1},
                            {"design", std::move(Parameters)},
                            {"regions", std::move(Regions)}};
}

PrintedEvents rafter::allCoreEvents() {
  PrintedEvents All;
  for (unsigned I = 0; I != NumCoreEvents; ++I)
    All.Names.push_back(name(CoreEvent(I)));
  All.Values = [](const CoreCounts &Counts) {
    return std::vector<uint64_t>(Counts.Of.begin(), Counts.Of.end());
  };
  return All;
}

void rafter::writeCorePerfCSV(llvm::raw_ostream &OS, const CoreDesign &Design,
                              llvm::ArrayRef<NamedRun> Runs,
                              const PrintedEvents &Of) {
  // Readers of perf's output skip comments; ours keeps this one.
  OS << "# simulated by the reference core " << printDesign(Design) << '\n';
  uint64_t Before = 0, Last = 0;
  for (const NamedRun &Named : Runs) {
    for (const CoreInterval &Interval : Named.Run.Intervals) {
      uint64_t End = nanosecondsOf(Before + Interval.End);
      for (auto [Name, Value] :
           llvm::zip_equal(Of.Names, Of.Values(Interval.Counts)))
        OS << format("%llu.%09llu,%llu,,%s,%llu,100.00,,\n",
                     (unsigned long long)(End / 1000000000),
                     (unsigned long long)(End % 1000000000),
                     (unsigned long long)Value, Name.c_str(),
                     (unsigned long long)(End - Last));
      Last = End;
    }
    Before += Named.Run.Result.Cycles;
  }
}
