//===- YamlTreeFuzzer.cpp - Any bytes, the same tree ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the reader of plain texts takes, the general one takes as well, as the
// same tree. Start it with uarch/ as the corpus.
//
//===----------------------------------------------------------------------===//

#include "YamlReaders.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

using namespace llvm;
using namespace rafter;

static bool areSame(const YamlValue &A, const YamlValue &B) {
  return A.Shape == B.Shape && A.Line == B.Line && A.Text == B.Text &&
         A.Keys == B.Keys && llvm::equal(A.Items, B.Items, areSame);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  std::optional<YamlValue> Plain = readPlainYaml(Text);
  if (!Plain)
    return 0;
  Expected<YamlValue> General =
      readGeneralYaml(MemoryBufferRef(Text, "fuzz.yaml"));
  if (!General || !areSame(*Plain, *General))
    std::abort();
  return 0;
}
