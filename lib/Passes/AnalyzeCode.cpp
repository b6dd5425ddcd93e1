//===- AnalyzeCode.cpp - From machine code to a report --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds out what the file is; what it says goes to the same analyses.
//
//===----------------------------------------------------------------------===//

#include "rafter/Passes/AnalyzeCode.h"
#include "CodeRegions.h"
#include "MachineRegions.h"
#include "rafter/CodeGen/AssemblyFile.h"
#include "rafter/CodeGen/CrackingConsumer.h"
#include "rafter/Counters/SampleTable.h"
#include "rafter/Regions/RegionFile.h"
#include "rafter/Roofline/PrintDOT.h"
#include "rafter/Stream/LoopStream.h"
#include "rafter/Stream/TableSlice.h"
#include "rafter/Stream/Vocabularies.h"
#include "rafter/Support/Files.h"
#include "rafter/TraceFiles/OpenAnyTrace.h"
#include "rafter/TraceFiles/TraceReader.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"
#include <mutex>

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

std::optional<CodeInput> rafter::detectCode(StringRef Path) {
  bool IsAssembly = llvm::StringSwitch<bool>(llvm::sys::path::extension(Path))
                        .Cases({".s", ".S", ".asm"}, true)
                        .Default(false);
  if (IsAssembly)
    return CodeInput::Assembly;
  if (Path == "-")
    return std::nullopt;
  auto Head = llvm::MemoryBuffer::getFileSlice(Path, 64, 0);
  if (!Head)
    return std::nullopt;
  if (TraceReader::isTrace((*Head)->getBuffer()))
    return CodeInput::Trace;
  if (RegionReader::isRegionFile((*Head)->getBuffer()))
    return CodeInput::Regions;
  if ((*Head)->getBuffer().starts_with("\x7f"
                                       "ELF"))
    return CodeInput::Executable;
  if (looksLikeTrace(Path))
    return CodeInput::ForeignTrace;
  return std::nullopt;
}

Error rafter::writeAnalysis(Report R, const AnalysisOptions &Options) {
  for (RegionReport &Region : R.Regions)
    if (std::string Line = describeFrames(Region, R.CPU); !Line.empty())
      Region.assume(std::move(Line));
  if (Options.Complete)
    if (Error E = Options.Complete(R))
      return E;
  const ComputationDAG *DAG =
      R.Regions.empty() ? nullptr : R.Regions.front().get<ComputationDAG>();
  if (!Options.DOTFile.empty() && DAG)
    if (Error E = writeFileWhole(Options.DOTFile, [&](llvm::raw_ostream &OS) {
          printDOT(*DAG, OS);
        }))
      return E;
  return writeReport(R, Options.OutputFormat, Options.OutputFile);
}

void rafter::initializeMachineCode() {
  // LLVM's tables of targets have no lock, and trials are compiled side by
  // side.
  static std::once_flag Once;
  std::call_once(Once, [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
    llvm::InitializeAllAsmParsers();
    llvm::InitializeAllDisassemblers();
  });
}

Error rafter::checkMachineModel(const Processor &CPU) {
  if (CPU.LLVMName.empty() || CPU.Architecture.empty())
    return Error::success();
  initializeMachineCode();
  return TargetModel::create(
             llvm::Triple(CPU.Architecture + "-unknown-linux-gnu"), CPU)
      .takeError();
}

Error rafter::withPath(StringRef Path, Error E) {
  std::string Message = llvm::toString(std::move(E));
  if (StringRef(Message).contains(Path))
    return llvm::createStringError(Message);
  return llvm::createStringError(Path + ": " + Message);
}

Error rafter::addRegion(Source &S, const AnalysisOptions &Options,
                        Report &Result) {
  Expected<RegionReport> Region =
      MethodTable(Options.OfMethods).run(Options.Asked, S, Result.CPU);
  if (!Region)
    return Region.takeError();
  Result.Regions.push_back(std::move(*Region));
  return Error::success();
}

void rafter::addTableAssumptions(const InstructionTable &Table, TableRange Code,
                                 Origin &Region) {
  for (uint32_t I = Code.Begin; I != Code.End; ++I) {
    const StaticInstruction &Instruction = Table.Instructions[I];
    if (Instruction.Assumption == 0)
      continue;
    std::string Line = Table.Strings[Instruction.Text] + ": " +
                       Table.Strings[Instruction.Assumption];
    Region.assume(std::move(Line));
  }
}

void rafter::addAddressAssumption(const LoopBody &Body, Origin &Region) {
  if (unsigned Number = Body.DataDependent)
    Region.assume((Number == 1 ? std::string("an address depends")
                               : std::to_string(Number) + " addresses depend") +
                  " on data: elsewhere in each iteration");
}

/// The target of assembly for a CPU.
static Expected<llvm::Triple> targetOf(const Processor &CPU) {
  if (CPU.Architecture.empty())
    return llvm::createStringError(
        "the CPU file of " + CPU.Name +
        " names no architecture, so assembly cannot be read for it");
  return llvm::Triple(CPU.Architecture + "-unknown-linux-gnu");
}

