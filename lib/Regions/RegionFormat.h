//===- RegionFormat.h - The bytes of a file of regions ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A head, then chunks: info, then code and region in turns, then the end. All
// numbers are little endian; within chunks they are LEB128. Each chunk is
// compressed on its own and has a checksum.
//
// Code: stretches of instructions that follow each other in memory and end at a
// branch, numbered through the file. A branch that is taken and the same one
// not taken are two stretches, so that a region is nothing but stretches and
// addresses of accesses.
//
// Version 2: a warm state stands between them. Version 1 has none. Version 3:
// and before it, for how much of the program the region stands.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REGIONS_REGIONFORMAT_H
#define RAFTER_LIB_REGIONS_REGIONFORMAT_H

#include "rafter/Stream/ByteCoding.h"
#include "rafter/Stream/CrackedInstruction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace rafter::regions {

/// Eight bytes, then the version, 4 bytes.
inline constexpr llvm::StringLiteral Magic = "\177RREGN\r\n";
inline constexpr uint32_t Version = 3;
inline constexpr uint32_t OldestVersion = 1;
inline constexpr size_t HeadBytes = 12;

enum class ChunkKind : uint32_t { Info, Code, Region, End };

/// Before each chunk: the checksum (XXH3, 64 bits) of what follows, then kind,
/// and bytes before and after compression.
inline constexpr size_t ChunkHeadBytes = 20;
/// No chunk is longer before compression.
inline constexpr uint32_t MaxChunkBytes = 1 << 29;
/// Instructions of a stretch.
inline constexpr size_t MaxStretch = 64;

/// Names stand in messages and tables: one without control characters.
inline bool isRegionName(llvm::StringRef Name) {
  return llvm::none_of(Name,
                       [](unsigned char C) { return C < 0x20 || C == 0x7f; });
}

/// Guesses the addresses of the accesses of a region.
class AddressGuesser {
public:
  /// Slots: the instructions that access memory, of all stretches.
  explicit AddressGuesser(size_t Slots) : Predictors(Slots) {}

  uint64_t guess(size_t Slot) const {
    const trace::AddressPredictor &P = Predictors[Slot];
    return P.Last == 0 ? Before : P.next();
  }
  /// What the difference counts from when the guess is wrong.
  uint64_t base(size_t Slot) const {
    uint64_t Last = Predictors[Slot].Last;
    return Last == 0 ? Before : Last;
  }
  void update(size_t Slot, uint64_t Actual) {
    Predictors[Slot].update(Actual);
    Before = Actual;
  }

private:
  std::vector<trace::AddressPredictor> Predictors;
  /// The last access of any instruction.
  uint64_t Before = 0;
};

inline bool accessesMemory(const CrackedInstruction &I) {
  return I.isLoad() || I.isStore();
}

/// Of warm-up, measured instructions and the state, in memory as they are.
uint64_t identityOf(const TraceRegion &Region);

/// The bytes of a state: lines as differences; each branch that was executed
/// once, and the order in which they were.
std::vector<uint8_t> encodeState(const WarmState &State);
/// What is wrong with the bytes; empty if nothing.
std::string decodeState(trace::ByteReader R, WarmState &State);

} // namespace rafter::regions

#endif // RAFTER_LIB_REGIONS_REGIONFORMAT_H
