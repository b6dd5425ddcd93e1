//===- VariantPrograms.cpp - Variants of a program ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the frontend makes of the sources is kept as bitcode.
//
//===----------------------------------------------------------------------===//

#include "VariantPrograms.h"
#include "ModuleInput.h"
#include "rafter/CodeGen/MachineLoops.h"
#include "rafter/Trials/RelatedCode.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <cmath>
#include <numeric>

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

using ModulePointer = std::unique_ptr<llvm::Module>;

VariantPrograms::VariantPrograms(llvm::ArrayRef<std::string> Inputs,
                                 SourceOptions Source,
                                 std::set<std::string> Functions)
    : Inputs(Inputs), Source(std::move(Source)),
      Functions(std::move(Functions)) {
  // What the input is warned of, it was warned of.
  this->Source.IsQuiet = true;
  this->Source.AddPasses = nullptr;
  this->Source.Flags.push_back("-Qunused-arguments");
  llvm::CrashRecoveryContext::Enable();
}

VariantPrograms::~VariantPrograms() { llvm::CrashRecoveryContext::Disable(); }

/// Runs Work, which may crash.
Error VariantPrograms::survive(llvm::function_ref<Error()> Work) {
  Error Result = Error::success();
  llvm::CrashRecoveryContext Recovery;
  if (Recovery.RunSafely([&] { Result = Work(); }))
    return Result;
  llvm::consumeError(std::move(Result));
  HasCrashed = true;
  return llvm::createStringError("the compiler crashed");
}

static const char *nameOf(ChangeKind Kind) {
  switch (Kind) {
  case ChangeKind::Reassociate:
    return "#pragma clang fp reassociate(on)";
  case ChangeKind::Reciprocal:
    return "#pragma clang fp reciprocal(on)";
  case ChangeKind::NoOverlap:
    return "restrict";
  case ChangeKind::Vectorize:
    return "vectorize(enable)";
  case ChangeKind::Interleave:
    return "interleave_count";
  case ChangeKind::VectorWidth:
    return "vectorize_width";
  case ChangeKind::UnrollCount:
    return "unroll_count";
  case ChangeKind::NoUnroll:
    return "unroll(disable)";
  case ChangeKind::Distribute:
    return "distribute(enable)";
  case ChangeKind::Exchange:
    return "exchange of loops";
  case ChangeKind::InlineCalls:
    return "always_inline";
  case ChangeKind::Unpredictable:
    return "__builtin_unpredictable";
  case ChangeKind::AlignObjects:
    return "alignas";
  case ChangeKind::PromotePlaces:
    return "a local variable";
  case ChangeKind::FlattenBranches:
    return "no branch";
  case ChangeKind::Prefetch:
    return "__builtin_prefetch";
  }
  return "";
}

std::string VariantPrograms::name(const Variant &V) const {
  std::vector<std::string> Parts;
  for (const LoopChange &C : V.Changes)
    Parts.push_back(nameOf(C.Kind));
  llvm::append_range(Parts, V.FrontendFlags);
  llvm::append_range(Parts, V.Flags);
  return llvm::join(Parts, " and ");
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// Each of Functions with itself and what it calls, directly or not, of the
/// same file: what is inlined into it is changed where it is written.
static std::map<std::string, std::set<std::string>>
inlineParts(const llvm::Module &M, const std::set<std::string> &Functions) {
  std::map<std::string, std::set<std::string>> Result;
  for (const llvm::Function &F : M) {
    if (F.isDeclaration() || Functions.count(sourceName(F)) == 0)
      continue;
    llvm::SetVector<const llvm::Function *> Parts;
    Parts.insert(&F);
    for (size_t I = 0; I != Parts.size(); ++I)
      for (const llvm::Instruction &Inst : llvm::instructions(*Parts[I]))
        if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&Inst))
          if (const llvm::Function *Callee = Call->getCalledFunction();
              Callee && !Callee->isDeclaration() &&
              locationOf(*Callee).File == locationOf(F).File)
            Parts.insert(Callee);
    for (const llvm::Function *Part : Parts)
      Result[sourceName(F)].insert(sourceName(*Part));
  }
  return Result;
}

