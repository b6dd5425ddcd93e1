//===- SpireFinding.cpp - What SPIRE says, for people and programs --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Spire/SpireFinding.h"
#include "rafter/Report/JSONWriter.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/ReportTable.h"
#include "rafter/Support/Files.h"

using namespace rafter;
using llvm::raw_ostream;

static constexpr int SchemaVersion = 2;

/// In a report.
static constexpr size_t ShownMetrics = 10;

static bool hasVerdict(const SpireAnalysis &A) {
  return A.isAtPeak() || (!A.Areas.empty() && A.Areas[0].Lost > 0);
}

std::string rafter::verdictOf(const SpireAnalysis &A) {
  if (A.isAtPeak())
    return name(MetricArea::FrontEnd);
  if (!hasVerdict(A))
    return "none";
  std::string Text = name(A.Areas[0].Area);
  if (!A.IsClear)
    for (size_t I = 1; I != A.Areas.size(); ++I)
      if (A.Areas[I].LostHigh >= A.Areas[0].LostLow)
        Text += std::string(" or ") + name(A.Areas[I].Area);
  return Text;
}

/// "0.421".
static std::string fixed(double V) {
  char Text[40];
  std::snprintf(Text, sizeof(Text), "%.3f", V);
  return Text;
}

static std::string metricName(const SpireAnalysis &A, size_t Position) {
  return A.Metrics[Position].Metric;
}

/// The bound of the paper: the least estimate that is one.
static void printBound(const SpireAnalysis &A, const std::string &Unit,
                       raw_ostream &OS) {
  auto Least = llvm::find_if(
      A.Metrics, [](const MetricEstimate &M) { return !M.isOutside(); });
  if (Least == A.Metrics.end())
    return;
  OS << "  at most " << fixed(Least->Estimate) << " (" << fixed(Least->Low)
     << " to " << fixed(Least->High) << ") " << Unit << " by " << Least->Metric
     << " [modelled]\n";
  OS << "  " << A.ViolatedBounds << " of "
     << formatPlural(A.Bounds, "bound", "bounds")
     << " are below the measured throughput\n";
  if (A.Measured > Least->High)
    OS << "  the workload is faster than this bound: the training has not seen "
          "its like\n";
}

static void printVerdict(const WorkloadReport &R, raw_ostream &OS) {
  const SpireAnalysis &A = R.Analysis;
  std::string Unit =
      R.WorkEvent + " per " +
      (R.TimeEvent == "cycles" ? std::string("cycle") : R.TimeEvent);
  OS << R.Input << ": " << formatPlural(A.Samples, "sample", "samples")
     << " of " << formatPlural(A.Metrics.size(), "metric", "metrics") << " ["
     << R.Mode << "], " << fixed(A.Measured) << ' ' << Unit << "\n  ";
  if (!hasVerdict(A)) {
    OS << "no verdict: no metric of a known area hurts within what the "
          "training covered\n";
  } else if (A.isAtPeak()) {
    OS << "bound by " << verdictOf(A) << ": its width, as " << fixed(A.Measured)
       << " of at most " << fixed(A.Peak) << " in training " << Unit
       << " leave little to lose elsewhere [modelled]\n";
  } else {
    const AreaEstimate &First = A.Areas[0];
    OS << "bound by " << verdictOf(A) << ": loses " << formatPercent(First.Lost)
       << " (" << formatPercent(First.LostLow) << " to "
       << formatPercent(First.LostHigh) << ") of its time by "
       << name(First.Area) << " [modelled]\n";
    if (!A.IsClear && A.Areas.size() > 1)
      OS << "  not clear: the intervals overlap\n";
  }
  printBound(A, Unit, OS);
  if (!R.Machine.empty())
    OS << "  learned from " << R.Machine << '\n';
}

static ReportTable areaTable(const SpireAnalysis &A) {
  ReportTable Table("Time lost, by area", /*Open=*/true, "lrrrrrrll",
                    {"area", "lost", "low", "high", "estimate", "low", "high",
                     "by", "lowest metrics"});
  for (const AreaEstimate &Area : A.Areas) {
    std::string Names;
    for (size_t I : Area.Metrics)
      Names += (Names.empty() ? "" : ", ") + metricName(A, I);
    Table.add({name(Area.Area), formatPercent(Area.Lost),
               formatPercent(Area.LostLow), formatPercent(Area.LostHigh),
               fixed(Area.Estimate), fixed(Area.Low), fixed(Area.High),
               name(Area.Basis), Names});
  }
  return Table;
}

