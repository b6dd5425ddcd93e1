//===- Source.h - Anything that can be played -------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A source is a run of the IR, a static walk, a machine loop, a block of
// assembly, a loop of an object, a recorded run, a trace of another tool, a
// region. It says where it comes from and what was assumed, and is played in
// one or more vocabularies: operations, instructions, cracked instructions.
// What is missing in one vocabulary is made from another by a decorator:
// WarmUp.h, Vocabularies.h.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_SOURCE_H
#define RAFTER_STREAM_SOURCE_H

#include "rafter/Stream/CrackedInstruction.h"
#include "rafter/Stream/ForemostAssumption.h"
#include "rafter/Stream/Instruction.h"
#include "rafter/Stream/Program.h"
#include "rafter/Support/RunOutcome.h"
#include "rafter/Uarch/Processor.h"
#include <memory>
#include <optional>

namespace rafter {

/// Where a region's numbers come from.
enum class Mode : uint8_t { Static, Modelled, Measured };
/// "static", "modelled", "measured".
const char *name(Mode M);

/// What is played: a function of a run, a loop nest, a block, and all that was
/// assumed about it.
struct Origin {
  std::string Name;
  std::string Function;
  /// Empty when the region is a whole function; otherwise the loop's name
  /// ("for.body" or "line 12").
  std::string Loop;
  SourceLocation Source;
  /// The name of the region whose loop nest it is a part of; empty if there is
  /// none in the report.
  std::string Within;
  /// Instructions that it is expected to execute while the program runs, by the
  /// frequencies of blocks, profiled or guessed: an order, not a count. 0:
  /// unknown.
  double ExpectedInstructions = 0;
  Mode How = Mode::Static;
  /// True: the caches are as a previous execution of the region left them.
  bool WarmCache = false;
  /// Executions of the region that the numbers add up.
  uint64_t Invocations = 1;
  /// What was assumed where nothing is known, one line each, in source order.
  std::vector<std::string> Assumptions;
  ForemostAssumption Foremost;
  /// What was not seen: functions outside the module with their call counts.
  std::vector<std::pair<std::string, uint64_t>> NotSeen;
  std::optional<RunOutcome> Run;

  /// Adds Line unless it is there.
  void assume(std::string Line, Assumed About = Assumed::Nothing);
};

/// A source as operations, for consumers of the computation.
struct OperationStream {
  /// The operations, once there are any to play: of some sources only a first
  /// play tells. Valid as long as the source.
  std::function<llvm::Expected<const OperationTable *>()> Table;
  OperationSource Play;
  /// The functions and loops that the table's operations belong to; null for
  /// machine code.
  const Program *Code = nullptr;
};

/// What caches and predictors of a CPU do with a stream, kept by the first
/// method that simulates it (Simulation/Analyze.h).
class KeptOutcomes;

/// A source as instructions, for consumers of machine code.
struct InstructionStream {
  /// Grows while the source is played for the first time.
  const InstructionTable *Table = nullptr;
  InstructionSource Play;
  /// The stream is a loop whose accesses hit L1 by assumption.
  bool PerfectMemory = false;
  /// The stream takes one way through the code, over and over: branches are
  /// predicted.
  bool PerfectBranches = false;
  /// The addresses of the instructions are those at which they are executed, or
  /// as far from them as whole pages.
  bool IsPlaced = false;
  /// False: the table is whole only when the source was played once.
  bool TableIsWhole = true;
  /// Instructions that stand for operations run on units of their own; none:
  /// on the CPU that is asked about.
  std::optional<Processor> CPU = std::nullopt;
  /// Of a loop: iterations of the source's loop that one of it does.
  unsigned IterationsAtOnce = 1;
  /// It is no loop, but a function that is called again and again.
  bool IterationsAreCalls = false;
  /// Of the CPU that the methods of one report are asked about; null: not yet,
  /// or too much.
  std::shared_ptr<const KeptOutcomes> Kept = nullptr;
};

class SampleTable;

/// What its streams refer to lives in a derived class, or outlives the source.
class Source {
public:
  Source() = default;
  Source(const Source &) = delete;
  Source &operator=(const Source &) = delete;
  virtual ~Source();

  Origin From;
  /// The vocabularies in which it can be played.
  std::optional<OperationStream> Operations;
  std::optional<InstructionStream> Instructions;
  /// Empty if it cannot be played so.
  CrackedSource Cracked;
  /// Counts of a run instead of what it executed; null if there are none.
  const SampleTable *Samples = nullptr;
};

} // namespace rafter

#endif // RAFTER_STREAM_SOURCE_H
