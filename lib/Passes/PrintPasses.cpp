//===- PrintPasses.cpp - The passes print<...> ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the passes of one pipeline share an analysis and a report: each holds a
// ticket until it has run, and the last one prints.
//
//===----------------------------------------------------------------------===//

#include "rafter/Passes/PrintPasses.h"
#include "MachineRegions.h"
#include "rafter/Passes/AnalyzeCode.h"
#include "rafter/Passes/AnalyzeModule.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
#include "llvm/Target/TargetMachine.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// Collects what the passes of a pipeline find, until the last of them that
/// waits has run; then the report is printed as a whole.
class PrintSession::State {
public:
  State(Expected<AnalysisOptions> Given, ErrorHandler OnError)
      : OnError(std::move(OnError)) {
    if (Given)
      Options = std::move(*Given);
    else
      OptionError = llvm::toString(Given.takeError());
  }

  void startWaiting(AnalysisKind K) { ++waiting(K); }
  void stopWaiting(AnalysisKind K) { --waiting(K); }

  /// Analyses M for all passes that wait; the number tells this state of M
  /// from others.
  unsigned analyze(llvm::Module &M, llvm::FunctionAnalysisManager &Analyses);
  /// Analyses F alone and adds its regions to the report.
  void analyze(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses,
               AnalysisKind K);
  /// A pass asks for its part of the report.
  void request(AnalysisKind K) { Requested[K] = true; }
  /// Prints the report if no pass waits that could add to it.
  void printWhenComplete(llvm::LLVMContext &Context) {
    if (!CodeFollows &&
        llvm::all_of(Waiting, [](unsigned Passes) { return Passes == 0; }))
      print(Context);
  }

  /// Machine code is analysed where the compilation generates it; the report
  /// waits for that.
  void awaitCode();
  ~State();

private:
  unsigned &waiting(AnalysisKind K) {
    return Waiting[static_cast<unsigned>(K)];
  }
  void collect(llvm::TargetMachine &Machine, llvm::TargetPassConfig &Config);
  void codeGenerated(const llvm::Module &M);
  bool usable(llvm::LLVMContext &Context);
  void print(llvm::LLVMContext &Context);
  void fail(Error E, llvm::LLVMContext &Context);
  void merge(Report Other);

  AnalysisOptions Options;
  std::string OptionError;
  ErrorHandler OnError;
  bool Failed = false;
  /// Passes in the pipeline that have not run, by analysis.
  std::array<unsigned, NumAnalysisKinds> Waiting = {};
  AnalysisKinds Requested;
  std::optional<Report> Pending;
  unsigned LastState = 0;

  bool CodeFollows = false;
  std::unique_ptr<llvm::RegisterTargetPassConfigCallback> Insertion;
  std::unique_ptr<MachineRegions> Code;
  std::vector<std::string> CodeRemarks;
  std::optional<RegisterNaming> CodeRegisters;
  std::string CodeError;
};

/// Keeps the findings of Kinds only, in their order.
static void keepOnly(Report &R, AnalysisKinds Kinds) {
  std::vector<StringRef> Names;
  for (unsigned K = 0; K != NumAnalysisKinds; ++K)
    if (Kinds[static_cast<AnalysisKind>(K)])
      Names.push_back(name(static_cast<AnalysisKind>(K)));
  for (RegionReport &Region : R.Regions)
    Region.keepOnly(Names);
  sortFindings(R);
}

void PrintSession::State::awaitCode() {
  Options.CodeFollows = CodeFollows = true;
  Insertion = std::make_unique<llvm::RegisterTargetPassConfigCallback>(
      [this](llvm::TargetMachine &Machine, llvm::PassManagerBase &,
             llvm::TargetPassConfig *Config) { collect(Machine, *Config); });
}

/// Puts the collecting pass behind the last standard pass.
void PrintSession::State::collect(llvm::TargetMachine &Machine,
                                  llvm::TargetPassConfig &Config) {
  if (!Pending)
    return;
  auto Model = TargetModel::create(Machine.getTargetTriple(), Pending->CPU);
  if (!Model) {
    CodeError = llvm::toString(Model.takeError());
    Model = nullptr;
  }
  Options.Kinds = Requested;
  Code = std::make_unique<MachineRegions>(Options);
  if (*Model) {
    CodeRemarks = (*Model)->remarks().vec();
    CodeRegisters.emplace(**Model);
  }
  Config.insertPass(&llvm::StackMapLivenessID,
                    createMachineLoopPass(
                        std::move(*Model), Code->loopOptions(),
                        [this](MachineLoop L) { Code->add(std::move(L)); },
                        [this](const llvm::Module &M) { codeGenerated(M); }));
}

