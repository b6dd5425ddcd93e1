//===- WorkerPool.h - Threads that share out numbered work -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is computed must depend on the number of the piece alone, not on the
// thread: then the number of threads changes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_WORKERPOOL_H
#define RAFTER_LIB_CONCORDE_WORKERPOOL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/ThreadPool.h"
#include <atomic>

namespace rafter::concorde {

class WorkerPool {
public:
  /// 0 threads: as many as the computer has.
  explicit WorkerPool(unsigned Threads)
      : Pool(llvm::hardware_concurrency(Threads)),
        Threads(Pool.getMaxConcurrency()) {}

  unsigned size() const { return Threads; }

  /// Calls Work for 0 to Count - 1; Thread is below size().
  void forEach(size_t Count,
               llvm::function_ref<void(size_t Piece, unsigned Thread)> Work) {
    std::atomic<size_t> Next = 0;
    auto Run = [&](unsigned Thread) {
      for (size_t Piece; (Piece = Next++) < Count;)
        Work(Piece, Thread);
    };
    for (unsigned T = 1; T < Threads && T < Count; ++T)
      Pool.async([&Run, T] { Run(T); });
    Run(0);
    Pool.wait();
  }

private:
  llvm::DefaultThreadPool Pool;
  unsigned Threads;
};

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_WORKERPOOL_H
