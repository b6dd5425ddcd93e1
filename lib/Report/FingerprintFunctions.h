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

#ifndef RAFTER_LIB_REPORT_FINGERPRINTFUNCTIONS_H
#define RAFTER_LIB_REPORT_FINGERPRINTFUNCTIONS_H

#include "JSONWriter.h"
#include "rafter/Report/FingerprintReport.h"

namespace rafter {

/// "12.3 %".
std::string shareText(double Share, int Decimals = 0);

/// Prints R.Functions as a table with a column for each class that has any.
void printFunctionShares(const ClassificationReport &R, llvm::raw_ostream &OS);

/// Writes the member "functions".
void writeFunctionShares(JSONWriter &J, const FunctionShares &F,
                         const DecisionTree &Tree);

} // namespace rafter

#endif // RAFTER_LIB_REPORT_FINGERPRINTFUNCTIONS_H
