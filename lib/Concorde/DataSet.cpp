//===- DataSet.cpp - Labelled samples from disk ---------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing of a shard is used before all of it has been checked.
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/DataSet.h"
#include "ByteReader.h"
#include "ShardFormat.h"
#include "rafter/Concorde/FeatureLayout.h"
#include "rafter/Support/Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"
#include <map>

using namespace rafter;
using namespace rafter::concorde;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

llvm::ArrayRef<FeatureCode> DataSet::features(size_t Sample) const {
  return llvm::ArrayRef(Features).slice(Sample * NumFeatures, NumFeatures);
}

static Error readInfo(ByteReader &R, LabelledSample &Info) {
  Info.Program = R.text().str();
  Info.Region = R.text().str();
  for (const DesignParameter &P : designParameters()) {
    uint32_t Value = R.number<uint16_t>();
    if (R.good() && !P.isLegal(Value))
      return llvm::createStringError("an illegal value of " + P.Name);
    P.Set(Info.Design, Value);
  }
  SampleLabels &L = Info.Labels;
  float Values[7] = {};
  R.floats(Values);
  L = {Values[0], Values[1], Values[2], Values[3],
       Values[4], Values[5], Values[6]};
  if (R.good() && !(L.CPI > 0))
    return llvm::createStringError("a CPI that is not positive");
  return Error::success();
}

static Error readFrame(StringRef Raw, uint32_t Count, DataSet &Set) {
  ByteReader R(Raw);
  for (uint32_t S = 0; S != Count; ++S) {
    LabelledSample Info;
    if (Error E = readInfo(R, Info))
      return E;
    Set.Samples.push_back(std::move(Info));
  }
  size_t Codes = size_t(Count) * NumFeatures;
  if (!R.good() || R.left() != 2 * Codes)
    return llvm::createStringError("a frame of another length than its samples "
                                   "need");
  StringRef Low = R.bytes(Codes), High = R.bytes(Codes);
  size_t At = Set.Features.size();
  Set.Features.resize(At + Codes);
  uint16_t Code = 0;
  for (size_t I = 0; I != Codes; ++I) {
    if (I % NumFeatures == 0)
      Code = 0;
    auto Folded = uint16_t(uint8_t(Low[I]) | uint8_t(High[I]) << 8);
    Code += uint16_t(Folded >> 1 ^ (Folded & 1 ? 0xffff : 0));
    Set.Features[At + I] = Code;
  }
  return Error::success();
}

/// Appends a shard; Identity becomes that of its samples.
static llvm::Expected<ShardHeader>
appendShard(StringRef Bytes, StringRef Path, DataSet &Set, uint64_t &Identity) {
  llvm::Expected<ShardScan> Scan =
      scanShard(Bytes, Path, [&](StringRef Raw, uint32_t Count) -> Error {
        if (Error E = readFrame(Raw, Count, Set))
          return llvm::createStringError(Path + ": " +
                                         llvm::toString(std::move(E)));
        return Error::success();
      });
  if (!Scan)
    return Scan.takeError();
  if (!Scan->Ended || Scan->Samples != Scan->Header.NumSamples)
    return llvm::createStringError(
        Path + ": is cut short or damaged behind sample " +
        Twine(Scan->Samples) + " of " + Twine(Scan->Header.NumSamples));
  Identity = Scan->Identity;
  return Scan->Header;
}

llvm::Expected<ShardHeader> rafter::readShard(StringRef Bytes, StringRef Path,
                                              DataSet &Set) {
  uint64_t Identity = 0;
  size_t Samples = Set.Samples.size(), Codes = Set.Features.size();
  llvm::Expected<ShardHeader> Header = appendShard(Bytes, Path, Set, Identity);
  if (!Header) {
    Set.Samples.resize(Samples);
    Set.Features.resize(Codes);
    return Header;
  }
  if (Samples == 0)
    Set.Source = Header->Source;
  std::string Both;
  ByteWriter W(Both);
  W.number(Set.Identity);
  W.number(Header->FirstSample);
  W.number(Identity);
  Set.Identity = llvm::xxh3_64bits(StringRef(Both));
  return Header;
}

