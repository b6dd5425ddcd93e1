//===- LinearParts.h - Small parts of linear values -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the files that make linear values share.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_LINEARPARTS_H
#define RAFTER_LIB_CODEGEN_LINEARPARTS_H

#include "LinearValues.h"

namespace rafter {

inline LinearValue plus(LinearValue V, int64_t Constant) {
  V.Constant += Constant;
  return V;
}

/// Of 32 bits, the rest is zero.
inline LinearValue narrow(LinearValue V) {
  V.Bits = 32;
  return V;
}

inline LinearValue sign(LinearValue V) {
  V.Bits = 32;
  V.IsSigned = true;
  return V;
}

inline LinearValue loaded() {
  LinearValue V;
  V.AddsLoaded = true;
  return V;
}

inline uint32_t number(Description &D, const std::optional<LinearValue> &V) {
  if (!V)
    return 0;
  D.Values.push_back(*V);
  return D.Values.size();
}

/// Number I of D's operands if it is one.
inline std::optional<int64_t> immediate(const Description &D, unsigned I) {
  if (I < D.Inst->getNumOperands() && D.Inst->getOperand(I).isImm())
    return D.Inst->getOperand(I).getImm();
  return std::nullopt;
}

/// F of V if there is one.
template <class Function>
std::optional<LinearValue> ifAny(const std::optional<LinearValue> &V,
                                 Function F) {
  if (!V)
    return std::nullopt;
  return F(*V);
}

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_LINEARPARTS_H
