//===- EventBuffers.cpp - Where the threads of a program write ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventBuffers.h"
#include "rafter/Support/SharedWord.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace rafter::recording;

/// How long a process waits for others to end when there is no room.
static constexpr unsigned MostTurns = 200, TurnMicroseconds = 10000;

EventBuffers *EventBuffers::attach(int Descriptor, uint32_t Room) {
  struct stat Memory = {};
  ::fstat(Descriptor, &Memory);
  uint64_t Rooms = static_cast<uint64_t>(Memory.st_size) / TotalBytes;
  void *First = Room < Rooms
                    ? ::mmap(nullptr, Rooms * TotalBytes,
                             PROT_READ | PROT_WRITE, MAP_SHARED, Descriptor, 0)
                    : MAP_FAILED;
  ::close(Descriptor);
  if (First == MAP_FAILED)
    return nullptr;
  auto *Buffers = new EventBuffers(First, static_cast<uint32_t>(Rooms));
  if (Buffers->controlOf(0).Version != LayoutVersion) {
    Buffers->Base = First;
    Buffers->fail("the plugin was built for another version of rafter-opt");
    return nullptr;
  }
  Buffers->moveInto(Room);
  return Buffers;
}

void EventBuffers::moveInto(uint32_t Number) {
  Room = Number;
  Base = &controlOf(Number);
  Control &C = control();
  C.ProducerBase = reinterpret_cast<uint64_t>(Base);
  Free.clear();
  Reclaimed = 0;
  for (uint32_t Chunk = NumChunks; Chunk != 0; --Chunk)
    Free.push_back(Chunk - 1);
  give(C.Slots[MaxThreads], freeChunk());
  controlOf(0).Rooms[Number] = RoomState::Used;
}

uint32_t EventBuffers::takeRoom() {
  for (unsigned Turn = 0; follows() && Turn != MostTurns; ++Turn) {
    for (uint32_t I = 1; I < Rooms; ++I) {
      RoomState Expected = RoomState::Free;
      if (controlOf(0).Rooms[I].compare_exchange_strong(Expected,
                                                        RoomState::Taken))
        return I;
    }
    ::usleep(TurnMicroseconds);
  }
  return 0;
}

void EventBuffers::endRoom(uint32_t Number, RoomState State) {
  if (Number >= Rooms)
    return;
  controlOf(0).Rooms[Number] = State;
  rafter::advance(controlOf(0).Attention);
}

/// The mutex is locked. Nothing is written until a chunk is full: most children
/// execute another program soon.
void EventBuffers::moveOut() {
  uint32_t Next = takeRoom();
  if (Detached || Next == 0) {
    ++controlOf(0).NotFollowed;
    detach();
    return;
  }
  const Control &Parent = control();
  Control &Own = controlOf(Next);
  Own.Forked = 1;
  Own.CommandBytes = Parent.CommandBytes;
  std::memcpy(Own.Command, Parent.Command, Parent.CommandBytes);
  Own.Threads = 1;
  OwesDefinitions = true;
  moveInto(Next);
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
  rafter::advance(controlOf(0).Attention);
}

/// Events refer to definitions, which therefore go first.
void EventBuffers::handOver(ThreadSlot &T) {
  if (OwesDefinitions) {
    OwesDefinitions = false;
    for (size_t At = 0; At != Defined.size();) {
      size_t Count = Defined[At] & 0xffffffff;
      write(&Defined[At], Count);
      At += Count;
    }
  }
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
  if (!OwesDefinitions)
    handOver(T);
  Free.push_back(T.Chunk);
  T.Cursor = T.Limit = nullptr;
}

void EventBuffers::define(const uint64_t *Words, size_t Count) {
  if (Detached)
    return;
  std::lock_guard<std::mutex> Guard(Mutex);
  if (follows())
    Defined.insert(Defined.end(), Words, Words + Count);
  if (!OwesDefinitions)
    write(Words, Count);
}

void EventBuffers::write(const uint64_t *Words, size_t Count) {
  ThreadSlot &T = slots()[MaxThreads];
  if (T.Cursor + Count > T.Limit)
    publish(T, ChunkKind::Definitions);
  std::memcpy(T.Cursor, Words, Count * sizeof *Words);
  T.Cursor += Count;
}

void EventBuffers::detach() {
  Detached = true;
  Room = Rooms;
  Base = ::mmap(nullptr, TotalBytes, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Base == MAP_FAILED)
    std::abort();
}
