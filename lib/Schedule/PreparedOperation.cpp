//===- PreparedOperation.cpp - Operations and channels of a CPU -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PreparedOperation.h"
#include <algorithm>
#include <cmath>

using namespace rafter;

PreparedOperation rafter::prepare(const StaticOperation &O,
                                  const Processor &CPU) {
  PreparedOperation P;
  P.Kind = O.Kind;
  if (isCompute(O.Kind))
    P.Unit = static_cast<Channel>(static_cast<unsigned>(O.Kind) -
                                  static_cast<unsigned>(OperationKind::Add));
  P.NumSources = P.NumFactors = O.NumSources;
  P.Separate =
      O.Kind == OperationKind::FusedMultiplyAdd && !CPU.HasFusedMultiplyAdd;
  if (P.Separate)
    P.NumFactors = O.NumFactors;
  P.ElementBytes = O.ElementBytes;
  P.Elements = O.Elements;
  P.Lanes = std::clamp<uint32_t>(
      CPU.SimdBytes / std::max<uint8_t>(O.ElementBytes, 1), 1, O.Elements);
  std::copy(std::begin(O.Sources), std::end(O.Sources), P.Sources);
  P.Result = O.Result;
  P.Address = O.Address;
  return P;
}

std::array<uint32_t, NumChannels> rafter::latencies(const Processor &CPU) {
  std::array<uint32_t, NumChannels> L = {};
  for (unsigned K = 0; K != NumComputeKinds; ++K)
    L[K] = static_cast<uint32_t>(CPU.Compute[K].Latency);
  L[index(Channel::L1Load)] = L[index(Channel::L1Store)] =
      static_cast<uint32_t>(CPU.memory(MemoryLevel::L1).Latency);
  for (unsigned M = 1; M != NumMemoryLevels; ++M)
    L[index(Channel::L1Store) + M] =
        static_cast<uint32_t>(CPU.Memory[M].Latency);
  return L;
}

std::array<ActivityLength, NumChannels>
rafter::activityLengths(const Processor &CPU) {
  std::array<ActivityLength, NumChannels> Lengths;
  std::array<uint32_t, NumChannels> Latency = latencies(CPU);
  auto Set = [&](unsigned K, double Rate) {
    // A rate that is no whole number of cycles varies by one around it.
    double Gap = Rate > 0 && Rate < 1 ? 1 / Rate : 1;
    Lengths[K].Occupancy = static_cast<uint32_t>(Gap + 1e-6);
    Lengths[K].Execution =
        std::max(Latency[K], static_cast<uint32_t>(std::ceil(Gap - 1e-6)));
  };
  for (unsigned K = 0; K != NumComputeKinds; ++K)
    Set(K, CPU.Compute[K].Throughput);
  Set(index(Channel::L1Load), CPU.LoadThroughput);
  Set(index(Channel::L1Store), CPU.StoreThroughput);
  for (unsigned M = 1; M != NumMemoryLevels; ++M)
    Set(index(Channel::L1Store) + M,
        CPU.Memory[M].Transfer == TransferUnit::Line
            ? CPU.Memory[M].Bandwidth / CPU.LineBytes
            : Unlimited);
  return Lengths;
}
