//===- RegionFileFuzzer.cpp - Any bytes as a file of regions --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes are read as they are, and as the contents of chunks that are
// compressed and have right checksums. Reading ends with an error of one line,
// or with regions that hold possible instructions.
//
//===----------------------------------------------------------------------===//

#include "rafter/Regions/RegionFile.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"
#include <cstdlib>

using namespace llvm;
using namespace rafter;

static void checkMessage(Error E) {
  std::string Message = toString(std::move(E));
  if (!StringRef(Message).starts_with("fuzz: ") ||
      StringRef(Message).contains('\n'))
    std::abort();
}

static void read(StringRef Text) {
  auto Reader =
      RegionReader::read(MemoryBuffer::getMemBufferCopy(Text, "fuzz"));
  if (!Reader)
    return checkMessage(Reader.takeError());
  for (size_t I = 0; I != (*Reader)->size() && I < 4; ++I) {
    auto Region = (*Reader)->region(I);
    if (!Region) {
      checkMessage(Region.takeError());
      continue;
    }
    for (const CrackedInstruction &T : Region->Instructions)
      if (whyImpossible(T))
        std::abort();
  }
}

/// Each chunk of the input: kind, two bytes of length, contents.
static std::string frame(ArrayRef<uint8_t> Input) {
  using support::endian::write32le;
  std::string Text("\177RREGN\r\n\1\0\0\0", 12);
  while (Input.size() >= 3) {
    size_t Size = std::min<size_t>(Input[1] | Input[2] << 8, Input.size() - 3);
    SmallVector<uint8_t, 0> Packed;
    compression::zstd::compress(Input.slice(3, Size), Packed, 1);
    SmallVector<uint8_t, 0> Data(12);
    write32le(&Data[0], Input[0] % 5);
    write32le(&Data[4], Size);
    write32le(&Data[8], Packed.size());
    Data.append(Packed.begin(), Packed.end());
    char Checksum[8];
    support::endian::write64le(Checksum, xxh3_64bits(ArrayRef<uint8_t>(Data)));
    Text.append(Checksum, 8);
    Text.append(Data.begin(), Data.end());
    Input = Input.drop_front(3 + Size);
  }
  return Text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  read(StringRef(reinterpret_cast<const char *>(Data), Size));
  read(frame({Data, Size}));
  return 0;
}
