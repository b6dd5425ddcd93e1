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

#include "SpireCommand.h"
#include "CommandFiles.h"
#include "CommandVerbs.h"
#include "Subcommands.h"
#include "rafter/Spire/SpireFinding.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace rafter;

namespace {

constexpr StringRef Usage =
    "usage: rafter-opt spire fit SAMPLES... -o MODEL.json [OPTIONS]\n"
    "       rafter-opt spire analyze MODEL.json SAMPLES... [OPTIONS]\n"
    "       rafter-opt spire plot MODEL.json [SAMPLES...] [OPTIONS]\n"
    "\n"
    "SAMPLES is what perf stat printed (CSV, JSON or the table), the CSV of\n"
    "rafter-opt counters, or a CSV with the columns time, work and metric for\n"
    "each metric; - is standard input. Each file of analyze is a workload.\n"
    "\n"
    "samples\n"
    "  --time=EVENT, --work=EVENT   what is time and work; cycles and\n"
    "                               instructions if not given\n"
    "  --separator=TEXT             of CSV; found out if not given\n"
    "  --skip-bad-lines             count lines that make no sense instead of\n"
    "                               stopping there\n"
    "fit\n"
    "  -o FILE                      the model\n"
    "  --trends=published|supported whether few samples at high intensities "
    "can\n"
    "                               make a metric look helpful (published) or\n"
    "                               not (supported); published if not given\n"
    "  --replicates=N               fits to resampled data, for intervals; 5\n"
    "  --seed=N                     of what is drawn at random; 1\n"
    "analyze\n"
    "  -n N                         metrics in the text; 10\n"
    "  --areas=FILE                 areas of metrics: lines of pattern,area\n"
    "  --metadata=FILE              events with their topics, as perf list -j\n"
    "                               prints them\n"
    "  --draws=N                    of the bootstrap; 200\n"
    "  -rafter-format=text|json     text if not given\n"
    "plot\n"
    "  --metric=NAME                only this one; may be repeated\n"
    "  -rafter-format=svg|html      html if not given\n"
    "all\n"
    "  -rafter-output=FILE          write there instead of standard output\n";

/// What the command line asks for.
struct Request {
  SampleReadOptions Samples;
  std::string Trends = "published", Output;
  uint64_t Replicates = 5, Seed = 1, Draws = 200, Most = 10;
  std::string AreaFile, MetadataFile;
  std::vector<std::string> MetricNames;
  std::string Format;
  std::vector<std::string> Files;
};

Error readAll(ArrayRef<std::string> Files, const Request &R,
              SampleTable &Table) {
  for (const std::string &File : Files)
    if (Error E = readSampleFile(File, R.Samples, Table))
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

Expected<AreaTable> loadAreas(const Request &R) {
  AreaTable Areas;
  if (Error E = addAreas(R.AreaFile, Areas, &AreaTable::addOverrides))
    return E;
  if (Error E = addAreas(R.MetadataFile, Areas, &AreaTable::addMetadata))
    return E;
  return Areas;
}

//===----------------------------------------------------------------------===//
// fit
//===----------------------------------------------------------------------===//

Error fit(const Request &R, raw_ostream &Out, raw_ostream &Err) {
  if (R.Files.empty())
    return usageError("no samples to fit a model to");
  if (R.Output.empty())
    return usageError("no file for the model (-o)");
  SampleTable Table;
  if (Error E = readAll(R.Files, R, Table))
    return E;
  std::string Dropped = describe(Table.Dropped);
  SpireFitOptions Options;
  Options.Replicates = R.Replicates;
  Options.Seed = R.Seed;
  Options.Trends = R.Trends == name(TrendRule::Supported)
                       ? TrendRule::Supported
                       : TrendRule::Published;
  Expected<SpireModel> Model = fitModel(Table, Options);
  if (!Model)
    return createStringError(R.Files[0] + ": " + toString(Model.takeError()) +
                             (Dropped.empty() ? "" : "; dropped: " + Dropped));
  if (Error E = printTo(R.Output, Out,
                        [&](raw_ostream &OS) { writeModel(*Model, OS); }))
    return E;
  Err << "rafter-opt spire: " << Model->Metrics.size() << " metrics, "
      << Model->Samples << " samples, " << Model->WorkEvent << " per "
      << Model->TimeEvent << " -> " << R.Output << '\n';
  if (!Dropped.empty())
    Err << "rafter-opt spire: dropped: " << Dropped << '\n';
  for (const std::string &Note : Table.Notes)
    Err << "rafter-opt spire: " << Note << '\n';
  return Error::success();
}

//===----------------------------------------------------------------------===//
// analyze
//===----------------------------------------------------------------------===//

Expected<WorkloadReport> analyzeFile(const std::string &File,
                                     const SpireModel &Model,
                                     const AreaTable &Areas, const Request &R) {
  SampleTable Table;
  if (Error E = readSampleFile(File, R.Samples, Table))
    return E;
  Expected<SpireAnalysis> Analysis = analyzeWorkload(
      Model, Table, Areas, {static_cast<unsigned>(R.Draws), R.Seed});
  if (!Analysis) {
    std::string Dropped = describe(Table.Dropped);
    return createStringError(File + ": " + toString(Analysis.takeError()) +
                             (Dropped.empty() ? "" : "; dropped: " + Dropped));
  }
  return WorkloadReport{File,      Model.TimeEvent, Model.WorkEvent,
                        *Analysis, Table.Dropped,   Table.Notes};
}

Error analyze(const Request &R, raw_ostream &Out) {
  if (R.Files.size() < 2)
    return usageError("expected a model and samples");
  Expected<SpireModel> Model = loadModel(R.Files[0]);
  if (!Model)
    return Model.takeError();
  Expected<AreaTable> Areas = loadAreas(R);
  if (!Areas)
    return Areas.takeError();
  std::vector<WorkloadReport> Reports;
  for (const std::string &File : ArrayRef(R.Files).drop_front()) {
    Expected<WorkloadReport> Report = analyzeFile(File, *Model, *Areas, R);
    if (!Report)
      return Report.takeError();
    Reports.push_back(std::move(*Report));
  }
  return printTo(R.Output, Out, [&](raw_ostream &OS) {
    if (R.Format == "json")
      return printSpireJSON(Reports, OS);
    for (size_t I = 0; I != Reports.size(); ++I) {
      OS << (I ? "\n" : "");
      printSpireText(Reports[I], R.Most, OS);
    }
  });
}

//===----------------------------------------------------------------------===//
// plot
//===----------------------------------------------------------------------===//

Expected<std::vector<MetricPlot>> choosePlots(const SpireModel &Model,
                                              const SampleTable &Table,
                                              const Request &R) {
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
  for (const std::string &Name : R.MetricNames) {
    const MetricModel *M = Model.find(Name);
    if (!M)
      return createStringError(R.Files[0] + ": the model has no metric '" +
                               Name + "'");
    Add(*M);
  }
  if (R.MetricNames.empty())
    for (const MetricModel &M : Model.Metrics)
      Add(M);
  return Plots;
}

Error plot(const Request &R, raw_ostream &Out) {
  if (R.Files.empty())
    return usageError("no model to plot");
  Expected<SpireModel> Model = loadModel(R.Files[0]);
  if (!Model)
    return Model.takeError();
  SampleTable Table;
  if (Error E = readAll(ArrayRef(R.Files).drop_front(), R, Table))
    return E;
  Expected<std::vector<MetricPlot>> Plots = choosePlots(*Model, Table, R);
  if (!Plots)
    return Plots.takeError();
  return printTo(R.Output, Out, [&](raw_ostream &OS) {
    if (R.Format == "svg")
      printSpireSVG(*Model, *Plots, R.Files[0], OS);
    else
      printSpireHTML(*Model, *Plots, R.Files[0], OS);
  });
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

constexpr StringRef Trends[] = {"published", "supported"};
constexpr StringRef ReportFormats[] = {"text", "json"};
constexpr StringRef PlotFormats[] = {"html", "svg"};

/// The verb of that name: its own options besides those that all have, and what
/// it does with the request.
CommandVerb makeVerb(StringRef Name, Request &R,
                     std::vector<CommandOption> Options,
                     std::function<Error()> Run) {
  append_range(Options, sampleOptions(R.Samples));
  Options.push_back(countOption("seed", R.Seed, 0, ~uint64_t(0)));
  Options.push_back(textOption("rafter-output", R.Output));
  return {Name, std::move(Options), [&R, Run](std::vector<std::string> Words) {
            R.Files = std::move(Words);
            return Run();
          }};
}

} // namespace

int rafter::spireCommand(ArrayRef<StringRef> Arguments, raw_ostream &Out,
                         raw_ostream &Err) {
  Request R;
  CommandVerb Verbs[] = {
      makeVerb("fit", R,
               {textOption("o", R.Output),
                choiceOption("trends", R.Trends, Trends),
                countOption("replicates", R.Replicates, 0, 1000)},
               [&] { return fit(R, Out, Err); }),
      makeVerb("analyze", R,
               {countOption("n", R.Most, 0, 1000000),
                textOption("areas", R.AreaFile),
                textOption("metadata", R.MetadataFile),
                countOption("draws", R.Draws, 0, 100000),
                choiceOption("rafter-format", R.Format, ReportFormats)},
               [&] { return analyze(R, Out); }),
      makeVerb("plot", R,
               {textOption("o", R.Output), listOption("metric", R.MetricNames),
                choiceOption("rafter-format", R.Format, PlotFormats)},
               [&] { return plot(R, Out); })};
  return finishCommand("spire", runVerb(Arguments, Verbs, Usage, Out), Err);
}

int rafter::runSpireCommand(ArrayRef<StringRef> Arguments) {
  return spireCommand(Arguments, outs(), errs());
}
