//===- ProgramText.cpp - A program's report as text -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/SourceText.h"
#include "rafter/Report/TextTable.h"
#include "rafter/WholeProgram/ProgramFinding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <map>
#include <numeric>

using namespace rafter;

/// Rows of the table on the first screen.
static constexpr size_t MostRows = 12;
/// Those whose next step stands below it, and what of the whole it has to save
/// at least.
static constexpr size_t MostAdvised = 3;
static constexpr double LeastSaved = 0.01;
/// Of what a library takes, the share of a caller that is named.
static constexpr double LeastOfCaller = 0.2;
/// Threads that have a row on it, those with most of the cycles.
static constexpr size_t MostThreads = 3;
/// Processes whose tables are shown, and their least share of the cycles.
static constexpr size_t MostShown = 5;
static constexpr double LeastShown = 0.05;
/// Functions with less of the cycles in them and what they call are not listed.
static constexpr double LeastInclusive = 0.05;

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

/// Outside: what is said in front of a function.
static std::string placeOf(const ProgramPart &P, llvm::StringRef Outside) {
  std::string Kind = P.IsLoop ? "loop in " : Outside.str();
  if (P.Source.isValid())
    return llvm::sys::path::filename(P.Source.File).str() + ":" +
           std::to_string(P.Source.Line) + ": " + Kind +
           shortenName(P.Function);
  if (P.IsLoop)
    Kind = "loop at 0x" + llvm::utohexstr(P.Address, true) + " in ";
  return Kind + shortenName(P.Function);
}

std::string rafter::placeOf(const ProgramPart &P) {
  return ::placeOf(P, "outside of loops in ");
}

/// What shares are of.
static double whole(const ProgramFinding &F) {
  return F.CyclesOfAll.value_or(F.Cycles.Value);
}

/// The instruction that owes most to a step.
static std::string blame(const ProgramPart &P, const ProgramPart::Step &S) {
  if (S.Instruction.empty())
    return "";
  std::string At = S.Source.isValid()
                       ? llvm::sys::path::filename(S.Source.File).str() + ":" +
                             std::to_string(S.Source.Line)
                       : (P.File.empty() ? "0x" : P.File + "+0x") +
                             llvm::utohexstr(S.Address, true);
  return " (" + S.Instruction + " at " + At + ")";
}

/// Who calls a library, if one part of the program is behind much of it.
static std::string callerOf(const ProgramFinding &F, const ProgramPart &P) {
  if (P.Caller == ProgramPart::None || P.CallerShare < LeastOfCaller)
    return "";
  return placeOf(F.Parts[P.Caller], "");
}

/// Whether hardly anybody changes this code.
static bool isOfSystem(const ProgramPart &P) {
  return llvm::any_of(
      std::initializer_list<llvm::StringRef>{"libc.so", "libm.so", "libstdc++",
                                             "libgcc_s", "ld-linux"},
      [&](llvm::StringRef Name) {
        return llvm::StringRef(P.File).starts_with(Name);
      });
}

/// The places of Parts, with addresses where several have the same: copies of a
/// function that were inlined, a vector body and what is behind it; and their
/// callers.
static std::vector<std::string> placesOf(const ProgramFinding &F,
                                         llvm::ArrayRef<size_t> Parts) {
  std::vector<std::string> Places;
  std::map<std::string, size_t> Count;
  for (size_t I : Parts)
    ++Count[Places.emplace_back(placeOf(F.Parts[I]))];
  for (auto [I, Place] : llvm::zip(Parts, Places))
    if (Count[Place] > 1 && F.Parts[I].Source.isValid())
      Place += " at 0x" + llvm::utohexstr(F.Parts[I].Address, true);
  for (auto [I, Place] : llvm::zip(Parts, Places)) {
    const ProgramPart &P = F.Parts[I];
    std::string Caller = callerOf(F, P);
    if (Caller.empty())
      continue;
    Place += ", called by " + Caller;
    if (P.CallerShare < 0.995)
      Place += " (" + formatPercent(P.CallerShare) + ")";
  }
  return Places;
}

