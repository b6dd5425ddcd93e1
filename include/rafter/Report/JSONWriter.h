//===- JSONWriter.h - Numbers and text as JSON ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// llvm::json::OStream with our rules: what is not finite is null, numbers have
// 12 significant digits (in files of models as many as give the same number
// again), text is made valid UTF-8.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REPORT_JSONWRITER_H
#define RAFTER_REPORT_JSONWRITER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <limits>
#include <optional>
#include <string>

namespace rafter {

/// Writes Value with the fewest digits that are read as the same number.
void writeExactly(llvm::raw_ostream &OS, double Value);

class JSONWriter {
public:
  /// For people and programs: indented by two, 12 digits. For models: without
  /// blanks, exact.
  enum class Style : uint8_t { Report, Model };

  explicit JSONWriter(llvm::raw_ostream &OS, Style S = Style::Report)
      : OS(OS), J(OS, S == Style::Report ? 2 : 0), IsExact(S == Style::Model) {}

  template <typename Body> void object(Body B) { J.object(B); }
  template <typename Body> void array(Body B) { J.array(B); }
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
  void texts(llvm::StringRef Key, llvm::ArrayRef<std::string> Values) {
    array(Key, [&] {
      for (const std::string &Value : Values)
        textElement(Value);
    });
  }
  /// Empty text is null.
  void textOrNull(llvm::StringRef Key, llvm::StringRef Value) {
    if (Value.empty())
      J.attribute(Key, nullptr);
    else
      text(Key, Value);
  }
  void count(llvm::StringRef Key, uint64_t Value) { J.attribute(Key, Value); }
  void countElement(uint64_t Value) { J.value(Value); }
  void count(llvm::StringRef Key, std::optional<uint64_t> Value) {
    if (Value)
      J.attribute(Key, *Value);
    else
      J.attribute(Key, nullptr);
  }
  /// A position in an array of the report; ~0 is null.
  void index(llvm::StringRef Key, size_t Value) {
    count(Key,
          Value == ~size_t(0) ? std::nullopt : std::optional<uint64_t>(Value));
  }
  void flag(llvm::StringRef Key, bool Value) { J.attribute(Key, Value); }
  void number(llvm::StringRef Key, double Value);
  void number(llvm::StringRef Key, std::optional<double> Value) {
    number(Key, Value.value_or(std::numeric_limits<double>::infinity()));
  }
  void numberElement(double Value);
  /// A number that may not be there: negative is null.
  void share(llvm::StringRef Key, double Value) {
    number(Key, Value < 0 ? std::optional<double>() : Value);
  }
  /// What follows is on a line of its own, which keeps large files readable.
  void newLine();

private:
  static std::string valid(llvm::StringRef S) {
    return llvm::json::isUTF8(S) ? S.str() : llvm::json::fixUTF8(S);
  }
  llvm::raw_ostream &OS;
  llvm::json::OStream J;
  bool IsExact;
};

/// Prints one object in the style of reports, and a line end; Body writes its
/// members.
void printJSONObject(llvm::raw_ostream &OS,
                     llvm::function_ref<void(JSONWriter &)> Body);

} // namespace rafter

#endif // RAFTER_REPORT_JSONWRITER_H
