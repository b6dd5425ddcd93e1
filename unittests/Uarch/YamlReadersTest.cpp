//===- YamlReadersTest.cpp - Two readers, one tree ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "YamlReaders.h"
#include "SourcePaths.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace rafter;

namespace {

void expectSame(const YamlValue &A, const YamlValue &B) {
  EXPECT_EQ(int(A.Shape), int(B.Shape)) << "line " << B.Line;
  EXPECT_EQ(A.Line, B.Line);
  EXPECT_EQ(A.Text, B.Text);
  EXPECT_EQ(A.Keys, B.Keys);
  ASSERT_EQ(A.Items.size(), B.Items.size()) << "line " << B.Line;
  for (size_t I = 0; I != A.Items.size(); ++I)
    expectSame(A.Items[I], B.Items[I]);
}

void expectPlain(StringRef Text) {
  SCOPED_TRACE(Text.str());
  std::optional<YamlValue> Plain = readPlainYaml(Text);
  Expected<YamlValue> General = readGeneralYaml(MemoryBufferRef(Text, "x"));
  ASSERT_TRUE(bool(General)) << toString(General.takeError());
  ASSERT_TRUE(Plain);
  expectSame(*Plain, *General);
}

TEST(PlainYaml, ReadsAllShippedFilesAsTheGeneralReaderDoes) {
  ProcessorLibrary Shipped({RAFTER_SOURCE_DIR "/uarch"});
  for (const std::string &Name : Shipped.names()) {
    auto Buffer = MemoryBuffer::getFile(Shipped.path(Name));
    ASSERT_TRUE(bool(Buffer));
    expectPlain((*Buffer)->getBuffer());
  }
}

TEST(PlainYaml, ReadsEveryPlainForm) {
  expectPlain("a: b\n");
  expectPlain("a: b");
  expectPlain("\n# a comment\n\na: b, c (d)\n  # another\n");
  expectPlain("a:   two words  \nb: \"quoted: # , [] {}\"\nc: \"\"\n");
  expectPlain("a: [b, \"c\", 1/4]\nd: [x]\n");
  expectPlain("a:\n  b: c\n\n  d: {e: f, g: [h, i], j: \"k\"}\nl: m\n");
  expectPlain("a:\n    - {b: c}\n    # between\n    - d\n    - [e]\n");
  expectPlain("a:\n  b: {c: [d, e]}\n");
}

TEST(PlainYaml, LeavesAllElseToTheGeneralReader) {
  for (StringRef Text : {"",
                         "\n",
                         "a",
                         "a:",
                         "a:\n",
                         "a:b\n",
                         "- a\n",
                         "a: b\na: c\n",
                         "a: b\n  c\n",
                         "a:\n- b\n",
                         "a:\n  b: c\n   d: e\n",
                         "a:\n  b: c\n d: e\n",
                         "a:\n  b:\n    c: d\n",
                         "a: [b\n",
                         "a: [b,]\n",
                         "a: []\n",
                         "a: {}\n",
                         "a: {b}\n",
                         "a: {b: }\n",
                         "a: {b: c} d\n",
                         "a: \"b\n",
                         "a: \"b\\n\"\n",
                         "a: 'b'\n",
                         "a: b # comment\n",
                         "a: b: c\n",
                         "a: &x b\n",
                         "a: *x\n",
                         "a: !t b\n",
                         "a: |\n  b\n",
                         "a: >\n  b\n",
                         "--- \na: b\n",
                         "a: b\n---\nc: d\n",
                         "a: b\n...\n",
                         "a: \"two  spaces\"\n",
                         "a: b\r\n",
                         "a:\tb\n",
                         "a: \xc3\xa9\n",
                         "? a\n: b\n",
                         "a : b\n",
                         " a: b\n",
                         "a: [b, [c, [d, [e]]]]\n",
                         "a:\n  - b: c\n",
                         "a:\n  b: {c: d, c: e}\n",
                         "a: -\n",
                         "a: {b:c}\n"})
    EXPECT_FALSE(readPlainYaml(Text)) << Text.str();
  EXPECT_FALSE(readPlainYaml(StringRef("a: b\0", 5)));
  EXPECT_FALSE(readPlainYaml(std::string(101, 'a') + ": b\n"));
}

} // namespace
