//===- CoreParameters.h - What LLVM's models do not know -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parameters of one core for the machine-level simulation, as a plain value.
// Buffers, caches and prefetchers that the generalized roofline also knows are
// in Processor.h.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UARCH_COREPARAMETERS_H
#define RAFTER_UARCH_COREPARAMETERS_H

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace rafter {

/// A correction of LLVM's scheduling model for some instructions.
struct InstructionCorrection {
  /// Regular expression over LLVM's opcode names; matches the whole name.
  std::string Opcodes;
  /// Cycles; negative: as LLVM says. Without the load of an instruction that
  /// reads memory.
  int Latency = -1;
  /// Cycles from issue to data of an L1 hit; negative: as LLVM says.
  int LoadLatency = -1;
  /// Slots of the fused domain; negative: as LLVM says.
  int Slots = -1;
  /// Cycles that the instruction gets the result of an addition folded at
  /// rename later than it would get another one's; negative: none.
  int AfterFolded = -1;
  /// Cycles by which the instruction needs its flags before its other operands;
  /// negative: none.
  int FlagsEarly = -1;
  /// Cycles of a chain through the operand that the result is added to;
  /// negative: as LLVM says.
  int Accumulator = -1;
  /// Whether Ports replaces LLVM's resources.
  bool HasPorts = false;
  struct Use {
    /// Names of units as in InstructionTable::Units; any one serves.
    std::vector<std::string> Units;
    unsigned Cycles = 1;
  };
  std::vector<Use> Ports;
  /// Tag of the file's sources.
  std::string Source;
  /// How the numbers follow from the source; may be empty.
  std::string Note;
  /// Line of the file.
  unsigned Line = 0;
};

/// A set of execution units that micro-operations choose from, where LLVM's
/// model has another number of them or none.
struct UnitGroup {
  /// The units of the set in LLVM's model, by name: uses of exactly these are
  /// of Units instead. Empty: the model has no such set.
  std::vector<std::string> Replaced;
  /// Names as in InstructionTable::Units; new ones are units of their own.
  std::vector<std::string> Units;
  /// LLVM's name of an opcode that needs one of them for as long as any does,
  /// by which experiments fill the set; empty: none is known.
  std::string Example;
  /// Entries of each queue in front of the units: an operation is bound to one
  /// of them when it is dispatched. 0: it waits elsewhere for whichever is
  /// free.
  double Queue = 0;
  /// So many queues, which the units belong to in turn; 0: each has its own.
  unsigned Queues = 0;
  /// Tag of the file's sources.
  std::string Source;
  /// How the numbers follow from the source; may be empty.
  std::string Note;
  /// Line of the file.
  unsigned Line = 0;
};
/// Units of a set with queues, of which a file has one at most.
inline constexpr unsigned MostQueues = 8;

/// What the fused pairs of an instruction set are.
enum class MacroFusion : uint8_t {
  None,
  /// x86: cmp, test, add, sub, and, inc, dec with a conditional jump, as
  /// Sandy Bridge and its successors do.
  X86Arithmetic,
  /// x86: cmp and test with a conditional jump (AMD before Zen 3 and others).
  X86Compare,
  /// AArch64: cmp, cmn, tst, and with a conditional branch.
  AArch64Compare
};

/// One core, as the machine-level simulation sees it.
struct CoreParameters {
  static constexpr double Unlimited = std::numeric_limits<double>::infinity();

  /// True if the file has these parameters at all (key rename.width).
  bool Known = false;

  // Front end, in slots of the fused domain per cycle.
  double DecodeWidth = Unlimited;
  /// Instruction bytes that the legacy decoders take per cycle.
  double DecodeBytes = Unlimited;
  /// Instructions of several slots that the legacy decoders take per cycle.
  double ComplexDecoders = Unlimited;
  /// Cycles for which they take nothing because of a prefix that changes the
  /// length of its instruction (x86: 16-bit constants).
  double LengthChange = 0;
  /// L1 of the instructions in bytes, and its ways; Unlimited: it never misses.
  double CodeCapacity = Unlimited;
  double CodeWays = Unlimited;
  /// Bytes per cycle at which a level (L2, L3, mem) brings instructions to it.
  double CodeBandwidth[4] = {Unlimited, Unlimited, Unlimited, Unlimited};
  /// From the micro-operation cache.
  double UopCacheWidth = Unlimited;
  /// Its entries: slots of an entry, bytes of code whose slots may share one,
  /// and the most entries of so many bytes.
  double UopCacheEntry = 1;
  double UopCacheWindow = 64;
  double UopCacheEntriesOfWindow = Unlimited;
  /// Windows of 32 bytes that a jump crosses, or at whose end it ends, are not
  /// cached as micro-operations (Intel, erratum SKX102).
  bool JumpErratum = false;
  /// Capacity of the micro-operation cache in slots; 0: there is none.
  double UopCacheSlots = 0;
  /// Loops of at most so many slots run from the loop buffer; 0: none.
  double LoopBufferSlots = 0;
  /// Slots between the decoders and rename. Skylake's, where a file does not
  /// say (248966, "allocation queue": 64 per thread).
  double DecodeQueueSlots = 64;
  double RenameWidth = Unlimited;
  double RetireWidth = Unlimited;
  /// Taken branches per cycle.
  double TakenBranches = 1;
  /// Branches that go at this rate; cycles more until the next one after a
  /// direct one that is not among them.
  double NearBranches = Unlimited;
  double FarBranch = 0;
  /// Cycles without delivery after a taken branch.
  double TakenBranchBubble = 0;
  /// Cycles from one taken jump, call or return whose target is not in the
  /// instruction to the next taken branch; 0: as after any other.
  double IndirectBranch = 0;
  /// The same of a return; 0: as of any other such jump.
  double ReturnBranch = 0;
  /// Cycles more for the next direct one where the target varies.
  double VaryingBranch = 0;
  /// Cycles from the execution of a mispredicted branch until the right path
  /// reaches rename.
  double MispredictionPenalty = 0;
  /// Cycles more where the target is not in the instruction.
  double IndirectMisprediction = 0;

  // Rename.
  MacroFusion Fusion = MacroFusion::None;
  /// A load or store and its operation share a slot.
  bool MicroFusion = false;
  /// Micro-fused instructions with an index register take two slots at rename.
  bool UnlaminateIndexed = false;
  /// Slots that each of them takes in addition.
  double UnlaminatedSlots = 1;
  bool EliminateIntegerMoves = false;
  bool EliminateVectorMoves = false;
  bool ZeroIdioms = false;
  /// Operations of 512 bits need what those of 256 bits need, although LLVM's
  /// model of the CPU, which is that of another one, lets them pass the units
  /// twice.
  bool WholeVectors = false;
  /// Additions of small immediates are folded at rename (Golden Cove).
  bool FoldImmediateAdditions = false;

  // Schedulers beyond Processor's "rs", which holds what computes.
  /// Loads and stores wait in "rs" too (Intel before Skylake).
  bool UnifiedScheduler = false;
  /// No instruction issues before the one in front of it: there is no
  /// reservation station, and what waits for an operand holds up the rest.
  bool InOrderIssue = false;
  /// Of what is ready, the oldest issues first: ports are taken then, and not
  /// from dispatch on.
  bool OldestFirst = false;
  /// Only the pipes that operations are bound to are, where it is not set.
  bool OldestOnPipes = false;
  /// Whole cycles from the issue of an operation until its entry of a scheduler
  /// lets another one issue: entries are held for a while, and what takes their
  /// place cannot issue at once.
  double SchedulerRelease = 0;
  double LoadScheduler = Unlimited;
  double StoreScheduler = Unlimited;
  /// Of operations on vectors and floating-point numbers; 0: they wait in "rs".
  double VectorScheduler = 0;
  /// Slots of the queue in front of it, which they leave in program order; 0:
  /// they wait for it before they are dispatched.
  double VectorQueue = 0;
  /// As SchedulerRelease, of the schedulers of vector operations.
  double VectorRelease = 0;
  /// An integer operation that follows within so many slots the one whose
  /// result it needs, and which waits for no other, takes its port in vain
  /// before it takes it; 0: none does.
  double WakeUpGroup = 0;
  /// Physical registers that can be in flight beyond the architectural ones.
  double IntegerRegisters = Unlimited;
  double VectorRegisters = Unlimited;

  /// Cycles that a floating-point addition gets the result of another one
  /// earlier than other instructions do.
  double FloatAddForwarding = 0;
  /// Cycles from issue to data of a load that hits L1, to a general register
  /// and to a vector register; negative: as LLVM says.
  double LoadLatency = -1;
  double VectorLoadLatency = -1;
  /// Cycles more where the address has an index that is multiplied.
  double ScaledIndex = 0;
  /// Loads that miss L1 issue a second time when their line has arrived.
  bool ReissueMisses = false;
  /// Executions for which a load that met a store in flight, and did not expect
  /// to, then waits for the address of that store; 0: loads know.
  double WaryLoads = 0;
  /// How often a load that crosses a line takes its port.
  double CrossingIssues = 1;
  /// Cycles in which no load issues because a line arrives in L1; loads that
  /// wait for the line are served in them, as many as issue in that time.
  double LineFill = 0;
  /// Banks of L1, by the address in units of LoadBankBytes, and loads that each
  /// serves in a cycle; fewer where they are operands of a computation.
  double LoadBanks = 1;
  double LoadBankBytes = 32;
  double LoadBankReads = Unlimited;
  double LoadBankOperands = Unlimited;

  // Memory.
  /// Bytes per cycle at which evicted dirty lines pass the link of a level
  /// (L2, L3, mem), which they share with the lines that come; Unlimited: they
  /// cost nothing.
  double WriteBackBandwidth[4] = {Unlimited, Unlimited, Unlimited, Unlimited};
  /// From the later of store data and load issue to the load's data.
  double StoreForwardLatency = 5;
  /// Cycles by which it is longer to a vector register.
  double StoreForwardVector = 0;
  /// The same for a store and a load with the same address form, where memory
  /// renaming applies; negative: no memory renaming.
  double MemoryRenamingLatency = -1;
  /// Renaming finds the store by its distance, which is that of the load's last
  /// execution, in place of the address form.
  bool RenamesByDistance = false;
  /// Cycles from the commit of a store that holds a part of a load's bytes to
  /// the load's access to L1.
  double FailedForwarding = 0;
  /// Cycles that a load loses which has the last 12 bits of its address in
  /// common with a store in flight, from which it is taken to load at first.
  double Aliasing = 0;
  /// Stores committed to L1 per cycle.
  double StoreCommit = 1;
  /// Where less than StoreCommit: lines that stores commit to per cycle.
  double StoreCommitLines = Unlimited;
  /// Lines stored to last that stay open: only what opens another one counts
  /// for StoreCommitLines. 1: stores join the one in front of them only.
  double StoreOpenLines = 1;
  /// Cycles by which the commit of a store that crosses a line takes longer.
  double StoreCommitCrossing = 0;
  /// Additional cycles of an access that crosses a line.
  double LineCrossing = 0;
  /// Cycles by which a line from behind L1 holds the link to it longer, times
  /// the share of the lines on their way that go to its set.
  double SameSetFill = 0;
  double DTLBEntries = Unlimited;
  double STLBEntries = Unlimited;
  /// Additional cycles of an access that misses DTLB and hits STLB.
  double STLBLatency = 0;
  /// Accesses that miss DTLB per cycle.
  double STLBBandwidth = Unlimited;
  /// Additional cycles of an access that misses both.
  double PageWalkLatency = 0;
  /// Of the instructions: entries of the first level, and additional cycles of
  /// a jump to a page that misses it and hits STLB, whose entries count anew.
  double ITLBEntries = Unlimited;
  double ITLBLatency = 0;
  double PageBytes = 4096;

  /// Cycles that an operation takes longer if a denormal number is among its
  /// operands (of additions only: if it is the result), by ComputeKind; 0: not
  /// known, or none.
  double DenormalCycles[5] = {};

  std::vector<UnitGroup> Units;
  std::vector<InstructionCorrection> Corrections;
};

} // namespace rafter

#endif // RAFTER_UARCH_COREPARAMETERS_H
