//===- LiveRecordingTest.cpp - Programs that are played while they run ----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Recorder/LiveRecording.h"
#include "RecordFixture.h"
#include "rafter/CodeGen/InstructionBuilder.h"
#include "rafter/Support/TimeOver.h"
#include "gmock/gmock.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace rafter;
using namespace llvm;
using testing::HasSubstr;

namespace {

/// Keeps the stream.
struct Stream : InstructionConsumer {
  void setWarmUp(bool) override {}
  void beginRegion() override { ++Regions; }
  void consume(const InstructionChunk &Chunk) override {
    if (Instructions.empty() && OnFirst)
      OnFirst();
    Instructions.insert(Instructions.end(), Chunk.Instructions.begin(),
                        Chunk.Instructions.end());
    Addresses.insert(Addresses.end(), Chunk.Addresses.begin(),
                     Chunk.Addresses.end());
  }
  void endRegion() override {}

  std::function<void()> OnFirst;
  unsigned Regions = 0;
  std::vector<ExecutedInstruction> Instructions;
  std::vector<uint64_t> Addresses;
};

class LiveRecordingTest : public RecordFixture {
protected:
  void SetUp() override {
    RecordFixture::SetUp();
    CPU.LLVMName = "skylake";
    Model = cantFail(TargetModel::create(Triple("x86_64-unknown-linux"), CPU));
    Builder.emplace(*Model, Table);
  }

  std::unique_ptr<LiveRecording> start(const RecordOptions &Options) {
    auto Program = cantFail(openProgram(Options.Command.front()));
    return cantFail(LiveRecording::start(Options, std::move(Program)));
  }

  Processor CPU;
  std::unique_ptr<TargetModel> Model;
  InstructionTable Table;
  std::optional<InstructionBuilder> Builder;
};

/// Some 20 chunks, and new code at the end.
constexpr StringRef LongProgram = R"(
  #include <stdio.h>
  volatile int data[64];
  __attribute__((noinline)) void work(int n) {
    for (int i = 0; i < n; i++) data[i % 64 + (i & 1)] += i;
  }
  int main() { work(1500000); work(3000000); printf("%g\n", 1.5); return 3; })";

} // namespace

TEST_F(LiveRecordingTest, TheStreamIsThatOfATrace) {
  std::string Program = compile(LongProgram);
  cantFail(recordTrace(options({Program}), path("t.trace")));
  auto Trace = cantFail(TraceReader::open(path("t.trace")));
  InstructionTable TraceTable;
  InstructionBuilder TraceBuilder(*Model, TraceTable);
  TraceReplay Replay(*Trace, TraceBuilder, TraceTable);
  Stream Recorded, Live, Again;
  cantFail(Replay.play(Recorded));

  auto Recording = start(options({Program}));
  LiveReplay LiveReplay(Recording->file(), *Builder, Table);
  EXPECT_EQ(Recording->nextThread(), 0u);
  size_t AtFirst = 0;
  Live.OnFirst = [&] { AtFirst = Table.Instructions.size(); };
  cantFail(LiveReplay.play(Live));
  EXPECT_LT(AtFirst, Table.Instructions.size()) << "the table did not grow";
  cantFail(LiveReplay.source()(Again));
  EXPECT_EQ(Recording->nextThread(), std::nullopt);
  RecordResult Result = cantFail(Recording->finish());
  EXPECT_EQ(Result.Outcome.ExitStatus, 3);
  EXPECT_EQ(Live.Instructions, Recorded.Instructions);
  EXPECT_EQ(Live.Addresses, Recorded.Addresses);
  EXPECT_EQ(Again.Instructions, Recorded.Instructions);
  EXPECT_EQ(Table.Instructions.size(), TraceTable.Instructions.size());
}

/// A program that waits for the analysis of its own beginning.
TEST_F(LiveRecordingTest, TheAnalysisBeginsWhileTheProgramRuns) {
  std::string Program = compile(R"(
    #include <fcntl.h>
    #include <unistd.h>
    int main(int c, char **v) {
      for (volatile int i = 0; i < 3000000; i++);
      char byte;
      return read(open(v[1], O_RDONLY), &byte, 1) == 1 ? 5 : 6;
    })");
  std::string Pipe = path("pipe");
  ASSERT_EQ(::mkfifo(Pipe.c_str(), 0600), 0);
  RecordOptions Options = options({Program, Pipe});
  Options.TimeLimit = 60;
  auto Recording = start(Options);
  LiveReplay Replay(Recording->file(), *Builder, Table);
  Stream Live;
  Live.OnFirst = [&] {
    // Keeps both ends, so that neither open waits.
    int File = ::open(Pipe.c_str(), O_RDWR);
    EXPECT_EQ(::write(File, "x", 1), 1);
  };
  cantFail(Replay.play(Live));
  EXPECT_EQ(cantFail(Recording->finish()).Outcome.ExitStatus, 5);
}

TEST_F(LiveRecordingTest, RegionsAreThoseOfTheFunction) {
  std::string Program = compile(LongProgram);
  auto Recording = start(options({Program}, "work"));
  LiveReplay Replay(Recording->file(), *Builder, Table);
  Stream Live;
  cantFail(Replay.play(Live));
  RecordResult Result = cantFail(Recording->finish());
  EXPECT_EQ(Live.Regions, 2u);
  EXPECT_EQ(Live.Instructions.size(), Result.Instructions);
}

