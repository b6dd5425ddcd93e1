//===- RecordFuzzer.cpp - Optimization records ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any bytes give remarks, an error, or both; remarks can be printed.
//
//===----------------------------------------------------------------------===//

#include "rafter/OptimizationRecords/ReadRecord.h"
#include "llvm/Support/raw_ostream.h"

using namespace rafter;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  // An object may name a file to read: not one of this machine.
  if (recordFormat(Text.take_front(RecordMagicBytes)) == RecordFormat::Object)
    return 0;
  BuildReport R;
  RecordCounts Counts;
  llvm::Error E = readRecord(
      llvm::MemoryBufferRef(Text, "fuzz"), Counts,
      [&](LoopRecord L) { R.Loops.push_back({std::move(L), 1, "", {}}); });
  llvm::consumeError(std::move(E));
  llvm::raw_null_ostream OS;
  printBuildText(R, OS);
  printBuildJSON(R, OS);
  printBuildHTML(R, OS);
  return 0;
}
