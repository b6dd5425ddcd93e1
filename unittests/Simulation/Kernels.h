//===- Kernels.h - Small machines and loops for tests -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_SIMULATION_KERNELS_H
#define RAFTER_UNITTESTS_SIMULATION_KERNELS_H

#include "StreamBuilder.h"
#include "rafter/Simulation/Analyze.h"
#include <gtest/gtest.h>

namespace rafter::test {

/// A machine without any limit whose accesses all hit an L1 without latency.
inline Processor idealCPU() {
  Processor CPU;
  CPU.Core.TakenBranches = Unlimited;
  CPU.Core.StoreCommit = Unlimited;
  CPU.Core.StoreForwardLatency = 5;
  CPU.Core.UopCacheSlots = Unlimited;
  return CPU;
}

/// The body of a loop of independent or dependent instructions.
class Kernel {
public:
  TableBuilder Builder;
  std::vector<ExecutedInstruction> Body;
  /// Where each memory operand of Body begins, and how far it moves in each
  /// iteration.
  std::vector<std::pair<uint64_t, uint64_t>> Addresses;
  uint64_t Iterations = 1200;

  explicit Kernel(unsigned NumUnits = 8) {
    for (unsigned I = 0; I != NumUnits; ++I)
      Builder.Table.Units.push_back("p" + std::to_string(I));
  }

  /// An operation on any of Units. Register numbers from 1; 0 is none.
  StaticInstruction &operation(InstructionClass C, uint64_t Units,
                               unsigned Result, unsigned Latency,
                               std::initializer_list<unsigned> Sources = {}) {
    StaticInstruction S;
    S.Class = C;
    Body.push_back(Builder.add(S));
    for (unsigned R : Sources)
      Builder.reads(R);
    if (Result != 0)
      Builder.writes(Result, Latency);
    if (Units != 0)
      Builder.uses(Units);
    return Builder.last();
  }
  StaticInstruction &load(uint64_t Units, unsigned Result, unsigned Address,
                          uint64_t At, uint64_t Step, unsigned Latency = 4,
                          uint32_t Bytes = 8) {
    Body.push_back(Builder.load(Bytes));
    if (Address != 0)
      Builder.reads(Address, ReadStage::Address);
    if (Result != 0)
      Builder.writes(Result, 0);
    if (Units != 0)
      Builder.uses(Units);
    Builder.last().LoadLatency = Latency;
    Addresses.push_back({At, Step});
    return Builder.last();
  }
  StaticInstruction &store(uint64_t Units, unsigned Data, unsigned Address,
                           uint64_t At, uint64_t Step, uint32_t Bytes = 8) {
    Body.push_back(Builder.store(Bytes));
    if (Address != 0)
      Builder.reads(Address, ReadStage::Address);
    if (Data != 0)
      Builder.reads(Data, ReadStage::StoreData);
    if (Units != 0)
      Builder.uses(Units);
    Addresses.push_back({At, Step});
    return Builder.last();
  }

  InstructionSource source() const {
    return [this](InstructionConsumer &C) {
      C.beginRegion();
      std::vector<uint64_t> Now(Addresses.size());
      for (uint64_t I = 0; I != Iterations; ++I) {
        for (size_t A = 0; A != Now.size(); ++A)
          Now[A] = Addresses[A].first + I * Addresses[A].second;
        C.consume({Body, Now});
        C.endIteration();
      }
      C.endRegion();
      return llvm::Error::success();
    };
  }

  /// Cycles per iteration in the steady state.
  double cycles(const Processor &CPU, SimulationOptions Options = {}) const {
    llvm::Expected<Prediction> P =
        predict(Builder.Table, CPU, source(), Options);
    if (!P) {
      ADD_FAILURE() << llvm::toString(P.takeError());
      return -1;
    }
    return P->CyclesPerIteration.value_or(-1);
  }
};

} // namespace rafter::test

#endif // RAFTER_UNITTESTS_SIMULATION_KERNELS_H
