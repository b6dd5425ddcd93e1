//===- TraceTest.cpp - What is written is what is read --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectingSink.h"
#include "TraceReaderImpl.h"
#include "rafter/TraceFiles/TraceWriter.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <random>

using namespace rafter;
using namespace llvm;
using testing::HasSubstr;

namespace {

/// A stream of two threads with loops, random addresses and regions.
class Sample {
public:
  explicit Sample(unsigned Seed) : Random(Seed) {
    for (unsigned B = 0; B != 6; ++B) {
      CodeBlock Block;
      Block.Address = 0x4000001000 + 16 * B;
      Block.StaticAddress = 0x1000 + 16 * B;
      Block.Function = "f" + std::to_string(B / 2);
      Block.Bytes.assign(12, static_cast<uint8_t>(B));
      Block.Sizes = {4, 3, 5};
      Block.Lines = {{"a.c", B + 1, 2}, {}, {"b.c", 7, 0}};
      Collected.define(Block);
    }
    for (unsigned V = 0; V != 9; ++V) {
      BlockVariant Variant = {V % 6, V < 6 ? 3u : 2u, {}};
      for (unsigned A = 0; A != V % 4; ++A)
        Variant.Accesses.push_back(
            AccessShape::of(uint64_t(A % 2) << recording::InstructionShift |
                            uint64_t(3) << recording::SizeShift |
                            (A == 1 ? recording::StoreBit : 0)));
      Collected.define(Variant);
    }
    for (unsigned Step = 0; Step != 400; ++Step)
      addStep();
  }

  std::string write() {
    std::string Text;
    raw_string_ostream OS(Text);
    TraceWriter Writer({Triple("x86_64-unknown-linux"), {"./a", "b c"}, "f"},
                       OS);
    for (const CodeBlock &Block : Collected.Blocks)
      Writer.define(Block);
    for (const BlockVariant &Variant : Collected.Variants)
      Writer.define(Variant);
    std::vector<TraceThread> Totals;
    for (auto [Number, Thread] : enumerate(Collected.Threads)) {
      for (const Executed &E : Thread)
        if (E.Kind == Executed::Enter)
          Writer.enter(Number);
        else if (E.Kind == Executed::Leave)
          Writer.leave(Number);
        else if (E.Kind == Executed::Outside)
          Writer.useOutside(Number, linesOf(E));
        else
          Writer.execute(Number, E.Variant, E.Addresses);
      Totals.push_back({Thread.size(), 0, 0});
    }
    Writer.finish(Totals, 77, "exit status 0");
    return Text;
  }

  CollectingSink Collected;

private:
  static std::vector<LineUse> linesOf(const Executed &E) {
    std::vector<LineUse> Lines;
    for (uint64_t A : E.Addresses)
      Lines.push_back({A & ~uint64_t(1), (A & 1) != 0});
    return Lines;
  }
  unsigned below(unsigned Limit) { return Random() % Limit; }

  /// A loop over an array, a random access, or an event of the region.
  void addStep() {
    auto &Thread = Collected.thread(below(3) == 0);
    unsigned What = below(10), Variant = below(9);
    if (What == 1 && below(2)) {
      Executed E = {Executed::Outside, 0, {}};
      for (unsigned L = below(40); L != 0; --L)
        E.Addresses.push_back(below(2) ? 0xffffffffffc0 + below(2)
                                       : 64 * below(1u << 31) + below(2));
      Thread.push_back(std::move(E));
    }
    if (What < 2) {
      Thread.push_back({What ? Executed::Enter : Executed::Leave, 0, {}});
      return;
    }
    uint64_t Address = What < 6 ? below(1u << 31) : 0xffffffffffff - 4096;
    unsigned Trips = What < 8 ? below(50) : 1;
    for (unsigned Trip = 0; Trip != Trips; ++Trip) {
      Executed E = {Executed::Block, Variant, {}};
      for (size_t A = 0; A != Collected.Variants[Variant].Accesses.size(); ++A)
        E.Addresses.push_back(Address + 8 * Trip + 100 * A);
      Thread.push_back(std::move(E));
    }
  }

  std::mt19937 Random;
};

} // namespace

static Expected<std::unique_ptr<TraceReader>> read(StringRef Text) {
  return TraceReader::read(MemoryBuffer::getMemBufferCopy(Text, "t.trace"));
}

static std::vector<Executed> play(const TraceReader &Trace, uint32_t Thread) {
  CollectingSink Sink;
  EXPECT_TRUE(Trace.impl().play(Thread, Sink));
  return Sink.thread(Thread);
}

TEST(TraceTest, WhatIsWrittenIsRead) {
  for (unsigned Seed = 1; Seed != 20; ++Seed) {
    Sample S(Seed);
    auto Trace = read(S.write());
    ASSERT_TRUE(static_cast<bool>(Trace)) << toString(Trace.takeError());
    EXPECT_EQ((*Trace)->damage(), "");
    for (uint32_t Thread = 0; Thread != 2; ++Thread) {
      EXPECT_EQ(play(**Trace, Thread), S.Collected.Threads[Thread]);
      // As often as one likes.
      EXPECT_EQ(play(**Trace, Thread), S.Collected.Threads[Thread]);
    }
  }
}

