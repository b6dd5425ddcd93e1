//===- FrameTableTest.cpp - The table of .eh_frame_hdr --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrameTable.h"
#include "gmock/gmock.h"

using namespace rafter;
using llvm::StringRef;
using testing::ElementsAre;
using testing::IsEmpty;

/// Two functions, at 0x1010 and 0xff0, of a table at 0x1000.
static std::string table() {
  return std::string("\1\x1b\3\x3b"
                     "\0\0\0\0"
                     "\2\0\0\0"
                     "\x10\0\0\0"
                     "\x80\0\0\0"
                     "\xf0\xff\xff\xff"
                     "\x90\0\0\0",
                     28);
}

TEST(FrameTable, HasTheBeginningsOfFunctions) {
  EXPECT_THAT(readFrameTable(table(), 0x1000, true),
              ElementsAre(0xff0, 0x1010));
}

TEST(FrameTable, OneThatIsCutOrOfAnotherKindIsEmpty) {
  for (size_t Size : {0, 3, 11, 12, 27})
    EXPECT_THAT(
        readFrameTable(StringRef(table()).take_front(Size), 0x1000, true),
        IsEmpty());
  for (size_t Field : {0, 2, 3}) {
    std::string Other = table();
    Other[Field] = 0x7f;
    EXPECT_THAT(readFrameTable(Other, 0x1000, true), IsEmpty());
  }
}
