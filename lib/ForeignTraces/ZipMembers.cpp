//===- ZipMembers.cpp - What a zip archive holds --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PKWARE, .ZIP File Format Specification 6.3: end of central directory (4.3.16,
// 4.3.14 and 4.3.15 for archives above 4 GiB), its entries (4.3.12, the extra
// field 1 of 4.5.3), local headers (4.3.7).
//
//===----------------------------------------------------------------------===//

#include "ZipMembers.h"
#include "llvm/Support/Endian.h"
#include <optional>

using namespace rafter;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::support::endian::read16le;
using llvm::support::endian::read32le;
using llvm::support::endian::read64le;

namespace {

constexpr uint32_t EndSignature = 0x06054b50, EntrySignature = 0x02014b50,
                   LocalSignature = 0x04034b50, Locator64 = 0x07064b50,
                   End64 = 0x06064b50;
constexpr size_t EndBytes = 22, EntryBytes = 46, LocalBytes = 30,
                 LocatorBytes = 20, End64Bytes = 56;

llvm::Error bad(const char *Why) {
  return llvm::createStringError("the zip archive is %s", Why);
}

/// A stretch of the file, if it is inside.
std::optional<ArrayRef<uint8_t>> slice(ArrayRef<uint8_t> File, uint64_t At,
                                       uint64_t Count) {
  if (At > File.size() || Count > File.size() - At)
    return std::nullopt;
  return File.slice(At, Count);
}

/// Where the end of the directory is: within a comment of at most 64 KiB from
/// the end of the file.
std::optional<size_t> findEnd(ArrayRef<uint8_t> File) {
  for (size_t Back = EndBytes; Back <= File.size() && Back <= EndBytes + 65535;
       ++Back)
    if (read32le(&File[File.size() - Back]) == EndSignature)
      return File.size() - Back;
  return std::nullopt;
}

struct Directory {
  uint64_t At = 0, Count = 0;
};

std::optional<Directory> findDirectory(ArrayRef<uint8_t> File, size_t End) {
  Directory D = {read32le(&File[End + 16]), read16le(&File[End + 10])};
  if ((D.At != 0xffffffff && D.Count != 0xffff) || End < LocatorBytes ||
      read32le(&File[End - LocatorBytes]) != Locator64)
    return D;
  auto Large = slice(File, read64le(&File[End - LocatorBytes + 8]), End64Bytes);
  if (!Large || read32le(Large->data()) != End64)
    return std::nullopt;
  return Directory{read64le(&(*Large)[48]), read64le(&(*Large)[32])};
}

/// An entry of the directory: sizes and place, those of large files included.
struct Entry {
  uint64_t Packed, Size, At;
  unsigned Method, Flags;
  std::string Name;
  uint64_t Bytes;
};

std::optional<Entry> readEntry(ArrayRef<uint8_t> File, uint64_t At) {
  auto Head = slice(File, At, EntryBytes);
  if (!Head || read32le(Head->data()) != EntrySignature)
    return std::nullopt;
  const uint8_t *P = Head->data();
  unsigned NameBytes = read16le(P + 28), ExtraBytes = read16le(P + 30);
  Entry E = {read32le(P + 20),
             read32le(P + 24),
             read32le(P + 42),
             read16le(P + 10),
             read16le(P + 8),
             "",
             EntryBytes + uint64_t(NameBytes) + ExtraBytes + read16le(P + 32)};
  auto Rest = slice(File, At + EntryBytes, NameBytes + ExtraBytes);
  if (!Rest)
    return std::nullopt;
  E.Name.assign(Rest->begin(), Rest->begin() + NameBytes);
  ArrayRef<uint8_t> Extra = Rest->drop_front(NameBytes);
  while (Extra.size() >= 4) {
    unsigned Kind = read16le(Extra.data()), Bytes = read16le(&Extra[2]);
    Extra = Extra.drop_front(4);
    if (Bytes > Extra.size())
      return std::nullopt;
    ArrayRef<uint8_t> Field = Extra.take_front(Bytes);
    for (uint64_t *Value : {&E.Size, &E.Packed, &E.At})
      if (Kind == 1 && *Value == 0xffffffff && Field.size() >= 8) {
        *Value = read64le(Field.data());
        Field = Field.drop_front(8);
      }
    Extra = Extra.drop_front(Bytes);
  }
  return E;
}

/// The member's bytes, behind its local header.
std::optional<ArrayRef<uint8_t>> contents(ArrayRef<uint8_t> File,
                                          const Entry &E) {
  auto Local = slice(File, E.At, LocalBytes);
  if (!Local || read32le(Local->data()) != LocalSignature)
    return std::nullopt;
  uint64_t Skipped =
      LocalBytes + uint64_t(read16le(&(*Local)[26])) + read16le(&(*Local)[28]);
  return slice(File, E.At + Skipped, E.Packed);
}

} // namespace

Expected<std::vector<ZipMember>>
rafter::readZipMembers(ArrayRef<uint8_t> File) {
  std::optional<size_t> End = findEnd(File);
  if (!End)
    return bad("cut short");
  std::optional<Directory> D = findDirectory(File, *End);
  if (!D)
    return bad("damaged");
  std::vector<ZipMember> Members;
  uint64_t At = D->At;
  for (uint64_t I = 0; I != D->Count; ++I) {
    std::optional<Entry> E = readEntry(File, At);
    if (!E)
      return bad("damaged");
    At += E->Bytes;
    auto Bytes = contents(File, *E);
    if (!Bytes)
      return bad("damaged");
    if ((E->Flags & 1) != 0)
      return bad("encrypted");
    if (E->Method != 0 && E->Method != 8)
      return bad("compressed by a method other than deflate");
    if (!E->Name.empty() && E->Name.back() == '/')
      continue;
    Members.push_back({std::move(E->Name), *Bytes, E->Method == 8});
  }
  return Members;
}
