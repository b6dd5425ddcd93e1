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
#include "AnalyzeModule.h"
#include "MachineRegions.h"
#include "rafter/CodeGen/SourceLoops.h"
#include "rafter/Passes/AnalyzeCode.h"
#include "rafter/Trials/FunctionCopy.h"
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

  void startWaiting(size_t Method) { ++Waiting[Method]; }
  void stopWaiting(size_t Method) { --Waiting[Method]; }

  /// Analyses M for all passes that wait; the number tells this state of M
  /// from others.
  unsigned analyze(llvm::Module &M, llvm::FunctionAnalysisManager &Analyses);
  /// Analyses F alone and adds its regions to the report.
  void analyze(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses,
               size_t Method);
  /// A pass asks for its part of the report.
  void request(size_t Method) { Requested.set(Method); }
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
  const MethodTable Table;
  /// Passes in the pipeline that have not run, by method.
  std::vector<unsigned> Waiting = std::vector<unsigned>(Table.size());
  MethodSet Requested = Table.none();
  std::optional<Report> Pending;
  unsigned LastState = 0;

  bool CodeFollows = false;
  std::unique_ptr<llvm::RegisterTargetPassConfigCallback> Insertion;
  std::unique_ptr<MachineRegions> Code;
  std::vector<std::string> CodeRemarks;
  std::optional<RegisterNaming> CodeRegisters;
  std::string CodeError;
};

void PrintSession::State::awaitCode() {
  Options.CodeFollows = CodeFollows = true;
  Insertion = std::make_unique<llvm::RegisterTargetPassConfigCallback>(
      [this](llvm::TargetMachine &Machine, llvm::PassManagerBase &,
             llvm::TargetPassConfig *Config) { collect(Machine, *Config); });
}

/// Puts the collecting pass behind the last standard pass.
void PrintSession::State::collect(llvm::TargetMachine &Machine,
                                  llvm::TargetPassConfig &Config) {
  if (!Pending || isTrying())
    return;
  auto Model = TargetModel::create(Machine.getTargetTriple(), Pending->CPU);
  if (!Model) {
    CodeError = llvm::toString(Model.takeError());
    Model = nullptr;
  }
  Options.Asked = Requested;
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
  Table.arrange(Requested, *Pending);
  if (Error E = writeAnalysis(std::move(*Pending), Options))
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
  Table.arrange(Requested, R);
  Requested.reset();
  for (RegionReport &Region : R.Regions)
    if (std::string Line = describeLevels(Region); !Line.empty())
      Region.Assumptions.insert(Region.Assumptions.begin(), std::move(Line));
  if (Error E = writeAnalysis(std::move(R), Options))
    fail(std::move(E), Context);
}

unsigned PrintSession::State::analyze(llvm::Module &M,
                                      llvm::FunctionAnalysisManager &Analyses) {
  // Whatever waits to be printed belongs to a module that has changed since.
  print(M.getContext());
  if (!usable(M.getContext()))
    return 0;
  AnalysisOptions Asked = Options;
  for (size_t I = 0; I != Table.size(); ++I)
    Asked.Asked[I] = Waiting[I] > 0;
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
                                  size_t Method) {
  if (!usable(F.getContext()))
    return;
  AnalysisOptions Asked = Options;
  Asked.Asked.set(Method);
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
  Ticket(SharedSession Session, size_t Method)
      : Session(std::move(Session)), Method(Method) {
    this->Session->state().startWaiting(Method);
  }
  Ticket(Ticket &&Other)
      : Session(std::move(Other.Session)), Method(Other.Method),
        Waiting(std::exchange(Other.Waiting, false)) {}
  ~Ticket() { done(); }

  PrintSession::State &state() const { return Session->state(); }
  void done() {
    if (std::exchange(Waiting, false))
      state().stopWaiting(Method);
  }

  size_t method() const { return Method; }

private:
  SharedSession Session;
  size_t Method;
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
  ModulePrinter(SharedSession Session, size_t Method)
      : Place(std::move(Session), Method) {}

  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &Analyses) {
    Analyses.getResult<ReportAnalysis>(M);
    Place.state().request(Place.method());
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
  FunctionPrinter(SharedSession Session, size_t Method)
      : Place(std::move(Session), Method) {}

  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses) {
    Place.state().analyze(F, Analyses, Place.method());
    Place.state().request(Place.method());
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
  std::optional<size_t> Method = MethodTable().find(Name);
  if (!Method)
    return false;
  Passes.addPass(Printer(Session, *Method));
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
                               const MethodSet &Methods) {
  if (MethodTable().ofMachineCode(Methods).any()) {
    storeSourceLoops(PB);
    Session->state().awaitCode();
  }
  PB.registerOptimizerLastEPCallback(
      [Session, Methods](llvm::ModulePassManager &Passes,
                         llvm::OptimizationLevel, llvm::ThinOrFullLTOPhase) {
        for (unsigned I : Methods.set_bits())
          Passes.addPass(ModulePrinter(Session, I));
      });
}
