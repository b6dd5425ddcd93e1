//===- ByteSources.cpp - Decompression ------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteStream.h"
#include "ZipMembers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

using namespace rafter;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::MutableArrayRef;

namespace {

llvm::Error cutShort() {
  return llvm::createStringError("the compressed file is cut short");
}

llvm::Error damaged(const char *What) {
  return llvm::createStringError("the %s data are damaged", What);
}

/// A name out of a file: messages are one line of printable text.
std::string printable(llvm::StringRef Name) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  llvm::printEscapedString(Name, OS);
  return Text;
}

class PlainSource : public ByteSource {
public:
  explicit PlainSource(ArrayRef<uint8_t> Bytes) : Rest(Bytes) {}
  Expected<size_t> read(MutableArrayRef<uint8_t> Into) override {
    size_t Count = std::min(Rest.size(), Into.size());
    std::copy_n(Rest.begin(), Count, Into.begin());
    Rest = Rest.drop_front(Count);
    return Count;
  }

private:
  ArrayRef<uint8_t> Rest;
};

/// gzip files, one or more after each other, or the bare deflate streams of zip
/// archives.
class DeflateSource : public ByteSource {
public:
  DeflateSource(ArrayRef<uint8_t> Bytes, bool IsGzip)
      : Rest(Bytes), IsGzip(IsGzip) {
    start();
  }
  ~DeflateSource() override { ::inflateEnd(&Stream); }

  Expected<size_t> read(MutableArrayRef<uint8_t> Into) override {
    if (Ended)
      return 0;
    Stream.next_out = Into.data();
    Stream.avail_out = Into.size();
    while (Stream.avail_out == Into.size() && !Ended) {
      Stream.next_in = const_cast<uint8_t *>(Rest.data());
      Stream.avail_in = std::min<size_t>(Rest.size(), 1 << 30);
      int Status = ::inflate(&Stream, Z_NO_FLUSH);
      Rest = Rest.drop_front(Stream.next_in - Rest.data());
      if (Status == Z_STREAM_END)
        finishMember();
      else if (Status == Z_BUF_ERROR && Rest.empty())
        return cutShort();
      else if (Status != Z_OK)
        return damaged(IsGzip ? "gzip" : "deflate");
    }
    return Into.size() - Stream.avail_out;
  }

private:
  void start() { ::inflateInit2(&Stream, IsGzip ? 15 + 16 : -15); }
  void finishMember() {
    Ended = !IsGzip || Rest.empty();
    if (!Ended)
      ::inflateReset(&Stream);
  }

  z_stream Stream = {};
  ArrayRef<uint8_t> Rest;
  bool IsGzip, Ended = false;
};

class XzSource : public ByteSource {
public:
  explicit XzSource(ArrayRef<uint8_t> Bytes) : Rest(Bytes) {
    // The decoder of xz's highest level needs 65 MiB.
    Ready = ::lzma_stream_decoder(&Stream, uint64_t(1) << 30,
                                  LZMA_CONCATENATED) == LZMA_OK;
  }
  ~XzSource() override { ::lzma_end(&Stream); }

  Expected<size_t> read(MutableArrayRef<uint8_t> Into) override {
    if (Ended)
      return 0;
    if (!Ready)
      return llvm::createStringError("no memory for the decoder of xz");
    Stream.next_in = Rest.data();
    Stream.avail_in = Rest.size();
    Stream.next_out = Into.data();
    Stream.avail_out = Into.size();
    lzma_ret Status = ::lzma_code(&Stream, LZMA_FINISH);
    Rest = Rest.take_back(Stream.avail_in);
    Ended = Status == LZMA_STREAM_END;
    size_t Count = Into.size() - Stream.avail_out;
    if (Status == LZMA_OK || Ended || (Status == LZMA_BUF_ERROR && Count != 0))
      return Count;
    return Status == LZMA_BUF_ERROR ? cutShort() : damaged("xz");
  }

private:
  lzma_stream Stream = LZMA_STREAM_INIT;
  ArrayRef<uint8_t> Rest;
  bool Ready = false, Ended = false;
};

