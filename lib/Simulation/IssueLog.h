//===- IssueLog.h - When the last instructions were issued ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_ISSUELOG_H
#define RAFTER_LIB_SIMULATION_ISSUELOG_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rafter::simulation {

/// The last Capacity executed instructions of a region, in program order.
class IssueLog {
public:
  static constexpr size_t Capacity = 8192;

  /// Times in units of FixedTime.h since the region began.
  struct Entry {
    uint32_t Instruction = 0;
    uint32_t Iteration = 0;
    int64_t Dispatch = 0;
    /// Of its loads, and of its other micro-operations.
    int64_t Loads = 0, Rest = 0;
  };

  void beginRegion(int32_t Value) {
    Size = Next = Iteration = 0;
    Past = -int64_t(Value);
  }
  void rebased(int32_t Units) { Past += Units; }
  void endIteration() { ++Iteration; }

  void begin(uint32_t Instruction) {
    if (Entries.empty())
      Entries.resize(Capacity);
    Current = &Entries[Next];
    Next = (Next + 1) % Capacity;
    Size += Size != Capacity;
    Current->Instruction = Instruction;
    Current->Iteration = Iteration;
  }
  void dispatched(int32_t X) {
    Current->Dispatch = Current->Loads = Current->Rest = Past + X;
  }
  void issued(int32_t X) { Current->Loads = Current->Rest = Past + X; }
  void operated(int32_t X) { Current->Rest = Past + X; }

  size_t size() const { return Size; }
  /// From the oldest on.
  const Entry &operator[](size_t I) const {
    return Entries[(Next + Capacity - Size + I) % Capacity];
  }

private:
  std::vector<Entry> Entries;
  Entry *Current = nullptr;
  size_t Size = 0, Next = 0;
  uint32_t Iteration = 0;
  int64_t Past = 0;
};

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_ISSUELOG_H
