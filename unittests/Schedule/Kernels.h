//===- Kernels.h - Streams of small kernels for tests ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_SCHEDULE_KERNELS_H
#define RAFTER_UNITTESTS_SCHEDULE_KERNELS_H

#include "rafter/Stream/Operation.h"
#include "llvm/ADT/StringRef.h"
#include <initializer_list>

namespace rafter::test {

/// Writes a stream by hand: every operation gets a static operation of its own
/// shape, values are registers.
class StreamWriter {
public:
  OperationTable Table;
  std::vector<DynamicOperation> Operations;

  /// A new register.
  Register value() { return NextRegister++; }
  /// Room for Doubles doubles on lines of its own.
  uint64_t array(uint64_t Doubles);

  Register compute(OperationKind K, std::initializer_list<Register> Sources);
  Register load(uint64_t Address);
  void store(uint64_t Address, Register Value);
  /// To = From (NoRegister: a constant).
  void move(Register To, Register From);
  /// The same, into a given register, to keep the table small in loops.
  void computeInto(Register To, OperationKind K,
                   std::initializer_list<Register> Sources);
  void loadInto(Register To, uint64_t Address);

  /// Sends everything as one region.
  void send(StreamConsumer &C) const;

private:
  uint32_t addStatic(const StaticOperation &O);
  Register NextRegister = 0;
  uint64_t NextArray = 1 << 20;
};

/// The kernels of golden/generalized-roofline by name: sum10k, triad10k,
/// horner1k, mmm16, ...
StreamWriter kernel(llvm::StringRef Name);

} // namespace rafter::test

#endif // RAFTER_UNITTESTS_SCHEDULE_KERNELS_H
