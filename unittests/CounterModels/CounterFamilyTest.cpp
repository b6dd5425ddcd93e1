//===- CounterFamilyTest.cpp - What a family of cores counts --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CounterModels/CounterFamily.h"
#include "rafter/CounterModels/ShippedModels.h"
#include <gtest/gtest.h>

using namespace rafter;

namespace {

llvm::Expected<CounterFamily> read(llvm::StringRef Events) {
  static std::string Text;
  Text = ("title: a core\nsource: none\ncpus: [x]\ndesigns: [n1]\nevents:\n" +
          Events)
             .str();
  return readCounterFamily({Text, "core.yaml"});
}

TEST(CounterFamily, CountsByFormulasOfCoreEvents) {
  auto Family = read("  issued: {counts: instructions + slots_misprediction}\n"
                     "  l2_hits: {counts: 'max(l1d_misses - l2_misses, 0)'}\n");
  ASSERT_TRUE(bool(Family)) << llvm::toString(Family.takeError());
  CoreCounts Counts;
  Counts[CoreEvent::Cycles] = 100;
  Counts[CoreEvent::Instructions] = 250;
  Counts[CoreEvent::SlotsBadSpeculation] = 30;
  Counts[CoreEvent::L1DataMisses] = 7;
  Counts[CoreEvent::L2Misses] = 9;
  EXPECT_EQ(countAs(*Family, Counts),
            (std::vector<uint64_t>{100, 250, 280, 0}));
}

TEST(CounterFamily, RefusesEventsThatTheCoreHasNot) {
  auto Family = read("  walks: {counts: tlb_misses}\n");
  ASSERT_FALSE(bool(Family));
  EXPECT_EQ(llvm::toString(Family.takeError()),
            "core.yaml:6: 'tlb_misses' is no event of the reference core");
}

TEST(CounterFamily, FindsEventsHoweverPerfSpellsThem) {
  FamilyEvent Event{
      "br_misp_retired.all_branches", "branch_misses", {"branch-misses"}};
  auto Find = [&](std::vector<std::string> Names) {
    return findFamilyEvent(Names, Event);
  };
  EXPECT_EQ(Find({"a", "BR_MISP_RETIRED.ALL_BRANCHES:u"}), 1u);
  EXPECT_EQ(Find({"a", "b", "cpu/branch-misses/ku"}), 2u);
  // On hybrid machines the events of performance cores.
  EXPECT_EQ(Find({"cpu_atom/branch-misses/", "cpu_core/branch-misses/"}), 1u);
  EXPECT_EQ(Find({"branches"}), ~0u);
}

TEST(CounterFamily, EachShippedFamilyHasModelsOfItsEvents) {
  auto All = shippedCounterFamilies();
  ASSERT_TRUE(bool(All)) << llvm::toString(All.takeError());
  EXPECT_GE(All->size(), 9u);
  for (const CounterFamily &Family : *All) {
    SampleTable None;
    auto Spire = shippedSpireModel(Family, None);
    ASSERT_TRUE(bool(Spire)) << llvm::toString(Spire.takeError());
    EXPECT_EQ(Spire->Metrics.size(), Family.Events.size()) << Family.Name;
    EXPECT_NE(Spire->Machine.find("simulated counts"), std::string::npos);
    auto Tree = shippedFingerprintModel(Family, None);
    ASSERT_TRUE(bool(Tree)) << llvm::toString(Tree.takeError());
    // Instructions per cycle, too.
    EXPECT_EQ(Tree->Tree.Attributes.size(), Family.Events.size() + 1)
        << Family.Name;
    EXPECT_EQ(Tree->Tree.Classes.size(), 4u);
    EXPECT_FALSE(Tree->Known.isEmpty());
  }
}

TEST(CounterFamily, OfATableIsTheOneMostOfWhoseEventsAreThere) {
  SampleTable Table;
  for (const char *Name :
       {"branches", "branch-misses", "L1-dcache-loads", "L1-dcache-load-misses",
        "LLC-loads", "LLC-load-misses", "stalled-cycles-frontend"})
    Table.event(Name);
  auto Generic = familyOf(Table, "");
  ASSERT_TRUE(bool(Generic)) << llvm::toString(Generic.takeError());
  EXPECT_EQ(Generic->Name, "generic");
  auto Given = familyOf(Table, "neoverse-n1");
  ASSERT_TRUE(bool(Given)) << llvm::toString(Given.takeError());
  EXPECT_EQ(Given->Name, "neoverse-n1");
  SampleTable Few;
  Few.event("branch-misses");
  auto None = familyOf(Few, "");
  EXPECT_FALSE(bool(None));
  llvm::consumeError(None.takeError());
}

} // namespace
