//===- DataSetTest.cpp - Shards of labelled samples -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/DataSet.h"
#include "FeatureCode.h"
#include "ShardFormat.h"
#include "rafter/Support/RandomNumbers.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace rafter;
using namespace rafter::concorde;
namespace fs = llvm::sys::fs;

namespace {

/// A directory that goes with the test.
class DataSetTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("rafter-shards", Directory));
  }
  void TearDown() override { fs::remove_directories(Directory); }

  std::string path(llvm::StringRef Name) const {
    llvm::SmallString<128> Path = Directory;
    llvm::sys::path::append(Path, Name);
    return Path.str().str();
  }
  llvm::SmallString<128> Directory;
};

LabelledSample infoOf(uint64_t Index) {
  LabelledSample Info;
  Info.Program = Index % 2 ? "sort" : "compress";
  Info.Region = Info.Program + "@" + std::to_string(Index);
  Info.Design = randomDesign(Index);
  Info.Labels = {1.5f + float(Index), 20, 3, 100, 1.25f, 1.0f};
  return Info;
}

/// Rising within blocks, as percentiles are.
std::vector<float> featuresOf(uint64_t Index) {
  RandomNumbers Random(Index, 3);
  std::vector<float> F(NumFeatures);
  for (size_t I = 0; I != F.size(); ++I)
    F[I] = (I % 101 ? F[I - 1] : 1) + Random.share() * 0.01f;
  return F;
}

const ShardHeader Hundred = {"seed 1", 200, 100};

void addUpTo(ShardWriter &Writer, uint64_t End) {
  while (Writer.next() != End) {
    uint64_t Index = Writer.next();
    llvm::cantFail(Writer.add(infoOf(200 + Index), featuresOf(200 + Index)));
  }
}

std::string bytesOf(const std::string &Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : "none";
}

void writeBytes(const std::string &Path, llvm::StringRef Bytes) {
  std::error_code EC;
  llvm::raw_fd_ostream(Path, EC) << Bytes;
}

std::string errorOf(llvm::Error E) { return llvm::toString(std::move(E)); }

TEST_F(DataSetTest, SamplesComeBackAsTheyWere) {
  std::string Path = path("a.shard");
  ShardWriter Writer = llvm::cantFail(ShardWriter::open(Path, Hundred));
  addUpTo(Writer, 99);
  EXPECT_FALSE(Writer.complete());
  EXPECT_FALSE(fs::exists(Path));
  addUpTo(Writer, 100);
  EXPECT_TRUE(Writer.complete());
  EXPECT_FALSE(fs::exists(Path + ".part"));

  DataSet Set = llvm::cantFail(readDataSet({Path}));
  EXPECT_EQ(Set.Source, "seed 1");
  ASSERT_EQ(Set.Samples.size(), 100u);
  for (size_t S = 0; S != 100; ++S) {
    EXPECT_EQ(Set.Samples[S], infoOf(200 + S));
    std::vector<float> Features = featuresOf(200 + S);
    for (size_t I = 0; I != NumFeatures; ++I)
      ASSERT_EQ(Set.features(S)[I], packFeature(Features[I]));
  }
}

TEST_F(DataSetTest, AKilledWriterGoesOnToTheSameBytes) {
  std::string Whole = path("whole"), Path = path("killed");
  {
    ShardWriter Writer = llvm::cantFail(ShardWriter::open(Whole, Hundred));
    addUpTo(Writer, 100);
  }
  std::string Expected = bytesOf(Whole);
  // Wherever the bytes end: in the header, in the first frame, behind it, in
  // the second, in the end.
  std::string Kept = Expected;
  for (size_t Length :
       {size_t(5), size_t(60), size_t(5000), Expected.size() * 2 / 3,
        Expected.size() - 1, Expected.size()}) {
    writeBytes(Path + ".part", llvm::StringRef(Kept).take_front(Length));
    ShardWriter Writer = llvm::cantFail(ShardWriter::open(Path, Hundred));
    EXPECT_TRUE(Writer.next() % SamplesPerFrame == 0 || Writer.next() == 100);
    addUpTo(Writer, 100);
    EXPECT_EQ(bytesOf(Path), Expected) << Length;
    fs::remove(Path);
  }
}