static ReportTable metricTable(const SpireAnalysis &A, size_t Most) {
  ReportTable Table(
      "Rooflines of metrics, lowest first", /*Open=*/false, "rrrrrlll",
      {"estimate", "low", "high", "left", "outside", "area", "metric", "by"});
  for (const MetricEstimate &M : llvm::ArrayRef(A.Metrics).take_front(Most))
    Table.add({fixed(M.Estimate), fixed(M.Low), fixed(M.High),
               formatPercent(M.Left),
               formatPercent(M.Outside) + (M.isOutside() ? "!" : " "),
               name(M.Area.Area), M.Metric, M.Area.Rule});
  return Table;
}

static void printMetrics(const SpireAnalysis &A, size_t Most, raw_ostream &OS) {
  metricTable(A, Most).printText(OS, "", /*Indent=*/2);
  bool AnyOutside = false;
  for (const MetricEstimate &M : llvm::ArrayRef(A.Metrics).take_front(Most))
    AnyOutside |= M.isOutside();
  if (AnyOutside)
    OS << "  ! outside of what the training covered: no bound\n";
}

void rafter::printSpireSummary(const WorkloadReport &R, raw_ostream &OS) {
  const SpireAnalysis &A = R.Analysis;
  printVerdict(R, OS);
  areaTable(A).printText(OS, "", /*Indent=*/2);
  double Lost = 0;
  for (const AreaEstimate &Area : A.Areas)
    Lost += Area.Lost;
  // What is lost at most: down from the measured throughput to the peak.
  if (Lost > 1 - A.Measured / A.Peak + 1e-9)
    OS << "  the losses overlap: together no more than "
       << formatPercent(1 - A.Measured / A.Peak) << " of the time is lost\n";
}

