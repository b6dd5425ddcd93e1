//===- TopDownFinding.cpp - Where slots went, printed ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/TopDown/TopDownFinding.h"
#include "rafter/Report/JSONWriter.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/ReportTable.h"

using namespace rafter;
using llvm::raw_ostream;

std::string rafter::verdictOf(const TopDownAnalysis &A) {
  std::string Text;
  for (const std::string &Area : A.Verdict)
    Text += (Text.empty() ? "" : " or ") + Area;
  return Text.empty() ? "none" : Text;
}

/// Where the counts come from.
static std::string modeOf(const TopDownReport &R, const TopDownAnalysis &A) {
  return A.Family.IsSimulated ? "modelled, simulated counters" : R.Mode;
}

static std::string errorText(const AreaShare &S) {
  return S.Error > 0 ? "+- " + formatPercent(S.Error) : "";
}

/// Two blanks for each area that S is a part of.
static std::string indentOf(const TopDownAnalysis &A, const AreaShare &S) {
  auto Whole = llvm::find_if(
      A.Areas, [&](const AreaShare &Other) { return Other.Name == S.Of; });
  if (S.Of.empty())
    return "";
  return "  " + (Whole == A.Areas.end() ? "" : indentOf(A, *Whole));
}

static ReportTable areaTable(const TopDownAnalysis &A) {
  ReportTable Table("Slots, by area", /*Open=*/true, "lrrl",
                    {"area", "slots", "error", "by"});
  for (const AreaShare &S : A.Areas)
    Table.add({indentOf(A, S) + S.Name, formatPercent(S.Share), errorText(S),
               name(S.Basis)});
  return Table;
}

/// Level one may be off by this before it is said.
static constexpr double MostOff = 0.1;

static void printAnalysis(const TopDownReport &R, const TopDownAnalysis &A,
                          raw_ostream &OS) {
  OS << R.Input << (A.Unit.empty() ? "" : " on " + A.Unit)
     << ": top-down analysis for " << A.Family.Title << " [" << modeOf(R, A)
     << "]\n  bound by " << verdictOf(A) << ": " << formatPercent(A.Lost)
     << " of the slots\n";
  if (A.Verdict.size() > 1)
    OS << "  not clear: the errors of these areas overlap\n";
  areaTable(A).printText(OS, "", /*Indent=*/2);
  if (std::abs(A.Sum - 1) > MostOff)
    OS << "  the areas add up to " << formatPercent(A.Sum)
       << ": counts of different times, or of another CPU\n";
  for (const std::string &Line : A.Family.Assumptions)
    OS << "  assumed: " << Line << '\n';
  if (!A.Missing.empty()) {
    OS << "  not counted:";
    for (const std::string &Area : A.Missing)
      OS << (&Area == A.Missing.data() ? " " : ", ") << Area;
    OS << "; count these: " << A.Command << '\n';
  }
}

void rafter::printTopDownText(const TopDownReport &R, raw_ostream &OS) {
  for (const TopDownAnalysis &A : R.Analyses)
    printAnalysis(R, A, OS);
  for (const std::string &Note : R.Notes)
    OS << "  " << Note << '\n';
}

static void printAnalysisJSON(JSONWriter &J, const TopDownReport &R,
                              const TopDownAnalysis &A) {
  J.text("unit", A.Unit);
  J.text("family", A.Family.Name);
  J.text("source", A.Family.Source);
  J.flag("simulated", modeOf(R, A) != "measured");
  J.text("verdict", verdictOf(A));
  J.flag("clear", A.Verdict.size() == 1);
  J.number("lost", A.Lost);
  J.number("sum", A.Sum);
  J.array("areas", [&] {
    for (const AreaShare &S : A.Areas)
      J.object([&] {
        J.text("name", S.Name);
        J.textOrNull("of", S.Of);
        J.number("share", S.Share);
        J.number("error", S.Error);
        J.text("by", name(S.Basis));
      });
  });
  J.texts("missing", A.Missing);
  J.textOrNull("command", A.Command);
}

namespace {

class TopDownFinding final : public FindingOf<TopDownReport> {
public:
  using FindingOf::FindingOf;
  llvm::StringRef method() const override { return "top-down"; }
  std::optional<Verdict> verdict(const FindingContext &) const override {
    std::string Text;
    for (const TopDownAnalysis &A : Value.Analyses)
      Text += (Text.empty() ? "bound by " : "; on " + A.Unit + " by ") +
              verdictOf(A) + ": " + formatPercent(A.Lost) + " of its slots";
    return Verdict{Text, "top-down"};
  }
  void printText(raw_ostream &OS, const FindingContext &) const override {
    OS << '\n';
    printTopDownText(Value, OS);
  }
  void printJSON(JSONWriter &J, const FindingContext &) const override {
    J.text("input", Value.Input);
    J.array("cores", [&] {
      for (const TopDownAnalysis &A : Value.Analyses)
        J.object([&] { printAnalysisJSON(J, Value, A); });
    });
    J.texts("notes", Value.Notes);
  }
  void printHTMLDetails(raw_ostream &OS,
                        const FindingContext &) const override {
    for (const TopDownAnalysis &A : Value.Analyses)
      areaTable(A).printHTML(OS);
  }
};

class TopDownMethod final : public Method {
public:
  explicit TopDownMethod(TopDownOptions Options)
      : Options(std::move(Options)) {}

  llvm::StringRef name() const override { return "top-down"; }
  llvm::StringRef description() const override {
    return "where slots went, by the vendors' formulas on performance counters";
  }
  Vocabulary wants() const override { return Vocabulary::Samples; }
  bool isDefault() const override { return false; }

  llvm::Expected<std::shared_ptr<const Finding>>
  run(Source &S, const Processor &) const override {
    auto Families = shippedTopDownFamilies();
    if (!Families)
      return Families.takeError();
    auto Analyses = analyzeTopDown(*S.Samples, *Families, Options);
    if (!Analyses)
      return Analyses.takeError();
    return std::make_shared<TopDownFinding>(
        TopDownReport{S.From.Name, std::move(*Analyses), S.Samples->Notes,
                      S.Samples->mode()});
  }

private:
  TopDownOptions Options;
};

} // namespace

std::unique_ptr<Method> rafter::topDownMethod(const MethodOptions &Options) {
  return std::make_unique<TopDownMethod>(Options.get<TopDownOptions>());
}