TEST_F(DataSetTest, WritersThatGoOnDoNotStartAgain) {
  std::string Path = path("a");
  {
    ShardWriter Writer = llvm::cantFail(ShardWriter::open(Path, Hundred));
    addUpTo(Writer, 70);
  }
  ShardWriter Writer = llvm::cantFail(ShardWriter::open(Path, Hundred));
  EXPECT_EQ(Writer.next(), SamplesPerFrame);
  addUpTo(Writer, 100);
  ShardWriter Again = llvm::cantFail(ShardWriter::open(Path, Hundred));
  EXPECT_TRUE(Again.complete());
  EXPECT_EQ(Again.next(), 100u);
}

TEST_F(DataSetTest, ShardsOfOtherDataSetsAreLeftAlone) {
  std::string Path = path("a");
  {
    ShardWriter Writer = llvm::cantFail(ShardWriter::open(Path, Hundred));
    addUpTo(Writer, 70);
  }
  std::string Before = bytesOf(Path + ".part");
  ShardHeader Other = Hundred;
  Other.Source = "seed 2";
  EXPECT_EQ(errorOf(ShardWriter::open(Path, Other).takeError()),
            Path + ".part: holds samples of another data set (seed 1); remove "
                   "it to start again");
  EXPECT_EQ(bytesOf(Path + ".part"), Before);
}

TEST_F(DataSetTest, BadFeaturesAndLabelsAreRefused) {
  ShardWriter Writer = llvm::cantFail(ShardWriter::open(path("a"), Hundred));
  std::string Where = path("a") + ".part: sample 200 (compress@200): ";
  std::vector<float> Features = featuresOf(1);
  auto ErrorWith = [&](size_t Feature, float Value) {
    std::vector<float> Changed = Features;
    Changed[Feature] = Value;
    return errorOf(Writer.add(infoOf(200), Changed));
  };
  EXPECT_EQ(ErrorWith(102, NAN),
            Where + "number 2 of feature 'load-queue-throughput' is negative "
                    "or no number");
  EXPECT_EQ(ErrorWith(0, -1),
            Where + "number 1 of feature 'rob-throughput' is negative or no "
                    "number");
  auto ErrorOfInfo = [&](auto Change) {
    LabelledSample Info = infoOf(200);
    Change(Info);
    return errorOf(Writer.add(Info, Features));
  };
  EXPECT_EQ(ErrorOfInfo([](LabelledSample &I) { I.Labels.CPI = 0; }),
            Where + "its CPI is not positive");
  EXPECT_EQ(ErrorOfInfo([](LabelledSample &I) { I.Labels.CPI = NAN; }),
            Where + "its CPI is not positive");
  EXPECT_EQ(
      ErrorOfInfo([](LabelledSample &I) { I.Labels.ExecutionTimeRatio = -1; }),
      Where + "a label is negative or no number");
  EXPECT_EQ(ErrorOfInfo([](LabelledSample &I) { I.Design.L2 = 3; }),
            Where + "l2: 3 is not one of 512 1024 2048 4096");
  EXPECT_EQ(errorOf(Writer.add(infoOf(200), {})),
            Where + "has 0 features instead of 4179");
  EXPECT_EQ(Writer.next(), 0u);
}

