//===- Run.cpp - Runs a program and streams its events --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instrument, start the child, consume its chunks until it ends.
//
//===----------------------------------------------------------------------===//

#include "rafter/NativeRun/Run.h"
#include "ChildProcess.h"
#include "DenormalTraps.h"
#include "ProgramImage.h"
#include "rafter/IR/Probes.h"
#include "rafter/Stream/SegmentDecoder.h"
#include "rafter/Support/WatchedProcess.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include <chrono>
#include <dlfcn.h>
#include <map>

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// A function by its name in the IR, or by its name in the source: "f" and
/// "ns::f(int)" both find what is mangled.
static Expected<const llvm::Function *>
findFunction(const llvm::Module &M, StringRef Name, StringRef Role) {
  const llvm::Function *F = M.getFunction(Name);
  if (F && !F->isDeclaration())
    return F;
  for (const llvm::Function &Candidate : M) {
    std::string Source = llvm::demangle(Candidate.getName());
    if (Candidate.isDeclaration() ||
        (Source != Name && StringRef(Source).split('(').first != Name))
      continue;
    if (F && !F->isDeclaration())
      return llvm::createStringError(Role + " '" + Name + "' is ambiguous: '" +
                                     llvm::demangle(F->getName()) + "' and '" +
                                     Source + "'");
    F = &Candidate;
  }
  if (F && !F->isDeclaration())
    return F;
  return llvm::createStringError(Role + " '" + Name + "' is " +
                                 (F ? "only declared"
                                    : "not defined, or was inlined and "
                                      "removed"));
}

namespace {

/// The parent's loop around one child.
class Consumer {
public:
  Consumer(SharedRing &Ring, ChildProcess &Child, const RunOptions &Options,
           llvm::function_ref<Error(ArrayRef<uint64_t>)> Events)
      : Ring(Ring), Child(Child), Options(Options), Events(Events) {}
  Error run(RunResult &Result);

private:
  using Clock = std::chrono::steady_clock;
  Error take(ArrayRef<uint64_t> Words, RunResult &Result);
  double secondsLeft();

  SharedRing &Ring;
  ChildProcess &Child;
  const RunOptions &Options;
  llvm::function_ref<Error(ArrayRef<uint64_t>)> Events;
  /// Set when the program begins; the compilation before it does not count.
  std::optional<Clock::time_point> Begin;
};

} // namespace

double Consumer::secondsLeft() {
  if (Options.TimeLimit <= 0)
    return 3600;
  if (!Begin && Ring.control().Phase != RunPhase::Starting)
    Begin = Clock::now();
  if (!Begin)
    return 3600;
  std::chrono::duration<double> Passed = Clock::now() - *Begin;
  return Options.TimeLimit - Passed.count();
}

Error Consumer::take(ArrayRef<uint64_t> Words, RunResult &Result) {
  if (Words.empty())
    return Error::success();
  Result.Words += Words.size();
  // The region begins with the first word that is ever sent.
  Result.RegionEntered = true;
  return Events(Words);
}

Error Consumer::run(RunResult &Result) {
  bool Stopped = false;
  while (true) {
    uint32_t Attention = Ring.attention();
    bool Ended = Child.hasEnded();
    while (!Ring.front().empty()) {
      if (Error E = take(Ring.front(), Result))
        return E;
      Ring.pop();
      if (!Stopped && secondsLeft() <= 0)
        break;
    }
    if (Ended && Ring.front().empty())
      return take(Ring.rest(), Result);
    if (!Stopped && secondsLeft() <= 0) {
      Stopped = true;
      Child.stop();
    }
    if (!Ended && Ring.front().empty())
      Ring.waitForAttention(Attention, Stopped ? 3600 : secondsLeft());
  }
}

/// The name of what a call through a pointer reached. Libraries lie where they
/// did when the child was forked.
static std::string calleeName(uint64_t Callee) {
  Dl_info Info;
  if (!Callee || !::dladdr(reinterpret_cast<void *>(Callee), &Info))
    return "(through a pointer)";
  if (Info.dli_sname)
    return readableName(Info.dli_sname);
  return "(through a pointer, in " +
         llvm::sys::path::filename(Info.dli_fname).str() + ")";
}

static std::vector<std::pair<std::string, uint64_t>>
collectUnseen(const SharedRing &Ring, const LoweredModule &L) {
  std::map<std::string, uint64_t> Counts;
  for (auto [Index, Name] : llvm::enumerate(L.UnseenNames))
    if (uint64_t Count = Ring.counters()[Index])
      Counts[Name] += Count;
  for (const IndirectCount &I : Ring.control().Indirect)
    if (I.Count)
      Counts[calleeName(I.Callee)] += I.Count;
  return {Counts.begin(), Counts.end()};
}

static DenormalCounts collectDenormals(const ControlBlock &C) {
  DenormalCounts D;
  D.Any = C.HasDenormals != 0;
  std::copy(std::begin(C.Denormals), std::end(C.Denormals), D.Of.begin());
  D.HasMore = C.DenormalTraps >= DenormalTraps::MostTraps;
  return D;
}

Expected<RunResult>
rafter::runProgram(const llvm::Module &M, const LoweredModule &L,
                   const RunOptions &Options,
                   llvm::function_ref<Error(ArrayRef<uint64_t>)> Events) {
  Expected<const llvm::Function *> Entry =
      findFunction(M, Options.Entry, "the entry function");
  if (!Entry)
    return Entry.takeError();
  Expected<const llvm::Function *> Region =
      Options.Function.empty()
          ? *Entry
          : findFunction(M, Options.Function, "the function");
  if (!Region)
    return Region.takeError();
  if (Error E = ProgramImage::checkTarget(M))
    return E;
  std::vector<std::string> Arguments = splitArguments(Options.Arguments);
  Expected<std::unique_ptr<llvm::Module>> Instrumented =
      instrumentModule(M, L, **Region, **Entry, Arguments, Options.LoopEvents);
  if (!Instrumented)
    return Instrumented.takeError();
  Expected<SharedRing> Ring =
      SharedRing::create(L.UnseenNames.size(), longestEvent(L));
  if (!Ring)
    return Ring.takeError();
  Arguments.insert(Arguments.begin(), Options.ProgramName);
  Expected<std::unique_ptr<ChildProcess>> Child =
      ChildProcess::start(std::move(*Instrumented), *Ring, Options, Arguments);
  if (!Child)
    return Child.takeError();

  RunResult Result;
  if (Error E = Consumer(*Ring, **Child, Options, Events).run(Result))
    return E;
  Expected<RunOutcome> Outcome = (*Child)->outcome(Options);
  if (!Outcome)
    return Outcome.takeError();
  Result.Outcome = std::move(*Outcome);
  Result.NotSeen = collectUnseen(*Ring, L);
  Result.Denormals = collectDenormals(Ring->control());
  return Result;
}
