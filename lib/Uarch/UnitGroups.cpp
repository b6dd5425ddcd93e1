//===- UnitGroups.cpp - The list "units" ----------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One set is {llvm: "alu0 alu1", units: "alu0 alu1 alu2", example: ADD64rr,
// queue: ENTRIES, source: NAME, note: TEXT}.
//
//===----------------------------------------------------------------------===//

#include "UnitGroups.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace rafter;

static constexpr StringLiteral Where = "units";
static constexpr unsigned MostEntries = 1024;

/// "p1 p5": names of units, none of them twice.
static Expected<std::vector<std::string>>
readNames(StringRef File, const YamlValue &Item, StringRef Key) {
  Expected<std::string> Text = memberText(File, Where, Item, Key);
  if (!Text)
    return Text.takeError();
  SmallVector<StringRef> Words;
  SplitString(*Text, Words);
  std::vector<std::string> Names;
  StringSet<> Known;
  for (StringRef Word : Words)
    if (isAlpha(Word.front()) && Known.insert(Word).second)
      Names.push_back(Word.str());
  if (Names.empty() || Names.size() != Words.size())
    return fileError(File, Item.Line,
                     Where + ": " + Key + ": '" + *Text +
                         "' is not UNIT UNIT ..., each once");
  return Names;
}

/// A number of Key from 1 to Most; 0 if there is none.
static Expected<unsigned> readNumber(StringRef File, const YamlValue &Item,
                                     const char *Key, unsigned Most,
                                     const Twine &Of) {
  if (!Item.get(Key))
    return 0;
  Expected<std::string> Text = memberText(File, Where, Item, Key);
  if (!Text)
    return Text.takeError();
  unsigned Number = 0;
  if (StringRef(*Text).getAsInteger(10, Number) || Number == 0 || Number > Most)
    return fileError(File, Item.Line,
                     Where + ": " + Key + ": '" + *Text +
                         "' is not a number of " + Of + " from 1 to " +
                         Twine(Most));
  return Number;
}

/// The entries of the queues in front of the units, and how many they are.
static Error readQueue(StringRef File, const YamlValue &Item,
                       UnitGroup &Group) {
  Expected<unsigned> Entries =
      readNumber(File, Item, "queue", MostEntries, "entries");
  if (!Entries)
    return Entries.takeError();
  Expected<unsigned> Queues =
      readNumber(File, Item, "queues", Group.Units.size(), "queues");
  if (!Queues)
    return Queues.takeError();
  if (*Entries == 0 && *Queues != 0)
    return fileError(File, Item.Line,
                     Where + ": queues: 'queue' says how many entries they "
                             "have");
  if (*Entries != 0 && Group.Units.size() > MostQueues)
    return fileError(File, Item.Line,
                     Where + ": queue: at most " + Twine(MostQueues) +
                         " units can have queues");
  Group.Queue = *Entries;
  Group.Queues = *Queues;
  return Error::success();
}

static Expected<UnitGroup> readGroup(StringRef File, const YamlValue &Item,
                                     const YamlValue &Sources) {
  if (Error E = checkMembers(
          File, Where, Item,
          {"llvm", "units", "example", "queue", "queues", "source", "note"}))
    return E;
  UnitGroup Group;
  Group.Line = Item.Line;
  Expected<std::vector<std::string>> Units = readNames(File, Item, "units");
  if (!Units)
    return Units.takeError();
  Group.Units = std::move(*Units);
  if (Error E = readQueue(File, Item, Group))
    return std::move(E);
  if (Item.get("llvm")) {
    Expected<std::vector<std::string>> Replaced = readNames(File, Item, "llvm");
    if (!Replaced)
      return Replaced.takeError();
    Group.Replaced = std::move(*Replaced);
  }
  for (auto [Key, Text] :
       {std::pair<StringRef, std::string *>("example", &Group.Example),
        {"note", &Group.Note}}) {
    if (!Item.get(Key))
      continue;
    Expected<std::string> Read = memberText(File, Where, Item, Key);
    if (!Read)
      return Read.takeError();
    *Text = std::move(*Read);
  }
  Expected<std::string> Source = memberSource(File, Where, Item, Sources);
  if (!Source)
    return Source.takeError();
  Group.Source = std::move(*Source);
  return Group;
}

Expected<std::vector<UnitGroup>>
rafter::readUnitGroups(StringRef File, const YamlValue &List,
                       const YamlValue &Sources) {
  if (!List.isSequence())
    return fileError(File, List.Line, Where + ": expected a list");
  std::vector<UnitGroup> Groups;
  for (const YamlValue &Item : List.Items) {
    Expected<UnitGroup> Group = readGroup(File, Item, Sources);
    if (!Group)
      return Group.takeError();
    if (Group->Queue > 0 &&
        any_of(Groups, [](const UnitGroup &Other) { return Other.Queue > 0; }))
      return fileError(File, Item.Line,
                       Where + ": queue: another set has queues");
    Groups.push_back(std::move(*Group));
  }
  return Groups;
}