static std::vector<std::string> rowOf(const ProgramFinding &F, size_t Number,
                                      const ProgramPart &P, std::string Place) {
  double Per = P.IsLoop ? double(P.Iterations) : double(P.Instructions);
  std::string Limits = "-", Gain = "-";
  if (!P.Steps.empty()) {
    Limits = name(llvm::ArrayRef(P.Steps.front().Limits));
    Gain = formatFixed(ratio(P.Cycles.Value, P.Steps.front().Cycles)) + "x";
  }
  std::vector<std::string> Row = {
      std::to_string(Number),
      formatPercent(ratio(P.Cycles.Value, whole(F))),
      formatNumber(ratio(P.Cycles.Value, Per), 3),
      P.IsLoop ? "iteration" : "instruction",
      P.IsLoop && P.Entries
          ? formatNumber(double(P.Iterations) / double(P.Entries), 3)
          : "-",
      Limits,
      Gain,
      std::move(Place)};
  if (F.Measured)
    Row.insert(Row.begin() + 1, formatPercent(P.Measured));
  return Row;
}

/// Everything about one part.
static void printPart(llvm::raw_ostream &OS, const ProgramPart &P,
                      llvm::StringRef Place) {
  OS << Place << ": " << formatEstimate(P.Cycles) << ", with the loops in it "
     << formatLarge(P.NestCycles) << ", with what it calls "
     << formatLarge(P.InclusiveCycles) << "; seen in " << P.Windows
     << " windows\n";
  for (const ProgramPart::Step &S : P.Steps)
    OS << "    without " << name(llvm::ArrayRef(S.Limits)) << ": "
       << formatLarge(S.Cycles) << " cycles left" << blame(P, S) << "; "
       << S.Advice << '\n';
  for (const ProgramPart::Gain &G : P.Gains)
    OS << "    " << name(G.Removed)
       << " alone: " << formatFixed(ratio(P.Cycles.Value, G.Cycles)) << "x\n";
  if (P.Flops != 0)
    OS << "    " << formatNumber(ratio(double(P.Flops), P.Cycles.Value), 3)
       << " flops per cycle, "
       << formatNumber(ratio(double(P.Flops), double(P.Bytes)), 3)
       << " for each byte loaded or stored\n";
}

/// Functions by what passes in them and in all that they call.
static void printFunctions(llvm::raw_ostream &OS, const ProgramFinding &F) {
  std::vector<const ProgramPart *> Functions;
  for (const ProgramPart &P : F.Parts)
    if (!P.IsLoop && P.InclusiveCycles >= LeastInclusive * F.Cycles.Value)
      Functions.push_back(&P);
  llvm::stable_sort(Functions, [](const ProgramPart *A, const ProgramPart *B) {
    return A->InclusiveCycles > B->InclusiveCycles;
  });
  TextTable Table("rrl");
  Table.add({"with calls", "itself", "function"});
  for (const ProgramPart *P : Functions)
    Table.add({formatPercent(ratio(P->InclusiveCycles, F.Cycles.Value)),
               formatPercent(ratio(P->NestCycles, F.Cycles.Value)),
               P->Function});
  OS << '\n';
  Table.print(OS, 0);
}

static void printPhases(llvm::raw_ostream &OS, const ProgramFinding &F) {
  TextTable Table("lrl");
  Table.add({"phase", "cycles per instruction", "most of it"});
  for (auto [Number, P] : llvm::enumerate(F.Phases)) {
    std::string Most;
    for (auto [Part, Share] : P.Parts)
      Most += (Most.empty() ? "" : ", ") + formatPercent(Share) + " " +
              placeOf(F.Parts[Part]);
    Table.add(
        {std::to_string(Number + 1) + " of " + std::to_string(F.Phases.size()),
         formatNumber(P.CyclesPerInstruction, 3), Most});
  }
  OS << '\n';
  Table.print(OS, 0);
}

