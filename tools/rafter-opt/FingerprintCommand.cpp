//===- FingerprintCommand.cpp - rafter-opt fingerprint --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Trains decision trees on labelled slices of time, validates them, and finds
// the pathologies of a program's slices with them.
//
//===----------------------------------------------------------------------===//

#include "FingerprintCommand.h"
#include "CommandFiles.h"
#include "CommandVerbs.h"
#include "Subcommands.h"
#include "rafter/Fingerprint/EventSelection.h"
#include "rafter/Fingerprint/FingerprintFinding.h"
#include "rafter/Fingerprint/SliceFiles.h"
#include "rafter/Fingerprint/SlicesFromSamples.h"
#include "rafter/Support/WriteFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace rafter;

namespace {

constexpr StringRef Usage =
    "usage: rafter-opt fingerprint slices SAMPLES... --label=CLASS [OPTIONS]\n"
    "       rafter-opt fingerprint train DATA... -o MODEL.json [OPTIONS]\n"
    "       rafter-opt fingerprint show MODEL.json [OPTIONS]\n"
    "       rafter-opt fingerprint classify MODEL.json SAMPLES... [OPTIONS]\n"
    "       rafter-opt fingerprint validate DATA... [OPTIONS]\n"
    "\n"
    "SAMPLES is what perf stat printed, the CSV of rafter-opt counters, or "
    "DATA.\n"
    "DATA is what slices printed, or an ARFF file.\n"
    "\n"
    "slices\n"
    "  --label=CLASS                what the program does in all slices\n"
    "  --size=TEXT                  the size of its working set\n"
    "  --slice=MS                   milliseconds of a slice; 400\n"
    "classify\n"
    "  --script=FILE                samples of the same run as perf script\n"
    "                               printed them: classes by function\n"
    "  --script-event=NAME          count these samples; those of the first "
    "event\n"
    "                               if not given\n"
    "  --script-begin=SECONDS       when the counted run began by perf's "
    "clock;\n"
    "                               at the first sample if not given\n"
    "  -n N                         functions in the text; 20\n"
    "train, validate\n"
    "  -o FILE                      the model (train)\n"
    "  --events=N                   train on the N key events; on all if not\n"
    "                               given\n"
    "  --class=NAME                 the attribute of ARFF files that is the\n"
    "                               class; the last one if not given\n"
    "  --confidence=X               of pruning, above 0 to 0.5; 0.25\n"
    "  --least-slices=N             in two branches of a node; 2\n"
    "  --least-gap=X                numbers that differ by no more are equal;\n"
    "                               1e-5 for ARFF files, as J48 has it, 0 for\n"
    "                               others\n"
    "  --no-prune                   leave the tree as it grew\n"
    "  --folds=N, --seed=N          of the cross-validation; 10 and 1\n"
    "formats\n"
    "  -rafter-format=text|json|dot the tree, of train and show\n"
    "  -rafter-format=text|json|svg classes, of classify\n"
    "  -rafter-format=text|json     of validate\n"
    "  -rafter-output=FILE          write there instead of standard output\n"
    "samples\n"
    "  --time=EVENT, --work=EVENT   what is time and work; cycles and\n"
    "                               instructions if not given\n"
    "  --separator=TEXT             of CSV; found out if not given\n"
    "  --skip-bad-lines             count lines that make no sense instead of\n"
    "                               stopping there\n";

/// What the command line asks for.
struct Request {
  SampleReadOptions Samples;
  bool NoPrune = false;
  SliceOptions Slice;
  double SliceMilliseconds = 0;
  std::string Model, Output, Format = "text", ClassName;
  uint64_t Events = 0, Folds = 10, Seed = 1, LeastSlices = 2;
  TrainOptions Train;
  /// Negative: not given.
  double LeastGap = -1;
  std::string Script;
  FunctionOptions Functions;
  uint64_t MostFunctions = 20;
  std::vector<std::string> Files;
};

//===----------------------------------------------------------------------===//
// Input
//===----------------------------------------------------------------------===//

/// The slices of some files, and what is to be said of them.
struct Input {
  LabelledSlices Slices;
  std::vector<std::string> Notes;
  bool IsARFF = false;
};

Error readSampleSlices(MemoryBufferRef Buffer, const Request &R, Input &In) {
  SampleTable Table;
  if (Error E = readSamples(Buffer, R.Samples, Table))
    return E;
  std::string Dropped = describe(Table.Dropped);
  size_t Added = addSlices(Table, R.Slice, In.Slices);
  if (Added == 0)
    return createStringError(
        Buffer.getBufferIdentifier() +
        (Table.Samples.empty()
             ? ": no samples"
             : ": no whole slice: the last one of a run is dropped") +
        (Dropped.empty() ? "" : "; dropped: " + Dropped));
  if (!Dropped.empty())
    In.Notes.push_back(
        (Buffer.getBufferIdentifier() + ": dropped: " + Dropped).str());
  append_range(In.Notes, Table.Notes);
  return Error::success();
}

/// Reads a file; samples are cut into slices if SamplesAllowed.
Error readInput(StringRef Path, const Request &R, bool SamplesAllowed,
                Input &In) {
  Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(Path);
  if (!File)
    return File.takeError();
  MemoryBufferRef Buffer = (*File)->getMemBufferRef();
  if (isARFF(Buffer.getBuffer())) {
    In.IsARFF = true;
    return readARFF(Buffer, R.ClassName, In.Slices);
  }
  if (isSliceTable(Buffer.getBuffer()))
    return readSliceTable(Buffer, In.Slices);
  if (SamplesAllowed)
    return readSampleSlices(Buffer, R, In);
  return createStringError(Path + ":1: neither ARFF nor a table of slices, "
                                  "whose heading is class,run,size,start,...");
}

/// All of DATA, with key events only if that is asked for.
Expected<Input> readData(Request &R) {
  Input In;
  for (const std::string &File : R.Files)
    if (Error E = readInput(File, R, false, In))
      return E;
  if (In.IsARFF)
    R.Train.LeastGap = 1e-5;
  if (R.LeastGap >= 0)
    R.Train.LeastGap = R.LeastGap;
  std::vector<uint32_t> Rows = labelledRows(In.Slices);
  if (Rows.empty())
    return createStringError(R.Files[0] + ": no slices with a class");
  if (R.Events && R.Events < In.Slices.Attributes.size()) {
    std::vector<uint32_t> Key = keyEvents(In.Slices, Rows, R.Events);
    In.Slices = withAttributes(std::move(In.Slices), Key);
  }
  return In;
}

Expected<FingerprintModel> loadModel(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(Path);
  if (!File)
    return File.takeError();
  return readFingerprintModel((*File)->getMemBufferRef());
}

//===----------------------------------------------------------------------===//
// Verbs
//===----------------------------------------------------------------------===//

void say(ArrayRef<std::string> Notes, raw_ostream &Err) {
  for (const std::string &Note : Notes)
    Err << "rafter-opt fingerprint: " << Note << '\n';
}

Error slices(Request &R, raw_ostream &Out, raw_ostream &Err) {
  if (R.Files.empty())
    return usageError("no samples to cut into slices");
  Input In;
  for (const std::string &File : R.Files)
    if (Error E = readInput(File, R, true, In))
      return E;
  if (Error E = printTo(R.Output, Out, [&](raw_ostream &OS) {
        writeSliceTable(In.Slices, OS);
      }))
    return E;
  say(In.Notes, Err);
  return Error::success();
}

Error printTree(const Request &R, const FingerprintModel &Model,
                raw_ostream &Out) {
  return printTo(R.Output, Out, [&](raw_ostream &OS) {
    if (R.Format == "json")
      writeFingerprintModel(Model, OS);
    else if (R.Format == "dot")
      printTreeDOT(Model.Tree, OS);
    else
      printTreeText(Model.Tree, OS);
  });
}

Error train(Request &R, raw_ostream &Out, raw_ostream &Err) {
  if (R.Files.empty())
    return usageError("no slices to learn from");
  if (R.Model.empty())
    return usageError("no file for the model (-o)");
  Expected<Input> In = readData(R);
  if (!In)
    return In.takeError();
  std::vector<uint32_t> Rows = labelledRows(In->Slices);
  Expected<DecisionTree> Tree = trainTree(In->Slices, Rows, R.Train);
  if (!Tree)
    return createStringError(R.Files[0] + ": " + toString(Tree.takeError()));
  FingerprintModel Model = {std::move(*Tree), R.Slice.Length, Rows.size()};
  if (Error E = writeFileWhole(
          R.Model, [&](raw_ostream &OS) { writeFingerprintModel(Model, OS); }))
    return E;
  Err << "rafter-opt fingerprint: " << Rows.size() << " slices, "
      << Model.Tree.Attributes.size() << " attributes, "
      << Model.Tree.Classes.size() << " classes -> " << R.Model << '\n';
  return printTree(R, Model, Out);
}

Error show(Request &R, raw_ostream &Out) {
  if (R.Files.size() != 1)
    return usageError("expected a model");
  Expected<FingerprintModel> Model = loadModel(R.Files[0]);
  if (!Model)
    return Model.takeError();
  return printTree(R, *Model, Out);
}

/// The samples of --script by function and class.
Error addFunctions(const Request &R, ClassificationReport &Report) {
  if (R.Script.empty())
    return Error::success();
  Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(R.Script);
  if (!File)
    return File.takeError();
  Expected<FunctionShares> Shares =
      shareFunctions(Report.Result, Report.Model->SliceLength,
                     (*File)->getMemBufferRef(), R.Functions);
  if (!Shares)
    return Shares.takeError();
  Report.Functions = std::move(*Shares);
  return Error::success();
}

/// A time of perf's clock in seconds.
Error takeBegin(StringRef Text, Request &R) {
  double Seconds = 0;
  if (Text.getAsDouble(Seconds) || !(Seconds >= 0) || Seconds > 1e12)
    return createStringError("'" + Text + "' is no time in seconds");
  R.Functions.Begin = Seconds;
  return Error::success();
}

Error classify(Request &R, raw_ostream &Out) {
  if (R.Files.size() < 2)
    return usageError("expected a model and samples");
  Expected<FingerprintModel> Model = loadModel(R.Files[0]);
  if (!Model)
    return Model.takeError();
  if (R.SliceMilliseconds)
    Model->SliceLength = R.Slice.Length;
  R.Slice.Length = Model->SliceLength;
  Input In;
  for (const std::string &File : ArrayRef(R.Files).drop_front())
    if (Error E = readInput(File, R, true, In))
      return E;
  Expected<Classification> Found = classifySlices(*Model, std::move(In.Slices));
  if (!Found)
    return createStringError(R.Files[1] + ": " + toString(Found.takeError()));
  ClassificationReport Report;
  Report.Input = join(ArrayRef(R.Files).drop_front(), ", ");
  Report.Model = &*Model;
  Report.Result = std::move(*Found);
  Report.Notes = std::move(In.Notes);
  Report.MostFunctions = R.MostFunctions;
  if (Error E = addFunctions(R, Report))
    return E;
  return printTo(R.Output, Out, [&](raw_ostream &OS) {
    if (R.Format == "json")
      printClassificationJSON(Report, OS);
    else if (R.Format == "svg")
      printClassificationSVG(Report, OS);
    else
      printClassificationText(Report, OS);
  });
}

/// Adds a way of validating; what makes it impossible is said in its place.
void add(ValidationReport &Report, StringRef Name, Expected<Validated> Result) {
  NamedValidation &Way = Report.Ways.emplace_back();
  Way.Name = Name.str();
  if (Result)
    Way.Result = std::move(*Result);
  else
    Way.Skipped = toString(Result.takeError());
}

Error validate(Request &R, raw_ostream &Out) {
  if (R.Files.empty())
    return usageError("no slices to validate with");
  Expected<Input> In = readData(R);
  if (!In)
    return In.takeError();
  const LabelledSlices &Slices = In->Slices;
  Expected<DecisionTree> Tree =
      trainTree(Slices, labelledRows(Slices), R.Train);
  if (!Tree)
    return createStringError(R.Files[0] + ": " + toString(Tree.takeError()));
  ValidationReport Report;
  Report.Classes = Slices.Classes;
  Report.Slices = labelledRows(Slices).size();
  Report.Attributes = Slices.Attributes.size();
  Report.Leaves = Tree->leaves();
  Report.Nodes = Tree->Nodes.size();
  add(Report, "training slices", resubstitute(Slices, R.Train));
  add(Report, formatv("{0} folds", R.Folds).str(),
      crossValidate(Slices, R.Folds, R.Seed, R.Train));
  add(Report, "leave one run out", leaveOneOut(Slices, HoldOut::Run, R.Train));
  add(Report, "leave one size out",
      leaveOneOut(Slices, HoldOut::Size, R.Train));
  return printTo(R.Output, Out, [&](raw_ostream &OS) {
    if (R.Format == "json")
      printValidationJSON(Report, OS);
    else
      printValidationText(Report, OS);
  });
}

constexpr StringRef TreeFormats[] = {"text", "json", "dot"};
constexpr StringRef ClassFormats[] = {"text", "json", "svg"};
constexpr StringRef TableFormats[] = {"text", "json"};

std::vector<CommandOption> trainOptions(Request &R) {
  return {countOption("events", R.Events, 1, 1000000),
          countOption("least-slices", R.LeastSlices, 1, 1000000),
          flagOption("no-prune", R.NoPrune),
          numberOption("confidence", R.Train.Confidence, 0.5, false),
          numberOption("least-gap", R.LeastGap, 1e30, true)};
}

/// A verb with its own options, those that all have, and what it does with the
/// request.
CommandVerb makeVerb(StringRef Name, Request &R,
                     std::vector<CommandOption> Options,
                     std::function<Error()> Run) {
  append_range(Options, sampleOptions(R.Samples));
  Options.push_back(textOption("rafter-output", R.Output));
  Options.push_back(textOption("class", R.ClassName));
  Options.push_back(numberOption("slice", R.SliceMilliseconds, 1e9, false));
  return {Name, std::move(Options), [&R, Run](std::vector<std::string> Words) {
            R.Files = std::move(Words);
            R.Train.LeastSlices = R.LeastSlices;
            R.Train.Prune = !R.NoPrune;
            if (R.SliceMilliseconds)
              R.Slice.Length = R.SliceMilliseconds / 1000.0;
            return Run();
          }};
}

/// The same for a verb that trains trees.
CommandVerb makeTrainingVerb(StringRef Name, Request &R,
                             std::vector<CommandOption> Options,
                             std::function<Error()> Run) {
  append_range(Options, trainOptions(R));
  return makeVerb(Name, R, std::move(Options), std::move(Run));
}

} // namespace

