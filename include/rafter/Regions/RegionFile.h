//===- RegionFile.h - Regions of executions on disk ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of trace regions, sampled from one program: what data sets of the
// Concorde paper are made from. Stretches of code are stored once for all
// regions; a region is the order in which they were executed and the addresses
// of the accesses, as differences from what predictors expect, and behind which
// state, if that is known. Any region can be read without the others, by
// several threads at once.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REGIONS_REGIONFILE_H
#define RAFTER_REGIONS_REGIONFILE_H

#include "rafter/Stream/CrackedInstruction.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <optional>

namespace rafter {

/// Where the regions come from.
struct RegionFileInfo {
  /// The program and its arguments, or the file that was converted.
  std::string Origin;
  /// "x86_64", "aarch64"; empty if the trace does not tell.
  std::string Architecture;
  /// How the places were chosen, for reports: "40 of 100000 instructions, ...".
  std::string Sampling;

  bool operator==(const RegionFileInfo &) const = default;
};

/// Instructions of a region, warm-up included, that a file may have.
inline constexpr uint64_t MaxRegionInstructions = uint64_t(1) << 25;

/// Checks that an instruction is possible: class and branch kind go together,
/// accesses have a size and do not wrap around, code and data are at addresses
/// that a processor can form. The reason, or nothing.
std::optional<std::string> whyImpossible(const CrackedInstruction &I);

/// Writes a file, region by region. The same regions give the same bytes.
class RegionWriter {
public:
  RegionWriter(const RegionFileInfo &Info, llvm::raw_ostream &OS);
  ~RegionWriter();

  /// Appends a region. Errors: it has no instructions to measure, more than
  /// MaxRegionInstructions, an impossible one, or control characters in its
  /// name; nothing is written then.
  llvm::Error add(const TraceRegion &Region);
  /// Ends the file. A file without an end is one that was cut short.
  void finish();

private:
  struct State;
  std::unique_ptr<State> Current;
};

/// Reads a file of regions.
class RegionReader {
public:
  /// Reads the frame, checks all checksums and reads the code. Errors name the
  /// file and the position: no such file, no file of regions, another version
  /// or byte order, cut short, damaged, no regions.
  static llvm::Expected<std::unique_ptr<RegionReader>>
  open(llvm::StringRef Path);
  static llvm::Expected<std::unique_ptr<RegionReader>>
  read(std::unique_ptr<llvm::MemoryBuffer> Buffer);
  ~RegionReader();

  /// True if Buffer begins like a file of regions.
  static bool isRegionFile(llvm::StringRef Buffer);

  const RegionFileInfo &info() const;
  size_t size() const;
  /// Of region I, without reading it.
  llvm::StringRef name(size_t I) const;
  uint64_t instructions(size_t I) const;
  bool hasState(size_t I) const;
  /// Instructions of the program; 0: as many as any other region.
  uint64_t standsFor(size_t I) const;
  /// Bytes in the file, without the code.
  uint64_t bytes(size_t I) const;
  /// Of all that region I consists of, code included: the same for equal
  /// regions of equal name, whatever file they are in.
  uint64_t identity(size_t I) const;

  /// Reads region I. Errors name the file, the region and its position.
  llvm::Expected<TraceRegion> region(size_t I) const;

private:
  RegionReader();
  struct Contents;
  std::unique_ptr<Contents> Parts;
};

} // namespace rafter

#endif // RAFTER_REGIONS_REGIONFILE_H
