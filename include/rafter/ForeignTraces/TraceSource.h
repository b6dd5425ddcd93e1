//===- TraceSource.h - Traces of other tools -------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One opener for every format of traces, by content: DynamoRIO drmemtrace
// (versions 4 to 7), ChampSim (both forms of records), the records of the CBP
// 2025 kit, and files of regions; raw, or compressed by gzip, xz or zstd, or in
// the members of a zip archive.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_FOREIGNTRACES_TRACESOURCE_H
#define RAFTER_FOREIGNTRACES_TRACESOURCE_H

#include "rafter/Stream/Source.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace rafter {

/// The cracked instructions of one thread of a trace, which is read as it is
/// played. Errors of a play name the file and the position.
class TraceSource : public Source {
public:
  /// "ChampSim", "DynamoRIO drmemtrace, version 6", "recorded": for reports.
  std::string Format;
  /// "x86_64", "aarch64"; empty if the trace does not tell.
  std::string Architecture;
};

/// Decodes machine code, for traces that hold it.
class MachineCodeDecoder {
public:
  virtual ~MachineCodeDecoder();
  /// A part, and which access of the instruction it makes, in the order in
  /// which loads, then stores, come; -1: none.
  struct Part {
    CrackedInstruction Instruction;
    int Access = -1;
  };
  /// What the instruction in Bytes, which stands at Address, consists of. Bytes
  /// that are no instruction are one operation without registers.
  virtual std::vector<Part> decode(llvm::ArrayRef<uint8_t> Bytes,
                                   uint64_t Address) = 0;
};

struct TraceOpening {
  /// Makes a decoder for "x86_64" or "aarch64". Without it traces with machine
  /// code, other than REGDEPS, are an error.
  std::function<llvm::Expected<std::unique_ptr<MachineCodeDecoder>>(
      llvm::StringRef Architecture)>
      MakeDecoder;
};

/// True if the file Path can be a trace: it is compressed, or begins like one
/// of the formats.
bool looksLikeTrace(llvm::StringRef Path);

/// Opens the trace Path. Errors name the file, and the position where there is
/// one: no such file, none of the formats, cut short, a version that is not
/// read, numbers in the other byte order, no instructions.
llvm::Expected<std::unique_ptr<TraceSource>>
openTrace(llvm::StringRef Path, const TraceOpening &How = {});

} // namespace rafter

#endif // RAFTER_FOREIGNTRACES_TRACESOURCE_H