static void printDetails(llvm::raw_ostream &OS, const ProgramFinding &F) {
  for (auto [I, Place] : llvm::zip(F.Ranked, placesOf(F, F.Ranked)))
    printPart(OS, F.Parts[I], Place);
  printFunctions(OS, F);
  printPhases(OS, F);
  if (!F.Remarks.empty())
    OS << '\n';
}

/// The share of each of several threads, and what it does. Without Details of
/// the largest, with a row for all others.
static void printThreads(llvm::raw_ostream &OS, const ProgramFinding &F,
                         bool Details) {
  std::vector<size_t> Order(F.EachThread.size());
  std::iota(Order.begin(), Order.end(), 0);
  if (!Details)
    llvm::stable_sort(Order, [&](size_t A, size_t B) {
      return F.EachThread[A].Cycles.Value > F.EachThread[B].Cycles.Value;
    });
  size_t Shown = Details ? Order.size() : std::min(Order.size(), MostThreads);
  TextTable Table("rrrl");
  Table.add({"thread", "share", "cycles", "most of it"});
  auto shareOf = [&](double Cycles) {
    return formatPercent(ratio(Cycles, whole(F)));
  };
  for (size_t I : llvm::ArrayRef(Order).take_front(Shown)) {
    const ProgramThread &T = F.EachThread[I];
    std::string Most;
    for (auto [Part, Share] :
         llvm::ArrayRef(T.Parts).take_front(Details ? T.Parts.size() : 1))
      Most += (Most.empty() ? "" : ", ") + formatPercent(Share) + " " +
              placeOf(F.Parts[Part]);
    Table.add({std::to_string(I + 1), shareOf(T.Cycles.Value),
               formatLarge(T.Cycles.Value), Most});
  }
  double Rest = 0;
  for (size_t I : llvm::ArrayRef(Order).drop_front(Shown))
    Rest += F.EachThread[I].Cycles.Value;
  if (Shown != Order.size())
    Table.add({"", shareOf(Rest), formatLarge(Rest),
               std::to_string(Order.size() - Shown) + " others"});
  Table.print(OS, 0);
  OS << '\n';
}

