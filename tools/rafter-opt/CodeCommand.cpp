//===- CodeCommand.cpp - Inputs that are no module ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeCommand.h"
#include "ExplainCommand.h"
#include "MLIRInput.h"
#include "PassDriver.h"
#include "SourceCompiler.h"
#include "rafter/Analysis/WriteReport.h"
#include "rafter/Roofline/DAGBuilder.h"
#include "rafter/Simulation/Analyze.h"
#include "rafter/Support/WatchedProcess.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

Expected<MethodSet> rafter::chosenMethods(const Arguments &A) {
  MethodTable Table;
  if (A.text("details").empty()) {
    MethodSet Methods = Table.defaults();
    if (A.given("annotate") && A.text("format") == "text") {
      Methods.reset();
      Methods.set(*Table.find("causality"));
    }
    return Methods;
  }
  MethodSet Methods = Table.none();
  for (StringRef Name : llvm::split(A.text("details"), ',')) {
    std::optional<size_t> Method = Table.find(Name);
    if (!Method)
      return usageError("--details: unknown method '" + Name +
                        "', expected some of " +
                        llvm::join(Table.names(), ", "));
    Methods.set(*Method);
  }
  return Methods;
}

void rafter::chooseView(const Arguments &A, AnalysisOptions &Options) {
  if (Options.OutputFormat != Format::Text)
    return;
  if (A.given("annotate"))
    Options.OutputFormat = Format::Annotated;
  else if (!A.given("passes") && !A.given("details")) {
    Options.OutputFormat = Format::Answer;
    // It says nothing of edges.
    if (Options.DOTFile.empty())
      Options.OfMethods.set(DAGOptions{.NodesOnly = true});
    // Of limits it says what goes without each, and what comes behind the first
    // one: no curves.
    SensitivityOptions Acceleration;
    Acceleration.Factors.clear();
    Acceleration.RankingFactor = Unlimited;
    Acceleration.MostSteps = 2;
    Acceleration.MostSets = 1;
    Acceleration.SampleWindows = 8;
    Options.OfMethods.set(Acceleration);
  }
}

static bool namesNoCPU(CodeInput Kind) {
  return Kind == CodeInput::Regions || Kind == CodeInput::ForeignTrace;
}

/// The methods of a pipeline of printing passes; otherwise the chosen ones.
static Expected<MethodSet> methodsOf(const Arguments &A, CodeInput Kind) {
  MethodTable Table;
  if (!A.given("passes"))
    return namesNoCPU(Kind) && A.text("details").empty()
               ? Table.ofCrackedInstructions()
               : chosenMethods(A);
  MethodSet Methods = Table.none();
  llvm::SmallVector<StringRef, 4> Passes;
  A.text("passes").split(Passes, ',');
  for (StringRef Pass : Passes) {
    StringRef Name = Pass.trim();
    std::optional<size_t> Method;
    if (Name.consume_front("print<") && Name.consume_back(">"))
      Method = Table.find(Name);
    if (!Method)
      return usageError("-passes: '" + Pass.trim() +
                        "' needs a module, and the input is machine code");
    Methods.set(*Method);
  }
  return Methods;
}

/// True if all methods that are asked for take samples.
static bool wantsSamples(const Arguments &A) {
  Expected<MethodSet> Methods = methodsOf(A, CodeInput::Samples);
  if (!Methods) {
    llvm::consumeError(Methods.takeError());
    return false;
  }
  MethodTable Table;
  return llvm::all_of(Methods->set_bits(), [&](unsigned I) {
    return Table[I].wants() == Vocabulary::Samples;
  });
}

static Error checkUsage(const Arguments &A, CodeInput Kind,
                        const AnalysisOptions &Options) {
  if (A.Words.size() > 1)
    return usageError(
        "assembly, executables, traces and samples are analysed one at a time");
  auto IsGiven = [&](OptionName Name) { return A.given(Name); };
  if (llvm::any_of(OptimizationLevels, IsGiven) || A.given("S") || A.given("o"))
    return usageError("-O1 and the like, -S and -o need a module, "
                      "and the input is machine code");
  if (Options.Run && Kind != CodeInput::Executable)
    return usageError("-rafter-run needs a program, not assembly or a trace");
  if (Options.Program.Entry != "main")
    return usageError("an executable starts where it is linked to "
                      "start: -rafter-entry needs a module");
  if (Options.Level == CodeLevel::IR)
    return usageError("-rafter-level=ir needs a module");
  if (namesNoCPU(Kind) && !Options.Function.empty())
    return usageError("-rafter-function needs code with names, and the input "
                      "has instructions without");
  if (Expected<MethodSet> Methods = methodsOf(A, Kind); !Methods)
    return Methods.takeError();
  return Error::success();
}

std::optional<Expected<CodeInput>>
rafter::codeInput(const Arguments &A, const AnalysisOptions &Options) {
  bool AreSamples = wantsSamples(A);
  for (StringRef Input : A.Words) {
    std::optional<CodeInput> Kind = detectCode(Input);
    if (!Kind && AreSamples && !isSourceFile(Input) && !isMLIRFile(Input))
      Kind = CodeInput::Samples;
    if (Kind) {
      if (Error E = checkUsage(A, *Kind, Options))
        return Expected<CodeInput>(std::move(E));
      return Expected<CodeInput>(*Kind);
    }
  }
  return std::nullopt;
}

bool rafter::explainsProgram(const Arguments &A,
                             const AnalysisOptions &Options) {
  return Options.Run && Options.Function.empty() && !A.given("passes") &&
         A.text("details").empty() && !A.given("annotate") &&
         Options.OutputFormat != Format::HTML &&
         Options.OutputFormat != Format::SVG;
}

Error rafter::explainExecutable(const Arguments &A,
                                const AnalysisOptions &Options, StringRef Path,
                                StringRef Name) {
  Expected<Processor> CPU =
      loadProcessor(Options.CPUName, Options.UarchFile, Options.Overrides);
  if (!CPU)
    return CPU.takeError();
  ExplainRequest Request;
  Request.Name = Name.str();
  Request.CPU = std::move(*CPU);
  // Without a slash the program would be looked up like a shell does.
  Request.Run.Command = {Path.contains('/') ? Path.str() : "./" + Path.str()};
  llvm::append_range(Request.Run.Command,
                     splitArguments(Options.Program.Arguments));
  Request.Run.TimeLimit = Options.Program.TimeLimit;
  // It bounds the whole command, not only the program.
  if (double Limit = Options.Program.TimeLimit; Limit != 0)
    Request.Analysis.Seconds = std::min(Request.Analysis.Seconds, Limit);
  Request.Run.OutputFile = "/dev/null";
  Request.Details = A.given("details");
  Request.AsJSON = Options.OutputFormat == Format::JSON;
  Request.AsPlot = Options.OutputFormat == Format::SVG;
  Request.Output = Options.OutputFile;
  return explainRun(Request, llvm::outs(), llvm::errs());
}

Error rafter::runCodeCommand(const Arguments &A, CodeInput Kind,
                             AnalysisOptions Options) {
  if (Kind == CodeInput::Executable && explainsProgram(A, Options))
    return explainExecutable(A, Options, A.Words.front(), A.Words.front());
  Expected<MethodSet> Methods = methodsOf(A, Kind);
  if (!Methods)
    return Methods.takeError();
  Options.Asked = *Methods;
  Expected<Report> Result = analyzeCode(A.Words.front(), Kind, Options);
  if (!Result)
    return Result.takeError();
  return writeAnalysis(std::move(*Result), Options);
}
