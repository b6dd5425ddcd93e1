//===- MixesFuzzer.cpp - Measured mixes -----------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the bytes are, they are read or refused with a line that names the
// file; what was read can be written, and is read as the same value again.
//
//===----------------------------------------------------------------------===//

#include "rafter/Inference/MeasuredMixes.h"
#include <cstdlib>

using namespace llvm;
using namespace rafter;

static std::string written(const MeasuredMixes &Mixes) {
  std::string Text;
  raw_string_ostream OS(Text);
  writeMeasuredMixes(OS, Mixes);
  return Text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  Expected<MeasuredMixes> Mixes = parseMeasuredMixes({Text, "fuzz.json"});
  if (!Mixes) {
    if (!StringRef(toString(Mixes.takeError())).starts_with("fuzz.json:"))
      std::abort();
    return 0;
  }
  for (const MeasuredMix &Mix : Mixes->Mixes) {
    if (Mix.Forms.empty() || !(Mix.Cycles > 0))
      std::abort();
    for (uint32_t Form : Mix.Forms)
      if (Form >= Mixes->Forms.size())
        std::abort();
  }
  std::string Once = written(*Mixes);
  Expected<MeasuredMixes> Again = parseMeasuredMixes({Once, "again.json"});
  if (!Again || written(*Again) != Once)
    std::abort();
  return 0;
}
