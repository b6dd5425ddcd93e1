//===- StaticWalkBenchmark.cpp - Events walked per second -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Speed of the static walk alone, its events thrown away: a long innermost
// loop (the fast path), a short one (eight iterations), and one whose
// addresses are not linear, so that each iteration is executed.
// items_per_second counts segment events.
//
//===----------------------------------------------------------------------===//

#include "rafter/StaticWalk/StaticWalk.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include <benchmark/benchmark.h>

using namespace rafter;

namespace {

/// for (i = 0; i < 1000000; ++i) for (j = 0; j < End; ++j) c[x] += a[j] * b[i]
/// with x the value that Index computes.
std::string loopNest(const std::string &End, const std::string &Index) {
  return R"(
define void @kernel(ptr %a, ptr %b, ptr %c) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %pb = getelementptr double, ptr %b, i64 %i
  %vb = load double, ptr %pb
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %pa = getelementptr double, ptr %a, i64 %j
  %va = load double, ptr %pa
)" + Index +
         R"(
  %pc = getelementptr double, ptr %c, i64 %x
  %vc = load double, ptr %pc
  %m = fmul double %va, %vb
  %s = fadd double %vc, %m
  store double %s, ptr %pc
  %j.next = add i64 %j, 1
  %again = icmp ult i64 %j.next, )" +
         End + R"(
  br i1 %again, label %inner, label %latch
latch:
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 1000000
  br i1 %more, label %outer, label %exit
exit:
  ret void
})";
}

void walk(benchmark::State &State, const std::string &Text) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Problem;
  auto M = llvm::parseAssemblyString(Text, Problem, Context);
  llvm::LoopAnalysisManager LAM;
  llvm::FunctionAnalysisManager FAM;
  llvm::CGSCCAnalysisManager CGAM;
  llvm::ModuleAnalysisManager MAM;
  llvm::PassBuilder PB;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  LoweredModule L = llvm::cantFail(lowerModule(*M));
  StaticWalkOptions Options;
  uint64_t Events = 0;
  for (auto _ : State) {
    uint64_t Words = 0;
    StaticWalkResult R =
        llvm::cantFail(walkFunction(L, *M->getFunction("kernel"), FAM, Options,
                                    [&](llvm::ArrayRef<uint64_t> Chunk) {
                                      Words += Chunk.size();
                                      return llvm::Error::success();
                                    }));
    benchmark::DoNotOptimize(Words);
    Events += R.Events;
  }
  State.SetItemsProcessed(Events);
}

const char Linear[] = "  %x = add i64 %i, %j";
const char Nonlinear[] = "  %p = mul i64 %j, %j\n  %x = and i64 %p, 1023";

void longLoop(benchmark::State &State) {
  walk(State, loopNest("100000", Linear));
}
void shortLoop(benchmark::State &State) { walk(State, loopNest("8", Linear)); }
void executedLoop(benchmark::State &State) {
  walk(State, loopNest("100000", Nonlinear));
}

BENCHMARK(longLoop)->Unit(benchmark::kMillisecond);
BENCHMARK(shortLoop)->Unit(benchmark::kMillisecond);
BENCHMARK(executedLoop)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