TEST(TraceTest, TablesAreReadAsWritten) {
  Sample S(1);
  auto Trace = cantFail(read(S.write()));
  const TraceReader::Impl &I = Trace->impl();
  ASSERT_EQ(I.Blocks.size(), S.Collected.Blocks.size());
  for (auto [Read, Written] : zip(I.Blocks, S.Collected.Blocks)) {
    EXPECT_EQ(Read.Address, Written.Address);
    EXPECT_EQ(Read.StaticAddress, Written.StaticAddress);
    EXPECT_EQ(Read.Function, Written.Function);
    EXPECT_EQ(Read.Bytes, Written.Bytes);
    EXPECT_EQ(Read.Sizes, Written.Sizes);
    ASSERT_EQ(Read.Lines.size(), 3u);
    EXPECT_EQ(Read.Lines[0].Line, Written.Lines[0].Line);
    EXPECT_FALSE(Read.Lines[1].isValid());
    EXPECT_EQ(Read.Lines[2].File, "b.c");
  }
  ASSERT_EQ(I.Variants.size(), S.Collected.Variants.size());
  for (auto [Read, Written] : zip(I.Variants, S.Collected.Variants)) {
    EXPECT_EQ(Read.Instructions, Written.Instructions);
    EXPECT_EQ(Read.Accesses, Written.Accesses);
  }
  EXPECT_EQ(Trace->info().Target.getArch(), Triple::x86_64);
  EXPECT_EQ(Trace->info().Command, (std::vector<std::string>{"./a", "b c"}));
  EXPECT_EQ(Trace->info().Function, "f");
  EXPECT_EQ(Trace->outcome(), "exit status 0");
  EXPECT_EQ(Trace->outsideInstructions(), 77u);
  ASSERT_EQ(Trace->threads().size(), 2u);
  EXPECT_EQ(Trace->threads()[0].Instructions, S.Collected.Threads[0].size());
}

/// Either nothing can be read, with one line that says so, or a beginning of
/// what was written, with one line that says how much.
static void expectPrefix(StringRef Text, const Sample &S) {
  auto Trace = read(Text);
  if (!Trace) {
    std::string Message = toString(Trace.takeError());
    EXPECT_TRUE(StringRef(Message).starts_with("t.trace: ")) << Message;
    EXPECT_FALSE(StringRef(Message).contains('\n'));
    return;
  }
  EXPECT_THAT((*Trace)->damage(), HasSubstr("t.trace: the trace is damaged at "
                                            "byte "));
  for (uint32_t Thread = 0; Thread != 2; ++Thread) {
    std::vector<Executed> Read = play(**Trace, Thread);
    const std::vector<Executed> &All = S.Collected.Threads[Thread];
    ASSERT_LE(Read.size(), All.size());
    EXPECT_TRUE(std::equal(Read.begin(), Read.end(), All.begin()));
  }
}

TEST(TraceTest, ACutTraceIsReadUpToTheCut) {
  Sample S(3);
  std::string Text = S.write();
  for (size_t Size = 0; Size < Text.size(); Size += 1 + Size / 50)
    expectPrefix(StringRef(Text).take_front(Size), S);
  // Only the end is missing: everything can be used.
  auto Trace = cantFail(read(StringRef(Text).drop_back(1)));
  EXPECT_EQ(play(*Trace, 0), S.Collected.Threads[0]);
  EXPECT_EQ(play(*Trace, 1), S.Collected.Threads[1]);
}

TEST(TraceTest, AFlippedBitIsNoticed) {
  Sample S(4);
  std::string Text = S.write();
  for (size_t At = 0; At < Text.size(); At += 1 + At / 100)
    for (unsigned Bit : {0, 3, 7}) {
      std::string Flipped = Text;
      Flipped[At] ^= 1 << Bit;
      expectPrefix(Flipped, S);
    }
}

TEST(TraceTest, OtherFilesAreNoTraces) {
  for (StringRef Text : {"", "\177ELF", "; ModuleID = 'a'"}) {
    EXPECT_FALSE(TraceReader::isTrace(Text));
    auto Trace = read(Text);
    ASSERT_FALSE(static_cast<bool>(Trace));
    EXPECT_EQ(toString(Trace.takeError()),
              "t.trace: not a trace of rafter-opt record");
  }
}

TEST(TraceTest, AnotherVersionIsNamed) {
  std::string Text = Sample(1).write();
  Text[trace::Magic.size()] = 9;
  auto Trace = read(Text);
  ASSERT_FALSE(static_cast<bool>(Trace));
  EXPECT_EQ(toString(Trace.takeError()),
            "t.trace: the trace has format version 9, but version 2 is needed");
}

TEST(TraceTest, RegularLoopsTakeNextToNothing) {
  std::string Text;
  raw_string_ostream OS(Text);
  TraceWriter Writer({Triple("x86_64"), {"a"}, ""}, OS);
  CodeBlock Block;
  Block.Bytes.assign(16, 0);
  Block.Sizes.assign(4, 4);
  Block.Lines.resize(4);
  Writer.define(Block);
  Writer.define(
      BlockVariant{0, 4, {AccessShape{0}, AccessShape{1}, AccessShape{2}}});
  constexpr uint64_t Trips = 1000000;
  for (uint64_t Trip = 0; Trip != Trips; ++Trip)
    Writer.execute(0, 0, {{8 * Trip, 4096 * Trip, 12345}});
  Writer.finish({}, 0, "");
  EXPECT_LT(Text.size(), 1000u);
}
