//===- ProcessorFile.cpp - Reads and checks CPU files ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interprets the tree of a CPU file by the table of ParameterSchema.h. The
// first mistake ends the reading; nothing is assumed in its place.
//
//===----------------------------------------------------------------------===//

#include "rafter/Uarch/ProcessorFile.h"
#include "InstructionCorrections.h"
#include "ShippedFiles.h"
#include "UnitGroups.h"
#include "rafter/Support/Files.h"
#include "rafter/Uarch/ParameterSchema.h"
#include "rafter/Uarch/YamlTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace rafter;

namespace {

SmallVector<StringRef> parameterKeys() {
  SmallVector<StringRef> Keys;
  for (const ParameterSchema &S : parameterSchemas())
    Keys.push_back(S.Key);
  return Keys;
}

/// The first entry that only a file that describes the core has, or null.
const ParameterEntry *firstOfCore(ArrayRef<ParameterEntry> Entries) {
  auto It = find_if(Entries, [](const ParameterEntry &E) {
    return findParameter(E.Key)->OfCore;
  });
  return It == Entries.end() ? nullptr : &*It;
}

/// One file being read.
class FileReader {
public:
  /// Base: what the file does not say; complete where it has a base.
  FileReader(StringRef File, const YamlValue &Root, bool IsShipped,
             ProcessorFile Base)
      : File(File), Root(Root), IsShipped(IsShipped), Result(std::move(Base)) {}

  Expected<ProcessorFile> read();

private:
  bool hasBase() const { return Root.get("base"); }
  void store(ParameterEntry Entry);
  Error readHead();
  Error readText(StringRef Key, bool Required, std::string &Text);
  Error readAliases();
  Error readBaseCorrections();
  Error checkSources();
  Error readParameters();
  Error readParameter(const ParameterSchema &S, const YamlValue &Value);
  Error readLLVMValue(const ParameterSchema &S, const YamlValue &Value,
                      ParameterEntry &Entry);
  Error readUnits();
  Error readInstructions();

  Error error(const YamlValue &At, const Twine &Message) {
    return fileError(File, At.Line, Message);
  }

