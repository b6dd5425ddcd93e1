//===- CounterFamily.cpp - What a family of cores counts ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CounterModels/CounterFamily.h"
#include "rafter/Counters/EventName.h"
#include "rafter/Support/Files.h"
#include "rafter/Support/InstalledFiles.h"
#include "rafter/TopDown/Formula.h"
#include "rafter/Uarch/YamlTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"
#include <cmath>

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

/// The count of an event of the reference core; its name has '_' for '-'.
static std::optional<double> countOf(StringRef Name, const CoreCounts &Counts) {
  for (unsigned I = 0; I != NumCoreEvents; ++I) {
    std::string Known = name(CoreEvent(I));
    llvm::replace(Known, '-', '_');
    if (Known == Name)
      return double(Counts.Of[I]);
  }
  return std::nullopt;
}

/// The scalars of a sequence; none if List is null.
static Expected<std::vector<std::string>> texts(StringRef File, StringRef Where,
                                                const YamlValue *List) {
  std::vector<std::string> All;
  if (!List)
    return All;
  if (!List->isSequence())
    return fileError(File, List->Line, "'" + Where + "' is no list");
  for (const YamlValue &Item : List->Items) {
    if (!Item.isScalar() || Item.Text.empty())
      return fileError(File, Item.Line, "'" + Where + "' is a list of names");
    All.push_back(Item.Text);
  }
  return All;
}

static Expected<FamilyEvent> readEvent(StringRef File, StringRef Name,
                                       const YamlValue &Item) {
  if (Error E = checkMembers(File, Name, Item, {"counts", "also"}))
    return E;
  FamilyEvent Event;
  Event.Name = Name.str();
  Expected<std::string> Formula = memberText(File, Name, Item, "counts");
  if (!Formula)
    return Formula.takeError();
  Event.Formula = *Formula;
  std::string Unknown;
  auto Value = evaluateFormula(Event.Formula, [&](StringRef Word) {
    std::optional<double> Count = countOf(Word, CoreCounts());
    if (!Count)
      Unknown = Word.str();
    return Count;
  });
  if (!Value)
    return fileError(File, Item.Line, llvm::toString(Value.takeError()));
  if (!Unknown.empty())
    return fileError(File, Item.Line,
                     "'" + Unknown + "' is no event of the reference core");
  auto Also = texts(File, "also", Item.get("also"));
  if (!Also)
    return Also.takeError();
  Event.Also = std::move(*Also);
  return Event;
}

Expected<CounterFamily>
rafter::readCounterFamily(llvm::MemoryBufferRef Buffer) {
  StringRef File = Buffer.getBufferIdentifier();
  Expected<YamlValue> Tree = parseYamlTree(Buffer);
  if (!Tree)
    return Tree.takeError();
  if (Error E = checkMembers(File, "", *Tree,
                             {"title", "source", "cpus", "designs", "events"}))
    return E;
  CounterFamily Family;
  Family.Name = llvm::sys::path::stem(File).str();
  for (auto [Key, To] : {std::pair("title", &Family.Title),
                         std::pair("source", &Family.Source)}) {
    Expected<std::string> Text = memberText(File, "", *Tree, Key);
    if (!Text)
      return Text.takeError();
    *To = StringRef(*Text).trim().str();
  }
  for (auto [Key, To] : {std::pair("cpus", &Family.CPUs),
                         std::pair("designs", &Family.Designs)}) {
    auto Texts = texts(File, Key, Tree->get(Key));
    if (!Texts)
      return Texts.takeError();
    *To = std::move(*Texts);
  }
  const YamlValue *Events = Tree->get("events");
  if (!Events || !Events->isMapping() || Family.Designs.empty())
    return fileError(File, Tree->Line, "a family has 'designs' and 'events'");
  for (auto [Name, Item] : llvm::zip_equal(Events->Keys, Events->Items)) {
    Expected<FamilyEvent> Event = readEvent(File, Name, Item);
    if (!Event)
      return Event.takeError();
    Family.Events.push_back(std::move(*Event));
  }
  return Family;
}

Expected<std::vector<CounterFamily>> rafter::shippedCounterFamilies() {
  return readShipped("counters", RAFTER_DATA_SOURCE_DIR "/counters", ".yaml",
                     readCounterFamily);
}

const CounterFamily *
rafter::findCounterFamily(llvm::ArrayRef<CounterFamily> All, StringRef Name) {
  for (const CounterFamily &F : All)
    if (F.Name == Name)
      return &F;
  for (const CounterFamily &F : All)
    if (llvm::is_contained(F.CPUs, Name))
      return &F;
  return nullptr;
}

uint32_t rafter::findFamilyEvent(llvm::ArrayRef<std::string> Names,
                                 const FamilyEvent &Event) {
  auto Find = [&](StringRef Name) {
    uint32_t At = findEvent(Names, Name);
    return At != ~0u ? At : findEvent(Names, ("cpu_core/" + Name + "/").str());
  };
  uint32_t At = Find(Event.Name);
  for (const std::string &Name : Event.Also)
    if (At == ~0u)
      At = Find(Name);
  return At;
}

std::vector<uint64_t> rafter::countAs(const CounterFamily &Family,
                                      const CoreCounts &Counts) {
  std::vector<uint64_t> All = {Counts[CoreEvent::Cycles],
                               Counts[CoreEvent::Instructions]};
  for (const FamilyEvent &Event : Family.Events) {
    std::optional<double> Value = llvm::cantFail(evaluateFormula(
        Event.Formula, [&](StringRef Name) { return countOf(Name, Counts); }));
    All.push_back(uint64_t(std::llround(std::max(Value.value_or(0), 0.0))));
  }
  return All;
}
