//===- OptCommand.cpp - opt with the passes of Rafter ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the command line with LLVM's registry of options, makes one module of
// the inputs, and runs the passes on it.
//
//===----------------------------------------------------------------------===//

#include "BudgetChecks.h"
#include "CodeCommand.h"
#include "ModuleInput.h"
#include "PassDriver.h"
#include "Subcommands.h"
#include "TryFlags.h"
#include "rafter/Options/Help.h"
#include "rafter/Passes/CommandLine.h"
#include "rafter/Passes/PrintPasses.h"
#include "rafter/Passes/RegionFunction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/TargetSelect.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
namespace cl = llvm::cl;

static int report(Error E) { return finish(std::move(E), "rafter-opt: error"); }

static const cl::Option *registered(StringRef Name) {
  auto &Known = cl::getRegisteredOptions();
  auto It = Known.find(Name);
  return It == Known.end() ? nullptr : It->second;
}

/// What LLVM is to read: Words, with the names of the passes' options in full.
/// On the way plugins are loaded, so that their options are known. Nothing:
/// the help was asked for and printed.
static Expected<std::vector<std::string>>
prepareWords(llvm::ArrayRef<const char *> Given, PassDriver &Driver) {
  llvm::BumpPtrAllocator Allocator;
  llvm::StringSaver Saver(Allocator);
  llvm::SmallVector<const char *, 16> Words(Given);
  cl::ExpandResponseFiles(Saver, cl::TokenizeGNUCommandLine, Words);
  std::vector<std::string> Result = {"rafter-opt"};
  for (size_t I = 0; I != Words.size(); ++I) {
    StringRef Word = Words[I];
    if (Word == "--") {
      Result.insert(Result.end(), Words.begin() + I, Words.end());
      break;
    }
    if (isHelpOption(Word)) {
      printHelp("", "", llvm::outs());
      return std::vector<std::string>();
    }
    if (Word == "--help-markdown") {
      printOptionsMarkdown(llvm::outs());
      return std::vector<std::string>();
    }
    auto [Name, Value] = Word.split('=');
    bool IsOption = Name.consume_front("-");
    Name.consume_front("-");
    std::string Long = ("rafter-" + Name).str();
    const cl::Option *Option = IsOption ? registered(Name) : nullptr;
    if (IsOption && !Option && (Option = registered(Long)))
      Result.push_back("-" + Long + Word.substr(Word.find('=')).str());
    else
      Result.push_back(Word.str());
    if (Option && Option->getValueExpectedFlag() == cl::ValueRequired &&
        !Word.contains('=') && I + 1 != Words.size())
      Result.push_back((Value = Words[++I]).str());
    if (Option && Name == "load-pass-plugin")
      if (Error E = Driver.load(Value))
        return E;
  }
  return Result;
}

/// Lets LLVM read Words. False: what is wrong has been said in one line.
static bool parseWords(llvm::ArrayRef<std::string> Words) {
  std::vector<const char *> Pointers;
  for (const std::string &Word : Words)
    Pointers.push_back(Word.c_str());
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (cl::ParseCommandLineOptions(Pointers.size(), Pointers.data(),
                                  "opt with the passes of Rafter\n", &OS))
    return true;
  // "rafter-opt: Unknown command line argument 'X'. Try ...", and perhaps
  // "rafter-opt: Did you mean 'Y'?". Complaints about values LLVM prints
  // itself.
  auto [First, Second] = StringRef(Text).split('\n');
  StringRef Unknown = First.split('\'').second.split('\'').first;
  StringRef Near = Second.split('\'').second.split('\'').first;
  if (First.contains("Unknown command line argument"))
    report(usageError("unknown option '" + Unknown + "'" +
                      (Near.empty() ? "" : "; did you mean '" + Near + "'?") +
                      " (see --help)"));
  else if (!First.empty())
    llvm::errs() << First << '\n';
  return false;
}

static void initializeTargets() {
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
  llvm::InitializeAllAsmParsers();
}

