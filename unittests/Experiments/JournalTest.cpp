//===- JournalTest.cpp - What has been measured so far --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Journal.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <gtest/gtest.h>

using namespace llvm;

namespace rafter {
namespace {

constexpr char Host[] = "znver5, a CPU, family 26 model 2 stepping 1";

class JournalTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("rafter-journal", Folder));
    Path = (Folder + "/journal").str();
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }

  std::string contents() {
    return (*MemoryBuffer::getFile(Path))->getBuffer().str();
  }
  void write(StringRef Text) {
    std::error_code Code;
    raw_fd_ostream(Path, Code) << Text;
  }
  Journal opened() { return cantFail(Journal::open(Path, Host)); }
  std::string error() {
    Expected<Journal> J = Journal::open(Path, Host);
    std::string Text = J ? "none" : toString(J.takeError());
    return StringRef(Text).substr(Text.find(Path) + Path.size()).str();
  }

  SmallString<64> Folder;
  std::string Path;
  JournalKey One{{"ADD_((REG:RW:G:64)),_((IMM:8))"}, {}};
  JournalKey Chain{{"ADD_((REG:RW:G:64)),_((IMM:8))"}, OperandChain{0, 0}};
};

TEST_F(JournalTest, GoesOnWhereItStopped) {
  {
    Journal J = opened();
    J.add(One, {0.25, 0, true, 1800});
    J.add(Chain, {1, 0, true, 1800});
    J.add({{"NOP", "NOP"}, {}}, {0, 4, false, 1800});
    cantFail(J.flush());
  }
  std::string First = contents();
  Journal J = opened();
  EXPECT_EQ(contents(), First);
  EXPECT_EQ(J.find(One).Cycles, 0.25);
  EXPECT_TRUE(J.find(One).IsSteady);
  EXPECT_EQ(J.find(One).Visits, 1u);
  EXPECT_EQ(J.find(Chain).Cycles, 1);
  EXPECT_EQ(J.find({{"NOP", "NOP"}, {}}).Signal, 4);
  EXPECT_EQ(J.find({{"NOP"}, {}}).Visits, 0u);
  J.add(One, {0.26, 0, true, 1800});
  cantFail(J.flush());
  EXPECT_TRUE(StringRef(contents()).starts_with(First));
  EXPECT_EQ(opened().find(One).Visits, 2u);
}

TEST_F(JournalTest, TheLeastSteadyVisitCounts) {
  Journal J;
  J.add(One, {0.20, 0, false, 1800});
  EXPECT_EQ(J.find(One).Cycles, 0.20);
  J.add(One, {0.30, 0, true, 1800});
  EXPECT_EQ(J.find(One).Cycles, 0.30);
  J.add(One, {0.25, 0, true, 1800});
  EXPECT_EQ(J.find(One).Cycles, 0.25);
  J.add(One, {0.10, 0, false, 1800});
  EXPECT_EQ(J.find(One).Cycles, 0.25);
  EXPECT_EQ(J.find(One).Visits, 4u);
}

TEST_F(JournalTest, AVisitOnASharedCoreDoesNotCountAgainstOthers) {
  Journal J;
  J.add(One, {0.50, 0, true, 3600});
  EXPECT_TRUE(J.find(One).IsSteady);
  J.add(Chain, {1, 0, true, 1800});
  EXPECT_FALSE(J.find(One).IsSteady);
  EXPECT_EQ(J.find(One).Cycles, 0.50);
  J.add(One, {0.60, 0, true, 1850});
  EXPECT_TRUE(J.find(One).IsSteady);
  EXPECT_EQ(J.find(One).Cycles, 0.60);
}

TEST_F(JournalTest, RemovesALineThatWasCutOff) {
  {
    Journal J = opened();
    J.add(One, {0.25, 0, true, 1800});
    cantFail(J.flush());
  }
  std::string Whole = contents();
  for (StringRef Tail : {"{\"forms\":[\"NO", "{", "{\"cycles\":1}"}) {
    write(Whole + Tail.str());
    Journal J = opened();
    EXPECT_TRUE(J.wasDamaged());
    EXPECT_EQ(J.find(One).Cycles, 0.25);
    EXPECT_EQ(contents(), Whole);
    J.add(Chain, {1, 0, true, 1800});
    cantFail(J.flush());
    EXPECT_EQ(opened().find(Chain).Cycles, 1);
  }
}

TEST_F(JournalTest, RefusesWhatIsNoJournal) {
  write("{\"kind\": \"ExperimentList\"}\n");
  EXPECT_EQ(error(), ":1: this is no journal of experiments");
  write("{\"journal\": \"rafter experiments 1\"");
  EXPECT_EQ(error(), ":1: this is no journal of experiments");
  write("hello\n");
  EXPECT_EQ(error(), ":1: this is no journal of experiments");
  write("{\"journal\": \"rafter experiments 1\", \"host\": \"haswell\"}\n");
  EXPECT_EQ(error(),
            ":1: these are experiments on another machine ('haswell'); this "
            "one is 'znver5, a CPU, family 26 model 2 stepping 1'");
}

TEST_F(JournalTest, DamageInTheMiddleIsAnError) {
  cantFail(opened().flush());
  std::string Head = contents();
  for (StringRef Line :
       {"", "{", "[]", "{\"forms\":[]}", "{\"forms\":[1],\"signal\":4}",
        "{\"forms\":[\"NOP\"],\"cycles\":-1,\"steady\":true,\"witness\":1}",
        "{\"forms\":[\"NOP\"],\"cycles\":1}",
        "{\"forms\":[\"NOP\"],\"cycles\":1,\"steady\":true}",
        "{\"forms\":[\"NOP\"],\"chain\":[0],\"signal\":4}"}) {
    SCOPED_TRACE(Line.str());
    write(Head + Line.str() + "\n" + "{\"forms\":[\"NOP\"],\"signal\":4}\n");
    EXPECT_EQ(error(), ":2: this is no experiment");
  }
}

TEST_F(JournalTest, ErrorsNameTheFile) {
  Path = (Folder + "/missing/journal").str();
  EXPECT_EQ(error(), "': No such file or directory");
  Path = Folder.str().str();
  EXPECT_EQ(error(), "': no regular file");
  Path = "/dev/zero";
  EXPECT_EQ(error(), "': no regular file");
}

} // namespace
} // namespace rafter