TEST_F(LiveRecordingTest, EachThreadIsFound) {
  std::string Program = compile(R"(
    #include <pthread.h>
    void *work(void *n) {
      for (volatile int i = 0; i < 1000; i++);
      return n;
    }
    int main() {
      pthread_t t[2];
      for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
      for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
      return 0;
    })",
                                {"-O1", "-pthread"});
  auto Recording = start(options({Program}, "work"));
  std::vector<unsigned> Threads;
  while (auto Thread = Recording->nextThread())
    Threads.push_back(*Thread);
  // The main thread executes nothing of the region.
  EXPECT_THAT(Threads, testing::UnorderedElementsAre(1, 2));
  for (unsigned Thread : Threads) {
    LiveReplay Replay(Recording->file(), *Builder, Table);
    Stream Live;
    cantFail(Replay.play(Live, Thread));
    EXPECT_GT(Live.Instructions.size(), 3000u);
  }
  EXPECT_EQ(cantFail(Recording->finish()).Threads.size(), 3u);
}

TEST_F(LiveRecordingTest, AProgramThatNeverEndsIsStopped) {
  std::string Program =
      compile("int main() { for (;;) __asm__ volatile(\"\"); }");
  RecordOptions Options = options({Program});
  Options.TimeLimit = 0.5;
  auto Recording = start(Options);
  LiveReplay Replay(Recording->file(), *Builder, Table);
  Stream Live;
  cantFail(Replay.play(Live));
  RecordResult Result = cantFail(Recording->finish());
  EXPECT_FALSE(Result.Outcome.Finished);
  EXPECT_EQ(Result.Outcome.Description,
            "stopped after the time limit of 0.5 s");
  // All but repetitions of string instructions in the startup code.
  EXPECT_LE(Live.Instructions.size(), Result.Instructions);
  EXPECT_GT(Live.Instructions.size(), Result.Instructions - 10000);
}

TEST_F(LiveRecordingTest, PlaysEndWhereTheFirstOneEnded) {
  using std::chrono::steady_clock;
  std::string Program = compile(LongProgram);
  auto Recording = start(options({Program}));
  LiveReplay Replay(Recording->file(), *Builder, Table);
  // Time is over for the first play as soon as it has begun.
  auto Now = steady_clock::now();
  Replay.limit(Now, Now + std::chrono::hours(1));
  Stream First, Second;
  cantFail(Replay.play(First));
  EXPECT_TRUE(Replay.isCut());
  cantFail(Replay.play(Second));
  RecordResult Result = cantFail(Recording->finish());
  EXPECT_GT(First.Instructions.size(), 1000u);
  EXPECT_LT(First.Instructions.size(), Result.Instructions / 2);
  EXPECT_EQ(First.Instructions, Second.Instructions);
  Replay.limit(Now, Now);
  Error E = Replay.play(Second);
  EXPECT_TRUE(E.isA<TimeOver>());
  EXPECT_EQ(toString(std::move(E)), "the time limit is over");
}

TEST_F(LiveRecordingTest, ALimitThatIsNotReachedChangesNothing) {
  std::string Program = compile(LongProgram);
  auto Recording = start(options({Program}));
  LiveReplay Limited(Recording->file(), *Builder, Table);
  auto Later = std::chrono::steady_clock::now() + std::chrono::hours(1);
  Limited.limit(Later, Later);
  Stream Live, Again;
  cantFail(Limited.play(Live));
  EXPECT_FALSE(Limited.isCut());
  // Behind the first play there is time for all that it had.
  Limited.limit(std::chrono::steady_clock::now(), Later);
  cantFail(Limited.play(Again));
  EXPECT_FALSE(Limited.isCut());
  EXPECT_EQ(Live.Instructions, Again.Instructions);
  RecordResult Result = cantFail(Recording->finish());
  EXPECT_GT(Live.Instructions.size(), Result.Instructions - 10000);
}

TEST_F(LiveRecordingTest, WhoLosesInterestEndsTheProgram) {
  std::string Program = compile("#include <unistd.h>\n"
                                "int main() { sleep(1000); return 0; }");
  auto Recording = start(options({Program}));
  Recording.reset();
}

TEST_F(LiveRecordingTest, WhatCannotStartIsAnErrorAtTheEnd) {
  std::string Program =
      compile("void _start(void) {}",
              {"--target=aarch64-linux-gnu", "-nostdlib", "-fuse-ld=lld",
               "-pie", "-Wl,--dynamic-linker=/lib/ld-linux-aarch64.so.1"});
  auto Recording = start(options({Program}));
  LiveReplay Replay(Recording->file(), *Builder, Table);
  Stream Live;
  cantFail(Replay.play(Live));
  EXPECT_TRUE(Live.Instructions.empty());
  EXPECT_EQ(Recording->nextThread(), std::nullopt);
  auto Result = Recording->finish();
  ASSERT_FALSE(static_cast<bool>(Result));
  EXPECT_THAT(toString(Result.takeError()), HasSubstr("of its own system"));
}
