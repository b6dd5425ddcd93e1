//===- TimetableReport.cpp - Ports by cycle in reports --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineParts.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/ReportTable.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace rafter;
using llvm::utostr;

/// Positions in the listing by index of the static instruction.
static std::map<uint32_t, size_t> positionsOf(const Causality &C) {
  std::map<uint32_t, size_t> Positions;
  for (size_t I = 0; I != C.Instructions.size(); ++I)
    Positions.try_emplace(C.Instructions[I].Instruction, I);
  return Positions;
}

/// Cycles by ports; the cells have the numbers of the listing.
static ReportTable timetable(const Causality &C, size_t Region,
                             llvm::StringRef Alignment) {
  const PortTimetable &T = C.Timetable;
  std::map<uint32_t, size_t> Positions = positionsOf(C);
  std::vector<std::string> Head = {"cycle"};
  Head.insert(Head.end(), T.Ports.begin(), T.Ports.end());
  ReportTable Table("Ports by cycle", /*Open=*/false, Alignment, Head);
  std::vector<unsigned> Taken(T.Ports.size());
  std::vector<std::vector<TableCell>> Rows;
  for (unsigned Cycle = 0; Cycle != T.Cycles; ++Cycle) {
    Rows.push_back({TableCell(utostr(Cycle))});
    Rows.back().resize(1 + T.Ports.size(), TableCell("-", ""));
  }
  for (const PortTimetable::Use &U : T.Uses) {
    ++Taken[U.Port];
    size_t Position = Positions[U.Instruction];
    std::string Number = utostr(Position + 1);
    std::string Ahead = U.Iteration == 0 ? "" : "+" + utostr(U.Iteration);
    Rows[U.Cycle][1 + U.Port] = {
        Number + Ahead,
        "<a href=\"#" + instructionId(Region, Position) + "\" title=\"" +
            escapeMarkup(onOneLine(C.Instructions[Position].Text)) + "\">" +
            Number + "</a>" + Ahead};
  }
  for (std::vector<TableCell> &Row : Rows)
    Table.add(std::move(Row));
  std::vector<TableCell> Last = {"taken"};
  for (unsigned Count : Taken)
    Last.push_back(formatPercent(double(Count) / T.Cycles));
  Table.add(std::move(Last));
  return Table;
}

static std::string caption(const PortTimetable &T) {
  std::string Text = "the instruction (no.) that each port begins in " +
                     utostr(T.Cycles) +
                     " cycles of the steady state; +n: of n iterations later";
  if (T.Late != 0)
    Text += "; up to " + utostr(T.Late) + " cycles after its predicted issue";
  return Text;
}

void rafter::printTimetable(const Causality &C, llvm::raw_ostream &OS) {
  const PortTimetable &T = C.Timetable;
  if (T.Ports.empty())
    return;
  timetable(C, /*Region=*/0, std::string(1 + T.Ports.size(), 'r'))
      .printText(OS, "    ports by cycle: " + caption(T) + "\n");
}

void rafter::printTimetable(JSONWriter &W, const Causality &C) {
  const PortTimetable &T = C.Timetable;
  std::map<uint32_t, size_t> Positions = positionsOf(C);
  W.object("timetable", [&] {
    W.count("cycles", T.Cycles);
    W.count("late", T.Late);
    W.array("ports", [&] {
      for (const std::string &Port : T.Ports)
        W.textElement(Port);
    });
    W.array("uses", [&] {
      for (const PortTimetable::Use &U : T.Uses)
        W.object([&] {
          W.count("cycle", U.Cycle);
          W.text("port", T.Ports[U.Port]);
          W.index("instruction", Positions[U.Instruction]);
          W.count("iteration", U.Iteration);
        });
    });
  });
}

void rafter::printHTMLTimetable(const Causality &C, size_t Number,
                                llvm::raw_ostream &OS) {
  const PortTimetable &T = C.Timetable;
  if (T.Ports.empty())
    return;
  timetable(C, Number, std::string(1 + T.Ports.size(), 'r')).printHTML(OS);
}
