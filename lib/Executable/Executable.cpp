//===- Executable.cpp - Executables and their symbols ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Executable/Executable.h"
#include "DebugFiles.h"
#include "FrameTable.h"
#include "ObjectLayout.h"
#include "rafter/IR/ProgramLowering.h"
#include "rafter/Support/Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace rafter;
using namespace llvm;

namespace {

struct NamedSection {
  uint64_t Begin, End;
  std::string Name;
};

} // namespace

struct Executable::Impl {
  std::unique_ptr<MemoryBuffer> Buffer;
  std::unique_ptr<object::ELFObjectFileBase> Object;
  /// Symbols and lines, where a file of its own has them.
  object::OwningBinary<object::ObjectFile> DebugFile;
  std::unique_ptr<DWARFContext> Lines;
  std::string Path;
  Triple Target;
  bool IsPositionIndependent = false;
  /// Of a file that is not linked.
  std::optional<ObjectLayout> Layout;
  bool HasLines = false;
  /// Without .symtab, only what is exported is known.
  bool IsStripped = true;
  std::string Interpreter, RunPath, SharedName;
  std::vector<std::string> Needed;
  std::vector<FunctionSymbol> Functions;
  std::vector<LoadSegment> Segments;
  std::vector<NamedSection> Sections;
  std::vector<uint64_t> Frames;

  Error readHeaders();
  Error readLayout();
  Error readSymbols();
  Expected<std::optional<uint64_t>>
  addressOf(const object::ELFSymbolRef &Symbol) const;
  Error addFunction(const object::ELFSymbolRef &Symbol);
  void readSections();
  void openDebugFile();
  const FunctionSymbol *functionAt(uint64_t Address) const;

  /// Two functions of that name, or one, or none.
  std::pair<const FunctionSymbol *, const FunctionSymbol *>
  lookUp(StringRef Name) const;

private:
  template <class ELFT> void readDynamic(const object::ELFFile<ELFT> &ELF);
  template <class ELFT>
  Error readSegments(const object::ELFObjectFile<ELFT> &File);
};

Executable::Executable() = default;
Executable::~Executable() = default;

/// What the dynamic linker reads. A damaged table is one that is not there.
template <class ELFT>
void Executable::Impl::readDynamic(const object::ELFFile<ELFT> &ELF) {
  auto Entries = ELF.dynamicEntries();
  if (!Entries)
    return consumeError(Entries.takeError());
  StringRef All = Buffer->getBuffer(), Names;
  for (const auto &Entry : *Entries) {
    if (Entry.d_tag != ELF::DT_STRTAB)
      continue;
    auto Begin = ELF.toMappedAddr(Entry.getPtr());
    if (!Begin)
      return consumeError(Begin.takeError());
    Names = All.drop_front(*Begin - All.bytes_begin());
  }
  for (const auto &Entry : *Entries) {
    std::string Name =
        Names.drop_front(std::min<uint64_t>(Entry.getVal(), Names.size()))
            .take_until([](char C) { return C == 0; })
            .str();
    if (Entry.d_tag == ELF::DT_NEEDED)
      Needed.push_back(std::move(Name));
    else if (Entry.d_tag == ELF::DT_RUNPATH ||
             (Entry.d_tag == ELF::DT_RPATH && RunPath.empty()))
      RunPath = std::move(Name);
    else if (Entry.d_tag == ELF::DT_SONAME)
      SharedName = std::move(Name);
  }
}

template <class ELFT>
Error Executable::Impl::readSegments(const object::ELFObjectFile<ELFT> &File) {
  const object::ELFFile<ELFT> &ELF = File.getELFFile();
  auto Headers = ELF.program_headers();
  if (!Headers)
    return Headers.takeError();
  for (const auto &Header : *Headers) {
    if (Header.p_type == ELF::PT_LOAD)
      Segments.push_back({Header.p_offset, Header.p_vaddr, Header.p_filesz,
                          (Header.p_flags & ELF::PF_X) != 0});
    if (Header.p_type != ELF::PT_INTERP)
      continue;
    Expected<ArrayRef<uint8_t>> Name = ELF.getSegmentContents(Header);
    if (!Name)
      return Name.takeError();
    Interpreter.assign(Name->begin(), llvm::find(*Name, '\0'));
  }
  readDynamic(ELF);
  return Error::success();
}

