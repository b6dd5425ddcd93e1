//===- FunctionProbes.h - Probes of one function ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instruments the twin of one function so that it sends its segments' events.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_IR_FUNCTIONPROBES_H
#define RAFTER_LIB_IR_FUNCTIONPROBES_H

#include "rafter/IR/ProgramLowering.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace rafter {

/// The runtime as the instrumented module sees it (IR/Probes.h).
struct ProbeRuntime {
  explicit ProbeRuntime(llvm::Module &M);
  llvm::GlobalVariable *State;
  llvm::GlobalVariable *Counters;
  /// Hands the chunk over without touching the caller's registers.
  llvm::Function *Flush;
  llvm::FunctionCallee Enter, Leave, Check, Indirect;
};

/// Moves allocas of constant size to the top of the entry block, where code
/// generation gives them a place in the frame, so that it can be split.
void hoistStaticAllocas(llvm::Function &F);

/// Finds the twin's value for one of the lowered module.
using TwinOf = llvm::function_ref<llvm::Value *(const llvm::Value *)>;

class FunctionProbes {
public:
  FunctionProbes(const LoweredModule &L, const ProbeRuntime &Runtime,
                 const llvm::Function &F, llvm::Function &Twin, TwinOf Map);
  void insert(bool LoopEvents);

private:
  void createVariantNumbers();
  void instrumentBlock(const llvm::BasicBlock &B);
  void instrumentPart(const llvm::BasicBlock &B, unsigned Part,
                      llvm::Instruction *Begin, llvm::Instruction *End);
  llvm::Value *beginEvent(llvm::Instruction *Before);
  void endEvent(llvm::IRBuilder<> &B, llvm::Value *Next);
  llvm::Value *address(llvm::IRBuilder<> &B, const AddressOperand &A) const;
  void findLoops();
  void instrumentLoop(const llvm::BasicBlock &B,
                      llvm::ArrayRef<llvm::Value *> Steps);
  void instrumentCall(const llvm::CallBase &C);
  void countCall(const llvm::CallBase &C);
  void reloadCursor(llvm::BasicBlock::iterator Before);
  llvm::Value *stateField(llvm::IRBuilder<> &B, unsigned Index) const;
  llvm::Value *slot(llvm::IRBuilder<> &B, llvm::Value *Event,
                    uint64_t Index) const {
    return B.CreateConstInBoundsGEP1_64(Word, Event, Index);
  }
  template <typename T> T *twin(const T *V) const {
    return llvm::cast<T>(Map(V));
  }

  const LoweredModule &L;
  const ProbeRuntime &Runtime;
  const llvm::Function &F;
  llvm::Function &Twin;
  TwinOf Map;
  llvm::Type *Word;
  /// The cursor, held in a register once it is promoted.
  llvm::AllocaInst *Cursor = nullptr;
  /// Blocks that send one event for many iterations, and by how much each
  /// address advances.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<llvm::Value *, 4>>
      Loops;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::PHINode *> VariantNumbers;
};

} // namespace rafter

#endif // RAFTER_LIB_IR_FUNCTIONPROBES_H
