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
#include "TryVariants.h"
#include "rafter/Options/Help.h"
#include "rafter/Passes/CommandLine.h"
#include "rafter/Passes/LinkProgram.h"
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

/// Prints the options that --help leaves out.
static void printHelpOfLLVM() {
  printHelpOfOpt(llvm::outs());
  for (auto &[Name, Option] : cl::getRegisteredOptions())
    if (llvm::any_of(Option->Categories, [](const cl::OptionCategory *C) {
          return C->getName() == OptionsCategory;
        }))
      Option->setHiddenFlag(cl::ReallyHidden);
  llvm::outs() << '\n';
  const char *Help[] = {"rafter-opt", "--help"};
  cl::ParseCommandLineOptions(std::size(Help), Help);
}

/// Whether LLVM takes a name that is not registered for a prefix and a value.
static bool hasPrefix(StringRef Name) {
  return llvm::any_of(cl::getRegisteredOptions(), [&](const auto &Entry) {
    cl::FormattingFlags Form = Entry.second->getFormattingFlag();
    return (Form == cl::Prefix || Form == cl::AlwaysPrefix) &&
           Name.starts_with(Entry.first);
  });
}

/// What is said of flags of Clang, which are not options of this tool.
static std::string compilerFlagHint(StringRef Word) {
  static constexpr StringRef Flags[] = {"-std=",    "-D",       "-U", "-I",
                                        "-W",       "-f",       "-m", "-i",
                                        "-pthread", "-nostdinc"};
  if (llvm::none_of(Flags, [&](StringRef F) { return Word.starts_with(F); }))
    return "";
  return ("; a flag of the compiler is given as --cflags='" + Word + "'").str();
}

/// An error if Word is no option of any pass, plugin or of ours.
static Error checkKnown(StringRef Word) {
  StringRef Name = Word.ltrim('-').split('=').first;
  if (registered(Name) || registered(("rafter-" + Name).str()) ||
      hasPrefix(Name))
    return Error::success();
  std::string Nearest = nearestOption(command::Module | command::Passes, Name);
  if (Nearest.empty()) {
    llvm::SmallVector<StringRef, 0> Known;
    for (const auto &Entry : cl::getRegisteredOptions())
      Known.push_back(Entry.first);
    llvm::sort(Known);
    if (StringRef Near = nearestWord(Name, Known); !Near.empty())
      Nearest = ("-" + Near).str();
  }
  std::string Hint =
      Nearest.empty() ? compilerFlagHint(Word) : didYouMean(Nearest);
  return usageError("unknown option '" + Word + "'" + Hint + " (see --help)");
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
  llvm::SmallVector<StringRef, 4> Unknown;
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
    if (Word == "--help-llvm" || Word == "-help-llvm") {
      printHelpOfLLVM();
      return std::vector<std::string>();
    }
    StringRef Directory = Word;
    if (Directory.consume_front("--help-files=")) {
      if (Error E = writeHelpFiles(Directory, RAFTER_VERSION))
        return E;
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
    if (IsOption && !Name.empty() && !Option)
      Unknown.push_back(Word);
    if (Option && Option->getValueExpectedFlag() == cl::ValueRequired &&
        !Word.contains('=') && I + 1 != Words.size())
      Result.push_back((Value = Words[++I]).str());
    if (Option && Name == "load-pass-plugin")
      if (Error E = Driver.load(Value))
        return E;
  }
  // The options of a plugin may stand before it.
  for (StringRef Word : Unknown)
    if (Error E = checkKnown(Word))
      return E;
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
  // Complaints about values LLVM prints itself.
  if (StringRef First = StringRef(Text).split('\n').first; !First.empty())
    llvm::errs() << First << '\n';
  return false;
}

static void initializeTargets() {
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
  llvm::InitializeAllAsmParsers();
}

/// A run from main on of what is machine code in the end; nothing else is to be
/// done with the module.
static bool explainsModule(const Arguments &A, const AnalysisOptions &Options,
                           const llvm::Module &M) {
  const llvm::Function *Main = M.getFunction("main");
  return explainsProgram(A, Options) && Options.Level == CodeLevel::Machine &&
         Options.Program.Entry == "main" && Main && !Main->isDeclaration() &&
         !A.given("o") && !A.given("S") && !A.given("try") &&
         llvm::none_of(OptimizationLevels,
                       [&](OptionName Name) { return A.given(Name); });
}