Error Executable::Impl::readHeaders() {
  Target = Object->makeTriple();
  if (Target.getArch() == Triple::UnknownArch)
    return createStringError("machine " + Twine(Object->getEMachine()) +
                             " of the ELF header is unknown");
  if (Target.getOS() == Triple::UnknownOS)
    Target.setOS(Triple::Linux);
  IsPositionIndependent = Object->getEType() == ELF::ET_DYN;
  if (auto *File = dyn_cast<object::ELF64LEObjectFile>(Object.get()))
    return readSegments(*File);
  if (auto *File = dyn_cast<object::ELF32LEObjectFile>(Object.get()))
    return readSegments(*File);
  if (auto *File = dyn_cast<object::ELF64BEObjectFile>(Object.get()))
    return readSegments(*File);
  return readSegments(*cast<object::ELF32BEObjectFile>(Object.get()));
}

Error Executable::Impl::readLayout() {
  if (Object->getEType() != ELF::ET_REL)
    return Error::success();
  Expected<ObjectLayout> Read = ObjectLayout::create(*Object);
  if (!Read)
    return Read.takeError();
  Layout = std::move(*Read);
  Segments = Layout->segments().vec();
  Functions = Layout->externals().vec();
  return Error::success();
}

void Executable::Impl::readSections() {
  for (const object::SectionRef &Section : Object->sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name) {
      consumeError(Name.takeError());
      continue;
    }
    HasLines |= *Name == ".debug_line" || *Name == ".zdebug_line";
    IsStripped &= *Name != ".symtab";
    if (*Name == ".eh_frame_hdr") {
      if (Expected<StringRef> Contents = Section.getContents())
        Frames = readFrameTable(*Contents, Section.getAddress(),
                                Object->isLittleEndian());
      else
        consumeError(Contents.takeError());
    }
    if (!Section.isText())
      continue;
    uint64_t Begin =
        Layout ? Layout->addressOf(Section).value_or(0) : Section.getAddress();
    Sections.push_back({Begin, Begin + Section.getSize(), Name->str()});
  }
}

/// One that cannot be read is one that is not there.
void Executable::Impl::openDebugFile() {
  if (HasLines || Layout)
    return;
  std::string Found = findDebugFile(*Object, Path);
  if (Found.empty())
    return;
  auto File = object::ObjectFile::createObjectFile(Found);
  if (!File)
    return consumeError(File.takeError());
  DebugFile = std::move(*File);
  for (const object::SectionRef &Section : DebugFile.getBinary()->sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name) {
      consumeError(Name.takeError());
      continue;
    }
    HasLines |= *Name == ".debug_line" || *Name == ".zdebug_line";
    IsStripped &= *Name != ".symtab";
  }
}

Expected<std::optional<uint64_t>>
Executable::Impl::addressOf(const object::ELFSymbolRef &Symbol) const {
  if (Layout)
    return Layout->addressOf(Symbol);
  Expected<uint64_t> Address = Symbol.getAddress();
  if (!Address)
    return Address.takeError();
  return *Address;
}

Error Executable::Impl::addFunction(const object::ELFSymbolRef &Symbol) {
  if (Symbol.getELFType() != ELF::STT_FUNC &&
      Symbol.getELFType() != ELF::STT_GNU_IFUNC)
    return Error::success();
  Expected<uint32_t> Flags = Symbol.getFlags();
  Expected<StringRef> Name = Symbol.getName();
  Expected<std::optional<uint64_t>> Address = addressOf(Symbol);
  Error E = Error::success();
  if (!Flags)
    E = joinErrors(std::move(E), Flags.takeError());
  if (!Address)
    E = joinErrors(std::move(E), Address.takeError());
  if (!Name)
    E = joinErrors(std::move(E), Name.takeError());
  if (E)
    return E;
  if (*Address && !(*Flags & object::SymbolRef::SF_Undefined) && !Name->empty())
    Functions.push_back({**Address, Symbol.getSize(), Name->str()});
  return Error::success();
}

