//===- UarchInfer.cpp - rafter-opt uarch infer ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Learns the resource mapping of a CPU from measured mixes, of files or of this
// machine, and writes a CPU file that has what was learned.
//
//===----------------------------------------------------------------------===//

#include "CommandFiles.h"
#include "InferHost.h"
#include "Subcommands.h"
#include "rafter/CodeGen/InstructionForms.h"
#include "rafter/Inference/InferenceReport.h"
#include "rafter/Inference/InferredFile.h"
#include "rafter/Support/ProgressLine.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/TargetParser/Triple.h"
#include <numeric>

using namespace llvm;
using namespace rafter;

namespace {

Expected<MeasuredMixes> readMixes(ArrayRef<std::string> Files) {
  MeasuredMixes All;
  for (const std::string &Path : Files) {
    sys::fs::file_status Status;
    if (Path != "-" && !sys::fs::status(Path, Status) &&
        Status.type() == sys::fs::file_type::character_file)
      return createStringError(Path + ": no file of measured mixes");
    Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(Path);
    if (!File)
      return File.takeError();
    Expected<MeasuredMixes> Mixes =
        parseMeasuredMixes((*File)->getMemBufferRef());
    if (!Mixes)
      return Mixes.takeError();
    if (All.Forms.empty())
      All = std::move(*Mixes);
    else if (Error E = addMixes(All, *Mixes))
      return createStringError(Path + ": " + toString(std::move(E)));
  }
  return All;
}

/// The CPU file to begin with: its text, and what it says without an earlier
/// inference.
struct PriorFile {
  std::string Text;
  Processor CPU;
};

Expected<PriorFile> readPrior(const Arguments &A) {
  std::string Path = A.text("uarch").str();
  if (Path.empty()) {
    ProcessorLibrary Library(ProcessorLibrary::defaultDirectories());
    Expected<ProcessorFile> File = Library.find(A.text("cpu"));
    if (!File)
      return File.takeError();
    Path = Library.path(File->CPU.Name);
  }
  auto Buffer = readFile(Path, /*IsText=*/true);
  if (!Buffer)
    return Buffer.takeError();
  Expected<ProcessorFile> File =
      parseProcessorFile((*Buffer)->getMemBufferRef());
  if (!File)
    return File.takeError();
  removeInferred(File->CPU);
  return PriorFile{(*Buffer)->getBuffer().str(), std::move(File->CPU)};
}

Expected<std::unique_ptr<TargetModel>> modelOf(const Processor &CPU) {
  if (CPU.Architecture.empty())
    return createStringError("the CPU file " + CPU.Name +
                             " has no architecture");
  return TargetModel::create(Triple(CPU.Architecture + "-unknown-linux-gnu"),
                             CPU);
}

/// Options of experiments on this machine.
constexpr OptionName OnHost[] = {"measure",   "forms",     "mixes",
                                 "rounds",    "judge",     "assembly",
                                 "latencies", "time-limit"};

/// What the file says of where its numbers come from.
std::string dataText(const Arguments &A, ArrayRef<std::string> Files,
                     const InferenceReport &R) {
  std::string Text = "rafter-opt uarch infer from ";
  Text += std::to_string(R.Mixes.Mixes.size()) + " measured mixes of " +
          std::to_string(R.Mixes.Forms.size()) + " instructions on " +
          R.Mixes.Machine;
  for (size_t I = 0; I < Files.size(); ++I)
    Text += (I ? ", " : " (") + sys::path::filename(Files[I]).str();
  Text += Files.empty() ? "" : ")";
  if (A.given("data"))
    Text += ", " + A.text("data").str();
  return Text;
}

} // namespace

Error rafter::inferUarch(const Arguments &A, raw_ostream &Out,
                         raw_ostream &Err) {
  std::vector<std::string> Files = filesOf(A);
  if (!Files.empty())
    for (OptionName Name : OnHost)
      if (A.given(Name))
        return A.error(Name, "only where this machine is measured, "
                             "without files of mixes");
  if (StringRef(A.text("data")).contains('"'))
    return usageError("-rafter-data: a text without quotes");
  Expected<PriorFile> Prior = readPrior(A);
  if (!Prior)
    return Prior.takeError();
  InferenceReport R;
  Expected<std::unique_ptr<TargetModel>> Model = modelOf(Prior->CPU);
  if (!Model)
    return Model.takeError();
  std::optional<HostMeasurement> Host;
  if (Files.empty()) {
    Expected<HostMeasurement> Begun = beginOnHost(A, **Model, Err);
    if (!Begun)
      return Begun.takeError();
    Host.emplace(std::move(*Begun));
  }
  if (Host) {
    R.Mixes = Host->alone();
  } else {
    Expected<MeasuredMixes> Mixes = readMixes(Files);
    if (!Mixes)
      return Mixes.takeError();
    R.Mixes = std::move(*Mixes);
  }
  Expected<ResourceMapping> Mapping = mapForms(**Model, R.Mixes.Forms);
  if (!Mapping)
    return Mapping.takeError();
  std::vector<MeasuredMix> KeptAway;
  if (Host) {
    Expected<MeasuredMixes> Mixes = measureOnHost(A, *Host, *Mapping, Err);
    if (!Mixes)
      return Mixes.takeError();
    R.Mixes = std::move(*Mixes);
    Expected<std::vector<MeasuredMix>> Judges =
        measureKeptAway(A, *Host, R.Mixes, Out, Err);
    if (!Judges)
      return Judges.takeError();
    KeptAway = std::move(*Judges);
    if (Error E = writeLatencies(A, *Host, Out))
      return E;
  }
  R.CPU = Prior->CPU.Name;
  R.Hash = Prior->CPU.FileHash;

  ProgressLine Progress(Err, ProgressLine::Verbosity::Normal);
  auto showing = [&](StringRef Step) {
    return [&Progress, Step](size_t Done, size_t Of) {
      Progress.show(Step, double(Done) / double(Of));
    };
  };
  LearningOptions Options;
  Options.Penalty = A.number("penalty");
  Options.Seed = A.count("seed");
  // Measured mixes are cheap, and others are kept away.
  if (unsigned Folds = Host && !A.given("folds") ? 0 : A.count("folds"))
    R.Validation = crossValidate(R.Mixes, *Mapping, Folds, Options,
                                 showing("cross-validation"));
  std::vector<uint32_t> All(R.Mixes.Mixes.size());
  std::iota(All.begin(), All.end(), 0);
  R.Learned =
      learnMapping(R.Mixes, *Mapping, All, Options, showing("learning"));
  Progress.end();
  if (Host) {
    if (Error E = refineOnHost(A, *Host, Options, R.Mixes, R.Learned))
      return E;
    if (!KeptAway.empty())
      R.KeptAway = judgeMapping(R.Learned, KeptAway);
  }
  if (unsigned Next = A.count("next"))
    R.Next = nextExperiments(R.Mixes, *Mapping, Next, Options,
                             showing("next experiments"));
  if (A.given("o")) {
    Expected<std::string> Text = inferredFile(
        Prior->Text, inferredCorrections(R.Learned), dataText(A, Files, R));
    if (!Text)
      return Text.takeError();
    if (Error E =
            printTo(A.text("o"), Out, [&](raw_ostream &OS) { OS << *Text; }))
      return E;
  }
  return printTo(A.text("output"), Out, [&](raw_ostream &OS) {
    if (A.is("format", "json"))
      printJSON(R, OS);
    else if (A.is("format", "html"))
      printHTML(R, OS);
    else
      printText(R, OS);
  });
}
