//===- ShardFuzzer.cpp - Any bytes as a shard of a data set ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes are read as they are, and as what describes the samples of a frame
// whose length and checksums are right. Reading ends with an error of one line
// that names the file and changes nothing, or with samples that are written as
// they were read.
//
//===----------------------------------------------------------------------===//

#include "ShardFormat.h"
#include "llvm/ADT/StringRef.h"
#include <cstdlib>

using namespace llvm;
using namespace rafter;
using namespace rafter::concorde;

static void require(bool Holds) {
  if (!Holds)
    std::abort();
}

/// What came in before.
static DataSet someSet() {
  DataSet Set;
  Set.Samples.resize(1);
  Set.Features.resize(NumFeatures);
  return Set;
}

/// Whether Bytes are a shard.
static bool read(StringRef Bytes, DataSet &Set) {
  Expected<ShardHeader> Header = readShard(Bytes, "fuzz", Set);
  if (Header) {
    require(Set.Samples.size() == 1 + Header->NumSamples);
    require(Set.Features.size() == Set.Samples.size() * NumFeatures);
    for (const LabelledSample &S : ArrayRef(Set.Samples).drop_front()) {
      cantFail(checkDesign(S.Design));
      require(S.Labels.CPI > 0);
    }
    return true;
  }
  std::string Message = toString(Header.takeError());
  require(StringRef(Message).starts_with("fuzz: ") &&
          !StringRef(Message).contains('\n'));
  require(Set.Samples.size() == 1 && Set.Features.size() == NumFeatures);
  return false;
}

/// A shard of one frame. The codes of features repeat the input.
static std::string frame(StringRef Input, std::string &Raw) {
  uint32_t Count = 1 + uint8_t(Input[0]) % 4;
  Raw = Input.drop_front().str();
  size_t Codes = 2 * size_t(Count) * NumFeatures;
  for (size_t I = 0; I != Codes; ++I)
    Raw += Input[I % Input.size()];
  return shardHeaderBytes({"fuzz", 0, Count}) + storedFrame(Raw, Count) +
         shardEnd(Count, extendIdentity(0, Raw));
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Input(reinterpret_cast<const char *>(Data), Size);
  DataSet Set = someSet();
  read(Input, Set);
  if (Input.empty())
    return 0;
  std::string Raw;
  std::string Shard = frame(Input, Raw);
  Set = someSet();
  if (read(Shard, Set))
    require(rawFrame(ArrayRef(Set.Samples).drop_front(),
                     ArrayRef(Set.Features).drop_front(NumFeatures)) == Raw);
  return 0;
}
