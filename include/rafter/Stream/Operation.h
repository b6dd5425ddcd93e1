//===- Operation.h - Static operations and their execution -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vocabulary that every source and every consumer of a stream shares: a
// table of static operations, and the sequence of executed ones.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_OPERATION_H
#define RAFTER_STREAM_OPERATION_H

#include "rafter/Support/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <functional>
#include <vector>

namespace rafter {

enum class OperationKind : uint8_t {
  /// Copies readiness between registers; costs nothing and is no node.
  Move,
  Add,
  Multiply,
  FusedMultiplyAdd,
  Divide,
  SquareRoot,
  Load,
  Store,
  /// An instruction that computes no floating-point number: integer work,
  /// addresses, control. One node whatever its elements; every element of the
  /// result depends on every element of the sources. Takes its place in fetch
  /// and buffers, and a cycle.
  Integer
};
inline constexpr unsigned NumOperationKinds = 9;
/// "move", "add", "mul", "fma", "div", "sqrt", "load", "store", "integer".
const char *name(OperationKind K);

inline bool isMemory(OperationKind K) {
  return K == OperationKind::Load || K == OperationKind::Store;
}
inline bool isCompute(OperationKind K) {
  return K >= OperationKind::Add && K <= OperationKind::SquareRoot;
}

/// A register of the stream: holds one element of one value. A vector of n
/// elements lives in n consecutive registers.
using Register = uint32_t;
inline constexpr Register NoRegister = ~0u;

/// An operation as it stands in the program. Element e of the result depends
/// on element e of every source and, for loads, of the address.
struct StaticOperation {
  OperationKind Kind = OperationKind::Move;
  /// Bytes of one element (8 for double).
  uint8_t ElementBytes = 8;
  /// Elements processed: 1 for a scalar.
  uint16_t Elements = 1;
  uint8_t NumSources = 0;
  /// Of a fused multiply-add: how many of the sources are factors; they come
  /// first, and what follows is the addend.
  uint8_t NumFactors = 0;
  /// First register of each source, relative to the frame. Constants are left
  /// out: they are always ready.
  Register Sources[3] = {NoRegister, NoRegister, NoRegister};
  /// First register of the result; NoRegister for a store.
  Register Result = NoRegister;
  /// A scalar register that the address depends on (only when the source of
  /// the stream follows addresses); NoRegister otherwise.
  Register Address = NoRegister;
  /// Index into OperationTable::Locations; 0 is "unknown".
  uint32_t Location = 0;

  /// 1 flop per element, 2 for a fused multiply-add, none for the rest.
  unsigned flopsPerElement() const {
    return Kind == OperationKind::FusedMultiplyAdd ? 2 : isCompute(Kind);
  }
  uint32_t bytes() const { return uint32_t(ElementBytes) * Elements; }
};

/// One executed operation.
struct DynamicOperation {
  /// Index of the static operation.
  uint32_t Static;
  /// Added to every register number: the base of the activation.
  uint32_t Frame;
  /// First byte accessed; 0 for anything but a load or store.
  uint64_t Address;
};

/// The static operations of a program.
struct OperationTable {
  std::vector<StaticOperation> Operations;
  std::vector<SourceLocation> Locations = {SourceLocation()};
};

/// Takes a stream, region by region. Implementations keep no more than the
/// window of operations in flight.
class StreamConsumer {
public:
  virtual ~StreamConsumer() = default;
  /// While on, executions only warm the caches and are not counted.
  virtual void setWarmUp(bool On) = 0;
  /// The region is entered: nothing is in flight, registers are ready.
  virtual void beginRegion() = 0;
  /// The next operations, in program order.
  virtual void consume(llvm::ArrayRef<DynamicOperation> Operations) = 0;
  /// The region is left: everything in flight completes.
  virtual void endRegion() = 0;
};

/// Plays a stream to a consumer each time it is called. An error ends it.
using OperationSource = std::function<llvm::Error(StreamConsumer &Consumer)>;

} // namespace rafter

#endif // RAFTER_STREAM_OPERATION_H
