//===- OptionTableTest.cpp ------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Options/Arguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <gtest/gtest.h>

using namespace rafter;
using llvm::StringRef;

static const CommandRow &commandOf(command::Id Id) {
  for (const CommandRow &Row : command::Commands)
    if (Row.Id == Id)
      return Row;
  llvm_unreachable("a command has a row");
}

TEST(OptionTable, defaultsAreLegalValues) {
  for (const OptionRow &Row : command::Options) {
    Arguments A(command::Id(Row.Takers & -Row.Takers));
    if (!Row.Default.empty()) {
      EXPECT_EQ(llvm::toString(A.take(Row, "", Row.Default)), "")
          << Row.Name.str();
    }
  }
}

TEST(OptionTable, noCommandHasTwoOptionsOfOneName) {
  for (uint32_t Id = 1; Id <= command::UarchCalibrate; Id <<= 1) {
    llvm::StringSet<> Names;
    for (const OptionRow &Row : command::Options)
      for (StringRef Name : {Row.Name, Row.Alias})
        if ((Row.Takers & Id) && !Name.empty()) {
          EXPECT_TRUE(Names.insert(Name).second) << Name.str() << ' ' << Id;
        }
  }
}

TEST(Arguments, allSpellingsAreOneOption) {
  for (StringRef Spelling :
       {"--seed=7", "-seed=7", "-rafter-seed=7", "--rafter-seed=7"}) {
    auto A = parseArguments(commandOf(command::SpireFit), {"a.csv", Spelling});
    ASSERT_TRUE(bool(A)) << llvm::toString(A.takeError());
    EXPECT_EQ(A->count("seed"), 7u);
    EXPECT_EQ(A->Words, std::vector<std::string>{"a.csv"});
  }
  auto A =
      parseArguments(commandOf(command::SpireFit), {"-o", "m", "--seed", "7"});
  ASSERT_TRUE(bool(A)) << llvm::toString(A.takeError());
  EXPECT_EQ(A->text("output"), "m");
  EXPECT_EQ(A->count("seed"), 7u);
  EXPECT_EQ(A->count("replicates"), 5u);
  EXPECT_FALSE(A->given("replicates"));
}

TEST(OptionTable, everySubcommandStandsInAGroupThatIsPrinted) {
  for (const SubcommandRow &Row : command::Subcommands)
    if (!Row.Name.empty()) {
      EXPECT_TRUE(llvm::is_contained(command::SubcommandGroups, Row.Group))
          << Row.Name.str();
    }
}

TEST(Arguments, onlyNearWordsAreSuggested) {
  EXPECT_EQ(nearestWord("spier", {"spire", "simulate"}), "spire");
  EXPECT_EQ(nearestWord("x", {"spire", "simulate"}), "");
  EXPECT_EQ(nearestOption(command::SpireFit, "rafter-sede"), "--rafter-seed");
  EXPECT_EQ(nearestOption(command::SpireFit, "published-queue"), "");
}

TEST(Arguments, aNumberMayHaveTheUnitOfItsForm) {
  auto Budget = [](StringRef Word) {
    return parseArguments(commandOf(command::Explain), {Word, "program"});
  };
  for (StringRef Word : {"--budget=5", "--budget=5s"}) {
    auto A = Budget(Word);
    ASSERT_TRUE(bool(A)) << llvm::toString(A.takeError());
    EXPECT_EQ(A->number("budget"), 5);
  }
  auto A = Budget("--precision=1.5%");
  ASSERT_TRUE(bool(A)) << llvm::toString(A.takeError());
  EXPECT_EQ(A->number("precision"), 1.5);
  auto Wrong = Budget("--budget=5%");
  ASSERT_FALSE(bool(Wrong));
  EXPECT_EQ(llvm::toString(Wrong.takeError()),
            "--budget: '5%' is no number above 0 to 1e+09");
}

TEST(Arguments, optionsEndAtAProgram) {
  auto A = parseArguments(commandOf(command::Record),
                          {"--even", "./program", "-o", "file"});
  ASSERT_TRUE(bool(A)) << llvm::toString(A.takeError());
  EXPECT_FALSE(A->given("output"));
  EXPECT_EQ(A->Program, (std::vector<std::string>{"./program", "-o", "file"}));
}

TEST(Arguments, whatMayDoWithoutAValueTakesNoWordBehindIt) {
  for (StringRef Word : {"--details", "--details=concorde"}) {
    auto A =
        parseArguments(commandOf(command::Explain), {Word, "--", "program"});
    ASSERT_TRUE(bool(A)) << llvm::toString(A.takeError());
    EXPECT_TRUE(A->given("details"));
    EXPECT_EQ(A->text("details"), Word.split('=').second);
  }
  auto A = parseArguments(commandOf(command::Explain), {"--details="});
  EXPECT_EQ(llvm::toString(A.takeError()), "--details: no value");
}

TEST(Arguments, complaintsNameTheOptionAsItWasWritten) {
  auto Complaint = [](StringRef Word) {
    auto A = parseArguments(commandOf(command::SpireAnalyze), {Word});
    return llvm::toString(A.takeError());
  };
  EXPECT_EQ(Complaint("-draws=x"),
            "-draws: 'x' is no whole number from 0 to 100000");
  EXPECT_EQ(Complaint("-rafter-format=svg"),
            "-rafter-format: 'svg' is not one of text|json|html");
  EXPECT_EQ(Complaint("--drawz=1"),
            "unknown option '--drawz=1'; did you mean '--draws'?");
  EXPECT_EQ(Complaint("--metric=x"), "--metric: only for plot");
  EXPECT_EQ(Complaint("--areas="), "--areas: no value");
  EXPECT_EQ(Complaint("--skip-bad-lines=1"),
            "--skip-bad-lines: takes no value");
}
