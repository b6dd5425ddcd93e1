//===- BoundPipes.h - Operations that are bound at dispatch -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pipes with queues, one each or fewer that several share: an operation that
// could go to several pipes is bound to one when it is dispatched, waits in its
// queue, and issues there though another pipe may be free. Nobody publishes how
// a core chooses. Here it is the pipe that was given least, in program order,
// and among equals one of a fixed sequence of pseudo-random numbers: so the
// choice does not depend on times, and is the same on all variants of a
// machine.
//
// What was measured on Zen 5 is in docs/resource-simulation.md.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_BOUNDPIPES_H
#define RAFTER_LIB_SIMULATION_BOUNDPIPES_H

#include "rafter/Stream/Instruction.h"
#include "rafter/Uarch/Processor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <array>

namespace rafter {

/// The units of the CPU file's set with queues.
class BoundPipes {
public:
  explicit BoundPipes(const Processor &CPU) {
    for (const UnitGroup &G : CPU.Core.Units)
      if (G.Queue > 0) {
        Names = G.Units;
        Queue = G.Queue;
        Queues = G.Queues != 0 ? G.Queues : G.Units.size();
      }
  }
  /// Of each queue; 0: there are none.
  double entries() const { return Queue; }
  /// How many queues there are, and which of them a pipe belongs to.
  unsigned numQueues() const { return Queues; }
  unsigned queueOf(unsigned Pipe) const { return Pipe % Queues; }
  unsigned size() const { return Names.size(); }
  /// Units in the masks of Table.
  llvm::SmallVector<uint64_t, MostQueues>
  units(const InstructionTable &T) const {
    llvm::SmallVector<uint64_t, MostQueues> Units;
    for (const std::string &Name : Names) {
      auto Unit = llvm::find(T.Units, Name);
      Units.push_back(
          Unit == T.Units.end() ? 0 : uint64_t(1) << (Unit - T.Units.begin()));
    }
    return Units;
  }
  /// The use of S that is bound; null: none is, or several would be.
  static const PortUse *useOf(const InstructionTable &T,
                              const StaticInstruction &S,
                              llvm::ArrayRef<uint64_t> Units) {
    uint64_t All = 0;
    for (uint64_t U : Units)
      All |= U;
    const PortUse *Found = nullptr;
    for (const PortUse &U : T.ports(S)) {
      if (U.Units == 0 || (U.Units & ~All) != 0)
        continue;
      if (Found)
        return nullptr;
      Found = &U;
    }
    return Found;
  }

private:
  std::vector<std::string> Names;
  double Queue = 0;
  unsigned Queues = 0;
};

/// Gives out pipes in program order.
class PipeBinding {
public:
  /// What is not bound.
  static constexpr unsigned None = 0;

  explicit PipeBinding(const Processor &CPU) : Pipes(CPU) {}

  /// Learns of static instructions that the table has gained.
  void refresh(const InstructionTable &Table) {
    if (Pipes.entries() == 0)
      return;
    llvm::SmallVector<uint64_t, MostQueues> Units = Pipes.units(Table);
    NumPipes = Units.size();
    for (size_t I = Bound.size(); I != Table.Instructions.size(); ++I) {
      Choice C;
      if (const PortUse *U =
              BoundPipes::useOf(Table, Table.Instructions[I], Units)) {
        C.Cycles = std::min<unsigned>(U->Cycles, MostAhead);
        for (unsigned P = 0; P != NumPipes; ++P)
          C.Allowed |= unsigned((U->Units & Units[P]) != 0) << P;
      }
      Bound.push_back(C);
    }
  }

  /// Whether any operation is bound.
  bool matter() const { return !Bound.empty(); }
  /// One more than the pipe of the next executed instruction, or None.
  unsigned bind(uint32_t Static) {
    return Static < Bound.size() && Bound[Static].Allowed != 0
               ? give(Bound[Static])
               : None;
  }

  void clear() {
    Given = {};
    Number = 0;
  }

  template <class Function> void visitState(Function Visit) const {
    Visit(Number);
    for (unsigned Cycles : Given)
      Visit(Cycles);
  }

private:
  /// Operations after which the sequence begins anew, so that loops recur. A
  /// prime number: no loop meets the same part of it each time.
  static constexpr unsigned Period = 37;
  /// Longer ago does not count.
  static constexpr unsigned MostAhead = 64;

  struct Choice {
    uint8_t Allowed = 0;
    uint8_t Cycles = 0;
  };

  unsigned give(const Choice &C) {
    uint32_t Random = (Number + 1) * 2654435761u;
    Random ^= Random >> 15;
    Random *= 2246822519u;
    Random ^= Random >> 13;
    Number = (Number + 1) % Period;
    const unsigned Step = (Random >> 4 & 1) != 0 ? NumPipes - 1 : 1;
    unsigned Best = MostQueues, At = Random % NumPipes;
    for (unsigned I = 0; I != NumPipes; ++I, At = (At + Step) % NumPipes)
      if ((C.Allowed >> At & 1) != 0 &&
          (Best == MostQueues || Given[At] < Given[Best]))
        Best = At;
    Given[Best] += C.Cycles;
    // Differences among those that are far ahead stay.
    const auto [Least, Most] =
        std::minmax_element(Given.begin(), Given.begin() + NumPipes);
    const unsigned Past =
        std::max(*Least, *Most > MostAhead ? *Most - MostAhead : 0);
    for (unsigned I = 0; I != NumPipes; ++I)
      Given[I] -= std::min(Given[I], Past);
    return Best + 1;
  }

  BoundPipes Pipes;
  unsigned NumPipes = 0;
  std::vector<Choice> Bound;
  /// Cycles more than the pipe that was given least.
  std::array<unsigned, MostQueues> Given = {};
  unsigned Number = 0;
};

} // namespace rafter

#endif // RAFTER_LIB_SIMULATION_BOUNDPIPES_H
