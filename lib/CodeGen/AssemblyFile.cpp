//===- AssemblyFile.cpp - Blocks of an assembly file ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/AssemblyFile.h"
#include "AssemblyParser.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace rafter {

namespace {

/// A region by its markers; the file's end where the second is missing.
struct MarkedRegion {
  std::string Name;
  SMLoc Begin;
  const char *End = nullptr;
  bool IsOpen = true;
};

std::string quoted(StringRef Name) {
  return Name.empty() ? std::string("an unnamed region")
                      : ("region '" + Name + "'").str();
}

Error begin(const ParsedAssembly &Parsed, const RegionMarker &Marker,
            std::vector<MarkedRegion> &Regions) {
  for (const MarkedRegion &R : Regions)
    if (R.IsOpen && R.Name == Marker.Name)
      return Parsed.errorAt(Marker.Where,
                            quoted(R.Name) + " begins inside itself (line " +
                                Twine(Parsed.locationOf(R.Begin).Line) + ")");
  Regions.push_back({Marker.Name, Marker.Where});
  return Error::success();
}

/// An unnamed end closes the only open region.
Error end(const ParsedAssembly &Parsed, const RegionMarker &Marker,
          std::vector<MarkedRegion> &Regions) {
  unsigned NumOpen = count_if(Regions, [](auto &R) { return R.IsOpen; });
  auto Found = find_if(reverse(Regions), [&](const MarkedRegion &R) {
    return R.IsOpen &&
           (R.Name == Marker.Name || (Marker.Name.empty() && NumOpen == 1));
  });
  if (Found == Regions.rend())
    return Parsed.errorAt(Marker.Where,
                          quoted(Marker.Name) + " ends here but is not open");
  Found->IsOpen = false;
  Found->End = Marker.Where.getPointer();
  return Error::success();
}

Expected<std::vector<MarkedRegion>> findRegions(const ParsedAssembly &Parsed,
                                                MemoryBufferRef Buffer) {
  std::vector<MarkedRegion> Regions;
  for (const RegionMarker &Marker : Parsed.Markers)
    if (Error E = Marker.IsBegin ? begin(Parsed, Marker, Regions)
                                 : end(Parsed, Marker, Regions))
      return E;
  if (Regions.empty())
    Regions.push_back({"", SMLoc::getFromPointer(Buffer.getBufferStart())});
  for (MarkedRegion &R : Regions)
    if (R.IsOpen)
      R.End = Buffer.getBufferEnd() + 1;
  return Regions;
}

bool isWithin(const MarkedRegion &Region, const ParsedInstruction &P) {
  return P.Position >= Region.Begin.getPointer() && P.Position < Region.End;
}

} // namespace

Expected<std::vector<AssemblyRegion>> readAssembly(MemoryBufferRef Buffer,
                                                   const TargetModel &Model,
                                                   InstructionTable &Table) {
  ParsedAssembly Parsed(Model.impl());
  if (Error E = Parsed.parse(Buffer))
    return E;
  Expected<std::vector<MarkedRegion>> Marked = findRegions(Parsed, Buffer);
  if (!Marked)
    return Marked.takeError();
  InstructionBuilder Builder(Model, Table);
  Builder.setSyntax(Parsed.Dialect);
  std::vector<AssemblyRegion> Regions;
  for (const MarkedRegion &Mark : *Marked) {
    std::vector<MCInst> Code;
    std::vector<CodeLocation> Where;
    uint64_t Offset = 0;
    SMLoc First;
    for (const ParsedInstruction &P : Parsed.Instructions) {
      if (!isWithin(Mark, P))
        continue;
      if (Code.empty())
        First = P.Where;
      Code.push_back(P.Inst);
      uint8_t Bytes = P.Code.size();
      Where.push_back(
          {Offset, Bytes, Builder.addLocation(Parsed.locationOf(P.Where)), 0});
      Offset += Bytes;
    }
    if (Code.empty())
      return Parsed.errorAt(Mark.Begin,
                            Parsed.Markers.empty()
                                ? Twine("there are no instructions")
                                : quoted(Mark.Name) + " has no instructions");
    AssemblyRegion Region;
    Region.Name = Mark.Name;
    Region.Source =
        Parsed.locationOf(Parsed.Markers.empty() ? First : Mark.Begin);
    Region.Code = Builder.addBlock(Code, Where);
    Regions.push_back(std::move(Region));
  }
  return Regions;
}

} // namespace rafter
