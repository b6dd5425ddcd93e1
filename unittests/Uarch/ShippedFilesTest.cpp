//===- ShippedFilesTest.cpp - The CPU files of the project ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// That every shipped file is legal and consistent, that its table is what the
// reader makes of it, and that xeon-e5-2680 is
// Table I of the extended-roofline paper, number by number.
//
//===----------------------------------------------------------------------===//

#include "ShippedFiles.h"
#include "SourcePaths.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace llvm;
using namespace rafter;

namespace {

ProcessorLibrary shipped() {
  return ProcessorLibrary({RAFTER_SOURCE_DIR "/uarch"});
}

TEST(ShippedFiles, AllAreLegal) {
  std::vector<std::string> Names = shipped().names();
  EXPECT_THAT(Names,
              testing::IsSupersetOf({"neoverse-v2", "sapphirerapids", "skylake",
                                     "xeon-e5-2680", "znver1", "znver4"}));
  for (const std::string &Name : Names) {
    Expected<ProcessorFile> File = shipped().find(Name);
    ASSERT_TRUE(bool(File)) << toString(File.takeError());
    EXPECT_EQ(File->CPU.Name, Name);
    EXPECT_FALSE(File->CPU.LLVMName.empty()) << Name;
    EXPECT_FALSE(File->CPU.Architecture.empty()) << Name;
  }
}

void expectSame(const YamlValue &A, const YamlValue &B) {
  EXPECT_EQ(int(A.Shape), int(B.Shape)) << "line " << B.Line;
  EXPECT_EQ(A.Line, B.Line);
  EXPECT_EQ(A.Text, B.Text) << "line " << B.Line;
  EXPECT_EQ(A.Keys, B.Keys) << "line " << B.Line;
  ASSERT_EQ(A.Items.size(), B.Items.size()) << "line " << B.Line;
  for (size_t I = 0; I != A.Items.size(); ++I)
    expectSame(A.Items[I], B.Items[I]);
}

TEST(ShippedFiles, TablesAreWhatTheReaderMakesOfTheFiles) {
  for (const std::string &Name : shipped().names()) {
    SCOPED_TRACE(Name);
    auto Text = MemoryBuffer::getFile(shipped().path(Name));
    ASSERT_TRUE(bool(Text));
    std::string Hash = hashOfFile((*Text)->getBuffer());
    std::optional<YamlValue> Table = findShippedTree(Hash);
    ASSERT_TRUE(Table);
    expectSame(*Table, cantFail(parseYamlTree(**Text)));
    // The hash of a file with a base is of both.
    EXPECT_EQ(cantFail(parseProcessorFile(**Text)).CPU.FileHash == Hash,
              Table->get("base") == nullptr);
  }
  EXPECT_FALSE(findShippedTree("000000000000"));
}

TEST(ShippedFiles, ChangedOnesAreRead) {
  auto Text = MemoryBuffer::getFile(shipped().path("skylake"));
  ASSERT_TRUE(bool(Text));
  std::string Changed = (*Text)->getBuffer().str();
  size_t At = Changed.find("description: ");
  Changed.insert(At + StringRef("description: ").size(), "Changed ");
  ProcessorFile File =
      cantFail(parseProcessorFile(MemoryBufferRef(Changed, "changed.yaml")));
  EXPECT_TRUE(StringRef(File.CPU.Description).starts_with("Changed "));
  EXPECT_FALSE(findShippedTree(File.CPU.FileHash));
}

/// What no machine violates, whatever its maker says.
TEST(ShippedFiles, NumbersAreInOrder) {
  for (const std::string &Name : shipped().names()) {
    SCOPED_TRACE(Name);
    Expected<ProcessorFile> File = shipped().find(Name);
    ASSERT_TRUE(bool(File)) << toString(File.takeError());
    const Processor &CPU = File->CPU;
    for (unsigned I = 1; I != NumMemoryLevels; ++I) {
      if (I < NumCacheLevels && CPU.Memory[I].Capacity == 0)
        continue; // There is no such cache.
      EXPECT_LT(CPU.Memory[I - 1].Latency, CPU.Memory[I].Latency);
      EXPECT_GE(CPU.Memory[I - 1].Bandwidth, CPU.Memory[I].Bandwidth);
      EXPECT_EQ(CPU.Memory[I].Transfer, TransferUnit::Line);
    }
    EXPECT_EQ(CPU.Memory[0].Transfer, TransferUnit::Access);
    for (unsigned I = 1; I != NumCacheLevels; ++I)
      if (CPU.Memory[I].Capacity != 0) { // There is such a cache.
        EXPECT_LT(CPU.Memory[I - 1].Capacity, CPU.Memory[I].Capacity);
      }
    // The paper's machine is read as fully associative.
    for (unsigned I = 0; I != 2; ++I)
      EXPECT_EQ(CPU.Memory[I].Ways == Unlimited, Name == "xeon-e5-2680");
    for (BufferKind B : {BufferKind::ReservationStation, BufferKind::LoadBuffer,
                         BufferKind::StoreBuffer, BufferKind::LineFillBuffer})
      if (CPU.buffer(B) != Unlimited) { // A size that is published.
        EXPECT_LT(CPU.buffer(B), CPU.buffer(BufferKind::ReorderBuffer));
      }
    EXPECT_LT(CPU.compute(ComputeKind::Divide).Throughput,
              CPU.compute(ComputeKind::Multiply).Throughput);
    EXPECT_EQ(CPU.Order == MemoryOrder::TotalStoreOrder,
              CPU.Architecture == "x86_64");
  }
}

TEST(ShippedFiles, EverySourceIsUsed) {
  for (const std::string &Name : shipped().names()) {
    Expected<ProcessorFile> File = shipped().find(Name);
    ASSERT_TRUE(bool(File)) << toString(File.takeError());
    std::set<std::string> Used;
    for (const ParameterEntry &E : File->Entries)
      Used.insert(E.Reference);
    for (const UnitGroup &Group : File->CPU.Core.Units)
      Used.insert(Group.Source);
    for (const InstructionCorrection &C : File->CPU.Core.Corrections)
      Used.insert(C.Source);
    for (const auto &[Source, Text] : File->Sources)
      // Those of a base carry its name: a file may replace all they are for.
      if (!StringRef(Source).contains(' ')) {
        EXPECT_EQ(Used.count(Source), 1u) << Name << ": " << Source;
      }
  }
}

/// What the machine level needs of every core.
TEST(ShippedFiles, CoresAreDescribed) {
  for (const std::string &Name : shipped().names()) {
    SCOPED_TRACE(Name);
    Expected<ProcessorFile> File = shipped().find(Name);
    ASSERT_TRUE(bool(File)) << toString(File.takeError());
    const CoreParameters &Core = File->CPU.Core;
    EXPECT_TRUE(Core.Known);
    EXPECT_LE(Core.RenameWidth, 8);
    // What rename takes must come from somewhere.
    EXPECT_GE(std::max(Core.DecodeWidth, Core.UopCacheWidth), Core.RenameWidth);
    EXPECT_GE(Core.RetireWidth, Core.RenameWidth);
    // Loops run from the queue where there is a loop buffer.
    EXPECT_GE(Core.DecodeQueueSlots, Core.LoopBufferSlots);
    EXPECT_GE(Core.MispredictionPenalty, Core.InOrderIssue ? 5 : 9);
    EXPECT_LE(Core.MispredictionPenalty, 25);
    EXPECT_GE(Core.StoreForwardLatency, 4);
    EXPECT_LT(Core.MemoryRenamingLatency, Core.StoreForwardLatency);
    EXPECT_EQ(Core.PageBytes, Name == "apple-m1" ? 16384 : 4096);
    EXPECT_EQ(Core.STLBEntries == Unlimited, Core.DTLBEntries == Unlimited);
    if (Core.DTLBEntries != Unlimited) {
      EXPECT_LT(Core.DTLBEntries, Core.STLBEntries);
    }
    EXPECT_EQ(Core.Fusion == MacroFusion::X86Arithmetic ||
                  Core.Fusion == MacroFusion::X86Compare,
              File->CPU.Architecture == "x86_64");
    // Physical registers are fewer than operations in flight, but for those
    // that a queue before rename holds.
    EXPECT_LE(Core.IntegerRegisters == Unlimited ? 0 : Core.IntegerRegisters,
              File->CPU.buffer(BufferKind::ReorderBuffer));
  }
}

TEST(ShippedFiles, NamesAndAliasesAreUnique) {
  std::map<std::string, std::string> Owner;
  for (const std::string &Name : shipped().names()) {
    Expected<ProcessorFile> File = shipped().find(Name);
    ASSERT_TRUE(bool(File)) << toString(File.takeError());
    std::vector<std::string> Words = File->Aliases;
    Words.push_back(Name);
    if (File->CPU.LLVMName != Name)
      Words.push_back(File->CPU.LLVMName);
    for (const std::string &Word : Words)
      EXPECT_TRUE(Owner.try_emplace(Word, Name).second)
          << Word << " is of " << Owner[Word] << " and of " << Name;
  }
}

TEST(ShippedFiles, XeonE52680IsTableOne) {
  Expected<ProcessorFile> File = shipped().find("xeon-e5-2680");
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  const Processor &CPU = File->CPU;
  EXPECT_EQ(CPU.compute(ComputeKind::Add).Throughput, 1);
  EXPECT_EQ(CPU.compute(ComputeKind::Multiply).Throughput, 1);
  EXPECT_EQ(CPU.FetchBandwidth, 4);
  EXPECT_EQ(CPU.compute(ComputeKind::Add).Latency, 3);
  EXPECT_EQ(CPU.compute(ComputeKind::Multiply).Latency, 5);
  // In doubles per cycle: mem 1, L1 4, L2 4, L3 2.
  EXPECT_EQ(CPU.memory(MemoryLevel::Memory).Bandwidth, 1 * 8);
  EXPECT_EQ(CPU.memory(MemoryLevel::L1).Bandwidth, 4 * 8);
  EXPECT_EQ(CPU.memory(MemoryLevel::L2).Bandwidth, 4 * 8);
  EXPECT_EQ(CPU.memory(MemoryLevel::L3).Bandwidth, 2 * 8);
  EXPECT_EQ(CPU.memory(MemoryLevel::Memory).Latency, 100);
  EXPECT_EQ(CPU.memory(MemoryLevel::L1).Latency, 4);
  EXPECT_EQ(CPU.memory(MemoryLevel::L2).Latency, 12);
  EXPECT_EQ(CPU.memory(MemoryLevel::L3).Latency, 30);
  EXPECT_EQ(CPU.memory(MemoryLevel::L1).Capacity, 32 * 1024);
  EXPECT_EQ(CPU.memory(MemoryLevel::L2).Capacity, 256 * 1024);
  EXPECT_EQ(CPU.memory(MemoryLevel::L3).Capacity, 20 * 1024 * 1024);
  EXPECT_EQ(CPU.LineBytes, 64u);
  EXPECT_EQ(CPU.buffer(BufferKind::ReorderBuffer), 168);
  EXPECT_EQ(CPU.buffer(BufferKind::ReservationStation), 54);
  EXPECT_EQ(CPU.buffer(BufferKind::StoreBuffer), 36);
  EXPECT_EQ(CPU.buffer(BufferKind::LoadBuffer), 64);
  EXPECT_EQ(CPU.buffer(BufferKind::LineFillBuffer), 10);
  EXPECT_EQ(CPU.SimdBytes, 8u);
  EXPECT_EQ(CPU.Order, MemoryOrder::TotalStoreOrder);
  EXPECT_FALSE(CPU.NextLinePrefetch);
  EXPECT_EQ(CPU.StridePrefetchDistance, 0u);
  // What follows is of Sandy Bridge and not in the table.
  EXPECT_FALSE(CPU.HasFusedMultiplyAdd);
}

} // namespace
