//===- StaticWalkMachine.h - Executes the integer part ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks FunctionCode block by block and sends the segment events that a run of
// the instrumented code would send. Innermost loops whose iterations are
// linear are sent many iterations at a time (StaticWalkRepeat.h).
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_STATICWALK_STATICWALKMACHINE_H
#define RAFTER_LIB_STATICWALK_STATICWALKMACHINE_H

#include "StaticWalkCode.h"
#include "StaticWalkRepeat.h"
#include "rafter/Support/RandomNumbers.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <optional>

namespace rafter::walk {

struct MachineOptions {
  /// Operations after which the walk ends at the next iteration boundary of an
  /// outermost loop; 10 % later also at one of the next inner level, and so
  /// on.
  uint64_t MaxOperations = 2'000'000;
  /// Integer operations executed without an end in sight: a loop that sends
  /// nothing and does not end.
  uint64_t MaxSteps = uint64_t(1) << 32;
  /// The same on the way to the region.
  uint64_t MaxStepsBefore = uint64_t(1) << 32;
  /// Activations at the same time.
  unsigned MaxDepth = 20'000;
  bool UseRepeats = true;
};

/// How a walk ended.
enum class Ending : uint8_t {
  /// The region was left, or the function returned.
  Complete,
  /// Stopped at MaxOperations.
  Limit,
  /// Stopped at MaxSteps or MaxDepth.
  Runaway,
  /// The region was never reached.
  NotReached,
  /// Ran into code that never continues (unreachable).
  Stuck
};

struct MachineResult {
  Ending How = Ending::Complete;
  uint64_t Operations = 0;
  uint64_t Events = 0;
  /// Events that were sent by repetition.
  uint64_t RepeatedEvents = 0;
  /// The loop (index into the code's Loops) in which the limit struck, or
  /// None; and the function it belongs to.
  uint32_t StoppedIn = None;
  uint32_t StoppedFunction = 0;
  /// Executions of the calls that are not walked, by FunctionCode::Unseen.
  std::vector<uint64_t> Unseen;
};

class Machine {
public:
  using CodeOf = std::function<const FunctionCode &(uint32_t)>;
  using Send = std::function<llvm::Error(llvm::ArrayRef<uint64_t>)>;

  /// Codes gives the code of a function by number.
  Machine(CodeOf Codes, const MachineOptions &Options, Send Events);

  /// Walks function number Root from its entry. Events come between Begin and
  /// End words. Errors are those of Send.
  llvm::Expected<MachineResult> run(uint32_t Root, uint64_t Begin,
                                    uint64_t End);

  /// Whether a block of a function was walked.
  bool walked(uint32_t Function, uint32_t Block) const {
    return Function < Walked.size() && Block < Walked[Function].size() &&
           Walked[Function][Block];
  }

private:
  struct Activation {
    uint32_t Function;
    const FunctionCode *Code;
    /// First slot in Values.
    size_t Base;
    uint64_t StackPointer;
    /// Where the caller continues, and the slot for the result.
    uint32_t ReturnEdge;
    Slot Result;
  };
  /// Counters of one loop's attempts to repeat iterations.
  struct Attempts {
    uint32_t Wait = 0, Penalty = 0;
  };

  void enter(uint32_t Function);
  bool leave(uint64_t Result);
  void walk();
  void execute(const Block &B);
  void emit(const Block &B);
  uint32_t chooseEdge(const Block &B) const;
  bool take(uint32_t EdgeIndex);
  bool atLimit(const Edge &E);
  bool backedge(const Edge &E);
  void move(const Edge &E);
  bool repeat(const Edge &Back);
  void sendRepeats(const Edge &Back, uint64_t Count);
  void sendOneByOne(uint64_t Count);
  void sendLoop(uint64_t Count);
  void reserve(size_t Size);
  uint64_t threshold(unsigned Depth) const;
  void count(const Block &B, uint64_t Times);
  void stop(Ending How);
  void flush();

  CodeOf Codes;
  MachineOptions Options;
  Send Events;
  MachineResult Result;
  std::optional<llvm::Error> Failure;

  // State of the walk.
  std::vector<Activation> Stack;
  std::vector<uint64_t> Values;
  const FunctionCode *Code = nullptr;
  uint64_t *Frame = nullptr;
  uint32_t At = None;
  uint32_t FirstSegment = None;
  bool Emitting = false;
  bool Running = true;
  uint64_t Steps = 0;
  RandomNumbers Random = RandomNumbers(0);
  std::vector<uint64_t> Scratch;

  // The current iteration of an innermost loop.
  static constexpr unsigned MaxPath = 64;
  uint32_t Path[MaxPath];
  unsigned PathLength = MaxPath;
  std::vector<std::vector<Attempts>> Tries;
  std::vector<std::vector<uint8_t>> Walked;
  RepeatAnalysis Repeats;
  std::vector<uint64_t> Words, WordSteps;

  std::vector<uint64_t> Out;
  size_t OutUsed = 0;
};

} // namespace rafter::walk

#endif // RAFTER_LIB_STATICWALK_STATICWALKMACHINE_H
