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

void PortSet::add(
    PortCounters &Counters, unsigned Number, double Rate,
    std::array<ThroughputUnit, PortCounters::NumUnits> &Fractions) {
  if (PortCounters::counts(Rate)) {
    Counters.require(Counted, Number, Rate);
    return;
  }
  if (!Fractions[Number].limited())
    Fractions[Number] = ThroughputUnit(Rate);
  if (Fractions[Number].limited())
    Others.push_back(&Fractions[Number]);
}

Cycle PortSet::fitOthers(PortCounters &Counters, Cycle C) {
  for (Cycle Start = NoCycle; Start != C;) {
    Start = C;
    for (ThroughputUnit *U : Others)
      C = U->firstFit(C);
    C = Counters.firstFit(Counted, C);
  }
  return C;
}

unsigned PortSet::takeOthers(Cycle C) {
  unsigned Occupancy = 1;
  for (ThroughputUnit *U : Others) {
    Occupancy = std::max(Occupancy, U->occupancy());
    U->take(C);
  }
  return Occupancy;
}

ComputePorts::ComputePorts(const Processor &CPU) {
  for (unsigned K = 0; K != NumComputeKinds; ++K) {
    Kinds[K].add(Counters, K, CPU.Compute[K].Throughput, Fractions);
    Kinds[K].add(Counters, NumComputeKinds, CPU.ComputeThroughput, Fractions);
  }
}

void ComputePorts::advance(Cycle C) {
  Counters.advance(C);
  for (ThroughputUnit &U : Fractions)
    U.advance(C);
}

bool ComputePorts::recurs() const {
  return std::all_of(
      Fractions.begin(), Fractions.end(),
      [](const ThroughputUnit &U) { return U.recurs() && !U.hasGaps(); });
}

void ComputePorts::save(StateWriter &W) const {
  Counters.save(W);
  for (const ThroughputUnit &U : Fractions)
    U.save(W);
}

void ComputePorts::restore(StateReader &R) {
  Counters.restore(R);
  for (ThroughputUnit &U : Fractions)
    U.restore(R, 0);
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

AccessPaths::AccessPaths(const Processor &CPU) : LineBytes(CPU.LineBytes) {
  Addresses.add(Counters, 0, CPU.AddressThroughput, Fractions);
  Loads.add(Counters, 1, CPU.LoadThroughput, Fractions);
  Stores.add(Counters, 2, CPU.StoreThroughput, Fractions);
  for (unsigned L = 0; L != NumMemoryLevels; ++L) {
    double Bandwidth = effectiveBandwidth(CPU, static_cast<MemoryLevel>(L));
    if (CPU.Memory[L].Transfer == TransferUnit::Line)
      Links[L].Lines = ThroughputUnit(Bandwidth / CPU.LineBytes);
    else
      Links[L].Bytes = BandwidthUnit(Bandwidth);
    Links[L].Limited = Links[L].Lines.limited() || Links[L].Bytes.limited();
  }
}

Cycle AccessPaths::bookLine(MemoryLevel Level, Cycle Earliest) {
  Link &L = Links[static_cast<unsigned>(Level)];
  Cycle C = L.Bytes.firstFit(L.Lines.firstFit(Earliest), LineBytes);
  L.Lines.take(C);
  L.Bytes.take(C, LineBytes);
  return C;
}

Cycle AccessPaths::longest(MemoryLevel Level) const {
  const Link &L = Links[static_cast<unsigned>(Level)];
  // A gap varies by one.
  return std::max(L.Lines.occupancy() + 1, L.Bytes.occupancy(LineBytes));
}

void AccessPaths::advance(Cycle C) {
  Counters.advance(C);
  for (ThroughputUnit &U : Fractions)
    U.advance(C);
  for (Link &L : Links) {
    L.Lines.advance(C);
    L.Bytes.advance(C);
  }
}

bool AccessPaths::recurs() const {
  return std::all_of(Fractions.begin(), Fractions.end(),
                     [](const ThroughputUnit &U) {
                       return U.recurs() && !U.hasGaps();
                     }) &&
         std::all_of(Links.begin(), Links.end(),
                     [](const Link &L) { return L.Lines.recurs(); });
}

void AccessPaths::save(StateWriter &W) const {
  Counters.save(W);
  for (const ThroughputUnit &U : Fractions)
    U.save(W);
  for (const Link &L : Links) {
    L.Lines.save(W);
    L.Bytes.save(W);
  }
}

void AccessPaths::restore(
    StateReader &R, const std::array<uint64_t, NumMemoryLevels> &Bookings) {
  Counters.restore(R);
  for (ThroughputUnit &U : Fractions)
    U.restore(R, 0);
  for (unsigned L = 0; L != NumMemoryLevels; ++L) {
    Links[L].Lines.restore(R, Bookings[L]);
    Links[L].Bytes.restore(R);
  }
}
