//===- RandomCases.cpp - Random streams on random machines ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomCases.h"
#include "llvm/Support/raw_ostream.h"

using namespace rafter;
using namespace rafter::test;

static constexpr uint64_t DataBegin = 1 << 20;

static double randomRate(Random &R) {
  return R.oneOf({Unlimited, Unlimited, 1, 1, 2, 3, 1.0 / 2, 1.0 / 8});
}

static Processor randomProcessor(Random &R) {
  Processor P;
  P.FetchBandwidth = R.oneOf({1, 2, 3, 4, 8, Unlimited});
  for (ComputeParameters &C : P.Compute)
    C = {R.oneOf({0, 1, 2, 3, 5, 20}), randomRate(R)};
  P.ComputeThroughput = R.oneOf({Unlimited, Unlimited, 1, 2, 3});
  P.HasFusedMultiplyAdd = !R.once(3);
  P.LoadThroughput = randomRate(R);
  P.StoreThroughput = randomRate(R);
  P.AddressThroughput = R.oneOf({Unlimited, Unlimited, 1, 2, 3});
  P.LineBytes = R.once(4) ? 32 : 64;
  for (MemoryLevelParameters &M : P.Memory) {
    M.Latency = R.oneOf({0, 1, 4, 12, 30, 100});
    if (R.once(2)) {
      M.Transfer = TransferUnit::Line;
      M.Bandwidth = R.oneOf({Unlimited, 1, 2, 3, 0.5, 0.125}) * P.LineBytes;
    } else {
      M.Transfer = TransferUnit::Access;
      M.Bandwidth = R.oneOf({Unlimited, 4, 8, 12, 16, 32});
    }
    M.Capacity = R.oneOf({0, 1, 2, 3, 5, 8, Unlimited}) * P.LineBytes;
  }
  for (double &Slots : P.Buffers)
    Slots = R.oneOf({Unlimited, Unlimited, 1, 2, 3, 5, 8, 20});
  P.SimdBytes = R.oneOf({8, 8, 16, 32});
  P.Order = R.once(2) ? MemoryOrder::TotalStoreOrder : MemoryOrder::Weak;
  return P;
}

static StaticOperation randomOperation(Random &R, bool Scalar) {
  static constexpr unsigned Registers = 6;
  StaticOperation O;
  O.Kind = static_cast<OperationKind>(R.below(8));
  if (!Scalar && R.once(3)) {
    O.Elements = 1 + R.below(5);
    O.ElementBytes = R.once(2) ? 4 : 8;
  }
  if (O.Kind == OperationKind::Store)
    O.NumSources = 1;
  else if (O.Kind != OperationKind::Load)
    O.NumSources = R.below(4);
  for (unsigned S = 0; S != O.NumSources; ++S)
    O.Sources[S] = R.below(Registers);
  if (O.Kind == OperationKind::FusedMultiplyAdd)
    O.NumFactors = R.below(O.NumSources + 1);
  if (O.Kind != OperationKind::Store)
    O.Result = R.below(Registers);
  if (isMemory(O.Kind) && R.once(8))
    O.Address = R.below(Registers);
  return O;
}

static uint64_t randomAddress(Random &R, const StaticOperation &O,
                              uint64_t Lines) {
  if (!isMemory(O.Kind))
    return 0;
  uint64_t A = DataBegin + R.below(Lines * 64);
  return R.once(16) ? A : A / O.ElementBytes * O.ElementBytes;
}

RandomCase rafter::test::randomCase(uint64_t Seed, bool Long) {
  Random R(Seed);
  RandomCase Case;
  Case.CPU = randomProcessor(R);
  bool Scalar = R.once(2);
  unsigned Statics = 1 + R.below(20);
  for (unsigned I = 0; I != Statics; ++I)
    Case.Table.Operations.push_back(randomOperation(R, Scalar));
  uint64_t Lines = 1 + R.below(Long ? 300 : 12);
  Case.Regions.resize(1 + R.below(3));
  for (Region &Operations : Case.Regions) {
    unsigned Length = R.below(Long ? 3000 : R.once(4) ? 150 : 20);
    for (unsigned I = 0; I != Length; ++I) {
      uint32_t S = R.below(Statics);
      Operations.push_back({S, R.once(4) ? 5u : 0u,
                            randomAddress(R, Case.Table.Operations[S], Lines)});
    }
  }
  Case.Warm = R.once(3);
  return Case;
}

