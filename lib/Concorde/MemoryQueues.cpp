//===- MemoryQueues.cpp - Loads that queue for memory ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryQueues.h"
#include <algorithm>

using namespace rafter;
using namespace rafter::concorde;

static uint64_t lastByte(const CrackedInstruction &I) {
  return I.DataAddress + (I.DataBytes > 1 ? I.DataBytes - 1u : 0u);
}

DataAccesses::DataAccesses(const TraceRegion &Region,
                           const Dependences &Producers) {
  llvm::ArrayRef<CrackedInstruction> Executed = Region.Instructions;
  Kinds.reserve(Executed.size());
  for (uint32_t I = 0; I != Executed.size(); ++I) {
    const CrackedInstruction &L = Executed[I];
    Kinds.push_back(L.isStore() ? Store : L.isLoad() ? Load : NoAccess);
    if (Kinds.back() == NoAccess)
      continue;
    auto [Known, New] = Lines.try_emplace(lineOf(L.DataAddress), NumLines);
    NumLines += New;
    LineOf.push_back(Known->second);
    Positions.push_back(I);
    uint32_t From = Producers.youngestStore(I);
    if (!L.isLoad() || From == Dependences::NoStore ||
        I - From >= StepSequence::LargestBuffer)
      continue;
    const CrackedInstruction &S = Executed[From];
    if (S.DataAddress > lastByte(L) || L.DataAddress > lastByte(S))
      continue;
    bool Covers = S.DataAddress <= L.DataAddress && lastByte(L) <= lastByte(S);
    Kinds.back() = Covers ? CoveredLoad : PartlyStoredLoad;
    StoreDistances.push_back(I - From);
  }
}

MemoryQueues::MemoryQueues(const RegionTrace &Trace,
                           const DataAccesses &Accesses)
    : Trace(Trace), Accesses(Accesses), Finish(Ring + 1), Commit(Ring),
      Rename(Ring), Decode(Ring), LoadCommit(256), Spans(NumSpans),
      Arrivals(MissRegisters), LoadCounts(LongestLoad + 1) {}

uint64_t MemoryQueues::transfer(uint64_t Now) {
  const uint64_t Now1024 = Now * 1024;
  uint64_t Start = Now1024, Number = Now >> SpanShift;
  const Span &Before = Spans[(Number - 1) % NumSpans];
  if (Before.Number == Number - 1)
    Start = std::max(Start, Before.FreeAt1024);
  while (true) {
    Number = Start >> (SpanShift + 10);
    Span &S = Spans[Number % NumSpans];
    if (S.Number != Number)
      S = {Number, 0};
    Start = std::max(Start, S.FreeAt1024);
    S.FreeAt1024 = Start;
    if (Start >> (SpanShift + 10) != Number)
      continue;
    S.FreeAt1024 += LineTransfer1024;
    return (Start + 1023) / 1024;
  }
}

uint64_t MemoryQueues::request(const MemoryTraffic::Fill &Fill, uint64_t Now) {
  uint64_t Begins = Now;
  for (unsigned T = 0; T != Fill.Transfers; ++T) {
    uint64_t Free = transfer(Now);
    if (T == 0 && Fill.Source == DataSource::Memory)
      Begins = Free;
  }
  return Begins + LoadLatency[unsigned(Fill.Source)];
}

uint64_t MemoryQueues::requestFill(const MemoryTraffic::Fill &Fill,
                                   uint32_t Number, uint64_t &Now) {
  uint64_t &Register = Arrivals[NumRequests++ % MissRegisters];
  Now = std::max(Now, Register);
  return Register = FillArrivals[Number] = request(Fill, Now);
}

uint64_t MemoryQueues::load(const MemoryTraffic &Traffic, uint32_t I,
                            uint32_t Number, DataAccesses::AccessKind Kind,
                            uint64_t Stored, uint64_t &Start) {
  const uint64_t Hit = Start + LoadLatency[unsigned(DataSource::L1)];
  if (Number == MemoryTraffic::None)
    return Hit;
  const MemoryTraffic::Fill &Fill = Traffic.Fills[Number];
  if (Fill.Position == I && Fill.Kind == MemoryTraffic::ForLoad)
    return requestFill(Fill, Number, Start);
  // The store has the data, and then the write buffer.
  if (Kind == DataAccesses::CoveredLoad &&
      (Fill.Kind == MemoryTraffic::ForStore || Start < Stored))
    return Hit;
  // One that starts before who asked for the line asks itself.
  return std::max(Hit, std::min(FillArrivals[Number],
                                Start + LoadLatency[unsigned(Fill.Source)]));
}

void MemoryQueues::begin(const MemoryTraffic &Traffic) {
  for (std::vector<uint64_t> *Times :
       {&Finish, &Commit, &Rename, &Decode, &LoadCommit, &Arrivals})
    std::fill(Times->begin(), Times->end(), 0);
  std::fill(Spans.begin(), Spans.end(), Span());
  std::fill(LoadCounts.begin(), LoadCounts.end(), 0);
  FillArrivals.resize(Traffic.Fills.size());
  WindowEnds.clear();
  NumRequests = 0;
  LoadCycles = LastCommit = RenamedCycles = DecodedCycles = 0;
}

