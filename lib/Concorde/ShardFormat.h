//===- ShardFormat.h - Bytes of a shard ------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shard is, little-endian,
//   "RAFTERDS", u32 version, u64 layout, u64 first sample, u64 samples,
//   source (u32 length, bytes), u64 XXH3 of all before;
//   frames: u32 samples (at most 64), u32 raw bytes, u32 stored bytes, u64 XXH3
//   of these numbers and the stored bytes, then those bytes, compressed by
//   Zstandard;
//   the end: u32 0, u64 samples, u64 XXH3 of the raw bytes of all samples.
// Raw bytes of a frame: program, region, design (20 u16) and labels (6 floats)
// of each sample; then, for each sample, the differences between neighbouring
// codes, folded so that small ones of both signs are small: all low bytes, then
// all high bytes. Percentiles rise slowly, so that most high bytes are zero.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_SHARDFORMAT_H
#define RAFTER_LIB_CONCORDE_SHARDFORMAT_H

#include "rafter/Concorde/DataSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace rafter::concorde {

inline constexpr unsigned SamplesPerFrame = 64;

std::string shardHeaderBytes(const ShardHeader &Header);
/// Info and codes of a frame's samples, raw.
std::string rawFrame(llvm::ArrayRef<LabelledSample> Samples,
                     llvm::ArrayRef<FeatureCode> Codes);
/// The stored form of a raw frame of Count samples, with its head.
std::string storedFrame(llvm::StringRef Raw, uint32_t Count);
std::string shardEnd(uint64_t Samples, uint64_t Identity);

/// The identity of a sequence of frames, one frame longer.
uint64_t extendIdentity(uint64_t Identity, llvm::StringRef Raw);

/// How far the bytes of a shard make sense.
struct ShardScan {
  ShardHeader Header;
  /// Samples in whole frames, and the bytes up to their end.
  uint64_t Samples = 0;
  uint64_t GoodBytes = 0;
  uint64_t Identity = 0;
  /// The end is there and agrees with the frames.
  bool Ended = false;
};

/// The header of Bytes, checked.
llvm::Expected<ShardHeader> peekShard(llvm::StringRef Bytes,
                                      llvm::StringRef Path);

/// Walks over the frames of Bytes; Frame gets the raw bytes of each whole one
/// and the number of its samples. An error if the header is not whole, or a
/// whole frame cannot be unpacked; a tail that makes no sense is no error.
llvm::Expected<ShardScan> scanShard(
    llvm::StringRef Bytes, llvm::StringRef Path,
    llvm::function_ref<llvm::Error(llvm::StringRef Raw, uint32_t Count)> Frame);

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_SHARDFORMAT_H
