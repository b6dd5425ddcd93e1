//===- SharedRing.h - Memory between the program and analysis --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A ring of chunks of event words in memory that parent and child share, with
// what the child has to say about itself. Nobody waits actively.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_NATIVERUN_SHAREDRING_H
#define RAFTER_LIB_NATIVERUN_SHAREDRING_H

#include "rafter/IR/Probes.h"
#include <atomic>

namespace rafter {

/// How far the child has come.
enum class RunPhase : uint32_t { Starting, Failed, Running, Exited };

/// Calls through a pointer to one function outside the module.
struct IndirectCount {
  uint64_t Callee;
  uint64_t Count;
};

/// What both processes read and write. Only plain data: the child's copy of it
/// may be overwritten by the program, so the parent checks what it uses.
struct ControlBlock {
  /// First: the probes find it under ProbeStateSymbol.
  ProbeState State;
  static constexpr uint32_t NumChunks = 8;
  static constexpr uint32_t ChunkWords = 32 * 1024;
  /// Chunks handed over and given back; futex words.
  std::atomic<uint32_t> Produced, Consumed;
  /// Changes whenever the parent has something to look at; futex word.
  std::atomic<uint32_t> Attention;
  std::atomic<RunPhase> Phase;
  uint32_t Sizes[NumChunks];
  int32_t ExitStatus;
  /// Of the signal that is about to kill the program.
  int32_t SignalCode;
  uint32_t StackOverflow, NullPointer;
  /// Denormal numbers were operands or results in the region; how many
  /// operations were counted, by ComputeKind and together.
  uint32_t HasDenormals;
  uint64_t Denormals[5];
  uint64_t DenormalTraps;
  static constexpr uint32_t NumIndirect = 256;
  /// A hash table by callee; the last entry counts what did not fit.
  IndirectCount Indirect[NumIndirect];
  /// Why the program could not be started.
  char Message[4096];
};

/// Owns the mapping: the control block, the counters of calls that are not
/// seen, then the chunks.
class SharedRing {
public:
  /// An error if there is no memory. LongestEvent: words of an event.
  static llvm::Expected<SharedRing> create(uint64_t NumCounters,
                                           uint64_t LongestEvent);
  SharedRing(SharedRing &&Other);
  SharedRing &operator=(SharedRing &&) = delete;
  ~SharedRing();

  ControlBlock &control() const { return *static_cast<ControlBlock *>(Base); }
  uint64_t *counters() const;
  uint64_t *chunk(uint32_t Number) const;

  // The child's side.
  /// Hands the current chunk, filled up to Cursor, over and waits for a free
  /// one. Returns its begin.
  uint64_t *flush(uint64_t *Cursor);
  /// Appends one word to the stream.
  void append(uint64_t Word);
  /// In a process that the program forked: from now on its events go nowhere.
  void detach();

  // The parent's side.
  /// The next chunk's words; empty if none is ready.
  llvm::ArrayRef<uint64_t> front() const;
  /// Gives the front chunk back.
  void pop();
  /// Whole events of the chunk that a program that has ended was filling.
  llvm::ArrayRef<uint64_t> rest() const;
  /// Makes waitForAttention return.
  void callAttention();
  uint32_t attention() const { return control().Attention.load(); }
  /// Waits until attention() is no longer Seen, at most for Seconds.
  void waitForAttention(uint32_t Seen, double Seconds) const;

private:
  SharedRing(void *Base, uint64_t Bytes, uint64_t ChunkOffset,
             uint64_t LongestEvent)
      : Base(Base), Bytes(Bytes), ChunkOffset(ChunkOffset),
        LongestEvent(LongestEvent) {}
  void beginChunk(uint32_t Number);

  void *Base;
  uint64_t Bytes, ChunkOffset, LongestEvent;
  bool Detached = false;
};

} // namespace rafter

#endif // RAFTER_LIB_NATIVERUN_SHAREDRING_H
