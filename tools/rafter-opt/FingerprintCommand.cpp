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
#include "CommandOptions.h"
#include "Subcommands.h"
#include "rafter/Fingerprint/EventSelection.h"
#include "rafter/Fingerprint/SliceFiles.h"
#include "rafter/Fingerprint/SlicesFromSamples.h"
#include "rafter/Report/FingerprintReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include <optional>

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
  std::string Time, Work, Separator;
  bool SkipBadLines = false, NoPrune = false;
  SliceOptions Slice;
  uint64_t SliceMilliseconds = 0;
  std::string Model, Output, Format = "text", ClassName;
  uint64_t Events = 0, Folds = 10, Seed = 1, LeastSlices = 2;
  TrainOptions Train;
  std::optional<double> LeastGap;
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

/// A number above Least, or equal to it if that is 0 and allowed, to Greatest.
CommandOption numberOption(StringRef Name, double Greatest, bool ZeroIsFine,
                           std::function<void(double)> Take) {
  return {Name, [=](StringRef Text) -> Error {
            double Value = 0;
            if (Text.getAsDouble(Value) || !(Value >= 0) ||
                (Value == 0 && !ZeroIsFine) || Value > Greatest)
              return createStringError("'" + Text + "' is no number " +
                                       (ZeroIsFine ? "from 0" : "above 0") +
                                       formatv(" to {0}", Greatest).str());
            Take(Value);
            return Error::success();
          }};
}

CommandOption formatsOption(Request &R, ArrayRef<StringRef> Allowed) {
  return {"rafter-format", [&R, Allowed](StringRef Text) -> Error {
            if (!is_contained(Allowed, Text))
              return createStringError("'" + Text + "' is not one of " +
                                       join(Allowed, "|"));
            R.Format = Text.str();
            return Error::success();
          }};
}

std::vector<CommandOption> sampleOptions(Request &R) {
  return {textOption("time", R.Time),
          textOption("work", R.Work),
          textOption("separator", R.Separator),
          flagOption("skip-bad-lines", R.SkipBadLines),
          textOption("rafter-output", R.Output),
          textOption("class", R.ClassName),
          countOption("slice", R.SliceMilliseconds, 1, 1000000000)};
}

std::vector<CommandOption> trainOptions(Request &R) {
  return {countOption("events", R.Events, 1, 1000000),
          countOption("least-slices", R.LeastSlices, 1, 1000000),
          flagOption("no-prune", R.NoPrune),
          numberOption("confidence", 0.5, false,
                       [&R](double V) { R.Train.Confidence = V; }),
          numberOption("least-gap", 1e30, true,
                       [&R](double V) { R.LeastGap = V; })};
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
  R.Train.LeastSlices = R.LeastSlices;
  R.Train.Prune = !R.NoPrune;
  if (R.SliceMilliseconds)
    R.Slice.Length = R.SliceMilliseconds / 1000.0;
  return true;
}

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
  auto File = MemoryBuffer::getFileOrSTDIN(Path);
  if (!File)
    return createStringError("cannot read '" + Path +
                             "': " + File.getError().message());
  MemoryBufferRef Buffer((*File)->getBuffer(), Path == "-" ? "<stdin>" : Path);
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
  if (R.LeastGap)
    R.Train.LeastGap = *R.LeastGap;
  std::vector<uint32_t> Rows = labelledRows(In.Slices);
  if (Rows.empty())
    return createStringError(R.Files[0] + ": no slices with a class");
  if (R.Events && R.Events < In.Slices.Attributes.size())
    In.Slices = withAttributes(In.Slices, keyEvents(In.Slices, Rows, R.Events));
  return In;
}

Expected<FingerprintModel> loadModel(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return createStringError("cannot read '" + Path +
                             "': " + Buffer.getError().message());
  return readFingerprintModel(MemoryBufferRef((*Buffer)->getBuffer(), Path));
}

//===----------------------------------------------------------------------===//
// Verbs
//===----------------------------------------------------------------------===//

Error print(const Request &R, raw_ostream &Out,
            function_ref<void(raw_ostream &)> Print) {
  if (!R.Output.empty() && R.Output != "-")
    return writeFileWhole(R.Output, Print);
  Print(Out);
  return Error::success();
}

void say(ArrayRef<std::string> Notes, raw_ostream &Err) {
  for (const std::string &Note : Notes)
    Err << "rafter-opt fingerprint: " << Note << '\n';
}

/// What a verb gets: parsed options and streams.
using Verb = Error (*)(Request &R, raw_ostream &Out, raw_ostream &Err);

