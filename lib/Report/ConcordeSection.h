//===- ConcordeSection.h - What Concorde says of a region ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of a report that print<concorde> adds. The report has one program
// with an attribution.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REPORT_CONCORDESECTION_H
#define RAFTER_LIB_REPORT_CONCORDESECTION_H

#include "HTMLTable.h"
#include "JSONWriter.h"
#include "rafter/Report/ConcordeReport.h"

namespace rafter {

void printConcorde(const ConcordeReport &R, llvm::raw_ostream &OS);
void printHTMLConcorde(const ConcordeReport &R, llvm::raw_ostream &OS);
/// The fields of "concorde".
void printConcorde(JSONWriter &W, const ConcordeReport &R);

} // namespace rafter

#endif // RAFTER_LIB_REPORT_CONCORDESECTION_H
