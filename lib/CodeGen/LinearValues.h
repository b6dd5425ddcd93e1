//===- LinearValues.h - Sums of registers -----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What addresses and results of moves, additions and address computations are,
// as far as they are sums: so that the addresses of a block without any run can
// be followed over its iterations.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_LINEARVALUES_H
#define RAFTER_LIB_CODEGEN_LINEARVALUES_H

#include "Description.h"

namespace rafter {

class LinearValues {
public:
  explicit LinearValues(const TargetModel::Impl &Model) : Model(Model) {}

  /// Fills the values of D, and the numbers of them in its writes and memory
  /// operands. NextAddress: of what follows it.
  void describe(Description &D, uint64_t NextAddress) const;

private:
  using Value = std::optional<LinearValue>;

  void setResult(Description &D, llvm::MCRegister R, const Value &V) const;
  void describeX86(Description &D, uint64_t NextAddress) const;
  void describeX86Stack(Description &D, const Value &Explicit) const;
  void describeX86String(Description &D) const;
  Value resultX86(const Description &D, uint64_t NextAddress) const;
  Value addressX86(const Description &D, unsigned First,
                   uint64_t NextAddress) const;
  void describeAArch64(Description &D) const;
  Value resultAArch64(const Description &D) const;
  void describeRISCV(Description &D) const;
  Value resultRISCV(const Description &D) const;

  uint16_t unitOf(llvm::MCRegister R) const;
  uint16_t unitOf(const Description &D, unsigned Operand) const;
  Value ofRegister(const Description &D, unsigned Operand) const;
  Value sumOf(const Description &D, unsigned Base, unsigned Index,
              int64_t Scale = 1) const;
  Value constantOf(const Description &D, unsigned Operand) const;

  const TargetModel::Impl &Model;
};

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_LINEARVALUES_H
