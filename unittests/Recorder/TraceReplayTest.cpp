//===- TraceReplayTest.cpp - Recordings on a model of a CPU ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a program to the instructions of a CPU: by a trace, and while it runs.
//
//===----------------------------------------------------------------------===//

#include "RecordFixture.h"
#include "rafter/CodeGen/InstructionBuilder.h"
#include "rafter/Recorder/Recording.h"
#include "rafter/TraceFiles/InstructionAssembler.h"
#include "gmock/gmock.h"

using namespace rafter;
using namespace llvm;

namespace {

/// Keeps the stream as text, so that two can be compared.
struct Listing : InstructionConsumer {
  explicit Listing(const InstructionTable &Table) : Table(Table) {}
  void setWarmUp(bool) override {}
  void beginRegion() override { Begun++; }
  void endRegion() override { Ended++; }
  void consume(const InstructionChunk &Chunk) override {
    const uint64_t *Address = Chunk.Addresses.begin();
    for (ExecutedInstruction E : Chunk.Instructions) {
      const StaticInstruction &I = Table.Instructions[E & ~TakenBit];
      Taken += (E & TakenBit) != 0;
      Calls += I.Branch == BranchKind::Call;
      Returns += I.Branch == BranchKind::Return;
      for (const MemoryOperand &M : Table.memory(I)) {
        uint64_t At = *Address++;
        if (At != 0)
          (M.IsStore ? Stores : Loads).push_back(At);
      }
      if (Table.Functions[I.Function] == "sum")
        ++InSum;
      Stream.push_back(E);
    }
    EXPECT_EQ(Address, Chunk.Addresses.end());
  }

  const InstructionTable &Table;
  unsigned Begun = 0, Ended = 0;
  uint64_t Taken = 0, Calls = 0, Returns = 0, InSum = 0;
  std::vector<uint64_t> Loads, Stores;
  std::vector<ExecutedInstruction> Stream;
};

class TraceReplayTest : public RecordFixture {};

constexpr StringRef SumProgram = R"(
  double data[1024];
  __attribute__((noinline)) double sum(long n) {
    double s = 0;
    for (long i = 0; i < n; i++) s += data[i];
    return s;
  }
  int main() { return sum(1000) + sum(24) != 0; })";

} // namespace

TEST_F(TraceReplayTest, ATracePlaysTheSameEachTimeAndLikeTheLiveProgram) {
  std::string Program =
      compile(SumProgram, {"-O1", "-fno-vectorize", "-fno-unroll-loops"});
  RecordOptions Options = options({Program}, "sum");
  Processor CPU;
  CPU.LLVMName = "skylake";
  auto Model =
      cantFail(TargetModel::create(Triple("x86_64-unknown-linux"), CPU));

  RecordResult Result = cantFail(recordTrace(Options, path("t.trace")));
  auto Trace = cantFail(TraceReader::open(path("t.trace")));
  InstructionTable Table;
  InstructionBuilder Builder(*Model, Table);
  TraceReplay Replay(*Trace, Builder, Table);
  Listing First(Table), Second(Table);
  cantFail(Replay.play(First));
  size_t Static = Table.Instructions.size();
  cantFail(Replay.source()(Second));
  EXPECT_EQ(Table.Instructions.size(), Static);
  // A region for each call.
  EXPECT_EQ(First.Begun, Trace->threads()[0].Entries);
  EXPECT_EQ(First.Ended, 2u);
  EXPECT_EQ(First.Stream.size(), Result.Instructions);
  EXPECT_EQ(First.InSum, Result.Instructions);
  EXPECT_EQ(First.Returns, 2u);
  // The elements and two return addresses.
  EXPECT_EQ(First.Loads.size(), 1026u);
  EXPECT_EQ(First.Loads[1], First.Loads[0] + 8);
  EXPECT_GE(First.Taken, 1022u);
  EXPECT_EQ(First.Stream, Second.Stream);
  EXPECT_EQ(First.Loads, Second.Loads);

  InstructionTable LiveTable;
  InstructionBuilder LiveBuilder(*Model, LiveTable);
  Listing Live(LiveTable);
  AssembledCode Code(CodeLowering(LiveBuilder), LiveTable);
  InstructionAssembler Assembler(Code, Live, /*Thread=*/0,
                                 /*DefinesCode=*/true);
  cantFail(rafter::record(Options, *cantFail(openProgram(Program)), Assembler));
  Assembler.finish();
  EXPECT_EQ(Live.Stream, First.Stream);
  EXPECT_EQ(Live.Loads, First.Loads);
  EXPECT_EQ(Live.Ended, 2u);
}

TEST_F(TraceReplayTest, AThreadThatDoesNotExistIsAnError) {
  std::string Program = compile("int main() { return 0; }");
  cantFail(recordTrace(options({Program}), path("t.trace")));
  auto Trace = cantFail(TraceReader::open(path("t.trace")));
  Processor CPU;
  CPU.LLVMName = "skylake";
  auto Model =
      cantFail(TargetModel::create(Triple("x86_64-unknown-linux"), CPU));
  InstructionTable Table;
  InstructionBuilder Builder(*Model, Table);
  TraceReplay Replay(*Trace, Builder, Table);
  Listing Ignored(Table);
  EXPECT_EQ(toString(Replay.play(Ignored, 3)),
            "the trace has no thread 3, but 1 from 0 on");
}

TEST_F(TraceReplayTest, StringInstructionsAndLibraryCodePlay) {
  std::string Program = compile(R"(
    #include <string.h>
    char a[8192], b[8192];
    __attribute__((noinline)) void copy(void) {
      char *d = a, *s = b;
      long n = 4096;
      __asm__ volatile("rep movsb" : "+D"(d), "+S"(s), "+c"(n) : : "memory");
    }
    int main() { copy(); return a[5]; })");
  cantFail(recordTrace(options({Program}, "copy"), path("t.trace")));
  auto Trace = cantFail(TraceReader::open(path("t.trace")));
  EXPECT_GE(Trace->threads()[0].Instructions, 4096u);
  Processor CPU;
  CPU.LLVMName = "skylake";
  auto Model =
      cantFail(TargetModel::create(Triple("x86_64-unknown-linux"), CPU));
  InstructionTable Table;
  InstructionBuilder Builder(*Model, Table);
  TraceReplay Replay(*Trace, Builder, Table);
  Listing Played(Table);
  cantFail(Replay.play(Played));
  // One execution for each of 64 or 65 lines, and what is around them.
  EXPECT_GE(Played.Stream.size(), 64u);
  EXPECT_LE(Played.Stream.size(), 64u + 70);
  EXPECT_GE(Played.Stores.size(), 64u);
}
