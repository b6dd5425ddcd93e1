//===- YamlTreeTest.cpp - What YAML text means ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Uarch/YamlTree.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace rafter;

namespace {

/// (line) and: 'text', [items], {key: value}.
std::string print(const YamlValue &Value) {
  std::string Result = "(" + std::to_string(Value.Line) + ")";
  if (Value.isScalar())
    return Result + "'" + Value.Text + "'";
  if (Value.Shape == YamlValue::Kind::Empty)
    return Result + "nothing";
  Result += Value.isMapping() ? "{" : "[";
  for (size_t I = 0; I != Value.Items.size(); ++I)
    Result += (I ? ", " : "") +
              (Value.isMapping() ? Value.Keys[I] + ": " : "") +
              print(Value.Items[I]);
  return Result + (Value.isMapping() ? "}" : "]");
}

std::string read(StringRef Text) {
  Expected<YamlValue> Tree = parseYamlTree(MemoryBufferRef(Text, "x"));
  return Tree ? print(*Tree) : toString(Tree.takeError());
}

TEST(YamlTree, ReadsWhatCPUFilesUse) {
  EXPECT_EQ(read("a: b\n"), "(1){a: (1)'b'}");
  EXPECT_EQ(read("a: b"), "(1){a: (1)'b'}");
  EXPECT_EQ(read("\n# a comment\n\na: b, c (d)\n  # another\n"),
            "(4){a: (4)'b, c (d)'}");
  EXPECT_EQ(read("a:   two words  \nb: \"quoted: # , [] {}\"\nc: \"\"\n"),
            "(1){a: (1)'two words', b: (2)'quoted: # , [] {}', c: (3)''}");
  EXPECT_EQ(read("a: [b, \"c\", 1/4]\nd: [x]\n"),
            "(1){a: (1)[(1)'b', (1)'c', (1)'1/4'], d: (2)[(2)'x']}");
  EXPECT_EQ(read("a:\n  b: c\n\n  d: {e: f, g: [h, i], j: \"k\"}\nl: m\n"),
            "(1){a: (1){b: (2)'c', d: (4){e: (4)'f', g: (4)[(4)'h', (4)'i'], "
            "j: (4)'k'}}, l: (5)'m'}");
  EXPECT_EQ(read("a:\n    - {b: c}\n    # between\n    - d\n    - [e]\n"),
            "(1){a: (1)[(2){b: (2)'c'}, (4)'d', (5)[(5)'e']]}");
}

TEST(YamlTree, ReadsWhatUsersMayWriteInstead) {
  EXPECT_EQ(read("a: 'b'\nc: d # comment\n"), "(1){a: (1)'b', c: (2)'d'}");
  EXPECT_EQ(read("a:\n- b\n"), "(1){a: (1)[(2)'b']}");
  EXPECT_EQ(read("a:\n  - b: c\n    d: e\n"),
            "(1){a: (1)[(2){b: (2)'c', d: (3)'e'}]}");
  EXPECT_EQ(read("a: >\n  b\n  c\n"), "(1){a: (1)'b c'}");
  EXPECT_EQ(read("a: \"two  spaces\"\n"), "(1){a: (1)'two spaces'}");
  EXPECT_EQ(read("a: b\r\nc: d\r\n"), "(1){a: (1)'b', c: (2)'d'}");
  EXPECT_EQ(read("a: \xc3\xa9\n"), "(1){a: (1)'\xc3\xa9'}");
  EXPECT_EQ(read("a:\n"), "(1){a: (1)nothing}");
}

TEST(YamlTree, NamesTheLineOfWhatItCannotRead) {
  EXPECT_EQ(read("a: b\na: c\n"), "x:2: a: duplicate key, first on line 1");
  EXPECT_EQ(read("a:\n  b: {c: d, c: e}\n"),
            "x:2: c: duplicate key, first on line 2");
  EXPECT_EQ(read("a: &x b\n"),
            "x:1: anchors and aliases are not used in CPU files");
  EXPECT_EQ(read("- a\n"), "x:1: not a CPU file: expected KEY: VALUE");
  EXPECT_EQ(read("a: b\n---\nc: d\n"),
            "x:1: a CPU file holds one document only");
  EXPECT_EQ(read("a: [b, [c, [d, [e, [f]]]]]\n"),
            "x:1: nested deeper than a CPU file is");
  EXPECT_EQ(read(StringRef("a: b\0", 5)), "x:1: not a text file in UTF-8");
  for (StringRef Text : {"a: [b\n", "a: \"b\n", "a: {b\n"})
    EXPECT_TRUE(StringRef(read(Text)).starts_with("x:1: not YAML"))
        << Text.str() << read(Text);
}

TEST(YamlTree, ManyCommasDoNotFillTheStack) {
  std::string Commas(1 << 19, ',');
  EXPECT_EQ(read("a: b\nc: {d: e" + Commas + "}\n"),
            "x:2: not YAML: commas with nothing between them");
  std::string Commented;
  for (unsigned I = 0; I != 100000; ++I)
    Commented += ", #\n";
  EXPECT_EQ(read("a: [b" + Commented + "]\n"),
            "x:101: not YAML: commas with nothing between them");
  EXPECT_EQ(read("a: [\"b #\"" + Commas + "]\n"),
            "x:1: not YAML: commas with nothing between them");
  EXPECT_EQ(read("# ,,,,,,,,,,,,,,,,,,,,,,\na: b\n"), "(2){a: (2)'b'}");
}

TEST(YamlTree, MisspellingIsUpToAThirdOfTheLetters) {
  EXPECT_EQ(didYouMean("skylak", {"skylake", "znver4"}),
            "; did you mean 'skylake'?");
  EXPECT_EQ(didYouMean("znver3", {"skylake", "znver4"}),
            "; did you mean 'znver4'?");
  EXPECT_EQ(didYouMean("power9", {"skylake", "znver4"}), "");
}

} // namespace