  StringRef File;
  const YamlValue &Root;
  const bool IsShipped;
  ProcessorFile Result;
};

Error FileReader::readText(StringRef Key, bool Required, std::string &Text) {
  const YamlValue *Value = Root.get(Key);
  if (!Value)
    return Required ? error(Root, Key + ": missing") : Error::success();
  if (!Value->isScalar() || Value->Text.empty())
    return error(*Value, Key + ": expected a text");
  Text = Value->Text;
  return Error::success();
}

Error FileReader::readAliases() {
  const YamlValue *Value = Root.get("aliases");
  if (!Value)
    return Error::success();
  if (!Value->isSequence())
    return error(*Value, "aliases: expected a list of names");
  for (const YamlValue &Item : Value->Items) {
    if (!Item.isScalar() || Item.Text.empty())
      return error(Item, "aliases: expected a list of names");
    Result.Aliases.push_back(Item.Text);
  }
  return Error::success();
}

Error FileReader::checkSources() {
  const YamlValue *Sources = Root.get("sources");
  if (!Sources)
    return error(Root, "sources: missing");
  if (!Sources->isMapping())
    return error(*Sources, "sources: expected NAME: TEXT");
  for (const auto &[Key, Text] : zip(Sources->Keys, Sources->Items))
    if (!Text.isScalar() || Text.Text.empty())
      return error(Text, "sources: " + Key + ": expected a text");
    else
      Result.Sources.emplace_back(Key, Text.Text);
  return Error::success();
}

/// A base with another scheduling model of LLVM has units of other names.
Error FileReader::readBaseCorrections() {
  const YamlValue *Key = Root.get("base-corrections");
  if (!Key)
    return Error::success();
  if (!hasBase() || !Key->isScalar() || Key->Text != "off")
    return error(*Key, "base-corrections: only 'off', with a base");
  Result.CPU.Core.Units.clear();
  Result.CPU.Core.Corrections.clear();
  return Error::success();
}

Error FileReader::readHead() {
  if (Error E = checkMembers(File, "", Root,
                             {"name", "description", "base", "base-corrections",
                              "llvm-cpu", "architecture", "aliases", "sources",
                              "parameters", "units", "instructions"}))
    return E;
  Processor &CPU = Result.CPU;
  if (Error E = readText("name", /*Required=*/true, CPU.Name))
    return E;
  if (Error E = readText("description", /*Required=*/true, CPU.Description))
    return E;
  if (Error E = readText("llvm-cpu", /*Required=*/false, CPU.LLVMName))
    return E;
  if (Error E = readText("architecture", /*Required=*/false, CPU.Architecture))
    return E;
  if (Error E = readAliases())
    return E;
  if (Error E = readBaseCorrections())
    return E;
  return checkSources();
}

/// What LLVM's scheduling model says instead, where that is known.
Error FileReader::readLLVMValue(const ParameterSchema &S,
                                const YamlValue &Value, ParameterEntry &Entry) {
  if (!Value.get("llvm"))
    return Error::success();
  Expected<std::string> Text = memberText(File, S.Key, Value, "llvm");
  if (!Text)
    return Text.takeError();
  Expected<double> Number = S.parse(*Text);
  if (!Number)
    return error(Value, S.Key + ": llvm: " + toString(Number.takeError()));
  Entry.LLVMValue = *Text;
  return Error::success();
}

Error FileReader::readParameter(const ParameterSchema &S,
                                const YamlValue &Value) {
  if (Error E = checkMembers(File, S.Key, Value,
                             {"value", "unit", "source", "note", "llvm"}))
    return E;
  ParameterEntry Entry;
  Entry.Key = S.Key.str();
  Entry.Unit = S.Unit.str();

  Expected<std::string> Text = memberText(File, S.Key, Value, "value");
  if (!Text)
    return Text.takeError();
  Entry.Value = *Text;
  Expected<double> Number = S.parse(*Text);
  if (!Number)
    return error(Value, S.Key + ": " + toString(Number.takeError()));

  if (S.isWord() && Value.get("unit"))
    return error(Value, S.Key + ": a word has no unit");
  if (!S.isWord()) {
    Expected<std::string> Unit = memberText(File, S.Key, Value, "unit");
    if (!Unit)
      return Unit.takeError();
    if (*Unit != S.Unit)
      return error(Value, S.Key + ": unit is '" + *Unit + "', must be '" +
                              S.Unit + "'");
  }

  Expected<std::string> Source =
      memberSource(File, S.Key, Value, *Root.get("sources"));
  if (!Source)
    return Source.takeError();
  Entry.Reference = *Source;
  Entry.Source = Root.get("sources")->get(*Source)->Text;
  if (Value.get("note")) {
    Expected<std::string> Note = memberText(File, S.Key, Value, "note");
    if (!Note)
      return Note.takeError();
    Entry.Note = *Note;
  }
  if (Error E = readLLVMValue(S, Value, Entry))
    return E;

  S.Store(Result.CPU, *Number);
  store(std::move(Entry));
  return Error::success();
}

/// In the place of the base's, or behind those that come before it in the
/// schema.
void FileReader::store(ParameterEntry Entry) {
  const ParameterSchema *Place = findParameter(Entry.Key);
  auto Behind = find_if(Result.Entries, [&](const ParameterEntry &E) {
    return findParameter(E.Key) >= Place;
  });
  if (Behind != Result.Entries.end() && Behind->Key == Entry.Key)
    *Behind = std::move(Entry);
  else
    Result.Entries.insert(Behind, std::move(Entry));
}

Error FileReader::readParameters() {
  const YamlValue *Parameters = Root.get("parameters");
  if (!Parameters)
    return hasBase() ? Error::success() : error(Root, "parameters: missing");
  if (Error E = checkMembers(File, "parameters", *Parameters, parameterKeys()))
    return E;
  for (const ParameterSchema &S : parameterSchemas()) {
    const YamlValue *Value = Parameters->get(S.Key);
    if (!Value && !S.Optional && !hasBase())
      return error(*Parameters, S.Key + ": missing; a CPU file is complete");
    if (!Value)
      continue;
    if (Error E = readParameter(S, *Value))
      return E;
  }
  if (!Result.CPU.Core.Known)
    if (const ParameterEntry *First = firstOfCore(Result.Entries))
      return error(Parameters->get(First->Key) ? *Parameters->get(First->Key)
                                               : *Parameters,
                   First->Key + ": a parameter of the core, but rename.width "
                                "is missing");
  if (Error E = checkProcessor(Result.CPU))
    return error(*Parameters, toString(std::move(E)));
  return Error::success();
}

Error FileReader::readUnits() {
  const YamlValue *List = Root.get("units");
  if (!List)
    return Error::success();
  Expected<std::vector<UnitGroup>> Groups =
      readUnitGroups(File, *List, *Root.get("sources"));
  if (!Groups)
    return Groups.takeError();
  // A file's queues are in place of those of its base.
  if (any_of(*Groups, [](const UnitGroup &G) { return G.Queue > 0; }))
    for (UnitGroup &OfBase : Result.CPU.Core.Units)
      OfBase.Queue = OfBase.Queues = 0;
  append_range(Result.CPU.Core.Units, *Groups);
  return Error::success();
}

Error FileReader::readInstructions() {
  const YamlValue *List = Root.get("instructions");
  if (!List)
    return Error::success();
  Expected<std::vector<InstructionCorrection>> Corrections =
      readInstructionCorrections(File, *List, *Root.get("sources"), IsShipped);
  if (!Corrections)
    return Corrections.takeError();
  append_range(Result.CPU.Core.Corrections, *Corrections);
  return Error::success();
}

Expected<ProcessorFile> FileReader::read() {
  if (Error E = readHead())
    return E;
  if (Error E = readParameters())
    return E;
  if (Error E = readUnits())
    return E;
  if (Error E = readInstructions())
    return E;
  return std::move(Result);
}

/// No file has so many below it: it is its own base.
constexpr unsigned MostBases = 8;

Expected<ProcessorFile> parseFile(MemoryBufferRef Text, unsigned Depth);

/// What the file inherits; its sources are named after the base.
Expected<ProcessorFile> readBase(StringRef File, const YamlValue &Root,
                                 unsigned Depth) {
  const YamlValue &Key = *Root.get("base");
  if (!Key.isScalar() || Key.Text.empty() || StringRef(Key.Text).contains('/'))
    return fileError(File, Key.Line, "base: expected the name of a CPU");
  if (Depth == MostBases)
    return fileError(File, Key.Line, "base: a file is its own base");
  // Beside the file, then where all CPU files are.
  std::vector<std::string> Directories = ProcessorLibrary::defaultDirectories();
  StringRef Own = sys::path::parent_path(File);
  Directories.insert(Directories.begin(), Own.empty() ? "." : Own.str());
  std::string Path = ProcessorLibrary(std::move(Directories)).path(Key.Text);
  if (Path.empty())
    return fileError(File, Key.Line,
                     "base: there is no CPU file '" + Key.Text + ".yaml'");
  auto Buffer = readFile(Path, /*IsText=*/true);
  if (!Buffer)
    return Buffer.takeError();
  Expected<ProcessorFile> Base =
      parseFile((*Buffer)->getMemBufferRef(), Depth + 1);
  if (!Base)
    return Base;
  auto Mark = [&](std::string &Source) { Source = Key.Text + " " + Source; };
  for (auto &[Tag, Source] : Base->Sources)
    Mark(Tag);
  for (ParameterEntry &E : Base->Entries)
    Mark(E.Reference);
  for (UnitGroup &Group : Base->CPU.Core.Units)
    Mark(Group.Source);
  for (InstructionCorrection &C : Base->CPU.Core.Corrections)
    Mark(C.Source);
  Base->Aliases.clear();
  return Base;
}

Expected<ProcessorFile> parseFile(MemoryBufferRef Text, unsigned Depth) {
  StringRef Name = Text.getBufferIdentifier();
  std::string Hash = hashOfFile(Text.getBuffer());
  std::optional<YamlValue> Tree = findShippedTree(Hash);
  const bool IsShipped = Tree.has_value();
  if (!Tree) {
    Expected<YamlValue> Parsed = parseYamlTree(Text);
    if (!Parsed)
      return Parsed.takeError();
    Tree = std::move(*Parsed);
  }
  ProcessorFile Base;
  if (Tree->get("base")) {
    Expected<ProcessorFile> Read = readBase(Name, *Tree, Depth);
    if (!Read)
      return Read;
    Base = std::move(*Read);
    // A hash stands for all that the file says.
    Hash = hashOfFile(Hash + Base.CPU.FileHash);
  }
  Expected<ProcessorFile> File =
      FileReader(Name, *Tree, IsShipped, std::move(Base)).read();
  if (File) {
    File->CPU.File = Name.str();
    File->CPU.FileHash = std::move(Hash);
  }
  return File;
}

/// Calls Apply for each KEY=VALUE with the row, the text and the number.
Error forEachOverride(
    StringRef Overrides,
    function_ref<void(const ParameterSchema &, StringRef, double)> Apply) {
  auto Bad = [](const Twine &Message) {
    return createStringError("-rafter-set: " + Message);
  };
  SmallVector<StringRef> Parts;
  Overrides.split(Parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts) {
    auto [Key, Text] = Part.split('=');
    Key = Key.trim();
    if (!Part.contains('='))
      return Bad("'" + Part + "' is not KEY=VALUE");
    const ParameterSchema *S = findParameter(Key);
    if (!S)
      return Bad("unknown key '" + Key + "'" +
                 didYouMean(Key, parameterKeys()));
    Expected<double> Number = S->parse(Text.trim());
    if (!Number)
      return Bad(Key + ": " + toString(Number.takeError()));
    Apply(*S, Text.trim(), *Number);
  }
  return Error::success();
}

Error checkOverridden(const Processor &CPU) {
  if (Error E = checkProcessor(CPU))
    return createStringError("-rafter-set: " + toString(std::move(E)));
  return Error::success();
}

} // namespace

