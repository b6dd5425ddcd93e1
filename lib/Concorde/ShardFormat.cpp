//===- ShardFormat.cpp - Bytes of a shard ---------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is stored may differ between versions of Zstandard; identities are of
// the raw bytes.
//
//===----------------------------------------------------------------------===//

#include "ShardFormat.h"
#include "ByteReader.h"
#include "rafter/Concorde/FeatureLayout.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/xxhash.h"

using namespace rafter;
using namespace rafter::concorde;
using llvm::StringRef;
using llvm::Twine;

static constexpr StringRef Magic = "RAFTERDS";
/// Version 1 says nothing of warm states: there were none; version 2 knows no
/// load times behind queues.
static constexpr uint32_t Version = 3;
/// Of Zstandard: higher ones save little and cost much.
static constexpr int CompressionLevel = 3;
/// No frame is larger: 64 samples with names of a kilobyte.
static constexpr uint32_t GreatestFrame = 1 << 20;

uint64_t rafter::layoutIdentity() {
  std::string Text = "feature codes 1, transforms 1";
  for (const FeatureBlock &B : featureBlocks())
    Text += (";" + B.Name + "," + Twine(B.Offset) + "," + Twine(B.Size) + "," +
             Twine(B.Parameters))
                .str();
  for (const DesignParameter &P : designParameters())
    Text +=
        (";" + P.Name + "," + Twine(P.Least) + "," + Twine(P.Greatest)).str();
  return llvm::xxh3_64bits(StringRef(Text));
}

std::string concorde::shardHeaderBytes(const ShardHeader &Header) {
  std::string Bytes = Magic.str();
  ByteWriter W(Bytes);
  W.number(Version);
  W.number(layoutIdentity());
  W.number(Header.FirstSample);
  W.number(Header.NumSamples);
  W.text(Header.Source);
  W.number(uint32_t(Header.HasState));
  W.number(llvm::xxh3_64bits(StringRef(Bytes)));
  return Bytes;
}

std::string concorde::rawFrame(llvm::ArrayRef<LabelledSample> Samples,
                               llvm::ArrayRef<FeatureCode> Codes) {
  std::string Raw;
  ByteWriter W(Raw);
  for (const LabelledSample &S : Samples) {
    W.text(S.Program);
    W.text(S.Region);
    for (const DesignParameter &P : designParameters())
      W.number(uint16_t(P.Get(S.Design)));
    const SampleLabels &L = S.Labels;
    W.floats({L.CPI, L.ReorderBufferOccupancy, L.RenameQueueOccupancy,
              L.MispredictedBranches, L.ExecutionTimeRatio, L.BoundCPI,
              L.QueuedTimeRatio});
  }
  size_t Low = Raw.size(), High = Low + Codes.size();
  Raw.resize(Low + 2 * Codes.size());
  for (size_t I = 0; I != Codes.size(); ++I) {
    uint16_t Before = I % NumFeatures ? Codes[I - 1] : 0;
    auto Step = uint16_t(Codes[I] - Before);
    auto Folded = uint16_t(Step << 1 ^ (Step & 0x8000 ? 0xffff : 0));
    Raw[Low + I] = char(Folded & 0xff);
    Raw[High + I] = char(Folded >> 8);
  }
  return Raw;
}

std::string concorde::storedFrame(StringRef Raw, uint32_t Count) {
  llvm::SmallVector<uint8_t, 0> Packed;
  llvm::compression::zstd::compress(llvm::arrayRefFromStringRef(Raw), Packed,
                                    CompressionLevel);
  std::string Bytes;
  ByteWriter W(Bytes);
  W.number(Count);
  W.number(uint32_t(Raw.size()));
  W.number(uint32_t(Packed.size()));
  std::string Checked = Bytes;
  Checked += llvm::toStringRef(Packed);
  W.number(llvm::xxh3_64bits(StringRef(Checked)));
  Bytes += llvm::toStringRef(Packed);
  return Bytes;
}

std::string concorde::shardEnd(uint64_t Samples, uint64_t Identity) {
  std::string Bytes;
  ByteWriter W(Bytes);
  W.number(uint32_t(0));
  W.number(Samples);
  W.number(Identity);
  return Bytes;
}

