//===- SharedWord.h - Processes that wait for a word ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Futexes on words of shared memory: no file descriptor that a program could
// close. Without LLVM, since QEMU's plugin waits as well.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SUPPORT_SHAREDWORD_H
#define RAFTER_SUPPORT_SHAREDWORD_H

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace rafter {

using SharedWord = std::atomic<uint32_t>;
static_assert(SharedWord::is_always_lock_free, "processes share atomic words");

/// Returns when the word is no longer Seen, when somebody woke, after a signal,
/// or after Seconds: who calls looks again.
inline void waitWhile(const SharedWord &Word, uint32_t Seen,
                      double Seconds = 1e6) {
  Seconds = std::clamp(Seconds, 0.0, 1e6);
  timespec Timeout;
  Timeout.tv_sec = static_cast<time_t>(Seconds);
  Timeout.tv_nsec =
      static_cast<long>((Seconds - static_cast<double>(Timeout.tv_sec)) * 1e9);
  ::syscall(SYS_futex, &Word, FUTEX_WAIT, Seen, &Timeout, nullptr, 0);
}

/// Wakes one that waits for the word.
inline void wake(const SharedWord &Word) {
  ::syscall(SYS_futex, &Word, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

/// Counts the word up and wakes one that waits for it.
inline void advance(SharedWord &Word) {
  Word.fetch_add(1);
  wake(Word);
}

} // namespace rafter

#endif // RAFTER_SUPPORT_SHAREDWORD_H
