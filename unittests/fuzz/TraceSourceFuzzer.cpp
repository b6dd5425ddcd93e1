//===- TraceSourceFuzzer.cpp - Any bytes as a trace of another tool -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain, compressed and archived traces of every format but files of regions.
// Reading ends with an error of one line, or with possible instructions.
//
//===----------------------------------------------------------------------===//

#include "Readers.h"
#include "rafter/Regions/RegionFile.h"
#include "llvm/ADT/StringRef.h"
#include <cstdlib>

using namespace llvm;
using namespace rafter;

static int checkMessage(Error E) {
  std::string Message = toString(std::move(E));
  if (!StringRef(Message).starts_with("fuzz: ") ||
      StringRef(Message).contains('\n'))
    std::abort();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  auto Bytes = ByteStream::read(MemoryBuffer::getMemBufferCopy(Text, "fuzz"));
  if (!Bytes)
    return checkMessage(Bytes.takeError());
  auto Trace = openAnyFormat(std::move(*Bytes), TraceOpening());
  if (!Trace)
    return checkMessage(Trace.takeError());
  std::vector<CrackedInstruction> Executed;
  for (unsigned Count = 0; Count != 100000; ++Count) {
    Executed.clear();
    auto More = (*Trace)->next(Executed);
    if (!More)
      return checkMessage(More.takeError());
    if (!*More)
      return 0;
    for (const CrackedInstruction &I : Executed)
      if (whyImpossible(I))
        std::abort();
  }
  return 0;
}
