//===- RecordingLayout.h - Memory between QEMU and analysis ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the plugin in QEMU writes and the recorder reads: a pool of chunks of
// words, a queue of full ones, and a slot for each thread with the chunk that
// it is filling, so that nothing is lost however QEMU ends. If the processes
// that the program starts are followed, the memory is a row of such rooms, one
// for each process; the first one is the program's. Plain C++: the plugin knows
// no LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_RECORDER_RECORDINGLAYOUT_H
#define RAFTER_LIB_RECORDER_RECORDINGLAYOUT_H

#include "rafter/TraceFiles/AccessWord.h"
#include <atomic>
#include <cstdint>

namespace rafter::recording {

/// Changes with this file: plugin and recorder must have been built together.
inline constexpr uint64_t LayoutVersion = 0x5241465452454306;

/// 64 KiB: a few of them in flight stay in the second level cache.
inline constexpr uint32_t ChunkWords = 8 * 1024;
/// Full chunks that wait for the recorder before the program has to.
inline constexpr uint32_t MaxReady = 64;
/// Processes that are followed at a time, the program with them.
inline constexpr uint32_t MaxRooms = 256;
/// Places of a program at which recording is switched on.
inline constexpr uint32_t MaxPlaces = 1 << 14;
/// A chunk for each thread, one for definitions, the full ones.
inline constexpr uint32_t NumChunks = MaxThreads + 1 + MaxReady;

// Words of a chunk of events. An access (AccessWord.h) belongs to the block
// before it; behind Leave and before all blocks it is outside of the region.
/// Set in everything but accesses.
inline constexpr uint64_t MarkBit = uint64_t(1) << 63;
enum class Mark : uint64_t { Block, Enter, Leave };
inline constexpr unsigned MarkShift = 56;
/// Of a block: its number in the lower 32 bits.
constexpr uint64_t markWord(Mark M, uint64_t Value = 0) {
  return MarkBit | uint64_t(M) << MarkShift | Value;
}
constexpr Mark markOf(uint64_t Word) { return Mark(Word >> MarkShift & 0x7f); }

// Records of a chunk of definitions. Each begins with its kind and length.
enum class Record : uint32_t { Block, Mapping };
constexpr uint64_t recordWord(Record R, uint64_t Words) {
  return uint64_t(R) << 32 | Words;
}
/// Block: number, address, number of its mapping (~0: none), number of
/// instructions, number of bytes; then the size of each instruction, one byte
/// each, and their bytes, padded to words.
inline constexpr unsigned BlockRecordWords = 6;
/// Mapping of a file: first address, end, offset in the file, length of the
/// path; then the path, padded to words. Without path: code that the program
/// has made.
inline constexpr unsigned MappingRecordWords = 5;

enum class ChunkKind : uint32_t { Events, Definitions };

/// A chunk that is full, in the order in which they have to be read: the
/// definitions before what refers to them.
struct ReadyChunk {
  ChunkKind Kind;
  /// Number of the thread, in the order of their starts.
  uint32_t Thread;
  uint32_t Chunk;
  uint32_t Words;
};

/// What a thread is writing to. Addresses are those of QEMU's process.
struct alignas(64) ThreadSlot {
  uint64_t *Cursor;
  uint64_t *Limit;
  uint32_t Chunk;
  uint32_t Thread;
  /// Region by function: instructions executed outside, and the lines that
  /// were used there last, the last one first (AddressMask and StoreBit).
  uint64_t Outside, LastOutside[2];
  /// The region, if the thread is in it (its last block, of the plugin).
  const void *Previous;
  uint64_t ReturnAddress;
  /// Address of the last access; where the last call, if no return came after
  /// it, and the call of the region left the return address on the stack (0:
  /// not known).
  uint64_t LastAccess, CallSlot, ReturnSlot;
  int64_t Depth;
  uint32_t SameSite;
  bool Inside;
  /// Sampling: instructions executed so far, those of the place where recording
  /// is on, where it is switched on next, and the number of that place.
  uint64_t Executed, Recorded, NextAt;
  uint32_t NextPlace;
};

/// A function of a file that the program maps.
struct FileEntry {
  /// Of the function in the file.
  uint64_t Offset;
  /// As the system names the mapping; empty: there is no such function.
  char Path[4096];
};

/// Where recording is switched on, if the program is sampled: only its first
/// thread is recorded then.
struct SamplePlaces {
  uint32_t IsOn, Count;
  /// Instructions that are recorded from each place on; a string instruction
  /// counts once however often it is repeated.
  uint64_t Length;
  /// Instructions of the first thread before each place, in ascending order.
  uint64_t At[MaxPlaces];
};

/// How a process that the program starts comes under the recorder.
struct Launch {
  /// The recorder, and where it has this memory.
  int32_t Process, Descriptor;
  /// QEMU, its options up to the plugin's name, each with a 0 behind it, then
  /// the file of the plugin.
  uint32_t Bytes;
  char Words[16384];
};

/// A room is taken by whoever starts a process, and given back by the recorder
/// when that process has ended or executes another program in another room.
enum class RoomState : uint32_t { Free, Taken, Used, Ended, Left };

struct Control {
  uint64_t Version;
  /// Where QEMU's process has this memory.
  uint64_t ProducerBase;
  /// Changes whenever the recorder has something to look at; futex word.
  std::atomic<uint32_t> Attention;
  /// Full chunks, and those of them that were read; the second is a futex word.
  std::atomic<uint32_t> Produced, Consumed;
  std::atomic<uint32_t> Attached;
  /// Threads started so far.
  std::atomic<uint32_t> Threads;
  /// Threads that were not seen because too many are alive.
  std::atomic<uint32_t> Unseen;
  /// The program is replacing itself by another one.
  std::atomic<uint32_t> Replaced;
  /// 1 + the exit status, if the program has asked for its end.
  std::atomic<uint32_t> ExitStatus;
  /// The process was forked and has not executed another program since. Its
  /// first chunk comes with all definitions; without one nothing is told of it.
  uint32_t Forked;
  /// The executable and the words of the command, each with a 0 behind it; cut
  /// off if they are longer.
  uint32_t CommandBytes;
  char Command[16384];
  /// In the first room, of all: processes that were not followed since a room,
  /// or the recorder, was out of reach; processes that execute what is not for
  /// this machine.
  std::atomic<uint32_t> NotFollowed, Foreign;
  std::atomic<RoomState> Rooms[MaxRooms];
  Launch Start;
  /// The region's function, if it is one of a library.
  FileEntry Entry;
  SamplePlaces Sampling;
  /// Why the plugin does not work; empty if it does.
  char Message[512];
  ReadyChunk Ready[MaxReady];
  /// Slots[MaxThreads] is for definitions.
  ThreadSlot Slots[MaxThreads + 1];
};

inline constexpr uint64_t ControlBytes = (sizeof(Control) + 4095) / 4096 * 4096;
inline constexpr uint64_t TotalBytes =
    ControlBytes + uint64_t(NumChunks) * ChunkWords * 8;

inline uint64_t *chunk(void *Base, uint32_t Number) {
  return reinterpret_cast<uint64_t *>(static_cast<char *>(Base) +
                                      ControlBytes) +
         uint64_t(Number) * ChunkWords;
}

} // namespace rafter::recording

#endif // RAFTER_LIB_RECORDER_RECORDINGLAYOUT_H
