//===- CounterAnswer.cpp - What counters say, by all methods --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CounterAnswer.h"
#include "rafter/CounterModels/ShippedModels.h"
#include "rafter/Fingerprint/FingerprintFinding.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/ReportTable.h"
#include "rafter/Spire/SpireFinding.h"
#include "rafter/TopDown/TopDownFinding.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace rafter;

namespace {

class Answer {
public:
  Answer(const SampleTable &Table, const CounterQuestion &Q, raw_ostream &OS)
      : Q(Q), OS(OS), Table(Table) {
    S.From.Name = Q.Input;
    S.Samples = &Table;
  }
  void print();
  std::vector<std::string> takeDeciding() { return std::move(Deciding); }

private:
  /// What Method says, or null after the reason was printed.
  template <typename T> const T *ask(const Method &Method);
  /// By the models of Family, or else by those of the question.
  void askModels(const CounterFamily *Family);
  void printTogether();

  const CounterQuestion &Q;
  raw_ostream &OS;
  const SampleTable &Table;
  Source S;
  /// Keeps what was found alive.
  std::vector<std::shared_ptr<const Finding>> Found;
  /// "top-down analysis" and what it says.
  std::vector<std::pair<std::string, std::string>> Verdicts;
  std::vector<std::string> Deciding;
};

} // namespace

template <typename T> const T *Answer::ask(const Method &Method) {
  auto Finding = Method.run(S, Processor());
  if (!Finding) {
    OS << "rafter-opt counters: " << toString(Finding.takeError()) << '\n';
    return nullptr;
  }
  Found.push_back(*Finding);
  return get<T>({Found.back()});
}

void Answer::askModels(const CounterFamily *Family) {
  MethodOptions Options;
  SpireOptions Rooflines;
  if (Family)
    Rooflines.Shipped = [=](const SampleTable &Samples) {
      return shippedSpireModel(*Family, Samples);
    };
  else
    Rooflines.ModelFile = Q.Models + "/spire.json";
  Options.set(Rooflines);
  FingerprintOptions Trees;
  if (Family)
    Trees.Shipped = [=](const SampleTable &Samples) {
      return shippedFingerprintModel(*Family, Samples);
    };
  else
    Trees.ModelFile = Q.Models + "/fingerprint.json";
  Options.set(Trees);
  size_t Before = Found.size();
  if (const auto *R = ask<WorkloadReport>(*spireMethod(Options))) {
    OS << "SPIRE: ";
    printSpireSummary(*R, OS);
    Verdicts.emplace_back("SPIRE", verdictOf(R->Analysis));
    if (Deciding.empty() && !R->Analysis.Areas.empty())
      for (size_t Metric : R->Analysis.Areas.front().Metrics)
        Deciding.push_back(R->Analysis.Metrics[Metric].Metric);
  }
  if (const auto *R = ask<ClassificationReport>(*fingerprintMethod(Options))) {
    OS << "fingerprints: ";
    printClassificationSummary(*R, OS);
    Verdicts.emplace_back("fingerprints", verdictOf(*R));
  }
  if (Family && Found.size() != Before + 2)
    OS << "  count these: " << perfCommand(*Family, Q.Program) << '\n';
}

/// One line: whether the methods agree.
void Answer::printTogether() {
  if (Verdicts.size() < 2)
    return;
  bool Agree = all_of(Verdicts, [&](const auto &V) {
    return V.second == Verdicts.front().second;
  });
  OS << "together: ";
  if (Agree)
    OS << "all say " << Verdicts.front().second;
  else
    for (const auto &[Method, Verdict] : Verdicts)
      OS << (Method == Verdicts.front().first ? "" : ", ") << Method << ": "
         << Verdict;
  OS << '\n';
}

void Answer::print() {
  MethodOptions Options;
  Options.set(TopDownOptions{Q.Family, Q.Program});
  if (const auto *R = ask<TopDownReport>(*topDownMethod(Options))) {
    printTopDownText(*R, OS);
    const TopDownAnalysis &First = R->Analyses.front();
    Verdicts.emplace_back("top-down analysis", verdictOf(First));
    for (const TopDownArea &Area : First.Family.Areas)
      if (is_contained(First.Verdict, Area.Name))
        append_range(Deciding, Area.Where);
  }
  if (!Q.Models.empty()) {
    askModels(nullptr);
    return printTogether();
  }
  Expected<CounterFamily> Family = familyOf(Table, Q.Family);
  if (Family)
    askModels(&*Family);
  else
    OS << "rafter-opt counters: " << toString(Family.takeError()) << '\n';
  printTogether();
}

std::vector<std::string> rafter::printCounterAnswer(const SampleTable &Table,
                                                    const CounterQuestion &Q,
                                                    raw_ostream &OS) {
  if (Q.Family == "none")
    return {};
  Answer A(Table, Q, OS);
  A.print();
  return A.takeDeciding();
}

/// What is shown of the places: those with a share of any event.
static constexpr size_t MostFunctions = 10, MostLines = 3;
static constexpr double LeastShare = 0.01;

void rafter::printEventPlaces(const EventPlaces &Places, raw_ostream &OS) {
  OS << "where, by samples of perf record [measured]:";
  std::vector<std::string> Head;
  std::string Alignment;
  for (auto [Event, Samples] : zip_equal(Places.Events, Places.Samples)) {
    OS << (Head.empty() ? " " : ", ") << Samples << " of " << Event;
    Head.push_back(Event);
    Alignment += 'r';
  }
  OS << '\n';
  Head.insert(Head.end(), {"function, line", "object"});
  Alignment += "ll";
  ReportTable Table("Where", /*Open=*/true, Alignment, Head);
  auto Add = [&](const EventPlace &Place, StringRef Indent, StringRef Object) {
    std::vector<TableCell> Row;
    for (double Share : Place.Shares)
      Row.emplace_back(formatPercent(Share));
    Row.emplace_back((Indent + Place.Name).str());
    Row.emplace_back(Object.str());
    Table.add(std::move(Row));
  };
  auto IsShown = [](const EventPlace &Place) {
    return any_of(Place.Shares, [](double S) { return S >= LeastShare; });
  };
  size_t Shown = 0;
  for (const FunctionPlace &F : Places.Functions) {
    if (!IsShown(F))
      continue;
    if (Shown++ == MostFunctions)
      break;
    Add(F, "", F.Object);
    for (const EventPlace &Line : ArrayRef(F.Lines).take_front(MostLines))
      if (IsShown(Line))
        Add(Line, "  ", "");
  }
  Table.printText(OS, "", /*Indent=*/2);
}
