//===- RegionWriter.cpp - Writes files of regions -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionFormat.h"
#include "rafter/Regions/RegionFile.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/xxhash.h"
#include <unordered_map>

using namespace rafter;
using namespace rafter::regions;
using namespace rafter::trace;
using llvm::ArrayRef;
using llvm::Error;

/// Level of zstd: levels above make files of this kind 3 % smaller in three
/// times the time.
static constexpr int CompressionLevel = 6;

uint64_t regions::identityOf(const TraceRegion &Region) {
  auto HashOf = [](ArrayRef<CrackedInstruction> Part) {
    return llvm::xxh3_64bits(
        ArrayRef(reinterpret_cast<const uint8_t *>(Part.data()),
                 Part.size() * sizeof(CrackedInstruction)));
  };
  llvm::SmallVector<uint64_t, 4> Hashes = {HashOf(Region.WarmUp),
                                           HashOf(Region.Instructions),
                                           llvm::xxh3_64bits(Region.Name)};
  if (Region.State)
    Hashes.push_back(llvm::xxh3_64bits(encodeState(*Region.State)));
  return llvm::xxh3_64bits(
      ArrayRef(reinterpret_cast<const uint8_t *>(Hashes.data()),
               Hashes.size() * sizeof(uint64_t)));
}

namespace {

/// The parts of a region: runs of right guesses, and what came instead.
class PathEncoder {
public:
  std::vector<uint8_t> Path, Addresses;

  void addStretch(uint32_t Number) {
    if (Stretches.next() == Number) {
      ++StretchRun;
    } else {
      appendNumber(Path, StretchRun);
      appendNumber(Path, Number);
      StretchRun = 0;
    }
    Stretches.update(Number);
  }

  /// Slots are those of stretches so far.
  void addAccess(size_t Slot, uint64_t Address) {
    Order.push_back({Slot, Address});
  }

  void finish(size_t Slots) {
    appendNumber(Path, StretchRun);
    AddressGuesser Guesser(Slots);
    uint64_t Run = 0;
    for (auto [Slot, Address] : Order) {
      if (Guesser.guess(Slot) == Address) {
        ++Run;
      } else {
        appendNumber(Addresses, Run);
        appendNumber(Addresses, zigzag(static_cast<int64_t>(
                                    Address - Guesser.base(Slot))));
        Run = 0;
      }
      Guesser.update(Slot, Address);
    }
    appendNumber(Addresses, Run);
  }

private:
  VariantPredictor Stretches;
  uint64_t StretchRun = 0;
  std::vector<std::pair<size_t, uint64_t>> Order;
};

/// The instruction without what changes from one execution to the next.
CrackedInstruction withoutData(CrackedInstruction I) {
  I.DataAddress = 0;
  return I;
}

uint64_t hashOf(ArrayRef<CrackedInstruction> Static) {
  return llvm::xxh3_64bits(
      ArrayRef(reinterpret_cast<const uint8_t *>(Static.data()),
               Static.size() * sizeof(CrackedInstruction)));
}

} // namespace

struct RegionWriter::State {
  llvm::raw_ostream &OS;
  /// Stretches by a hash of their instructions; all of them in Code.
  std::unordered_multimap<uint64_t, uint32_t> StretchByHash;
  std::vector<CrackedInstruction> Code;
  /// Where each stretch begins in Code, and which slot its first access has.
  std::vector<uint32_t> Begin = {0}, FirstSlot = {0};
  std::vector<uint8_t> NewCode;
  uint64_t LastAddress = 0;
  uint64_t NumRegions = 0;
  bool Finished = false;

  void writeChunk(ChunkKind Kind, ArrayRef<uint8_t> Bytes);
  uint32_t stretch(ArrayRef<CrackedInstruction> Executed);
  void defineStretch(ArrayRef<CrackedInstruction> Static);
  void encode(ArrayRef<CrackedInstruction> Instructions, PathEncoder &Out);
};

RegionWriter::RegionWriter(const RegionFileInfo &Info, llvm::raw_ostream &OS)
    : Current(new State{OS, {}, {}, {0}, {0}, {}, 0, 0, false}) {
  OS << Magic;
  llvm::support::endian::write(OS, Version, llvm::endianness::little);
  std::vector<uint8_t> Bytes;
  appendText(Bytes, Info.Origin);
  appendText(Bytes, Info.Architecture);
  appendText(Bytes, Info.Sampling);
  Current->writeChunk(ChunkKind::Info, Bytes);
}

RegionWriter::~RegionWriter() = default;

void RegionWriter::State::writeChunk(ChunkKind Kind, ArrayRef<uint8_t> Bytes) {
  using llvm::support::endian::write32le;
  llvm::SmallVector<uint8_t, 0> Packed;
  llvm::compression::zstd::compress(Bytes, Packed, CompressionLevel);
  llvm::SmallVector<uint8_t, 0> Data(ChunkHeadBytes - 8);
  write32le(&Data[0], static_cast<uint32_t>(Kind));
  write32le(&Data[4], Bytes.size());
  write32le(&Data[8], Packed.size());
  Data.append(Packed.begin(), Packed.end());
  uint64_t Checksum = llvm::xxh3_64bits(ArrayRef<uint8_t>(Data));
  llvm::support::endian::write(OS, Checksum, llvm::endianness::little);
  OS.write(reinterpret_cast<const char *>(Data.data()), Data.size());
}

