//===- FingerprintFunctions.h - Pathologies by function ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of a report of classes that is about functions.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_FINGERPRINT_FINGERPRINTFUNCTIONS_H
#define RAFTER_LIB_FINGERPRINT_FINGERPRINTFUNCTIONS_H

#include "rafter/Fingerprint/FingerprintFinding.h"
#include "rafter/Report/JSONWriter.h"

namespace rafter {

/// Prints R.Functions as a table with a column for each class that has any.
void printFunctionShares(const ClassificationReport &R, llvm::raw_ostream &OS);

/// Writes the member "shares": the shares by the names of their classes.
void writeClassShares(JSONWriter &J, llvm::ArrayRef<double> Shares,
                      const DecisionTree &Tree);

/// Writes the member "functions".
void writeFunctionShares(JSONWriter &J, const FunctionShares &F,
                         const DecisionTree &Tree);

} // namespace rafter

#endif // RAFTER_LIB_FINGERPRINT_FINGERPRINTFUNCTIONS_H
