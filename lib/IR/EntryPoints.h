//===- EntryPoints.h - How the runtime gets into the module ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions without parameters of unknown type, through which the runtime
// starts the program and runs its global constructors and destructors.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_IR_ENTRYPOINTS_H
#define RAFTER_LIB_IR_ENTRYPOINTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace rafter {

/// Adds int ProbeEntrySymbol(int, char **, char **) to the module of Entry: it
/// calls Entry, as main or with the values of Arguments, and returns the exit
/// status. Errors: parameters that are no scalars, arguments that do not fit.
llvm::Error addEntry(llvm::Function &Entry,
                     llvm::ArrayRef<std::string> Arguments);

/// Moves the lists of global constructors and destructors of Entry's module
/// into the functions ProbeConstructorsSymbol and ProbeDestructorsSymbol.
void addConstructors(llvm::Module &M);

} // namespace rafter

#endif // RAFTER_LIB_IR_ENTRYPOINTS_H