/// Makes the module of the inputs, checks budgets on the way, and runs the
/// passes.
static Error runModule(const Arguments &A, StringRef InputName,
                       PassDriver &Driver, BudgetChecks &Budgets,
                       const bool &Failed) {
  initializeTargets();
  llvm::LLVMContext Context;
  SourceOptions Options = {commandLineCompilerFlags(), commandLineFunction(),
                           Budgets.passes()};
  std::vector<std::string> Inputs = A.Words;
  if (Inputs.empty())
    Inputs = {"-"};
  auto M = loadModule(Inputs, Options, !A.given("disable-verify"), Context);
  if (!M)
    return M.takeError();
  if (Error E = Budgets.check(**M))
    return E;
  (*M)->setModuleIdentifier(InputName);
  if (Error E = Driver.run(**M, Failed))
    return E;
  return Failed || !Budgets.report(llvm::errs()) ? llvm::make_error<Reported>()
                                                 : Error::success();
}

/// The passes of Methods.
static std::string pipelineOf(const MethodSet &Methods) {
  MethodTable Table;
  std::vector<std::string> Passes;
  for (unsigned I : Methods.set_bits())
    Passes.push_back(("print<" + Table[I].name() + ">").str());
  return llvm::join(Passes, ",");
}

static Error runOpt(llvm::ArrayRef<const char *> Given) {
  static Arguments A(command::Module);
  static cl::list<std::string> Inputs(cl::Positional, cl::desc("FILE..."));
  registerCommandLineOptions();
  registerOptions("", A);
  std::shared_ptr<PrintSession> Session;
  PassDriver Driver(A, [&](llvm::PassBuilder &PB) {
    registerPrintPasses(PB, Session);
    keepRegionFunction(PB, commandLineFunction());
  });
  Expected<std::vector<std::string>> Words = prepareWords(Given, Driver);
  if (!Words || Words->empty())
    return Words.takeError();
  if (!parseWords(*Words))
    return llvm::make_error<Reported>(WrongUsage);
  A.Words.assign(Inputs.begin(), Inputs.end());

  Expected<AnalysisOptions> Options = commandLineOptions();
  if (!Options)
    return usageError(llvm::toString(Options.takeError()));
  Options->InputName = A.Words.empty() ? "-" : llvm::join(A.Words, " ");
  Options->MachineCodeIfPossible = !A.given("passes");
  chooseView(A, *Options);
  Expected<MethodSet> Methods = chosenMethods(A);
  if (!Methods)
    return Methods.takeError();
  Expected<BudgetChecks> Budgets = BudgetChecks::create(commandLineBudgets());
  if (!Budgets)
    return Budgets.takeError();
  if (A.given("print-passes")) {
    llvm::PassBuilder().printPassNames(llvm::outs());
    return Error::success();
  }
  if (auto Code = codeInput(A, *Options)) {
    if (!*Code)
      return Code->takeError();
    if (Budgets->anyFromFile())
      return usageError("-rafter-budgets is for modules and sources only");
    return runCodeCommand(A, **Code, *Options);
  }
  if (A.Words.empty() && llvm::sys::Process::StandardInIsUserInput())
    return usageError("no input file (see --help)");
  if (A.given("try")) {
    if (!llvm::all_of(A.Words, isSourceFile) || Options->Run)
      return usageError("--try compiles C and C++ sources and runs nothing");
    Options->Complete = [Plain = *Options](Report &R) {
      tryFlags(A.Words, {commandLineCompilerFlags(), commandLineFunction(), {}},
               Plain, R);
      return Error::success();
    };
  }
  bool Failed = false;
  Session = std::make_shared<PrintSession>(*Options,
                                           [&](Error E, llvm::LLVMContext &) {
                                             report(std::move(E));
                                             Failed = true;
                                           });
  if (Error E = Driver.choosePipeline(pipelineOf(*Methods)))
    return E;
  return runModule(A, Options->InputName, Driver, *Budgets, Failed);
}

int rafter::runOptCommand(int ArgumentCount, char **Arguments) {
  llvm::InitLLVM X(ArgumentCount, Arguments);
  llvm::EnableDebugBuffering = true;
  cl::SetVersionPrinter([](llvm::raw_ostream &OS) {
    OS << "Rafter " << RAFTER_VERSION << ", LLVM " << LLVM_VERSION_STRING
       << '\n';
  });
  return report(runOpt({Arguments + 1, Arguments + ArgumentCount}));
}