/// Makes the module of the inputs, checks budgets on the way, and runs the
/// passes.
static Error runModule(const Arguments &A, const AnalysisOptions &Run,
                       PassDriver &Driver, BudgetChecks &Budgets,
                       const bool &Failed) {
  StringRef InputName = Run.InputName;
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
  auto IsGiven = [&](OptionName Name) { return A.given(Name); };
  bool HasCode = llvm::any_of(
      **M, [](const llvm::Function &F) { return !F.isDeclaration(); });
  if (!HasCode && !A.given("passes") &&
      llvm::none_of(OptimizationLevels, IsGiven))
    return llvm::createStringError(InputName + ": there is no code in it");
  if (Error E = Budgets.check(**M))
    return E;
  (*M)->setModuleIdentifier(InputName);
  if (explainsModule(A, Run, **M)) {
    if (Expected<LinkedProgram> Program = LinkedProgram::create(**M))
      return explainExecutable(A, Run, Program->path(), InputName);
    else // The passes say why, and what there is without machine code.
      llvm::consumeError(Program.takeError());
  }
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

/// Without being asked, changes are tried for as long as a user does not mind,
/// which is counted in work so that the same input gives the same answer.
static constexpr uint64_t WorkUnasked = 25000;
/// Then, what takes less of the time is left alone.
static constexpr double ShareUnasked = 0.01;

/// Makes Options try advice where that is asked for, or where the answer is to
/// have it. Crashed tells afterwards whether LLVM cannot be shut down.
static Error prepareTrials(const Arguments &A, AnalysisOptions &Options,
                           bool &Crashed) {
  bool IsPossible =
      llvm::all_of(A.Words, isSourceFile) && !A.Words.empty() && !Options.Run;
  if (A.given("try") && !IsPossible)
    return usageError("--try compiles C and C++ sources, without -rafter-run");
  bool IsWanted = A.given("try") || Options.OutputFormat == Format::Answer ||
                  Options.OutputFormat == Format::HTML;
  // What the answer is about is what the program does, and all reports have the
  // numbers of the answer.
  const cl::Option *Cache = registered("rafter-cache");
  Options.CachesAsCalled = IsPossible && !A.given("passes") && Cache &&
                           Cache->getNumOccurrences() == 0;
  if (!IsPossible || !IsWanted || A.given("no-try") || A.given("passes"))
    return Error::success();
  TryOptions Trying;
  if (!A.given("try")) {
    Trying.MostWork = WorkUnasked;
    Trying.LeastShare = ShareUnasked;
  }
  Trying.Measures = A.given("try");
  Options.Complete = [&, Trying, Plain = Options](Report &R) {
    Crashed = tryVariants(
        A.Words, {commandLineCompilerFlags(), commandLineFunction(), {}}, Plain,
        Trying, R);
    return Error::success();
  };
  return Error::success();
}

/// An error for options of LLVM's code generator, which the compilation of
/// Sources does not look at, and which Clang has, too.
static Error checkTarget(llvm::ArrayRef<std::string> Sources) {
  if (Sources.empty() || !llvm::all_of(Sources, isSourceFile))
    return Error::success();
  for (StringRef Name : {"march", "mcpu", "mattr"})
    if (const cl::Option *O = registered(Name); O && O->getNumOccurrences() > 0)
      return usageError("-" + Name +
                        " is for modules; C and C++ files are "
                        "compiled with --cflags=-march=...");
  return Error::success();
}

static Error runOpt(llvm::ArrayRef<const char *> Given, bool &Crashed) {
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

  if (Error E = checkTarget(A.Words))
    return E;
  Expected<AnalysisOptions> Options = commandLineOptions();
  if (!Options)
    return usageError(llvm::toString(Options.takeError()));
  if (StringRef File = A.text("o");
      File.ends_with(".json") || File.ends_with(".html") ||
      File.ends_with(".svg") || File.ends_with(".txt"))
    return usageError("-o writes the module, not the report, into '" + File +
                      "'; a report is written with --output=" + File);
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
  if (Error E = prepareTrials(A, *Options, Crashed))
    return E;
  bool Failed = false;
  Session = std::make_shared<PrintSession>(*Options,
                                           [&](Error E, llvm::LLVMContext &) {
                                             report(std::move(E));
                                             Failed = true;
                                           });
  if (Error E = Driver.choosePipeline(pipelineOf(*Methods)))
    return E;
  return runModule(A, *Options, Driver, *Budgets, Failed);
}

int rafter::runOptCommand(int ArgumentCount, char **Arguments) {
  llvm::InitLLVM X(ArgumentCount, Arguments);
  llvm::EnableDebugBuffering = true;
  cl::SetVersionPrinter([](llvm::raw_ostream &OS) {
    OS << "Rafter " << RAFTER_VERSION << ", LLVM " << LLVM_VERSION_STRING
       << '\n';
  });
  bool Crashed = false;
  int Status =
      report(runOpt({Arguments + 1, Arguments + ArgumentCount}, Crashed));
  if (Crashed) {
    llvm::outs().flush();
    llvm::sys::Process::Exit(Status, /*NoCleanup=*/true);
  }
  return Status;
}
