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
#include "CommandOptions.h"
#include "Subcommands.h"
#include "rafter/Report/SpireReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

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
  std::string Time, Work, Separator;
  bool SkipBadLines = false;
  std::string Output;
  SpireFitOptions Fit;
  uint64_t Replicates = 5, Seed = 1, Draws = 200, Most = 10;
  std::string AreaFile, MetadataFile;
  std::vector<std::string> MetricNames;
  Format OutputFormat = Format::Text;
  std::vector<std::string> Files;
};

/// Usage errors and errors of the input have different exit statuses.
class WrongWords : public ErrorInfo<WrongWords, StringError> {
public:
  explicit WrongWords(const Twine &Message)
      : ErrorInfo(Message.str(), inconvertibleErrorCode()) {}
  static char ID;
};
char WrongWords::ID = 0;

Error wrong(const Twine &Message) { return make_error<WrongWords>(Message); }

std::vector<CommandOption> sampleOptions(Request &R) {
  return {textOption("time", R.Time), textOption("work", R.Work),
          textOption("separator", R.Separator),
          flagOption("skip-bad-lines", R.SkipBadLines),
          countOption("seed", R.Seed, 0, ~uint64_t(0))};
}

CommandOption trendsOption(Request &R) {
  return {"trends", [&R](StringRef Text) -> Error {
            for (TrendRule Rule : {TrendRule::Published, TrendRule::Supported})
              if (Text == name(Rule)) {
                R.Fit.Trends = Rule;
                return Error::success();
              }
            return createStringError("'" + Text +
                                     "' is not one of published|supported");
          }};
}

/// Parses Arguments; false: help was asked for.
Expected<bool> parse(ArrayRef<StringRef> Arguments,
                     std::vector<CommandOption> Options, Request &R) {
  append_range(Options, sampleOptions(R));
  Expected<CommandWords> Words = parseCommand(Arguments, Options);
  if (!Words)
    return wrong(toString(Words.takeError()));
  if (Words->Help)
    return false;
  R.Files = Words->Operands;
  append_range(R.Files, Words->Program);
  R.Samples.TimeEvent = R.Time;
  R.Samples.WorkEvent = R.Work;
  R.Samples.Separator = R.Separator;
  R.Samples.SkipBadLines = R.SkipBadLines;
  R.Fit.Replicates = R.Replicates;
  R.Fit.Seed = R.Seed;
  return true;
}

Error readAll(ArrayRef<std::string> Files, const Request &R,
              SampleTable &Table) {
  for (const std::string &File : Files)
    if (Error E = readSampleFile(File, R.Samples, Table))
      return E;
  return Error::success();
}

/// A file as a whole; Read gets its contents.
template <typename Reader>
static auto readFile(StringRef Path, Reader Read)
    -> decltype(Read(MemoryBufferRef())) {
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return createStringError("cannot read '" + Path +
                             "': " + Buffer.getError().message());
  return Read(MemoryBufferRef((*Buffer)->getBuffer(), Path));
}

Expected<SpireModel> loadModel(StringRef Path) {
  return readFile(Path, [](MemoryBufferRef B) { return readModel(B); });
}

Expected<AreaTable> loadAreas(const Request &R) {
  AreaTable Areas;
  if (!R.AreaFile.empty())
    if (Error E = readFile(R.AreaFile, [&](MemoryBufferRef B) -> Error {
          return Areas.addOverrides(B);
        }))
      return E;
  if (!R.MetadataFile.empty())
    if (Error E = readFile(R.MetadataFile, [&](MemoryBufferRef B) -> Error {
          return Areas.addMetadata(B);
        }))
      return E;
  return Areas;
}

