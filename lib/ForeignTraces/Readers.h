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

/// ChampSim's records; those of its CloudSuite traces have room for more
/// accesses and an address space.
enum class ChampSimForm { Usual, CloudSuite };

/// Whether the first bytes of a trace can be of the format.
bool isDrMemtrace(llvm::ArrayRef<uint8_t> Bytes);
bool isChampSim(llvm::ArrayRef<uint8_t> Bytes, ChampSimForm Form);
bool isBranchContest(llvm::ArrayRef<uint8_t> Bytes);

/// Take the stream at its beginning.
llvm::Expected<std::unique_ptr<TraceSource>>
openDrMemtrace(std::unique_ptr<ByteStream> Bytes, const TraceOpening &How);
std::unique_ptr<TraceSource> openChampSim(std::unique_ptr<ByteStream> Bytes,
                                          ChampSimForm Form);
std::unique_ptr<TraceSource>
openBranchContest(std::unique_ptr<ByteStream> Bytes);

/// What openTrace does once the file is open.
llvm::Expected<std::unique_ptr<TraceSource>>
openTraceStream(std::unique_ptr<ByteStream> Bytes, const TraceOpening &How);

} // namespace rafter

#endif // RAFTER_LIB_FOREIGNTRACES_READERS_H
