//===- ExplainCommand.cpp - rafter-opt explain ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a program and says which of its loops take the time, and why.
//
//===----------------------------------------------------------------------===//

#include "ExplainCommand.h"
#include "CodeCommand.h"
#include "CommandFiles.h"
#include "ExplainMethods.h"
#include "Subcommands.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/ADT/StringExtras.h"
#include <csignal>

using namespace llvm;
using namespace rafter;

namespace {

/// Ctrl-C ends the program first, and the analysis the second time; what is
/// known then is printed. A third one ends everything.
class Interruptions {
public:
  Interruptions() {
    struct sigaction Action = {};
    Action.sa_handler = [](int) {
      if (++Count == 3)
        ::signal(SIGINT, SIG_DFL);
      WasPressed = true;
    };
    ::sigaction(SIGINT, &Action, &Before);
  }
  ~Interruptions() { ::sigaction(SIGINT, &Before, nullptr); }
  Interruptions(const Interruptions &) = delete;

  const std::atomic<bool> &pressed() const { return WasPressed; }
  /// From now on it is for what comes next.
  bool take() { return WasPressed.exchange(false); }

private:
  struct sigaction Before;
  // A handler has nothing else that it could reach.
  static std::atomic<bool> WasPressed;
  static std::atomic<unsigned> Count;
};

std::atomic<bool> Interruptions::WasPressed = false;
std::atomic<unsigned> Interruptions::Count = 0;

} // namespace

/// Whether what is printed of a program has to do with memory behind L2, of
/// which machines with the same processor have more or less.
static bool waitsForFarMemory(const ProgramFinding &F) {
  return any_of(F.Ranked, [&](size_t Part) {
    const auto &Steps = F.Parts[Part].Steps;
    return !Steps.empty() && any_of(Steps.front().Limits, [](const Limit &L) {
      return (L.Kind == LimitKind::Bandwidth ||
              L.Kind == LimitKind::MemoryLatency) &&
             L.Level >= MemoryLevel::L3;
    });
  });
}

template <typename FindingT>
static Error print(const FindingT &Finding, const ExplainRequest &Request,
                   raw_ostream &Out) {
  return printTo(Request.Output, Out, [&](raw_ostream &OS) {
    if (Request.AsJSON)
      printJSON(OS, Finding);
    else
      printText(OS, Finding, Request.Details);
  });
}

Error rafter::explainRun(const ExplainRequest &Request, raw_ostream &Out,
                         raw_ostream &Err) {
  Expected<std::unique_ptr<Executable>> File =
      openProgram(Request.Run.Command.front());
  if (!File)
    return File.takeError();
  if (Error E = checkProcessor(**File, Request.CPU))
    return E;
  if (!Request.Output.empty() && Request.Output != "-")
    if (Error E = checkWritable(Request.Output))
      return E;
  std::optional<MeasuredProfile> Profile;
  if (!Request.Profile.empty()) {
    Expected<MeasuredProfile> Read = readMeasuredProfile(Request.Profile);
    if (!Read)
      return Read.takeError();
    Profile = std::move(*Read);
  }
  ProgressLine Progress(Err, Request.Verbosity);
  Interruptions Interrupted;
  RecordOptions Options = Request.Run;
  Options.Progress = [&](uint64_t Instructions) {
    Progress.show("running the program",
                  Twine(Instructions / 1000000) + " million instructions");
  };
  Progress.show("running the program", "");
  std::vector<StartedProcess> Started;
  Expected<SampledProgram> Program = sampleProgram(
      std::move(*File), Options, Request.Sampling, &Interrupted.pressed(),
      Request.Children ? &Started : nullptr);
  if (!Program)
    return Program.takeError();
  Interrupted.take();
  ProgramAnalysisOptions Chosen = Request.Analysis;
  Chosen.Profile = Profile ? &*Profile : nullptr;
  Chosen.Progress = [&](StringRef What, double Share) {
    Progress.show(What, Share);
    return !Interrupted.pressed();
  };
  std::vector<std::string> Command = Request.Run.Command;
  Command.front() = Request.Name;
  if (Request.Methods.any()) {
    Expected<Report> Found =
        askMethods(*Program, join(Command, " "), Request.CPU, Request.Methods,
                   [&](double Share) {
                     return Chosen.Progress("asking the methods", Share);
                   });
    Progress.end();
    if (!Found)
      return createStringError(Request.Name + ": " +
                               toString(Found.takeError()));
    return printTo(Request.Output, Out, [&](raw_ostream &OS) {
      printReport(*Found, Request.MethodFormat, OS);
    });
  }
  if (Request.Children) {
    Expected<ProcessesFinding> Found =
        analyzeProcesses(*Program, Command, Started, Request.CPU, Chosen);
    Progress.end();
    if (!Found)
      return createStringError(Request.Name + ": " +
                               toString(Found.takeError()));
    return print(*Found, Request, Out);
  }
  Expected<ProgramFinding> Finding =
      analyzeProgram(*Program, Request.CPU, Chosen);
  Progress.end();
  if (!Finding)
    return createStringError(Request.Name + ": " +
                             toString(Finding.takeError()));
  Finding->Command = std::move(Command);
  if (Request.IsHost && waitsForFarMemory(*Finding))
    Finding->Remarks.push_back(
        "L3 and memory are those of the machine that " + Finding->CPU +
        " was measured on: rafter-opt uarch calibrate measures this one");
  if (Request.Clock > 0)
    Finding->Roofs.Gigahertz = Request.Clock;
  if (Request.AsPlot || Request.AsPage)
    return printTo(Request.Output, Out, [&](raw_ostream &OS) {
      Request.AsPlot ? printSVG(OS, *Finding) : printHTML(OS, *Finding);
    });
  return print(*Finding, Request, Out);
}