Expected<const VariantPrograms::Frontend *>
VariantPrograms::frontend(const std::vector<std::string> &Flags) {
  if (auto It = Known.find(Flags); It != Known.end())
    return &It->second;
  Frontend Result;
  SourceOptions Options = Source;
  llvm::append_range(Options.Flags, Flags);
  llvm::append_range(Options.Flags, std::initializer_list<std::string>{
                                        "-Xclang", "-disable-llvm-passes"});
  for (const std::string &Input : Inputs) {
    llvm::LLVMContext Context;
    if (Error E = survive([&]() -> Error {
          Expected<ModulePointer> M = compileSource(Input, Options, Context);
          if (!M)
            return M.takeError();
          for (const llvm::Function &F : **M) {
            if (computesFloats(F))
              Result.Floats.insert(sourceName(F));
            if (mayFuse(F))
              Result.Fusing.insert(sourceName(F));
          }
          for (const auto &[Function, Parts] : inlineParts(**M, Functions)) {
            Result.Parts[Function].insert(Parts.begin(), Parts.end());
            Result.All.insert(Parts.begin(), Parts.end());
          }
          llvm::raw_svector_ostream OS(Result.Bitcode.emplace_back());
          llvm::WriteBitcodeToFile(**M, OS);
          if (!related().empty())
            keepRelated(**M, related());
          Result.Instructions += (*M)->getInstructionCount();
          return Error::success();
        }))
      return E;
  }
  return &Known.insert({Flags, std::move(Result)}).first->second;
}

Expected<uint64_t> VariantPrograms::work(const Variant &V) {
  Expected<const Frontend *> Front = frontend(V.FrontendFlags);
  if (!Front)
    return Front.takeError();
  return (*Front)->Instructions;
}

/// Adds Line to what is to be written in Function.
static void addLine(const std::string &Function, const std::string &Line,
                    ChangeLines &All) {
  std::string &Text = All[Function];
  Text += (Text.empty() ? "" : " and ") + Line;
}

/// Lets all calls of Called happen: one whose result is known from before is
/// otherwise done once, in front of its loop.
static void keepCalls(llvm::Module &M, StringRef Called) {
  auto *Type = llvm::FunctionType::get(llvm::Type::getVoidTy(M.getContext()),
                                       /*isVarArg=*/false);
  auto *Barrier = llvm::InlineAsm::get(Type, "", "~{memory}",
                                       /*hasSideEffects=*/true);
  for (llvm::Function &F : M)
    if (sourceName(F) == Called)
      for (llvm::User *U : F.users())
        if (auto *Call = llvm::dyn_cast<llvm::CallInst>(U))
          llvm::CallInst::Create(Type, Barrier, "", Call->getIterator());
}

/// Changes Functions of Code, what the frontend made, as V says. Called: what
/// is timed; empty: nothing is, and what does not matter to Related, if these
/// are some, is left out.
static Expected<llvm::SmallVector<char, 0>>
changed(llvm::MemoryBufferRef Code, const Variant &V,
        const std::set<std::string> &Functions,
        const std::set<std::string> &Related, StringRef Called,
        std::vector<ChangeLines> &Of) {
  llvm::LLVMContext Context;
  Expected<ModulePointer> M = llvm::parseBitcodeFile(Code, Context);
  if (!M)
    return M.takeError();
  for (size_t I = 0; I != V.Changes.size(); ++I)
    Of[I].merge(applyChange(**M, Functions, V.Changes[I]));
  if (!Called.empty())
    keepCalls(**M, Called);
  else if (!Related.empty())
    keepRelated(**M, Related);
  llvm::SmallVector<char, 0> Result;
  llvm::raw_svector_ostream OS(Result);
  llvm::WriteBitcodeToFile(**M, OS);
  return Result;
}

