//===- ThroughputModels.cpp - Bounds of single resources ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThroughputModels.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace rafter;
using namespace rafter::concorde;

/// Where Cycles(Window) is the time of a window.
template <typename Function>
static Throughputs fromCycles(Windows Counts, Function Cycles) {
  Throughputs Result;
  Result.reserve(Counts.size());
  for (const WindowCounts &Window : Counts)
    Result.push_back(throughput(Window.Instructions, Cycles(Window)));
  return Result;
}

Throughputs
concorde::bufferThroughputs(Windows Counts,
                            llvm::ArrayRef<ReorderBufferModel::Row> Ends,
                            unsigned Lane) {
  Throughputs Result;
  Result.reserve(Counts.size());
  int32_t Before = 0;
  for (auto [Window, End] : llvm::zip_equal(Counts, Ends)) {
    Result.push_back(throughput(Window.Instructions, End[Lane] - Before));
    Before = End[Lane];
  }
  return Result;
}

Throughputs concorde::storeQueueThroughputs(Windows Counts, uint32_t Entries) {
  uint64_t Stores = 0;
  return fromCycles(Counts, [&](const WindowCounts &W) {
    uint64_t Before = llvm::divideCeil(Stores, Entries);
    Stores += W.Stores;
    return (llvm::divideCeil(Stores, Entries) - Before) *
           executionLatency(InstructionClass::Store);
  });
}

Throughputs concorde::issueThroughputs(Windows Counts, IssueQueue Queue,
                                       uint32_t Width) {
  return fromCycles(Counts, [&](const WindowCounts &W) {
    unsigned Number = Queue == IssueQueue::Integer ? W.Integer
                      : Queue == IssueQueue::Float ? W.Float
                                                   : W.Loads + W.Stores;
    return double(Number) / Width;
  });
}

Throughputs concorde::pipesLowerThroughputs(Windows Counts,
                                            uint32_t LoadStorePipes,
                                            uint32_t LoadPipes) {
  return fromCycles(Counts, [&](const WindowCounts &W) {
    return double(W.Loads) / (LoadStorePipes + LoadPipes) +
           double(W.Stores) / LoadStorePipes;
  });
}

Throughputs concorde::pipesUpperThroughputs(Windows Counts,
                                            uint32_t LoadStorePipes,
                                            uint32_t LoadPipes) {
  return fromCycles(Counts, [&](const WindowCounts &W) {
    return std::max(double(W.Loads + W.Stores) / (LoadStorePipes + LoadPipes),
                    double(W.Stores) / LoadStorePipes);
  });
}

namespace {

/// Lines of instructions on their way.
class Fills {
public:
  Fills(uint32_t Number, size_t NumLines)
      : FreeFrom(Number), ArrivesAt(NumLines) {}

  /// Requests a line that L1i does not hold. Requests are made in order.
  void request(uint32_t Line, uint32_t Cycles) {
    if (ArrivesAt[Line] > Now)
      return;
    auto First = std::min_element(FreeFrom.begin(), FreeFrom.end());
    Now = std::max(Now, *First);
    *First = ArrivesAt[Line] = Now + Cycles;
    Latest = std::max(Latest, *First);
  }
  /// When everything requested has arrived.
  uint64_t latest() const { return Latest; }

private:
  std::vector<uint64_t> FreeFrom;
  std::vector<uint64_t> ArrivesAt;
  uint64_t Now = 0, Latest = 0;
};

} // namespace

Throughputs concorde::fillThroughputs(const RegionTrace &Trace,
                                      llvm::ArrayRef<uint8_t> FetchCycles,
                                      uint32_t Number) {
  constexpr unsigned Hit = FetchLatency[unsigned(DataSource::L1)];
  Throughputs Result;
  Fills InFlight(Number, Trace.numLines());
  uint64_t Before = 0;
  size_t F = 0;
  for (size_t W = 0; W != Trace.windows().size(); ++W) {
    for (; F != Trace.fetchSteps().WindowEnds[W]; ++F)
      if (FetchCycles[F] > Hit)
        InFlight.request(Trace.fetches()[F].Line, FetchCycles[F]);
    uint64_t End = InFlight.latest();
    Result.push_back(throughput(Trace.windows()[W].Instructions, End - Before));
    Before = End;
  }
  return Result;
}

Throughputs
concorde::bandwidthThroughputs(Windows Counts,
                               llvm::ArrayRef<uint32_t> MemoryLines) {
  const uint32_t *Lines = MemoryLines.begin();
  return fromCycles(Counts, [&](const WindowCounts &) {
    return *Lines++ * (LineTransfer1024 / 1024.0);
  });
}
