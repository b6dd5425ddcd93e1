//===- ForeignTraces.cpp - Writes traces of other tools -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignTraces.h"
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

using namespace rafter;

static std::string deflated(const std::string &Text, int WindowBits) {
  z_stream Stream = {};
  deflateInit2(&Stream, 6, Z_DEFLATED, WindowBits, 8, Z_DEFAULT_STRATEGY);
  std::string Out(deflateBound(&Stream, Text.size()) + 64, '\0');
  Stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(Text.data()));
  Stream.avail_in = Text.size();
  Stream.next_out = reinterpret_cast<Bytef *>(Out.data());
  Stream.avail_out = Out.size();
  deflate(&Stream, Z_FINISH);
  Out.resize(Stream.total_out);
  deflateEnd(&Stream);
  return Out;
}

std::string rafter::gzipped(const std::string &Text) {
  return deflated(Text, 15 + 16);
}

std::string rafter::xzipped(const std::string &Text) {
  std::string Out(lzma_stream_buffer_bound(Text.size()), '\0');
  size_t Size = 0;
  lzma_easy_buffer_encode(1, LZMA_CHECK_CRC32, nullptr,
                          reinterpret_cast<const uint8_t *>(Text.data()),
                          Text.size(), reinterpret_cast<uint8_t *>(Out.data()),
                          &Size, Out.size());
  Out.resize(Size);
  return Out;
}

std::string rafter::zstdCompressed(const std::string &Text) {
  std::string Out(ZSTD_compressBound(Text.size()), '\0');
  Out.resize(
      ZSTD_compress(Out.data(), Out.size(), Text.data(), Text.size(), 1));
  return Out;
}

std::string rafter::zipped(const std::vector<std::string> &Members) {
  Bytes Files, Directory;
  for (size_t I = 0; I != Members.size(); ++I) {
    std::string Name = "chunk." + std::to_string(I);
    bool Deflate = I % 2 == 1;
    std::string Packed = Deflate ? deflated(Members[I], -15) : Members[I];
    uint32_t Checksum =
        crc32(0, reinterpret_cast<const Bytef *>(Members[I].data()),
              Members[I].size());
    Bytes Common;
    Common.u16(20).u16(0).u16(Deflate ? 8 : 0).u32(0).u32(Checksum);
    Common.u32(Packed.size()).u32(Members[I].size()).u16(Name.size()).u16(0);
    Directory.u32(0x02014b50).u16(20).raw(Common.text());
    Directory.u16(0).u16(0).u16(0).u32(0).u32(Files.text().size()).raw(Name);
    Files.u32(0x04034b50).raw(Common.text()).raw(Name).raw(Packed);
  }
  uint32_t Begin = Files.text().size();
  Files.raw(Directory.text());
  Files.u32(0x06054b50).u16(0).u16(0).u16(Members.size()).u16(Members.size());
  Files.u32(Directory.text().size()).u32(Begin).u16(0);
  return Files.text();
}
