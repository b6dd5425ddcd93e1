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
#include "Probes.h"
#include "rafter/Uarch/ParameterSchema.h"
#include "rafter/Uarch/Processor.h"
#include "gtest/gtest.h"
#include <cmath>

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

/// A cache of so many bytes: what loads at random places take behind some times
/// through a buffer.
std::vector<std::pair<uint64_t, double>> chains(double CacheBytes, double Hit,
                                                double Miss) {
  std::vector<std::pair<uint64_t, double>> All;
  for (uint64_t MiB :
       {2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 27, 33, 40, 48, 58}) {
    const double Hits = std::min(1.0, CacheBytes / double(MiB << 20));
    All.push_back({MiB << 20, Hit * Hits + Miss * (1 - Hits)});
  }
  return All;
}

TEST(CapacityBehind, IsThatOfTheCache) {
  const double MiB = 1 << 20;
  for (double Capacity : {4., 8., 16., 24., 32., 40.})
    EXPECT_NEAR(capacityBehind(chains(Capacity * MiB, 50, 400), 400) / MiB,
                Capacity, Capacity * 0.05);
}

TEST(CapacityBehind, IsNoMoreThanWasAsked) {
  const double MiB = 1 << 20;
  EXPECT_EQ(capacityBehind(chains(100 * MiB, 50, 400), 400), 58 * MiB);
}

TEST(CapacityBehind, IsNothingWhereAllIsFromMemory) {
  EXPECT_EQ(capacityBehind({}, 400), 0u);
  EXPECT_EQ(capacityBehind({{2, 390}, {3, 400}}, 400), 0u);
}

// Zen 5, a virtual machine: milliseconds and cycles of a load.
TEST(HalfLife, IsWhereHalfOfTheLinesAreGone) {
  const std::pair<double, double> Measured[] = {
      {0, 57},   {1, 89},   {2, 92},   {4, 101},  {8, 154},
      {16, 386}, {32, 611}, {64, 672}, {128, 673}};
  EXPECT_NEAR(halfLife(Measured, 510), 15.3, 0.1);
}

// After the longest time a third of them is gone.
TEST(HalfLife, IsNotWhatIsNotSeen) {
  EXPECT_EQ(halfLife({{0.0, 57.0}, {64.0, 140.0}, {128.0, 216.0}}, 500), 0);
}

TEST(HalfLife, IsNothingWhereLinesStay) {
  EXPECT_EQ(halfLife({}, 400), 0);
  EXPECT_EQ(halfLife({{0.0, 50.0}, {64.0, 60.0}, {128.0, 58.0}}, 400), 0);
  // All of it is from memory, however short the time is.
  EXPECT_EQ(halfLife({{0.0, 390.0}, {64.0, 400.0}}, 400), 0);
}

} // namespace
