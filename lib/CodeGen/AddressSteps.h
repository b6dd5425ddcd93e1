//===- AddressSteps.h - By how much an address moves ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows additions and constant factors from an address to the loop's
// counters. Scalar evolution knows more, but what it is asked changes what it
// later answers others.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_ADDRESSSTEPS_H
#define RAFTER_LIB_CODEGEN_ADDRESSSTEPS_H

#include "llvm/ADT/DenseMap.h"
#include <cstdint>
#include <optional>

namespace llvm {
class DataLayout;
class Loop;
class PHINode;
class User;
class Value;
} // namespace llvm

namespace rafter {

class AddressSteps {
public:
  explicit AddressSteps(const llvm::Loop &L);

  /// By how much V, an integer or a pointer, grows with each iteration of the
  /// loop; none if that is not a constant that can be told.
  std::optional<int64_t> of(const llvm::Value &V) { return step(V, 0); }

private:
  std::optional<int64_t> step(const llvm::Value &V, unsigned Depth);
  std::optional<int64_t> compute(const llvm::User &U, unsigned Depth);
  std::optional<int64_t> ofElement(const llvm::User &Address, unsigned Depth);
  std::optional<int64_t> ofPhi(const llvm::PHINode &Phi);

  const llvm::Loop &L;
  const llvm::DataLayout &Layout;
  llvm::DenseMap<const llvm::Value *, std::optional<int64_t>> Known;
};

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_ADDRESSSTEPS_H