/// The next step of those rows that have most to save, in their order.
static void printAdvice(llvm::raw_ostream &OS, const ProgramFinding &F,
                        llvm::ArrayRef<size_t> Rows) {
  auto saved = [&](size_t Row) {
    const ProgramPart &P = F.Parts[Rows[Row]];
    double Share = F.Measured ? P.Measured : ratio(P.Cycles.Value, whole(F));
    return P.Steps.empty()
               ? 0
               : Share * (1 - ratio(P.Steps.front().Cycles, P.Cycles.Value));
  };
  std::vector<size_t> Order(Rows.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::stable_sort(Order,
                    [&](size_t A, size_t B) { return saved(A) > saved(B); });
  Order.resize(std::min(Order.size(), MostAdvised));
  llvm::sort(Order);
  for (size_t Row : Order) {
    const ProgramPart &P = F.Parts[Rows[Row]];
    if (saved(Row) < LeastSaved)
      continue;
    const ProgramPart::Step &First = P.Steps.front();
    OS << Row + 1 << ": ";
    if (std::string Caller = callerOf(F, P); !Caller.empty() && isOfSystem(P))
      OS << "call it less often, or with less to do, from " << Caller
         << ": the code of " << P.File << " is bound by "
         << describe(First.Limits) << '\n';
    else
      OS << First.Advice << blame(P, First) << '\n';
  }
}

void rafter::printText(llvm::raw_ostream &OS, const ProgramFinding &F,
                       bool Details) {
  OS << llvm::join(F.Command, " ") << ": " << F.Outcome << '\n';
  OS << formatLarge(F.Instructions) << " instructions";
  if (F.Threads > 1)
    OS << " in " << F.Threads << " threads";
  OS << ", " << formatEstimate(F.Cycles) << " on " << F.CPU << "; ";
  if (F.Windows == 0 && F.WindowsKept == 0)
    OS << "all of them simulated\n\n";
  else
    OS << F.Windows << " windows of " << F.WindowInstructions
       << " instructions\n\n";
  for (const std::string &M : F.Missing)
    OS << "- " << M << '\n';
  if (!F.Missing.empty())
    OS << '\n';
  std::vector<std::string> Head = {"",      "share",    "cycles", "per",
                                   "trips", "bound by", "gain",   "where"};
  if (F.Measured)
    Head.insert(Head.begin() + 1,
                F.Measured->Functions ? "profile" : "measured");
  TextTable Table(F.Measured ? "rrrrlrlrl" : "rrrlrlrl");
  Table.add(Head);
  llvm::ArrayRef<size_t> Ranked = F.Ranked;
  // The table of threads takes some of the screen's lines.
  size_t Taken = F.EachThread.empty()
                     ? 0
                     : std::min(F.EachThread.size(), MostThreads + 1) + 2;
  if (!Details)
    Ranked = Ranked.take_front(MostRows - Taken);
  double Rest = F.Cycles.Value, MeasuredRest = 1;
  size_t Number = 0;
  for (auto [I, Place] : llvm::zip(Ranked, placesOf(F, Ranked))) {
    Table.add(rowOf(F, ++Number, F.Parts[I], Place));
    Rest -= F.Parts[I].Cycles.Value;
    MeasuredRest -= F.Parts[I].Measured;
  }
  std::vector<std::string> Others = {
      "",          formatPercent(ratio(Rest, whole(F))), "", "", "", "", "",
      "all others"};
  if (F.Measured)
    Others.insert(Others.begin() + 1, formatPercent(MeasuredRest));
  Table.add(Others);
  Table.print(OS, 0);
  OS << '\n';
  if (!F.EachThread.empty())
    printThreads(OS, F, Details);
  if (Details)
    printDetails(OS, F);
  else
    printAdvice(OS, F, Ranked);
  if (F.Measured && F.Measured->Functions)
    OS << "- profile: counts of " << F.Measured->Functions << " functions in "
       << F.Measured->Profile << ", times the cycles predicted for each; "
       << formatPercent(F.Measured->Elsewhere)
       << " of that is of functions that were not executed here\n";
  else if (F.Measured)
    OS << "- measured: shares of " << F.Measured->Samples << " samples in "
       << F.Measured->Profile << "; " << formatPercent(F.Measured->Elsewhere)
       << " of those in user mode are in code that was not executed here, "
       << formatPercent(F.Measured->Kernel) << " of all are in the kernel\n";
  for (const std::string &R : F.Remarks)
    OS << "- " << R << '\n';
}

void rafter::printText(llvm::raw_ostream &OS, const ProcessesFinding &F,
                       bool Details) {
  OS << F.Count << " processes: " << formatLarge(F.Instructions)
     << " instructions, " << formatEstimate(F.Cycles) << " on " << F.CPU
     << "\n\n";
  TextTable Table("rrrl");
  Table.add({"share", "cycles", "instructions", "process"});
  auto add = [&](double Cycles, uint64_t Instructions, std::string Name) {
    Table.add({formatPercent(ratio(Cycles, F.Cycles.Value)),
               formatLarge(Cycles), formatLarge(Instructions),
               std::move(Name)});
  };
  for (const ProgramFinding &P : F.Explained)
    add(P.Cycles.Value, P.Instructions, llvm::join(P.Command, " "));
  for (const auto &O : F.Others)
    add(O.Cycles, O.Instructions,
        O.Program + ": " + std::to_string(O.Count) + " more, " +
            (O.Count == 1 ? "which is" : "which are") + " not explained");
  Table.print(OS, 0);
  size_t Shown = 0;
  for (const ProgramFinding &P : F.Explained) {
    if (!Details &&
        (Shown == MostShown || P.Cycles.Value < LeastShown * F.Cycles.Value))
      break;
    ++Shown;
    OS << '\n';
    printText(OS, P, Details);
  }
  if (Shown < F.Explained.size())
    OS << "\n- explained and not shown: " << F.Explained.size() - Shown
       << " (--details shows all)\n";
}
