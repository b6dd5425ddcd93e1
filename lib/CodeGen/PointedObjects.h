//===- PointedObjects.h - What loaded pointers point to --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_POINTEDOBJECTS_H
#define RAFTER_LIB_CODEGEN_POINTEDOBJECTS_H

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

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_POINTEDOBJECTS_H
