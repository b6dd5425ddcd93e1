//===- ProcessorFileTest.cpp - What the parser accepts and refuses --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every mistake a CPU file can hold, one change to a legal file each, with the
// file, line and key that the error must name.
//
//===----------------------------------------------------------------------===//

#include "TestFile.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace rafter;
using namespace rafter::test;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

/// Replaces the line of Key and gives the error of the result.
std::string errorWithLine(StringRef Key, StringRef NewLine) {
  std::vector<std::string> Lines = legalLines();
  Lines[lineOf(Lines, Key) - 1] = NewLine.str();
  return errorOf(parseLines(Lines));
}

/// "toy.yaml:LINE: " of the line of Key in the legal file.
std::string placeOf(StringRef Key) {
  return "toy.yaml:" + std::to_string(lineOf(legalLines(), Key)) + ": ";
}

TEST(ProcessorFile, LegalFileGivesEveryParameter) {
  Expected<ProcessorFile> File = parseLines(legalLines());
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  EXPECT_EQ(File->CPU.Name, "toy");
  EXPECT_EQ(File->CPU.Description, "A machine for tests");
  EXPECT_EQ(File->CPU.LLVMName, "toy-llvm");
  EXPECT_EQ(File->CPU.FetchBandwidth, 2);
  EXPECT_EQ(File->CPU.compute(ComputeKind::SquareRoot).Latency, 2);
  EXPECT_EQ(File->CPU.memory(MemoryLevel::L3).Capacity, 64);
  EXPECT_EQ(File->CPU.memory(MemoryLevel::L1).Transfer, TransferUnit::Access);
  EXPECT_EQ(File->CPU.Order, MemoryOrder::TotalStoreOrder);
  EXPECT_FALSE(File->CPU.NextLinePrefetch);
  EXPECT_EQ(File->CPU.StridePrefetchDistance, 2u);
  ASSERT_EQ(File->Entries.size(), parameterSchemas().size());
  for (auto [Entry, Schema] : zip(File->Entries, parameterSchemas())) {
    EXPECT_EQ(Entry.Key, Schema.Key);
    EXPECT_EQ(Entry.Reference, "book");
    EXPECT_EQ(Entry.Source, "The Book of Toys");
  }
}

TEST(ProcessorFile, OptionalParametersMayBeLeftOut) {
  std::vector<std::string> Lines = legalLines();
  for (StringRef Key : {"throughput.compute", "ways.L1", "ways.L2", "ways.L3",
                        "prefetch.next-line", "prefetch.stride", "fma"})
    Lines.erase(Lines.begin() + lineOf(Lines, Key) - 1);
  Expected<ProcessorFile> File = parseLines(Lines);
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  EXPECT_EQ(File->CPU.ComputeThroughput, Unlimited);
  EXPECT_EQ(File->CPU.memory(MemoryLevel::L2).Ways, Unlimited);
  EXPECT_FALSE(File->CPU.NextLinePrefetch);
  EXPECT_EQ(File->CPU.StridePrefetchDistance, 0u);
}

TEST(ProcessorFile, EveryOtherParameterMustBeThere) {
  for (const ParameterSchema &S : parameterSchemas()) {
    std::vector<std::string> Lines = legalLines();
    Lines.erase(Lines.begin() + lineOf(Lines, S.Key) - 1);
    std::string Error = errorOf(parseLines(Lines));
    if (S.Key == "rename.width")
      EXPECT_THAT(Error, HasSubstr("a parameter of the core, but rename.width "
                                   "is missing"));
    else if (S.Optional)
      EXPECT_EQ(Error, "");
    else
      EXPECT_EQ(Error, "toy.yaml:6: " + S.Key.str() +
                           ": missing; a CPU file is complete");
  }
}

