//===- LanesAVX2.cpp - Sixteen machines with AVX2 -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simulator with registers of 8 numbers. Functions of this file may use
// instructions that the computer does not have: only what is in types of this
// width may be instantiated here.
//
//===----------------------------------------------------------------------===//

#include "Simulator.h"

using namespace rafter::simulation;

std::unique_ptr<LaneSimulator>
rafter::simulation::makeAVX2Lanes(LaneMachine &Machine) {
  return std::unique_ptr<LaneSimulator>(new Simulator<VectorLanes<8>>(Machine));
}
