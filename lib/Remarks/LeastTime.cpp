//===- LeastTime.cpp - What a loop's computation needs --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The roofs of the generalized roofline (extended-roofline paper, section II)
// for the operations of one iteration: each kind of computation at its own
// throughput, all of them at that of the shared ports, loads and stores at
// those of L1, and recurrences at the latency of what is on them. Throughput
// with all lanes in use is a bound that a programmer can reach only where the
// loop can be vectorized at all.
//
//===----------------------------------------------------------------------===//

#include "LeastTime.h"
#include <cmath>

using namespace rafter;

/// "float adds": several of kind K.
static const char *plural(ComputeKind K) {
  switch (K) {
  case ComputeKind::Add:
    return "float adds";
  case ComputeKind::Multiply:
    return "float multiplies";
  case ComputeKind::FusedMultiplyAdd:
    return "float multiply-adds";
  case ComputeKind::Divide:
    return "float divides";
  case ComputeKind::SquareRoot:
    return "square roots";
  }
  return "";
}

namespace {

class Roofs {
public:
  explicit Roofs(const Processor &CPU) : CPU(CPU) {}

  void addComputations(const SourceLoop &L);
  void addAccesses(const SourceLoop &L);
  void addRecurrences(const SourceLoop &L);
  std::optional<LeastTime> result() const { return Best; }

private:
  void raise(double Cycles, std::string Limit) {
    if (std::isfinite(Cycles) && (!Best || Cycles > Best->Cycles))
      Best = {Cycles, std::move(Limit)};
  }

  const Processor &CPU;
  std::optional<LeastTime> Best;
};

} // namespace

void Roofs::addComputations(const SourceLoop &L) {
  if (L.ElementBytes == 0)
    return;
  auto Operations = L.Operations;
  auto of = [&](ComputeKind K) -> unsigned & {
    return Operations[static_cast<unsigned>(K)];
  };
  unsigned &Fused = of(ComputeKind::FusedMultiplyAdd);
  if (CPU.HasFusedMultiplyAdd) {
    unsigned Pairs = std::min(L.Fusible, of(ComputeKind::Multiply));
    of(ComputeKind::Multiply) -= Pairs;
    of(ComputeKind::Add) -= Pairs;
    Fused += Pairs;
  } else {
    of(ComputeKind::Multiply) += Fused;
    of(ComputeKind::Add) += Fused;
    Fused = 0;
  }
  double Lanes = std::max(1.0, double(CPU.SimdBytes) / L.ElementBytes);
  double All = 0;
  for (unsigned K = 0; K != NumComputeKinds; ++K) {
    auto Kind = static_cast<ComputeKind>(K);
    if (Operations[K] == 0)
      continue;
    All += Operations[K] / Lanes;
    // Divisions and roots: CPU files tell the throughput up to 128 bits; it
    // falls with wider vectors.
    bool Narrow =
        Kind == ComputeKind::Divide || Kind == ComputeKind::SquareRoot;
    double AtOnce =
        Narrow ? std::min(Lanes, std::max(1.0, 16.0 / L.ElementBytes)) : Lanes;
    raise(Operations[K] / AtOnce / CPU.compute(Kind).Throughput, plural(Kind));
  }
  raise(All / CPU.ComputeThroughput, "floating-point units");
}

void Roofs::addAccesses(const SourceLoop &L) {
  double Loaded = 0, Stored = 0, Loads = 0, Stores = 0;
  for (const SourceAccess &A : L.Accesses) {
    (A.IsStore ? Stored : Loaded) += A.Bytes;
    (A.IsStore ? Stores : Loads) +=
        A.Bytes / double(std::max(8u, CPU.SimdBytes));
  }
  if (Loaded + Stored == 0)
    return;
  raise(Loads / CPU.LoadThroughput, "loads from L1");
  raise(Stores / CPU.StoreThroughput, "stores to L1");
  raise((Loaded + Stored) / CPU.memory(MemoryLevel::L1).Bandwidth,
        "the bandwidth of L1");
}

/// Additions may take results of others early. A multiply-add may be two
/// operations, or may take what it adds to late: then it is an addition.
static double latencyInChain(ComputeKind K, const Processor &CPU) {
  double Add =
      CPU.compute(ComputeKind::Add).Latency - CPU.Core.FloatAddForwarding;
  switch (K) {
  case ComputeKind::Add:
    return Add;
  case ComputeKind::FusedMultiplyAdd:
    return std::min<double>(Add, CPU.compute(K).Latency);
  default:
    return CPU.compute(K).Latency;
  }
}

/// Others have instructions that multiply and add.
static bool isX86(const Processor &CPU) {
  return CPU.Architecture.rfind("x86", 0) == 0;
}

/// To general registers, with the simplest address.
static double loadLatency(const Processor &CPU) {
  double InL1 = CPU.memory(MemoryLevel::L1).Latency;
  return CPU.Core.LoadLatency > 0 ? std::min(InL1, CPU.Core.LoadLatency) : InL1;
}

/// Of 32 bits: 3 cycles on every x86 since Nehalem and Zen, 2 on Neoverse N1
/// (uops.info; Arm's Software Optimization Guide).
static double productLatency(const Processor &CPU) {
  return isX86(CPU) ? 3 : 2;
}

/// One instruction may shift and add, or negate and mask: no more than two
/// operations of a chain.
static constexpr unsigned IntegersAtOnce = 2;

void Roofs::addRecurrences(const SourceLoop &L) {
  for (const Recurrence &R : L.Recurrences) {
    if (R.MayReorder)
      continue;
    double Cycles = 0;
    for (unsigned K = 0; K != NumComputeKinds; ++K)
      Cycles +=
          R.Operations[K] * latencyInChain(static_cast<ComputeKind>(K), CPU);
    unsigned Integers = R.Integers;
    if (!isX86(CPU))
      Integers -= std::min(Integers, R.Products);
    const unsigned Steps = (Integers + 1) / IntegersAtOnce;
    Cycles +=
        R.Loads * loadLatency(CPU) + R.Products * productLatency(CPU) + Steps;
    // What goes through memory may stay in a register: passing it on is free.
    raise(Cycles / R.Distance, R.Name.empty()
                                   ? "the chain from iteration to iteration"
                                   : "the chain through `" + R.Name + "`");
  }
}

std::optional<LeastTime> rafter::leastTime(const SourceLoop &L,
                                           const Processor &CPU) {
  Roofs All(CPU);
  // The first of equals names the limit.
  All.addRecurrences(L);
  std::optional<LeastTime> Chains = All.result();
  All.addComputations(L);
  All.addAccesses(L);
  std::optional<LeastTime> Least = All.result();
  bool IsOfChain = Chains && Chains->Cycles >= Least->Cycles;
  bool Vectorizes =
      L.IsCounted && !L.IsSerial && !L.IsIrregular && !L.HasStrides;
  return IsOfChain || Vectorizes ? Least : std::nullopt;
}
