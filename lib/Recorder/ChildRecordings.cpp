//===- ChildRecordings.cpp - What a program starts ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChildRecordings.h"

using namespace rafter;
using namespace rafter::recording;
using llvm::Error;
using llvm::Expected;

/// Before a room is used again.
static constexpr std::chrono::milliseconds Rest(300);

ChildRecordings::Child &ChildRecordings::childIn(uint32_t Room,
                                                 const RecordingMemory &Own) {
  auto [It, IsNew] = Children.try_emplace(Room);
  Child &C = It->second;
  if (!IsNew)
    return C;
  C.Number = ++Count;
  C.Command = Own.command();
  if (C.Command.empty())
    C.Command.emplace_back();
  auto Program = Executable::open(C.Command.front());
  C.Command.erase(C.Command.begin());
  if (!Program) {
    llvm::consumeError(Program.takeError());
    ++Unread;
    return C;
  }
  C.Program = std::move(*Program);
  C.Decoder = std::make_unique<EventDecoder>(
      *C.Program, Observer->begin(C.Number, *C.Program));
  return C;
}

Expected<bool> ChildRecordings::takeFrom(uint32_t Room) {
  RecordingMemory Own = Memory.room(Room);
  RecordingMemory::Chunk Chunk;
  bool Any = false;
  // One turn: others wait for theirs.
  for (uint32_t I = 0; I != MaxReady && Own.front(Chunk); ++I) {
    Child &C = childIn(Room, Own);
    if (C.Decoder)
      if (Error E = C.Decoder->take(Chunk))
        return E;
    Own.pop();
    Any = true;
  }
  return Any;
}

/// The process has ended and its full chunks were read. A forked one that has
/// filled none has only executed another program.
Error ChildRecordings::endOf(uint32_t Room) {
  RecordingMemory Own = Memory.room(Room);
  if (!Children.count(Room) && Own.forked())
    return Error::success();
  Child &C = childIn(Room, Own);
  if (C.Decoder) {
    Error E = Error::success();
    Own.forRest([&](const RecordingMemory::Chunk &Chunk) {
      if (!E)
        E = C.Decoder->take(Chunk);
    });
    if (E)
      return E;
    C.Decoder->finish();
    RecordResult Result;
    std::optional<int> Status = Own.exitStatus();
    Result.Outcome.Finished = Status.has_value();
    Result.Outcome.ExitStatus = Status.value_or(0);
    Result.Outcome.Description = Status
                                     ? "exit status " + std::to_string(*Status)
                                 : Memory.state(Room) == RoomState::Left
                                     ? "executed another program"
                                     : "killed, or ended with the program";
    Result.Threads = C.Decoder->threads();
    Result.Instructions = C.Decoder->instructions();
    OfEnded += Result.Instructions;
    C.Decoder.reset();
    Observer->end(C.Number, std::move(C.Program), std::move(C.Command),
                  std::move(Result));
  }
  Children.erase(Room);
  return Error::success();
}

Expected<bool> ChildRecordings::take() {
  bool Any = false;
  for (uint32_t Room = 1; Room < Memory.rooms(); ++Room) {
    RoomState State = Memory.state(Room);
    if (State == RoomState::Free || State == RoomState::Taken)
      continue;
    if (auto It = Ended.find(Room); It != Ended.end()) {
      if (Clock::now() - It->second > Rest && Memory.clear(Room))
        Ended.erase(It);
      continue;
    }
    Expected<bool> Found = takeFrom(Room);
    if (!Found)
      return Found;
    Any |= *Found;
    if (*Found || State == RoomState::Used)
      continue;
    if (Error E = endOf(Room))
      return E;
    if (State == RoomState::Ended || !Memory.clear(Room))
      Ended.emplace(Room, Clock::now());
  }
  return Any;
}

Error ChildRecordings::finish() {
  while (true) {
    Expected<bool> Found = take();
    if (!Found)
      return Found.takeError();
    if (!*Found)
      break;
  }
  for (uint32_t Room = 1; Room < Memory.rooms(); ++Room)
    if (Memory.state(Room) == RoomState::Used)
      if (Error E = endOf(Room))
        return E;
  return Error::success();
}

uint64_t ChildRecordings::instructions() const {
  uint64_t Sum = OfEnded;
  for (const auto &[Room, C] : Children)
    if (C.Decoder)
      Sum += C.Decoder->instructions();
  return Sum;
}