void PrintSession::State::codeGenerated(const llvm::Module &M) {
  CodeFollows = false;
  if (!Pending)
    return;
  std::string Input = Pending->Input;
  Error E = CodeError.empty()
                ? Code->addTo(*Pending, M, CodeRemarks, *CodeRegisters)
                : llvm::createStringError(CodeError);
  if (E)
    return fail(
        llvm::createStringError(Input + ": " + llvm::toString(std::move(E))),
        M.getContext());
  print(M.getContext());
}

/// The compilation ended without machine code.
PrintSession::State::~State() {
  Insertion.reset();
  if (!Pending || !CodeFollows)
    return;
  for (RegionReport &Region : Pending->Regions)
    Region.Assumptions.push_back(
        "no machine code was generated, so there is no sensitivity and no "
        "causality");
  keepOnly(*Pending, Requested);
  if (Error E = writeReport(*Pending, Options.OutputFormat, Options.OutputFile))
    llvm::errs() << "rafter: " << llvm::toString(std::move(E)) << '\n';
}

void PrintSession::State::fail(Error E, llvm::LLVMContext &Context) {
  Failed = true;
  Pending.reset();
  if (OnError)
    return OnError(std::move(E), Context);
  std::string Message = "rafter: " + llvm::toString(std::move(E));
  Context.diagnose(llvm::DiagnosticInfoGeneric(Message, llvm::DS_Error));
}

bool PrintSession::State::usable(llvm::LLVMContext &Context) {
  if (!Failed && !OptionError.empty())
    fail(llvm::createStringError(OptionError), Context);
  return !Failed;
}

void PrintSession::State::print(llvm::LLVMContext &Context) {
  if (!Pending)
    return;
  Report R = std::move(*Pending);
  Pending.reset();
  keepOnly(R, Requested);
  Requested = AnalysisKinds();
  if (Error E = writeReport(R, Options.OutputFormat, Options.OutputFile))
    fail(std::move(E), Context);
}

unsigned PrintSession::State::analyze(llvm::Module &M,
                                      llvm::FunctionAnalysisManager &Analyses) {
  // Whatever waits to be printed belongs to a module that has changed since.
  print(M.getContext());
  if (!usable(M.getContext()))
    return 0;
  AnalysisOptions Asked = Options;
  for (unsigned K = 0; K != NumAnalysisKinds; ++K)
    Asked.Kinds[static_cast<AnalysisKind>(K)] = Waiting[K] > 0;
  Expected<Report> R = analyzeModule(M, Analyses, Asked);
  if (R)
    Pending = std::move(*R);
  else
    fail(R.takeError(), M.getContext());
  return ++LastState;
}

void PrintSession::State::merge(Report Other) {
  if (!Pending) {
    Pending = std::move(Other);
    return;
  }
  for (RegionReport &New : Other.Regions) {
    auto Known = llvm::find_if(Pending->Regions, [&](const RegionReport &R) {
      return R.Function == New.Function && R.Loop == New.Loop;
    });
    if (Known == Pending->Regions.end())
      Pending->Regions.push_back(std::move(New));
    else
      for (std::shared_ptr<const Finding> &F : New.Findings)
        Known->add(std::move(F));
  }
}

void PrintSession::State::analyze(llvm::Function &F,
                                  llvm::FunctionAnalysisManager &Analyses,
                                  AnalysisKind K) {
  if (!usable(F.getContext()))
    return;
  AnalysisOptions Asked = Options;
  Asked.Kinds[K] = true;
  StringRef Region = Asked.Function;
  if (Region.empty() && Asked.Run)
    Region = Asked.Program.Entry;
  if (!Region.empty() && Region != F.getName())
    return;
  Asked.Function = Asked.Program.Function = F.getName().str();
  Expected<Report> R = analyzeModule(*F.getParent(), Analyses, Asked);
  if (R)
    merge(std::move(*R));
  else
    fail(R.takeError(), F.getContext());
}

PrintSession::PrintSession(Expected<AnalysisOptions> Options,
                           ErrorHandler OnError)
    : Shared(std::make_unique<State>(std::move(Options), std::move(OnError))) {}

PrintSession::~PrintSession() = default;

namespace {

using SharedSession = std::shared_ptr<PrintSession>;

/// Says that a pass is in a pipeline and has not run to its end yet.
class Ticket {
public:
  Ticket(SharedSession Session, AnalysisKind Kind)
      : Session(std::move(Session)), Kind(Kind) {
    this->Session->state().startWaiting(Kind);
  }
  Ticket(Ticket &&Other)
      : Session(std::move(Other.Session)), Kind(Other.Kind),
        Waiting(std::exchange(Other.Waiting, false)) {}
  ~Ticket() { done(); }