RandomCase rafter::test::randomLoops(uint64_t Seed) {
  Random R(Seed);
  RandomCase Case;
  Processor &P = Case.CPU = randomProcessor(R);
  for (MemoryLevelParameters &M : P.Memory) {
    if (R.once(3))
      M.Bandwidth = R.oneOf({5.2, 12.3, 50.6, 96});
    if (R.once(3))
      M.Capacity = R.oneOf({16, 64, 1024}) * P.LineBytes;
    if (R.once(4))
      M.Ways = R.oneOf({1, 2, 8});
  }
  P.NextLinePrefetch = R.once(4);
  P.StridePrefetchDistance = R.once(4) ? R.oneOf({2, 20}) : 0;
  if (R.once(8))
    P.FetchBandwidth = 2.5;
  if (R.once(8))
    P.ComputeThroughput = 1.5;

  struct Access {
    uint64_t Begin, Stride, Length;
    bool Scattered;
  };
  std::vector<Access> Accesses;
  unsigned Statics = 4 + R.below(12);
  bool Scalar = R.once(2);
  for (unsigned I = 0; I != Statics; ++I) {
    Case.Table.Operations.push_back(randomOperation(R, Scalar));
    uint64_t Stride = R.oneOf({0, 8, 8, 16, 64, 200});
    Accesses.push_back({DataBegin + R.below(4) * 65536 + 8 * R.below(8), Stride,
                        uint64_t(R.oneOf({64, 1000, 1e6})), R.once(20)});
  }
  Case.Regions.resize(1 + R.below(2));
  for (Region &Operations : Case.Regions) {
    unsigned Iterations = 1000 + R.below(2000);
    unsigned Inner = R.oneOf({0, 3, 10});
    for (unsigned I = 0; I != Iterations; ++I) {
      bool Other = Inner != 0 && I % Inner == 0;
      for (unsigned S = Other ? Statics / 2 : 0; S != Statics; ++S) {
        const Access &A = Accesses[S];
        uint64_t At = A.Begin + (A.Scattered ? 8 * R.below(A.Length)
                                             : I * A.Stride % A.Length);
        bool Takes = isMemory(Case.Table.Operations[S].Kind);
        Operations.push_back({S, Other ? 8u : 0u, Takes ? At : 0});
      }
    }
  }
  Case.Warm = R.once(3);
  return Case;
}

static void send(Scheduler &S, const Region &Operations, Random &R) {
  S.beginRegion();
  llvm::ArrayRef<DynamicOperation> Rest = Operations;
  while (!Rest.empty()) {
    size_t N = std::min<size_t>(Rest.size(), 1 + R.below(Rest.size()));
    S.consume(Rest.take_front(N));
    Rest = Rest.drop_front(N);
  }
  S.endRegion();
}

ScheduleResult rafter::test::schedule(const RandomCase &Case, uint64_t Cut,
                                      SchedulerOptions Options,
                                      uint64_t *Followed) {
  Random R(Cut);
  Scheduler S(Case.CPU, Case.Table, Options);
  if (Case.Warm) {
    S.setWarmUp(true);
    send(S, Case.Regions.front(), R);
    S.setWarmUp(false);
  }
  for (const Region &Operations : Case.Regions)
    send(S, Operations, R);
  if (Followed)
    *Followed += S.followed();
  return S.result();
}

static void describe(llvm::raw_ostream &OS, const char *Name, double Value) {
  if (Value != Unlimited)
    OS << "  " << Name << " = " << Value << '\n';
}

static void describe(llvm::raw_ostream &OS, const Processor &P) {
  describe(OS, "fetch", P.FetchBandwidth);
  for (unsigned K = 0; K != NumComputeKinds; ++K)
    OS << "  " << name(ComputeKind(K)) << ": latency " << P.Compute[K].Latency
       << ", throughput " << P.Compute[K].Throughput << '\n';
  describe(OS, "compute", P.ComputeThroughput);
  if (!P.HasFusedMultiplyAdd)
    OS << "  no fused multiply-add\n";
  describe(OS, "load", P.LoadThroughput);
  describe(OS, "store", P.StoreThroughput);
  describe(OS, "address", P.AddressThroughput);
  for (unsigned L = 0; L != NumMemoryLevels; ++L) {
    const MemoryLevelParameters &M = P.Memory[L];
    OS << "  " << name(MemoryLevel(L)) << ": latency " << M.Latency
       << ", bandwidth " << M.Bandwidth
       << (M.Transfer == TransferUnit::Line ? " by line" : " by access")
       << ", capacity " << M.Capacity << '\n';
  }
  for (unsigned B = 0; B != NumBufferKinds; ++B)
    describe(OS, name(BufferKind(B)), P.Buffers[B]);
  OS << "  line " << P.LineBytes << ", simd " << P.SimdBytes
     << (P.Order == MemoryOrder::Weak ? ", weak\n" : ", tso\n");
}

std::string rafter::test::describe(const RandomCase &Case) {
  static constexpr const char *Kinds[] = {"move", "add",  "mul",  "fma",
                                          "div",  "sqrt", "load", "store"};
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  ::describe(OS, Case.CPU);
  for (const Region &Operations : Case.Regions) {
    OS << "  region" << (Case.Warm ? " (warm)" : "") << '\n';
    for (const DynamicOperation &D : Operations) {
      const StaticOperation &O = Case.Table.Operations[D.Static];
      OS << "    " << Kinds[unsigned(O.Kind)] << " " << O.Elements << " x "
         << unsigned(O.ElementBytes);
      for (unsigned S = 0; S != O.NumSources; ++S)
        OS << " r" << D.Frame + O.Sources[S];
      if (O.Address != NoRegister)
        OS << " [r" << D.Frame + O.Address << "]";
      if (isMemory(O.Kind))
        OS << " @" << D.Address - DataBegin;
      if (O.Result != NoRegister)
        OS << " -> r" << D.Frame + O.Result;
      OS << '\n';
    }
  }
  return Text;
}
