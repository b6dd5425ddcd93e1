//===- ReportTableTest.cpp - One table for text and page ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/ReportTable.h"
#include "gmock/gmock.h"

using namespace rafter;
using testing::HasSubstr;

namespace {

std::string printed(auto Print) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Print(OS);
  return Text;
}

ReportTable example() {
  ReportTable T("Title", /*Open=*/false, "l", {"a < b", "cycles", "share"});
  T.add({"x", uint64_t(1234567), TableCell::share(0.25)});
  T.add({"  <y>", 2u, {"-", "<b>none</b>"}});
  return T;
}

TEST(ReportTable, textIsAlignedAndPlain) {
  EXPECT_EQ(printed([](auto &OS) { example().printText(OS); }),
            "\n"
            "    a < b   cycles  share\n"
            "    x      1234567  25.0%\n"
            "      <y>        2      -\n");
}

TEST(ReportTable, thePageHasTheSameRows) {
  std::string HTML = printed([](auto &OS) { example().printHTML(OS); });
  EXPECT_THAT(HTML, HasSubstr("<details><summary>Title</summary>"));
  EXPECT_THAT(HTML, HasSubstr("<tr><th>a &lt; b</th><th class=\"n\">cycles"));
  EXPECT_THAT(HTML, HasSubstr("<td>x</td><td class=\"n\">1 234 567</td>"));
  EXPECT_THAT(HTML, HasSubstr("width:25.0%\"></i></span> 25.0%</td>"));
  EXPECT_THAT(HTML, HasSubstr("<td>&emsp;&lt;y&gt;</td><td class=\"n\">2</td>"
                              "<td class=\"n\"><b>none</b></td>"));
}

TEST(ReportTable, withoutRowsThereIsNothing) {
  ReportTable T("Title", /*Open=*/true, "l", {"head"});
  EXPECT_EQ(printed([&](auto &OS) { T.printText(OS); }), "");
  EXPECT_EQ(printed([&](auto &OS) { T.printHTML(OS); }), "");
}

TEST(ReportTable, rowsOfThreeAreKeyFigures) {
  ReportTable T("", /*Open=*/true, "lru", {});
  T.add({"work W", uint64_t(12), "flops"});
  T.add({"cycles", "< 3", {"cycles", ""}});
  EXPECT_EQ(printed([&](auto &OS) { T.printText(OS, "  all\n"); }),
            "\n  all\n    work W   12 flops\n    cycles  < 3 cycles\n");
  EXPECT_EQ(printed([&](auto &OS) { T.printKeyFigures(OS); }),
            "<div class=\"figures\"><div><b>12</b><span>work W, flops</span>"
            "</div><div><b>&lt; 3</b><span>cycles</span></div></div>\n");
}

} // namespace
