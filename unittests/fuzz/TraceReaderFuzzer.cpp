//===- TraceReaderFuzzer.cpp - Any bytes as a trace -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes are read as they are, and as the contents of chunks that are
// compressed and have right checksums. Reading ends with an error of one line,
// or with a trace whose threads can be played.
//
//===----------------------------------------------------------------------===//

#include "TraceReaderImpl.h"
#include "rafter/TraceFiles/TraceFormat.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"
#include <cstdlib>

using namespace llvm;
using namespace rafter;

namespace {

/// Checks that what is played refers to what is defined.
class Checker : public ExecutionSink {
public:
  explicit Checker(const TraceReader::Impl &I) : I(I) {}
  void define(const CodeBlock &) override {}
  void define(const BlockVariant &) override {}
  void enter(uint32_t) override {}
  void leave(uint32_t) override {}
  void execute(uint32_t, uint32_t Variant, ArrayRef<uint64_t> Words) override {
    if (Variant >= I.Variants.size() ||
        Words.size() != I.Variants[Variant].Accesses.size() ||
        I.Variants[Variant].Block >= I.Blocks.size())
      std::abort();
  }

private:
  const TraceReader::Impl &I;
};

} // namespace

static void read(StringRef Text) {
  auto Trace = TraceReader::read(MemoryBuffer::getMemBufferCopy(Text, "fuzz"));
  if (!Trace) {
    std::string Message = toString(Trace.takeError());
    if (!StringRef(Message).starts_with("fuzz: ") ||
        StringRef(Message).contains('\n'))
      std::abort();
    return;
  }
  Checker Check((*Trace)->impl());
  for (size_t Thread = 0; Thread != (*Trace)->threads().size() && Thread < 4;
       ++Thread)
    (*Trace)->impl().play(Thread, Check);
}

/// Each chunk of the input: kind, thread, two bytes of length, contents.
static std::string frame(ArrayRef<uint8_t> Input) {
  using support::endian::write32le;
  std::string Text = trace::Magic.str();
  Text.append(4, '\0');
  write32le(Text.data() + trace::Magic.size(), trace::Version);
  while (Input.size() >= 4) {
    size_t Size = std::min<size_t>(Input[2] | Input[3] << 8, Input.size() - 4);
    SmallVector<uint8_t, 0> Packed;
    compression::zstd::compress(Input.slice(4, Size), Packed, 1);
    std::vector<uint8_t> Data(16);
    write32le(&Data[0], Input[0] % 5);
    write32le(&Data[4], Input[1]);
    write32le(&Data[8], Size);
    write32le(&Data[12], Packed.size());
    Data.insert(Data.end(), Packed.begin(), Packed.end());
    uint8_t Checksum[8];
    support::endian::write64le(Checksum, xxh3_64bits(ArrayRef<uint8_t>(Data)));
    Text.append(Checksum, Checksum + 8);
    Text.append(Data.begin(), Data.end());
    Input = Input.drop_front(4 + Size);
  }
  return Text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  read(StringRef(reinterpret_cast<const char *>(Data), Size));
  read(frame({Data, Size}));
  return 0;
}
