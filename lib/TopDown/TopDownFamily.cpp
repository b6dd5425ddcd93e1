//===- TopDownFamily.cpp - Formulas of a family of cores ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/TopDown/TopDownFamily.h"
#include "rafter/Support/Files.h"
#include "rafter/Support/InstalledFiles.h"
#include "rafter/TopDown/Formula.h"
#include "rafter/Uarch/YamlTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {

class FamilyReader {
public:
  FamilyReader(StringRef File, const YamlValue &Tree)
      : File(File), Tree(Tree) {}
  Expected<TopDownFamily> read();

private:
  Error fault(const YamlValue &At, const llvm::Twine &Message) const {
    return fileError(File, At.Line, Message);
  }
  Expected<std::vector<std::string>> texts(StringRef Where,
                                           const YamlValue *List) const;
  Error readEvents(const YamlValue &Events);
  Error readLet(const YamlValue &Let);
  Error readArea(const YamlValue &Area);
  Error checkFormula(const YamlValue &At, StringRef Formula);

  StringRef File;
  const YamlValue &Tree;
  TopDownFamily Family;
  /// That formulas may use so far.
  llvm::StringSet<> Known;
};

} // namespace

/// The scalars of a sequence; none if List is null.
Expected<std::vector<std::string>>
FamilyReader::texts(StringRef Where, const YamlValue *List) const {
  std::vector<std::string> All;
  if (!List)
    return All;
  if (!List->isSequence())
    return fault(*List, "'" + Where + "' is no list");
  for (const YamlValue &Item : List->Items) {
    if (!Item.isScalar() || Item.Text.empty())
      return fault(Item, "'" + Where + "' is a list of names");
    All.push_back(Item.Text);
  }
  return All;
}

/// Tries the formula with any values.
Error FamilyReader::checkFormula(const YamlValue &At, StringRef Formula) {
  std::string Unknown;
  auto Value = evaluateFormula(Formula, [&](StringRef Name) {
    if (!Known.contains(Name))
      Unknown = Name.str();
    return std::optional<double>(1);
  });
  if (!Value)
    return fault(At, llvm::toString(Value.takeError()));
  if (!Unknown.empty())
    return fault(At, "formula '" + Formula + "': '" + Unknown +
                         "' is no event and stands in no line of 'let' before");
  return Error::success();
}

Error FamilyReader::readEvents(const YamlValue &Events) {
  for (auto [Name, Item] : llvm::zip_equal(Events.Keys, Events.Items)) {
    auto Names = texts(Name, &Item);
    if (!Names)
      return Names.takeError();
    if (Names->empty())
      return fault(Item, "'" + Name + "' names no event");
    Known.insert(Name);
    Family.Events.emplace_back(Name, std::move(*Names));
  }
  return Error::success();
}

Error FamilyReader::readLet(const YamlValue &Let) {
  for (auto [Name, Item] : llvm::zip_equal(Let.Keys, Let.Items)) {
    if (!Item.isScalar())
      return fault(Item, "'" + Name + "' is no formula");
    if (Error E = checkFormula(Item, Item.Text))
      return E;
    if (!Known.insert(Name).second)
      return fault(Item, "'" + Name + "' is an event already");
    Family.Let.emplace_back(Name, Item.Text);
  }
  return Error::success();
}

Error FamilyReader::readArea(const YamlValue &Item) {
  if (!Item.isMapping())
    return fault(Item, "an area has a name and a value");
  if (Error E =
          checkMembers(File, "an area", Item,
                       {"name", "of", "value", "perf", "optional", "where"}))
    return E;
  TopDownArea Area;
  Expected<std::string> Name = memberText(File, "an area", Item, "name");
  if (!Name)
    return Name.takeError();
  Expected<std::string> Formula = memberText(File, *Name, Item, "value");
  if (!Formula)
    return Formula.takeError();
  Area.Name = *Name;
  Area.Formula = *Formula;
  if (Error E = checkFormula(Item, Area.Formula))
    return E;
  if (const YamlValue *Of = Item.get("of")) {
    Area.Of = Of->Text;
    if (llvm::none_of(Family.Areas, [&](const TopDownArea &Other) {
          return Other.Name == Area.Of;
        }))
      return fault(*Of, "no area '" + Area.Of + "' before it");
  }
  auto PerfNames = texts("perf", Item.get("perf"));
  if (!PerfNames)
    return PerfNames.takeError();
  Area.PerfNames = std::move(*PerfNames);
  auto Where = texts("where", Item.get("where"));
  if (!Where)
    return Where.takeError();
  Area.Where = std::move(*Where);
  if (const YamlValue *Optional = Item.get("optional"))
    Area.IsOptional = Optional->Text == "yes";
  Family.Areas.push_back(std::move(Area));
  return Error::success();
}

Expected<TopDownFamily> FamilyReader::read() {
  if (Error E = checkMembers(File, "", Tree,
                             {"title", "source", "assumptions", "cpus", "unit",
                              "events", "let", "areas", "groups", "simulated"}))
    return E;
  Family.Name = llvm::sys::path::stem(File).str();
  for (auto [Key, To] : {std::pair("title", &Family.Title),
                         std::pair("source", &Family.Source)}) {
    Expected<std::string> Text = memberText(File, "", Tree, Key);
    if (!Text)
      return Text.takeError();
    *To = StringRef(*Text).trim().str();
  }
  for (auto [Key, To] :
       {std::pair("assumptions", &Family.Assumptions),
        std::pair("cpus", &Family.CPUs), std::pair("groups", &Family.Groups)}) {
    auto Texts = texts(Key, Tree.get(Key));
    if (!Texts)
      return Texts.takeError();
    *To = std::move(*Texts);
  }
  if (const YamlValue *Unit = Tree.get("unit"))
    Family.Unit = Unit->Text;
  Family.IsSimulated = Tree.get("simulated") != nullptr;
  const YamlValue *Events = Tree.get("events"), *Areas = Tree.get("areas");
  if (!Events || !Events->isMapping() || !Areas || !Areas->isSequence())
    return fault(Tree, "a family has 'events' and 'areas'");
  if (Error E = readEvents(*Events))
    return E;
  if (const YamlValue *Let = Tree.get("let"))
    if (Error E = readLet(*Let))
      return E;
  for (const YamlValue &Area : Areas->Items)
    if (Error E = readArea(Area))
      return E;
  return std::move(Family);
}

Expected<TopDownFamily>
rafter::readTopDownFamily(llvm::MemoryBufferRef Buffer) {
  Expected<YamlValue> Tree = parseYamlTree(Buffer);
  if (!Tree)
    return Tree.takeError();
  return FamilyReader(Buffer.getBufferIdentifier(), *Tree).read();
}

Expected<std::vector<TopDownFamily>> rafter::shippedTopDownFamilies() {
  return readShipped("topdown", RAFTER_DATA_SOURCE_DIR "/topdown", ".yaml",
                     readTopDownFamily);
}

const TopDownFamily *rafter::findFamily(llvm::ArrayRef<TopDownFamily> All,
                                        StringRef CPUName) {
  auto Found = llvm::find_if(All, [&](const TopDownFamily &F) {
    return llvm::is_contained(F.CPUs, CPUName);
  });
  return Found == All.end() ? nullptr : &*Found;
}