Error rafter::explainProgram(const Arguments &A, raw_ostream &Out,
                             raw_ostream &Err) {
  if (A.Program.empty())
    return usageError("no program to explain");
  Expected<Processor> CPU =
      loadProcessor(A.text("cpu"), A.text("uarch"), join(A.list("set"), ","));
  if (!CPU)
    return CPU.takeError();
  ExplainRequest Request;
  Request.CPU = std::move(*CPU);
  Request.IsHost = A.is("cpu", "host") && !A.given("uarch") && !A.given("set");
  Expected<std::vector<std::string>> Command = commandOfScript(A.Program);
  if (!Command)
    return Command.takeError();
  Request.Run.Command = std::move(*Command);
  Request.Name = Request.Run.Command.front();
  Request.Run.TimeLimit = A.number("time-limit");
  Request.Run.Sysroot = A.text("sysroot").str();
  Request.Run.OutputFile = A.text("program-output").str();
  Request.Analysis.Precision = A.number("precision") / 100;
  Request.Analysis.Seconds = A.number("budget");
  if (A.given("whole")) {
    // The beginning, which is kept whole, is all of it.
    Request.Sampling.Start = std::numeric_limits<uint64_t>::max();
    Request.Analysis.Seconds = std::numeric_limits<double>::infinity();
  }
  if (A.given("quiet"))
    Request.Verbosity = ProgressLine::Verbosity::Quiet;
  else if (A.given("verbose"))
    Request.Verbosity = ProgressLine::Verbosity::Verbose;
  Request.Profile = A.text("profile").str();
  Request.Children = A.given("children");
  if (Request.Children && (!Request.Profile.empty() || A.is("format", "svg") ||
                           A.is("format", "html")))
    return usageError("--children has no plot and takes no profile: explain "
                      "one process");
  Request.Details = A.given("details");
  if (!A.text("details").empty()) {
    Expected<MethodSet> Methods = chosenMethods(A);
    if (!Methods)
      return Methods.takeError();
    Expected<Format> Chosen = parseFormat(A.text("format"));
    if (!Chosen)
      return Chosen.takeError();
    if (Request.Children || !Request.Profile.empty())
      return usageError("the reports of methods are of one process and take "
                        "no profile");
    Request.Methods = std::move(*Methods);
    Request.MethodFormat = *Chosen;
  }
  Request.AsJSON = A.is("format", "json");
  Request.AsPlot = A.is("format", "svg");
  Request.AsPage = A.is("format", "html");
  Request.Clock = A.number("clock");
  Request.Output = A.text("output").str();
  return explainRun(Request, Out, Err);
}