int rafter::fingerprintCommand(ArrayRef<StringRef> Arguments, raw_ostream &Out,
                               raw_ostream &Err) {
  Request R;
  auto Format = [&](ArrayRef<StringRef> Allowed) {
    return choiceOption("rafter-format", R.Format, Allowed);
  };
  CommandVerb Verbs[] = {
      makeVerb("slices", R,
               {textOption("label", R.Slice.Label),
                textOption("size", R.Slice.Size), textOption("o", R.Output)},
               [&] { return slices(R, Out, Err); }),
      makeTrainingVerb("train", R,
                       {textOption("o", R.Model), Format(TreeFormats)},
                       [&] { return train(R, Out, Err); }),
      makeVerb("show", R, {Format(TreeFormats)}, [&] { return show(R, Out); }),
      makeVerb("classify", R,
               {Format(ClassFormats),
                textOption("script", R.Script),
                textOption("script-event", R.Functions.Event),
                {"script-begin",
                 [&R](StringRef Text) { return takeBegin(Text, R); }},
                countOption("n", R.MostFunctions, 0, 1000000)},
               [&] { return classify(R, Out); }),
      makeTrainingVerb("validate", R,
                       {countOption("folds", R.Folds, 2, 1000000),
                        countOption("seed", R.Seed, 0, 0xffffffff),
                        Format(TableFormats)},
                       [&] { return validate(R, Out); })};
  return finishCommand("fingerprint", runVerb(Arguments, Verbs, Usage, Out),
                       Err);
}

int rafter::runFingerprintCommand(ArrayRef<StringRef> Arguments) {
  return fingerprintCommand(Arguments, outs(), errs());
}
