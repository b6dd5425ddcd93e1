//===- EventBuffers.h - Where the threads of a program write ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The producing side of RecordingLayout.h. Threads write to chunks of their own
// without locks; handing a full one over takes a lock.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_QEMUPLUGIN_EVENTBUFFERS_H
#define RAFTER_TOOLS_QEMUPLUGIN_EVENTBUFFERS_H

#include "RecordingLayout.h"
#include <cstddef>
#include <mutex>
#include <vector>

namespace rafter::recording {

class EventBuffers {
public:
  /// Maps the memory behind the descriptor, which is closed; events go to this
  /// room of it. Null if it cannot be mapped or is not of this version.
  static EventBuffers *attach(int Descriptor, uint32_t Room);

  /// What the program starts is followed.
  bool follows() const { return Rooms > 1; }
  /// Takes a room for another process; 0: there is none.
  uint32_t takeRoom();
  /// Room, which is the first one for what concerns all processes.
  Control &controlOf(uint32_t Room) const {
    return *reinterpret_cast<Control *>(static_cast<char *>(First) +
                                        Room * TotalBytes);
  }
  uint32_t room() const { return Room; }
  /// No more comes from the process in this room, but for threads that have not
  /// heard of its end; State says whether there may be any.
  void endRoom(uint32_t Number, RoomState State);

  Control &control() const { return *static_cast<Control *>(Base); }
  ThreadSlot *slots() const { return control().Slots; }

  /// The thread with this index begins, or ends.
  void begin(unsigned Index);
  void end(unsigned Index);
  /// Appends to the events of a thread.
  void append(ThreadSlot &T, uint64_t Word) {
    if (__builtin_expect(T.Cursor >= T.Limit, false))
      renew(T);
    *T.Cursor++ = Word;
  }
  /// Hands over what the thread has written.
  void flush(ThreadSlot &T) { renew(T); }
  /// Appends a record to the definitions, which fits a chunk.
  void define(const uint64_t *Words, size_t Count);
  /// Tells the recorder why nothing is recorded.
  void fail(const char *Message);

  /// Around a fork of the process.
  void lock() { Mutex.lock(); }
  void unlock() { Mutex.unlock(); }
  /// In the child: its events go to a room of its own, or nowhere.
  void moveOut();

private:
  EventBuffers(void *First, uint32_t Rooms) : First(First), Rooms(Rooms) {}
  void moveInto(uint32_t Number);
  void detach();
  /// Writes to the definitions, which hands them over when they are full.
  void write(const uint64_t *Words, size_t Count);
  /// Hands over what T has and gives it an empty chunk.
  void renew(ThreadSlot &T);
  void handOver(ThreadSlot &T);
  void publish(ThreadSlot &T, ChunkKind Kind);
  uint32_t freeChunk();
  void give(ThreadSlot &T, uint32_t Chunk);

  void *First;
  uint32_t Rooms;
  /// Its room.
  void *Base = nullptr;
  uint32_t Room = 0;
  std::mutex Mutex;
  /// All definitions, for children; they have not been written yet in a child
  /// that has not filled a chunk.
  std::vector<uint64_t> Defined;
  bool OwesDefinitions = false;
  /// Chunks that nobody uses, and how many of the read ones were taken back.
  std::vector<uint32_t> Free;
  uint32_t Reclaimed = 0;
  bool Detached = false;
};

} // namespace rafter::recording

#endif // RAFTER_TOOLS_QEMUPLUGIN_EVENTBUFFERS_H
