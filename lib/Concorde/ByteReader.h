//===- ByteReader.h - Little-endian numbers of files -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writing to a string, and reading with a check of every length: a reader that
// has run out gives zeros and says so at the end.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_BYTEREADER_H
#define RAFTER_LIB_CONCORDE_BYTEREADER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Endian.h"
#include <bit>
#include <string>

namespace rafter::concorde {

class ByteWriter {
public:
  explicit ByteWriter(std::string &To) : To(To) {}

  template <typename Number> void number(Number X) {
    char Bytes[sizeof(Number)];
    llvm::support::endian::write<Number>(Bytes, X, llvm::endianness::little);
    To.append(Bytes, sizeof(Number));
  }
  void real(double X) { number(std::bit_cast<uint64_t>(X)); }
  void floats(llvm::ArrayRef<float> Values) {
    for (float X : Values)
      number(std::bit_cast<uint32_t>(X));
  }
  void text(llvm::StringRef Text) {
    number(uint32_t(Text.size()));
    To += Text;
  }

private:
  std::string &To;
};

class ByteReader {
public:
  explicit ByteReader(llvm::StringRef Bytes) : Left(Bytes) {}

  /// Whether all that was read was there.
  bool good() const { return Good; }
  size_t left() const { return Left.size(); }

  llvm::StringRef bytes(size_t Count) {
    if (Count > Left.size()) {
      Good = false;
      Left = {};
      return {};
    }
    llvm::StringRef Part = Left.take_front(Count);
    Left = Left.drop_front(Count);
    return Part;
  }
  template <typename Number> Number number() {
    llvm::StringRef Part = bytes(sizeof(Number));
    return Part.empty() ? Number(0)
                        : llvm::support::endian::read<Number>(
                              Part.data(), llvm::endianness::little);
  }
  double real() { return std::bit_cast<double>(number<uint64_t>()); }
  void floats(llvm::MutableArrayRef<float> Values) {
    if (Values.size() > Left.size() / sizeof(float)) {
      Good = false;
      return;
    }
    for (float &X : Values)
      X = std::bit_cast<float>(number<uint32_t>());
  }
  llvm::StringRef text() { return bytes(number<uint32_t>()); }

private:
  llvm::StringRef Left;
  bool Good = true;
};

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_BYTEREADER_H
