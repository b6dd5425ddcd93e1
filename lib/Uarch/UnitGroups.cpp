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

/// The entries of each unit's queue.
static Error readQueue(StringRef File, const YamlValue &Item,
                       UnitGroup &Group) {
  if (!Item.get("queue"))
    return Error::success();
  Expected<std::string> Text = memberText(File, Where, Item, "queue");
  if (!Text)
    return Text.takeError();
  unsigned Entries = 0;
  if (StringRef(*Text).getAsInteger(10, Entries) || Entries == 0 ||
      Entries > MostEntries)
    return fileError(File, Item.Line,
                     Where + ": queue: '" + *Text +
                         "' is not a number of entries from 1 to " +
                         Twine(MostEntries));
  if (Group.Units.size() > MostQueues)
    return fileError(File, Item.Line,
                     Where + ": queue: at most " + Twine(MostQueues) +
                         " units can have queues");
  Group.Queue = Entries;
  return Error::success();
}

static Expected<UnitGroup> readGroup(StringRef File, const YamlValue &Item,
                                     const YamlValue &Sources) {
  if (Error E =
          checkMembers(File, Where, Item,
                       {"llvm", "units", "example", "queue", "source", "note"}))
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
