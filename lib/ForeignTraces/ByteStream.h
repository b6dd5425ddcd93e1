//===- ByteStream.h - Bytes of plain and compressed files ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of any size as a sequence of bytes, whatever compressed it: gzip, xz,
// zstd, or the members of a zip archive after each other, by its first bytes.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_FOREIGNTRACES_BYTESTREAM_H
#define RAFTER_LIB_FOREIGNTRACES_BYTESTREAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>
#include <vector>

namespace rafter {

/// Gives bytes, decompressed.
class ByteSource {
public:
  virtual ~ByteSource();
  /// Fills Into with as many bytes as there are, at most all of it; 0 at the
  /// end. The reason if that fails.
  virtual llvm::Expected<size_t> read(llvm::MutableArrayRef<uint8_t> Into) = 0;
};

class ByteStream {
public:
  /// The file's name is the buffer's identifier.
  static llvm::Expected<std::unique_ptr<ByteStream>>
  read(std::unique_ptr<llvm::MemoryBuffer> Buffer);

  /// The next bytes without taking them: fewer than Count at the end only.
  llvm::Expected<llvm::ArrayRef<uint8_t>> peek(size_t Count);
  /// Takes exactly Count bytes. None at the end of the file; an error if it
  /// ends in the middle of them. Valid until the next call.
  llvm::Expected<llvm::ArrayRef<uint8_t>> take(size_t Count);
  /// Of the next byte, decompressed.
  uint64_t position() const { return Position; }
  /// "FILE: byte N: WHY", for the byte At.
  llvm::Error fail(uint64_t At, const llvm::Twine &Why) const;
  const std::string &name() const { return Name; }

private:
  ByteStream() = default;
  /// Makes at least Count bytes available, if there are so many.
  llvm::Error fill(size_t Count);

  std::string Name;
  std::unique_ptr<llvm::MemoryBuffer> File;
  std::unique_ptr<ByteSource> Source;
  std::vector<uint8_t> Buffer;
  size_t Begin = 0, End = 0;
  uint64_t Position = 0;
};

/// True if File begins like one that makeByteSource decompresses.
bool isCompressed(llvm::ArrayRef<uint8_t> File);

/// The source for what is in File, which must outlive it.
llvm::Expected<std::unique_ptr<ByteSource>>
makeByteSource(llvm::ArrayRef<uint8_t> File);

} // namespace rafter

#endif // RAFTER_LIB_FOREIGNTRACES_BYTESTREAM_H
