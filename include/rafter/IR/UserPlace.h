//===- UserPlace.h - The user's line of inlined code ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_IR_USERPLACE_H
#define RAFTER_IR_USERPLACE_H

namespace llvm {
class DILocation;
} // namespace llvm

namespace rafter {

/// At, or the first call on the way that it was inlined on that is in no header
/// of the system; At where all of them are. Null for null.
const llvm::DILocation *userPlace(const llvm::DILocation *At);

} // namespace rafter

#endif // RAFTER_IR_USERPLACE_H
