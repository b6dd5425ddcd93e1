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

/// Of the forms of MemoryOperand::AddressForm, those with this bit are a place
/// in the program or relative to the stack pointer: one form has one address.
inline constexpr uint32_t OneAddressBit = 1u << 31;

inline bool hasOneAddress(uint32_t AddressForm) {
  return AddressForm == MemoryOperand::StackForm ||
         (AddressForm & OneAddressBit) != 0;
}

} // namespace rafter

#endif // RAFTER_STREAM_ADDRESSFORM_H
