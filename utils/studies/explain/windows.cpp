//===- windows.cpp - Windows against the whole simulation -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   explain-windows CPU[,CPU...] STRIDE PROGRAM ARGUMENTS...
//
// A CPU is NAME[:KEY=VALUE]...[:perfect-branches], keys as in CPU files: what
// differs between windows and whole is found by leaving parts of a CPU out.
// Runs a program once, simulates all of it on each CPU and takes the windows
// of explain out of it. Then every STRIDE-th window is simulated from the state
// that goes with it. Prints for each window its first instruction and its
// cycles, as part of the whole simulation and by itself; and for each CPU the
// cycles of the program, simulated whole and estimated.
//
//===----------------------------------------------------------------------===//

#include "FixedTime.h"
#include "PreparedTable.h"
#include "ProgramSampler.h"
#include "StreamDriver.h"
#include "rafter/Recorder/Recording.h"
#include "rafter/Sampling/AnalyzeProgram.h"
#include "rafter/Sampling/SampledSource.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"

using namespace rafter;
using namespace rafter::simulation;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

constexpr StringRef PerfectBranches = "perfect-branches";

/// What was executed until some point, in a region's time.
struct Mark {
  double Cycles = 0;
  uint64_t Mispredictions = 0, Prefetched = 0, Extra = 0, Code = 0;
  uint64_t Levels[NumMemoryLevels] = {};
};

/// Notes what has passed at each end of an iteration.
class MarkTimer : public OutcomeConsumer {
public:
  explicit MarkTimer(LaneMachine &Machine)
      : Lanes(makeLaneSimulator(Machine, LaneTarget::Scalar)) {}
  void beginRegion() override { Lanes->beginRegion(); }
  void outcomes(const OutcomeView &View) override {
    Lanes->run(View);
    for (const InstructionOutcome *I = View.Begin; I != View.End; ++I) {
      Seen.Mispredictions += I->Mispredicted;
      Seen.Code += I->CodeFrom != MemoryLevel::L1;
      for (unsigned A = 0; A != I->NumAccesses; ++A) {
        const AccessOutcome &O = View.Accesses[I->FirstAccess + A];
        if (O.Absent)
          continue;
        ++Seen.Levels[unsigned(O.Level)];
        Seen.Prefetched += O.Prefetched;
        Seen.Extra += O.ExtraCycles != 0;
      }
    }
  }
  void endIteration() override { mark(); }
  void endRegion() override { mark(); }

  std::vector<Mark> Marks;

private:
  void mark() {
    int64_t Units = 0;
    Lanes->time(&Units);
    Seen.Cycles = double(Units) / UnitsPerCycle;
    Marks.push_back(Seen);
  }
  std::unique_ptr<LaneSimulator> Lanes;
  Mark Seen;
};

void print(const Mark &From, const Mark &To) {
  llvm::outs() << llvm::format(" %.2f", To.Cycles - From.Cycles) << " "
               << To.Mispredictions - From.Mispredictions << " "
               << To.Prefetched - From.Prefetched << " "
               << To.Extra - From.Extra << " " << To.Code - From.Code;
  for (unsigned L = 1; L != NumMemoryLevels; ++L)
    llvm::outs() << " " << To.Levels[L] - From.Levels[L];
}

/// One CPU that the whole program is simulated on.
struct WholeRun {
  WholeRun(StringRef Name, Processor Given, SimulationOptions Options,
           std::unique_ptr<TargetModel> Target)
      : Name(Name), CPU(std::move(Given)), Options(Options),
        Model(std::move(Target)), Builder(*Model, Table),
        Code(CodeLowering(Builder), Table), Prepared(CPU),
        Machine(Prepared, MachineVariant()), Timer(Machine),
        Driver(Table, CPU, Options, Prepared) {
    Driver.add(Timer);
    Assembler.emplace(Code, Driver, 0, /*DefinesCode=*/true);
  }
  std::string Name;
  Processor CPU;
  SimulationOptions Options;
  std::unique_ptr<TargetModel> Model;
  InstructionTable Table;
  InstructionBuilder Builder;
  AssembledCode Code;
  PreparedTable Prepared;
  LaneMachine Machine;
  MarkTimer Timer;
  StreamDriver Driver;
  std::optional<InstructionAssembler> Assembler;
};

/// Samples the program, simulates it whole, and marks where windows of the
/// shortest distance begin, are measured and end.
class Tee : public ExecutionSink {
public:
  Tee(ProgramSampler &Sampler, ArrayRef<std::unique_ptr<WholeRun>> Runs,
      const WindowSampling &Sampling)
      : Sampler(Sampler), Runs(Runs), Sampling(Sampling), Next(Sampling.Start) {
  }

