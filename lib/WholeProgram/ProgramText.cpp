//===- ProgramText.cpp - A program's report as text -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/TextTable.h"
#include "rafter/WholeProgram/ProgramFinding.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace rafter;

/// Rows of the table on the first screen.
static constexpr size_t MostRows = 14;

/// "1.36 billion".
static std::string formatLarge(double V) {
  if (V >= 1e9)
    return formatNumber(V / 1e9, 3) + " billion";
  if (V >= 1e6)
    return formatNumber(V / 1e6, 3) + " million";
  return formatNumber(V, 6);
}

static std::string formatEstimate(const Estimate &E) {
  double Relative = E.Value > 0 ? E.HalfWidth / E.Value : 0;
  return formatLarge(E.Value) + " cycles +- " + formatPercent(Relative);
}

/// "kernel.c:3: loop in sum"; without lines "loop at 0x172ef in
/// libz.so+0x172d0".
static std::string place(const ProgramPart &P) {
  std::string Kind = P.IsLoop ? "loop" : "outside of loops";
  if (P.Source.isValid())
    return llvm::sys::path::filename(P.Source.File).str() + ":" +
           std::to_string(P.Source.Line) + ": " + Kind + " in " + P.Function;
  if (P.IsLoop)
    Kind += " at 0x" + llvm::utohexstr(P.Address, true);
  return Kind + " in " + P.Function;
}

static std::string binding(const ProgramPart &P) {
  if (P.Gains.empty())
    return "no single resource";
  return name(llvm::ArrayRef(P.Gains.front().Removed));
}

void rafter::printText(llvm::raw_ostream &OS, const ProgramFinding &F,
                       bool Details) {
  OS << llvm::join(F.Command, " ") << ": " << F.Outcome << '\n';
  OS << formatLarge(F.Instructions) << " instructions, "
     << formatEstimate(F.Cycles) << " on " << F.CPU << "; " << F.Windows
     << " windows of " << F.WindowInstructions << " instructions\n\n";
  TextTable Table("rrlrlrl");
  Table.add({"share", "cycles", "per", "trips", "bound by", "gain", "where"});
  size_t Rows = 0;
  for (size_t I : F.Ranked) {
    if (!Details && Rows++ == MostRows)
      break;
    const ProgramPart &P = F.Parts[I];
    double Per = P.IsLoop ? double(P.Iterations) : double(P.Instructions);
    Table.add({formatPercent(ratio(P.Cycles.Value, F.Cycles.Value)),
               formatNumber(ratio(P.Cycles.Value, Per), 3),
               P.IsLoop ? "iteration" : "instruction",
               P.IsLoop && P.Entries
                   ? formatNumber(double(P.Iterations) / double(P.Entries), 3)
                   : "-",
               binding(P),
               P.Gains.empty()
                   ? "-"
                   : formatFixed(P.Cycles.Value / P.Gains.front().Cycles) + "x",
               place(P)});
  }
  Table.print(OS, 0);
  for (const std::string &R : F.Remarks)
    OS << "- " << R << '\n';
}
