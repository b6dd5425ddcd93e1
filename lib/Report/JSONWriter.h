//===- JSONWriter.h - Numbers and text as JSON ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of JSON reports for values: what is unlimited is null, numbers have
// 12 significant digits, text is valid UTF-8.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REPORT_JSONWRITER_H
#define RAFTER_LIB_REPORT_JSONWRITER_H

#include "rafter/Uarch/Processor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <cmath>
#include <cstdio>

namespace rafter {

/// llvm::json::OStream with our rules for numbers and text.
class JSONWriter {
public:
  explicit JSONWriter(llvm::raw_ostream &OS) : J(OS, 2) {}

  template <typename Body> void object(Body B) { J.object(B); }
  template <typename Body> void object(llvm::StringRef Key, Body B) {
    J.attributeObject(Key, B);
  }
  template <typename Body> void array(llvm::StringRef Key, Body B) {
    J.attributeArray(Key, B);
  }
  void text(llvm::StringRef Key, llvm::StringRef Value) {
    J.attribute(Key, valid(Value));
  }
  void textElement(llvm::StringRef Value) { J.value(valid(Value)); }
  /// Empty text is null.
  void textOrNull(llvm::StringRef Key, llvm::StringRef Value) {
    if (Value.empty())
      J.attribute(Key, nullptr);
    else
      text(Key, Value);
  }
  void count(llvm::StringRef Key, uint64_t Value) { J.attribute(Key, Value); }
  /// A position in an array of the report; ~0 is null.
  void index(llvm::StringRef Key, size_t Value) {
    if (Value == ~size_t(0))
      J.attribute(Key, nullptr);
    else
      J.attribute(Key, static_cast<uint64_t>(Value));
  }
  void flag(llvm::StringRef Key, bool Value) { J.attribute(Key, Value); }
  void number(llvm::StringRef Key, double Value) {
    J.attributeBegin(valid(Key));
    if (std::isfinite(Value)) {
      char Text[40];
      std::snprintf(Text, sizeof(Text), "%.12g", Value == 0 ? 0.0 : Value);
      J.rawValue(llvm::StringRef(Text));
    } else {
      J.value(nullptr);
    }
    J.attributeEnd();
  }
  /// A number that may not be there: negative is null.
  void share(llvm::StringRef Key, double Value) {
    number(Key, Value < 0 ? Unlimited : Value);
  }

private:
  static std::string valid(llvm::StringRef S) {
    return llvm::json::isUTF8(S) ? S.str() : llvm::json::fixUTF8(S);
  }
  llvm::json::OStream J;
};

} // namespace rafter

#endif // RAFTER_LIB_REPORT_JSONWRITER_H
