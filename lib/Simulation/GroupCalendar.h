//===- GroupCalendar.h - Cycles in which ports are taken --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schedulers that issue the oldest of what is ready: an operation takes its
// groups of ports in the first cycle, from when its operands are there, in
// which none of them is full of older ones. To visit instructions in program
// order is enough for that, as a younger one never takes a cycle from an older
// one. So operations that become ready together delay a younger chain beside
// them, which groups that are held from dispatch on do not (Simulator.h).
//
// Each lane has a row for every cycle from dispatch on: the units that are
// taken of each group. All that an operation takes is added to it at once,
// unless some of it goes on in the next cycle. There are more rows as soon as
// all of them are full of what somebody needs: 97 divisions of 12 cycles wait
// for each other for over a thousand. What becomes ready later than the first
// rows would reach takes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_GROUPCALENDAR_H
#define RAFTER_LIB_SIMULATION_GROUPCALENDAR_H

#include "LaneMachine.h"
#include "Lanes.h"
#include "llvm/ADT/ArrayRef.h"
#include <algorithm>
#include <deque>
#include <vector>

namespace rafter::simulation {

template <class Lanes> class GroupCalendar {
public:
  using Time = typename Lanes::Time;
  static constexpr unsigned N = Lanes::NumLanes;
  /// Rows of a lane: few of them stay in the caches.
  static constexpr int32_t FewestRows = 512;
  /// Lanes are rebased by multiples of it.
  static constexpr int32_t MostRows = 4096;

  /// Nothing is taken.
  void clear();
  /// Knows so many groups, and what their uses, which are in NewPorts, cost
  /// anew; of new ones nothing is taken.
  void grow(size_t Groups, llvm::ArrayRef<PreparedPort> NewPorts,
            const int32_t *NewCosts, const ResourceId *NewOwners);

  /// Dispatch has come so far: what was taken before does not matter any more.
  void advance(const Time &Dispatched) {
    alignas(64) int32_t D[N];
    Lanes::store(D, floorCycles(Lanes::value(Dispatched)));
    for (unsigned I = 0; I != N; ++I) {
      for (int32_t C = Now[I]; C < D[I] && C <= Last[I]; ++C)
        std::fill_n(row(I, C), RowGroups, 0);
      Now[I] = D[I];
    }
  }

  /// When something gets all of its ports that is ready at X, which is not
  /// before dispatch.
  Time reserve(Lanes &L, const Time &X, const PreparedPort *Begin,
               const PreparedPort *End);

  /// From here on, what is reserved counts.
  void beginPeriod() { Reserved = false; }
  /// Anything was, at whole cycles: nothing recurs in fractions of one.
  bool hasReserved() const { return Reserved; }

  /// Lanes have been moved back by so many cycles.
  void rebase(const int32_t *Moved) {
    for (unsigned I = 0; I != N; ++I) {
      Now[I] -= Moved[I];
      Last[I] = std::max(Last[I] - Moved[I], Now[I] - 1);
    }
    bool ReachFar = false;
    for (unsigned I = 0; I != N; ++I)
      ReachFar |= isTooLate(I, Last[I]);
    if (NumRows != FewestRows && !ReachFar)
      setRows(FewestRows);
    for (Pattern &P : Patterns)
      P.forget();
  }
  /// The causes of lanes that track.
  template <class Function> void forEachTime(Function F) {
    for (Time &T : Releases)
      F(T);
  }
  /// Visits what is taken in lane I from now on, as long as Visit says so.
  /// False if it did not.
  template <class Function> bool visitTaken(unsigned I, Function Visit) const {
    for (int32_t C = Now[I]; C <= Last[I]; ++C)
      for (size_t G = 0; G != NumGroups; ++G)
        if (!Visit(row(I, C)[G]))
          return false;
    return true;
  }

private:
  using Ints = typename Lanes::Ints;
  static constexpr size_t GroupsOfBlock = 32;
  /// Units of so many groups. (Only for the time of an operation: containers of
  /// it would be the same type for all instruction sets.)
  typedef int16_t Block __attribute__((vector_size(2 * GroupsOfBlock)));
  static_assert(2 * UnitsPerCycle <= INT16_MAX);
  static_assert(OriginCycles % MostRows == 0);

  static Ints floorCycles(const Ints &X) {
    return Lanes::ceilCycles(
        Lanes::subtract(X, Lanes::splat(UnitsPerCycle - 1)));
  }
  size_t slot(int32_t Cycle) const { return Cycle & (NumRows - 1); }
  int16_t *row(unsigned I, int32_t Cycle) {
    return Taken.data() + (I * NumRows + slot(Cycle)) * RowGroups;
  }
  const int16_t *row(unsigned I, int32_t Cycle) const {
    return Taken.data() + (I * NumRows + slot(Cycle)) * RowGroups;
  }
  /// The first cycle of lane I that has no row.
  int32_t end(unsigned I) const { return Now[I] + NumRows; }
  bool isTooLate(unsigned I, int32_t Cycle) const {
    return Cycle >= Now[I] + FewestRows;
  }
  /// Twice the rows; false if there are as many as there may be.
  bool addRows() {
    if (NumRows == MostRows)
      return false;
    setRows(2 * NumRows);
    return true;
  }
  /// Keeps what is taken, which has to fit.
  void setRows(int32_t Rows);
  typedef Block Unaligned __attribute__((aligned(2), may_alias));
  static const Unaligned &block(const int16_t *Of) {
    return *reinterpret_cast<const Unaligned *>(Of);
  }
  [[gnu::always_inline]] static bool any(const Block &B) {
#if defined(__AVX512BW__)
    return _mm512_movepi16_mask((__m512i)B) != 0;
#else
    uint64_t Words[sizeof(Block) / 8], Any = 0;
    __builtin_memcpy(Words, &B, sizeof(B));
    for (uint64_t W : Words)
      Any |= W;
    return Any != 0;
#endif
  }
  /// Whether a row is full of what Uses needs.
  [[gnu::always_inline]] bool isFull(const int16_t *Row,
                                     const int16_t *Uses) const {
    Block Full = {};
    for (size_t G = 0; G != RowGroups; G += GroupsOfBlock)
      Full |=
          (block(Row + G) >= int16_t(UnitsPerCycle)) & (block(Uses + G) > 0);
    return any(Full);
  }

  /// What operations of a kind take.
  struct Pattern {
    /// By lane and group; what is more than a cycle counts as a unit more than
    /// that.
    std::vector<int16_t> Uses;
    /// In each lane, cycles that one search found full, to be left out by the
    /// next ones.
    int32_t FullFrom[N], FullTo[N];

    void forget() {
      std::fill_n(FullFrom, N, 0);
      std::fill_n(FullTo, N, 0);
    }
  };
  int32_t take(unsigned I, int32_t From, Pattern &Kind,
               const PreparedPort *Begin, const PreparedPort *End);
  void takePiecewise(unsigned I, int32_t Cycle, const PreparedPort *Begin,
                     const PreparedPort *End);
  Pattern &patternOf(const PreparedPort *Begin, const PreparedPort *End);
  Time trace(Lanes &L, Time X, const Pattern &Kind, const PreparedPort *Begin,
             const PreparedPort *End);

  /// A row has some that do not exist, so that it is whole blocks.
  size_t NumGroups = 0, RowGroups = 0;
  int32_t NumRows = FewestRows;
  bool Reserved = false;
  const int32_t *Costs = nullptr;
  const ResourceId *Owners = nullptr;
  /// By lane, cycle and group.
  std::vector<int16_t> Taken;
  llvm::ArrayRef<PreparedPort> Ports;
  /// By the first port of an operation: its pattern, once it was asked for. The
  /// last one is of what fills lines, whose ports are elsewhere.
  std::vector<Pattern *> PatternOf;
  std::deque<Pattern> Patterns;
  /// By cycle and group: when what took the group last is done with it.
  std::vector<Time> Releases;
  /// The cycle of dispatch, and the last one in which something is taken.
  alignas(64) int32_t Now[N], Last[N];
};

template <class Lanes>
void GroupCalendar<Lanes>::grow(size_t Groups,
                                llvm::ArrayRef<PreparedPort> NewPorts,
                                const int32_t *NewCosts,
                                const ResourceId *NewOwners) {
  Costs = NewCosts;
  Owners = NewOwners;
  Ports = NewPorts;
  PatternOf.assign(Ports.size() + 1, nullptr);
  Patterns.clear();
  NumGroups = Groups;
  const size_t Before = RowGroups;
  RowGroups = (Groups + GroupsOfBlock - 1) / GroupsOfBlock * GroupsOfBlock;
  if (RowGroups == Before)
    return;
  auto Spread = [&](auto &Values, size_t Rows) {
    std::remove_reference_t<decltype(Values)> Wider(Rows * RowGroups);
    for (size_t R = 0; R != Rows; ++R)
      std::copy_n(Values.begin() + R * Before, Before,
                  Wider.begin() + R * RowGroups);
    Values = std::move(Wider);
  };
  Spread(Taken, N * NumRows);
  if constexpr (Lanes::Tracks)
    Spread(Releases, NumRows);
}

template <class Lanes>
[[gnu::noinline]] void GroupCalendar<Lanes>::setRows(int32_t Rows) {
  auto Copy = [&](auto &Values, unsigned NumLanes) {
    std::remove_reference_t<decltype(Values)> Others(NumLanes * Rows *
                                                     RowGroups);
    for (unsigned I = 0; I != NumLanes; ++I)
      for (int32_t C = Now[I]; C <= Last[I]; ++C)
        std::copy_n(Values.begin() + (I * NumRows + slot(C)) * RowGroups,
                    RowGroups,
                    Others.begin() + (I * Rows + (C & (Rows - 1))) * RowGroups);
    Values = std::move(Others);
  };
  Copy(Taken, N);
  if constexpr (Lanes::Tracks)
    Copy(Releases, 1);
  NumRows = Rows;
}

template <class Lanes> void GroupCalendar<Lanes>::clear() {
  std::fill(Taken.begin(), Taken.end(), 0);
  std::fill(Releases.begin(), Releases.end(), Time());
  for (Pattern &P : Patterns)
    P.forget();
  std::fill_n(Now, N, OriginCycles);
  std::fill_n(Last, N, OriginCycles - 1);
}

template <class Lanes>
typename GroupCalendar<Lanes>::Pattern &
GroupCalendar<Lanes>::patternOf(const PreparedPort *Begin,
                                const PreparedPort *End) {
  const bool IsOfTable = Begin >= Ports.begin() && Begin < Ports.end();
  Pattern *&Known = PatternOf[IsOfTable ? Begin - Ports.begin() : Ports.size()];
  if (LLVM_LIKELY(Known != nullptr))
    return *Known;
  std::vector<int16_t> Uses(N * RowGroups);
  for (const PreparedPort *P = Begin; P != End; ++P)
    for (unsigned I = 0; I != N; ++I)
      Uses[I * RowGroups + P->Group] = static_cast<int16_t>(
          std::min(Costs[P->Cost * N + I], UnitsPerCycle + 1));
  auto Same = std::find_if(Patterns.begin(), Patterns.end(),
                           [&](const Pattern &P) { return P.Uses == Uses; });
  if (Same == Patterns.end()) {
    Same = Patterns.emplace(Patterns.end());
    Same->Uses = std::move(Uses);
    Same->forget();
  }
  return *(Known = &*Same);
}

/// Takes what an operation needs in the first cycle of lane I, not before From,
/// that is not full of any of it; what is more than is left of the cycle it
/// takes of the next ones. Returns the cycle, or where the rows end.
template <class Lanes>
[[gnu::always_inline]] inline int32_t
GroupCalendar<Lanes>::take(unsigned I, int32_t From, Pattern &Kind,
                           const PreparedPort *Begin, const PreparedPort *End) {
  if (isTooLate(I, From))
    return From;
  const int16_t *Uses = Kind.Uses.data() + I * RowGroups;
  const bool IsKnown = Kind.FullFrom[I] <= From && From < Kind.FullTo[I];
  int32_t Cycle = IsKnown ? Kind.FullTo[I] : From;
  for (; LLVM_LIKELY(Cycle < end(I)) || addRows(); ++Cycle) {
    int16_t *Row = row(I, Cycle);
    Block TooMuch = {};
    for (size_t G = 0; G != RowGroups; G += GroupsOfBlock)
      TooMuch |= block(Row + G) + block(Uses + G) > int16_t(UnitsPerCycle);
    if (!any(TooMuch)) {
      for (size_t G = 0; G != RowGroups; G += GroupsOfBlock)
        *reinterpret_cast<Unaligned *>(Row + G) += block(Uses + G);
      Last[I] = std::max(Last[I], Cycle);
      break;
    }
    if (!isFull(Row, Uses)) {
      takePiecewise(I, Cycle, Begin, End);
      break;
    }
  }
  if (!IsKnown)
    Kind.FullFrom[I] = From;
  Kind.FullTo[I] = Cycle;
  return Cycle;
}

template <class Lanes>
[[gnu::noinline]] void
GroupCalendar<Lanes>::takePiecewise(unsigned I, int32_t Cycle,
                                    const PreparedPort *Begin,
                                    const PreparedPort *End) {
  for (const PreparedPort *P = Begin; P != End; ++P) {
    int32_t Left = Costs[P->Cost * N + I];
    for (int32_t C = Cycle; Left > 0 && (C != end(I) || addRows()); ++C) {
      int16_t &Units = row(I, C)[P->Group];
      const int32_t Here = std::min(Left, UnitsPerCycle - Units);
      Units = static_cast<int16_t>(Units + Here);
      Left -= Here;
      Last[I] = std::max(Last[I], C);
    }
  }
}

/// What an operation that is ready at X waits for, if it waits. Notes who will
/// have the groups that it is about to take, and until when.
template <class Lanes>
typename Lanes::Time GroupCalendar<Lanes>::trace(Lanes &L, Time X,
                                                 const Pattern &Kind,
                                                 const PreparedPort *Begin,
                                                 const PreparedPort *End) {
  alignas(64) int32_t First[N];
  Lanes::store(First, floorCycles(Lanes::value(X)));
  int32_t Cycle = First[0];
  if (isTooLate(0, Cycle))
    return X;
  while ((Cycle != end(0) || addRows()) &&
         isFull(row(0, Cycle), Kind.Uses.data()))
    ++Cycle;
  if (Cycle == end(0))
    return X;
  for (const PreparedPort *P = Begin; P != End; ++P)
    if (Cycle != First[0] && row(0, Cycle - 1)[P->Group] == UnitsPerCycle)
      X = L.constrain(X, Releases[slot(Cycle - 1) * RowGroups + P->Group],
                      Reason::Busy);
  for (const PreparedPort *P = Begin; P != End; ++P) {
    int32_t Left = Costs[P->Cost];
    for (int32_t C = Cycle; Left > 0 && (C != end(0) || addRows()); ++C) {
      const int32_t Free = UnitsPerCycle - row(0, C)[P->Group];
      if (Free == 0)
        continue;
      Left -= Free;
      Releases[slot(C) * RowGroups + P->Group] = L.spend(
          X, (C + 1) * UnitsPerCycle - Lanes::value(X), Owners[P->Cost]);
    }
  }
  return X;
}

template <class Lanes>
typename Lanes::Time GroupCalendar<Lanes>::reserve(Lanes &L, const Time &X,
                                                   const PreparedPort *Begin,
                                                   const PreparedPort *End) {
  if (Begin == End)
    return X;
  Reserved = true;
  Pattern &Kind = patternOf(Begin, End);
  alignas(64) int32_t First[N], Free[N];
  Time Begins = X;
  if constexpr (Lanes::Tracks)
    Begins = trace(L, X, Kind, Begin, End);
  Lanes::store(First, floorCycles(Lanes::value(X)));
  for (unsigned I = 0; I != N; ++I) {
    const int32_t Cycle = take(I, First[I], Kind, Begin, End);
    Free[I] = Cycle > First[I] ? Cycle * UnitsPerCycle : Floor;
  }
  if constexpr (!Lanes::Tracks)
    Begins = L.constrain(X, L.at(Lanes::load(Free)), Reason::Busy);
  return Begins;
}

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_GROUPCALENDAR_H
