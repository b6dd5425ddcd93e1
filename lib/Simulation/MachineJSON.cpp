//===- MachineJSON.cpp - Sensitivity and causality as JSON ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The objects "sensitivity" and "causality" of docs/schema/report.schema.json.
//
//===----------------------------------------------------------------------===//

#include "MachineParts.h"
#include "MachineView.h"
#include "rafter/Report/NumberFormat.h"
#include <map>

using namespace rafter;

static void printAccesses(JSONWriter &W, const char *Key,
                          const uint64_t (&Counts)[NumMemoryLevels]) {
  W.object(Key, [&] {
    for (unsigned L = 0; L < NumMemoryLevels; ++L)
      W.count(name(static_cast<MemoryLevel>(L)), Counts[L]);
  });
}

static void printPrediction(JSONWriter &W, const Prediction &P) {
  W.number("cycles", P.Cycles);
  W.number("cycles_per_iteration", P.CyclesPerIteration);
  W.number("machine_cycles_per_iteration", P.machineCyclesPerIteration());
  W.count("iterations_at_once", P.IterationsAtOnce);
  W.count("iterations", P.Iterations);
  W.count("instructions", P.Instructions);
  W.count("slots", P.Slots);
  W.count("uops", P.Uops);
  W.number("ipc", P.instructionsPerCycle());
  W.count("branches", P.Branches);
  W.count("mispredictions", P.Mispredictions);
  printAccesses(W, "loads", P.Loads);
  printAccesses(W, "stores", P.Stores);
}

static void printNames(JSONWriter &W, const char *Key,
                       llvm::ArrayRef<Limit> Limits) {
  W.array(Key, [&] {
    for (const Limit &L : Limits)
      W.textElement(name(L));
  });
}

static void printResource(JSONWriter &W, const Sensitivity &S,
                          const ResourceElasticity &R) {
  W.text("name", name(R.What));
  W.number("factor", S.RankingFactor);
  W.number("speedup", speedupAt(R, S.RankingFactor));
  W.number("limit", R.limit());
  W.share("utilization", R.Utilization);
  W.array("curve", [&] {
    for (const ResourceElasticity::Point &P : R.Curve)
      W.object([&] {
        W.number("factor", P.Factor);
        W.number("speedup", P.Speedup);
      });
  });
}

void rafter::printSensitivity(JSONWriter &W, const Sensitivity &S,
                              const Causality *C) {
  printPrediction(W, S.Base);
  W.array("resources", [&] {
    for (const ResourceElasticity &R : S.Resources)
      W.object([&] { printResource(W, S, R); });
  });
  W.array("sets", [&] {
    for (const ResourceSet &Set : S.Sets)
      W.object([&] {
        printNames(W, "names", Set.Members);
        W.number("speedup", Set.Speedup);
      });
  });
  W.array("remains", [&] {
    for (const rafter::Sensitivity::Remainder &R : S.Remains)
      W.object([&] {
        printNames(W, "removed", R.Removed);
        W.number("cycles", R.Cycles);
      });
  });
  W.array("next_steps", [&] {
    for (const NextStep &Step : adviseNextSteps(S, C))
      W.object([&] {
        printNames(W, "limits", Step.Limits);
        W.text("advice", Step.Advice);
        W.number("cycles", Step.Cycles);
        W.number("speedup", Step.Speedup);
        W.index("instruction", Step.Position);
      });
  });
}

/// Shares by resource. A resource that is named twice is one key.
static void printBy(JSONWriter &W, const std::vector<CauseShare> &By,
                    const Prediction &Base) {
  W.object("by", [&] {
    for (size_t I = 0; I < By.size(); ++I) {
      double Cycles = 0;
      size_t First = By.size();
      for (size_t K = 0; K < By.size(); ++K)
        if (By[K].Resource == By[I].Resource) {
          First = std::min(First, K);
          Cycles += By[K].Cycles;
        }
      if (First == I)
        W.number(name(By[I].Resource), shareOf(Cycles, Base));
    }
  });
}

static void printOperation(JSONWriter &W, const std::string &Name) {
  if (!Name.empty())
    W.text("operation", Name);
}

void rafter::printCausality(JSONWriter &W, const Causality &C,
                            const SourceOperations &Operations) {
  std::map<uint32_t, size_t> Positions;
  for (size_t I = 0; I < C.Instructions.size(); ++I)
    Positions.try_emplace(C.Instructions[I].Instruction, I);
  W.number("cycles", C.Base.Cycles);
  W.number("cycles_per_iteration", C.Base.CyclesPerIteration);
  W.number("unattributed", shareOf(C.Unattributed, C.Base));
  W.array("instructions", [&] {
    for (const InstructionCauses &I : C.Instructions)
      W.object([&] {
        W.text("text", onOneLine(I.Text));
        W.text("function", I.Function);
        W.textOrNull("source", formatLocation(I.Source));
        printOperation(W, Operations.find(I.Source));
        W.text("class", name(I.Class));
        W.count("executions", I.Executions);
        W.number("share", shareOf(I.Cycles, C.Base));
        W.number("cycles", I.Cycles);
        printBy(W, I.By, C.Base);
        W.number("wait", I.Wait);
        auto It = Positions.find(I.WaitsFor);
        W.index("waits_for", I.WaitsFor == ~0u || It == Positions.end()
                                 ? ~size_t(0)
                                 : It->second);
        W.text("waits_because_of",
               I.WaitsBecauseOf ? name(*I.WaitsBecauseOf) : "");
        W.share("taint", I.Taint);
        W.text("ports", I.Ports);
        W.number("latency", I.Latency);
        W.array("uses", [&] {
          for (const UsedShare &U : I.Uses)
            W.object([&] {
              W.text("name", name(U.What));
              W.number("utilization", U.Share);
            });
        });
      });
  });
  if (!C.Timetable.Ports.empty())
    printTimetable(W, C);
  W.array("lines", [&] {
    for (const LineCauses &L : linesByCycles(C))
      W.object([&] {
        W.text("source", formatLocation(L.Source));
        printOperation(W, Operations.find(L.Source));
        W.number("share", shareOf(L.Cycles, C.Base));
        printBy(W, L.By, C.Base);
      });
  });
}
