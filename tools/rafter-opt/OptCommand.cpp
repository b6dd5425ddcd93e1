//===- OptCommand.cpp - opt with the passes of Rafter ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the command line, makes one module of the inputs, and hands both to
// the driver of LLVM's own opt.
//
//===----------------------------------------------------------------------===//

#include "ArgumentScan.h"
#include "BudgetChecks.h"
#include "CodeCommand.h"
#include "ModuleInput.h"
#include "Subcommands.h"
#include "rafter/Passes/CommandLine.h"
#include "rafter/Passes/PrintPasses.h"
#include "rafter/Passes/RegionFunction.h"
#include "rafter/Support/WriteFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// The driver of opt, in libLLVMOptDriver.
extern "C" int
optMain(int ArgumentCount, char **Arguments,
        llvm::ArrayRef<std::function<void(llvm::PassBuilder &)>> Callbacks);

static constexpr char ToolName[] = "rafter-opt";
/// Gives a module that came through an anonymous file its name back.
static constexpr char NamePassName[] = "rafter-name-module";

namespace {

/// The user has been told already.
class Reported : public llvm::ErrorInfo<Reported> {
public:
  static char ID;
  void log(llvm::raw_ostream &) const override {}
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
};

char Reported::ID = 0;

class NameModule : public llvm::PassInfoMixin<NameModule> {
public:
  explicit NameModule(std::string Name) : Name(std::move(Name)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    M.setModuleIdentifier(Name);
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  std::string Name;
};

} // namespace

static int report(Error E, ExitStatus Status) {
  E = llvm::handleErrors(std::move(E), [](const Reported &) {});
  if (E)
    llvm::errs() << ToolName << ": error: " << llvm::toString(std::move(E))
                 << '\n';
  return Status;
}

static std::vector<char *> pointers(std::vector<std::string> &Strings) {
  std::vector<char *> Result;
  Result.reserve(Strings.size() + 1);
  for (std::string &S : Strings)
    Result.push_back(S.data());
  Result.push_back(nullptr);
  return Result;
}

static std::string overview(llvm::ArrayRef<Subcommand> Subcommands) {
  std::string Text =
      "Tells why a program runs no faster: prints the computation DAG, the\n"
      "generalized roofline, the sensitivity and the causality of the hottest\n"
      "loops, or runs opt's passes.\n\n"
      "  rafter-opt [options] FILE...   (.c .cc .cpp .cxx, .mlir, or LLVM IR)\n"
      "  rafter-opt [options] FILE   (.s, an executable, a recorded trace)\n";
  for (const Subcommand &Command : Subcommands)
    Text += ("  rafter-opt " + Command.Name + " ...   " + Command.Help + "\n")
                .str();
  return Text;
}

/// Makes the options of plugins known before the command line is parsed.
static Error loadPlugins(llvm::ArrayRef<std::string> Plugins) {
  for (const std::string &Plugin : Plugins) {
    std::string Message;
    if (llvm::sys::DynamicLibrary::LoadLibraryPermanently(Plugin.c_str(),
                                                          &Message))
      return llvm::createStringError("cannot load plugin " + Message);
  }
  return Error::success();
}

/// Lets LLVM parse the options for a first time, in order to tell wrong usage
/// from bad input, which opt does not. False: the complaint has been printed.
/// -help and the like end the program here.
static bool parseOptions(const ScannedArguments &Scanned, StringRef Overview) {
  if (!Scanned.Unknown.empty()) {
    report(llvm::createStringError("unknown option '" + Scanned.Unknown +
                                   "' (see -help)"),
           WrongUsage);
    return false;
  }
  std::vector<std::string> Strings = {ToolName};
  Strings.insert(Strings.end(), Scanned.Options.begin(), Scanned.Options.end());
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  std::vector<char *> Arguments = pointers(Strings);
  if (llvm::cl::ParseCommandLineOptions(Arguments.size() - 1, Arguments.data(),
                                        Overview, &OS))
    return true;
  // Complaints about values LLVM prints itself.
  llvm::errs() << StringRef(OS.str()).split('\n').first;
  if (!Text.empty())
    llvm::errs() << '\n';
  return false;
}

using Callback = std::function<void(llvm::PassBuilder &)>;

static Error checkPipeline(StringRef Pipeline, const Callback &Register) {
  llvm::PassBuilder PB;
  Register(PB);
  llvm::ModulePassManager Passes;
  return PB.parsePassPipeline(Passes, Pipeline);
}

/// Text behind the pass that names the module; a pipeline of loop passes
/// cannot be nested that way and stays as it is.
static std::string pipeline(StringRef Text, const Callback &Register) {
  std::string Named = (llvm::Twine(NamePassName) + "," + Text).str();
  if (Error E = checkPipeline(Named, Register)) {
    llvm::consumeError(std::move(E));
    return Text.str();
  }
  return Named;
}

static Error checkUsage(const ScannedArguments &Scanned,
                        const Callback &Register) {
  if (Scanned.Pipeline && Scanned.OptimizationLevel)
    return llvm::createStringError(
        "-passes does not go with -O1 and the like: write default<O1>");
  if (Scanned.Inputs.empty() && llvm::sys::Process::StandardInIsUserInput())
    return llvm::createStringError("no input file (see -help)");
  if (Scanned.Pipeline && Scanned.Plugins.empty())
    if (Error E = checkPipeline(*Scanned.Pipeline, Register))
      return llvm::createStringError("-passes: " +
                                     llvm::toString(std::move(E)));
  return Error::success();
}

static void initializeTargets() {
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
  llvm::InitializeAllAsmParsers();
}

/// The inputs as one module in a file that opt can read. Budgets are checked on
/// the way.
static Expected<AnonymousFile> prepareModule(const ScannedArguments &Scanned,
                                             BudgetChecks &Budgets) {
  initializeTargets();
  llvm::LLVMContext Context;
  SourceOptions Options = {commandLineCompilerFlags(), commandLineFunction(),
                           Budgets.passes()};
  auto M = loadModule(Scanned.Inputs, Options, !Scanned.DisableVerify, Context);
  if (!M)
    return M.takeError();
  if (Error E = Budgets.check(**M))
    return E;
  return storeModule(**M);
}

/// What every PassBuilder is to know: our passes, and the module's name.
static Callback registerPasses(const std::shared_ptr<PrintSession> &Session,
                               const std::string &Name) {
  return [Session, Name](llvm::PassBuilder &PB) {
    registerPrintPasses(PB, Session);
    keepRegionFunction(PB, commandLineFunction());
    PB.registerPipelineParsingCallback(
        [Name](StringRef PassName, llvm::ModulePassManager &Passes,
               llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
          if (PassName != NamePassName)
            return false;
          Passes.addPass(NameModule(Name));
          return true;
        });
    PB.registerPipelineStartEPCallback(
        [Name](llvm::ModulePassManager &Passes, llvm::OptimizationLevel) {
          Passes.addPass(NameModule(Name));
        });
  };
}

/// The passes of all methods that a report has where nobody chose.
static std::string defaultPipeline() {
  MethodTable Table;
  std::vector<std::string> Passes;
  MethodSet Defaults = Table.defaults();
  for (unsigned I : Defaults.set_bits())
    Passes.push_back(("print<" + Table[I].name() + ">").str());
  return llvm::join(Passes, ",");
}

static int callOpt(std::vector<std::string> Strings, const Callback &Register) {
  Strings.insert(Strings.begin(), ToolName);
  llvm::cl::ResetAllOptionOccurrences();
  std::vector<char *> Arguments = pointers(Strings);
  return optMain(Arguments.size() - 1, Arguments.data(), Register);
}

/// Runs opt on Module, with the default passes if none were given. What it
/// writes with -o gets its final name only when all went well, as Failed and
/// opt's status tell.
static Error runOpt(const ScannedArguments &Scanned,
                    const AnonymousFile &Module, const Callback &Register,
                    const bool &Failed) {
  Expected<AnonymousFile> Output = AnonymousFile::create("");
  if (!Output)
    return Output.takeError();
  bool ToFile = !Scanned.Output.empty() && Scanned.Output != "-";
  std::vector<std::string> Strings = Scanned.Options;
  if (!Scanned.OptimizationLevel)
    Strings.push_back(
        "-passes=" +
        pipeline(Scanned.Pipeline.value_or(defaultPipeline()), Register));
  if (ToFile)
    Strings.push_back("-o=" + Output->path());
  else if (Scanned.Output == "-")
    Strings.push_back("-o=-");
  else if (!Scanned.Assembly && !Scanned.DisableOutput)
    Strings.push_back("-disable-output");
  Strings.push_back(Module.path());
  int Status = callOpt(std::move(Strings), Register);
  if (Status != 0 || Failed)
    return llvm::make_error<Reported>();
  if (!ToFile || Scanned.DisableOutput)
    return Error::success();
  auto Written = llvm::MemoryBuffer::getFile(Output->path());
  if (!Written)
    return llvm::createStringError(Written.getError(),
                                   "cannot read the module back");
  return writeFileWhole(Scanned.Output, [&](llvm::raw_ostream &OS) {
    OS << (*Written)->getBuffer();
  });
}

int rafter::runOptCommand(int ArgumentCount, char **Arguments,
                          llvm::ArrayRef<Subcommand> Subcommands) {
  registerCommandLineOptions();
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &OS) {
    OS << "Rafter " << RAFTER_VERSION << ", LLVM " << LLVM_VERSION_STRING
       << '\n';
  });
  ScannedArguments Scanned = scanArguments(
      llvm::ArrayRef<const char *>(Arguments + 1, Arguments + ArgumentCount));
  if (Error E = loadPlugins(Scanned.Plugins))
    return report(std::move(E), BadInput);
  if (!parseOptions(Scanned, overview(Subcommands)))
    return WrongUsage;
  Expected<AnalysisOptions> Options = commandLineOptions();
  if (!Options)
    return report(Options.takeError(), WrongUsage);
  Options->InputName =
      Scanned.Inputs.empty() ? "-" : llvm::join(Scanned.Inputs, " ");
  Options->MachineCodeIfPossible = !Scanned.Pipeline;
  Expected<BudgetChecks> Budgets = BudgetChecks::create(commandLineBudgets());
  if (!Budgets)
    return report(Budgets.takeError(), BadInput);

  if (auto Code = codeInput(Scanned, *Options)) {
    if (!*Code)
      return report(Code->takeError(), WrongUsage);
    if (Budgets->anyFromFile())
      return report(llvm::createStringError(
                        "-rafter-budgets is for modules and sources only"),
                    WrongUsage);
    if (Error E = runCodeCommand(Scanned, **Code, *Options))
      return report(std::move(E), BadInput);
    return Done;
  }

  bool Failed = false;
  auto Session = std::make_shared<PrintSession>(
      *Options, [&](Error E, llvm::LLVMContext &) {
        report(std::move(E), BadInput);
        Failed = true;
      });
  Callback Register = registerPasses(Session, Options->InputName);
  if (Scanned.PrintsPasses)
    return callOpt(Scanned.Options, Register);
  if (Error E = checkUsage(Scanned, Register))
    return report(std::move(E), WrongUsage);
  if (Scanned.Inputs.empty())
    Scanned.Inputs = {"-"};
  Expected<AnonymousFile> Module = prepareModule(Scanned, *Budgets);
  if (!Module)
    return report(Module.takeError(), BadInput);
  if (Error E = runOpt(Scanned, *Module, Register, Failed))
    return report(std::move(E), BadInput);
  return Budgets->report(llvm::errs()) ? Done : BadInput;
}
