//===- SharedRing.cpp - Memory between the program and analysis -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chunks go round: the child fills one while the parent reads those before it.
//
//===----------------------------------------------------------------------===//

#include "SharedRing.h"
#include "rafter/Support/SharedWord.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <sys/mman.h>
#include <unistd.h>

using namespace rafter;
using llvm::ArrayRef;

llvm::Expected<SharedRing> SharedRing::create(uint64_t NumCounters,
                                              uint64_t LongestEvent) {
  uint64_t ChunkOffset = llvm::alignTo(
      sizeof(ControlBlock) + NumCounters * sizeof(uint64_t), 4096);
  uint64_t ChunkBytes = (ControlBlock::ChunkWords + LongestEvent) * 8;
  uint64_t Bytes =
      llvm::alignTo(ChunkOffset + ControlBlock::NumChunks * ChunkBytes, 4096);
  void *Base = ::mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Base == MAP_FAILED)
    return llvm::createStringError(
        std::error_code(errno, std::generic_category()),
        "cannot run the program: no memory for its "
        "events");
  SharedRing Ring(Base, Bytes, ChunkOffset, LongestEvent);
  Ring.beginChunk(0);
  return Ring;
}

SharedRing::SharedRing(SharedRing &&Other)
    : Base(Other.Base), Bytes(Other.Bytes), ChunkOffset(Other.ChunkOffset),
      LongestEvent(Other.LongestEvent), Detached(Other.Detached) {
  Other.Base = nullptr;
}

SharedRing::~SharedRing() {
  if (Base)
    ::munmap(Base, Bytes);
}

uint64_t *SharedRing::counters() const {
  return reinterpret_cast<uint64_t *>(&control() + 1);
}

uint64_t *SharedRing::chunk(uint32_t Number) const {
  auto *First =
      reinterpret_cast<uint64_t *>(static_cast<char *>(Base) + ChunkOffset);
  return First + (Number % ControlBlock::NumChunks) *
                     (ControlBlock::ChunkWords + LongestEvent);
}

/// An event may begin up to the last regular word: the space behind it holds
/// the longest one.
void SharedRing::beginChunk(uint32_t Number) {
  control().State.Limit = chunk(Number) + ControlBlock::ChunkWords - 1;
  control().State.Cursor = chunk(Number);
}

uint64_t *SharedRing::flush(uint64_t *Cursor) {
  ControlBlock &C = control();
  uint32_t Number = C.Produced.load(std::memory_order_relaxed);
  if (!Detached) {
    C.Sizes[Number % ControlBlock::NumChunks] = Cursor - chunk(Number);
    C.Produced.store(++Number);
    callAttention();
    for (uint32_t Given = C.Consumed.load();
         Number - Given >= ControlBlock::NumChunks; Given = C.Consumed.load())
      waitWhile(C.Consumed, Given);
  }
  beginChunk(Number);
  return C.State.Cursor;
}

void SharedRing::append(uint64_t Word) {
  uint64_t *Cursor = control().State.Cursor;
  if (Cursor > control().State.Limit)
    Cursor = flush(Cursor);
  *Cursor = Word;
  control().State.Cursor = Cursor + 1;
}

void SharedRing::detach() {
  Detached = true;
  ::mmap(Base, Bytes, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  beginChunk(0);
}

ArrayRef<uint64_t> SharedRing::front() const {
  uint32_t Number = control().Consumed.load();
  if (control().Produced.load() == Number)
    return {};
  uint32_t Size = control().Sizes[Number % ControlBlock::NumChunks];
  return {chunk(Number),
          std::min<uint64_t>(Size, ControlBlock::ChunkWords + LongestEvent)};
}

void SharedRing::pop() { advance(control().Consumed); }

ArrayRef<uint64_t> SharedRing::rest() const {
  const uint64_t *Begin = chunk(control().Produced.load());
  const uint64_t *Cursor = control().State.Cursor;
  if (Cursor < Begin ||
      Cursor > Begin + ControlBlock::ChunkWords + LongestEvent)
    return {};
  return {Begin, Cursor};
}

void SharedRing::callAttention() { advance(control().Attention); }

void SharedRing::waitForAttention(uint32_t Seen, double Seconds) const {
  waitWhile(control().Attention, Seen, Seconds);
}
