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
  /// Maps the memory behind the descriptor, which is closed. Null if it cannot
  /// be mapped or is not of this version.
  static EventBuffers *attach(int Descriptor);

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

  /// Around a fork of the process: the child's events go nowhere.
  void lock() { Mutex.lock(); }
  void unlock() { Mutex.unlock(); }
  void detach();

private:
  explicit EventBuffers(void *Base) : Base(Base) {}
  /// Hands over what T has and gives it an empty chunk.
  void renew(ThreadSlot &T);
  void handOver(ThreadSlot &T);
  void publish(ThreadSlot &T, ChunkKind Kind);
  uint32_t freeChunk();
  void give(ThreadSlot &T, uint32_t Chunk);

  void *Base;
  std::mutex Mutex;
  /// Chunks that nobody uses, and how many of the read ones were taken back.
  std::vector<uint32_t> Free;
  uint32_t Reclaimed = 0;
  bool Detached = false;
};

} // namespace rafter::recording

#endif // RAFTER_TOOLS_QEMUPLUGIN_EVENTBUFFERS_H
