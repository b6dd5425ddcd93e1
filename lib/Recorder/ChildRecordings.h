//===- ChildRecordings.h - What a program starts ----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_RECORDER_CHILDRECORDINGS_H
#define RAFTER_LIB_RECORDER_CHILDRECORDINGS_H

#include "EventDecoder.h"
#include "rafter/Recorder/Recording.h"
#include <chrono>
#include <map>

namespace rafter {

/// Reads the rooms of all processes but the first.
class ChildRecordings {
public:
  ChildRecordings(RecordingMemory &Memory, ChildObserver *Observer)
      : Memory(Memory), Observer(Observer) {}

  /// Reads what is there. Returns true if there was something.
  llvm::Expected<bool> take();
  /// All processes have ended.
  llvm::Error finish();
  /// Of those that have ended and of those that have not.
  uint64_t instructions() const;
  /// Whose executable cannot be read.
  unsigned unread() const { return Unread; }

private:
  using Clock = std::chrono::steady_clock;
  struct Child {
    unsigned Number = 0;
    std::unique_ptr<Executable> Program;
    std::vector<std::string> Command;
    /// Null: its executable cannot be read.
    std::unique_ptr<EventDecoder> Decoder;
  };
  llvm::Expected<bool> takeFrom(uint32_t Room);
  llvm::Error endOf(uint32_t Room);
  Child &childIn(uint32_t Room, const RecordingMemory &Own);

  RecordingMemory &Memory;
  ChildObserver *Observer;
  std::map<uint32_t, Child> Children;
  /// Rooms whose processes have ended, and since when: a thread that has not
  /// heard of the end may still write.
  std::map<uint32_t, Clock::time_point> Ended;
  unsigned Count = 0, Unread = 0;
  uint64_t OfEnded = 0;
};

} // namespace rafter

#endif // RAFTER_LIB_RECORDER_CHILDRECORDINGS_H
