//===- YamlTreeFuzzer.cpp - Any bytes as YAML -----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the bytes are, reading them ends with a tree as YamlTree.h describes
// it, or with an error that names the file and a line. Start it with uarch/ as
// the corpus.
//
//===----------------------------------------------------------------------===//

#include "rafter/Uarch/YamlTree.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

using namespace llvm;
using namespace rafter;

static bool isSound(const YamlValue &Value, unsigned Depth) {
  size_t Keys = Value.isMapping() ? Value.Items.size() : 0;
  for (const std::string &Key : Value.Keys)
    if (Value.get(Key) != &Value.Items[&Key - Value.Keys.data()])
      return false;
  return Value.Line != 0 && Depth <= 5 && Value.Keys.size() == Keys &&
         (Value.isMapping() || Value.isSequence() || Value.Items.empty()) &&
         (Value.isScalar() || Value.Text.empty()) &&
         all_of(Value.Items,
                [&](const YamlValue &V) { return isSound(V, Depth + 1); });
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  Expected<YamlValue> Tree = parseYamlTree(MemoryBufferRef(Text, "fuzz.yaml"));
  std::string Message = Tree ? "" : toString(Tree.takeError());
  if (Message.empty() ? !isSound(*Tree, 1)
                      : !StringRef(Message).starts_with("fuzz.yaml:") ||
                            StringRef(Message).contains('\n'))
    std::abort();
  return 0;
}
