//===- ParameterSchemaTest.cpp - The table of parameters itself -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// That the table is well formed, and that the documentation follows it.
//
//===----------------------------------------------------------------------===//

#include "rafter/Uarch/ParameterSchema.h"
#include "SourcePaths.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace rafter;

namespace {

TEST(ParameterSchema, KeysAreUniqueAndFound) {
  StringSet<> Seen;
  for (const ParameterSchema &S : parameterSchemas()) {
    EXPECT_TRUE(Seen.insert(S.Key).second) << S.Key.str();
    EXPECT_EQ(findParameter(S.Key), &S);
    EXPECT_NE(S.Store, nullptr);
    EXPECT_TRUE(S.Meaning.ends_with(".")) << S.Key.str();
    EXPECT_EQ(S.isWord(), S.Unit.empty());
  }
  EXPECT_EQ(findParameter("nothing"), nullptr);
}

/// Each row of the documentation's table: | `key` | unit | ...
TEST(ParameterSchema, DocumentationListsEveryKeyWithItsUnit) {
  auto Buffer = MemoryBuffer::getFile(RAFTER_SOURCE_DIR "/docs/cpu-files.md");
  ASSERT_TRUE(bool(Buffer));
  StringRef Text = (*Buffer)->getBuffer();
  for (const ParameterSchema &S : parameterSchemas()) {
    std::string Unit = S.isWord() ? "word" : S.Unit.str();
    EXPECT_TRUE(Text.contains("| `" + S.Key.str() + "` | " + Unit + " |"))
        << S.Key.str();
  }
}

TEST(ParameterSchema, NamesAreThoseOfTheReports) {
  EXPECT_STREQ(name(MemoryLevel::Memory), "mem");
  EXPECT_STREQ(name(ComputeKind::SquareRoot), "sqrt");
  EXPECT_STREQ(name(BufferKind::LineFillBuffer), "LFB");
}

} // namespace
