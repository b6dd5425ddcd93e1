//===- SourceTextTest.cpp - Names and lines of sources in reports ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/SourceText.h"
#include <gtest/gtest.h>

using namespace rafter;

TEST(ShortenName, KeepsWhatIsShort) {
  EXPECT_EQ(shortenName("fold<int>, line 3"), "fold<int>, line 3");
}

TEST(ShortenName, CutsTheArgumentsOfTemplates) {
  EXPECT_EQ(shortenName("fold<std::pair<std::vector<int>, double>, long>, "
                        "line 3"),
            "fold<...>, line 3");
  EXPECT_EQ(shortenName("Matrix<std::complex<double>, 4>::at<unsigned long>"),
            "Matrix<...>::at<...>");
}

TEST(ShortenName, LeavesOperators) {
  EXPECT_EQ(shortenName("operator<< <std::char_traits<char>, std::ostream>"),
            "operator<< <...>");
  EXPECT_EQ(shortenName("LongNameOfAnIterator<int, long>::operator->, line 10"),
            "LongNameOfAnIterator<...>::operator->, line 10");
}

TEST(ShortenName, LeavesWhatDoesNotMatch) {
  std::string Odd = "a_name_of_another_language<that_is_never_closed";
  EXPECT_EQ(shortenName(Odd), Odd);
}
