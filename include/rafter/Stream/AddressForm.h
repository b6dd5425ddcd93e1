//===- AddressForm.h - What the forms of addresses tell ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_ADDRESSFORM_H
#define RAFTER_STREAM_ADDRESSFORM_H

#include "rafter/Stream/Instruction.h"

namespace rafter {

/// Of the forms of MemoryOperand::AddressForm, those with this bit are the
/// stack pointer with or without a displacement: one form has one address.
inline constexpr uint32_t StackBitOfForm = 1u << 31;

inline bool isOnStack(uint32_t AddressForm) {
  return AddressForm == MemoryOperand::StackForm ||
         (AddressForm & StackBitOfForm) != 0;
}

} // namespace rafter

#endif // RAFTER_STREAM_ADDRESSFORM_H
