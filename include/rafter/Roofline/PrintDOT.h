//===- PrintDOT.h - Drawing a small computation DAG ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the nodes of a computation DAG for Graphviz (extended-roofline paper,
// Fig. 5: the numbers are the order of the dynamic trace).
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_ROOFLINE_PRINTDOT_H
#define RAFTER_ROOFLINE_PRINTDOT_H

#include "rafter/Roofline/ComputationDAG.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// Prints DAG.Graph as one digraph called Name. A DAG whose nodes were not kept
/// because it is too large gives a digraph with one node that says so.
void printDOT(const ComputationDAG &DAG, llvm::raw_ostream &OS,
              llvm::StringRef Name = "computation_dag");

} // namespace rafter

#endif // RAFTER_ROOFLINE_PRINTDOT_H