/// What V does to the results of a function with Parts. Lines are written in
/// its loop only; flags are for all functions.
ChangedResults
VariantPrograms::changedResults(const Variant &V, const Frontend &Front,
                                const std::set<std::string> &Parts) {
  auto isPart = [&](const std::string &F) { return Parts.count(F) != 0; };
  const bool Computes = llvm::any_of(Front.Floats, isPart),
             Fuses = V.setsTarget() && llvm::any_of(Front.Fusing, isPart),
             ChangesFloats = V.ChangesResults || V.mayChangeFloats();
  ChangedResults R;
  R.Here = (Computes && ChangesFloats) || Fuses;
  R.Elsewhere = (V.ChangesResults && !llvm::all_of(Front.Floats, isPart)) ||
                (V.setsTarget() && !llvm::all_of(Front.Fusing, isPart));
  R.OnlyByFusing =
      R.Here ? !(Computes && ChangesFloats) : R.Elsewhere && !V.ChangesResults;
  return R;
}

Expected<VariantProgram> VariantPrograms::compile(const Variant &V,
                                                  llvm::LLVMContext &Context) {
  Expected<const Frontend *> Front = frontend(V.FrontendFlags);
  if (!Front)
    return Front.takeError();
  VariantProgram P;
  for (const auto &[Function, Parts] : (*Front)->Parts)
    P.Results[Function] = changedResults(V, **Front, Parts);
  Error E = survive([&]() -> Error {
    Expected<ModulePointer> M = optimize(V, **Front, Context, P);
    if (!M)
      return M.takeError();
    P.Code = std::move(*M);
    return Error::success();
  });
  if (E)
    return E;
  return P;
}

/// What to write in Parts so that all changes are made; none if one of them has
/// nothing to change there.
static std::optional<std::string> linesOf(const std::set<std::string> &Parts,
                                          llvm::ArrayRef<ChangeLines> Of) {
  std::vector<std::string> All;
  for (const ChangeLines &Lines : Of) {
    size_t Before = All.size();
    bool Any = false;
    for (const std::string &Part : Parts)
      if (auto Line = Lines.find(Part); Line != Lines.end()) {
        Any = true;
        if (!llvm::is_contained(llvm::ArrayRef(All).drop_front(Before),
                                Line->second))
          All.push_back(Line->second);
      }
    if (!Any)
      return std::nullopt;
  }
  return llvm::join(All, " and ");
}

Expected<ModulePointer> VariantPrograms::optimize(const Variant &V,
                                                  const Frontend &Front,
                                                  llvm::LLVMContext &Context,
                                                  VariantProgram &P) {
  SourceOptions Options = Source;
  llvm::append_range(Options.Flags, V.FrontendFlags);
  llvm::append_range(Options.Flags, V.Flags);
  std::vector<ChangeLines> Of(V.Changes.size());
  std::vector<llvm::SmallVector<char, 0>> Changed;
  for (size_t I = 0; I != Inputs.size(); ++I) {
    Expected<llvm::SmallVector<char, 0>> Code = changed(
        {StringRef(Front.Bitcode[I].data(), Front.Bitcode[I].size()),
         Inputs[I]},
        V, Front.All, related(), IsTiming ? StringRef(Source.Region) : "", Of);
    if (!Code)
      return Code.takeError();
    Changed.push_back(std::move(*Code));
  }
  for (size_t I = 0; I != Of.size(); ++I)
    if (Of[I].empty())
      return nullptr;
  size_t Next = 0;
  Expected<ModulePointer> M = linkModules(Inputs, [&](StringRef Path) {
    const llvm::SmallVector<char, 0> &Code = Changed[Next++];
    return compileBitcode({StringRef(Code.data(), Code.size()), Path}, Options,
                          Context);
  });
  if (!M)
    return M;
  std::vector<std::string> Flags = V.FrontendFlags;
  llvm::append_range(Flags, V.Flags);
  for (const auto &[Function, Parts] : Front.Parts)
    if (std::optional<std::string> Line = linesOf(Parts, Of)) {
      if (!Line->empty())
        addLine(Function, *Line, P.Lines);
      if (!Flags.empty())
        addLine(Function, llvm::join(Flags, " "), P.Lines);
    }
  return M;
}

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

/// Runs of either program, in turn: at least, and at most where they are short.
/// Each call has its least time: others use the machine as well, by stretches
/// that are shorter than a run, and the place of the code is no part of the
/// change.
static constexpr unsigned LeastRounds = 2 * TimedProgram::Places,
                          MostRounds = 16;
static constexpr double ShortSeconds = 1.5;

