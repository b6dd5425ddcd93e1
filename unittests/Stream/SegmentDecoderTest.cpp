//===- SegmentDecoderTest.cpp - From events to operations -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What consumers get for a stream of segment events: operations with their
// addresses, the frames of nested calls, regions, and errors.
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/SegmentDecoder.h"
#include "rafter/Stream/OperationTee.h"
#include "rafter/Stream/WarmUp.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace rafter;
using testing::HasSubstr;

namespace {

/// Writes down what it gets: "begin", "2@10" for static operation 2 in the
/// frame at register 10, "1@0:4096" with its address, "end".
class Log final : public StreamConsumer {
public:
  std::vector<std::string> Lines;
  size_t LargestBatch = 0;

  void setWarmUp(bool On) override { Lines.push_back(On ? "warm" : "count"); }
  void beginRegion() override { Lines.push_back("begin"); }
  void endRegion() override { Lines.push_back("end"); }
  void consume(llvm::ArrayRef<DynamicOperation> Operations) override {
    LargestBatch = std::max(LargestBatch, Operations.size());
    for (const DynamicOperation &D : Operations)
      Lines.push_back(std::to_string(D.Static) + "@" + std::to_string(D.Frame) +
                      (D.Address != 0 ? ":" + std::to_string(D.Address) : ""));
  }
  std::string text() const { return llvm::join(Lines, " "); }
};

/// The same from segments that it gets as a whole.
class WholeLog final : public SegmentConsumer {
public:
  WholeLog(const Program &P, Log &L) : P(P), L(L) {}

  void setWarmUp(bool On) override { L.setWarmUp(On); }
  void beginRegion() override { L.beginRegion(); }
  void endRegion() override { L.endRegion(); }
  void consume(llvm::ArrayRef<DynamicOperation>) override {
    ADD_FAILURE() << "operations";
  }
  void consumeSegments(llvm::ArrayRef<Segment> Segments,
                       llvm::ArrayRef<ExecutedSegment> Executed) override {
    EXPECT_EQ(Segments.data(), P.Segments.data());
    llvm::SmallVector<uint64_t> Scratch;
    for (const ExecutedSegment &E : Executed) {
      auto Visit = [&](uint32_t Number, const uint64_t *Addresses) {
        const Segment &S = Segments[Number];
        const uint64_t *Address = Addresses;
        for (auto [From, To] :
             {std::pair(S.MovesBegin, S.MovesEnd), std::pair(S.Begin, S.End)})
          for (uint32_t I = From; I != To; ++I) {
            bool Takes = isMemory(P.Table.Operations[I].Kind);
            L.consume(DynamicOperation{I, E.Frame, Takes ? *Address++ : 0});
          }
        EXPECT_EQ(Address, Addresses + S.NumAddresses);
      };
      E.forEach(Segments[E.Number].NumAddresses, Scratch, Visit);
    }
  }

private:
  const Program &P;
  Log &L;
};

constexpr uint64_t Begin = SegmentDecoder::RegionBegin;
constexpr uint64_t End = SegmentDecoder::RegionEnd;

/// The segments of the test program by name.
enum : uint64_t {
  MainEntry,
  MainAfter,
  MainReturn,
  LeafWhole,
  RecEntry,
  RecReturn,
  Loop,
  Empty
};

class SegmentDecoderTest : public testing::Test {
protected:
  SegmentDecoderTest() {
    for (OperationKind K : {OperationKind::Move, OperationKind::Load,
                            OperationKind::Add, OperationKind::Store}) {
      StaticOperation O;
      O.Kind = K;
      P.Table.Operations.push_back(O);
    }
    P.Functions = {{"main", 10, 0}, {"leaf", 4, 0}, {"rec", 3, 0}};
    add(0, Segment::Entry, 1, 3);                   // load, add
    add(0, 0, 3, 4);                                // store
    add(0, Segment::Return, 2, 3);                  // add
    add(1, Segment::Entry | Segment::Return, 2, 3); // add
    add(2, Segment::Entry, 1, 2);                   // load
    add(2, Segment::Return, 3, 4);                  // store
    add(0, 0, 1, 4);                                // load, add, store
    P.Segments.back().MovesBegin = 0;
    P.Segments.back().MovesEnd = 1;
    add(0, 0, 0, 0);
  }

  void add(uint32_t Function, uint8_t Flags, uint32_t Begin, uint32_t End) {
    Segment S;
    S.Function = Function;
    S.Flags = Flags;
    S.Begin = Begin;
    S.End = End;
    for (uint32_t I = Begin; I != End; ++I)
      S.NumAddresses += isMemory(P.Table.Operations[I].Kind);
    P.Segments.push_back(S);
  }

  /// What a consumer gets for these events, whether it takes segments or not.
  std::string decoded(llvm::ArrayRef<uint64_t> Words) {
    Log Operations, Segments;
    WholeLog Whole(P, Segments);
    std::string Text = decoded(Words, Operations, Operations);
    EXPECT_EQ(decoded(Words, Whole, Segments), Text);
    return Text;
  }
  std::string decoded(llvm::ArrayRef<uint64_t> Words, StreamConsumer &Consumer,
                      const Log &L) {
    SegmentDecoder D(P, Consumer);
    if (llvm::Error E = D.decode(Words))
      return "error: " + llvm::toString(std::move(E));
    D.finish();
    return L.text();
  }

