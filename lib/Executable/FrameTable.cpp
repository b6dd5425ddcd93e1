//===- FrameTable.cpp - Where functions begin, without symbols ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrameTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/DataExtractor.h"

using namespace llvm;

/// Linux Standard Base Core Specification 5.0, 10.6.2: a version, the encodings
/// of a pointer, of a count and of the table, then these three.
std::vector<uint64_t> rafter::readFrameTable(StringRef Contents,
                                             uint64_t Address,
                                             bool IsLittleEndian) {
  DataExtractor Data(Contents, IsLittleEndian, /*AddressSize=*/8);
  DataExtractor::Cursor At(0);
  uint8_t Version = Data.getU8(At), Pointer = Data.getU8(At),
          Count = Data.getU8(At), Table = Data.getU8(At);
  Data.getU32(At);
  uint64_t Left = Data.getU32(At);
  std::vector<uint64_t> Begins;
  if (Version == 1 && (Pointer & 0xf) == dwarf::DW_EH_PE_sdata4 &&
      Count == dwarf::DW_EH_PE_udata4 &&
      Table == (dwarf::DW_EH_PE_datarel | dwarf::DW_EH_PE_sdata4))
    for (; At && Left != 0; --Left) {
      int32_t Offset = static_cast<int32_t>(Data.getU32(At));
      Data.getU32(At);
      Begins.push_back(Address + int64_t(Offset));
    }
  if (Error E = At.takeError()) {
    consumeError(std::move(E));
    Begins.clear();
  }
  llvm::sort(Begins);
  return Begins;
}