Error VariantPrograms::checkMeasurable(const Processor &CPU) const {
  Expected<Processor> Host = loadProcessor("host", "", "");
  if (!Host)
    return Host.takeError();
  if (Host->Name != CPU.Name)
    return llvm::createStringError("this machine is a " + Host->Name +
                                   ", not a " + CPU.Name);
  return Error::success();
}

Expected<std::vector<TimedProgram>> VariantPrograms::link(const Variant &V,
                                                          StringRef Function) {
  llvm::LLVMContext Context;
  SourceOptions Before = Source;
  Source.Region = Function.str();
  IsTiming = true;
  llvm::scope_exit Restore([&] {
    Source.Region = Before.Region;
    IsTiming = false;
  });
  Expected<VariantProgram> P = compile(V, Context);
  if (!P)
    return P.takeError();
  if (!P->Code)
    return llvm::createStringError("there is nothing to change");
  std::vector<TimedProgram> Result;
  for (unsigned Place = 0; Place != TimedProgram::Places; ++Place) {
    Expected<TimedProgram> Linked =
        TimedProgram::create(*P->Code, Function, Place);
    if (!Linked)
      return Linked.takeError();
    Result.push_back(std::move(*Linked));
  }
  return Result;
}

/// Seconds that a program may take, and how many times as long as before.
static constexpr double MostSeconds = 10, MostTimes = 20;

Error VariantPrograms::measureBase(StringRef Function) {
  if (!Base.empty() && BaseFunction == Function)
    return Error::success();
  Expected<std::vector<TimedProgram>> P = link({}, Function);
  if (!P)
    return P.takeError();
  using Clock = std::chrono::steady_clock;
  Clock::time_point Begin = Clock::now();
  if (Expected<TimedRun> Run = P->front().run({}, MostSeconds); !Run)
    return Run.takeError();
  std::chrono::duration<double> Passed = Clock::now() - Begin;
  TimeLimit = std::min(MostSeconds, std::ceil(1 + MostTimes * Passed.count()));
  Base = std::move(*P);
  BaseFunction = Function.str();
  return Error::success();
}

namespace {

/// The least ticks of each call over several runs.
class LeastTicks {
public:
  void add(const TimedRun &Run) {
    Calls = Run.Calls;
    if (Least.size() != Run.Ticks.size())
      Least = Run.Ticks;
    for (size_t I = 0; I != Least.size(); ++I)
      Least[I] = std::min(Least[I], Run.Ticks[I]);
  }
  double ofOneCall() const {
    return std::accumulate(Least.begin(), Least.end(), 0.0) / double(Calls);
  }

private:
  std::vector<uint64_t> Least;
  uint64_t Calls = 1;
};

} // namespace

Expected<TrialMeasurement> VariantPrograms::measure(const Variant &V,
                                                    StringRef Function) {
  Expected<std::vector<TimedProgram>> Changed = link(V, Function);
  if (!Changed)
    return Changed.takeError();
  TrialMeasurement Result;
  LeastTicks Before, After;
  using Clock = std::chrono::steady_clock;
  Clock::time_point Begin = Clock::now();
  auto isShort = [&] {
    std::chrono::duration<double> Passed = Clock::now() - Begin;
    return Passed.count() < ShortSeconds;
  };
  for (unsigned I = 0; I < LeastRounds || (I < MostRounds && isShort()); ++I) {
    unsigned Place = I % TimedProgram::Places;
    Expected<TimedRun> Old = Base[Place].run({}, TimeLimit);
    if (!Old)
      return Old.takeError();
    Expected<TimedRun> New = (*Changed)[Place].run({}, TimeLimit);
    if (!New)
      return New.takeError();
    Before.add(*Old);
    After.add(*New);
    if (Old->ExitStatus != New->ExitStatus)
      return llvm::createStringError("the program ends with exit status " +
                                     llvm::Twine(New->ExitStatus));
    std::optional<double> Difference =
        relativeDifference(Old->Output, New->Output);
    if (!Difference)
      return llvm::createStringError("the output is another");
    Result.Difference = std::max(Result.Difference, *Difference);
  }
  Result.TicksBefore = Before.ofOneCall();
  Result.TicksAfter = After.ofOneCall();
  Result.Speedup = Result.TicksBefore / Result.TicksAfter;
  return Result;
}
