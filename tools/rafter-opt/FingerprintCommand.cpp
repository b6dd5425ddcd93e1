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

#include "CommandFiles.h"
#include "SamplePage.h"
#include "Subcommands.h"
#include "rafter/Fingerprint/EventSelection.h"
#include "rafter/Fingerprint/FingerprintFinding.h"
#include "rafter/Fingerprint/SliceFiles.h"
#include "rafter/Fingerprint/SlicesFromSamples.h"
#include "rafter/Support/Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace rafter;

namespace {

SliceOptions sliceOptions(const Arguments &A) {
  SliceOptions Options;
  Options.Label = A.text("label").str();
  Options.Size = A.text("size").str();
  if (A.given("slice"))
    Options.Length = A.number("slice") / 1000.0;
  return Options;
}

//===----------------------------------------------------------------------===//
// Input
//===----------------------------------------------------------------------===//

/// The slices of some files, and what is to be said of them.
struct Input {
  LabelledSlices Slices;
  std::vector<std::string> Notes;
  std::string Mode = "measured";
  bool IsARFF = false;
};

Error readSampleSlices(MemoryBufferRef Buffer, const Arguments &A,
                       const SliceOptions &Slice, Input &In) {
  SampleTable Table;
  if (Error E = readSamples(Buffer, sampleOptions(A), Table))
    return E;
  std::string Dropped = describe(Table.Dropped);
  size_t Added = addSlices(Table, Slice, In.Slices);
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
  if (!Table.Simulated.empty())
    In.Mode = Table.mode();
  return Error::success();
}

/// Reads a file; samples are cut into slices if Slice says how.
Error readInput(StringRef Path, const Arguments &A, const SliceOptions *Slice,
                Input &In) {
  Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(Path);
  if (!File)
    return File.takeError();
  MemoryBufferRef Buffer = (*File)->getMemBufferRef();
  if (isARFF(Buffer.getBuffer())) {
    In.IsARFF = true;
    return readARFF(Buffer, A.text("class"), In.Slices);
  }
  if (isSliceTable(Buffer.getBuffer()))
    return readSliceTable(Buffer, In.Slices);
  if (Slice)
    return readSampleSlices(Buffer, A, *Slice, In);
  return createStringError(Path + ":1: neither ARFF nor a table of slices, "
                                  "whose heading is class,run,size,start,...");
}

/// All of DATA, with key events only if that is asked for, and how to learn
/// from it.
Expected<Input> readData(const Arguments &A, ArrayRef<std::string> Files,
                         TrainOptions &Train) {
  Input In;
  for (const std::string &File : Files)
    if (Error E = readInput(File, A, nullptr, In))
      return E;
  Train.Confidence = A.number("confidence");
  Train.LeastSlices = A.count("least-slices");
  Train.Prune = !A.given("no-prune");
  if (A.given("least-gap"))
    Train.LeastGap = A.number("least-gap");
  else if (In.IsARFF)
    Train.LeastGap = 1e-5;
  std::vector<uint32_t> Rows = labelledRows(In.Slices);
  if (Rows.empty())
    return createStringError(Files[0] + ": no slices with a class");
  if (uint64_t Events = A.count("events");
      Events && Events < In.Slices.Attributes.size()) {
    std::vector<uint32_t> Key = keyEvents(In.Slices, Rows, Events);
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

Error printTree(const Arguments &A, const FingerprintModel &Model,
                raw_ostream &Out) {
  return printTo(A.text("output"), Out, [&](raw_ostream &OS) {
    if (A.is("format", "json"))
      writeFingerprintModel(Model, OS);
    else if (A.is("format", "dot"))
      printTreeDOT(Model.Tree, OS);
    else
      printTreeText(Model.Tree, OS);
  });
}

/// The samples of --script by function and class.
Error addFunctions(const Arguments &A, ClassificationReport &Report) {
  if (!A.given("script"))
    return Error::success();
  Expected<std::unique_ptr<MemoryBuffer>> File =
      readInputFile(A.text("script"));
  if (!File)
    return File.takeError();
  FunctionOptions Options;
  Options.Event = A.text("script-event").str();
  if (A.given("script-begin"))
    Options.Begin = A.number("script-begin");
  Expected<FunctionShares> Shares =
      shareFunctions(Report.Result, Report.Model->SliceLength,
                     (*File)->getMemBufferRef(), Options);
  if (!Shares)
    return Shares.takeError();
  Report.Functions = std::move(*Shares);
  return Error::success();
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

} // namespace

Error rafter::sliceSamples(const Arguments &A, raw_ostream &Out,
                           raw_ostream &Err) {
  std::vector<std::string> Files = filesOf(A);
  if (Files.empty())
    return usageError("no samples to cut into slices");
  Input In;
  SliceOptions Slice = sliceOptions(A);
  for (const std::string &File : Files)
    if (Error E = readInput(File, A, &Slice, In))
      return E;
  if (Error E = printTo(A.text("output"), Out, [&](raw_ostream &OS) {
        writeSliceTable(In.Slices, OS);
      }))
    return E;
  say(In.Notes, Err);
  return Error::success();
}

Error rafter::trainFingerprint(const Arguments &A, raw_ostream &Out,
                               raw_ostream &Err) {
  std::vector<std::string> Files = filesOf(A);
  if (Files.empty())
    return usageError("no slices to learn from");
  if (!A.given("o"))
    return usageError("no file for the model (-o)");
  TrainOptions Options;
  Expected<Input> In = readData(A, Files, Options);
  if (!In)
    return In.takeError();
  std::vector<uint32_t> Rows = labelledRows(In->Slices);
  Expected<DecisionTree> Tree = trainTree(In->Slices, Rows, Options);
  if (!Tree)
    return createStringError(Files[0] + ": " + toString(Tree.takeError()));
  FingerprintModel Model = {std::move(*Tree), sliceOptions(A).Length,
                            Rows.size(), rememberSlices(In->Slices, Rows),
                            A.text("machine").str()};
  if (Error E = writeFileWhole(A.text("o"), [&](raw_ostream &OS) {
        writeFingerprintModel(Model, OS);
      }))
    return E;
  Err << "rafter-opt fingerprint: " << Rows.size() << " slices, "
      << Model.Tree.Attributes.size() << " attributes, "
      << Model.Tree.Classes.size() << " classes -> " << A.text("o") << '\n';
  return printTree(A, Model, Out);
}

Error rafter::showFingerprint(const Arguments &A, raw_ostream &Out,
                              raw_ostream &) {
  std::vector<std::string> Files = filesOf(A);
  if (Files.size() != 1)
    return usageError("expected a model");
  Expected<FingerprintModel> Model = loadModel(Files[0]);
  if (!Model)
    return Model.takeError();
  return printTree(A, *Model, Out);
}

Error rafter::classifySamples(const Arguments &A, raw_ostream &Out,
                              raw_ostream &) {
  std::vector<std::string> Files = filesOf(A);
  if (Files.size() < 2)
    return usageError("expected a model and samples");
  Expected<FingerprintModel> Model = loadModel(Files[0]);
  if (!Model)
    return Model.takeError();
  SliceOptions Slice = sliceOptions(A);
  if (A.given("slice"))
    Model->SliceLength = Slice.Length;
  Slice.Length = Model->SliceLength;
  Input In;
  for (const std::string &File : ArrayRef(Files).drop_front())
    if (Error E = readInput(File, A, &Slice, In))
      return E;
  Expected<Classification> Found = classifySlices(*Model, std::move(In.Slices));
  if (!Found)
    return createStringError(Files[1] + ": " + toString(Found.takeError()));
  ClassificationReport Report;
  Report.Input = join(ArrayRef(Files).drop_front(), ", ");
  Report.Model = std::make_shared<FingerprintModel>(std::move(*Model));
  Report.Result = std::move(*Found);
  Report.Notes = std::move(In.Notes);
  Report.Mode = In.Mode;
  Report.MostFunctions = A.count("n");
  if (Error E = addFunctions(A, Report))
    return E;
  return printTo(A.text("output"), Out, [&](raw_ostream &OS) {
    if (A.is("format", "json"))
      printClassificationJSON(Report, OS);
    else if (A.is("format", "svg"))
      printClassificationSVG(Report, OS);
    else if (A.is("format", "html"))
      printSamplePage({{Report.Input, findingOf(Report)}}, OS);
    else
      printClassificationText(Report, OS);
  });
}

Error rafter::validateFingerprint(const Arguments &A, raw_ostream &Out,
                                  raw_ostream &) {
  std::vector<std::string> Files = filesOf(A);
  if (Files.empty())
    return usageError("no slices to validate with");
  TrainOptions Options;
  Expected<Input> In = readData(A, Files, Options);
  if (!In)
    return In.takeError();
  const LabelledSlices &Slices = In->Slices;
  Expected<DecisionTree> Tree =
      trainTree(Slices, labelledRows(Slices), Options);
  if (!Tree)
    return createStringError(Files[0] + ": " + toString(Tree.takeError()));
  ValidationReport Report;
  Report.Classes = Slices.Classes;
  Report.Slices = labelledRows(Slices).size();
  Report.Attributes = Slices.Attributes.size();
  Report.Leaves = Tree->leaves();
  Report.Nodes = Tree->Nodes.size();
  const uint64_t Folds = A.count("folds");
  add(Report, "training slices", resubstitute(Slices, Options));
  add(Report, formatv("{0} folds", Folds).str(),
      crossValidate(Slices, Folds, A.count("seed"), Options));
  add(Report, "leave one run out", leaveOneOut(Slices, HoldOut::Run, Options));
  add(Report, "leave one size out",
      leaveOneOut(Slices, HoldOut::Size, Options));
  add(Report, "leave one benchmark out",
      leaveOneOut(Slices, HoldOut::Benchmark, Options));
  return printTo(A.text("output"), Out, [&](raw_ostream &OS) {
    if (A.is("format", "json"))
      printValidationJSON(Report, OS);
    else
      printValidationText(Report, OS);
  });
}
