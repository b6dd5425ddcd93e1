//===- StaticWalkCompiler.h - From a plan to code --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the tables that the machine executes (StaticWalkCode.h) for what a
// plan says is walked.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_STATICWALK_STATICWALKCOMPILER_H
#define RAFTER_LIB_STATICWALK_STATICWALKCOMPILER_H

#include "StaticWalkCode.h"
#include "StaticWalkPlan.h"
#include "StaticWalkUnknowns.h"
#include <functional>

namespace rafter::walk {

class Compiler {
public:
  /// NumberOf gives the number by which the machine knows a callee.
  Compiler(const LoweredModule &L, const Plan &P,
           const StaticWalkOptions &Options, Unknowns &U,
           std::function<uint32_t(const llvm::Function &)> NumberOf);

  FunctionCode compile();

  /// The header of each loop of the code, for messages.
  llvm::ArrayRef<const llvm::Loop *> loops() const { return LoopOrder; }
  /// The number of each block's first part in the code.
  const llvm::DenseMap<const llvm::BasicBlock *, uint32_t> &blocks() const {
    return Numbers;
  }

private:
  /// Counts iterations like a phi (Next is Now + 1, in the header), or tests
  /// in place (Now is Next).
  struct Counter {
    Slot Now, Next;
  };
  // StaticWalkValues.cpp: values and operations.
  Slot newSlot(unsigned Bits, uint64_t Initial = 0);
  Slot constant(uint64_t Value);
  Slot slotOf(Lane L);
  uint64_t unknown(const llvm::Value &V);
  uint64_t valueOfConstant(const Rule &R);
  void emit(const Operation &O) { Code.Operations.push_back(O); }
  void emitElement(Lane L);
  void emitAddress(const Rule &R, Slot Dst);
  void emitInstruction(const llvm::Instruction &I);
  Slot addressSlot(const AddressOperand &A);

  // StaticWalkCompiler.cpp: control flow.
  void allocate();
  void compileBlock(const llvm::BasicBlock &B);
  void beginBlock();
  void endBlock();
  void addPiece(const llvm::BasicBlock &B, unsigned Part);
  void call(const llvm::CallBase &C, const llvm::Function &Callee);
  void notFollowed(const llvm::CallBase &C);
  void terminate(const llvm::BasicBlock &B);
  void branch(const llvm::BasicBlock &B, const Decision &D);
  void addEdge(const llvm::BasicBlock &B, unsigned Successor);
  void addMoves(Edge &E, Way W);
  void resolve();

  const LoweredModule &L;
  const Plan &P;
  const StaticWalkOptions &Options;
  Unknowns &U;
  std::function<uint32_t(const llvm::Function &)> NumberOf;

  FunctionCode Code;
  Block Current;
  std::vector<const llvm::Loop *> LoopOrder;
  llvm::DenseMap<const llvm::Loop *, uint32_t> LoopNumbers;
  llvm::DenseMap<const llvm::Loop *, Counter> Counters;
  llvm::DenseMap<Lane, Slot> Slots;
  llvm::DenseMap<uint64_t, Slot> Constants;
  llvm::DenseMap<const llvm::Value *, uint32_t> Tables;
  llvm::DenseMap<const llvm::Value *, llvm::SmallVector<unsigned, 1>> Elements;
  /// Number of each block's first part, and the edges that lead to it.
  llvm::DenseMap<const llvm::BasicBlock *, uint32_t> Numbers;
  std::vector<std::pair<uint32_t, const llvm::BasicBlock *>> Targets;
};

} // namespace rafter::walk

#endif // RAFTER_LIB_STATICWALK_STATICWALKCOMPILER_H
