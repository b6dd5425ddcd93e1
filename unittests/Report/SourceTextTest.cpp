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

TEST(ShortenName, CutsTheParametersOfWhatIsLongWithoutThem) {
  EXPECT_EQ(shortenName("find<std::vector<int>>(int const&, bool*), line 53"),
            "find<...>(int const&, bool*), line 53");
  EXPECT_EQ(shortenName("hash::(anonymous namespace)::array<int>::claim_key("
                        "mer const&, bool*, void (*)(int)) const, line 539"),
            "hash::(anonymous namespace)::array<...>::claim_key(...) const, "
            "line 539");
  EXPECT_EQ(shortenName("a::very::long::name::of::some::functor::operator()("
                        "int) const"),
            "a::very::long::name::of::some::functor::operator()(...) const");
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
  Odd = "some_source_file.cpp:13: n = 1000 (argument of a loop, assumed)";
  EXPECT_EQ(shortenName(Odd), Odd);
  Odd = "a_name_of_another_language_that_is_never(closed and nothing";
  EXPECT_EQ(shortenName(Odd), Odd);
}