/// A region with a design counts once: random designs of two sets, or of a
/// family with few of them, can be the same.
static Error dropRepeated(DataSet &Set) {
  llvm::StringMap<size_t> Seen;
  std::string Key;
  size_t Kept = 0;
  for (size_t I = 0; I != Set.Samples.size(); ++I) {
    LabelledSample &S = Set.Samples[I];
    Key = S.Program + '\0' + S.Region + '\0';
    for (const DesignParameter &P : designParameters()) {
      uint32_t Value = P.Get(S.Design);
      Key.append(reinterpret_cast<const char *>(&Value), sizeof(Value));
    }
    auto [Known, IsNew] = Seen.try_emplace(Key, Kept);
    if (!IsNew) {
      if (Set.Samples[Known->second].Labels == S.Labels)
        continue;
      return llvm::createStringError("two shards contradict each other in the "
                                     "sample of " +
                                     S.Region + " with " +
                                     printDesign(S.Design));
    }
    if (Kept != I) {
      std::copy_n(Set.Features.begin() + I * NumFeatures, NumFeatures,
                  Set.Features.begin() + Kept * NumFeatures);
      Set.Samples[Kept] = std::move(S);
    }
    ++Kept;
  }
  Set.Samples.resize(Kept);
  Set.Features.resize(Kept * NumFeatures);
  return Error::success();
}

llvm::Expected<DataSet> rafter::readDataSet(llvm::ArrayRef<std::string> Paths) {
  if (Paths.empty())
    return llvm::createStringError("no shards of a data set");
  // By source and first sample; the header is at the front.
  std::map<std::pair<std::string, uint64_t>,
           std::unique_ptr<llvm::MemoryBuffer>>
      Shards;
  uint64_t Total = 0;
  bool HasState = false;
  for (const std::string &Path : Paths) {
    auto Buffer = readFile(Path);
    if (!Buffer)
      return Buffer.takeError();
    llvm::Expected<ShardHeader> Header =
        peekShard((*Buffer)->getBuffer(), Path);
    if (!Header)
      return Header.takeError();
    if (Shards.empty())
      HasState = Header->HasState;
    else if (Header->HasState != HasState)
      return llvm::createStringError(Path + ": its regions have " +
                                     (HasState ? "no" : "a") +
                                     " warm state, those of '" + Paths.front() +
                                     "' have " + (HasState ? "one" : "none"));
    auto [It, New] = Shards.try_emplace(
        std::pair(Header->Source, Header->FirstSample), std::move(*Buffer));
    if (!New)
      return llvm::createStringError(Path +
                                     ": begins with the same sample as '" +
                                     It->second->getBufferIdentifier() + "'");
    Total += Header->NumSamples;
  }
  DataSet Set;
  // A header can lie, so that only so much is reserved at once.
  Set.Features.reserve(std::min<uint64_t>(Total, 1000000) * NumFeatures);
  uint64_t End = 0, Sources = 0;
  const std::string *Source = nullptr;
  for (auto &[Begin, Buffer] : Shards) {
    StringRef Path = Buffer->getBufferIdentifier();
    const auto &[Of, First] = Begin;
    if (!Source || *Source != Of) {
      Source = &Of;
      ++Sources;
      End = 0;
    }
    if (First < End)
      return llvm::createStringError(Path + ": overlaps the shard before");
    llvm::Expected<ShardHeader> Header =
        readShard(Buffer->getBuffer(), Path, Set);
    if (!Header)
      return Header.takeError();
    End = First + Header->NumSamples;
    Buffer.reset();
  }
  if (Sources > 1)
    Set.Source = std::to_string(Sources) + " sets, the first: " + Set.Source;
  if (Error E = dropRepeated(Set))
    return E;
  return Set;
}