void RegionWriter::State::defineStretch(ArrayRef<CrackedInstruction> Static) {
  std::vector<uint8_t> &Out = NewCode;
  appendNumber(Out, Static.size());
  appendNumber(
      Out, zigzag(static_cast<int64_t>(Static.front().Address - LastAddress)));
  LastAddress = Static.front().Address;
  uint32_t Slots = FirstSlot.back();
  for (const CrackedInstruction &I : Static) {
    size_t Sources = 0, Destinations = 0;
    while (Sources != I.Sources.size() && I.Sources[Sources])
      ++Sources;
    while (Destinations != I.Destinations.size() &&
           I.Destinations[Destinations])
      ++Destinations;
    Out.push_back(static_cast<uint8_t>(I.Class));
    Out.push_back(
        static_cast<uint8_t>(static_cast<unsigned>(I.Branch) | I.Flags << 4));
    Out.push_back(static_cast<uint8_t>(Sources | Destinations << 4));
    Out.push_back(I.Bytes);
    if (accessesMemory(I)) {
      Out.push_back(I.DataBytes);
      ++Slots;
    }
    Out.insert(Out.end(), I.Sources.begin(), I.Sources.begin() + Sources);
    Out.insert(Out.end(), I.Destinations.begin(),
               I.Destinations.begin() + Destinations);
  }
  Code.insert(Code.end(), Static.begin(), Static.end());
  Begin.push_back(Code.size());
  FirstSlot.push_back(Slots);
}

/// The number of the stretch that Executed is, a new one if there is none.
uint32_t RegionWriter::State::stretch(ArrayRef<CrackedInstruction> Executed) {
  llvm::SmallVector<CrackedInstruction, MaxStretch> Static;
  for (const CrackedInstruction &I : Executed)
    Static.push_back(withoutData(I));
  uint64_t Hash = hashOf(Static);
  auto [First, Last] = StretchByHash.equal_range(Hash);
  for (auto It = First; It != Last; ++It)
    if (ArrayRef(Code).slice(Begin[It->second],
                             Begin[It->second + 1] - Begin[It->second]) ==
        ArrayRef<CrackedInstruction>(Static))
      return It->second;
  uint32_t Number = Begin.size() - 1;
  StretchByHash.emplace(Hash, Number);
  defineStretch(Static);
  return Number;
}

/// How many of the first instructions are one stretch.
static size_t stretchLength(ArrayRef<CrackedInstruction> Rest) {
  size_t Length = 1;
  while (Length != Rest.size() && Length != MaxStretch) {
    const CrackedInstruction &Last = Rest[Length - 1], &Next = Rest[Length];
    if (Last.isBranch())
      break;
    bool Follows = Next.has(CrackedInstruction::Continued)
                       ? Next.Address == Last.Address
                       : Next.Address == Last.Address + Last.Bytes;
    if (!Follows)
      break;
    ++Length;
  }
  return Length;
}

void RegionWriter::State::encode(ArrayRef<CrackedInstruction> Instructions,
                                 PathEncoder &Out) {
  while (!Instructions.empty()) {
    size_t Length = stretchLength(Instructions);
    uint32_t Number = stretch(Instructions.take_front(Length));
    Out.addStretch(Number);
    size_t Slot = FirstSlot[Number];
    for (const CrackedInstruction &I : Instructions.take_front(Length))
      if (accessesMemory(I))
        Out.addAccess(Slot++, I.DataAddress);
    Instructions = Instructions.drop_front(Length);
  }
}

Error RegionWriter::add(const TraceRegion &Region) {
  if (!isRegionName(Region.Name))
    return llvm::createStringError("the name of a region has control "
                                   "characters");
  auto Refuse = [&](const llvm::Twine &Why) {
    return llvm::createStringError("region '" + llvm::Twine(Region.Name) +
                                   "': " + Why);
  };
  if (Region.Instructions.empty())
    return Refuse("it has no instructions");
  if (Region.WarmUp.size() + Region.Instructions.size() > MaxRegionInstructions)
    return Refuse("it has more than " + llvm::Twine(MaxRegionInstructions) +
                  " instructions");
  for (const auto *Part : {&Region.WarmUp, &Region.Instructions})
    for (const CrackedInstruction &I : *Part)
      if (auto Why = whyImpossible(I))
        return Refuse(*Why);
  PathEncoder Encoder;
  Current->encode(Region.WarmUp, Encoder);
  Current->encode(Region.Instructions, Encoder);
  Encoder.finish(Current->FirstSlot.back());
  Current->writeChunk(ChunkKind::Code, Current->NewCode);
  Current->NewCode.clear();
  std::vector<uint8_t> Bytes;
  appendText(Bytes, Region.Name);
  appendNumber(Bytes, Region.WarmUp.size());
  appendNumber(Bytes, Region.Instructions.size());
  appendNumber(Bytes, identityOf(Region));
  appendNumber(Bytes, Region.StandsFor);
  std::vector<uint8_t> State;
  if (Region.State)
    State = encodeState(*Region.State);
  appendNumber(Bytes, State.size());
  Bytes.insert(Bytes.end(), State.begin(), State.end());
  appendNumber(Bytes, Encoder.Path.size());
  Bytes.insert(Bytes.end(), Encoder.Path.begin(), Encoder.Path.end());
  Bytes.insert(Bytes.end(), Encoder.Addresses.begin(), Encoder.Addresses.end());
  Current->writeChunk(ChunkKind::Region, Bytes);
  ++Current->NumRegions;
  return Error::success();
}

void RegionWriter::finish() {
  if (Current->Finished)
    return;
  Current->Finished = true;
  std::vector<uint8_t> Bytes;
  appendNumber(Bytes, Current->NumRegions);
  Current->writeChunk(ChunkKind::End, Bytes);
}
