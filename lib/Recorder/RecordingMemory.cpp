//===- RecordingMemory.cpp - The recorder's side of the memory ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordingMemory.h"
#include "rafter/Support/SharedWord.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace rafter;
using namespace rafter::recording;

static llvm::Error noMemory() {
  return llvm::createStringError(
      std::error_code(errno, std::generic_category()),
      "cannot record the program: no memory for its events");
}

llvm::Expected<RecordingMemory> RecordingMemory::create(uint32_t Rooms) {
  int Descriptor = ::memfd_create("rafter-recording", MFD_CLOEXEC);
  if (Descriptor < 0)
    return noMemory();
  // Only pages that are written to take memory.
  void *Base = MAP_FAILED;
  if (::ftruncate(Descriptor, Rooms * TotalBytes) == 0)
    Base = ::mmap(nullptr, Rooms * TotalBytes, PROT_READ | PROT_WRITE,
                  MAP_SHARED, Descriptor, 0);
  if (Base == MAP_FAILED) {
    llvm::Error E = noMemory();
    ::close(Descriptor);
    return E;
  }
  RecordingMemory Memory(Base, Descriptor, Rooms);
  Memory.control().Version = LayoutVersion;
  return Memory;
}

RecordingMemory::RecordingMemory(RecordingMemory &&Other)
    : Base(Other.Base), Descriptor(Other.Descriptor), Rooms(Other.Rooms) {
  Other.Base = nullptr;
}

RecordingMemory::~RecordingMemory() {
  if (!Base || Rooms == 0)
    return;
  ::munmap(Base, Rooms * TotalBytes);
  ::close(Descriptor);
}

RecordingMemory RecordingMemory::room(uint32_t Number) const {
  return {static_cast<char *>(Base) + Number * TotalBytes, -1, 0};
}

RoomState RecordingMemory::state(uint32_t Room) const {
  return control().Rooms[Room];
}

bool RecordingMemory::clear(uint32_t Room) {
  char *Begin = static_cast<char *>(Base) + Room * TotalBytes;
  if (::madvise(Begin, TotalBytes, MADV_REMOVE) != 0)
    return false;
  control().Rooms[Room] = RoomState::Free;
  return true;
}

/// Appends words, each with a 0 behind it. False: there is no place for them.
template <size_t Size>
static bool store(char (&To)[Size], uint32_t &Bytes, llvm::StringRef Word) {
  if (Bytes + Word.size() + 1 > Size)
    return false;
  llvm::copy(Word, To + Bytes);
  Bytes += Word.size() + 1;
  return true;
}

void RecordingMemory::setLaunch(llvm::ArrayRef<std::string> Words) {
  Launch &Start = control().Start;
  Start.Process = ::getpid();
  Start.Descriptor = Descriptor;
  for (const std::string &Word : Words)
    store(Start.Words, Start.Bytes, Word);
}

void RecordingMemory::setCommand(llvm::StringRef Path,
                                 llvm::ArrayRef<std::string> Words) {
  Control &C = control();
  store(C.Command, C.CommandBytes, Path);
  for (const std::string &Word : Words)
    store(C.Command, C.CommandBytes, Word);
}

std::vector<std::string> RecordingMemory::command() const {
  const Control &C = control();
  llvm::StringRef Text(C.Command,
                       std::min<size_t>(C.CommandBytes, sizeof C.Command));
  std::vector<std::string> Words;
  while (!Text.empty()) {
    auto [Word, Rest] = Text.split('\0');
    Words.push_back(Word.str());
    Text = Rest;
  }
  return Words;
}

std::optional<int> RecordingMemory::exitStatus() const {
  uint32_t Status = control().ExitStatus;
  return Status ? std::optional<int>(Status - 1) : std::nullopt;
}

bool RecordingMemory::setEntry(llvm::StringRef Path, uint64_t Offset) {
  FileEntry &Entry = control().Entry;
  if (Path.size() >= sizeof Entry.Path)
    return false;
  llvm::copy(Path, Entry.Path);
  Entry.Path[Path.size()] = 0;
  Entry.Offset = Offset;
  return true;
}

void RecordingMemory::setPlaces(llvm::ArrayRef<uint64_t> At, uint64_t Length) {
  SamplePlaces &Sampling = control().Sampling;
  Sampling.IsOn = 1;
  Sampling.Count = std::min<size_t>(At.size(), MaxPlaces);
  Sampling.Length = Length;
  llvm::copy(At.take_front(Sampling.Count), Sampling.At);
}

std::string RecordingMemory::message() const {
  const Control &C = control();
  return std::string(C.Message, ::strnlen(C.Message, sizeof C.Message));
}

uint64_t RecordingMemory::outsideInstructions() const {
  uint64_t Sum = 0;
  for (const ThreadSlot &Slot : control().Slots)
    Sum += Slot.Outside;
  return Sum;
}

bool RecordingMemory::front(Chunk &Result) const {
  const Control &C = control();
  uint32_t Number = C.Consumed.load();
  if (C.Produced.load() == Number)
    return false;
  const ReadyChunk &Ready = C.Ready[Number % MaxReady];
  Result.Kind = Ready.Kind;
  Result.Thread = Ready.Thread;
  Result.Words = {};
  if (Ready.Chunk < NumChunks)
    Result.Words = {chunk(Base, Ready.Chunk),
                    std::min(Ready.Words, ChunkWords)};
  return true;
}

void RecordingMemory::pop() { advance(control().Consumed); }

RecordingMemory::Chunk RecordingMemory::rest(const ThreadSlot &Slot,
                                             ChunkKind Kind) const {
  Chunk Result = {Kind, Slot.Thread, {}};
  uint32_t Number = Slot.Chunk;
  if (Number >= NumChunks || !Slot.Cursor)
    return Result;
  uint64_t Begin =
      control().ProducerBase + ControlBytes + uint64_t(Number) * ChunkWords * 8;
  uint64_t Words = (reinterpret_cast<uint64_t>(Slot.Cursor) - Begin) / 8;
  if (Words <= ChunkWords)
    Result.Words = {chunk(Base, Number), static_cast<size_t>(Words)};
  return Result;
}

void RecordingMemory::forRest(
    llvm::function_ref<void(const Chunk &)> Use) const {
  const Control &C = control();
  Use(rest(C.Slots[MaxThreads], ChunkKind::Definitions));
  for (uint32_t I = 0; I != MaxThreads; ++I)
    if (Chunk Last = rest(C.Slots[I], ChunkKind::Events); !Last.Words.empty())
      Use(Last);
}

void RecordingMemory::callAttention() { advance(control().Attention); }

void RecordingMemory::waitForAttention(uint32_t Seen, double Seconds) const {
  waitWhile(control().Attention, Seen, Seconds);
}
