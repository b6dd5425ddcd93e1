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
#include <optional>
#include <string>
#include <vector>

namespace rafter {

class RecordingMemory {
public:
  struct Chunk {
    recording::ChunkKind Kind;
    uint32_t Thread;
    llvm::ArrayRef<uint64_t> Words;
  };

  /// For as many processes. An error if there is no memory.
  static llvm::Expected<RecordingMemory> create(uint32_t Rooms = 1);
  RecordingMemory(RecordingMemory &&Other);
  RecordingMemory &operator=(RecordingMemory &&) = delete;
  ~RecordingMemory();

  /// What the processes that the program starts write to, and what they need
  /// for it: the words that start a program, up to the plugin's name.
  uint32_t rooms() const { return Rooms; }
  RecordingMemory room(uint32_t Number) const;
  void setLaunch(llvm::ArrayRef<std::string> Words);
  recording::RoomState state(uint32_t Room) const;
  /// The process of this room has ended and all was read. False: it cannot be
  /// used again.
  bool clear(uint32_t Room);

  /// Of the process of this room: the executable's path and the command.
  void setCommand(llvm::StringRef Path, llvm::ArrayRef<std::string> Words);
  std::vector<std::string> command() const;
  bool forked() const { return control().Forked; }
  /// If it has asked for its end.
  std::optional<int> exitStatus() const;
  /// Processes that nothing is told of, and those of them that are for another
  /// machine.
  uint32_t notFollowed() const { return control().NotFollowed; }
  uint32_t foreign() const { return control().Foreign; }

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
  RecordingMemory(void *Base, int Descriptor, uint32_t Rooms)
      : Base(Base), Descriptor(Descriptor), Rooms(Rooms) {}
  recording::Control &control() const {
    return *static_cast<recording::Control *>(Base);
  }
  Chunk rest(const recording::ThreadSlot &Slot,
             recording::ChunkKind Kind) const;

  void *Base;
  /// -1 and 0: a room of another object's.
  int Descriptor;
  uint32_t Rooms;
};

} // namespace rafter

#endif // RAFTER_LIB_RECORDER_RECORDINGMEMORY_H