Error Executable::Impl::readSymbols() {
  for (const object::ELFSymbolRef &Symbol : Object->symbols())
    if (Error E = addFunction(Symbol))
      return E;
  for (const object::ELFSymbolRef &Symbol : Object->getDynamicSymbolIterators())
    if (Error E = addFunction(Symbol))
      return E;
  if (auto *File =
          dyn_cast_or_null<object::ELFObjectFileBase>(DebugFile.getBinary()))
    for (const object::ELFSymbolRef &Symbol : File->symbols())
      if (Error E = addFunction(Symbol))
        return E;
  // Of several names the first in the table stays.
  stable_sort(Functions, [](const FunctionSymbol &A, const FunctionSymbol &B) {
    return A.Address < B.Address;
  });
  Functions.erase(llvm::unique(Functions,
                               [](const auto &A, const auto &B) {
                                 return A.Address == B.Address;
                               }),
                  Functions.end());
  return Error::success();
}

Expected<std::unique_ptr<Executable>> Executable::open(StringRef Path) {
  if (sys::fs::is_directory(Path))
    return createStringError(Path + ": is a directory");
  auto Buffer = readFile(Path);
  if (!Buffer)
    return Buffer.takeError();
  return read(std::move(*Buffer));
}

Expected<std::unique_ptr<Executable>>
Executable::read(std::unique_ptr<MemoryBuffer> Buffer) {
  std::string Path = Buffer->getBufferIdentifier().str();
  if (!Buffer->getBuffer().starts_with("\177ELF"))
    return createStringError(Path + ": not an ELF executable");
  Expected<std::unique_ptr<object::ObjectFile>> Object =
      object::ObjectFile::createELFObjectFile(Buffer->getMemBufferRef());
  auto Fail = [&](Error E) {
    return createStringError(Path + ": " + toString(std::move(E)));
  };
  if (!Object)
    return Fail(Object.takeError());
  std::unique_ptr<Executable> Result(new Executable());
  Result->Contents = std::make_unique<Impl>();
  Impl &I = *Result->Contents;
  I.Path = Path;
  I.Buffer = std::move(Buffer);
  I.Object.reset(cast<object::ELFObjectFileBase>(Object->release()));
  if (I.Object->getEType() != ELF::ET_EXEC &&
      I.Object->getEType() != ELF::ET_DYN &&
      I.Object->getEType() != ELF::ET_REL)
    return createStringError(Path + ": an ELF file, but no executable");
  if (Error E = I.readHeaders())
    return Fail(std::move(E));
  if (Error E = I.readLayout())
    return Fail(std::move(E));
  I.readSections();
  I.openDebugFile();
  if (Error E = I.readSymbols())
    return Fail(std::move(E));
  auto Ignore = [](Error E) { consumeError(std::move(E)); };
  if (I.HasLines)
    I.Lines = DWARFContext::create(
        I.DebugFile.getBinary() ? *I.DebugFile.getBinary() : *I.Object,
        DWARFContext::ProcessDebugRelocations::Process, nullptr, "", Ignore,
        Ignore);
  return Result;
}

const std::string &Executable::path() const { return Contents->Path; }
const Triple &Executable::triple() const { return Contents->Target; }
StringRef Executable::interpreter() const { return Contents->Interpreter; }
StringRef Executable::runPath() const { return Contents->RunPath; }
StringRef Executable::sharedName() const { return Contents->SharedName; }
bool Executable::hasFunctions() const { return !Contents->Functions.empty(); }
bool Executable::hasLines() const { return Contents->HasLines; }

bool Executable::isPositionIndependent() const {
  return Contents->IsPositionIndependent;
}

ArrayRef<std::string> Executable::neededLibraries() const {
  return Contents->Needed;
}

ArrayRef<FunctionSymbol> Executable::functions() const {
  return Contents->Functions;
}

ArrayRef<LoadSegment> Executable::segments() const {
  return Contents->Segments;
}

bool Executable::isRelocatable() const { return Contents->Layout.has_value(); }

