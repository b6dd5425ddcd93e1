//===- CodeMap.h - Which code has been seen --------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers the translated blocks. QEMU translates the same code several times
// (when its cache is full, when a second thread starts), and different code at
// the same address (when the program has changed it): a block's number stands
// for its address and bytes.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_QEMUPLUGIN_CODEMAP_H
#define RAFTER_TOOLS_QEMUPLUGIN_CODEMAP_H

#include "EventBuffers.h"
#include "QemuPluginApi.h"
#include "rafter/Recorder/BranchEnd.h"
#include <atomic>
#include <memory>
#include <string>
#include <unordered_map>

namespace rafter::recording {

/// What the callbacks of a block need to know.
struct Block {
  uint64_t Word;
  uint64_t Address, End;
  uint32_t Instructions;
  BranchEnd Ends;
  /// The region's function begins here.
  bool IsEntry;
};

class CodeMap {
public:
  CodeMap(EventBuffers &Buffers, Architecture A) : Buffers(Buffers), A(A) {}

  /// The function of the region, in the numbering of the executable, whose code
  /// begins at FirstCode there.
  void setEntry(uint64_t Address, uint64_t FirstCode);
  /// The function of the region, in a file that the program maps; In must
  /// outlive the object.
  void setEntry(const FileEntry &In) { EntryInFile = &In; }
  /// The block that QEMU is translating; defined when it is new.
  const Block *find(const qemu_plugin_tb *Translated);
  /// From an address of the program to where it is in QEMU.
  uint64_t shift() const { return Shift; }
  /// The program has changed its mappings.
  void forgetMappings() { Stale = true; }
  /// Around a fork of the process.
  void lock() { Mutex.lock(); }
  void unlock() { Mutex.unlock(); }

private:
  struct Mapping {
    uint64_t Begin, End;
    uint32_t Number;
    /// Of the region's function; 0: it is not there.
    uint64_t Entry;
  };
  struct Known {
    std::string Bytes;
    std::string Sizes;
    Block Of;
  };
  static constexpr uint64_t NoMapping = ~uint64_t(0);

  const Mapping *mappingOf(uint64_t Address, const void *Host);
  const Mapping *readMapping(uint64_t Address, uint64_t Host);
  void define(const Known &K, uint64_t Mapping);

  EventBuffers &Buffers;
  Architecture A;
  std::mutex Mutex;
  std::unordered_map<uint64_t, std::vector<std::unique_ptr<Known>>> Blocks;
  uint32_t NumBlocks = 0;
  std::vector<Mapping> Mappings;
  uint32_t NumMappings = 0;
  std::atomic<bool> Stale = false;
  std::atomic<uint64_t> Shift = 0;
  uint64_t Entry = 0, FirstCode = 0;
  bool HasEntry = false, EntryIsPlaced = false;
  const FileEntry *EntryInFile = nullptr;
};

} // namespace rafter::recording

#endif // RAFTER_TOOLS_QEMUPLUGIN_CODEMAP_H
