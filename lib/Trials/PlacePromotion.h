//===- PlacePromotion.h - A place in memory as a variable -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM keeps in memory what a store through another pointer might change, or
// what it may not store where the program did not. Who wrote the loop may know
// better, and write a local variable.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_TRIALS_PLACEPROMOTION_H
#define RAFTER_LIB_TRIALS_PLACEPROMOTION_H

#include <string>

namespace llvm {
class Function;
} // namespace llvm

namespace rafter {

/// In each innermost loop of F: what it loads from and stores to at places that
/// stay where they are is loaded before the loop, kept in a local variable, and
/// stored behind it, as if nothing else reached it. What to write; empty: there
/// is no such place.
std::string promotePlaces(llvm::Function &F);

} // namespace rafter

#endif // RAFTER_LIB_TRIALS_PLACEPROMOTION_H
