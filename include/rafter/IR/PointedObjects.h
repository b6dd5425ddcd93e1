//===- PointedObjects.h - What loaded pointers point to --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_IR_POINTEDOBJECTS_H
#define RAFTER_IR_POINTEDOBJECTS_H

#include <cstdint>

namespace llvm {
class GlobalVariable;
class Value;
} // namespace llvm

namespace rafter {

/// The variable that Pointer points into: the one that it is made of, or, if it
/// was loaded from a variable of this file, the only one of which the file
/// stores pointers there. What all calls in the module pass for an argument is
/// that argument. Null: there are several, or nobody knows.
const llvm::GlobalVariable *pointedObject(const llvm::Value &Pointer);

/// Where the variable of this module that Pointer is, or that all calls pass
/// for it, begins in a line of 64 bytes: no better aligned than the code says.
/// 0: at its begin, or nobody knows.
uint64_t bytesBehindLine(const llvm::Value &Pointer);

} // namespace rafter

#endif // RAFTER_IR_POINTEDOBJECTS_H
