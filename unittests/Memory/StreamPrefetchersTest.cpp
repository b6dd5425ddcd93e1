//===- StreamPrefetchersTest.cpp - What is asked for, and when ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Memory/StreamPrefetchers.h"
#include "gtest/gtest.h"
#include <set>

using namespace rafter;

namespace {

Processor prefetching(unsigned Distance, bool NextLine = true) {
  Processor P;
  P.NextLinePrefetch = NextLine;
  P.StridePrefetchDistance = Distance;
  return P;
}

/// Lines that the streamer fetches because of the requests.
class Streamer {
public:
  explicit Streamer(unsigned Distance) : Prefetchers(prefetching(Distance)) {}
  std::vector<uint64_t> request(uint64_t Line) {
    std::vector<uint64_t> Lines;
    Prefetchers.request(Line, [&](uint64_t L) {
      if (!Held.insert(L).second)
        return false;
      Lines.push_back(L);
      return true;
    });
    Held.insert(Line);
    return Lines;
  }

private:
  StreamPrefetchers Prefetchers;
  std::set<uint64_t> Held;
};

using Lines = std::vector<uint64_t>;
constexpr uint64_t None = StreamPrefetchers::None;

TEST(StreamPrefetchers, TheStreamerFetchesTwoLinesForEachRequest) {
  Streamer S(20);

  EXPECT_EQ(S.request(640), Lines());
  EXPECT_EQ(S.request(641), Lines());
  EXPECT_EQ(S.request(642), (Lines{643, 644}));
  EXPECT_EQ(S.request(643), (Lines{645, 646}));
}

TEST(StreamPrefetchers, TheStreamerGoesDownAsWell) {
  Streamer S(20);
  EXPECT_EQ(S.request(690), Lines());
  EXPECT_EQ(S.request(689), Lines());
  EXPECT_EQ(S.request(688), (Lines{687, 686}));
  // A step up is no stream yet, and ends the other one.
  EXPECT_EQ(S.request(689), Lines());
  EXPECT_EQ(S.request(688), Lines());
}

TEST(StreamPrefetchers, RequestsThatAreFarApartAreNoStream) {
  for (uint64_t Gap : {1, 2, 3, 4, 5, 8, 16})
    for (bool Down : {false, true}) {
      Streamer S(20);
      size_t Fetched = 0;
      for (uint64_t Step = 0; Step != 4; ++Step)
        Fetched += S.request(Down ? 703 - Step * Gap : 640 + Step * Gap).size();
      EXPECT_EQ(Fetched != 0, Gap <= 4) << Gap;
    }
  // What was asked for ahead belongs to the stream, however far it is.
  Streamer S(20);
  for (uint64_t Line = 640; Line != 648; ++Line)
    S.request(Line);
  EXPECT_EQ(S.request(653), (Lines{655, 656}));
}

TEST(StreamPrefetchers, TheStreamerRunsAheadAsFarAsItsDistance) {
  Streamer S(3);
  S.request(640);
  S.request(641);
  EXPECT_EQ(S.request(642), (Lines{643, 644}));
  EXPECT_EQ(S.request(643), (Lines{645, 646}));
  EXPECT_EQ(S.request(644), (Lines{647}));
  EXPECT_EQ(S.request(645), (Lines{648}));
}

TEST(StreamPrefetchers, AStreamGoesOnInTheNextPage) {
  Streamer S(20);
  // A page of 4 KiB has 64 lines: 640 to 703.
  for (uint64_t L = 640; L != 702; ++L)
    for (uint64_t Ahead : S.request(L))
      EXPECT_LT(Ahead, 704u) << L;
  EXPECT_EQ(S.request(702), (Lines{704}));
  S.request(703);
  S.request(704);
  EXPECT_EQ(S.request(705), (Lines{706, 707}));
}

TEST(StreamPrefetchers, StreamsOfThirtyTwoPagesAreFollowedAtOnce) {
  for (unsigned Pages : {32, 33}) {
    Streamer S(4);
    size_t Fetched = 0;
    for (uint64_t Step = 0; Step != 8; ++Step)
      for (uint64_t P = 0; P != Pages; ++P)
        Fetched += S.request(P * 128 + Step).size();
    if (Pages == 32)
      EXPECT_GT(Fetched, 200u);
    else
      EXPECT_EQ(Fetched, 0u);
  }
}

TEST(StreamPrefetchers, TheNextLineIsFetchedForAscendingAccessesOnly) {
  StreamPrefetchers P(prefetching(0));
  EXPECT_EQ(P.touch(640), None);
  EXPECT_EQ(P.touch(641), None);
  EXPECT_EQ(P.touch(642), 643u);
  EXPECT_EQ(P.touch(700), None);
  EXPECT_EQ(P.touch(699), None);
  P.touch(701);
  EXPECT_EQ(P.touch(702), 703u);
  // The line behind the page stays.
  EXPECT_EQ(P.touch(703), None);
  StreamPrefetchers Off(prefetching(20, false));
  Off.touch(640);
  Off.touch(641);
  EXPECT_EQ(Off.touch(642), None);
}

TEST(StreamPrefetchers, AStrideIsTrustedWhenItWasSeenThreeTimes) {
  StreamPrefetchers P(prefetching(20));
  EXPECT_EQ(P.load(0, 0x10000), None);
  EXPECT_EQ(P.load(0, 0x10080), None);
  EXPECT_EQ(P.load(0, 0x10100), None);
  EXPECT_EQ(P.load(0, 0x10180), 0x10200u / 64);
  EXPECT_EQ(P.load(0, 0x10190), None);
  // Another instruction has a stride of its own.
  EXPECT_EQ(P.load(3, 0x10200), None);
  // The next address lies on the same line.
  for (uint64_t I = 0; I != 7; ++I)
    EXPECT_EQ(P.load(5, 0x20000 + I * 8), None);
  EXPECT_EQ(P.load(5, 0x20038), 0x20040u / 64);
}

TEST(StreamPrefetchers, AStrideIsRememberedOverOneJump) {
  StreamPrefetchers P(prefetching(20));
  for (uint64_t I = 0; I != 4; ++I)
    P.load(0, 0x10000 + 128 * I);
  EXPECT_EQ(P.load(0, 0x20000), None);
  EXPECT_EQ(P.load(0, 0x20080), 0x20100u / 64);
  EXPECT_EQ(P.load(0, 0x30000), None);
  EXPECT_EQ(P.load(0, 0x40000), None);
  EXPECT_EQ(P.load(0, 0x40080), None);
}

TEST(StreamPrefetchers, StridesGoAsFarAsTheCPUSays) {
  auto asked = [](unsigned Reach, unsigned Ahead, uint64_t Step) {
    Processor CPU = prefetching(20);
    CPU.StrideReach = Reach;
    CPU.StridesAhead = Ahead;
    StreamPrefetchers P(CPU);
    uint64_t Address = 0x10000, Asked = None;
    for (unsigned I = 0; I != 4; ++I)
      Asked = P.load(0, Address + I * Step);
    return Asked == None ? 0 : (Asked * 64 - Address) / Step;
  };
  EXPECT_EQ(asked(2048, 1, 512), 4u);
  EXPECT_EQ(asked(2048, 2, 512), 5u);
  EXPECT_EQ(asked(1024, 1, 2048), 0u);
  // The next page.
  EXPECT_EQ(asked(2048, 1, 1024), 0u);
  EXPECT_EQ(asked(4096, 1, 1024), 4u);
  EXPECT_EQ(asked(8192, 2, 8192), 5u);
}

TEST(StreamPrefetchers, NothingIsAskedForWithoutPrefetchers) {
  StreamPrefetchers P(prefetching(0, false));
  EXPECT_FALSE(P.enabled());
  for (uint64_t I = 0; I != 10; ++I) {
    EXPECT_EQ(P.load(0, I * 64), None);
    EXPECT_EQ(P.touch(I), None);
    P.request(I, [](uint64_t) {
      ADD_FAILURE();
      return true;
    });
  }
}

} // namespace
