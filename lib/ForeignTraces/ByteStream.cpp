//===- ByteStream.cpp - Bytes of plain and compressed files ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteStream.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

/// Bytes that are decompressed at a time.
static constexpr size_t BufferBytes = 1 << 18;

ByteSource::~ByteSource() = default;

Expected<std::unique_ptr<ByteStream>>
ByteStream::read(std::unique_ptr<llvm::MemoryBuffer> Buffer) {
  std::unique_ptr<ByteStream> Stream(new ByteStream());
  Stream->Name = Buffer->getBufferIdentifier().str();
  Stream->File = std::move(Buffer);
  auto Source =
      makeByteSource(llvm::arrayRefFromStringRef(Stream->File->getBuffer()));
  if (!Source)
    return Stream->fail(0, llvm::toString(Source.takeError()));
  Stream->Source = std::move(*Source);
  Stream->Buffer.resize(BufferBytes);
  return Stream;
}

Error ByteStream::fail(uint64_t At, const llvm::Twine &Why) const {
  return llvm::createStringError(llvm::Twine(Name) + ": byte " +
                                 llvm::Twine(At) + ": " + Why);
}

Error ByteStream::fill(size_t Count) {
  if (End - Begin >= Count)
    return Error::success();
  std::copy(Buffer.begin() + Begin, Buffer.begin() + End, Buffer.begin());
  End -= Begin;
  Begin = 0;
  if (Buffer.size() < Count)
    Buffer.resize(Count);
  while (End < Count) {
    auto Read = Source->read(llvm::MutableArrayRef(Buffer).drop_front(End));
    if (!Read)
      return fail(Position + End, llvm::toString(Read.takeError()));
    if (*Read == 0)
      break;
    End += *Read;
  }
  return Error::success();
}

Expected<ArrayRef<uint8_t>> ByteStream::peek(size_t Count) {
  if (Error E = fill(Count))
    return E;
  return ArrayRef(Buffer).slice(Begin, std::min(Count, End - Begin));
}

Expected<ArrayRef<uint8_t>> ByteStream::take(size_t Count) {
  if (Error E = fill(Count))
    return E;
  if (End - Begin < Count && End != Begin)
    return fail(Position, "the file is cut short: " + llvm::Twine(End - Begin) +
                              " bytes of " + llvm::Twine(Count));
  Count = std::min(Count, End - Begin);
  ArrayRef<uint8_t> Result = ArrayRef(Buffer).slice(Begin, Count);
  Begin += Count;
  Position += Count;
  return Result;
}
