//===- InstructionCorrectionsTest.cpp - The list "instructions" -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a correction of LLVM's scheduling model may say, and its mistakes.
//
//===----------------------------------------------------------------------===//

#include "TestFile.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace rafter;
using namespace rafter::test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

std::vector<std::string> linesWith(StringRef Correction) {
  std::vector<std::string> Lines = legalLines();
  Lines.push_back("instructions:");
  Lines.push_back(("  - {" + Correction + "}").str());
  return Lines;
}

/// The error of a file with one correction, without its place.
std::string errorWith(StringRef Correction) {
  std::vector<std::string> Lines = linesWith(Correction);
  std::string Error = errorOf(parseLines(Lines));
  std::string Place = "toy.yaml:" + std::to_string(Lines.size()) + ": ";
  EXPECT_EQ(Error.substr(0, Place.size()), Place) << Error;
  return Error.substr(std::min(Error.size(), Place.size()));
}

TEST(InstructionCorrections, EveryMemberIsRead) {
  Expected<ProcessorFile> File = parseLines(linesWith(
      "opcodes: 'V?ADDP[DS]rr', latency: 3, load-latency: 7, slots: 1, "
      "after-folded: 2, "
      "ports: ['p1 p5', 'p0 x 4'], source: book, note: page 7"));
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  ASSERT_EQ(File->CPU.Core.Corrections.size(), 1u);
  const InstructionCorrection &C = File->CPU.Core.Corrections[0];
  EXPECT_EQ(C.Opcodes, "V?ADDP[DS]rr");
  EXPECT_EQ(C.Latency, 3);
  EXPECT_EQ(C.LoadLatency, 7);
  EXPECT_EQ(C.Slots, 1);
  EXPECT_EQ(C.AfterFolded, 2);
  EXPECT_TRUE(C.HasPorts);
  ASSERT_EQ(C.Ports.size(), 2u);
  EXPECT_THAT(C.Ports[0].Units, ElementsAre("p1", "p5"));
  EXPECT_EQ(C.Ports[0].Cycles, 1u);
  EXPECT_THAT(C.Ports[1].Units, ElementsAre("p0"));
  EXPECT_EQ(C.Ports[1].Cycles, 4u);
  EXPECT_EQ(C.Source, "book");
  EXPECT_EQ(C.Note, "page 7");
  EXPECT_EQ(C.Line, legalLines().size() + 2);
}

TEST(InstructionCorrections, WhatIsNotGivenStays) {
  Expected<ProcessorFile> File =
      parseLines(linesWith("opcodes: NOOP, slots: 0, source: book"));
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  const InstructionCorrection &C = File->CPU.Core.Corrections[0];
  EXPECT_LT(C.Latency, 0);
  EXPECT_LT(C.LoadLatency, 0);
  EXPECT_EQ(C.Slots, 0);
  EXPECT_FALSE(C.HasPorts);
}

TEST(InstructionCorrections, EmptyListOfPortsMeansNone) {
  Expected<ProcessorFile> File =
      parseLines(linesWith("opcodes: NOOP, ports: [], source: book"));
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  EXPECT_TRUE(File->CPU.Core.Corrections[0].HasPorts);
  EXPECT_TRUE(File->CPU.Core.Corrections[0].Ports.empty());
}

TEST(InstructionCorrections, MistakesNameTheLine) {
  EXPECT_EQ(errorWith("latency: 3, source: book"), "instructions: no opcodes");
  EXPECT_EQ(errorWith("opcodes: A, latency: 3"), "instructions: no source");
  EXPECT_EQ(errorWith("opcodes: A, latency: 3, source: x"),
            "instructions: source 'x' is not in the list of sources");
  EXPECT_EQ(
      errorWith("opcodes: A, source: book"),
      "instructions: nothing to correct: no latency, load-latency, slots, "
      "after-folded, flags-early, accumulator or ports");
  EXPECT_EQ(errorWith("opcodes: A, latencies: 3, source: book"),
            "instructions: unknown key 'latencies'; did you mean 'latency'?");
  EXPECT_EQ(errorWith("opcodes: A, latency: 1.5, source: book"),
            "instructions: latency: '1.5' is not a whole number from 0 to "
            "10000");
  EXPECT_EQ(errorWith("opcodes: A, slots: 256, source: book"),
            "instructions: slots: '256' is not a whole number from 0 to 255");
}

TEST(InstructionCorrections, OpcodesAreARegularExpression) {
  EXPECT_THAT(errorWith("opcodes: 'ADD(', latency: 3, source: book"),
              HasSubstr("opcodes: 'ADD(' is not a regular expression"));
  // Would expand without bound.
  EXPECT_THAT(errorWith("opcodes: '((a{1,255}){1,255}){1,255}', latency: 3, "
                        "source: book"),
              HasSubstr("opcodes: an expression without {"));
  EXPECT_THAT(errorWith("opcodes: " + std::string(401, 'A') +
                        ", latency: 3, source: book"),
              HasSubstr("at most 400 characters"));
}

TEST(InstructionCorrections, PortsAreUnitsAndCycles) {
  for (StringRef Text :
       {"", "x 4", "p0 x 0", "p0 x 4 p1", "1", "p0 x 10001", "p0 x four"})
    EXPECT_EQ(
        errorWith(("opcodes: A, ports: ['" + Text + "'], source: book").str()),
        ("instructions: ports: '" + Text +
         "' is not UNIT UNIT ... or UNIT UNIT ... x CYCLES")
            .str());
  EXPECT_EQ(errorWith("opcodes: A, ports: p0, source: book"),
            "instructions: ports: expected a list of texts");
}

TEST(InstructionCorrections, UnitMayBeCalledX) {
  Expected<ProcessorFile> File = parseLines(
      linesWith("opcodes: A, ports: ['x', 'w x', 'w x x 2'], source: book"));
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  const InstructionCorrection &C = File->CPU.Core.Corrections[0];
  ASSERT_EQ(C.Ports.size(), 3u);
  EXPECT_THAT(C.Ports[0].Units, ElementsAre("x"));
  EXPECT_EQ(C.Ports[0].Cycles, 1u);
  EXPECT_THAT(C.Ports[1].Units, ElementsAre("w", "x"));
  EXPECT_EQ(C.Ports[1].Cycles, 1u);
  EXPECT_THAT(C.Ports[2].Units, ElementsAre("w", "x"));
  EXPECT_EQ(C.Ports[2].Cycles, 2u);
}

TEST(InstructionCorrections, ListMustBeAList) {
  std::vector<std::string> Lines = legalLines();
  Lines.push_back("instructions: none");
  EXPECT_EQ(errorOf(parseLines(Lines)),
            "toy.yaml:" + std::to_string(Lines.size()) +
                ": instructions: expected a list");
}

} // namespace