  PrintSession::State &state() const { return Session->state(); }
  void done() {
    if (std::exchange(Waiting, false))
      state().stopWaiting(Kind);
  }

  AnalysisKind kind() const { return Kind; }

private:
  SharedSession Session;
  AnalysisKind Kind;
  bool Waiting = true;
};

/// The report of a module, kept until a pass changes the module.
class ReportAnalysis : public llvm::AnalysisInfoMixin<ReportAnalysis> {
public:
  struct Result {
    unsigned State;
  };

  explicit ReportAnalysis(SharedSession Session)
      : Session(std::move(Session)) {}

  Result run(llvm::Module &M, llvm::ModuleAnalysisManager &Analyses) {
    auto &Functions =
        Analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(M)
            .getManager();
    return {Session->state().analyze(M, Functions)};
  }

private:
  friend llvm::AnalysisInfoMixin<ReportAnalysis>;
  static llvm::AnalysisKey Key;
  SharedSession Session;
};

llvm::AnalysisKey ReportAnalysis::Key;

class ModulePrinter : public llvm::PassInfoMixin<ModulePrinter> {
public:
  ModulePrinter(SharedSession Session, AnalysisKind Kind)
      : Place(std::move(Session), Kind) {}

  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &Analyses) {
    Analyses.getResult<ReportAnalysis>(M);
    Place.state().request(Place.kind());
    Place.done();
    Place.state().printWhenComplete(M.getContext());
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  Ticket Place;
};

class FunctionPrinter : public llvm::PassInfoMixin<FunctionPrinter> {
public:
  FunctionPrinter(SharedSession Session, AnalysisKind Kind)
      : Place(std::move(Session), Kind) {}

  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses) {
    Place.state().analyze(F, Analyses, Place.kind());
    Place.state().request(Place.kind());
    if (isLastDefinition(F)) {
      Place.done();
      Place.state().printWhenComplete(F.getContext());
    }
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  static bool isLastDefinition(const llvm::Function &F) {
    for (const llvm::Function &Other : llvm::reverse(*F.getParent()))
      if (!Other.isDeclaration())
        return &Other == &F;
    return false;
  }
  Ticket Place;
};

} // namespace

/// Adds a Printer to Passes if Name is that of one of our passes.
template <typename Printer, typename Manager>
static bool parsePrinter(StringRef Name, Manager &Passes,
                         const SharedSession &Session) {
  if (!Name.consume_front("print<") || !Name.consume_back(">"))
    return false;
  std::optional<AnalysisKind> Kind = findAnalysis(Name);
  if (!Kind)
    return false;
  Passes.addPass(Printer(Session, *Kind));
  return true;
}

static void registerAnalyses(llvm::PassBuilder &PB,
                             const SharedSession &Session) {
  PB.registerAnalysisRegistrationCallback(
      [Session](llvm::ModuleAnalysisManager &Analyses) {
        Analyses.registerPass([&] { return ReportAnalysis(Session); });
      });
}

void rafter::registerPrintPasses(llvm::PassBuilder &PB,
                                 const SharedSession &Session) {
  using Pipeline = llvm::ArrayRef<llvm::PassBuilder::PipelineElement>;
  registerAnalyses(PB, Session);
  PB.registerPipelineParsingCallback(
      [Session](StringRef Name, llvm::ModulePassManager &Passes, Pipeline) {
        return parsePrinter<ModulePrinter>(Name, Passes, Session);
      });
  PB.registerPipelineParsingCallback(
      [Session](StringRef Name, llvm::FunctionPassManager &Passes, Pipeline) {
        return parsePrinter<FunctionPrinter>(Name, Passes, Session);
      });
}

void rafter::appendPrintPasses(llvm::PassBuilder &PB,
                               const SharedSession &Session,
                               AnalysisKinds Kinds) {
  if (Kinds.ofInstructions())
    Session->state().awaitCode();
  PB.registerOptimizerLastEPCallback([Session,
                                      Kinds](llvm::ModulePassManager &Passes,
                                             llvm::OptimizationLevel,
                                             llvm::ThinOrFullLTOPhase) mutable {
    for (unsigned K = 0; K != NumAnalysisKinds; ++K)
      if (Kinds[static_cast<AnalysisKind>(K)])
        Passes.addPass(ModulePrinter(Session, static_cast<AnalysisKind>(K)));
  });
}