class ZstdSource : public ByteSource {
public:
  explicit ZstdSource(ArrayRef<uint8_t> Bytes)
      : Stream(::ZSTD_createDStream()), Rest(Bytes) {}
  ~ZstdSource() override { ::ZSTD_freeDStream(Stream); }

  Expected<size_t> read(MutableArrayRef<uint8_t> Into) override {
    ZSTD_outBuffer Out = {Into.data(), Into.size(), 0};
    while (Out.pos == 0) {
      if (Rest.empty() && Wanted == 0)
        return 0;
      ZSTD_inBuffer In = {Rest.data(), Rest.size(), 0};
      Wanted = ::ZSTD_decompressStream(Stream, &Out, &In);
      if (::ZSTD_isError(Wanted))
        return damaged("zstd");
      if (In.pos == 0 && Out.pos == 0)
        return cutShort();
      Rest = Rest.drop_front(In.pos);
    }
    return Out.pos;
  }

private:
  ZSTD_DStream *Stream;
  ArrayRef<uint8_t> Rest;
  /// 0 between frames.
  size_t Wanted = 0;
};

/// The members of an archive after each other.
class ZipSource : public ByteSource {
public:
  explicit ZipSource(std::vector<ZipMember> Members)
      : Members(std::move(Members)) {}

  Expected<size_t> read(MutableArrayRef<uint8_t> Into) override {
    while (Current || Next != Members.size()) {
      if (!Current) {
        const ZipMember &M = Members[Next++];
        if (M.Deflated)
          Current = std::make_unique<DeflateSource>(M.Bytes, false);
        else
          Current = std::make_unique<PlainSource>(M.Bytes);
      }
      Expected<size_t> Count = Current->read(Into);
      if (!Count)
        return llvm::createStringError(
            "member '" + printable(Members[Next - 1].Name) +
            "': " + llvm::toString(Count.takeError()));
      if (*Count != 0)
        return Count;
      Current.reset();
    }
    return 0;
  }

private:
  std::vector<ZipMember> Members;
  size_t Next = 0;
  std::unique_ptr<ByteSource> Current;
};

bool startsWith(ArrayRef<uint8_t> File, std::initializer_list<uint8_t> Magic) {
  return File.size() >= Magic.size() &&
         std::equal(Magic.begin(), Magic.end(), File.begin());
}

enum class Packing { Plain, Gzip, Xz, Zstd, Zip };

Packing packingOf(ArrayRef<uint8_t> File) {
  if (startsWith(File, {0x1f, 0x8b}))
    return Packing::Gzip;
  if (startsWith(File, {0xfd, '7', 'z', 'X', 'Z', 0}))
    return Packing::Xz;
  if (startsWith(File, {0x28, 0xb5, 0x2f, 0xfd}))
    return Packing::Zstd;
  // The second is an archive of nothing.
  if (startsWith(File, {'P', 'K', 3, 4}) || startsWith(File, {'P', 'K', 5, 6}))
    return Packing::Zip;
  return Packing::Plain;
}

} // namespace

bool rafter::isCompressed(ArrayRef<uint8_t> File) {
  return packingOf(File) != Packing::Plain;
}

Expected<std::unique_ptr<ByteSource>>
rafter::makeByteSource(ArrayRef<uint8_t> File) {
  switch (packingOf(File)) {
  case Packing::Plain:
    return std::make_unique<PlainSource>(File);
  case Packing::Gzip:
    return std::make_unique<DeflateSource>(File, true);
  case Packing::Xz:
    return std::make_unique<XzSource>(File);
  case Packing::Zstd:
    return std::make_unique<ZstdSource>(File);
  case Packing::Zip:
    break;
  }
  Expected<std::vector<ZipMember>> Members = readZipMembers(File);
  if (!Members)
    return Members.takeError();
  return std::make_unique<ZipSource>(std::move(*Members));
}
