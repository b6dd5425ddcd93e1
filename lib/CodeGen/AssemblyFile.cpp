//===- AssemblyFile.cpp - Blocks of an assembly file ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/AssemblyFile.h"
#include "AssemblyParser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace rafter {

namespace {

/// A region by its markers, and its instructions; the file's end where the
/// second marker is missing.
struct MarkedRegion {
  std::string Name;
  SMLoc Begin;
  size_t First = 0, Last = 0;
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
  Regions.push_back({Marker.Name, Marker.Where, Marker.Index});
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
  Found->Last = Marker.Index;
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
      R.Last = Parsed.Instructions.size();
  return Regions;
}

/// What one word of a comment, "level=L2", "stride=64" or "alias=a", says.
Error addWord(GivenAccess &Given, StringRef Word) {
  auto [Key, Value] = Word.split('=');
  if (Key == "level") {
    auto Level = StringSwitch<std::optional<MemoryLevel>>(Value)
                     .Case("L1", MemoryLevel::L1)
                     .Case("L2", MemoryLevel::L2)
                     .Case("L3", MemoryLevel::L3)
                     .Case("mem", MemoryLevel::Memory)
                     .Default(std::nullopt);
    if (!Level)
      return createStringError("no level '" + Value +
                               "': there are L1, L2, L3 and mem");
    Given.Level = *Level;
  } else if (Key == "stride") {
    int64_t Stride = 0;
    if (Value.getAsInteger(0, Stride))
      return createStringError("the stride '" + Value +
                               "' is no number of bytes");
    Given.Stride = Stride;
  } else if (Key == "alias") {
    if (Value.empty())
      return createStringError("'alias=' needs a name, or none");
    Given.Alias = Value.str();
  } else {
    return createStringError("nothing is known of '" + Word +
                             "': there are level=, stride= and alias=");
  }
  return Error::success();
}

/// Whether it stands in the body of a macro or a repetition: what that expands
/// to has it again.
bool isExpanded(const ParsedAssembly &Parsed, const AccessComment &Comment) {
  return any_of(Parsed.Comments, [&](const AccessComment &Other) {
    return Other.Text == Comment.Text &&
           !Parsed.areTogether(Other.Where, Comment.Where);
  });
}

/// What the comment says of the operands of the instruction in its line.
Error giveAccess(const ParsedAssembly &Parsed, const AccessComment &Comment,
                 InstructionTable &Table) {
  GivenAccess Given;
  SmallVector<StringRef, 4> Words;
  StringRef(Comment.Text).split(Words, ' ', -1, /*KeepEmpty=*/false);
  if (Words.empty())
    return Parsed.errorAt(Comment.Where,
                          "'rafter:' needs level=, stride= or alias=");
  for (StringRef Word : Words)
    if (Error E = addWord(Given, Word))
      return Parsed.errorAt(Comment.Where, toString(std::move(E)));
  SourceLocation Line = Parsed.locationOf(Comment.Where);
  uint32_t Number = Table.Given.size();
  for (StaticInstruction &S : Table.Instructions) {
    const SourceLocation &Where = Table.Locations[S.Location];
    if (Where.Line != Line.Line || Where.File != Line.File ||
        S.Memory.size() == 0)
      continue;
    if (Number == Table.Given.size())
      Table.Given.push_back(Given);
    // Instructions that are alike share their operands otherwise.
    uint32_t Begin = Table.Memory.size();
    for (uint32_t M = S.Memory.Begin; M != S.Memory.End; ++M) {
      Table.Memory.push_back(MemoryOperand(Table.Memory[M]));
      Table.Memory.back().Given = Number;
    }
    S.Memory = {Begin, uint32_t(Table.Memory.size())};
  }
  if (Number == Table.Given.size() && !isExpanded(Parsed, Comment))
    return Parsed.errorAt(Comment.Where,
                          "no instruction in this line accesses memory");
  return Error::success();
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
    for (const ParsedInstruction &P :
         ArrayRef(Parsed.Instructions)
             .slice(Mark.First, Mark.Last - Mark.First)) {
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
  for (const AccessComment &Comment : Parsed.Comments)
    if (Error E = giveAccess(Parsed, Comment, Table))
      return E;
  return Regions;
}

} // namespace rafter
