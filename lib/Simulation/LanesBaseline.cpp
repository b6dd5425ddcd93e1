//===- LanesBaseline.cpp - Sixteen machines on every computer -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simulator with registers of 4 numbers. Functions of this file may use
// instructions that the computer does not have: only what is in types of this
// width may be instantiated here.
//
//===----------------------------------------------------------------------===//

#include "Simulator.h"

using namespace rafter::simulation;

std::unique_ptr<LaneSimulator>
rafter::simulation::makeBaselineLanes(LaneMachine &Machine) {
  return std::unique_ptr<LaneSimulator>(new Simulator<VectorLanes<4>>(Machine));
}