TEST_F(DataSetTest, BrokenShardsAreRefused) {
  std::string Path = path("a");
  ShardWriter Writer = llvm::cantFail(ShardWriter::open(Path, Hundred));
  addUpTo(Writer, 100);
  std::string Bytes = bytesOf(Path);
  auto ErrorOf = [&](llvm::StringRef B) {
    DataSet Set;
    std::string Text = errorOf(readShard(B, "s", Set).takeError());
    EXPECT_TRUE(Set.Samples.empty() && Set.Features.empty());
    return Text;
  };
  llvm::StringRef B = Bytes;
  EXPECT_EQ(ErrorOf(""), "s: no shard of a data set");
  EXPECT_EQ(ErrorOf("RAFTERDSxxxxxxxx"),
            "s: a shard of version 2021161080, expected 3");
  EXPECT_EQ(ErrorOf(B.take_front(30)), "s: the header is cut short or damaged");
  EXPECT_EQ(ErrorOf(B.take_front(1000)),
            "s: is cut short or damaged behind sample 0 of 100");
  EXPECT_EQ(ErrorOf(B.drop_back(1)),
            "s: is cut short or damaged behind sample 100 of 100");
  EXPECT_EQ(ErrorOf((B + "x").str()),
            "s: is cut short or damaged behind sample 100 of 100");
  std::string Changed = Bytes;
  Changed[Bytes.size() - 100] ^= 1;
  EXPECT_EQ(ErrorOf(Changed),
            "s: is cut short or damaged behind sample 64 of 100");
  Changed = Bytes;
  Changed[20] ^= 1;
  EXPECT_EQ(ErrorOf(Changed), "s: the header is cut short or damaged");
}

/// The bytes of a header whose features have another layout; its checksum is
/// right.
std::string otherLayout(const ShardHeader &Header) {
  std::string Bytes = shardHeaderBytes(Header);
  Bytes.resize(Bytes.size() - sizeof(uint64_t));
  // Behind "RAFTERDS" and the version.
  Bytes[12] ^= 1;
  const uint64_t Checksum = llvm::xxh3_64bits(llvm::StringRef(Bytes));
  for (unsigned I = 0; I != sizeof(Checksum); ++I)
    Bytes.push_back(char(Checksum >> (8 * I)));
  return Bytes;
}

TEST_F(DataSetTest, ShardsOfAnotherLayoutOfFeaturesAreRefused) {
  writeBytes(path("other"), otherLayout({"seed 1", 5, 3}));
  ShardWriter Writer =
      llvm::cantFail(ShardWriter::open(path("first"), {"seed 1", 0, 5}));
  addUpTo(Writer, 5);
  const std::string Expected =
      path("other") + ": its features have another layout than this program's";
  EXPECT_EQ(errorOf(readDataSet({path("first"), path("other")}).takeError()),
            Expected);
  EXPECT_EQ(errorOf(readDataSet({path("other")}).takeError()), Expected);
}

TEST_F(DataSetTest, FramesThatAreNoSamplesAreRefused) {
  auto ErrorOf = [](llvm::StringRef Raw) {
    std::string Bytes = shardHeaderBytes({"seed 1", 0, 1});
    Bytes += storedFrame(Raw, 1);
    Bytes += shardEnd(1, extendIdentity(0, Raw));
    DataSet Set;
    return errorOf(readShard(Bytes, "s", Set).takeError());
  };
  std::vector<FeatureCode> Codes(NumFeatures);
  std::string Good = rawFrame({infoOf(1)}, Codes);
  EXPECT_EQ(ErrorOf(Good), "");
  EXPECT_EQ(ErrorOf(llvm::StringRef(Good).drop_back(1)),
            "s: a frame of another length than its samples need");
  EXPECT_EQ(ErrorOf("abc"),
            "s: a frame of another length than its samples need");
  LabelledSample Bad = infoOf(1);
  Bad.Design.ReorderBuffer = 2000;
  EXPECT_EQ(ErrorOf(rawFrame({Bad}, Codes)), "s: an illegal value of rob");
  Bad = infoOf(1);
  Bad.Labels.CPI = -1;
  EXPECT_EQ(ErrorOf(rawFrame({Bad}, Codes)), "s: a CPI that is not positive");
}

