//===- Readers.h - The formats of traces -----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_FOREIGNTRACES_READERS_H
#define RAFTER_LIB_FOREIGNTRACES_READERS_H

#include "ByteStream.h"
#include "rafter/ForeignTraces/TraceSource.h"

namespace rafter {

/// Reads a trace once, from its beginning to its end.
class InstructionReader {
public:
  virtual ~InstructionReader() = default;
  /// Appends the next instruction, all of its parts, to Out; false at the end.
  /// An error names the file and the position, and ends the trace.
  virtual llvm::Expected<bool> next(std::vector<CrackedInstruction> &Out) = 0;
  /// As of a TraceSource.
  virtual std::string format() const = 0;
  virtual std::string architecture() const { return ""; }
  /// What stands in for what the format does not tell, for reports; or empty.
  virtual std::string assumption() const { return ""; }
};

/// ChampSim's records; those of its CloudSuite traces have room for more
/// accesses and an address space.
enum class ChampSimForm { Usual, CloudSuite };

/// Whether the first bytes of a trace can be of the format.
bool isDrMemtrace(llvm::ArrayRef<uint8_t> Bytes);
bool isChampSim(llvm::ArrayRef<uint8_t> Bytes, ChampSimForm Form);
bool isBranchContest(llvm::ArrayRef<uint8_t> Bytes);

/// Take the stream at its beginning.
llvm::Expected<std::unique_ptr<InstructionReader>>
openDrMemtrace(std::unique_ptr<ByteStream> Bytes, const TraceOpening &How);
std::unique_ptr<InstructionReader>
openChampSim(std::unique_ptr<ByteStream> Bytes, ChampSimForm Form);
std::unique_ptr<InstructionReader>
openBranchContest(std::unique_ptr<ByteStream> Bytes);

/// Finds out which format it is.
llvm::Expected<std::unique_ptr<InstructionReader>>
openAnyFormat(std::unique_ptr<ByteStream> Bytes, const TraceOpening &How);

} // namespace rafter

#endif // RAFTER_LIB_FOREIGNTRACES_READERS_H
