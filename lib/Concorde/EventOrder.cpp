//===- EventOrder.cpp - Reorder buffers event by event --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventOrder.h"
#include "rafter/CoreModel/Latencies.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace rafter;
using namespace rafter::concorde;

EventOrder::EventOrder(const StepSequence &Sequence,
                       const StepLatencies &Latencies)
    : Sequence(Sequence), Cycles(Latencies.cycles()),
      Ordered(Latencies.ordered()) {
  static_assert(LoadLatency[NumDataSources - 1] < NumSlots);
  findConsumers();
  findLoads();
}

template <typename Function>
void EventOrder::forEachProducer(uint32_t I, Function Visit) const {
  constexpr uint32_t Ring = StepSequence::RingSize;
  auto VisitPlace = [&](uint16_t Place) {
    if (Place != Ring)
      Visit(I - (I - Place) % Ring);
  };
  const StepSequence::Step &S = Sequence.Steps[I];
  VisitPlace(S.First);
  VisitPlace(S.Second);
  for (uint32_t E = I == 0 ? 0 : Sequence.Steps[I - 1].ExtraEnd;
       E != S.ExtraEnd; ++E)
    VisitPlace(Sequence.Extras[E]);
}

void EventOrder::findConsumers() {
  uint32_t Size = Sequence.size();
  FirstConsumer.assign(Size + 1, 0);
  NumProducers.assign(Size, 0);
  for (uint32_t I = 0; I != Size; ++I)
    forEachProducer(I, [&](uint32_t P) {
      ++FirstConsumer[P];
      ++NumProducers[I];
    });
  uint32_t Sum = 0;
  for (uint32_t &First : FirstConsumer)
    First = Sum += First;
  Consumers.resize(Sum);
  // Each is put before those that are there already.
  for (uint32_t I = Size; I-- != 0;)
    forEachProducer(I, [&](uint32_t P) { Consumers[--FirstConsumer[P]] = I; });
}

void EventOrder::findLoads() {
  LoadOf.assign(Sequence.size(), NoLoad);
  FirstOfLine.resize(Ordered.size());
  for (uint32_t N = 0; N != Ordered.size(); ++N) {
    LoadOf[Ordered[N].Position] = N;
    FirstOfLine[N] = Ordered[N].Previous == RegionTrace::None
                         ? N
                         : FirstOfLine[Ordered[N].Previous];
  }
}

llvm::ArrayRef<EventOrder::Times> EventOrder::run(uint32_t Size) {
  Buffer = Size;
  Committed = 0;
  Steps.assign(Sequence.size(), {});
  Missing = NumProducers;
  Lines.assign(Ordered.size(), {});
  for (uint32_t N = 0; N != Ordered.size(); ++N)
    if (FirstOfLine[N] == N)
      Lines[N].Slot = N;
  for (uint32_t I = 0; I != Sequence.size(); ++I) {
    Missing[I] += I >= Buffer;
    if (Missing[I] == 0)
      Calendar[0].push_back(I);
  }
  for (int32_t Now = 0; Committed != Sequence.size(); ++Now) {
    std::vector<uint32_t> &Slot = Calendar[Now % NumSlots];
    // What starts at once starts in program order.
    std::sort(Slot.begin(), Slot.end());
    for (uint32_t I : Slot)
      start(I, Now);
    Slot.clear();
  }
  return Steps;
}

/// Algorithm 1.
int32_t EventOrder::finishTime(uint32_t I, int32_t Now) {
  if (Cycles[I] != 0)
    return Now + Cycles[I];
  Line &L = Lines[FirstOfLine[LoadOf[I]]];
  const OrderedLoad &Slot = Ordered[L.Slot];
  L.Slot = Slot.Next;
  L.LastResponse = std::max<int32_t>(L.LastResponse, Now + Slot.Cycles);
  return L.LastResponse;
}

void EventOrder::start(uint32_t I, int32_t Now) {
  int32_t Finish = finishTime(I, Now);
  Steps[I].Finish = Finish;
  for (uint32_t C = FirstConsumer[I]; C != FirstConsumer[I + 1]; ++C)
    provide(Consumers[C], Finish);
  for (; Committed != Steps.size() && Steps[Committed].Finish != 0;
       ++Committed) {
    int32_t Before = Committed == 0 ? 0 : Steps[Committed - 1].Commit;
    int32_t Commit = std::max(Before, Steps[Committed].Finish);
    Steps[Committed].Commit = Commit;
    if (Committed + Buffer < Steps.size()) {
      Steps[Committed + Buffer].Arrival = Commit;
      provide(Committed + Buffer, Commit);
    }
  }
}

/// One of the things that a step waits for is there.
void EventOrder::provide(uint32_t I, int32_t Cycle) {
  Times &Step = Steps[I];
  Step.Start = std::max(Step.Start, Cycle);
  if (--Missing[I] == 0)
    Calendar[Step.Start % NumSlots].push_back(I);
}
