//===- Names.cpp - Names of the roofline's terms in reports ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Roofline/ComputationDAG.h"
#include "rafter/Roofline/GeneralizedRoofline.h"

using namespace rafter;

const char *rafter::name(NodeType T) {
  static constexpr const char *Names[NumNodeTypes] = {
      "add", "mul", "fma", "div", "sqrt", "L1", "L2", "L3", "mem", "comp"};
  return Names[static_cast<unsigned>(T)];
}

const char *rafter::name(RoofKind K) {
  static constexpr const char *Names[] = {"throughput", "issue", "latency",
                                          "stall", "overlap"};
  return Names[static_cast<unsigned>(K)];
}