TEST(ProcessorFile, WithoutTheCoreItServesTheRoofline) {
  std::vector<std::string> Lines = legalLines();
  for (const ParameterSchema &S : parameterSchemas())
    if (S.OfCore)
      Lines.erase(Lines.begin() + lineOf(Lines, S.Key) - 1);
  Expected<ProcessorFile> File = parseLines(Lines);
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  const CoreParameters &Core = File->CPU.Core;
  EXPECT_FALSE(Core.Known);
  EXPECT_EQ(Core.RenameWidth, Unlimited);
  EXPECT_LT(Core.MemoryRenamingLatency, 0);
  EXPECT_EQ(Core.DecodeQueueSlots, 64);
  EXPECT_TRUE(Core.Corrections.empty());
}

TEST(ProcessorFile, ParameterOfTheCoreNeedsTheRenameWidth) {
  std::vector<std::string> Lines = legalLines();
  for (const ParameterSchema &S : parameterSchemas())
    if (S.OfCore && S.Key != "line-crossing")
      Lines.erase(Lines.begin() + lineOf(Lines, S.Key) - 1);
  EXPECT_EQ(errorOf(parseLines(Lines)),
            "toy.yaml:" + std::to_string(lineOf(Lines, "line-crossing")) +
                ": line-crossing: a parameter of the core, but rename.width is "
                "missing");
}

TEST(ProcessorFile, ZeroAndInfinityRemoveFeatures) {
  for (StringRef Text : {"0", "inf"}) {
    std::vector<std::string> Lines = legalLines();
    for (const ParameterSchema &S : parameterSchemas()) {
      bool Removable = !S.isWord() && S.Special != Extremes::Illegal &&
                       !(S.Special == Extremes::ZeroRemoves && Text == "inf");
      if (Removable)
        Lines[lineOf(Lines, S.Key) - 1] =
            ("  " + S.Key + ": {value: " + Text + ", unit: " + S.Unit +
             ", source: book}")
                .str();
    }
    Expected<ProcessorFile> File = parseLines(Lines);
    ASSERT_TRUE(bool(File)) << toString(File.takeError());
    const Processor &CPU = File->CPU;
    EXPECT_EQ(CPU.FetchBandwidth, Unlimited);
    EXPECT_EQ(CPU.ComputeThroughput, Unlimited);
    EXPECT_EQ(CPU.LoadThroughput, Unlimited);
    EXPECT_EQ(CPU.StoreThroughput, Unlimited);
    EXPECT_EQ(CPU.AddressThroughput, Unlimited);
    for (const ComputeParameters &C : CPU.Compute) {
      EXPECT_EQ(C.Throughput, Unlimited);
      EXPECT_EQ(C.Latency, 0);
    }
    for (const MemoryLevelParameters &M : CPU.Memory) {
      EXPECT_EQ(M.Bandwidth, Unlimited);
      EXPECT_EQ(M.Latency, 0);
      EXPECT_EQ(M.Ways, Unlimited);
    }
    // No cache at all, or one that holds everything.
    for (unsigned I = 0; I != NumCacheLevels; ++I)
      EXPECT_EQ(CPU.Memory[I].Capacity, Text == "0" ? 0 : Unlimited);
    for (double Slots : CPU.Buffers)
      EXPECT_EQ(Slots, Unlimited);
    const CoreParameters &Core = CPU.Core;
    EXPECT_EQ(Core.DecodeBytes, Unlimited);
    EXPECT_EQ(Core.RenameWidth, Unlimited);
    EXPECT_EQ(Core.UopCacheSlots, Text == "0" ? 0 : Unlimited);
    EXPECT_EQ(Core.LoopBufferSlots, Text == "0" ? 0 : Unlimited);
    EXPECT_EQ(Core.DecodeQueueSlots, Unlimited);
    EXPECT_EQ(Core.MispredictionPenalty, 0);
    // Renamed memory takes no time, or there is no such thing.
    EXPECT_EQ(Core.MemoryRenamingLatency, Text == "0" ? 0 : -1);
  }
}