Expected<ProcessorFile> rafter::parseProcessorFile(MemoryBufferRef Text) {
  return parseFile(Text, /*Depth=*/0);
}

Expected<ProcessorFile> rafter::readProcessorFile(StringRef Path) {
  auto Buffer = readFile(Path, /*IsText=*/true);
  if (!Buffer)
    return Buffer.takeError();
  return parseProcessorFile((*Buffer)->getMemBufferRef());
}

Error rafter::applyOverrides(Processor &CPU, StringRef Overrides) {
  Processor Changed = CPU;
  if (Error E = forEachOverride(
          Overrides, [&](const ParameterSchema &S, StringRef, double Number) {
            S.Store(Changed, Number);
          }))
    return E;
  if (Error E = checkOverridden(Changed))
    return E;
  CPU = std::move(Changed);
  return Error::success();
}

Error rafter::applyOverrides(ProcessorFile &File, StringRef Overrides) {
  ProcessorFile Changed = File;
  auto Apply = [&](const ParameterSchema &S, StringRef Text, double Number) {
    S.Store(Changed.CPU, Number);
    auto It = find_if(Changed.Entries,
                      [&](const ParameterEntry &E) { return E.Key == S.Key; });
    if (It == Changed.Entries.end())
      It = Changed.Entries.insert(It, ParameterEntry());
    *It = ParameterEntry();
    It->Key = S.Key.str();
    It->Value = Text.str();
    It->Unit = S.Unit.str();
    It->Reference = "-rafter-set";
    It->Source = "given on the command line";
  };
  if (Error E = forEachOverride(Overrides, Apply))
    return E;
  if (Error E = checkOverridden(Changed.CPU))
    return E;
  File = std::move(Changed);
  return Error::success();
}
