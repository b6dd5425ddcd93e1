//===- SampleFuzzer.cpp - Any bytes as samples of counters ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the bytes are, reading them ends with samples that can be fitted,
// written and read again, or with an error of one line that names the file and
// a line. Start it with the outputs of perf stat as the corpus.
//
//===----------------------------------------------------------------------===//

#include "rafter/Counters/SampleTable.h"
#include "rafter/Spire/SpireModel.h"
#include <cstdlib>

using namespace llvm;
using namespace rafter;

static std::string write(const SampleTable &Table) {
  std::string Text;
  raw_string_ostream OS(Text);
  writeSamples(Table, OS);
  return Text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  SampleReadOptions Options;
  // The first byte decides whether bad lines are an error.
  Options.SkipBadLines = Size && Data[0] % 2;
  SampleTable Table;
  if (Error E = readSamples({Text, "fuzz"}, Options, Table)) {
    std::string Message = toString(std::move(E));
    if (!StringRef(Message).starts_with("fuzz:") ||
        StringRef(Message).contains('\n'))
      std::abort();
    return 0;
  }
  if (Table.Samples.empty())
    return 0;
  cantFail(fitModel(Table).takeError());
  std::string Written = write(Table);
  SampleTable Again;
  cantFail(readSamples({Written, "again"}, {}, Again));
  if (Again.Samples.size() != Table.Samples.size())
    std::abort();
  return 0;
}