TEST(ProcessorFile, CapacitiesTakeBinarySuffixes) {
  struct {
    const char *Text;
    double Bytes;
  } Cases[] = {{"48K", 49152},
               {"48KiB", 49152},
               {"2M", 2097152},
               {"1.875MiB", 1966080},
               {"1G", 1073741824}};
  for (auto &Case : Cases) {
    std::vector<std::string> Lines = legalLines();
    Lines[lineOf(Lines, "capacity.L2") - 1] =
        std::string("  capacity.L2: {value: ") + Case.Text +
        ", unit: bytes, source: book}";
    Expected<ProcessorFile> File = parseLines(Lines);
    ASSERT_TRUE(bool(File)) << toString(File.takeError());
    EXPECT_EQ(File->CPU.memory(MemoryLevel::L2).Capacity, Case.Bytes);
  }
}

TEST(ProcessorFile, FractionsAreExact) {
  std::vector<std::string> Lines = legalLines();
  Lines[lineOf(Lines, "throughput.div") - 1] =
      "  throughput.div: {value: 1/22, unit: operations/cycle, source: book}";
  Lines[lineOf(Lines, "throughput.sqrt") - 1] =
      "  throughput.sqrt: {value: 0.25, unit: operations/cycle, source: book}";
  Expected<ProcessorFile> File = parseLines(Lines);
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  EXPECT_EQ(File->CPU.compute(ComputeKind::Divide).Throughput, 1.0 / 22);
  EXPECT_EQ(File->CPU.compute(ComputeKind::SquareRoot).Throughput, 0.25);
}

TEST(ProcessorFile, HashIsOfTheBytes) {
  std::vector<std::string> Lines = legalLines();
  Expected<ProcessorFile> One = parseLines(Lines);
  Lines.push_back("# a comment");
  Expected<ProcessorFile> Two = parseLines(Lines);
  ASSERT_TRUE(bool(One) && bool(Two));
  EXPECT_EQ(One->CPU.FileHash.size(), 12u);
  EXPECT_NE(One->CPU.FileHash, Two->CPU.FileHash);
}

TEST(ProcessorFile, MisspeltParameterNamesTheNearest) {
  EXPECT_EQ(errorWithLine("latency.add",
                          "  latency.ad: {value: 3, unit: cycles, source: b}"),
            placeOf("latency.add") + "parameters: unknown key 'latency.ad'; "
                                     "did you mean 'latency.add'?");
  EXPECT_EQ(errorWithLine("latency.L1",
                          "  latency.l1: {value: 3, unit: cycles, source: b}"),
            placeOf("latency.L1") + "parameters: unknown key 'latency.l1'; "
                                    "did you mean 'latency.L1'?");
}

TEST(ProcessorFile, MisspeltMemberNamesTheNearest) {
  EXPECT_EQ(
      errorWithLine("rob", "  rob: {value: 3, units: slots, source: book}"),
      placeOf("rob") + "rob: unknown key 'units'; did you mean 'unit'?");
}

TEST(ProcessorFile, MisspeltTopLevelKeyNamesTheNearest) {
  EXPECT_EQ(errorWithLine("llvm-cpu", "llvm_cpu: toy"),
            "toy.yaml:3: unknown key 'llvm_cpu'; did you mean 'llvm-cpu'?");
}

TEST(ProcessorFile, DuplicateKeyNamesBothLines) {
  std::vector<std::string> Lines = legalLines();
  unsigned First = lineOf(Lines, "rob");
  Lines.push_back("  rob: {value: 3, unit: slots, source: book}");
  EXPECT_EQ(errorOf(parseLines(Lines)),
            "toy.yaml:" + std::to_string(Lines.size()) +
                ": rob: duplicate key, first on line " + std::to_string(First));
}

TEST(ProcessorFile, NegativeLatencyIsAnError) {
  EXPECT_EQ(errorWithLine("latency.add",
                          "  latency.add: {value: -3, unit: cycles, "
                          "source: book}"),
            placeOf("latency.add") + "latency.add: '-3' is negative");
}