void MemoryQueues::run(const MemoryTraffic &Traffic, const Limits &Of) {
  begin(Traffic);
  if (Of.FrontEndWidth != 0)
    evaluate<true>(Traffic, Of);
  else
    evaluate<false>(Traffic, Of);
}

uint64_t MemoryQueues::decode(uint32_t I, uint32_t Width, uint64_t Renamed,
                              uint64_t Restart) {
  auto before = [](uint64_t Renaming) {
    return Renaming - std::min<uint64_t>(Renaming, DecodeToRename);
  };
  uint64_t Decoded = before(Restart);
  if (I >= Width)
    Decoded = std::max(Decoded, Decode[(I - Width) % Ring] + 1);
  if (I >= RenameQueue)
    Decoded = std::max(Decoded, Rename[(I - RenameQueue) % Ring]);
  return Decode[I % Ring] = std::min(Decoded, before(Renamed));
}

template <bool IsJoint>
void MemoryQueues::evaluate(const MemoryTraffic &Traffic, const Limits &Of) {
  // From what stopped fetching to the renaming of what is behind it.
  constexpr unsigned Refill = RedirectDelay +
                              FetchLatency[unsigned(DataSource::L1)] +
                              FetchToDecode + DecodeToRename;
  const StepSequence &Steps = Trace.instructions();
  const auto Kinds = Accesses.kinds();
  const uint32_t *StoreDistance = Accesses.storeDistances().begin();
  const uint32_t *FillOf = Traffic.FillOf.data();
  const uint32_t NumFills = Traffic.Fills.size();
  uint32_t Extra = 0, NextFill = 0, NumLoads = 0;
  uint64_t Restart = 0;
  for (uint32_t I = 0; I != Steps.size(); ++I) {
    uint64_t Arrival = Commit[(I - Of.ReorderBuffer) % Ring];
    if constexpr (IsJoint) {
      Arrival = std::max(Arrival, Restart);
      if (I >= Of.FrontEndWidth)
        Arrival = std::max(Arrival, Rename[(I - Of.FrontEndWidth) % Ring] + 1);
      Rename[I % Ring] = Arrival;
      DecodedCycles += Arrival - decode(I, Of.DecodeWidth, Arrival, Restart);
      Arrival += RenameToIssue;
    }
    const StepSequence::Step &Step = Steps.Steps[I];
    uint64_t Start =
        std::max(Arrival, std::max(Finish[Step.First], Finish[Step.Second]));
    for (; Extra != Step.ExtraEnd; ++Extra)
      Start = std::max(Start, Finish[Steps.Extras[Extra]]);
    const DataAccesses::AccessKind Kind = Kinds[I];
    uint64_t Finished = Start + Trace.fixedLatencies()[I];
    if (Kind >= DataAccesses::Load) {
      Start = std::max(Start, LoadCommit[(NumLoads - Of.LoadQueue) % 256]);
      uint64_t Stored = 0;
      if (Kind != DataAccesses::Load)
        Stored = Commit[(I - *StoreDistance++) % Ring];
      if (Kind == DataAccesses::PartlyStoredLoad)
        Start = std::max(Start, Stored);
      Finished = load(Traffic, I, *FillOf++, Kind, Stored, Start);
      LoadCycles += Finished - Start;
      ++LoadCounts[std::min<uint64_t>(Finished - Start, LongestLoad)];
    }
    LastCommit = std::max(LastCommit, Finished);
    if (IsJoint && I >= Of.CommitWidth)
      LastCommit =
          std::max(LastCommit, Commit[(I - Of.CommitWidth) % Ring] + 1);
    // A store asks when it is committed, code when it arrives.
    uint64_t At = Kind == DataAccesses::NoAccess ? Arrival
                  : Kind == DataAccesses::Store  ? LastCommit
                                                 : Start;
    FillOf += Kind == DataAccesses::Store;
    for (; NextFill != NumFills && Traffic.Fills[NextFill].Position == I;
         ++NextFill) {
      const MemoryTraffic::Fill &Fill = Traffic.Fills[NextFill];
      uint64_t Asked = At;
      if (Fill.Kind == MemoryTraffic::NoFill)
        request(Fill, Asked);
      else if (Fill.Kind != MemoryTraffic::ForLoad)
        requestFill(Fill, NextFill, Asked);
      if (Fill.Kind == MemoryTraffic::ForStore)
        LastCommit = std::max(LastCommit, Asked);
    }
    if (Kind >= DataAccesses::Load)
      LoadCommit[NumLoads++ % 256] = LastCommit;
    Finish[I % Ring] = Finished;
    Commit[I % Ring] = LastCommit;
    if constexpr (IsJoint) {
      RenamedCycles += LastCommit - Rename[I % Ring];
      if ((*Of.Barriers)[I])
        Restart = LastCommit + Refill;
      else if ((*Of.Mispredicted)[I])
        Restart = Finished + Refill;
    }
    while (WindowEnds.size() != Steps.WindowEnds.size() &&
           Steps.WindowEnds[WindowEnds.size()] == I + 1)
      WindowEnds.push_back(LastCommit);
  }
}
