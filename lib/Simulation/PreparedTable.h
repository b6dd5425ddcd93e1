//===- PreparedTable.h - Static instructions, flattened ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the simulator needs of each static instruction, worked out once: which
// closed groups of ports it loads, the numbers of its costs, and registers with
// those that are always written together merged into one.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_PREPAREDTABLE_H
#define RAFTER_LIB_SIMULATION_PREPAREDTABLE_H

#include "MachineVariant.h"
#include "RegisterClasses.h"
#include "rafter/Stream/PortLattice.h"

namespace rafter::simulation {

/// The scheduler of vector operations, where they have one of their own.
inline constexpr unsigned VectorScheduler = 3;
/// The queue of the first pipe that has one.
inline constexpr unsigned FirstQueue = 4;

/// A closed group of ports, and the number of the cost.
struct PreparedPort {
  uint16_t Group;
  CostList::Index Cost;
};

/// What instructions may care about when they read a register.
enum class WriterKind : uint8_t { Other, FloatAddition, FoldedAddition };

/// A read that is needed some cycles after or before the stage begins.
struct DelayedRead {
  uint16_t Register;
  ReadStage Stage;
  /// FloatAddition: the read of an addition, which gets the result of another
  /// addition earlier; Offset is 0. FoldedAddition: Offset counts only after
  /// such a writer. Other: it always counts.
  WriterKind After;
  /// In units of FixedTime.h; added to the time of the register.
  int32_t Offset;
};

/// A result with another latency than the slowest one, or one that counts from
/// the address operands.
struct EarlyWrite {
  uint16_t Register;
  CostList::Index Latency;
  bool FromAddress;
};

struct PreparedOperand {
  bool IsStore;
  /// Cost of the access on the link of each level.
  CostList::Index Links[NumMemoryLevels];
};

struct PreparedInstruction {
  /// Into registers(): address, execute, store data, then written at the end.
  uint32_t Registers;
  uint32_t Delayed;
  uint32_t Early;
  /// Into ports(): those of the loads, then those of the rest, then those that
  /// an integer operation takes in vain if it is woken too early.
  uint32_t Ports;
  /// Where those of the rest are once it is bound to the first pipe with a
  /// queue, and as many behind them for each other pipe. None: it is not bound.
  uint32_t BoundPorts;
  uint32_t Operands;
  uint8_t NumAddress, NumExecute, NumStoreData, NumWritten;
  uint8_t NumDelayed, NumEarly;
  uint8_t NumLoadPorts, NumPorts, NumVainPorts, NumBoundPorts;
  uint8_t NumOperands, NumLoads, NumStores;
  uint8_t Slots, DecodedSlots;
  /// Entries of each scheduler.
  uint8_t Scheduled, ScheduledLoads, ScheduledStores;
  /// Of those in Scheduled: 0 or VectorScheduler.
  uint8_t Scheduler;
  /// StaticInstruction::FlagKind.
  uint8_t Flags;
  bool IntegerResult, VectorResult;
  /// Loads are operands of a computation.
  bool Computes;
  WriterKind Kind;
  /// The slowest result of the operation.
  CostList::Index Latency;
  CostList::Index LoadLatency;
  CostList::Index Rename, Retire, Decode, ComplexDecode, DecodeBytes, UopCache;
};

class PreparedTable {
public:
  explicit PreparedTable(const Processor &CPU);

  /// Takes in what Table has more than the last time.
  llvm::Error update(const InstructionTable &Table);
  /// Changes when update has changed anything.
  unsigned version() const { return Version; }

  const PreparedInstruction &operator[](size_t I) const {
    return Instructions[I];
  }
  size_t size() const { return Instructions.size(); }
  llvm::ArrayRef<PreparedInstruction> instructions() const {
    return Instructions;
  }
  llvm::ArrayRef<uint16_t> registers() const { return Registers; }
  llvm::ArrayRef<DelayedRead> delayed() const { return Delayed; }
  llvm::ArrayRef<EarlyWrite> early() const { return Early; }
  llvm::ArrayRef<PreparedPort> ports() const { return Ports; }
  llvm::ArrayRef<PreparedOperand> operands() const { return Operands; }
  /// Whether U is for the load of S, not for what is done with it.
  bool isOfLoad(const StaticInstruction &S, const PortUse &U,
                const InstructionTable &Table) const {
    return (U.Units & ~LoadUnits) == 0 &&
           llvm::any_of(Table.memory(S),
                        [](const MemoryOperand &M) { return !M.IsStore; });
  }
  /// Decoders that S takes: one, whatever its slots, where the first of them
  /// takes those of several slots.
  static unsigned decoders(const StaticInstruction &S,
                           const CoreParameters &Core);
  /// What a line that arrives in L1 holds: all groups of load ports.
  llvm::ArrayRef<PreparedPort> lineFill() const { return LineFill; }
  const PortLattice &lattice() const { return Lattice; }
  const RegisterClasses &classes() const { return Classes; }
  CostList &costs() { return Costs; }
  const CostList &costs() const { return Costs; }
  const Processor &cpu() const { return CPU; }

private:
  llvm::Error check(const InstructionTable &Table, size_t I) const;
  void learn(const InstructionTable &Table, const StaticInstruction &S);
  void learnUnbound(const InstructionTable &Table, const StaticInstruction &S);
  void prepare(const InstructionTable &Table, const StaticInstruction &S);
  void prepareReads(const InstructionTable &Table, const StaticInstruction &S,
                    PreparedInstruction &P);
  void prepareWrites(const InstructionTable &Table, const StaticInstruction &S,
                     PreparedInstruction &P);
  void preparePorts(const InstructionTable &Table, const StaticInstruction &S,
                    PreparedInstruction &P);
  void bindPorts(llvm::ArrayRef<PortUse> Rest, const PortUse &Bound,
                 PreparedInstruction &P);
  bool isShared(uint64_t Group, uint64_t Pipe) const;
  void prepareMemory(const InstructionTable &Table, const StaticInstruction &S,
                     PreparedInstruction &P);
  void prepareLineFill();
  void prepareFrontEnd(const StaticInstruction &S, PreparedInstruction &P);

  Processor CPU;
  CostList Costs;
  PortLattice Lattice;
  RegisterClasses Classes;
  /// Units on which loads without further work issue.
  uint64_t LoadUnits = 0;
  /// All pipes with queues, and sets of them that operations use which are not
  /// bound.
  uint64_t AllPipes = 0;
  std::vector<uint64_t> Unbound;
  /// Units of integer operations, where these may be woken too early.
  uint64_t OperationUnits = 0;
  /// Those that the least particular ones of them choose from.
  uint64_t AnyOperation = 0;
  /// Those with queues, in the masks of the table.
  llvm::SmallVector<uint64_t, MostQueues> Pipes;
  unsigned Version = 0;
  std::vector<PreparedInstruction> Instructions;
  std::vector<uint16_t> Registers;
  std::vector<DelayedRead> Delayed;
  std::vector<EarlyWrite> Early;
  std::vector<PreparedPort> Ports;
  std::vector<PreparedOperand> Operands;
  std::vector<PreparedPort> LineFill;
};

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_PREPAREDTABLE_H
