//===- CallCounts.h - How often functions are called -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_IR_CALLCOUNTS_H
#define RAFTER_IR_CALLCOUNTS_H

#include "llvm/IR/PassManager.h"
#include <map>
#include <string>

namespace rafter {

/// By symbol.
using CallCounts = std::map<std::string, double>;

/// How often the functions that M defines are called in one run: as a profile
/// of the compiler counted, or estimated. Then main is called once, of a module
/// without main whatever others may call, and each function as often as the
/// blocks that call it by name are executed: by LLVM's block frequencies, and
/// the trip counts of loops where they are constants. What nobody calls by name
/// counts once; calls among functions that call each other do not count.
CallCounts estimateCalls(llvm::Module &M,
                         llvm::FunctionAnalysisManager &Analyses);

} // namespace rafter

#endif // RAFTER_IR_CALLCOUNTS_H