TEST(ProcessorFile, WhatIsNoNumberIsAnError) {
  for (StringRef Text :
       {"nan", "NaN", "three", "0x10", "1e999", "-inf", "infinity", "1 2",
        "1/0", "1/", "/2", "1/2/3", "4cycles", "+4", "4K"})
    EXPECT_EQ(errorWithLine("rob", ("  rob: {value: '" + Text +
                                    "', unit: slots, source: book}")
                                       .str()),
              placeOf("rob") + "rob: '" + Text.str() + "' is not a number");
}

TEST(ProcessorFile, FractionOfASlotIsAnError) {
  EXPECT_EQ(
      errorWithLine("rob", "  rob: {value: 2.5, unit: slots, source: book}"),
      placeOf("rob") + "rob: '2.5' is not a whole number of slots");
}

TEST(ProcessorFile, LineThatIsNoPowerOfTwoIsAnError) {
  EXPECT_EQ(
      errorWithLine("line", "  line: {value: 48, unit: bytes, source: book}"),
      placeOf("line") + "line: '48' is not a power of two");
  EXPECT_EQ(
      errorWithLine("line", "  line: {value: 0, unit: bytes, source: book}"),
      placeOf("line") + "line: '0' is not legal here");
  EXPECT_EQ(
      errorWithLine("line", "  line: {value: inf, unit: bytes, source: book}"),
      placeOf("line") + "line: 'inf' is not legal here");
}

TEST(ProcessorFile, ValueOutOfRangeIsAnError) {
  EXPECT_EQ(errorWithLine("fetch", "  fetch: {value: 1e7, unit: "
                                   "operations/cycle, source: book}"),
            placeOf("fetch") + "fetch: '1e7' is outside 0.001 to 1e+06 "
                               "operations/cycle");
}

TEST(ProcessorFile, WrongUnitIsAnError) {
  EXPECT_EQ(errorWithLine("latency.add",
                          "  latency.add: {value: 3, unit: ns, source: book}"),
            placeOf("latency.add") +
                "latency.add: unit is 'ns', must be 'cycles'");
  EXPECT_EQ(
      errorWithLine("latency.add", "  latency.add: {value: 3, source: book}"),
      placeOf("latency.add") + "latency.add: no unit");
  EXPECT_EQ(errorWithLine("memory-order",
                          "  memory-order: {value: weak, unit: x, source: b}"),
            placeOf("memory-order") + "memory-order: a word has no unit");
}

TEST(ProcessorFile, NumberWithoutASourceIsAnError) {
  EXPECT_EQ(errorWithLine("rob", "  rob: {value: 3, unit: slots}"),
            placeOf("rob") + "rob: no source");
  EXPECT_EQ(errorWithLine("rob", "  rob: {value: 3, unit: slots, source: x}"),
            placeOf("rob") + "rob: source 'x' is not in the list of sources");
}

TEST(ProcessorFile, UnknownWordIsAnError) {
  EXPECT_EQ(
      errorWithLine("memory-order", "  memory-order: {value: tso, source: b}"),
      placeOf("memory-order") +
          "memory-order: 'tso' is not one of x86-tso|weak|in-order-loads");
}

TEST(ProcessorFile, ParameterThatIsNoMappingIsAnError) {
  EXPECT_EQ(errorWithLine("rob", "  rob: 168"),
            placeOf("rob") + "rob: expected KEY: VALUE");
  EXPECT_EQ(errorWithLine("rob", "  rob: {unit: slots, source: book}"),
            placeOf("rob") + "rob: no value");
}

TEST(ProcessorFile, CacheSmallerThanALineIsAnError) {
  EXPECT_EQ(errorWithLine("line", "  line: {value: 128, unit: bytes, "
                                  "source: book}"),
            "toy.yaml:6: capacity.L1: 64 bytes are less than a line of 128");
}

