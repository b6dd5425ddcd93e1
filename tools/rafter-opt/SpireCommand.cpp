//===- SpireCommand.cpp - rafter-opt spire --------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fits ensembles of metric rooflines to counter samples, analyses workloads
// with them, and plots them.
//
//===----------------------------------------------------------------------===//

#include "CommandFiles.h"
#include "SamplePage.h"
#include "Subcommands.h"
#include "rafter/Spire/SpireFinding.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace rafter;

namespace {

Error readAll(ArrayRef<std::string> Files, const Arguments &A,
              SampleTable &Table) {
  for (const std::string &File : Files)
    if (Error E = readSampleFile(File, sampleOptions(A), Table))
      return E;
  return Error::success();
}

Expected<SpireModel> loadModel(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(Path);
  if (!File)
    return File.takeError();
  return readModel((*File)->getMemBufferRef());
}

/// Adds what a file says to Areas; none if Path is empty.
Error addAreas(StringRef Path, AreaTable &Areas,
               Error (AreaTable::*Add)(MemoryBufferRef)) {
  if (Path.empty())
    return Error::success();
  Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(Path);
  if (!File)
    return File.takeError();
  return (Areas.*Add)((*File)->getMemBufferRef());
}

Expected<AreaTable> loadAreas(const Arguments &A) {
  AreaTable Areas;
  if (Error E = addAreas(A.text("areas"), Areas, &AreaTable::addOverrides))
    return E;
  if (Error E = addAreas(A.text("metadata"), Areas, &AreaTable::addMetadata))
    return E;
  return Areas;
}

} // namespace

Error rafter::fitSpire(const Arguments &A, raw_ostream &Out, raw_ostream &Err) {
  std::vector<std::string> Files = filesOf(A);
  if (Files.empty())
    return usageError("no samples to fit a model to");
  if (!A.given("output"))
    return usageError("no file for the model (-o)");
  SampleTable Table;
  if (Error E = readAll(Files, A, Table))
    return E;
  std::string Dropped = describe(Table.Dropped);
  SpireFitOptions Options;
  Options.Replicates = A.count("replicates");
  Options.Seed = A.count("seed");
  Options.Trends = A.is("trends", name(TrendRule::Supported))
                       ? TrendRule::Supported
                       : TrendRule::Published;
  Expected<SpireModel> Model = fitModel(Table, Options);
  if (!Model)
    return createStringError(Files[0] + ": " + toString(Model.takeError()) +
                             (Dropped.empty() ? "" : "; dropped: " + Dropped));
  Model->Machine = A.text("machine").str();
  if (Error E = printTo(A.text("output"), Out,
                        [&](raw_ostream &OS) { writeModel(*Model, OS); }))
    return E;
  Err << "rafter-opt spire: " << Model->Metrics.size() << " metrics, "
      << Model->Samples << " samples, " << Model->WorkEvent << " per "
      << Model->TimeEvent << " -> " << A.text("output") << '\n';
  if (!Dropped.empty())
    Err << "rafter-opt spire: dropped: " << Dropped << '\n';
  for (const std::string &Note : Table.Notes)
    Err << "rafter-opt spire: " << Note << '\n';
  return Error::success();
}

//===----------------------------------------------------------------------===//
// analyze
//===----------------------------------------------------------------------===//

static Expected<std::shared_ptr<const Finding>>
analyzeFile(const std::string &File, const Method &Spire, const Arguments &A) {
  SampleTable Table;
  if (Error E = readSampleFile(File, sampleOptions(A), Table))
    return E;
  Source S;
  S.From.Name = File;
  S.Samples = &Table;
  Expected<std::shared_ptr<const Finding>> Found = Spire.run(S, Processor());
  if (!Found) {
    std::string Dropped = describe(Table.Dropped);
    return createStringError(File + ": " + toString(Found.takeError()) +
                             (Dropped.empty() ? "" : "; dropped: " + Dropped));
  }
  return Found;
}

Error rafter::analyzeSpire(const Arguments &A, raw_ostream &Out,
                           raw_ostream &) {
  std::vector<std::string> Files = filesOf(A);
  if (Files.size() < 2)
    return usageError("expected a model and samples");
  Expected<SpireModel> Model = loadModel(Files[0]);
  if (!Model)
    return Model.takeError();
  Expected<AreaTable> Areas = loadAreas(A);
  if (!Areas)
    return Areas.takeError();
  MethodOptions Options;
  SpireOptions Rooflines;
  Rooflines.Model = std::make_shared<SpireModel>(std::move(*Model));
  Rooflines.Areas = std::move(*Areas);
  Rooflines.Analysis = {unsigned(A.count("draws")), A.count("seed")};
  Options.set(std::move(Rooflines));
  std::unique_ptr<Method> Spire = spireMethod(Options);
  std::vector<WorkloadReport> Reports;
  std::vector<NamedFinding> Found;
  for (const std::string &File : ArrayRef(Files).drop_front()) {
    Expected<std::shared_ptr<const Finding>> F = analyzeFile(File, *Spire, A);
    if (!F)
      return F.takeError();
    Reports.push_back(*get<WorkloadReport>({*F}));
    Found.push_back({File, std::move(*F)});
  }
  return printTo(A.text("output"), Out, [&](raw_ostream &OS) {
    if (A.is("format", "json"))
      return printSpireJSON(Reports, OS);
    if (A.is("format", "html"))
      return printSamplePage(Found, OS);
    for (size_t I = 0; I != Reports.size(); ++I) {
      OS << (I ? "\n" : "");
      printSpireText(Reports[I], A.count("n"), OS);
    }
  });
}

//===----------------------------------------------------------------------===//
// plot
//===----------------------------------------------------------------------===//

static Expected<std::vector<MetricPlot>>
choosePlots(const SpireModel &Model, StringRef Path, const SampleTable &Table,
            ArrayRef<std::string> Names) {
  AreaTable Areas;
  std::vector<std::vector<MetricSample>> Samples = samplesByMetric(Table);
  std::vector<MetricPlot> Plots;
  auto Add = [&](const MetricModel &M) {
    MetricPlot Plot = {&M, Areas.classify(M.Name), {}};
    for (size_t I = 0; I != Samples.size(); ++I)
      if (StringRef(M.Name).equals_insensitive(Table.events()[I]))
        Plot.Samples = Samples[I];
    Plots.push_back(std::move(Plot));
  };
  for (const std::string &Name : Names) {
    const MetricModel *M = Model.find(Name);
    if (!M)
      return createStringError(Path + ": the model has no metric '" + Name +
                               "'");
    Add(*M);
  }
  if (Names.empty())
    for (const MetricModel &M : Model.Metrics)
      Add(M);
  return Plots;
}

Error rafter::plotSpire(const Arguments &A, raw_ostream &Out, raw_ostream &) {
  std::vector<std::string> Files = filesOf(A);
  if (Files.empty())
    return usageError("no model to plot");
  Expected<SpireModel> Model = loadModel(Files[0]);
  if (!Model)
    return Model.takeError();
  SampleTable Table;
  if (Error E = readAll(ArrayRef(Files).drop_front(), A, Table))
    return E;
  Expected<std::vector<MetricPlot>> Plots =
      choosePlots(*Model, Files[0], Table, A.list("metric"));
  if (!Plots)
    return Plots.takeError();
  return printTo(A.text("output"), Out, [&](raw_ostream &OS) {
    if (A.is("format", "svg"))
      printSpireSVG(*Model, *Plots, Files[0], OS);
    else
      printSpireHTML(*Model, *Plots, Files[0], OS);
  });
}