static Error analyzeAssembly(StringRef Path, const AnalysisOptions &Options,
                             Report &Result) {
  auto Buffer = readFile(Path, /*IsText=*/true);
  if (!Buffer)
    return Buffer.takeError();
  Expected<llvm::Triple> Target = targetOf(Result.CPU);
  if (!Target)
    return Target.takeError();
  auto Model = TargetModel::create(*Target, Result.CPU);
  if (!Model)
    return Model.takeError();
  RegisterNaming Registers(**Model);
  InstructionTable Table;
  auto Regions = readAssembly(**Buffer, **Model, Table);
  if (!Regions) {
    if (Options.CPUName != "host" || !Options.UarchFile.empty())
      return Regions.takeError();
    // The host's machine is a guess.
    return llvm::createStringError(
        llvm::toString(Regions.takeError()) + " (read for this machine, " +
        Result.CPU.Name + "; -rafter-cpu=CPU names another)");
  }
  for (const AssemblyRegion &Block : *Regions) {
    // A table of its own: blocks know nothing of each other.
    InstructionTable Own = slice(Table, Block.Code);
    TableRange Code{0, Block.Code.size()};
    uint64_t Iterations = steadyIterations(Result.CPU, Code.size());
    Source S;
    S.From.Name = !Block.Name.empty() ? Block.Name
                  : Regions->size() == 1
                      ? llvm::sys::path::filename(Path).str()
                      : "block " + std::to_string(Result.Regions.size() + 1);
    S.From.Source = Block.Source;
    S.From.WarmCache = true;
    S.From.Assumptions = {"the block is the body of a loop of " +
                          std::to_string(Iterations) +
                          " iterations; all accesses hit L1" +
                          (Own.Given.size() > 1 ? " but those of which a "
                                                  "comment says otherwise"
                                                : "")};
    LoopBody Body = loopOf(Own, Code);
    addAddressAssumption(Body, S.From);
    addTableAssumptions(Own, Code, S.From);
    llvm::append_range(S.From.Assumptions, (*Model)->remarks());
    S.Instructions = {&Own, repeat(std::move(Body), Own, {Iterations}),
                      /*PerfectMemory=*/true, /*PerfectBranches=*/true};
    addCracked(S, Registers);
    addOperations(S);
    if (Error E = addRegion(S, Options, Result))
      return E;
  }
  return Error::success();
}

/// The regions of a file: what they executed, without a CPU.
static Error analyzeRegions(StringRef Path, const AnalysisOptions &Options,
                            Report &Result) {
  auto File = RegionReader::open(Path);
  if (!File)
    return File.takeError();
  for (size_t I = 0; I != (*File)->size(); ++I) {
    Expected<TraceRegion> Region = (*File)->region(I);
    if (!Region)
      return Region.takeError();
    Source S;
    S.From.Name = Region->Name;
    S.From.How = Mode::Modelled;
    S.From.WarmCache = !Region->WarmUp.empty();
    S.Cracked = [&](CrackedConsumer &Consumer) {
      Region->play(Consumer);
      return Error::success();
    };
    if (Error E = addRegion(S, Options, Result))
      return withPath(Path, std::move(E));
  }
  return Error::success();
}

/// A trace of another tool, as one region.
static Error analyzeForeignTrace(StringRef Path, const AnalysisOptions &Options,
                                 Report &Result) {
  auto Trace = openAnyTrace(Path);
  if (!Trace)
    return Trace.takeError();
  (*Trace)->From.Name = llvm::sys::path::filename(Path);
  (*Trace)->From.How = Mode::Modelled;
  if (Error E = addRegion(**Trace, Options, Result))
    return withPath(Path, std::move(E));
  return Error::success();
}

/// A file of samples is one region: it knows the program's counters, and no
/// CPU.
static Error analyzeSamples(StringRef Path, const AnalysisOptions &Options,
                            Report &Result) {
  SampleTable Table;
  if (Error E = readSampleFile(Path, {}, Table))
    return E;
  Source S;
  S.From.Name = llvm::sys::path::filename(Path).str();
  S.From.How = Mode::Measured;
  S.Samples = &Table;
  Error E = addRegion(S, Options, Result);
  if (!E)
    return E;
  std::string Dropped = describe(Table.Dropped);
  return llvm::createStringError(Path + ": " + llvm::toString(std::move(E)) +
                                 (Dropped.empty() ? "" : "; dropped: ") +
                                 Dropped);
}

static Error analyze(StringRef Path, CodeInput Kind,
                     const AnalysisOptions &Options, Report &Result) {
  switch (Kind) {
  case CodeInput::Assembly:
    return analyzeAssembly(Path, Options, Result);
  case CodeInput::Executable:
    return Options.Run ? analyzeRunOf(Path, Options, Result)
                       : analyzeExecutable(Path, Options, Result);
  case CodeInput::Trace:
    return analyzeTrace(Path, Options, Result);
  case CodeInput::Regions:
    return analyzeRegions(Path, Options, Result);
  case CodeInput::ForeignTrace:
    return analyzeForeignTrace(Path, Options, Result);
  case CodeInput::Samples:
    return analyzeSamples(Path, Options, Result);
  }
  llvm_unreachable("no such input");
}

Expected<Report> rafter::analyzeCode(StringRef Path, CodeInput Kind,
                                     const AnalysisOptions &Options) {
  initializeMachineCode();
  Report Result;
  Result.Input = Path.str();
  if (Kind != CodeInput::Samples) {
    Result.Overrides = Options.Overrides;
    Expected<Processor> CPU =
        loadProcessor(Options.CPUName, Options.UarchFile, Options.Overrides);
    if (!CPU)
      return CPU.takeError();
    Result.CPU = std::move(*CPU);
    Result.CPU.FrameSeed = Options.FrameSeed;
  }
  if (Error E = analyze(Path, Kind, Options, Result))
    return E;
  MethodTable().arrange(Options.Asked, Result);
  return Result;
}