ArrayRef<uint8_t> Executable::code(uint64_t Address, uint64_t Bytes) const {
  ArrayRef<uint8_t> All =
      Contents->Layout ? Contents->Layout->code()
                       : arrayRefFromStringRef(Contents->Buffer->getBuffer());
  for (const LoadSegment &S : segments()) {
    if (!S.Executable || Address < S.Address ||
        Address - S.Address >= S.Bytes || S.Offset >= All.size())
      continue;
    ArrayRef<uint8_t> Segment = All.drop_front(S.Offset);
    Segment = Segment.take_front(std::min<uint64_t>(S.Bytes, Segment.size()));
    if (Address - S.Address >= Segment.size())
      return {};
    Segment = Segment.drop_front(Address - S.Address);
    return Segment.take_front(std::min<uint64_t>(Bytes, Segment.size()));
  }
  return {};
}

uint64_t Executable::firstCodeAddress() const {
  uint64_t First = ~uint64_t(0);
  for (const LoadSegment &Segment : segments())
    if (Segment.Executable)
      First = std::min(First, Segment.Address);
  return First;
}

std::pair<const FunctionSymbol *, const FunctionSymbol *>
Executable::Impl::lookUp(StringRef Name) const {
  const FunctionSymbol *Found = nullptr, *Second = nullptr;
  for (const FunctionSymbol &F : Functions)
    if (F.Name == Name)
      std::tie(Found, Second) = std::pair(&F, Found);
  if (Found)
    return {Found, Second};
  for (const FunctionSymbol &F : Functions) {
    std::string Source = demangle(F.Name);
    if (Source == Name || StringRef(Source).split('(').first == Name)
      std::tie(Found, Second) = std::pair(&F, Found);
  }
  return {Found, Second};
}

bool Executable::definesFunction(StringRef Name) const {
  return Contents->lookUp(Name).first != nullptr;
}

Expected<const FunctionSymbol *>
Executable::findFunction(StringRef Name) const {
  auto [Found, Second] = Contents->lookUp(Name);
  if (Second)
    return createStringError(path() + ": function '" + Name +
                             "' is ambiguous: '" + demangle(Second->Name) +
                             "' at 0x" + utohexstr(Second->Address, true) +
                             " and '" + demangle(Found->Name) + "' at 0x" +
                             utohexstr(Found->Address, true));
  if (Found)
    return Found;
  return createStringError(path() + ": no function '" + Name + "'" +
                           (Contents->IsStripped
                                ? "; the file is stripped of its symbols"
                                : ", or it was inlined and removed"));
}

const FunctionSymbol *Executable::Impl::functionAt(uint64_t Address) const {
  auto After = partition_point(
      Functions, [&](const FunctionSymbol &F) { return F.Address <= Address; });
  if (After == Functions.begin())
    return nullptr;
  const FunctionSymbol &F = *std::prev(After);
  // Hand-written assembly often states no size: up to the next one then.
  return F.Bytes == 0 || Address < F.Address + F.Bytes ? &F : nullptr;
}

const FunctionSymbol *Executable::functionAt(uint64_t Address) const {
  return Contents->functionAt(Address);
}

uint64_t Executable::frameAt(uint64_t Address) const {
  auto After = upper_bound(Contents->Frames, Address);
  return After == Contents->Frames.begin() ? 0 : *std::prev(After);
}

std::string Executable::nameAt(uint64_t Address) const {
  if (const FunctionSymbol *F = Contents->functionAt(Address))
    return readableName(F->Name);
  for (const NamedSection &Section : Contents->Sections)
    if (Address >= Section.Begin && Address < Section.End)
      return Section.Name;
  return "";
}

SourceLocation Executable::locationOf(uint64_t Address) const {
  if (!Contents->Lines)
    return {};
  object::SectionedAddress Place = {Address,
                                    object::SectionedAddress::UndefSection};
  if (Contents->Layout)
    Place = Contents->Layout->inSection(Address);
  std::optional<DILineInfo> Info = Contents->Lines->getLineInfoForAddress(
      Place, {DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath,
              DILineInfoSpecifier::FunctionNameKind::None});
  if (!Info || Info->Line == 0 || Info->FileName == DILineInfo::BadString)
    return {};
  return {Info->FileName, Info->Line, Info->Column};
}
