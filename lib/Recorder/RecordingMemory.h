//===- RecordingMemory.h - The recorder's side of the memory ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what the plugin writes (RecordingLayout.h). The program shares QEMU's
// process and could overwrite anything: everything read is checked.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_RECORDER_RECORDINGMEMORY_H
#define RAFTER_LIB_RECORDER_RECORDINGMEMORY_H

#include "RecordingLayout.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <string>

namespace rafter {

class RecordingMemory {
public:
  struct Chunk {
    recording::ChunkKind Kind;
    uint32_t Thread;
    llvm::ArrayRef<uint64_t> Words;
  };

  /// An error if there is no memory.
  static llvm::Expected<RecordingMemory> create();
  RecordingMemory(RecordingMemory &&Other);
  RecordingMemory &operator=(RecordingMemory &&) = delete;
  ~RecordingMemory();

  /// For the plugin; closed on exec unless that is changed.
  int descriptor() const { return Descriptor; }
  /// The region is a function of this file, at Offset in it. False if the path
  /// is too long.
  bool setEntry(llvm::StringRef Path, uint64_t Offset);
  /// The program is sampled: see SamplePlaces. At most MaxPlaces of them.
  void setPlaces(llvm::ArrayRef<uint64_t> At, uint64_t Length);
  bool attached() const { return control().Attached; }
  std::string message() const;
  bool replaced() const { return control().Replaced; }
  uint32_t threads() const { return control().Threads; }
  uint32_t unseenThreads() const { return control().Unseen; }
  uint64_t outsideInstructions() const;
  /// Of the first thread of a program that is sampled.
  uint64_t sampledInstructions() const { return control().Slots[0].Executed; }

  /// The next full chunk, if there is one.
  bool front(Chunk &Result) const;
  /// Gives it back.
  void pop();
  /// After the end of QEMU: what was in chunks that were not full.
  void forRest(llvm::function_ref<void(const Chunk &)> Use) const;

  /// Makes waitForAttention return.
  void callAttention();
  uint32_t attention() const { return control().Attention; }
  /// Waits until attention() is no longer Seen, at most for Seconds.
  void waitForAttention(uint32_t Seen, double Seconds) const;

private:
  RecordingMemory(void *Base, int Descriptor)
      : Base(Base), Descriptor(Descriptor) {}
  recording::Control &control() const {
    return *static_cast<recording::Control *>(Base);
  }
  Chunk rest(const recording::ThreadSlot &Slot,
             recording::ChunkKind Kind) const;

  void *Base;
  int Descriptor;
};

} // namespace rafter

#endif // RAFTER_LIB_RECORDER_RECORDINGMEMORY_H