uint64_t concorde::extendIdentity(uint64_t Identity, StringRef Raw) {
  std::string Bytes;
  ByteWriter W(Bytes);
  W.number(Identity);
  W.number(llvm::xxh3_64bits(Raw));
  return llvm::xxh3_64bits(StringRef(Bytes));
}

static llvm::Expected<ShardHeader> readHeader(ByteReader &R, StringRef Bytes,
                                              StringRef Path) {
  auto Fault = [&](const Twine &Cause) {
    return llvm::createStringError(Path + ": " + Cause);
  };
  if (R.bytes(Magic.size()) != Magic)
    return Fault("no shard of a data set");
  uint32_t Found = R.number<uint32_t>();
  if (R.good() && (Found == 0 || Found > Version))
    return Fault("a shard of version " + Twine(Found) + ", expected " +
                 Twine(Version));
  uint64_t Layout = R.number<uint64_t>();
  ShardHeader Header;
  Header.FirstSample = R.number<uint64_t>();
  Header.NumSamples = R.number<uint64_t>();
  Header.Source = R.text().str();
  Header.HasState = Found > 1 && R.number<uint32_t>() != 0;
  uint64_t Length = Bytes.size() - R.left();
  uint64_t Checksum = R.number<uint64_t>();
  if (!R.good() || Checksum != llvm::xxh3_64bits(Bytes.take_front(Length)))
    return Fault("the header is cut short or damaged");
  if (Layout != layoutIdentity())
    return Fault("its features have another layout than this program's");
  return Header;
}

llvm::Expected<ShardHeader> concorde::peekShard(StringRef Bytes,
                                                StringRef Path) {
  ByteReader R(Bytes);
  return readHeader(R, Bytes, Path);
}

/// The raw bytes of the frame at R; empty if there is no whole one.
static llvm::Expected<std::string> readFrame(ByteReader &R, StringRef Path,
                                             uint32_t &Count) {
  std::string Head;
  ByteWriter W(Head);
  Count = R.number<uint32_t>();
  uint32_t RawSize = R.number<uint32_t>();
  uint32_t StoredSize = R.number<uint32_t>();
  W.number(Count);
  W.number(RawSize);
  W.number(StoredSize);
  uint64_t Checksum = R.number<uint64_t>();
  StringRef Stored = R.bytes(StoredSize);
  if (!R.good() || Count == 0 || Count > SamplesPerFrame ||
      RawSize > GreatestFrame ||
      llvm::xxh3_64bits(StringRef(Head + Stored.str())) != Checksum)
    return std::string();
  llvm::SmallVector<uint8_t, 0> Raw;
  if (llvm::Error E = llvm::compression::zstd::decompress(
          llvm::arrayRefFromStringRef(Stored), Raw, RawSize))
    return llvm::createStringError(Path + ": " + llvm::toString(std::move(E)));
  if (Raw.size() != RawSize)
    return llvm::createStringError(Path + ": a frame has another length");
  return llvm::toStringRef(Raw).str();
}

llvm::Expected<ShardScan> concorde::scanShard(
    StringRef Bytes, StringRef Path,
    llvm::function_ref<llvm::Error(StringRef Raw, uint32_t Count)> Frame) {
  ByteReader R(Bytes);
  llvm::Expected<ShardHeader> Header = readHeader(R, Bytes, Path);
  if (!Header)
    return Header.takeError();
  ShardScan Scan;
  Scan.Header = *Header;
  while (true) {
    Scan.GoodBytes = Bytes.size() - R.left();
    ByteReader Peek = R;
    if (Peek.number<uint32_t>() == 0 && Peek.good()) {
      Scan.Ended = Peek.number<uint64_t>() == Scan.Samples &&
                   Peek.number<uint64_t>() == Scan.Identity && Peek.good() &&
                   Peek.left() == 0;
      return Scan;
    }
    uint32_t Count;
    llvm::Expected<std::string> Raw = readFrame(R, Path, Count);
    if (!Raw)
      return Raw.takeError();
    if (Raw->empty())
      return Scan;
    if (llvm::Error E = Frame(*Raw, Count))
      return E;
    Scan.Samples += Count;
    Scan.Identity = extendIdentity(Scan.Identity, *Raw);
  }
}
