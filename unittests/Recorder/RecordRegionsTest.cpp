//===- RecordRegionsTest.cpp - Regions sampled from programs --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Recorder/RecordRegions.h"
#include "RecordFixture.h"
#include "rafter/Regions/RegionFile.h"
#include "llvm/Support/FileSystem.h"
#include "gmock/gmock.h"
#include <csignal>
#include <cstdlib>

using namespace rafter;
using testing::HasSubstr;

namespace {

/// Walks over an array in steps of 8 bytes, again and again.
constexpr llvm::StringRef Walk = R"(
  long data[4096];
  __attribute__((noinline)) long sum(long rounds) {
    long s = 0;
    for (long r = 0; r < rounds; r++)
      for (long i = 0; i < 4096; i++) s += data[i];
    return s;
  })";

class RecordRegionsTest : public RecordFixture {
protected:
  std::string walk() {
    return compile((Walk + "int main() { return sum(60) != 0; }").str(), Flags);
  }
  llvm::Expected<RegionRecordResult> recordInto(llvm::StringRef Name,
                                                const std::string &Program,
                                                RegionSampling Sampling) {
    return recordRegions(options({Program}), Sampling, path(Name));
  }
  std::string contents(llvm::StringRef Name) {
    auto Buffer = llvm::MemoryBuffer::getFile(path(Name));
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }
  static RegionSampling sampling(uint64_t Regions) {
    RegionSampling S;
    S.Regions = Regions;
    S.Instructions = 5000;
    S.WarmUp = 2000;
    return S;
  }
  const std::vector<std::string> Flags = {"-O1", "-fno-vectorize",
                                          "-fno-unroll-loops"};
};

/// Expects loads that go on by 8 bytes, and code without gaps.
void expectWalk(const TraceRegion &Region) {
  uint64_t Last = 0;
  unsigned Loads = 0, Strides = 0, Gaps = 0;
  const CrackedInstruction *Before = nullptr;
  for (const CrackedInstruction &I : Region.Instructions) {
    if (I.isLoad()) {
      ++Loads;
      Strides += I.DataAddress == Last + 8;
      Last = I.DataAddress;
    }
    if (Before &&
        !(Before->isBranch() && Before->has(CrackedInstruction::Taken)))
      Gaps += I.Address != Before->Address + Before->Bytes &&
              !I.has(CrackedInstruction::Continued);
    Before = &I;
  }
  EXPECT_GE(Loads, Region.Instructions.size() / 6);
  EXPECT_GE(Strides, Loads - 10);
  EXPECT_EQ(Gaps, 0u);
}

} // namespace

TEST_F(RecordRegionsTest, RegionsHoldWhatTheProgramExecutesThere) {
  auto Result = recordInto("a.regions", walk(), sampling(6));
  ASSERT_TRUE(bool(Result)) << llvm::toString(Result.takeError());
  EXPECT_EQ(Result->Regions, 6u);
  EXPECT_EQ(Result->Instructions, 6 * 7000u);
  EXPECT_GT(Result->Executed, 60u * 4096 * 3);
  auto Reader = llvm::cantFail(RegionReader::open(path("a.regions")));
  ASSERT_EQ(Reader->size(), 6u);
  EXPECT_EQ(Reader->info().Architecture, "x86_64");
  unsigned Walks = 0;
  for (size_t I = 0; I != Reader->size(); ++I) {
    TraceRegion Region = llvm::cantFail(Reader->region(I));
    EXPECT_EQ(Region.WarmUp.size(), 2000u);
    ASSERT_EQ(Region.Instructions.size(), 5000u);
    // Loading the program takes a part of the time.
    uint64_t Place = 0;
    llvm::StringRef(Region.Name).split('@').second.getAsInteger(10, Place);
    if (Place < Result->Executed / 3)
      continue;
    ++Walks;
    expectWalk(Region);
  }
  EXPECT_GE(Walks, 2u);
}

TEST_F(RecordRegionsTest, SameProgramGivesTheSameBytesWhateverItInherits) {
  std::string Program = walk();
  ASSERT_TRUE(bool(recordInto("a.regions", Program, sampling(4))));
  ::setenv("RAFTER_TEST_VARIABLE", "something that moves the stack", 1);
  auto Before = ::signal(SIGHUP, SIG_IGN);
  auto Second = recordInto("b.regions", Program, sampling(4));
  ::signal(SIGHUP, Before);
  ::unsetenv("RAFTER_TEST_VARIABLE");
  ASSERT_TRUE(bool(Second));
  EXPECT_FALSE(contents("a.regions").empty());
  EXPECT_TRUE(contents("a.regions") == contents("b.regions"));
}

TEST_F(RecordRegionsTest, ProgramThatIsTooShortIsAnError) {
  RegionSampling Long = sampling(1);
  Long.Instructions = 30000000;
  auto Result = recordInto("a.regions", walk(), Long);
  ASSERT_FALSE(bool(Result));
  EXPECT_THAT(llvm::toString(Result.takeError()),
              HasSubstr("fewer than a region of 30002000 has"));
  EXPECT_FALSE(llvm::sys::fs::exists(path("a.regions")));
}

TEST_F(RecordRegionsTest, FewerRegionsThanAskedForAreRemarked) {
  RegionSampling Sampling = sampling(10000);
  auto Result = recordInto("a.regions", walk(), Sampling);
  ASSERT_TRUE(bool(Result)) << llvm::toString(Result.takeError());
  EXPECT_EQ(Result->Regions, Result->Executed / Sampling.length());
  EXPECT_THAT(Result->Remarks,
              testing::Contains(HasSubstr("of 10000 regions")));
}

TEST_F(RecordRegionsTest, ProgramsForAArch64AreSampled) {
  std::string Program = compileForeign(
      "aarch64-linux-gnu",
      (Walk + "long run(void) { return sum(30) != 0; }").str(), Flags);
  auto Result = recordInto("a.regions", Program, sampling(3));
  ASSERT_TRUE(bool(Result)) << llvm::toString(Result.takeError());
  auto Reader = llvm::cantFail(RegionReader::open(path("a.regions")));
  EXPECT_EQ(Reader->info().Architecture, "aarch64");
  expectWalk(llvm::cantFail(Reader->region(1)));
}

TEST_F(RecordRegionsTest, OnlyTheFirstThreadIsSampled) {
  std::string Program =
      compile((Walk + R"(
      #include <pthread.h>
      static void *work(void *p) { sum(40); return p; }
      int main() {
        pthread_t t;
        pthread_create(&t, 0, work, 0);
        pthread_join(t, 0);
        return sum(20) != 0;
      })")
                  .str(),
              {"-O1", "-fno-vectorize", "-fno-unroll-loops", "-pthread"});
  auto Result = recordInto("a.regions", Program, sampling(2));
  ASSERT_TRUE(bool(Result)) << llvm::toString(Result.takeError());
  EXPECT_LT(Result->Executed, 45u * 4096 * 4);
}
