//===- ProcessorFileFuzzer.cpp - Any bytes as a CPU file ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the bytes are, parsing them ends with a CPU or with an error that
// names the file and a line. Start it with uarch/ as the corpus.
//
//===----------------------------------------------------------------------===//

#include "rafter/Uarch/ProcessorFile.h"
#include <cstdlib>

using namespace llvm;
using namespace rafter;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  Expected<ProcessorFile> File =
      parseProcessorFile(MemoryBufferRef(Text, "fuzz.yaml"));
  if (File) {
    // What is legal can be overridden.
    cantFail(applyOverrides(File->CPU, "rob=1,latency.add=inf"));
    return 0;
  }
  std::string Message = toString(File.takeError());
  if (!StringRef(Message).starts_with("fuzz.yaml:") ||
      StringRef(Message).contains('\n'))
    std::abort();
  return 0;
}