void rafter::printSpireText(const WorkloadReport &R, size_t Most,
                            raw_ostream &OS) {
  const SpireAnalysis &A = R.Analysis;
  printSpireSummary(R, OS);
  printMetrics(A, Most, OS);
  auto List = [&](const char *What, const std::vector<std::string> &Names) {
    if (Names.empty())
      return;
    OS << "  " << formatPlural(Names.size(), "metric", "metrics") << ' ' << What
       << ':';
    constexpr size_t Shown = 5;
    for (size_t I = 0; I != std::min(Shown, Names.size()); ++I)
      OS << (I ? ", " : " ") << Names[I];
    OS << (Names.size() > Shown ? ", ...\n" : "\n");
  };
  OS << '\n';
  List("not in the model", A.NotInModel);
  std::vector<std::string> Seldom;
  for (const MetricEstimate &M : A.Metrics)
    if (M.isSeldomCounted())
      Seldom.push_back(M.Metric);
  List("counted for less than 5 % of the time, of little weight", Seldom);
  List("of the model not in the workload", A.NotInWorkload);
  if (std::string Dropped = describe(R.Dropped); !Dropped.empty())
    OS << "  dropped: " << Dropped << '\n';
  for (const std::string &Note : R.Notes)
    OS << "  " << Note << '\n';
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void printDropped(JSONWriter &J, const DroppedReadings &D) {
  J.object("dropped", [&] {
    J.count("not_counted", D.NotCounted);
    J.count("not_supported", D.NotSupported);
    J.count("not_together", D.NotTogether);
    J.count("clocks", D.Clocks);
    J.count("derived", D.Derived);
    J.count("empty", D.Empty);
    J.count("summaries", D.Summaries);
    J.count("bad_lines", D.BadLines);
  });
}

static void printAreas(JSONWriter &J, const SpireAnalysis &A) {
  J.array("areas", [&] {
    for (const AreaEstimate &Area : A.Areas)
      J.object([&] {
        J.text("name", name(Area.Area));
        J.number("lost", Area.Lost);
        J.number("lost_low", Area.LostLow);
        J.number("lost_high", Area.LostHigh);
        J.number("estimate", Area.Estimate);
        J.number("low", Area.Low);
        J.number("high", Area.High);
        J.text("by", name(Area.Basis));
        J.array("metrics", [&] {
          for (size_t I : Area.Metrics)
            J.textElement(metricName(A, I));
        });
      });
  });
}

static void printMetrics(JSONWriter &J, const SpireAnalysis &A) {
  J.array("metrics", [&] {
    for (const MetricEstimate &M : A.Metrics)
      J.object([&] {
        J.text("name", M.Metric);
        J.number("estimate", M.Estimate);
        J.number("low", M.Low);
        J.number("high", M.High);
        J.number("left", M.Left);
        J.text("area", name(M.Area.Area));
        J.text("rule", M.Area.Rule);
        J.number("outside", M.Outside);
        J.count("samples", M.Samples);
        J.number("counted", M.Counted);
      });
  });
}

static void printWorkload(JSONWriter &J, const WorkloadReport &R) {
  const SpireAnalysis &A = R.Analysis;
  J.text("input", R.Input);
  J.text("time", R.TimeEvent);
  J.text("work", R.WorkEvent);
  J.text("mode", R.Mode);
  J.textOrNull("machine", R.Machine);
  J.count("samples", A.Samples);
  J.number("measured", A.Measured);
  J.number("estimate", A.Estimate);
  J.number("peak", A.Peak);
  J.text("verdict", verdictOf(A));
  J.flag("clear", A.IsClear);
  J.count("bounds", A.Bounds);
  J.count("violated_bounds", A.ViolatedBounds);
  printAreas(J, A);
  printMetrics(J, A);
  J.texts("not_in_model", A.NotInModel);
  J.texts("not_in_workload", A.NotInWorkload);
  printDropped(J, R.Dropped);
  J.texts("notes", R.Notes);
}

void rafter::printSpireJSON(llvm::ArrayRef<WorkloadReport> Reports,
                            raw_ostream &OS) {
  printJSONObject(OS, [&](JSONWriter &J) {
    J.count("schema_version", SchemaVersion);
    if (Reports.size() == 1)
      return printWorkload(J, Reports[0]);
    J.array("workloads", [&] {
      for (const WorkloadReport &R : Reports)
        J.object([&] { printWorkload(J, R); });
    });
  });
}

namespace {

class SpireFinding final : public FindingOf<WorkloadReport> {
public:
  using FindingOf::FindingOf;
  llvm::StringRef method() const override { return "spire"; }
  std::optional<Verdict> verdict(const FindingContext &) const override {
    const SpireAnalysis &A = Value.Analysis;
    if (!hasVerdict(A))
      return Verdict{"no verdict: no counter hurts", "counters"};
    if (A.isAtPeak())
      return Verdict{"bound by " + verdictOf(A) + ": its width", "counters"};
    return Verdict{"bound by " + verdictOf(A) + ": loses " +
                       formatPercent(A.Areas[0].Lost) + " of its time",
                   "counters"};
  }
  void printText(raw_ostream &OS, const FindingContext &) const override {
    OS << '\n';
    printSpireText(Value, ShownMetrics, OS);
  }
  void printJSON(JSONWriter &W, const FindingContext &) const override {
    printWorkload(W, Value);
  }
  void printHTMLDetails(raw_ostream &OS,
                        const FindingContext &) const override {
    areaTable(Value.Analysis).printHTML(OS);
    metricTable(Value.Analysis, ShownMetrics).printHTML(OS);
  }
};

llvm::Expected<std::shared_ptr<const SpireModel>>
modelOf(const SpireOptions &Options, const SampleTable &Samples) {
  if (Options.Model)
    return Options.Model;
  if (Options.ModelFile.empty() && Options.Shipped) {
    llvm::Expected<SpireModel> Model = Options.Shipped(Samples);
    if (!Model)
      return Model.takeError();
    return std::make_shared<SpireModel>(std::move(*Model));
  }
  if (Options.ModelFile.empty())
    return llvm::createStringError(
        "print<spire> needs a model: -rafter-spire-model=FILE, which "
        "rafter-opt spire fit writes");
  auto File = readFile(Options.ModelFile, /*IsText=*/true);
  if (!File)
    return File.takeError();
  llvm::Expected<SpireModel> Model = readModel((*File)->getMemBufferRef());
  if (!Model)
    return Model.takeError();
  return std::make_shared<SpireModel>(std::move(*Model));
}

class SpireMethod final : public Method {
public:
  explicit SpireMethod(SpireOptions Options) : Options(std::move(Options)) {}

  llvm::StringRef name() const override { return "spire"; }
  llvm::StringRef description() const override {
    return "the roof over each performance counter, and the area that limits";
  }
  Vocabulary wants() const override { return Vocabulary::Samples; }
  bool isDefault() const override { return false; }

  llvm::Expected<std::shared_ptr<const Finding>>
  run(Source &S, const Processor &) const override {
    auto Model = modelOf(Options, *S.Samples);
    if (!Model)
      return Model.takeError();
    llvm::Expected<SpireAnalysis> Analysis =
        analyzeWorkload(**Model, *S.Samples, Options.Areas, Options.Analysis);
    if (!Analysis)
      return Analysis.takeError();
    return std::make_shared<SpireFinding>(
        WorkloadReport{S.From.Name, (*Model)->TimeEvent, (*Model)->WorkEvent,
                       std::move(*Analysis), S.Samples->Dropped,
                       S.Samples->Notes, S.Samples->mode(), (*Model)->Machine});
  }

private:
  SpireOptions Options;
};

} // namespace

std::unique_ptr<Method> rafter::spireMethod(const MethodOptions &Options) {
  return std::make_unique<SpireMethod>(Options.get<SpireOptions>());
}
