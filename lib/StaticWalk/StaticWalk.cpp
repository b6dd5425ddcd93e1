//===- StaticWalk.cpp - The stream of a loop nest without a run -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans and compiles the functions that a walk gets to, runs the machine, and
// says what came of it.
//
//===----------------------------------------------------------------------===//

#include "rafter/StaticWalk/StaticWalk.h"
#include "StaticWalkCompiler.h"
#include "StaticWalkMachine.h"
#include "rafter/Stream/SegmentDecoder.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"
#include <deque>

using namespace llvm;

namespace rafter {

namespace {

/// A function that the walk knows, compiled when it is first entered.
struct KnownFunction {
  Function *F = nullptr;
  walk::FunctionCode Code;
  std::vector<const BasicBlock *> LoopHeaders;
  /// Numbers of the blocks in Code.
  DenseMap<const BasicBlock *, uint32_t> Blocks;
  bool Compiled = false;
};

class StaticWalk {
public:
  StaticWalk(const LoweredModule &L, FunctionAnalysisManager &Analyses,
             const StaticWalkOptions &Options)
      : L(L), Analyses(Analyses), Options(Options), Unknown(Options) {}

  Expected<StaticWalkResult> run(const walk::Region &Root, Function &F,
                                 StaticEvents Events);

private:
  uint32_t numberOf(const Function &F);
  const walk::FunctionCode &codeOf(uint32_t Number);
  void compile(KnownFunction &Known, const walk::Region &R, bool IsRoot);
  void explain(const walk::MachineResult &M, Function &F);

  const LoweredModule &L;
  FunctionAnalysisManager &Analyses;
  const StaticWalkOptions &Options;
  walk::Unknowns Unknown;
  std::deque<KnownFunction> Functions;
  DenseMap<const Function *, uint32_t> Numbers;
};

uint32_t StaticWalk::numberOf(const Function &F) {
  auto [It, New] = Numbers.try_emplace(&F, Functions.size());
  if (New)
    Functions.emplace_back().F = const_cast<Function *>(&F);
  return It->second;
}

void StaticWalk::compile(KnownFunction &Known, const walk::Region &R,
                         bool IsRoot) {
  auto &Probabilities = Analyses.getResult<BranchProbabilityAnalysis>(*Known.F);
  walk::Plan P(L, R, Probabilities, Options, Unknown, IsRoot);
  walk::Compiler C(L, P, Options, Unknown,
                   [this](const Function &F) { return numberOf(F); });
  Known.Code = C.compile();
  for (const Loop *Loop : C.loops())
    Known.LoopHeaders.push_back(Loop->getHeader());
  Known.Blocks = C.blocks();
  Known.Compiled = true;
}

const walk::FunctionCode &StaticWalk::codeOf(uint32_t Number) {
  KnownFunction &Known = Functions[Number];
  if (!Known.Compiled) {
    walk::Region R(*Known.F, Analyses.getResult<LoopAnalysis>(*Known.F));
    compile(Known, R, /*IsRoot=*/false);
  }
  return Known.Code;
}

/// The place of a block's first instruction that has one.
walk::Place placeOfBlock(const BasicBlock &B) {
  for (const Instruction &I : B)
    if (I.getDebugLoc() && I.getDebugLoc().getLine() != 0)
      return walk::placeOf(I);
  return {};
}

void StaticWalk::explain(const walk::MachineResult &M, Function &F) {
  switch (M.How) {
  case walk::Ending::Complete:
    return;
  case walk::Ending::Limit: {
    walk::Place At = walk::placeOf(F);
    if (M.StoppedIn != walk::None)
      At = placeOfBlock(*Functions[M.StoppedFunction].LoopHeaders[M.StoppedIn]);
    return Unknown.assume(At,
                          "the walk stopped at its limit, after " +
                              std::to_string(M.Operations) +
                              " operations and a whole iteration of this loop",
                          Assumed::Nothing);
  }
  case walk::Ending::Runaway:
    return Unknown.assume(
        F, "the walk stopped: with these values it does not come to an end, or "
           "computes integers for too long");
  case walk::Ending::NotReached:
    return Unknown.assume(F, "the loop is never reached with these values");
  case walk::Ending::Stuck:
    return Unknown.assume(F, "the walk ended in unreachable code");
  }
}

Expected<StaticWalkResult> StaticWalk::run(const walk::Region &Root,
                                           Function &F, StaticEvents Events) {
  if (Options.AssumedValue == 0)
    return createStringError(
        "the value assumed for unknown integers must be at least 1");
  // The root has a number of its own: called again, it is walked as a whole.
  KnownFunction &First = Functions.emplace_back();
  First.F = &F;
  compile(First, Root, /*IsRoot=*/true);
  walk::MachineOptions MachineOptions;
  MachineOptions.MaxOperations = Options.MaxOperations;
  // Integer work between events is rarely more than a few operations each.
  MachineOptions.MaxSteps = 16 * Options.MaxOperations + 10'000'000;
  // With values that are made up, many ways to a loop have no end.
  MachineOptions.MaxStepsBefore = 5 * Options.MaxOperations;
  MachineOptions.UseRepeats = Options.UseRepeats;
  // The machine keeps a reference to it.
  auto Code = [this](uint32_t Number) -> const walk::FunctionCode & {
    return codeOf(Number);
  };
  walk::Machine Machine(Code, MachineOptions, Events);
  Expected<walk::MachineResult> M =
      Machine.run(0, SegmentDecoder::RegionBegin, SegmentDecoder::RegionEnd);
  if (!M)
    return M.takeError();
  explain(*M, F);
  StaticWalkResult Result;
  Result.Complete =
      M->How != walk::Ending::Limit && M->How != walk::Ending::Runaway;
  Result.Events = M->Events;
  Result.Operations = M->Operations;
  Unknown.list(
      [&](const BasicBlock &B) {
        for (uint32_t N = 0; N != Functions.size(); ++N)
          if (auto It = Functions[N].Blocks.find(&B);
              It != Functions[N].Blocks.end() && Machine.walked(N, It->second))
            return true;
        return false;
      },
      Result);
  for (size_t I = 0; I != M->Unseen.size(); ++I)
    if (M->Unseen[I] != 0)
      Result.NotSeen.emplace_back(L.UnseenNames[I], M->Unseen[I]);
  return Result;
}

} // namespace

Expected<StaticWalkResult> walkLoopNest(const LoweredModule &L,
                                        const LoopNest &Nest,
                                        FunctionAnalysisManager &Analyses,
                                        const StaticWalkOptions &Options,
                                        StaticEvents Events) {
  Function &F = *Nest.Function;
  walk::Region R(F, Analyses.getResult<LoopAnalysis>(F), Nest.Headers);
  return StaticWalk(L, Analyses, Options).run(R, F, Events);
}

Expected<StaticWalkResult> walkFunction(const LoweredModule &L, Function &F,
                                        FunctionAnalysisManager &Analyses,
                                        const StaticWalkOptions &Options,
                                        StaticEvents Events) {
  if (F.isDeclaration())
    return createStringError("function '" + F.getName() +
                             "' has no body to walk");
  walk::Region R(F, Analyses.getResult<LoopAnalysis>(F));
  return StaticWalk(L, Analyses, Options).run(R, F, Events);
}

} // namespace rafter
