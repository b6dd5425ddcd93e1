//===- StreamPrefetchers.h - What a core's prefetchers ask for -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The data prefetchers of L1 and L2 as Intel documents them (Optimization
// Reference Manual 248966, "Data Prefetching" of Sandy Bridge and "next-page
// prefetcher" of Ivy Bridge). AMD and Arm describe the same kinds (a stream and
// a stride prefetcher at L1, a stream prefetcher at L2) with less detail.
//
//   L1 next line   ascending accesses to recently loaded data fetch the next
//                  line to L1
//   L1 stride      each load with a regular stride of up to 2 KiB, or as the
//                  CPU file says, fetches the line of the next address to L1
//   L2 streamer    follows ascending and descending requests from L1 in up to
//                  32 pages of 4 KiB, fetches up to two lines for each request
//                  to L2 and runs so many lines ahead as the CPU file says;
//                  near the end of a page it goes on with the next one
//
// How many accesses establish a stream, and how far apart they may be, is not
// documented: three of the same direction, or of the same stride, and requests
// four lines apart. Measured on a Zen 5 (docs/resource-simulation.md): runs of
// three lines fill L2 with lines that nobody uses, runs of two do not; and a
// chain of loads through L3 that goes up its pages in steps of 1 to 3 lines
// takes 0.4 times as long as in another order, of 2 to 4 0.6, of 3 to 5 0.7, of
// 4 to 8 0.9, of 6 to 12 as long.
//
// The generalized roofline's scheduler and the resource simulation both ask
// these, each with its own notion of time.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_MEMORY_STREAMPREFETCHERS_H
#define RAFTER_MEMORY_STREAMPREFETCHERS_H

#include "rafter/Uarch/Processor.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <cstdint>
#include <vector>

namespace rafter {

class StreamPrefetchers {
public:
  /// No line.
  static constexpr uint64_t None = ~uint64_t(0);

  explicit StreamPrefetchers(const Processor &CPU);

  bool enabled() const { return NextLine || Distance != 0; }

  /// Tells of a load by memory operand Operand (a dense number). Returns the
  /// line that the stride prefetcher wants in L1, or None.
  uint64_t load(uint32_t Operand, uint64_t Address) {
    if (Distance == 0)
      return None;
    if (Operand >= Strides.size())
      Strides.resize(Operand + 1);
    Stride &S = Strides[Operand];
    int64_t Step = static_cast<int64_t>(Address - S.Address);
    S.Address = Address;
    if (Step != S.Step) {
      // One jump does not end what is trusted: the next row of a matrix.
      if (S.Repeats >= Trust) {
        S.Repeats = Trust - 1;
        return None;
      }
      S.Step = Step;
      S.Repeats = 0;
      return None;
    }
    if (Step == 0 || ++S.Repeats < Trust)
      return None;
    uint64_t Next = (Address + Step * StridesAhead) >> LineShift;
    if (Next == Address >> LineShift)
      return None;
    return follow(Address, Step);
  }

  /// What an access to one line is to the prefetchers.
  struct Touch {
    uint64_t Line;
    bool IsStore;
    /// The line was not in L1.
    bool Missed;
    /// It was not in L1, or nothing had touched it since it was prefetched.
    bool IsFirst;
  };
  /// Tells of a line of an access; Ahead is what load() wanted. ToL1(Line) and
  /// ToL2(Line) bring a line to that level, and say whether it had to be
  /// fetched.
  template <typename BringToL1, typename BringToL2>
  void observe(const Touch &T, uint64_t Ahead, BringToL1 ToL1, BringToL2 ToL2) {
    auto bring = [&](uint64_t Line) {
      if (Line != None && ToL1(Line))
        request(Line, ToL2);
    };
    if (T.Missed)
      request(T.Line, ToL2);
    if (T.IsFirst && !T.IsStore)
      bring(touch(T.Line));
    bring(Ahead);
  }

  /// Tells that a load is the first to touch a line that was not in L1 or had
  /// been prefetched. Returns the line that the next-line prefetcher wants in
  /// L1, or None.
  uint64_t touch(uint64_t Line);

  /// Tells of a request from L1 to L2. Fetch is called for each line that the
  /// streamer would like in L2 and says whether it had to be fetched.
  void request(uint64_t Line, llvm::function_ref<bool(uint64_t Line)> Fetch);

  /// Visits what loads that hit change: the strides.
  template <class Function> void visitStrides(Function Visit) const {
    for (const Stride &S : Strides) {
      Visit(S.Address);
      Visit(static_cast<uint64_t>(S.Step));
      Visit(S.Repeats);
    }
  }

private:
  struct Stride {
    uint64_t Address = 0;
    int64_t Step = 0;
    uint32_t Repeats = 0;
  };
  /// A stream of requests within one page.
  struct Stream {
    uint64_t Page = None;
    uint64_t Last = 0;
    /// The last line asked for ahead.
    uint64_t Ahead = 0;
    /// +1, -1; 0: not known yet.
    int Direction = 0;
    /// Steps in that direction.
    unsigned Steps = 0;
    uint64_t Used = 0;
  };
  /// Steps of the same direction or size until one is believed.
  static constexpr unsigned Trust = 2;
  static constexpr unsigned PageShift = 12;
  static constexpr unsigned NumStreams = 32;
  static constexpr unsigned FetchesPerRequest = 2;
  /// Lines from one request of a stream to the next one.
  static constexpr uint64_t GreatestGap = 4;

  uint64_t follow(uint64_t Address, int64_t Step) const;
  Stream &streamOf(uint64_t Page, bool &Known);
  void advance(Stream &S, llvm::function_ref<bool(uint64_t Line)> Fetch);

  bool NextLine;
  unsigned Distance;
  int64_t StrideReach, StridesAhead;
  unsigned LineShift;
  /// Binary logarithm of the lines of a page.
  unsigned PageLinesShift;
  std::vector<Stride> Strides;
  /// The last lines touched, for the next-line prefetcher.
  std::array<uint64_t, NumStreams> Touched;
  unsigned NextTouched = 0;
  std::array<Stream, NumStreams> Streams;
  /// By a hash of the page, where a stream was last found.
  std::array<uint8_t, 16> Hints = {};
  uint64_t Clock = 0;
};

} // namespace rafter

#endif // RAFTER_MEMORY_STREAMPREFETCHERS_H
