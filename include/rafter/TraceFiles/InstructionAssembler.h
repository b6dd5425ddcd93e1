//===- InstructionAssembler.h - Executions to instructions -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns executed blocks into the stream of instructions of one CPU.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TRACEFILES_INSTRUCTIONASSEMBLER_H
#define RAFTER_TRACEFILES_INSTRUCTIONASSEMBLER_H

#include "rafter/Stream/Instruction.h"
#include "rafter/TraceFiles/ExecutionSink.h"
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>

namespace rafter {

class InstructionBuilder;

/// Decodes straight-line code into the table: what the assembler needs of an
/// InstructionBuilder.
struct CodeLowering {
  std::function<TableRange(llvm::ArrayRef<uint8_t> Bytes, uint64_t Address,
                           uint32_t Function,
                           llvm::function_ref<uint32_t(uint64_t)> LocationOf)>
      AddBlock;
  std::function<uint32_t(llvm::StringRef Name)> AddFunction;
  std::function<uint32_t(const SourceLocation &Where)> AddLocation;

  explicit CodeLowering() = default;
  /// Builder must outlive the result.
  explicit CodeLowering(InstructionBuilder &Builder);
};

/// Which instructions of the table the blocks of a program are. An instruction
/// has one entry however many blocks it is part of.
class AssembledCode {
public:
  AssembledCode(CodeLowering Lowering, InstructionTable &Table)
      : Lowering(std::move(Lowering)), Table(Table) {}

  void define(const CodeBlock &Block);
  void define(const BlockVariant &Variant);

  /// What executing a variant gives.
  struct Plan {
    uint32_t Block = 0;
    std::vector<ExecutedInstruction> Instructions;
    /// For each memory operand of the instructions the access that has its
    /// address; NoAccess: it did not happen.
    static constexpr uint32_t NoAccess = ~0u;
    std::vector<uint32_t> Addresses;
    /// Accesses of the last instruction, which may be repeated.
    uint32_t LastAccesses = 0;
    /// Not left in its middle.
    bool IsComplete = true;
  };
  struct Block {
    uint64_t Address = 0, End = 0;
    /// Of the last instruction.
    uint64_t LastAddress = 0;
    BranchKind LastBranch = BranchKind::None;
    /// The entry of each instruction; those that cannot be decoded share one.
    std::vector<uint32_t> Entries;
    /// Of a block of one instruction that is no branch: the entry of it when it
    /// goes on as part of a repetition that has begun.
    uint32_t Continuation = 0;
  };
  const Plan &plan(uint32_t Variant) const { return Plans[Variant]; }
  const Block &block(uint32_t Number) const { return Blocks[Number]; }
  size_t numBlocks() const { return Blocks.size(); }
  size_t numVariants() const { return Plans.size(); }
  const InstructionTable &table() const { return Table; }

private:
  struct Known {
    uint32_t Entry;
    std::string Bytes;
  };
  void lower(const CodeBlock &Code, size_t First, size_t Last, Block &Result);
  const uint32_t *find(uint64_t Address, llvm::StringRef Bytes) const;
  uint32_t continuationOf(uint32_t Entry);

  CodeLowering Lowering;
  InstructionTable &Table;
  std::vector<Block> Blocks;
  std::vector<Plan> Plans;
  std::unordered_multimap<uint64_t, Known> EntryAt;
  std::unordered_map<std::string, uint32_t> Functions;
  std::unordered_map<std::string, uint32_t> Locations;
  /// By entry.
  std::unordered_map<uint32_t, uint32_t> Continuations;
};

/// Plays one thread to a consumer.
class InstructionAssembler : public ExecutionSink {
public:
  /// Code gets the definitions if DefinesCode is set; otherwise it has them.
  InstructionAssembler(AssembledCode &Code, InstructionConsumer &Consumer,
                       uint32_t Thread, bool DefinesCode)
      : Code(Code), Consumer(Consumer), Thread(Thread),
        DefinesCode(DefinesCode) {
    Consumer.beginRegion();
  }

  void define(const CodeBlock &Block) override;
  void define(const BlockVariant &Variant) override;
  void useOutside(uint32_t Thread, llvm::ArrayRef<LineUse> Lines) override;
  void enter(uint32_t Thread) override;
  void leave(uint32_t Thread) override;
  void execute(uint32_t Thread, uint32_t Variant,
               llvm::ArrayRef<uint64_t> Words) override;
  /// An iteration of the region ends before the next block.
  void endIteration() { EndsIteration = true; }
  /// The system, or another core, uses the lines as well before the next block.
  void useBefore(llvm::ArrayRef<LineUse> Lines) {
    Between.insert(Between.end(), Lines.begin(), Lines.end());
  }
  /// What follows is measured, from the next block on.
  void endWarmUp() { EndsWarmUp = true; }
  /// Plays what is left and ends the region. Next: the variant that is executed
  /// behind it, where that is known; otherwise the last branch is not taken.
  void finish(std::optional<uint32_t> Next = std::nullopt);

private:
  static constexpr uint32_t NoBlock = ~0u;
  void closeBlock(bool Taken);
  bool repeats(const AssembledCode::Block &Now) const;
  bool branchesTo(const AssembledCode::Block &Now) const;
  bool staysInLines(llvm::ArrayRef<uint64_t> Words) const;
  void flush();

  AssembledCode &Code;
  InstructionConsumer &Consumer;
  uint32_t Thread;
  bool DefinesCode;
  /// Whether anything was executed: the next entry begins another region.
  bool HasPlayed = false;
  /// Lines used before the region that is entered next.
  std::vector<LineUse> Outside;
  /// Lines used between two blocks.
  std::vector<LineUse> Between;
  bool EndsIteration = false, EndsWarmUp = false;
  /// Block whose last instruction waits to know where control goes.
  uint32_t Last = NoBlock;
  std::vector<ExecutedInstruction> Instructions;
  std::vector<uint64_t> Addresses;
  /// Lines that the last instruction accessed, if it may be repeated, and how
  /// often it was played since the repetition began.
  std::vector<uint64_t> RepeatedLines;
  unsigned Repetitions = 0;
};

} // namespace rafter

#endif // RAFTER_TRACEFILES_INSTRUCTIONASSEMBLER_H
