//===- AccessPaths.cpp - Ports and links of the machine -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessPaths.h"
#include <algorithm>
#include <cmath>

using namespace rafter;

static ThroughputUnit unitOf(const Processor &CPU, ComputeKind K) {
  return ThroughputUnit(CPU.compute(K).Throughput);
}

ComputePorts::ComputePorts(const Processor &CPU)
    : Kinds{unitOf(CPU, ComputeKind::Add), unitOf(CPU, ComputeKind::Multiply),
            unitOf(CPU, ComputeKind::FusedMultiplyAdd),
            unitOf(CPU, ComputeKind::Divide),
            unitOf(CPU, ComputeKind::SquareRoot)},
      Shared(CPU.ComputeThroughput) {}

void ComputePorts::advance(Cycle C) {
  for (ThroughputUnit &U : Kinds)
    U.advance(C);
  Shared.advance(C);
}

/// The bandwidth of L1 where it can bind: not when the ports cannot exceed it.
static double effectiveBandwidth(const Processor &CPU, MemoryLevel L) {
  double Bandwidth = CPU.memory(L).Bandwidth;
  if (L != MemoryLevel::L1 || CPU.memory(L).Transfer == TransferUnit::Line)
    return Bandwidth;
  // Accesses whose addresses came in different cycles may issue together.
  double Ports = std::ceil(CPU.LoadThroughput) + std::ceil(CPU.StoreThroughput);
  return Ports * CPU.SimdBytes <= Bandwidth ? Unlimited : Bandwidth;
}

AccessPaths::AccessPaths(const Processor &CPU)
    : Addresses(CPU.AddressThroughput), Loads(CPU.LoadThroughput),
      Stores(CPU.StoreThroughput),
      Links{Link{ThroughputUnit(Unlimited), BandwidthUnit(Unlimited)},
            Link{ThroughputUnit(Unlimited), BandwidthUnit(Unlimited)},
            Link{ThroughputUnit(Unlimited), BandwidthUnit(Unlimited)},
            Link{ThroughputUnit(Unlimited), BandwidthUnit(Unlimited)}},
      LineBytes(CPU.LineBytes) {
  for (unsigned L = 0; L != NumMemoryLevels; ++L) {
    double Bandwidth = effectiveBandwidth(CPU, static_cast<MemoryLevel>(L));
    if (CPU.Memory[L].Transfer == TransferUnit::Line)
      Links[L].Lines = ThroughputUnit(Bandwidth / CPU.LineBytes);
    else
      Links[L].Bytes = BandwidthUnit(Bandwidth);
  }
}

Booking AccessPaths::book(Channel K, bool IsStore, Cycle Earliest,
                          uint32_t Bytes) {
  Cycle C = Addresses.book(Earliest);
  ThroughputUnit &Port = IsStore ? Stores : Loads;
  Link &L = link(K);
  Cycle Start;
  do {
    Start = C;
    C = Port.firstFit(C);
    C = L.Lines.firstFit(C);
    C = L.Bytes.firstFit(C, Bytes);
  } while (LLVM_UNLIKELY(C != Start));
  unsigned Occupancy = std::max(
      {Port.occupancy(), L.Lines.occupancy(), L.Bytes.occupancy(Bytes)});
  Port.take(C);
  L.Lines.take(C);
  L.Bytes.take(C, Bytes);
  return {C, Occupancy};
}

Cycle AccessPaths::bookLine(MemoryLevel Level, Cycle Earliest) {
  Link &L = Links[static_cast<unsigned>(Level)];
  Cycle C = L.Bytes.firstFit(L.Lines.firstFit(Earliest), LineBytes);
  L.Lines.take(C);
  L.Bytes.take(C, LineBytes);
  return C;
}

void AccessPaths::advance(Cycle C) {
  Addresses.advance(C);
  Loads.advance(C);
  Stores.advance(C);
  for (Link &L : Links) {
    L.Lines.advance(C);
    L.Bytes.advance(C);
  }
}
