//===- LaneSimulator.cpp - The simulator, whatever its lanes --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneSimulator.h"
#include "Simulator.h"
#include <cassert>

using namespace rafter;
using namespace rafter::simulation;

LaneSimulator::~LaneSimulator() = default;

bool simulation::isSupported(LaneTarget T) {
  switch (T) {
  case LaneTarget::Scalar:
  case LaneTarget::Baseline:
    return true;
#if defined(RAFTER_X86_LANES)
  case LaneTarget::AVX2:
    return __builtin_cpu_supports("avx2");
  case LaneTarget::AVX512:
    return __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
#else
  case LaneTarget::AVX2:
  case LaneTarget::AVX512:
    return false;
#endif
  }
  return false;
}

LaneTarget simulation::bestLaneTarget() {
  if (isSupported(LaneTarget::AVX512))
    return LaneTarget::AVX512;
  return isSupported(LaneTarget::AVX2) ? LaneTarget::AVX2
                                       : LaneTarget::Baseline;
}

std::unique_ptr<LaneSimulator>
simulation::makeLaneSimulator(LaneMachine &Machine, LaneTarget T) {
  assert(isSupported(T) && "this computer has no such instructions");
  if (Machine.numLanes() == 1)
    return std::make_unique<Simulator<ScalarLanes>>(Machine);
#if defined(RAFTER_X86_LANES)
  if (T == LaneTarget::AVX512)
    return makeAVX512Lanes(Machine);
  if (T == LaneTarget::AVX2)
    return makeAVX2Lanes(Machine);
#endif
  return makeBaselineLanes(Machine);
}