Error slices(Request &R, raw_ostream &Out, raw_ostream &Err) {
  if (R.Files.empty())
    return wrong("no samples to cut into slices");
  Input In;
  for (const std::string &File : R.Files)
    if (Error E = readInput(File, R, true, In))
      return E;
  if (Error E = print(R, Out,
                      [&](raw_ostream &OS) { writeSliceTable(In.Slices, OS); }))
    return E;
  say(In.Notes, Err);
  return Error::success();
}

Error printTree(const Request &R, const FingerprintModel &Model,
                raw_ostream &Out) {
  return print(R, Out, [&](raw_ostream &OS) {
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
    return wrong("no slices to learn from");
  if (R.Model.empty())
    return wrong("no file for the model (-o)");
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

Error show(Request &R, raw_ostream &Out, raw_ostream &) {
  if (R.Files.size() != 1)
    return wrong("expected a model");
  Expected<FingerprintModel> Model = loadModel(R.Files[0]);
  if (!Model)
    return Model.takeError();
  return printTree(R, *Model, Out);
}

Error classify(Request &R, raw_ostream &Out, raw_ostream &) {
  if (R.Files.size() < 2)
    return wrong("expected a model and samples");
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
  ClassificationReport Report = {join(ArrayRef(R.Files).drop_front(), ", "),
                                 &*Model, std::move(*Found),
                                 std::move(In.Notes)};
  return print(R, Out, [&](raw_ostream &OS) {
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

Error validate(Request &R, raw_ostream &Out, raw_ostream &) {
  if (R.Files.empty())
    return wrong("no slices to validate with");
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
  return print(R, Out, [&](raw_ostream &OS) {
    if (R.Format == "json")
      printValidationJSON(Report, OS);
    else
      printValidationText(Report, OS);
  });
}

constexpr StringRef TreeFormats[] = {"text", "json", "dot"};
constexpr StringRef ClassFormats[] = {"text", "json", "svg"};
constexpr StringRef TableFormats[] = {"text", "json"};

/// The verb of that name and its own options; null if there is none.
Verb findVerb(StringRef Name, Request &R, std::vector<CommandOption> &Options) {
  if (Name == "slices") {
    Options = {textOption("label", R.Slice.Label),
               textOption("size", R.Slice.Size), textOption("o", R.Output)};
    return slices;
  }
  if (Name == "train") {
    Options = trainOptions(R);
    Options.push_back(textOption("o", R.Model));
    Options.push_back(formatsOption(R, TreeFormats));
    return train;
  }
  if (Name == "show") {
    Options = {formatsOption(R, TreeFormats)};
    return show;
  }
  if (Name == "classify") {
    Options = {formatsOption(R, ClassFormats)};
    return classify;
  }
  if (Name == "validate") {
    Options = trainOptions(R);
    Options.push_back(countOption("folds", R.Folds, 2, 1000000));
    Options.push_back(countOption("seed", R.Seed, 0, 0xffffffff));
    Options.push_back(formatsOption(R, TableFormats));
    return validate;
  }
  return nullptr;
}

Error run(ArrayRef<StringRef> Arguments, raw_ostream &Out, raw_ostream &Err) {
  StringRef Name = Arguments.empty() ? "" : Arguments.front();
  if (is_contained({"-h", "-help", "--help"}, Name)) {
    Out << Usage;
    return Error::success();
  }
  Request R;
  std::vector<CommandOption> Options;
  Verb Run = findVerb(Name, R, Options);
  if (!Run)
    return wrong(
        (Name.empty() ? "expected one of " : "'" + Name + "' is not one of ") +
        Twine("slices, train, show, classify, validate"));
  Expected<bool> Go = parse(Arguments.drop_front(), Options, R);
  if (!Go)
    return Go.takeError();
  if (*Go)
    return Run(R, Out, Err);
  Out << Usage;
  return Error::success();
}

} // namespace

int rafter::fingerprintCommand(ArrayRef<StringRef> Arguments, raw_ostream &Out,
                               raw_ostream &Err) {
  Error E = run(Arguments, Out, Err);
  if (!E)
    return Done;
  bool IsUsage = E.isA<WrongWords>();
  Err << "rafter-opt fingerprint: " << toString(std::move(E))
      << (IsUsage ? " (see rafter-opt fingerprint --help)\n" : "\n");
  return IsUsage ? WrongUsage : BadInput;
}

int rafter::runFingerprintCommand(ArrayRef<StringRef> Arguments) {
  return fingerprintCommand(Arguments, outs(), errs());
}
