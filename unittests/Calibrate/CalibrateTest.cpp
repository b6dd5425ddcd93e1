//===- CalibrateTest.cpp - What measuring the host gives ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Behaviour only: times depend on the machine and on who else uses it.
//
//===----------------------------------------------------------------------===//

#include "rafter/Calibrate/Calibrate.h"
#include "rafter/Uarch/ParameterSchema.h"
#include "rafter/Uarch/Processor.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace rafter;

namespace {

CalibrationOptions quick() {
  CalibrationOptions Options;
  Options.Repetitions = 1;
  Options.MemoryBytes = uint64_t(4) << 20;
  return Options;
}

/// The measurements, or nothing where this machine cannot be measured.
std::vector<Measurement> measure() {
  Expected<std::vector<Measurement>> Measured = calibrateHost(quick());
  if (Measured)
    return std::move(*Measured);
  EXPECT_TRUE(StringRef(toString(Measured.takeError()))
                  .starts_with("cannot measure this machine: "));
  return {};
}

TEST(Calibrate, MeasurementsAreParametersInTheOrderOfTheSchema) {
  const ParameterSchema *Last = nullptr;
  for (const Measurement &M : measure()) {
    const ParameterSchema *Schema = findParameter(M.Key);
    ASSERT_NE(Schema, nullptr) << M.Key;
    EXPECT_TRUE(!Last || Last < Schema) << M.Key;
    EXPECT_FALSE(M.Method.empty()) << M.Key;
    Last = Schema;
  }
}

TEST(Calibrate, ValuesAreLegalInACPUFile) {
  Processor CPU;
  for (const Measurement &M : measure()) {
    const ParameterSchema *Schema = findParameter(M.Key);
    Expected<double> Value = Schema->parse(M.Value);
    ASSERT_TRUE(bool(Value)) << M.Key << ": " << toString(Value.takeError());
    Schema->Store(CPU, *Value);
  }
}

TEST(Calibrate, MoreMemoryThanThereIsIsAnError) {
  CalibrationOptions Options = quick();
  Options.MemoryBytes = uint64_t(1) << 50;
  Expected<std::vector<Measurement>> Measured = calibrateHost(Options);
  ASSERT_FALSE(bool(Measured));
  std::string Error = toString(Measured.takeError());
  EXPECT_TRUE(StringRef(Error).contains("bytes of memory to measure with") ||
              StringRef(Error).starts_with("cannot measure this machine"))
      << Error;
}

} // namespace
