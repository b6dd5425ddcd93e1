//===- InstructionAssembler.cpp - Executions to instructions --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/TraceFiles/InstructionAssembler.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;
using llvm::ArrayRef;

/// Consumers are given so many instructions at a time.
static constexpr size_t ChunkInstructions = 4096;
/// Bytes that one execution of a repeated string instruction stands for: fast
/// string operations move lines (Intel 64 and IA-32 Architectures Optimization
/// Reference Manual, 3.7.6).
static constexpr uint64_t LineBytes = 64;
/// The start of one is paid for by so many of its lines: on Zen 5 15 cycles
/// below 128 bytes, 44 from there on, and about one for each further line
/// (rep stos; docs/explain.md).
static constexpr unsigned StartLines = 3;

void InstructionAssembler::define(const CodeBlock &Block) {
  if (DefinesCode)
    Code.define(Block);
}

void InstructionAssembler::define(const BlockVariant &Variant) {
  if (DefinesCode)
    Code.define(Variant);
}

void InstructionAssembler::useOutside(uint32_t Number,
                                      ArrayRef<LineUse> Lines) {
  if (Number == Thread)
    Outside.assign(Lines.begin(), Lines.end());
}

void InstructionAssembler::enter(uint32_t Number) {
  if (Number != Thread)
    return;
  closeBlock(false);
  if (HasPlayed) {
    flush();
    Consumer.endRegion();
  }
  if (!Outside.empty())
    Consumer.restore(std::exchange(Outside, {}));
  if (HasPlayed)
    Consumer.beginRegion();
}

/// Control is outside: what led there was a jump of some kind.
void InstructionAssembler::leave(uint32_t Number) {
  if (Number != Thread || Last == NoBlock)
    return;
  BranchKind Kind = Code.block(Last).LastBranch;
  closeBlock(Kind != BranchKind::None && Kind != BranchKind::Conditional);
}

void InstructionAssembler::closeBlock(bool Taken) {
  if (Last == NoBlock)
    return;
  if (Taken && !Instructions.empty())
    Instructions.back() |= TakenBit;
  Last = NoBlock;
  RepeatedLines.clear();
  if (Instructions.size() >= ChunkInstructions || EndsIteration || EndsWarmUp)
    flush();
  if (std::exchange(EndsWarmUp, false))
    Consumer.setWarmUp(false);
  if (std::exchange(EndsIteration, false))
    Consumer.endIteration();
}

void InstructionAssembler::flush() {
  if (Instructions.empty())
    return;
  Consumer.consume({Instructions, Addresses});
  Instructions.clear();
  Addresses.clear();
}

/// QEMU executes a repeated string instruction once for each element, as a
/// block that jumps to its own last instruction.
bool InstructionAssembler::repeats(const AssembledCode::Block &Now) const {
  const AssembledCode::Block &Before = Code.block(Last);
  return Before.LastBranch == BranchKind::None &&
         Before.LastAddress == Now.Address && Now.LastAddress == Now.Address;
}

/// Whether the last block ends with a branch that is taken if Now follows.
bool InstructionAssembler::branchesTo(const AssembledCode::Block &Now) const {
  const AssembledCode::Block &From = Code.block(Last);
  return Now.Address != From.End && From.LastBranch != BranchKind::None;
}

/// What stays in the lines of the execution before is part of it.
bool InstructionAssembler::staysInLines(ArrayRef<uint64_t> Words) const {
  if (Words.empty())
    return true;
  if (Words.size() != RepeatedLines.size())
    return false;
  for (auto [Word, Line] : llvm::zip(Words, RepeatedLines))
    if ((Word & recording::AddressMask) / LineBytes != Line)
      return false;
  return true;
}

void InstructionAssembler::execute(uint32_t Number, uint32_t Variant,
                                   ArrayRef<uint64_t> Words) {
  if (Number != Thread)
    return;
  const AssembledCode::Plan &Plan = Code.plan(Variant);
  const AssembledCode::Block &Block = Code.block(Plan.Block);
  unsigned Before = 0;
  if (Last != NoBlock) {
    if (repeats(Block)) {
      if (staysInLines(Words))
        return;
      Before = Repetitions;
    }
    closeBlock(branchesTo(Block));
  }
  if (LLVM_UNLIKELY(!Between.empty())) {
    flush();
    Consumer.restore(std::exchange(Between, {}));
  }
  HasPlayed = true;
  Repetitions = Before + 1;
  if (Before >= StartLines)
    Instructions.push_back(Block.Continuation);
  else
    Instructions.insert(Instructions.end(), Plan.Instructions.begin(),
                        Plan.Instructions.end());
  for (uint32_t Access : Plan.Addresses)
    Addresses.push_back(Access == AssembledCode::Plan::NoAccess
                            ? 0
                            : Words[Access] & recording::AddressMask);
  if (!Plan.IsComplete)
    return;
  Last = Plan.Block;
  if (Block.LastBranch == BranchKind::None)
    for (uint64_t Word : Words.take_back(Plan.LastAccesses))
      RepeatedLines.push_back((Word & recording::AddressMask) / LineBytes);
}

void InstructionAssembler::finish(std::optional<uint32_t> Next) {
  if (!Next) {
    closeBlock(false);
    flush();
  } else {
    const AssembledCode::Block &Behind = Code.block(Code.plan(*Next).Block);
    closeBlock(Last != NoBlock && branchesTo(Behind));
    flush();
    if (!Behind.Entries.empty())
      Consumer.goesOnAt(
          Code.table().Instructions[Behind.Entries.front()].Address);
  }
  Consumer.endRegion();
}
