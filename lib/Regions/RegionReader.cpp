//===- RegionReader.cpp - Reads files of regions --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionFormat.h"
#include "rafter/Regions/RegionFile.h"
#include "rafter/Support/Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"

using namespace rafter;
using namespace rafter::regions;
using namespace rafter::trace;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace {

struct RegionEntry {
  std::string Name;
  uint64_t WarmUp = 0, Measured = 0, Identity = 0;
  /// Of the chunk's head, and of the whole chunk.
  uint64_t Offset = 0, Bytes = 0;
  /// Compressed contents, and their size before.
  ArrayRef<uint8_t> Packed;
  uint32_t Size = 0;
  uint64_t StandsFor = 0;
  bool HasState = false;
  /// Stretches that are defined before it.
  uint32_t Stretches = 0;
};

} // namespace

struct RegionReader::Contents {
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  RegionFileInfo Info;
  std::vector<CrackedInstruction> Code;
  std::vector<uint32_t> Begin = {0}, FirstSlot = {0};
  /// Places of the accesses in their stretches, all slots after each other.
  std::vector<uint8_t> SlotPlaces;
  std::vector<RegionEntry> Regions;
  uint64_t LastAddress = 0;
  uint32_t FileVersion = Version;
  bool HasInfo = false, HasEnd = false;

  Error fail(uint64_t Offset, const Twine &Why) const {
    return llvm::createStringError(Buffer->getBufferIdentifier() + ": byte " +
                                   Twine(Offset) + ": " + Why);
  }
  Error readHead();
  Error readChunks();
  Error takeChunk(ChunkKind Kind, ArrayRef<uint8_t> Packed, uint32_t Size,
                  uint64_t Offset);
  std::string takeCode(ByteReader R);
  std::string takeStretch(ByteReader &R);
  std::string takeRegion(ByteReader R, RegionEntry &Entry);
  std::string takeContents(ChunkKind Kind, ArrayRef<uint8_t> Bytes,
                           RegionEntry &Entry);
  std::string decode(const RegionEntry &Entry, ByteReader R,
                     TraceRegion &Region) const;
};

RegionReader::RegionReader() : Parts(std::make_unique<Contents>()) {}
RegionReader::~RegionReader() = default;

bool RegionReader::isRegionFile(StringRef Buffer) {
  return Buffer.starts_with(Magic);
}

const RegionFileInfo &RegionReader::info() const { return Parts->Info; }
size_t RegionReader::size() const { return Parts->Regions.size(); }
StringRef RegionReader::name(size_t I) const { return Parts->Regions[I].Name; }
uint64_t RegionReader::instructions(size_t I) const {
  return Parts->Regions[I].Measured;
}
uint64_t RegionReader::standsFor(size_t I) const {
  return Parts->Regions[I].StandsFor;
}

bool RegionReader::hasState(size_t I) const {
  return Parts->Regions[I].HasState;
}
uint64_t RegionReader::bytes(size_t I) const { return Parts->Regions[I].Bytes; }
uint64_t RegionReader::identity(size_t I) const {
  return Parts->Regions[I].Identity;
}

Error RegionReader::Contents::readHead() {
  StringRef Text = Buffer->getBuffer();
  if (!isRegionFile(Text))
    return fail(0, "this is no file of trace regions");
  if (Text.size() < HeadBytes)
    return fail(Text.size(), "the file is cut short");
  uint32_t Found = llvm::support::endian::read32le(Text.data() + Magic.size());
  FileVersion = Found;
  if (Found >= OldestVersion && Found <= Version)
    return Error::success();
  Found = llvm::byteswap(Found);
  if (Found >= OldestVersion && Found <= Version)
    return fail(Magic.size(), "numbers are in the other byte order");
  return fail(Magic.size(), "version " + Twine(FileVersion) +
                                " of the format; this is made for version " +
                                Twine(Version));
}

Error RegionReader::Contents::readChunks() {
  using llvm::support::endian::read32le;
  using llvm::support::endian::read64le;
  ArrayRef<uint8_t> All = llvm::arrayRefFromStringRef(Buffer->getBuffer());
  uint64_t Offset = HeadBytes;
  while (Offset != All.size()) {
    ArrayRef<uint8_t> Rest = All.drop_front(Offset);
    if (HasEnd)
      return fail(Offset, "bytes after the end of the regions");
    if (Rest.size() < ChunkHeadBytes)
      return fail(Offset, "the file is cut short");
    uint32_t Kind = read32le(&Rest[8]), Size = read32le(&Rest[12]),
             PackedSize = read32le(&Rest[16]);
    if (PackedSize > Rest.size() - ChunkHeadBytes)
      return fail(Offset, "the file is cut short");
    uint64_t Bytes = ChunkHeadBytes + PackedSize;
    if (llvm::xxh3_64bits(Rest.slice(8, Bytes - 8)) != read64le(&Rest[0]))
      return fail(Offset, "the checksum is wrong");
    if (Kind > uint32_t(ChunkKind::End) || Size > MaxChunkBytes ||
        (Kind == uint32_t(ChunkKind::Info)) == HasInfo)
      return fail(Offset, "a chunk that does not belong there");
    if (Error E =
            takeChunk(ChunkKind(Kind), Rest.slice(ChunkHeadBytes, PackedSize),
                      Size, Offset))
      return E;
    Offset += Bytes;
  }
  if (!HasEnd)
    return fail(Offset, "the file is cut short");
  if (Regions.empty())
    return fail(Offset, "the file has no regions");
  return Error::success();
}