  void define(const CodeBlock &B) override {
    Sampler.define(B);
    for (auto &R : Runs)
      R->Assembler->define(B);
  }
  void define(const BlockVariant &V) override {
    Sizes.push_back(V.Instructions);
    Sampler.define(V);
    for (auto &R : Runs)
      R->Assembler->define(V);
  }
  void enter(uint32_t) override {}
  void leave(uint32_t) override {}
  void execute(uint32_t Thread, uint32_t Variant,
               ArrayRef<uint64_t> Words) override {
    Sampler.execute(Thread, Variant, Words);
    if (Thread != 0)
      return;
    if (InStart && Executed >= Next) {
      InStart = false;
      Next = Executed + Sampling.FirstDistance / 2;
    }
    if (!InStart && !Stage && Executed >= Next) {
      Begin = Executed;
      Begins.push_back(Executed);
      Next += Sampling.FirstDistance;
      Stage = 1;
    }
    if ((Stage == 1 &&
         Executed - Begin >= Sampling.Training + Sampling.RunUp) ||
        (Stage == 2 && Executed - Begin >= Sampling.length())) {
      for (auto &R : Runs)
        R->Assembler->endIteration();
      Stage = (Stage + 1) % 3;
    }
    std::vector<LineUse> Filled;
    for (uint64_t Page : Sampler.takeFilledPages())
      llvm::append_range(Filled, LineOrder::wholePage(Page));
    for (auto &R : Runs) {
      R->Assembler->useBefore(Filled);
      R->Assembler->execute(0, Variant, Words);
    }
    Executed += Sizes[Variant];
  }

  std::vector<uint64_t> Begins;

private:
  ProgramSampler &Sampler;
  ArrayRef<std::unique_ptr<WholeRun>> Runs;
  WindowSampling Sampling;
  std::vector<uint32_t> Sizes;
  uint64_t Executed = 0, Next, Begin = 0;
  unsigned Stage = 0;
  bool InStart = true;
};

} // namespace

int main(int Count, char **Values) {
  llvm::InitLLVM Init(Count, Values);
  llvm::ExitOnError Check("explain-windows: ");
  if (Count < 4) {
    llvm::errs() << "explain-windows CPU[,CPU...] STRIDE PROGRAM ARGUMENT...\n";
    return 2;
  }
  size_t Stride = std::stoul(Values[2]);
  RecordOptions Options;
  Options.Command.assign(Values + 3, Values + Count);
  Options.DiscardOutput = true;
  std::unique_ptr<Executable> File =
      Check(openProgram(Options.Command.front()));
  std::vector<std::unique_ptr<WholeRun>> Runs;
  llvm::SmallVector<StringRef> Names;
  StringRef(Values[1]).split(Names, ',');
  for (StringRef Name : Names) {
    SimulationOptions Simulated;
    Simulated.PerfectBranches = Name.contains(PerfectBranches);
    auto [CPUName, Keys] = Name.split(':');
    std::string Overrides = Keys.str();
    if (Simulated.PerfectBranches)
      Overrides.erase(Overrides.find(PerfectBranches));
    llvm::replace(Overrides, ':', ',');
    Processor CPU =
        Check(loadProcessor(CPUName, "", StringRef(Overrides).rtrim(',')));
    auto Model = Check(TargetModel::create(File->triple(), CPU));
    Runs.push_back(std::make_unique<WholeRun>(Name, std::move(CPU), Simulated,
                                              std::move(Model)));
  }
  WindowSampling Sampling;
  ProgramSampler Sampler(Sampling, recording::Architecture::X86);
  Tee Both(Sampler, Runs, Sampling);
  RecordResult Recorded = Check(record(Options, *File, Both));
  SampledProgram Program;
  Sampler.finish(Program);
  Program.Program = std::move(File);
  Program.Run = std::move(Recorded);
  const SampledThread &T = Program.Threads[0];
  for (auto &R : Runs) {
    R->Assembler->finish();
    Check(R->Driver.takeError());
    std::vector<size_t> Chosen;
    for (size_t I = 0; I < T.Windows.size(); I += Stride)
      Chosen.push_back(I);
    SampledSource Source(Program, *R->Model);
    PreparedTable Prepared(R->CPU);
    Check(Prepared.update(Source.table()));
    LaneMachine Machine(Prepared, MachineVariant());
    MarkTimer Timer(Machine);
    StreamDriver Driver(Source.table(), R->CPU, R->Options, Prepared);
    Driver.add(Timer);
    SampledSource::Selection What;
    What.Windows = Chosen;
    What.WithStart = true;
    What.MarksRunUp = true;
    Check(play(Source.source(What), Driver));
    llvm::ArrayRef<Mark> Marks = ArrayRef(Timer.Marks).drop_front(2);
    for (size_t I = 0; I != Chosen.size(); ++I) {
      uint64_t Begin = T.Windows[Chosen[I]].Begin;
      size_t At = llvm::lower_bound(Both.Begins, Begin) - Both.Begins.begin();
      if (At == Both.Begins.size() || Both.Begins[At] != Begin)
        continue;
      llvm::outs() << R->Name << " window " << Begin;
      print(R->Timer.Marks[2 * At], R->Timer.Marks[2 * At + 1]);
      print(Marks[2 * I], Marks[2 * I + 1]);
      llvm::outs() << "\n";
    }
    llvm::outs() << R->Name << " start "
                 << llvm::format("%.2f\n", Timer.Marks[1].Cycles);
    ProgramAnalysisOptions WithoutLimits;
    WithoutLimits.Progress = [](StringRef What, double) {
      return What != "removing resources";
    };
    ProgramFinding Found =
        Check(analyzeProgram(Program, R->CPU, WithoutLimits));
    llvm::outs() << R->Name << " program " << T.Instructions << " "
                 << llvm::format("%.0f %.0f %.0f %d\n",
                                 R->Timer.Marks.back().Cycles,
                                 Found.Cycles.Value, Found.Cycles.HalfWidth,
                                 int(Found.Windows));
    llvm::outs().flush();
  }
}