void writeShard(const std::string &Path, const ShardHeader &Header,
                float MoreCycles = 0) {
  ShardWriter Writer = llvm::cantFail(ShardWriter::open(Path, Header));
  while (!Writer.complete()) {
    uint64_t Index = Header.FirstSample + Writer.next();
    LabelledSample Info = infoOf(Index);
    Info.Labels.CPI += MoreCycles;
    llvm::cantFail(Writer.add(Info, featuresOf(Index)));
  }
}

TEST_F(DataSetTest, ShardsAreReadInTheOrderOfTheirSamples) {
  writeShard(path("first"), {"s", 0, 5});
  writeShard(path("second"), {"s", 5, 3});
  DataSet A = llvm::cantFail(readDataSet({path("first"), path("second")}));
  DataSet B = llvm::cantFail(readDataSet({path("second"), path("first")}));
  ASSERT_EQ(A.Samples.size(), 8u);
  EXPECT_EQ(A.Samples, B.Samples);
  EXPECT_EQ(A.Features, B.Features);
  EXPECT_EQ(A.Identity, B.Identity);
  EXPECT_EQ(A.Samples[6], infoOf(6));
  DataSet Part = llvm::cantFail(readDataSet({path("first")}));
  EXPECT_NE(Part.Identity, A.Identity);
}

TEST_F(DataSetTest, ProgramsThatWereLabelledOneByOneAreOneDataSet) {
  writeShard(path("first"), {"s", 0, 5});
  writeShard(path("second"), {"t", 5, 3});
  DataSet A = llvm::cantFail(readDataSet({path("first"), path("second")}));
  DataSet B = llvm::cantFail(readDataSet({path("second"), path("first")}));
  EXPECT_EQ(A.Samples.size(), 8u);
  EXPECT_EQ(A.Samples, B.Samples);
  EXPECT_EQ(A.Identity, B.Identity);
  EXPECT_EQ(A.Source, "2 sets, the first: s");
}

TEST_F(DataSetTest, ARegionWithADesignCountsOnce) {
  writeShard(path("first"), {"s", 0, 5});
  writeShard(path("twice"), {"t", 3, 4});
  writeShard(path("rest"), {"t", 5, 2});
  DataSet A = llvm::cantFail(readDataSet({path("first"), path("twice")}));
  DataSet B = llvm::cantFail(readDataSet({path("first"), path("rest")}));
  EXPECT_EQ(A.Samples.size(), 7u);
  EXPECT_EQ(A.Samples, B.Samples);
  EXPECT_EQ(A.Features, B.Features);
}

TEST_F(DataSetTest, ShardsThatDoNotFitTogetherAreRefused) {
  writeShard(path("first"), {"s", 0, 5});
  writeShard(path("overlap"), {"s", 4, 3});
  writeShard(path("same"), {"s", 0, 2});
  writeShard(path("other"), {"t", 4, 3}, /*MoreCycles=*/1);
  auto ErrorWith = [&](const char *Name) {
    return errorOf(readDataSet({path("first"), path(Name)}).takeError());
  };
  EXPECT_EQ(ErrorWith("overlap"),
            path("overlap") + ": overlaps the shard before");
  EXPECT_EQ(ErrorWith("same"), path("same") +
                                   ": begins with the same sample as '" +
                                   path("first") + "'");
  EXPECT_EQ(ErrorWith("other"),
            "two shards contradict each other in the sample of " +
                infoOf(4).Region + " with " + printDesign(infoOf(4).Design));
  EXPECT_EQ(ErrorWith("missing"),
            "cannot read '" + path("missing") + "': No such file or directory");
  writeShard(path("warm"), {"s", 5, 2, /*HasState=*/true});
  EXPECT_EQ(ErrorWith("warm"),
            path("warm") + ": its regions have a warm state, those of '" +
                path("first") + "' have none");
  EXPECT_EQ(errorOf(readDataSet({}).takeError()), "no shards of a data set");
}

} // namespace