TEST(ProcessorFile, CacheThatIsNoMultipleOfItsWaysIsAnError) {
  EXPECT_EQ(
      errorWithLine("ways.L2", "  ways.L2: {value: 3, unit: ways, source: b"
                               "ook}"),
      "toy.yaml:6: capacity.L2: not a multiple of 3 ways of lines of 64 bytes");
}

TEST(ProcessorFile, MissingHeadIsAnError) {
  for (StringRef Key : {"name", "description", "sources", "parameters"}) {
    std::vector<std::string> Lines = legalLines();
    unsigned Line = lineOf(Lines, Key);
    // With what is indented below it.
    Lines.erase(Lines.begin() + Line - 1);
    while (Line <= Lines.size() && StringRef(Lines[Line - 1]).starts_with(" "))
      Lines.erase(Lines.begin() + Line - 1);
    EXPECT_EQ(errorOf(parseLines(Lines)),
              "toy.yaml:1: " + Key.str() + ": missing");
  }
}

TEST(ProcessorFile, WhatIsNotYAMLNamesTheLine) {
  EXPECT_THAT(errorOf(parseText("name: toy\nparameters: {rob: [1, 2\n")),
              StartsWith("toy.yaml:"));
  EXPECT_THAT(errorOf(parseText("name: toy\nparameters: {rob: [1, 2\n")),
              HasSubstr("not YAML"));
  EXPECT_EQ(errorOf(parseText("")),
            "toy.yaml:1: not a CPU file: expected KEY: VALUE");
  EXPECT_EQ(errorOf(parseText("- a\n- b\n")),
            "toy.yaml:1: not a CPU file: expected KEY: VALUE");
  EXPECT_EQ(errorOf(parseText(StringRef("a\0b", 3))),
            "toy.yaml:1: not a text file in UTF-8");
  EXPECT_EQ(errorOf(parseText("name: \xff\xfe")),
            "toy.yaml:1: not a text file in UTF-8");
  EXPECT_EQ(errorOf(parseText("name: \"a\\eb\"\n")),
            "toy.yaml:1: a control character in a text");
}

TEST(ProcessorFile, SecondDocumentIsAnError) {
  std::vector<std::string> Lines = legalLines();
  Lines.push_back("---");
  Lines.push_back("name: other");
  EXPECT_THAT(errorOf(parseLines(Lines)),
              HasSubstr("a CPU file holds one document only"));
}

TEST(ProcessorFile, AnchorsAreAnError) {
  EXPECT_EQ(errorWithLine("name", "name: &a toy"),
            "toy.yaml:1: anchors and aliases are not used in CPU files");
}

TEST(ProcessorFile, DeepNestingEndsWithAnError) {
  for (StringRef Open : {"[", "{a: ", "- ", "? ", "!x "}) {
    std::string Text = "name: ";
    if (Open == "- " || Open == "? ")
      Text += "\n ";
    for (unsigned I = 0; I != 50000; ++I)
      Text += Open;
    EXPECT_THAT(errorOf(parseText(Text)), StartsWith("toy.yaml:"));
  }
}

TEST(ProcessorFile, HugeFileEndsWithAnError) {
  EXPECT_EQ(errorOf(parseText(std::string((1 << 20) + 1, ' '))),
            "toy.yaml:1: too large for a CPU file (more than 1 MiB)");
  std::string Many;
  for (unsigned I = 0; I != 50000; ++I)
    Many += "k" + std::to_string(I) + ": 1\n";
  EXPECT_EQ(errorOf(parseText(Many)),
            "toy.yaml:1001: more entries than a CPU file has");
}

TEST(ProcessorFile, UnreadableFileNamesItself) {
  EXPECT_EQ(errorOf(readProcessorFile("/nonexistent/cpu.yaml")),
            "cannot read '/nonexistent/cpu.yaml': No such file or directory");
}

} // namespace
