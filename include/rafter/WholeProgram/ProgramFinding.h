//===- ProgramFinding.h - What a whole program is bound by ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program's functions and loops with their predicted time, as estimated from
// windows of its execution, and what binds each. A value; it prints itself.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_WHOLEPROGRAM_PROGRAMFINDING_H
#define RAFTER_WHOLEPROGRAM_PROGRAMFINDING_H

#include "rafter/Stream/Limit.h"
#include "rafter/Support/SourceLocation.h"
#include "rafter/Uarch/Processor.h"
#include "rafter/WholeProgram/SampleEstimate.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace rafter {

/// A function, or a loop in one; instructions of loops in it are not its own.
struct ProgramPart {
  static constexpr size_t None = ~size_t(0);

  /// Of the function.
  std::string Function;
  /// The file that the code is from; empty: the program made it.
  std::string File;
  /// Where it begins in the numbering of the file.
  uint64_t Address = 0;
  /// Of the loop's header, or of the function; invalid: not known.
  SourceLocation Source;
  bool IsLoop = false;
  /// 0: the outermost loop of its function.
  unsigned Depth = 0;
  /// The loop or function around it; None: it is a function.
  size_t Parent = None;
  /// Executions of the header of a loop, and how often it was entered.
  uint64_t Iterations = 0, Entries = 0;

  /// Executed in it, counted.
  uint64_t Instructions = 0;
  /// Counted, too: floating-point operations, a fused multiply-add is two, and
  /// bytes that were loaded and stored.
  uint64_t Flops = 0, Bytes = 0;
  /// Of all threads, estimated.
  Estimate Cycles;
  /// The share of the samples of a profile that are in it.
  double Measured = 0;
  /// The same with the loops in it.
  double NestCycles = 0;
  /// The same with all that is called from it, each cycle once.
  double InclusiveCycles = 0;
  /// Windows in which some of it was executed.
  uint64_t Windows = 0;
  /// Of code in a library: the part of another file whose calls, through any
  /// number of functions of the library, took most of the cycles seen in it,
  /// and the share of these that they took. None: it is in the program's own
  /// file, or nobody was seen to call it.
  size_t Caller = None;
  double CallerShare = 0;

  /// What helps if it alone goes, largest gain first.
  struct Gain {
    Limit Removed;
    /// Cycles of the part that are left.
    double Cycles = 0;
  };
  std::vector<Gain> Gains;
  /// What binds, and what then: each is removed on top of those before it.
  struct Step {
    /// More than one: only together do they help.
    std::vector<Limit> Limits;
    /// Cycles of the part that are left.
    double Cycles = 0;
    /// Why, and what to do about it.
    std::string Advice;
    /// The instruction that owes most to the limits, with its address in the
    /// file; empty: not known.
    std::string Instruction;
    uint64_t Address = 0;
    SourceLocation Source;
  };
  std::vector<Step> Steps;
};

/// A tenth of the instructions of the thread that has most.
struct ProgramPhase {
  double CyclesPerInstruction = 0;
  /// Positions of the parts with the most cycles, and their shares in it.
  std::vector<std::pair<size_t, double>> Parts;
};

/// One of several threads.
struct ProgramThread {
  uint64_t Instructions = 0;
  Estimate Cycles;
  /// Positions of the parts with the most of its cycles, and their shares in
  /// these.
  std::vector<std::pair<size_t, double>> Parts;
};

/// Where a profiler found the program; then parts are ranked by that.
struct MeasuredTime {
  std::string Profile;
  uint64_t Samples = 0;
  /// That a profile of the compiler counts, which has no samples but shares of
  /// counts times predicted cycles.
  uint64_t Functions = 0;
  /// Of all samples in user mode, those in code that was not executed here.
  double Elsewhere = 0;
  /// Of all samples.
  double Kernel = 0;
};

/// What a CPU does at most: flops on vectors of doubles, and bytes from each
/// level of memory.
struct ProgramRoofs {
  double FlopsPerCycle = Unlimited;
  /// Its clock; 0: not known.
  double Gigahertz = 0;
  std::array<double, NumMemoryLevels> BytesPerCycle = {};
};

struct ProgramFinding {
  /// The program and its arguments.
  std::vector<std::string> Command;
  std::string Outcome;
  std::string CPU;
  uint64_t Instructions = 0;
  unsigned Threads = 1;
  uint64_t Windows = 0, WindowsKept = 0;
  uint64_t WindowInstructions = 0;
  Estimate Cycles;
  /// Of all processes, if there are others: what shares are of in the text.
  std::optional<double> CyclesOfAll;
  std::vector<ProgramPart> Parts;
  std::optional<MeasuredTime> Measured;
  /// Positions in Parts by cycles, or by samples if there are any, largest
  /// first; parts of at least 1 %.
  std::vector<size_t> Ranked;
  std::vector<ProgramPhase> Phases;
  /// In the order of their starts; empty if there is only one.
  std::vector<ProgramThread> EachThread;
  /// What this is not about though it may have taken time: processes that were
  /// not followed, or sleep. One line each, which are read first.
  std::vector<std::string> Missing;
  /// What else a reader must know, one line each.
  std::vector<std::string> Remarks;
  ProgramRoofs Roofs;
};

/// A program and the processes that it started, or that they started.
struct ProcessesFinding {
  /// By cycles, most first.
  std::vector<ProgramFinding> Explained;
  /// By program: processes that are not explained.
  struct Group {
    std::string Program;
    unsigned Count = 0;
    uint64_t Instructions = 0;
    /// By the cycles per instruction of all that are explained.
    double Cycles = 0;
  };
  std::vector<Group> Others;
  std::string CPU;
  Estimate Cycles;
  uint64_t Instructions = 0;
  unsigned Count = 0;
};

/// "kernel.c:3: loop in sum"; without lines "loop at 0x172ef in
/// libz.so+0x172d0".
std::string placeOf(const ProgramPart &P);

/// At most 25 lines; with Details all ranked parts and all that would help.
void printText(llvm::raw_ostream &OS, const ProgramFinding &F, bool Details);
/// A table of the processes, and the text of those with most of the cycles.
void printText(llvm::raw_ostream &OS, const ProcessesFinding &F, bool Details);
/// The roofline of the CPU with a dot for each ranked part that computes.
void printSVG(llvm::raw_ostream &OS, const ProgramFinding &F);
/// A page with the roofline and all of the text.
void printHTML(llvm::raw_ostream &OS, const ProgramFinding &F);
/// As docs/schema/program.schema.json has it.
void printJSON(llvm::raw_ostream &OS, const ProgramFinding &F);
/// As docs/schema/processes.schema.json has it.
void printJSON(llvm::raw_ostream &OS, const ProcessesFinding &F);

} // namespace rafter

#endif // RAFTER_WHOLEPROGRAM_PROGRAMFINDING_H
