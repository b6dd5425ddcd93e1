//===- ObjectLayout.cpp - The code of a file that is not linked -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Relocations of branches: System V ABI, AMD64 supplement 4.4; ELF for the Arm
// 64-bit Architecture 5.7.5; RISC-V ELF psABI, chapter "Relocations".
//
//===----------------------------------------------------------------------===//

#include "ObjectLayout.h"
#include "BranchRelocation.h"
#include "llvm/Support/MathExtras.h"

using namespace rafter;
using namespace llvm;

/// Of the first section: 0 is the address of nothing.
static constexpr uint64_t FirstAddress = 0x1000;
/// Between sections, and between undefined symbols.
static constexpr uint64_t Alignment = 64;

/// What LLVM's iterators over relocations take for granted: damaged ones would
/// end the process.
template <class ELFT>
static Error checkRelocations(const object::ELFFile<ELFT> &File) {
  auto Sections = File.sections();
  if (!Sections)
    return Sections.takeError();
  auto checkEntries = [&](auto Entries, const auto &Section) -> Error {
    if (!Entries)
      return Entries.takeError();
    auto Table = File.getSection(Section.sh_link);
    if (!Table)
      return Table.takeError();
    auto Symbols = File.symbols(*Table);
    if (!Symbols)
      return Symbols.takeError();
    for (const auto &Entry : *Entries)
      if (Entry.getSymbol(false) >= std::max<size_t>(Symbols->size(), 1))
        return createStringError("a relocation names a symbol that the file "
                                 "does not have");
    return Error::success();
  };
  for (const auto &Section : *Sections) {
    if (Section.sh_type == ELF::SHT_REL) {
      if (Error E = checkEntries(File.rels(Section), Section))
        return E;
    } else if (Section.sh_type == ELF::SHT_RELA) {
      if (Error E = checkEntries(File.relas(Section), Section))
        return E;
    } else if (Section.sh_type == ELF::SHT_CREL) {
      return createStringError("its relocations are compressed");
    }
  }
  return Error::success();
}

static Error checkRelocations(const object::ELFObjectFileBase &File) {
  if (auto *Little = dyn_cast<object::ELF64LEObjectFile>(&File))
    return checkRelocations(Little->getELFFile());
  if (auto *Little = dyn_cast<object::ELF32LEObjectFile>(&File))
    return checkRelocations(Little->getELFFile());
  if (auto *Big = dyn_cast<object::ELF64BEObjectFile>(&File))
    return checkRelocations(Big->getELFFile());
  return checkRelocations(cast<object::ELF32BEObjectFile>(File).getELFFile());
}

Expected<ObjectLayout>
ObjectLayout::create(const object::ELFObjectFileBase &File) {
  if (Error E = checkRelocations(File))
    return E;
  ObjectLayout Result;
  if (Error E = Result.placeSections(File))
    return E;
  if (Error E = Result.placeExternals(File))
    return E;
  for (const object::SectionRef &Section : File.sections()) {
    auto Relocated = Section.getRelocatedSection();
    if (!Relocated)
      return Relocated.takeError();
    if (*Relocated == File.section_end())
      continue;
    if (auto Begin = Result.addressOf(**Relocated))
      if (Error E = Result.relocate(Section, *Begin))
        return E;
  }
  return Result;
}

Error ObjectLayout::placeSections(const object::ELFObjectFileBase &File) {
  for (const object::SectionRef &Section : File.sections()) {
    if (!Section.isText() || Section.getSize() == 0)
      continue;
    Expected<StringRef> Contents = Section.getContents();
    if (!Contents)
      return Contents.takeError();
    uint64_t Begin = FirstAddress + Code.size();
    Sections[Section.getIndex()] = Begin;
    Segments.push_back({Code.size(), Begin, Contents->size(), true});
    Code.insert(Code.end(), Contents->bytes_begin(), Contents->bytes_end());
    Code.resize(alignTo(Code.size(), Alignment));
  }
  return Error::success();
}

Error ObjectLayout::placeExternals(const object::ELFObjectFileBase &File) {
  uint64_t Next = FirstAddress + Code.size() + Alignment;
  for (const object::SymbolRef &Symbol : File.symbols()) {
    Expected<uint32_t> Flags = Symbol.getFlags();
    if (!Flags)
      return Flags.takeError();
    Expected<StringRef> Name = Symbol.getName();
    if (!Name)
      return Name.takeError();
    if (!(*Flags & object::SymbolRef::SF_Undefined) || Name->empty() ||
        !ExternalAddress.try_emplace(Name->str(), Next).second)
      continue;
    Externals.push_back({Next, 1, Name->str()});
    Next += Alignment;
  }
  return Error::success();
}

std::optional<uint64_t>
ObjectLayout::addressOf(const object::SectionRef &Section) const {
  auto Found = Sections.find(Section.getIndex());
  if (Found == Sections.end())
    return std::nullopt;
  return Found->second;
}

Expected<std::optional<uint64_t>>
ObjectLayout::addressOf(const object::SymbolRef &Symbol) const {
  Expected<uint32_t> Flags = Symbol.getFlags();
  if (!Flags)
    return Flags.takeError();
  if (*Flags & object::SymbolRef::SF_Undefined) {
    Expected<StringRef> Name = Symbol.getName();
    if (!Name)
      return Name.takeError();
    auto Found = ExternalAddress.find(*Name);
    if (Found == ExternalAddress.end())
      return std::nullopt;
    return std::optional(Found->second);
  }
  auto Section = Symbol.getSection();
  if (!Section)
    return Section.takeError();
  if (*Section == Symbol.getObject()->section_end())
    return std::nullopt;
  std::optional<uint64_t> Begin = addressOf(**Section);
  if (!Begin)
    return std::nullopt;
  Expected<uint64_t> Value = Symbol.getValue();
  if (!Value)
    return Value.takeError();
  return std::optional(*Begin + *Value);
}

/// Connects the branches of the section at Begin that Section, a table of
/// relocations, is about.
Error ObjectLayout::relocate(const object::SectionRef &Section,
                             uint64_t Begin) {
  for (const object::ELFRelocationRef Relocation : Section.relocations()) {
    const auto &File = *Relocation.getObject();
    auto Symbol = Relocation.getSymbol();
    if (Symbol == File.symbol_end() ||
        !isBranchRelocation(File.getArch(), Relocation.getType()))
      continue;
    auto Target = addressOf(*Symbol);
    if (!Target)
      return Target.takeError();
    Expected<int64_t> Addend = Relocation.getAddend();
    if (!Addend)
      return Addend.takeError();
    uint64_t At = Begin + Relocation.getOffset();
    if (*Target && At - FirstAddress < Code.size())
      relocateBranch(File.getArch(), Relocation.getType(),
                     MutableArrayRef(Code).drop_front(At - FirstAddress),
                     **Target + *Addend - At);
  }
  return Error::success();
}

object::SectionedAddress ObjectLayout::inSection(uint64_t Address) const {
  for (auto [Index, Begin] : reverse(Sections))
    if (Address >= Begin)
      return {Address - Begin, Index};
  return {Address, object::SectionedAddress::UndefSection};
}
