//===- FindTimetable.cpp - Ports for what was issued ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Micro-operations take their places in program order. One that finds its ports
// taken moves older ones of the same cycle to other ports of theirs (augmenting
// paths of a matching), so that none waits for an unlucky choice, and none for
// a younger one.
//
//===----------------------------------------------------------------------===//

#include "FindTimetable.h"
#include "FixedTime.h"
#include "rafter/Stream/Limit.h"
#include "llvm/ADT/bit.h"
#include <array>
#include <cmath>

using namespace rafter;
using namespace rafter::simulation;

namespace {

/// A cycle on a port, for an executed instruction.
struct Piece {
  uint64_t Units;
  int64_t Ready;
  /// Into the log.
  size_t Entry;
};

class PortCalendar {
public:
  PortCalendar(int64_t First) : First(First) {}

  void place(const Piece &P);
  PortTimetable between(int64_t Begin, unsigned NumCycles, const IssueLog &Log,
                        const InstructionTable &Table) const;

private:
  static constexpr uint32_t Free = ~0u;
  using Row = std::array<uint32_t, 64>;

  bool seat(uint32_t Number, Row &Taken, uint64_t &Visited) const;

  int64_t First;
  std::vector<Piece> Pieces;
  /// Pieces by port, from First on.
  std::vector<Row> Rows;
};

} // namespace

bool PortCalendar::seat(uint32_t Number, Row &Taken, uint64_t &Visited) const {
  for (uint64_t Left = Pieces[Number].Units & ~Visited; Left != 0;
       Left = Pieces[Number].Units & ~Visited) {
    unsigned Port = llvm::countr_zero(Left);
    Visited |= uint64_t(1) << Port;
    if (Taken[Port] == Free || seat(Taken[Port], Taken, Visited)) {
      Taken[Port] = Number;
      return true;
    }
  }
  return false;
}

void PortCalendar::place(const Piece &P) {
  uint32_t Number = Pieces.size();
  Pieces.push_back(P);
  for (size_t At = P.Ready > First ? P.Ready - First : 0;; ++At) {
    while (Rows.size() <= At)
      Rows.emplace_back().fill(Free);
    uint64_t Visited = 0;
    if (seat(Number, Rows[At], Visited))
      return;
  }
}

PortTimetable PortCalendar::between(int64_t Begin, unsigned NumCycles,
                                    const IssueLog &Log,
                                    const InstructionTable &Table) const {
  PortTimetable T;
  T.Cycles = NumCycles;
  std::array<unsigned, 64> Columns;
  Columns.fill(~0u);
  uint64_t Used = 0;
  uint32_t Oldest = ~0u;
  auto ForEach = [&](auto Do) {
    for (unsigned C = 0; C != NumCycles; ++C) {
      size_t At = Begin - First + C;
      for (unsigned Port = 0; At < Rows.size() && Port != 64; ++Port)
        if (Rows[At][Port] != Free)
          Do(C, Port, Pieces[Rows[At][Port]]);
    }
  };
  ForEach([&](unsigned, unsigned, const Piece &P) {
    Used |= P.Units;
    Oldest = std::min(Oldest, Log[P.Entry].Iteration);
  });
  for (unsigned Port = 0; Port != 64; ++Port)
    if ((Used >> Port & 1) != 0) {
      Columns[Port] = T.Ports.size();
      T.Ports.push_back(name(Limit::ports(uint64_t(1) << Port, Table)));
    }
  ForEach([&](unsigned C, unsigned Port, const Piece &P) {
    const IssueLog::Entry &E = Log[P.Entry];
    T.Uses.push_back({C, Columns[Port], E.Instruction, E.Iteration - Oldest});
    T.Late = std::max<int64_t>(T.Late, Begin + C - P.Ready);
  });
  return T;
}

/// So many cycles that iterations begin at the same place in the next ones, if
/// any number that is not too large does it.
static unsigned cyclesToShow(double CyclesPerIteration) {
  constexpr double Least = 8, Most = PortTimetable::MostCycles;
  constexpr double Tolerance = 0.02;
  for (double Sum = CyclesPerIteration; Sum <= Most + Tolerance;
       Sum += CyclesPerIteration)
    if (Sum >= Least - Tolerance && std::abs(Sum - std::round(Sum)) < Tolerance)
      return static_cast<unsigned>(std::round(Sum));
  return static_cast<unsigned>(
      std::clamp(std::ceil(CyclesPerIteration), Least, Most));
}

PortTimetable simulation::findTimetable(const IssueLog &Log,
                                        const InstructionTable &Table,
                                        const PreparedTable &Prepared,
                                        double CyclesPerIteration) {
  if (Log.size() == 0 || !(CyclesPerIteration > 0))
    return {};
  auto Cycle = [](int64_t Units) {
    return static_cast<int64_t>(std::floor(double(Units) / UnitsPerCycle));
  };
  unsigned NumCycles = cyclesToShow(CyclesPerIteration);
  // What is dispatched later is not issued before.
  int64_t End = Cycle(Log[Log.size() - 1].Dispatch), Begin = End - NumCycles;
  int64_t First = Cycle(Log[0].Dispatch);
  if (Begin <= First)
    return {};
  PortCalendar Calendar(First);
  uint32_t Before = ~0u;
  int64_t Start = Begin;
  for (size_t I = 0; I != Log.size(); ++I) {
    const IssueLog::Entry &E = Log[I];
    const StaticInstruction &S = Table.Instructions[E.Instruction];
    // The table begins with an iteration.
    if (E.Iteration != Before && Cycle(E.Rest) <= Begin)
      Start = Cycle(E.Rest);
    Before = E.Iteration;
    for (const PortUse &U : Table.ports(S)) {
      int64_t Ready = Cycle(Prepared.isOfLoad(S, U, Table) ? E.Loads : E.Rest);
      for (unsigned C = 0; C != U.Cycles; ++C)
        Calendar.place({U.Units, Ready, I});
    }
  }
  return Calendar.between(Start > First ? Start : Begin, NumCycles, Log, Table);
}
