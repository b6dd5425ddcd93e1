//===- EventBuffers.cpp - Where the threads of a program write ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventBuffers.h"
#include "rafter/Support/SharedWord.h"
#include <cstdio>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace rafter::recording;

EventBuffers *EventBuffers::attach(int Descriptor) {
  void *Base = ::mmap(nullptr, TotalBytes, PROT_READ | PROT_WRITE, MAP_SHARED,
                      Descriptor, 0);
  ::close(Descriptor);
  if (Base == MAP_FAILED)
    return nullptr;
  auto *Buffers = new EventBuffers(Base);
  Control &C = Buffers->control();
  if (C.Version != LayoutVersion) {
    Buffers->fail("the plugin was built for another version of rafter-opt");
    return nullptr;
  }
  C.ProducerBase = reinterpret_cast<uint64_t>(Base);
  for (uint32_t Chunk = NumChunks; Chunk != 0; --Chunk)
    Buffers->Free.push_back(Chunk - 1);
  Buffers->give(C.Slots[MaxThreads], Buffers->freeChunk());
  return Buffers;
}

void EventBuffers::fail(const char *Message) {
  std::snprintf(control().Message, sizeof control().Message, "%s", Message);
}

/// A thread holds at most one chunk, so that there is one once the queue of
/// full ones is not longer than it may be.
uint32_t EventBuffers::freeChunk() {
  Control &C = control();
  for (uint32_t Read = C.Consumed; Reclaimed != Read; ++Reclaimed)
    Free.push_back(C.Ready[Reclaimed % MaxReady].Chunk);
  uint32_t Chunk = Free.back();
  Free.pop_back();
  return Chunk;
}

void EventBuffers::give(ThreadSlot &T, uint32_t Chunk) {
  T.Chunk = Chunk;
  T.Cursor = chunk(Base, Chunk);
  T.Limit = T.Cursor + ChunkWords;
}

void EventBuffers::publish(ThreadSlot &T, ChunkKind Kind) {
  Control &C = control();
  uint32_t Number = C.Produced.load(std::memory_order_relaxed);
  for (uint32_t Read = C.Consumed; Number - Read >= MaxReady; Read = C.Consumed)
    rafter::waitWhile(C.Consumed, Read);
  // The entry that is written over must have been taken back.
  uint32_t Next = freeChunk();
  C.Ready[Number % MaxReady] = {
      Kind, T.Thread, T.Chunk,
      static_cast<uint32_t>(T.Cursor - chunk(Base, T.Chunk))};
  give(T, Next);
  C.Produced.store(Number + 1);
  rafter::advance(C.Attention);
}

/// Events refer to definitions, which therefore go first.
void EventBuffers::handOver(ThreadSlot &T) {
  ThreadSlot &Definitions = slots()[MaxThreads];
  if (Definitions.Cursor != chunk(Base, Definitions.Chunk))
    publish(Definitions, ChunkKind::Definitions);
  publish(T, ChunkKind::Events);
}

void EventBuffers::renew(ThreadSlot &T) {
  std::lock_guard<std::mutex> Guard(Mutex);
  if (Detached) {
    give(T, 0);
    return;
  }
  if (!T.Cursor)
    give(T, freeChunk());
  else
    handOver(T);
}

void EventBuffers::begin(unsigned Index) {
  if (Index >= MaxThreads) {
    ++control().Unseen;
    return;
  }
  ThreadSlot &T = slots()[Index];
  uint64_t Outside = T.Outside;
  T = ThreadSlot();
  T.Outside = Outside;
  T.Thread = control().Threads++;
}

void EventBuffers::end(unsigned Index) {
  if (Index >= MaxThreads)
    return;
  ThreadSlot &T = slots()[Index];
  std::lock_guard<std::mutex> Guard(Mutex);
  if (Detached || !T.Cursor)
    return;
  handOver(T);
  Free.push_back(T.Chunk);
  T.Cursor = T.Limit = nullptr;
}

void EventBuffers::define(const uint64_t *Words, size_t Count) {
  if (Detached)
    return;
  ThreadSlot &T = slots()[MaxThreads];
  std::lock_guard<std::mutex> Guard(Mutex);
  if (T.Cursor + Count > T.Limit)
    publish(T, ChunkKind::Definitions);
  std::memcpy(T.Cursor, Words, Count * sizeof *Words);
  T.Cursor += Count;
}

void EventBuffers::detach() {
  Detached = true;
  ::mmap(Base, TotalBytes, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
}
