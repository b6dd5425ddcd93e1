//===- EarlyWakeUps.h - Operations that take their port in vain -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An integer operation whose operand comes from another one is woken as if that
// one were issued at once. Where ports are taken, it is not, and the operation
// takes a port in vain and a second time later. On Zen 5 pairs of an operation
// that waits for nothing and one that waits for it run at four operations per
// cycle, alone at six; the third of a chain loses nothing, as the second, once
// it is ready, is older than what competes with it. Where ports are free the
// second use costs nothing.
//
// Only operations that are dispatched together count: after 8 slots half of the
// effect was left.
//
// Ports are given out in order to the operations of as many slots. Beyond so
// many as there are ports, one gets a port that another one of the group has:
// if it waits for anything, it loses a cycle of a port. On Zen 5 eight chains
// of additions take 1.5 cycles for a round, not 8 / 6, operations that wait for
// nothing 1 / 5.9.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_EARLYWAKEUPS_H
#define RAFTER_LIB_SIMULATION_EARLYWAKEUPS_H

#include "rafter/Stream/Instruction.h"
#include "rafter/Uarch/Processor.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

namespace rafter {

class EarlyWakeUps {
public:
  explicit EarlyWakeUps(const Processor &CPU)
      : Group(static_cast<uint64_t>(
            CPU.Core.WakeUpGroup < 1024 ? CPU.Core.WakeUpGroup : 0)),
        Waiting(static_cast<uint64_t>(
            std::min(CPU.buffer(BufferKind::ReservationStation), 1024.0))) {}

  /// Learns of static instructions that the table has gained.
  void refresh(const InstructionTable &Table) {
    if (Group == 0)
      return;
    Written.resize(Table.NumRegisterUnits);
    for (; Known != Table.Instructions.size(); ++Known) {
      const StaticInstruction &S = Table.Instructions[Known];
      if (S.Class == InstructionClass::IntegerALU)
        for (const PortUse &U : Table.ports(S))
          Ports = std::max(Ports, llvm::popcount(U.Units));
    }
  }

  /// Whether the next executed instruction takes its ports in vain.
  bool execute(const InstructionTable &Table, const StaticInstruction &S) {
    return Group != 0 && follow(Table, S);
  }

  /// Visits how far back registers were written, as far as it matters.
  template <class Function> void visitState(Function Visit) const {
    if (Group == 0)
      return;
    Visit(Slot % Group);
    Visit(Slot / Group - Current);
    Visit(InGroup);
    const uint64_t Most = std::max(Group, Waiting) + 1;
    for (const Write &W : Written) {
      Visit(std::min(Slot - W.Slot, Most));
      Visit(static_cast<uint64_t>(W.By));
    }
  }

private:
  /// What wrote a register.
  enum class Writer : uint8_t {
    /// No integer operation, or too long ago.
    Other,
    /// An operation that waited for no other one.
    First,
    /// One that did.
    Later
  };
  struct Write {
    uint64_t Slot = 0;
    Writer By = Writer::Other;
  };

  static bool isOperation(const StaticInstruction &S) {
    return S.Uops != 0 && (S.Class == InstructionClass::IntegerALU ||
                           S.Class == InstructionClass::IntegerMultiply ||
                           S.Class == InstructionClass::Branch);
  }

  bool follow(const InstructionTable &Table, const StaticInstruction &S) {
    if (uint64_t Now = Slot / Group; Now != Current) {
      Current = Now;
      InGroup = 0;
    }
    Slot += S.DecodedSlots;
    bool Waits = false;
    Writer Before = Writer::Other, Nearest = Writer::Other;
    uint64_t Latest = 0;
    for (const RegisterRead &R : Table.reads(S)) {
      const Write &W = Written[R.Unit];
      if (R.Stage == ReadStage::Address || W.By == Writer::Other)
        continue;
      Waits |= Slot - W.Slot <= Waiting;
      if (Slot - W.Slot > Group)
        continue;
      if (W.By == Writer::First || Before == Writer::Other)
        Before = W.By;
      if (W.Slot >= Latest) {
        Latest = W.Slot;
        Nearest = W.By;
      }
    }
    const bool IsMove = S.has(StaticInstruction::Eliminated);
    Write Result;
    if (isOperation(S))
      Result = {Slot, Before == Writer::Other ? Writer::First : Writer::Later};
    else if (IsMove && Nearest != Writer::Other)
      Result = {Latest, Nearest};
    for (const RegisterWrite &W : Table.writes(S))
      Written[W.Unit] = Result;
    if (isOperation(S) && ++InGroup == Ports + 1u && Waits)
      return true;
    return !IsMove && Before == Writer::First &&
           (isOperation(S) || S.Class == InstructionClass::Store);
  }

  uint64_t Group;
  /// Slots in which an operation may wait for another one.
  uint64_t Waiting;
  /// Static instructions that are known, and the most ports that one of them
  /// may go to.
  size_t Known = 0;
  int Ports = 0;
  /// Number and operations of the current group.
  uint64_t Current = 0, InGroup = 0;
  /// Slots that were delivered.
  uint64_t Slot = 0;
  std::vector<Write> Written;
};

} // namespace rafter

#endif // RAFTER_LIB_SIMULATION_EARLYWAKEUPS_H