Error print(const Request &R, raw_ostream &Out,
            function_ref<void(raw_ostream &)> Print) {
  if (!R.Output.empty() && R.Output != "-")
    return writeFileWhole(R.Output, Print);
  Print(Out);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// fit
//===----------------------------------------------------------------------===//

Error fit(ArrayRef<StringRef> Arguments, raw_ostream &Out, raw_ostream &Err) {
  Request R;
  Expected<bool> Go = parse(Arguments,
                            {textOption("o", R.Output), trendsOption(R),
                             textOption("rafter-output", R.Output),
                             countOption("replicates", R.Replicates, 0, 1000)},
                            R);
  if (!Go)
    return Go.takeError();
  if (!*Go) {
    Out << Usage;
    return Error::success();
  }
  if (R.Files.empty())
    return wrong("no samples to fit a model to");
  if (R.Output.empty())
    return wrong("no file for the model (-o)");
  SampleTable Table;
  if (Error E = readAll(R.Files, R, Table))
    return E;
  std::string Dropped = describe(Table.Dropped);
  Expected<SpireModel> Model = fitModel(Table, R.Fit);
  if (!Model)
    return createStringError(R.Files[0] + ": " + toString(Model.takeError()) +
                             (Dropped.empty() ? "" : "; dropped: " + Dropped));
  if (Error E = print(R, Out, [&](raw_ostream &OS) { writeModel(*Model, OS); }))
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

Error analyze(ArrayRef<StringRef> Arguments, raw_ostream &Out, raw_ostream &) {
  static constexpr StringRef Formats[] = {"text", "json"};
  Request R;
  Expected<bool> Go = parse(Arguments,
                            {countOption("n", R.Most, 0, 1000000),
                             textOption("areas", R.AreaFile),
                             textOption("metadata", R.MetadataFile),
                             countOption("draws", R.Draws, 0, 100000),
                             formatOption(R.OutputFormat, Formats),
                             textOption("rafter-output", R.Output)},
                            R);
  if (!Go)
    return Go.takeError();
  if (!*Go) {
    Out << Usage;
    return Error::success();
  }
  if (R.Files.size() < 2)
    return wrong("expected a model and samples");
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
  return print(R, Out, [&](raw_ostream &OS) {
    if (R.OutputFormat == Format::JSON)
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

Error plot(ArrayRef<StringRef> Arguments, raw_ostream &Out, raw_ostream &) {
  static constexpr StringRef Formats[] = {"svg", "html"};
  Request R;
  R.OutputFormat = Format::HTML;
  CommandOption Metric = {"metric", [&R](StringRef Text) {
                            R.MetricNames.push_back(Text.str());
                            return Error::success();
                          }};
  Expected<bool> Go =
      parse(Arguments,
            {Metric, formatOption(R.OutputFormat, Formats),
             textOption("rafter-output", R.Output), textOption("o", R.Output)},
            R);
  if (!Go)
    return Go.takeError();
  if (!*Go) {
    Out << Usage;
    return Error::success();
  }
  if (R.Files.empty())
    return wrong("no model to plot");
  Expected<SpireModel> Model = loadModel(R.Files[0]);
  if (!Model)
    return Model.takeError();
  SampleTable Table;
  if (Error E = readAll(ArrayRef(R.Files).drop_front(), R, Table))
    return E;
  Expected<std::vector<MetricPlot>> Plots = choosePlots(*Model, Table, R);
  if (!Plots)
    return Plots.takeError();
  return print(R, Out, [&](raw_ostream &OS) {
    if (R.OutputFormat == Format::SVG)
      printSpireSVG(*Model, *Plots, R.Files[0], OS);
    else
      printSpireHTML(*Model, *Plots, R.Files[0], OS);
  });
}

} // namespace

int rafter::spireCommand(ArrayRef<StringRef> Arguments, raw_ostream &Out,
                         raw_ostream &Err) {
  StringRef Verb = Arguments.empty() ? "" : Arguments.front();
  Error E = Error::success();
  if (Verb == "fit")
    E = fit(Arguments.drop_front(), Out, Err);
  else if (Verb == "analyze")
    E = analyze(Arguments.drop_front(), Out, Err);
  else if (Verb == "plot")
    E = plot(Arguments.drop_front(), Out, Err);
  else if (is_contained({"-h", "-help", "--help"}, Verb))
    Out << Usage;
  else
    E = wrong(Verb.empty() ? "expected fit, analyze or plot"
                           : "'" + Verb + "' is not one of fit, analyze, plot");
  if (!E)
    return Done;
  bool IsUsage = E.isA<WrongWords>();
  Err << "rafter-opt spire: " << toString(std::move(E))
      << (IsUsage ? " (see rafter-opt spire --help)\n" : "\n");
  return IsUsage ? WrongUsage : BadInput;
}

int rafter::runSpireCommand(ArrayRef<StringRef> Arguments) {
  return spireCommand(Arguments, outs(), errs());
}