Error RegionReader::Contents::takeChunk(ChunkKind Kind,
                                        ArrayRef<uint8_t> Packed, uint32_t Size,
                                        uint64_t Offset) {
  llvm::SmallVector<uint8_t, 0> Bytes;
  if (Error E = llvm::compression::zstd::decompress(Packed, Bytes, Size))
    return fail(Offset, llvm::toString(std::move(E)));
  if (Bytes.size() != Size)
    return fail(Offset, "a chunk of another size than its head says");
  RegionEntry Entry;
  Entry.Offset = Offset;
  Entry.Bytes = ChunkHeadBytes + Packed.size();
  Entry.Packed = Packed;
  Entry.Size = Size;
  std::string Why = takeContents(Kind, Bytes, Entry);
  return Why.empty() ? Error::success() : fail(Offset, Why);
}

std::string RegionReader::Contents::takeContents(ChunkKind Kind,
                                                 ArrayRef<uint8_t> Bytes,
                                                 RegionEntry &Entry) {
  ByteReader R(Bytes);
  switch (Kind) {
  case ChunkKind::Info:
    HasInfo = true;
    Info.Origin = R.text();
    Info.Architecture = R.text();
    Info.Sampling = R.text();
    break;
  case ChunkKind::Code:
    return takeCode(R);
  case ChunkKind::Region: {
    std::string Why = takeRegion(R, Entry);
    if (Why.empty())
      Regions.push_back(std::move(Entry));
    return Why;
  }
  case ChunkKind::End:
    HasEnd = true;
    if (R.number() != Regions.size())
      return "another number of regions than the file has";
    break;
  }
  return R.failed() || !R.empty() ? "a table that does not hold together" : "";
}

std::string RegionReader::Contents::takeCode(ByteReader R) {
  while (!R.empty()) {
    std::string Why = takeStretch(R);
    if (!Why.empty())
      return Why;
  }
  return "";
}

std::string RegionReader::Contents::takeStretch(ByteReader &R) {
  uint64_t Count = R.number();
  uint64_t Address = LastAddress += unzigzag(R.number());
  if (Count == 0 || Count > MaxStretch)
    return "a stretch of code of " + std::to_string(Count) + " instructions";
  uint32_t Slots = FirstSlot.back();
  for (uint64_t N = 0; N != Count; ++N) {
    ArrayRef<uint8_t> Head = R.bytes(4);
    if (Head.empty())
      return "code that is cut short";
    CrackedInstruction I;
    if (Head[0] >= NumInstructionClasses ||
        (Head[1] & 15) > unsigned(BranchKind::Return))
      return "an instruction of a class that does not exist";
    I.Class = InstructionClass(Head[0]);
    I.Branch = BranchKind(Head[1] & 15);
    I.Flags = Head[1] >> 4;
    I.Bytes = Head[3];
    unsigned Sources = Head[2] & 15, Destinations = Head[2] >> 4;
    if (Sources > I.Sources.size() || Destinations > I.Destinations.size())
      return "an instruction with too many registers";
    if (accessesMemory(I)) {
      ArrayRef<uint8_t> Size = R.bytes(1);
      I.DataBytes = Size.empty() ? 0 : Size[0];
      SlotPlaces.push_back(static_cast<uint8_t>(N));
      ++Slots;
    }
    llvm::copy(R.bytes(Sources), I.Sources.begin());
    llvm::copy(R.bytes(Destinations), I.Destinations.begin());
    if (R.failed())
      return "code that is cut short";
    if (N != 0)
      Address += I.has(CrackedInstruction::Continued) ? 0 : Code.back().Bytes;
    I.Address = Address;
    if (auto Why = whyImpossible(I))
      return *Why;
    Code.push_back(I);
  }
  Begin.push_back(Code.size());
  FirstSlot.push_back(Slots);
  return "";
}

