//===- SliceFilesTest.cpp - Files of labelled slices ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadSlices.h"
#include <gmock/gmock.h>

using namespace rafter;

namespace {

std::string errorOf(llvm::StringRef Text) {
  LabelledSlices Slices;
  return readText(Text, Slices);
}

TEST(ReadARFF, UnderstandsCommentsQuotesAndCase) {
  LabelledSlices S = slicesOf("% a comment\n"
                              "@RELATION 'two words'\n"
                              "@Attribute 'a b' REAL\n"
                              "@attribute c {x, 'y z', \"it\\'s\"}\n"
                              "@attribute n integer % more\n"
                              "@attribute class {p,q}\n"
                              "@DATA\n"
                              "1.5, 'y z', 3, q\r\n"
                              "\n"
                              "% nothing\n"
                              "?, 'it\\'s', -2e1, p % end\n");
  ASSERT_EQ(S.size(), 2u);
  ASSERT_EQ(S.Attributes.size(), 3u);
  EXPECT_EQ(S.Attributes[0].Name, "a b");
  EXPECT_TRUE(S.Attributes[1].Nominal);
  EXPECT_THAT(S.Attributes[1].Values, testing::ElementsAre("x", "y z", "it's"));
  EXPECT_EQ(S.Columns[0][0], 1.5);
  EXPECT_TRUE(isMissing(S.Columns[0][1]));
  EXPECT_EQ(S.Columns[1][1], 2);
  EXPECT_EQ(S.Columns[2][1], -20);
  EXPECT_THAT(S.Labels, testing::ElementsAre(1u, 0u));
}

TEST(ReadARFF, TakesTheNamedAttributeForTheClass) {
  LabelledSlices S;
  llvm::StringRef Text = "@relation r\n@attribute k {u,v}\n"
                         "@attribute a numeric\n@data\nv,1\n";
  llvm::Error E = readARFF(llvm::MemoryBufferRef(Text, "data"), "k", S);
  EXPECT_EQ(llvm::toString(std::move(E)), "");
  ASSERT_EQ(S.Attributes.size(), 1u);
  EXPECT_EQ(S.Classes[S.Labels[0]], "v");
  llvm::Error None = readARFF(llvm::MemoryBufferRef(Text, "data"), "z", S);
  EXPECT_EQ(llvm::toString(std::move(None)),
            "data:4: there is no attribute 'z' for the class");
}

TEST(ReadARFF, NamesTheLineOfEveryFault) {
  llvm::StringRef Head =
      "@relation r\n@attribute a numeric\n@attribute c {x,y}\n@data\n";
  EXPECT_EQ(errorOf(Head.str() + "1,x\nabc,y\n"),
            "data:6: attribute 'a': 'abc' is no number");
  EXPECT_EQ(errorOf(Head.str() + "1\n"), "data:5: expected 2 values, found 1");
  EXPECT_EQ(errorOf(Head.str() + "1,,x\n"), "data:5: no value before ','");
  EXPECT_EQ(errorOf(Head.str() + "1,x,2\n"), "data:5: more than 2 values");
  EXPECT_EQ(errorOf(Head.str() + "1,z\n"),
            "data:5: attribute 'c': 'z' is none of its values");
  EXPECT_EQ(errorOf(Head.str() + "nan,x\n"),
            "data:5: attribute 'a': 'nan' is no number");
  EXPECT_EQ(errorOf(Head.str() + "'1,x\n"), "data:5: a quote does not end");
  EXPECT_EQ(errorOf(Head.str() + "{0 1}\n"),
            "data:5: sparse instances are not understood");
  EXPECT_EQ(errorOf("@relation r\n@attribute a string\n"),
            "data:2: attribute 'a' has the type 'string'; known are numeric, "
            "real, integer and {values}");
  EXPECT_EQ(errorOf("@relation r\n@attribute a {x,y\n"),
            "data:2: attribute 'a': expected '}'");
  EXPECT_EQ(errorOf("@relation r\n@attribute a {x,x}\n"),
            "data:2: attribute 'a' has the value 'x' twice");
  EXPECT_EQ(errorOf("@relation r\n@attribute a real\n@attribute a real\n"),
            "data:3: attribute 'a' is declared twice");
  EXPECT_EQ(errorOf("@relation r\n@attribute a real\n@data\n"),
            "data:3: the class, attribute 'a', is not nominal");
  EXPECT_EQ(errorOf("@relation r\n@data\n"),
            "data:2: @data before any @attribute");
  EXPECT_EQ(errorOf("@relation r\n"), "data:1: there is no @data");
  EXPECT_EQ(errorOf("@relation r\nfoo\n"),
            "data:2: expected @relation, @attribute or @data, found 'foo'");
}

TEST(SliceTable, ReadsBackWhatItWrote) {
  llvm::StringRef Text = "class,run,size,start,\"cpu/event=1,umask=2/\",kind\n"
                         "P_Mem,r 1,64K,0,0.125,slow\n"
                         "?,,,0.4,?,?\n"
                         "N_Mem,r2,1M,0.8,1e-09,\"a \"\"b\"\"\"\n";
  LabelledSlices S = slicesOf(Text);
  EXPECT_EQ(S.Attributes[0].Name, "cpu/event=1,umask=2/");
  EXPECT_TRUE(S.Attributes[1].Nominal);
  EXPECT_EQ(S.Labels[1], LabelledSlices::Unlabelled);
  EXPECT_EQ(S.Columns[0][2], 1e-9);
  EXPECT_EQ(S.RunNames[S.Runs[0]], "r 1");
  EXPECT_EQ(S.SizeNames[S.Sizes[1]], "");
  std::string First, Second;
  llvm::raw_string_ostream(First) << "";
  llvm::raw_string_ostream OS(First), OS2(Second);
  writeSliceTable(S, OS);
  writeSliceTable(slicesOf(OS.str()), OS2);
  EXPECT_EQ(OS.str(), OS2.str());
  EXPECT_THAT(OS.str(), testing::HasSubstr("N_Mem,r2,1M,0.8,1e-09,\"a \"\"b"));
}

TEST(SliceTable, JoinsFilesByName) {
  LabelledSlices S = slicesOf("class,run,size,start,a,b\nx,1,,0,1,2\n");
  EXPECT_EQ(readText("class,run,size,start,b,c\ny,2,,0,3,4\n", S), "");
  ASSERT_EQ(S.Attributes.size(), 3u);
  EXPECT_TRUE(isMissing(S.Columns[0][1]));
  EXPECT_EQ(S.Columns[1][1], 3);
  EXPECT_TRUE(isMissing(S.Columns[2][0]));
}

TEST(SliceTable, NamesTheLineOfEveryFault) {
  EXPECT_EQ(errorOf("a,b\n"),
            "data:1: expected the heading 'class,run,size,start,...'");
  EXPECT_EQ(errorOf(""),
            "data:0: expected the heading 'class,run,size,start,...'");
  llvm::StringRef Head = "class,run,size,start,a\n";
  EXPECT_EQ(errorOf(Head.str() + "x,1,,0\n"),
            "data:2: expected 5 fields, found 4");
  EXPECT_EQ(errorOf(Head.str() + "x,1,,0,5\n\nx,1,,0,abc\n"),
            "data:4: attribute 'a': 'abc' is no number");
  EXPECT_EQ(errorOf(Head.str() + "x,1,,-1,5\n"),
            "data:2: start: '-1' is no number of at least 0 seconds");
  EXPECT_EQ(errorOf(Head.str() + "\"x,1,,0,5\n"),
            "data:2: a quote does not end");
  EXPECT_EQ(errorOf("class,run,size,start,a,a\n"),
            "data:1: attribute 'a' is there twice");
}

} // namespace
