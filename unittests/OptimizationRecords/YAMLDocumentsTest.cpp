//===- YAMLDocumentsTest.cpp ----------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "YAMLDocuments.h"
#include <gtest/gtest.h>
#include <vector>

using namespace rafter;

static std::vector<YAMLDocument> documents(llvm::StringRef Text) {
  std::vector<YAMLDocument> All;
  YAMLDocuments Documents(Text);
  while (auto D = Documents.next())
    All.push_back(*D);
  return All;
}

TEST(YAMLDocuments, AreCutAtTheirEnds) {
  auto All =
      documents("--- !Missed\nPass: a\n...\n--- !Passed\nPass: b\n...\n");
  ASSERT_EQ(All.size(), 2u);
  EXPECT_EQ(All[0].Text, "--- !Missed\nPass: a\n");
  EXPECT_EQ(All[1].Text, "--- !Passed\nPass: b\n");
  EXPECT_EQ(All[1].Start, 24u);
  EXPECT_TRUE(All[0].Complete && All[1].Complete);
}

TEST(YAMLDocuments, MayEndWhereTheNextBegins) {
  auto All = documents("--- !Missed\nPass: a\n--- !Passed\nPass: b\n...");
  ASSERT_EQ(All.size(), 2u);
  EXPECT_TRUE(All[0].Complete);
  EXPECT_EQ(All[0].Text, "--- !Missed\nPass: a\n");
}

TEST(YAMLDocuments, WithoutEndAreIncomplete) {
  auto All = documents("--- !Missed\nPass: a\n...\n--- !Passed\nPa");
  ASSERT_EQ(All.size(), 2u);
  EXPECT_TRUE(All[0].Complete);
  EXPECT_FALSE(All[1].Complete);
}

TEST(YAMLDocuments, PassBlankLinesAndComments) {
  auto All = documents("# comment\n\n--- !Missed\nPass: a\n...\n  \n# end\n");
  ASSERT_EQ(All.size(), 1u);
  EXPECT_TRUE(All[0].IsDocument);
  EXPECT_EQ(All[0].pass(), "a");
}

TEST(YAMLDocuments, OtherLinesAreNoDocument) {
  auto All = documents("--- !Missed\nPass: a\n...\njunk\n--- !Missed\n...\n");
  ASSERT_EQ(All.size(), 3u);
  EXPECT_FALSE(All[1].IsDocument);
  EXPECT_TRUE(All[2].IsDocument);
}

TEST(YAMLDocuments, KnowTheirPass) {
  EXPECT_EQ(documents("--- !A\nPass:   'rafter'\r\nName: x\n...\n")[0].pass(),
            "rafter");
  EXPECT_EQ(documents("--- !A\nName: x\n...\n")[0].pass(), "");
  // Only at the start of a line.
  EXPECT_EQ(documents("--- !A\nName: ' Pass: x'\n...\n")[0].pass(), "");
}

TEST(YAMLDocuments, DotsInsideOfALineEndNothing) {
  auto All = documents("--- !A\nName: x\n  ...\n....\n---x\n...\n");
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].Text, "--- !A\nName: x\n  ...\n....\n---x\n");
}

TEST(YAMLDocuments, NothingHasNone) {
  EXPECT_TRUE(documents("").empty());
  EXPECT_TRUE(documents("\n\n").empty());
}
