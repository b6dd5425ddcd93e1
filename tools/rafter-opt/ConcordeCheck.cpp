//===- ConcordeCheck.cpp - Shards as they arrive --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shard that was damaged on its way is found by its checksums; one that a
// node has computed wrongly only by labelling some of its samples again
// elsewhere, which gives the same bits everywhere.
//
//===----------------------------------------------------------------------===//

#include "CommandFiles.h"
#include "ConcordeInputs.h"
#include "Subcommands.h"
#include "rafter/Concorde/LabelRegion.h"
#include "rafter/Support/RandomNumbers.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <set>

using namespace llvm;
using namespace rafter;

namespace {

struct ShardFile {
  std::string Path;
  ShardHeader Header;
  DataSet Set;
};

/// Where a region is, by the name that samples know it by.
using RegionIndex = StringMap<std::pair<const ProgramRegions *, size_t>>;

} // namespace

static RegionIndex indexOf(ArrayRef<ProgramRegions> Programs) {
  RegionIndex Index;
  for (const ProgramRegions &P : Programs)
    for (size_t I = 0; I != P.Reader->size(); ++I)
      Index[P.Program + ":" + P.Reader->name(I).str()] = {&P, I};
  return Index;
}

/// N different samples of Size, the same for the same Seed.
static std::set<size_t> drawSamples(uint64_t N, size_t Size, uint64_t Seed) {
  std::set<size_t> Drawn;
  RandomNumbers Random(Seed);
  while (Drawn.size() < std::min<uint64_t>(N, Size))
    Drawn.insert(Random.next() % Size);
  return Drawn;
}

/// Labels a sample of File again, from the regions in Index.
static Error labelAgain(const ShardFile &File, size_t Sample,
                        const RegionIndex &Index) {
  const LabelledSample &Held = File.Set.Samples[Sample];
  auto Fault = [&](const Twine &What) {
    return createStringError(
        File.Path + ": sample " + Twine(File.Header.FirstSample + Sample) +
        " (" + Held.Region + ", " + printDesign(Held.Design) + "): " + What);
  };
  auto Found = Index.find(Held.Region);
  if (Found == Index.end())
    return Fault("its region is in none of the files");
  auto [Program, Place] = Found->second;
  Expected<TraceRegion> Region = Program->Reader->region(Place);
  if (!Region)
    return Region.takeError();
  Region->Name = Held.Region;
  if (Error E = rafter::labelAgain(*Region, File.Set, Sample))
    return Fault(toString(std::move(E)));
  return Error::success();
}

static Expected<ShardFile> readShardFile(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readInputFile(Path);
  if (!Buffer)
    return Buffer.takeError();
  ShardFile File{Path.str(), {}, {}};
  Expected<ShardHeader> Header =
      readShard((*Buffer)->getBuffer(), Path, File.Set);
  if (!Header)
    return Header.takeError();
  File.Header = *Header;
  return File;
}

static Error checkShard(StringRef Path, const RegionIndex &Index,
                        const Arguments &A, raw_ostream &Out) {
  Expected<ShardFile> File = readShardFile(Path);
  if (!File)
    return File.takeError();
  std::set<size_t> Again;
  if (!Index.empty())
    Again = drawSamples(A.count("again"), File->Set.Samples.size(),
                        A.count("seed"));
  for (size_t Sample : Again)
    if (Error E = labelAgain(*File, Sample, Index))
      return E;
  StringSet<> Regions;
  for (const LabelledSample &S : File->Set.Samples)
    Regions.insert(S.Region);
  Out << Path << ": " << File->Set.Samples.size() << " samples of "
      << Regions.size() << " regions";
  if (!Again.empty())
    Out << ", " << Again.size() << " labelled again with the same result";
  Out << '\n';
  return Error::success();
}

Error rafter::checkShards(const Arguments &A, raw_ostream &Out, raw_ostream &) {
  std::vector<std::string> Shards, RegionFiles;
  for (const std::string &Path : filesOf(A)) {
    Expected<std::unique_ptr<MemoryBuffer>> Buffer = readInputFile(Path);
    if (!Buffer)
      return Buffer.takeError();
    bool IsRegions = RegionReader::isRegionFile((*Buffer)->getBuffer());
    (IsRegions ? RegionFiles : Shards).push_back(Path);
  }
  if (Shards.empty())
    return usageError("no shards to check");
  std::vector<ProgramRegions> Programs;
  if (!RegionFiles.empty()) {
    Expected<std::vector<ProgramRegions>> Opened = openRegions(RegionFiles);
    if (!Opened)
      return Opened.takeError();
    Programs = std::move(*Opened);
  }
  // Every bad shard is named, not only the first.
  RegionIndex Index = indexOf(Programs);
  Error Bad = Error::success();
  for (const std::string &Path : Shards)
    Bad = joinErrors(std::move(Bad), checkShard(Path, Index, A, Out));
  return Bad;
}
