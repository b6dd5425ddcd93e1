//===- ProgramJSON.cpp - A program's report as JSON -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/JSONWriter.h"
#include "rafter/WholeProgram/ProgramFinding.h"

using namespace rafter;

static void print(JSONWriter &W, llvm::StringRef Key, const Estimate &E) {
  W.object(Key, [&] {
    W.number("value", E.Value);
    W.number("half_width", E.HalfWidth);
  });
}

static void print(JSONWriter &W, llvm::StringRef Key,
                  const SourceLocation &Line) {
  W.textOrNull(Key, Line.isValid() ? Line.File + ":" + std::to_string(Line.Line)
                                   : "");
}

static void print(JSONWriter &W, const ProgramPart::Step &S) {
  W.array("limits", [&] {
    for (const Limit &L : S.Limits)
      W.textElement(key(L));
  });
  W.number("cycles", S.Cycles);
  W.text("advice", S.Advice);
  W.textOrNull("instruction", S.Instruction);
  W.count("address", S.Address);
  print(W, "source", S.Source);
}

static void print(JSONWriter &W, const ProgramPart &P) {
  W.text("function", P.Function);
  W.textOrNull("file", P.File);
  W.count("address", P.Address);
  print(W, "source", P.Source);
  W.flag("loop", P.IsLoop);
  W.count("depth", P.Depth);
  W.index("parent", P.Parent);
  W.count("iterations", P.Iterations);
  W.count("entries", P.Entries);
  W.count("instructions", P.Instructions);
  W.count("flops", P.Flops);
  W.count("bytes", P.Bytes);
  print(W, "cycles", P.Cycles);
  W.number("measured", P.Measured);
  W.number("nest_cycles", P.NestCycles);
  W.number("inclusive_cycles", P.InclusiveCycles);
  W.count("windows", P.Windows);
  W.index("caller", P.Caller);
  W.number("caller_share", P.CallerShare);
  W.array("gains", [&] {
    for (const ProgramPart::Gain &G : P.Gains)
      W.object([&] {
        W.text("limit", key(G.Removed));
        W.number("cycles", G.Cycles);
      });
  });
  W.array("steps", [&] {
    for (const ProgramPart::Step &S : P.Steps)
      W.object([&] { print(W, S); });
  });
}

static void printShares(JSONWriter &W,
                        llvm::ArrayRef<std::pair<size_t, double>> Parts) {
  W.array("parts", [&] {
    for (auto [Part, Share] : Parts)
      W.object([&, Part = Part, Share = Share] {
        W.index("part", Part);
        W.number("share", Share);
      });
  });
}

static void print(JSONWriter &W, const ProgramFinding &F) {
  W.texts("command", F.Command);
  W.text("outcome", F.Outcome);
  W.text("cpu", F.CPU);
  W.count("instructions", F.Instructions);
  W.count("threads", F.Threads);
  W.count("windows", F.Windows);
  W.count("windows_kept", F.WindowsKept);
  W.count("window_instructions", F.WindowInstructions);
  print(W, "cycles", F.Cycles);
  W.array("parts", [&] {
    for (const ProgramPart &P : F.Parts)
      W.object([&] { print(W, P); });
  });
  if (F.Measured)
    W.object("profile", [&] {
      W.text("file", F.Measured->Profile);
      W.count("samples", F.Measured->Samples);
      W.count("functions", F.Measured->Functions);
      W.number("elsewhere", F.Measured->Elsewhere);
      W.number("kernel", F.Measured->Kernel);
    });
  W.array("ranked", [&] {
    for (size_t I : F.Ranked)
      W.countElement(I);
  });
  W.array("phases", [&] {
    for (const ProgramPhase &P : F.Phases)
      W.object([&] {
        W.number("cycles_per_instruction", P.CyclesPerInstruction);
        printShares(W, P.Parts);
      });
  });
  if (!F.EachThread.empty())
    W.array("each_thread", [&] {
      for (const ProgramThread &T : F.EachThread)
        W.object([&] {
          W.count("instructions", T.Instructions);
          print(W, "cycles", T.Cycles);
          printShares(W, T.Parts);
        });
    });
  W.texts("missing", F.Missing);
  W.texts("remarks", F.Remarks);
}

void rafter::printJSON(llvm::raw_ostream &OS, const ProgramFinding &F) {
  printJSONObject(OS, [&](JSONWriter &W) { print(W, F); });
}

void rafter::printJSON(llvm::raw_ostream &OS, const ProcessesFinding &F) {
  printJSONObject(OS, [&](JSONWriter &W) {
    W.text("cpu", F.CPU);
    W.count("processes", F.Count);
    W.count("instructions", F.Instructions);
    print(W, "cycles", F.Cycles);
    W.array("explained", [&] {
      for (const ProgramFinding &P : F.Explained)
        W.object([&] { print(W, P); });
    });
    W.array("others", [&] {
      for (const auto &O : F.Others)
        W.object([&] {
          W.text("program", O.Program);
          W.count("processes", O.Count);
          W.count("instructions", O.Instructions);
          W.number("cycles", O.Cycles);
        });
    });
  });
}
