//===- StaticWalkSlice.h - Which values decide addresses -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How each integer or pointer value comes from others (Rule), and the closure
// of what branches and addresses need (Slice), element by element of vectors.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_STATICWALK_STATICWALKSLICE_H
#define RAFTER_LIB_STATICWALK_STATICWALKSLICE_H

#include "StaticWalkCode.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <functional>
#include <vector>

namespace llvm {
class CallBase;
class Constant;
class GlobalValue;
class Instruction;
class PHINode;
class Value;
} // namespace llvm

namespace rafter::walk {

/// An element of a value; element 0 of a scalar.
using Lane = std::pair<const llvm::Value *, unsigned>;

/// How an element is computed.
struct Rule {
  enum class Kind : uint8_t {
    /// Base (if any) plus Immediate.
    Constant,
    /// The same as the operand.
    Alias,
    /// One operation.
    Simple,
    /// Operand 0 + Immediate + sum of the other operands times Scales.
    Address,
    Phi,
    /// A variable on the stack of Immediate bytes.
    Stack,
    /// A load of constant memory at operand 0.
    Table,
    /// Given from outside: an argument, or the result of an instruction that
    /// is not followed.
    Unknown
  };
  Kind How = Kind::Unknown;
  Opcode Code = Opcode::Add;
  unsigned Bits = 64;
  unsigned Aux = 0;
  llvm::SmallVector<Lane, 3> Operands;
  llvm::SmallVector<int64_t, 3> Scales;
  int64_t Immediate = 0;
  const llvm::GlobalValue *Base = nullptr;
};

/// The rule of an element.
Rule ruleOf(Lane L);

/// Bits of a scalar of V's (element) type; 0 if it is no integer of up to 64
/// bits or pointer.
unsigned bitsOf(const llvm::Value &V);

/// The elements that some roots depend on.
class Slice {
public:
  /// IsData tells for an Unknown value whether it may differ each time it is
  /// computed, IsLive whether a phi may get its incoming value of that index.
  Slice(std::function<bool(const llvm::Value &)> IsData,
        std::function<bool(const llvm::PHINode &, unsigned)> IsLive)
      : IsData(std::move(IsData)), IsLive(std::move(IsLive)) {}

  void need(Lane L);

  /// In the order in which they were found.
  llvm::ArrayRef<Lane> elements() const { return Elements; }
  bool contains(Lane L) const { return Numbers.count(L) != 0; }

  /// Finds what depends on data. Call once, after the last need.
  void propagate();
  /// The instruction that L's dependence on data comes from; null if L does
  /// not depend on data.
  const llvm::Value *dataSource(Lane L) const;

private:
  std::function<bool(const llvm::Value &)> IsData;
  std::function<bool(const llvm::PHINode &, unsigned)> IsLive;
  std::vector<Lane> Elements;
  std::vector<llvm::SmallVector<uint32_t, 2>> Users;
  std::vector<const llvm::Value *> Sources;
  llvm::DenseMap<Lane, uint32_t> Numbers;
};

} // namespace rafter::walk

#endif // RAFTER_LIB_STATICWALK_STATICWALKSLICE_H
