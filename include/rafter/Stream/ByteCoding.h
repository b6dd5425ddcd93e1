//===- ByteCoding.h - Numbers and predictions in traces --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What compact files of executions have in common: numbers in LEB128, and
// predictors that writer and reader keep alike, so that a file says only how
// long they were right, and what came instead when they were not.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_BYTECODING_H
#define RAFTER_STREAM_BYTECODING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LEB128.h"
#include <cstdint>
#include <string>
#include <vector>

namespace rafter::trace {

/// Bytes of the greatest number.
inline constexpr size_t LongestNumber = 10;

inline void appendNumber(std::vector<uint8_t> &Out, uint64_t Value) {
  // Most are small.
  if (Value < 0x80)
    return Out.push_back(Value);
  uint8_t Bytes[LongestNumber];
  Out.insert(Out.end(), Bytes, Bytes + llvm::encodeULEB128(Value, Bytes));
}

/// Differences are small in both directions.
inline uint64_t zigzag(int64_t Value) {
  return uint64_t(Value) << 1 ^ uint64_t(Value >> 63);
}
inline int64_t unzigzag(uint64_t Value) {
  return static_cast<int64_t>(Value >> 1 ^ (0 - (Value & 1)));
}

inline void appendText(std::vector<uint8_t> &Out, llvm::StringRef Text) {
  appendNumber(Out, Text.size());
  Out.insert(Out.end(), Text.bytes_begin(), Text.bytes_end());
}

/// Takes numbers and bytes off a buffer; after a failure everything is 0.
class ByteReader {
public:
  explicit ByteReader(llvm::ArrayRef<uint8_t> Bytes) : Rest(Bytes) {}
  uint64_t number() {
    if (!Rest.empty() && Rest.front() < 0x80)
      return Rest.consume_front();
    const char *Failure = nullptr;
    unsigned Size = 0;
    uint64_t Value = llvm::decodeULEB128(
        Rest.data(), &Size, Rest.take_front(LongestNumber).end(), &Failure);
    if (Failure)
      return fail();
    Rest = Rest.drop_front(Size);
    return Value;
  }
  llvm::ArrayRef<uint8_t> bytes(uint64_t Count) {
    if (Count > Rest.size()) {
      fail();
      return {};
    }
    llvm::ArrayRef<uint8_t> Result = Rest.take_front(Count);
    Rest = Rest.drop_front(Count);
    return Result;
  }
  std::string text() { return std::string(llvm::toStringRef(bytes(number()))); }
  bool empty() const { return Rest.empty(); }
  bool failed() const { return Failed; }

private:
  uint64_t fail() {
    Failed = true;
    Rest = {};
    return 0;
  }

  llvm::ArrayRef<uint8_t> Rest;
  bool Failed = false;
};

/// Guesses the next variant from the last two, and changes its mind only after
/// it was wrong more often than right.
class VariantPredictor {
public:
  /// ~0: no idea.
  uint32_t next() const { return Entries[Context].Variant; }
  void update(uint32_t Actual) {
    Entry &E = Entries[Context];
    if (E.Variant == Actual)
      E.Confidence += E.Confidence < 3;
    else if (E.Confidence > 0)
      --E.Confidence;
    else
      E.Variant = Actual;
    Context = (Last * 0x9e3779b1u ^ Actual * 0x85ebca77u) >> (32 - Bits);
    Last = Actual;
  }

private:
  static constexpr unsigned Bits = 14;
  struct Entry {
    uint32_t Variant = ~0u;
    uint32_t Confidence = 0;
  };
  std::vector<Entry> Entries = std::vector<Entry>(size_t(1) << Bits);
  uint32_t Context = 0, Last = 0;
};

/// Guesses the next address of one access: the last one and a stride, which
/// changes when another one was seen twice.
struct AddressPredictor {
  uint64_t Last = 0;
  int64_t Stride = 0, Other = 0;

  uint64_t next() const { return Last + Stride; }
  void update(uint64_t Actual) {
    int64_t Step = static_cast<int64_t>(Actual - Last);
    Last = Actual;
    if (Step == Stride)
      return;
    if (Step == Other)
      Stride = Step;
    Other = Step;
  }
};

} // namespace rafter::trace

#endif // RAFTER_STREAM_BYTECODING_H
