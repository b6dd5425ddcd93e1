//===- JSONWriter.cpp - Numbers and text as JSON ----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/JSONWriter.h"
#include <charconv>
#include <cmath>
#include <cstdio>

using namespace rafter;
using llvm::StringRef;

void rafter::writeExactly(llvm::raw_ostream &OS, double Value) {
  char Text[32];
  char *End = std::to_chars(Text, Text + sizeof(Text), Value).ptr;
  OS << StringRef(Text, End - Text);
}

void JSONWriter::number(StringRef Key, double Value) {
  J.attributeBegin(valid(Key));
  numberElement(Value);
  J.attributeEnd();
}

void JSONWriter::numberElement(double Value) {
  if (!std::isfinite(Value))
    return J.value(nullptr);
  J.rawValue([&](llvm::raw_ostream &OS) {
    if (IsExact)
      return writeExactly(OS, Value);
    char Text[40];
    std::snprintf(Text, sizeof(Text), "%.12g", Value == 0 ? 0.0 : Value);
    OS << Text;
  });
}

void JSONWriter::newLine() {
  J.flush();
  OS << '\n';
}

void rafter::printJSONObject(llvm::raw_ostream &OS,
                             llvm::function_ref<void(JSONWriter &)> Body) {
  JSONWriter W(OS);
  W.object([&] { Body(W); });
  W.newLine();
}
