//===- EventDecoder.h - From the plugin's words to executions --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts blocks, accesses and symbols together.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_RECORDER_EVENTDECODER_H
#define RAFTER_LIB_RECORDER_EVENTDECODER_H

#include "RecordingMemory.h"
#include "rafter/Executable/Executable.h"
#include "rafter/Stream/LineOrder.h"
#include "rafter/TraceFiles/ExecutionSink.h"
#include "rafter/TraceFiles/TraceReader.h"
#include "llvm/ADT/StringMap.h"
#include <unordered_map>

namespace rafter {

class EventDecoder {
public:
  EventDecoder(const Executable &Program, ExecutionSink &Sink)
      : Program(Program), Sink(Sink) {}

  /// Takes a chunk of the plugin. An error when it is no such thing: the
  /// program has written to the recorder's memory.
  llvm::Error take(const RecordingMemory::Chunk &Chunk);
  /// After the last chunk.
  void finish();

  const std::vector<TraceThread> &threads() const { return Threads; }
  uint64_t instructions() const { return Instructions; }
  /// The block that a thread executed last; null if none.
  const CodeBlock *lastBlock(uint32_t Thread) const;
  /// Blocks whose code differs from what was at their address before.
  uint32_t changedBlocks() const { return Changed; }

private:
  struct BlockState {
    CodeBlock Code;
    /// Of the last execution; ~0: none.
    uint32_t Variant = ~0u;
    /// Where control went after the last executions of that variant.
    uint64_t Recent[2] = {~0ull, ~0ull};
    /// The last instruction that was ever seen to access memory.
    int LastAccess = -1;
    /// Where control went after complete executions.
    std::vector<uint64_t> Successors;
  };
  struct ThreadState {
    static constexpr uint32_t NoBlock = ~0u;
    uint32_t Block = NoBlock;
    uint32_t LastBlock = NoBlock;
    /// Accesses of the block that began in an earlier chunk.
    std::vector<uint64_t> Carried;
    /// Uses outside of the region since it was left, and how many.
    std::unique_ptr<LineOrder> Outside;
    uint32_t NumOutside = 0;
  };
  struct Mapping {
    uint64_t Begin = 0, End = 0, Offset = 0;
    const Executable *File = nullptr;
    /// Before the names of functions; empty for the program itself.
    std::string Prefix;
  };

  llvm::Error takeDefinitions(llvm::ArrayRef<uint64_t> Words);
  llvm::Error takeEvents(uint32_t Thread, llvm::ArrayRef<uint64_t> Words);
  bool defineBlock(llvm::ArrayRef<uint64_t> Words);
  bool defineMapping(llvm::ArrayRef<uint64_t> Words);
  void describe(CodeBlock &Block, uint64_t Number) const;
  ThreadState &threadState(uint32_t Thread);
  static void useOutside(ThreadState &T, llvm::ArrayRef<uint64_t> Accesses);
  void enter(uint32_t Thread);
  /// The thread's block is over; control went on at Next, 0 if unknown.
  void execute(uint32_t Thread, llvm::ArrayRef<uint64_t> Accesses,
               uint64_t Next);
  uint32_t executedInstructions(BlockState &Block,
                                llvm::ArrayRef<uint64_t> Accesses,
                                uint64_t Next);
  /// True if the last execution of Block was like this one.
  bool isRepetition(const BlockState &Block, llvm::ArrayRef<uint64_t> Accesses,
                    uint64_t Next) const;
  uint32_t variant(uint32_t Block, uint32_t Instructions,
                   llvm::ArrayRef<uint64_t> Accesses);
  bool isLike(uint32_t Variant, uint32_t Instructions,
              llvm::ArrayRef<uint64_t> Accesses) const;

  const Executable &Program;
  ExecutionSink &Sink;
  llvm::StringMap<std::unique_ptr<Executable>> Libraries;
  std::vector<Mapping> Mappings;
  std::vector<BlockState> Blocks;
  std::vector<BlockVariant> Variants;
  /// By a hash of block and shape.
  std::unordered_multimap<uint64_t, uint32_t> VariantsByShape;
  std::unordered_map<uint64_t, uint32_t> BlockAt;
  std::vector<ThreadState> States;
  std::vector<TraceThread> Threads;
  uint64_t Instructions = 0;
  uint32_t Changed = 0;
};

} // namespace rafter

#endif // RAFTER_LIB_RECORDER_EVENTDECODER_H