std::string RegionReader::Contents::takeRegion(ByteReader R,
                                               RegionEntry &Entry) {
  Entry.Name = R.text();
  Entry.WarmUp = R.number();
  Entry.Measured = R.number();
  Entry.Identity = R.number();
  Entry.StandsFor = FileVersion > 2 ? R.number() : 0;
  Entry.Stretches = Begin.size() - 1;
  Entry.HasState = FileVersion > 1 && R.number() != 0;
  if (R.failed())
    return "a region that is cut short";
  if (!isRegionName(Entry.Name))
    return "a region whose name has control characters";
  if (Entry.Measured == 0)
    return "region '" + Entry.Name + "' has no instructions";
  if (Entry.WarmUp > MaxRegionInstructions ||
      Entry.Measured > MaxRegionInstructions - Entry.WarmUp)
    return "region '" + Entry.Name + "' has too many instructions";
  return "";
}

/// Plays the stretches and addresses of a region.
std::string RegionReader::Contents::decode(const RegionEntry &Entry,
                                           ByteReader R,
                                           TraceRegion &Region) const {
  Region.StandsFor = Entry.StandsFor;
  if (FileVersion > 1) {
    ArrayRef<uint8_t> State = R.bytes(R.number());
    if (!State.empty()) {
      std::string Why = decodeState(ByteReader(State), Region.State.emplace());
      if (!Why.empty())
        return Why;
    }
  }
  ByteReader Path(R.bytes(R.number()));
  if (R.failed())
    return "its path is cut short";
  VariantPredictor Stretches;
  AddressGuesser Guesser(FirstSlot.back());
  uint64_t StretchRun = Path.number(), AddressRun = R.number();
  for (auto [Out, Count] : {std::pair(&Region.WarmUp, Entry.WarmUp),
                            std::pair(&Region.Instructions, Entry.Measured)}) {
    Out->reserve(Count);
    while (Out->size() != Count) {
      uint32_t Number = Stretches.next();
      if (StretchRun != 0) {
        --StretchRun;
      } else {
        uint64_t Escaped = Path.number();
        if (Path.failed() || Escaped >= Entry.Stretches)
          return "its path leads to code that is not there";
        Number = static_cast<uint32_t>(Escaped);
        StretchRun = Path.number();
      }
      if (Number >= Entry.Stretches)
        return "its path leads to code that is not there";
      Stretches.update(Number);
      size_t First = Out->size();
      if (Begin[Number + 1] - Begin[Number] > Count - First)
        return "its path has another length than its head says";
      Out->insert(Out->end(), Code.begin() + Begin[Number],
                  Code.begin() + Begin[Number + 1]);
      for (uint32_t Slot = FirstSlot[Number]; Slot != FirstSlot[Number + 1];
           ++Slot) {
        uint64_t Address;
        if (AddressRun != 0) {
          --AddressRun;
          Address = Guesser.guess(Slot);
        } else {
          Address = Guesser.base(Slot) + unzigzag(R.number());
          AddressRun = R.number();
          if (R.failed())
            return "its addresses are cut short";
        }
        Guesser.update(Slot, Address);
        (*Out)[First + SlotPlaces[Slot]].DataAddress = Address;
      }
    }
  }
  if (Path.failed() || !Path.empty() || R.failed() || !R.empty() ||
      StretchRun != 0 || AddressRun != 0)
    return "its path has another length than its head says";
  return "";
}

Expected<TraceRegion> RegionReader::region(size_t I) const {
  const RegionEntry &Entry = Parts->Regions[I];
  auto Fail = [&](const Twine &Why) {
    return Parts->fail(Entry.Offset,
                       "region '" + Twine(Entry.Name) + "': " + Why);
  };
  llvm::SmallVector<uint8_t, 0> Bytes;
  if (Error E =
          llvm::compression::zstd::decompress(Entry.Packed, Bytes, Entry.Size))
    return Fail(llvm::toString(std::move(E)));
  ByteReader R(Bytes);
  TraceRegion Region;
  Region.Name = R.text();
  // The numbers of the entry.
  for (unsigned Field = 0; Field != (Parts->FileVersion > 2 ? 4 : 3); ++Field)
    R.number();
  std::string Why = Parts->decode(Entry, R, Region);
  if (!Why.empty())
    return Fail(Why);
  for (const auto *Part : {&Region.WarmUp, &Region.Instructions})
    for (const CrackedInstruction &Executed : *Part)
      if (accessesMemory(Executed))
        if (auto Impossible = whyImpossible(Executed))
          return Fail(*Impossible);
  if (identityOf(Region) != Entry.Identity)
    return Fail("it is not what was written");
  return Region;
}

Expected<std::unique_ptr<RegionReader>>
RegionReader::read(std::unique_ptr<llvm::MemoryBuffer> Buffer) {
  std::unique_ptr<RegionReader> Reader(new RegionReader());
  Contents &C = *Reader->Parts;
  C.Buffer = std::move(Buffer);
  if (Error E = C.readHead())
    return E;
  if (Error E = C.readChunks())
    return E;
  return Reader;
}

Expected<std::unique_ptr<RegionReader>> RegionReader::open(StringRef Path) {
  auto Buffer = readFile(Path);
  if (!Buffer)
    return Buffer.takeError();
  return read(std::move(*Buffer));
}