  Program P;
};

TEST_F(SegmentDecoderTest, OperationsTakeTheirAddressesInOrder) {
  EXPECT_EQ(decoded({Begin, MainEntry, 64, Loop, 72, 80, End}),
            "begin 1@0:64 2@0 0@0 1@0:72 2@0 3@0:80 end");
}

TEST_F(SegmentDecoderTest, SegmentsWithoutOperationsGiveNone) {
  EXPECT_EQ(decoded({Begin, MainEntry, 64, Empty, Empty, End}),
            "begin 1@0:64 2@0 end");
}

/// The frame of a callee starts right behind the caller's.
TEST_F(SegmentDecoderTest, CallsPushAndReturnsPopFrames) {
  EXPECT_EQ(decoded({Begin, MainEntry, 64, LeafWhole, MainAfter, 72, LeafWhole,
                     MainReturn, End}),
            "begin 1@0:64 2@0 2@10 3@0:72 2@10 2@0 end");
}

TEST_F(SegmentDecoderTest, RecursionStacksFrames) {
  EXPECT_EQ(decoded({Begin, MainEntry, 8, RecEntry, 16, RecEntry, 24, RecEntry,
                     32, RecReturn, 40, RecReturn, 48, LeafWhole, RecReturn, 56,
                     MainAfter, 64, End}),
            "begin 1@0:8 2@0 1@10:16 1@13:24 1@16:32 3@16:40 3@13:48 2@13 "
            "3@10:56 3@0:64 end");
}

/// An exception or longjmp leaves activations without their returns: the next
/// event of an outer function tells.
TEST_F(SegmentDecoderTest, UnwindingDropsWhatDidNotReturn) {
  EXPECT_EQ(decoded({Begin, MainEntry, 8, RecEntry, 16, RecEntry, 24, MainAfter,
                     32, LeafWhole, End}),
            "begin 1@0:8 2@0 1@10:16 1@13:24 3@0:32 2@10 end");
}

/// The static walk of a loop has no entry: the first segment activates its
/// function.
TEST_F(SegmentDecoderTest, RegionMayBeginInTheMiddleOfAFunction) {
  EXPECT_EQ(decoded({Begin, Loop, 8, 16, LeafWhole, Loop, 24, 32, End}),
            "begin 0@0 1@0:8 2@0 3@0:16 2@10 0@0 1@0:24 2@0 3@0:32 end");
}

TEST_F(SegmentDecoderTest, EachRegionBeginsWithEmptyFrames) {
  EXPECT_EQ(decoded({Begin, MainEntry, 8, RecEntry, 16, End, Begin, MainEntry,
                     24, End}),
            "begin 1@0:8 2@0 1@10:16 end begin 1@0:24 2@0 end");
  // A region that is entered again while it is open is closed first.
  EXPECT_EQ(decoded({Begin, MainEntry, 8, Begin, MainEntry, 16, End}),
            "begin 1@0:8 2@0 end begin 1@0:16 2@0 end");
  // An end without a beginning changes nothing; the end of the stream closes.
  EXPECT_EQ(decoded({End, Begin, MainEntry, 8}), "begin 1@0:8 2@0 end");
}

TEST_F(SegmentDecoderTest, EventsOutsideOfARegionOpenOne) {
  EXPECT_EQ(decoded({MainEntry, 8}), "begin 1@0:8 2@0 end");
}

TEST_F(SegmentDecoderTest, ReturnOfTheLastFrameLeavesNone) {
  EXPECT_EQ(decoded({Begin, MainEntry, 8, MainReturn, MainEntry, 16, End}),
            "begin 1@0:8 2@0 2@0 1@0:16 2@0 end");
}

TEST_F(SegmentDecoderTest, TheFirstRegionWarmsUp) {
  Log L;
  auto Play = [&](StreamConsumer &Consumer) {
    SegmentDecoder D(P, Consumer);
    llvm::Error E =
        D.decode({Begin, MainEntry, 8, End, Begin, MainEntry, 16, End});
    D.finish();
    return E;
  };
  ASSERT_FALSE(static_cast<bool>(warmUpWithFirstRegion(Play)(L)));
  EXPECT_EQ(L.text(), "warm begin 1@0:8 2@0 end count begin 1@0:16 2@0 end");
}

TEST_F(SegmentDecoderTest, TheOnlyRegionIsPlayedTwice) {
  Log L;
  auto Play = [&](StreamConsumer &Consumer) {
    SegmentDecoder D(P, Consumer);
    llvm::Error E = D.decode({Begin, MainEntry, 8});
    D.finish();
    return E;
  };
  ASSERT_FALSE(static_cast<bool>(warmUpWithFirstRegion(Play)(L)));
  EXPECT_EQ(L.text(), "warm begin 1@0:8 2@0 end count begin 1@0:8 2@0 end");
}

TEST_F(SegmentDecoderTest, AllConsumersSeeTheSame) {
  Log A, B;
  OperationTee Both;
  Both.add(A);
  Both.add(B);
  SegmentDecoder D(P, Both);
  ASSERT_FALSE(static_cast<bool>(D.decode({Begin, MainEntry, 8, End})));
  EXPECT_EQ(A.text(), "begin 1@0:8 2@0 end");
  EXPECT_EQ(A.text(), B.text());
}

/// Words may stop between events, however long the stream: the operations are
/// the same, and no batch grows with it.
TEST_F(SegmentDecoderTest, CutBetweenEventsDoesNotMatter) {
  std::vector<uint64_t> Words = {Begin, MainEntry, 8};
  for (uint64_t I = 0; I != 5000; ++I)
    for (uint64_t Word : {uint64_t(Loop), 64 * I + 64, 64 * I + 72})
      Words.push_back(Word);
  std::string Whole = decoded(Words);
  Log L;
  SegmentDecoder D(P, L);
  llvm::ArrayRef<uint64_t> Rest = Words;
  for (size_t Cut = 0; !Rest.empty(); ++Cut) {
    size_t N = std::min<size_t>(Rest.size(), 3 * (Cut % 7));
    ASSERT_FALSE(static_cast<bool>(D.decode(Rest.take_front(N))));
    Rest = Rest.drop_front(N);
  }
  D.finish();
  EXPECT_EQ(L.text(), Whole);
  EXPECT_LT(L.LargestBatch, 2000u);
}

TEST_F(SegmentDecoderTest, NumberThatIsNoSegmentIsAnError) {
  EXPECT_EQ(decoded({Begin, 8}), "error: malformed stream: there is no segment "
                                 "8");
  EXPECT_EQ(decoded({MainEntry, 8, End - 2}),
            "error: malformed stream: there is no segment "
            "18446744073709551612");
}

/// A loop of two variants of a block: the first one has no copies.
TEST_F(SegmentDecoderTest, LoopGivesTheOperationsOfItsIterations) {
  add(0, 0, 1, 4); // load, add, store
  uint64_t First = P.Segments.size() - 1;
  uint64_t Both = First << 32 | Loop;
  EXPECT_EQ(decoded({Begin, MainEntry, 8, SegmentDecoder::Loop, Both, 3, 64,
                     160, 8, uint64_t(-16), MainAfter, 24, End}),
            decoded({Begin, MainEntry, 8, First, 64, 160, Loop, 72, 144, Loop,
                     80, 128, MainAfter, 24, End}));
  EXPECT_EQ(decoded({SegmentDecoder::Loop, Both, 1, 64, 160, 8, 8}),
            "begin 1@0:64 2@0 3@0:160 end");
  EXPECT_EQ(decoded({SegmentDecoder::Loop, uint64_t(Empty) << 32 | Empty, 9}),
            "begin end");
}

TEST_F(SegmentDecoderTest, LoopThatCannotBeOneIsAnError) {
  uint64_t Word = SegmentDecoder::Loop, Both = uint64_t(Loop) << 32 | Loop;
  std::string Prefix = "error: malformed stream: ";
  EXPECT_EQ(decoded({Word, Both}), Prefix + "the event of a loop is cut short");
  EXPECT_EQ(decoded({Word, Both, 2, 0, 0, 8}),
            Prefix + "the event of a loop is cut short");
  EXPECT_EQ(decoded({Word, Both, 0, 0, 0, 8, 8}),
            Prefix + "segments 6 and 6 are no loop of 0 iterations");
  EXPECT_EQ(decoded({Word, Both, uint64_t(1) << 32, 0, 0, 8, 8}),
            Prefix + "segments 6 and 6 are no loop of 4294967296 iterations");
  EXPECT_EQ(decoded({Word, uint64_t(8) << 32 | Loop, 2, 0, 0, 8, 8}),
            Prefix + "there is no segment 8");
  EXPECT_EQ(decoded({Word, uint64_t(Loop) << 32 | MainAfter, 2, 0, 0, 8, 8}),
            Prefix + "segments 6 and 1 are no loop of 2 iterations");
  EXPECT_EQ(decoded({Word, MainEntry, 2, 0, 8}),
            Prefix + "segments 0 and 0 are no loop of 2 iterations");
}

TEST_F(SegmentDecoderTest, EventCutShortIsAnError) {
  EXPECT_EQ(decoded({Begin, MainEntry}),
            "error: malformed stream: the event of segment 0 is cut short");
  EXPECT_EQ(decoded({Begin, MainEntry, 8, Loop, 16}),
            "error: malformed stream: the event of segment 6 is cut short");
}

TEST_F(SegmentDecoderTest, FramesBeyondAllRegistersAreAnError) {
  P.Functions[2].NumRegisters = 1u << 31;
  EXPECT_THAT(decoded({Begin, MainEntry, 8, RecEntry, 8, RecEntry, 8}),
              HasSubstr("malformed stream: the calls are nested too deeply"));
}

} // namespace
