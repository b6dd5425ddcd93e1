//===- WriteReportTest.cpp - Reports to files -------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file holds a whole report or is not touched; errors name file and cause.
//
//===----------------------------------------------------------------------===//

#include "rafter/Analysis/WriteReport.h"
#include "Fixtures.h"
#include "rafter/Support/Files.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace rafter;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
namespace fs = llvm::sys::fs;

namespace {

/// A directory of its own for each test.
class WriteReport : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("rafter-report", Directory));
  }
  void TearDown() override { fs::remove_directories(Directory); }

  std::string path(llvm::StringRef Name) const {
    llvm::SmallString<128> P(Directory);
    llvm::sys::path::append(P, Name);
    return P.str().str();
  }
  std::vector<std::string> files() const {
    std::vector<std::string> Names;
    std::error_code EC;
    for (fs::directory_iterator I(Directory, EC), End; I != End && !EC;
         I.increment(EC))
      Names.push_back(llvm::sys::path::filename(I->path()).str());
    llvm::sort(Names);
    return Names;
  }
  static std::string read(const std::string &Path) {
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    return Buffer ? (*Buffer)->getBuffer().str() : "(cannot be read)";
  }
  static void fill(const std::string &Path, llvm::StringRef Text) {
    std::error_code EC;
    llvm::raw_fd_ostream OS(Path, EC);
    OS << Text;
  }

  llvm::SmallString<128> Directory;
};

std::string message(llvm::Error E) { return llvm::toString(std::move(E)); }

} // namespace

TEST(Format, knowsItsNames) {
  EXPECT_EQ(*parseFormat("text"), Format::Text);
  EXPECT_EQ(*parseFormat("json"), Format::JSON);
  EXPECT_EQ(*parseFormat("html"), Format::HTML);
  EXPECT_EQ(*parseFormat("svg"), Format::SVG);
  EXPECT_EQ(message(parseFormat("pdf").takeError()),
            "unknown format 'pdf': expected text, json, html or svg");
}

TEST_F(WriteReport, writesEachFormat) {
  Report R = fixtures::workedExample();
  EXPECT_EQ(message(writeReport(R, Format::Text, path("r.txt"))), "");
  EXPECT_EQ(message(writeReport(R, Format::JSON, path("r.json"))), "");
  EXPECT_EQ(message(writeReport(R, Format::HTML, path("r.html"))), "");
  EXPECT_EQ(message(writeReport(R, Format::SVG, path("r.svg"))), "");
  EXPECT_THAT(files(), ElementsAre("r.html", "r.json", "r.svg", "r.txt"));
  EXPECT_THAT(read(path("r.txt")), StartsWith("region 'worked'"));
  EXPECT_THAT(read(path("r.json")), StartsWith("{\n  \"schema_version\": 1,"));
  EXPECT_THAT(read(path("r.html")), StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(read(path("r.svg")), StartsWith("<svg "));
}

TEST_F(WriteReport, replacesAnOlderFile) {
  fill(path("r.txt"), "old");
  EXPECT_EQ(message(writeReport(fixtures::workedExample(), Format::Text,
                                path("r.txt"))),
            "");
  EXPECT_THAT(read(path("r.txt")), StartsWith("region"));
  EXPECT_THAT(files(), ElementsAre("r.txt"));
}

TEST_F(WriteReport, theFileAppearsOnlyWhenItIsWhole) {
  fill(path("r.txt"), "old");
  llvm::Error E = writeFileWhole(path("r.txt"), [&](llvm::raw_ostream &OS) {
    OS << std::string(100000, 'x');
    OS.flush();
    EXPECT_EQ(read(path("r.txt")), "old");
    EXPECT_EQ(files().size(), 2u);
  });
  EXPECT_EQ(message(std::move(E)), "");
  EXPECT_EQ(read(path("r.txt")).size(), 100000u);
}

TEST_F(WriteReport, aMissingDirectoryIsAnErrorThatNamesTheFile) {
  std::string Path = path("none/r.txt");
  EXPECT_EQ(message(writeReport(fixtures::workedExample(), Format::Text, Path)),
            "cannot write '" + Path + "': No such file or directory");
}

TEST_F(WriteReport, aDirectoryIsAnError) {
  EXPECT_EQ(
      message(writeReport(fixtures::workedExample(), Format::Text,
                          Directory.str())),
      ("cannot write '" + Directory.str() + "': it is a directory").str());
  EXPECT_THAT(files(), ElementsAre());
}

TEST_F(WriteReport, devicesAreWrittenInPlace) {
  EXPECT_EQ(message(writeReport(fixtures::workedExample(), Format::Text,
                                "/dev/null")),
            "");
  fs::file_status Status;
  ASSERT_FALSE(fs::status("/dev/null", Status));
  EXPECT_EQ(Status.type(), fs::file_type::character_file);
}

TEST_F(WriteReport, aFullDeviceIsAnError) {
  if (!fs::exists("/dev/full"))
    GTEST_SKIP() << "there is no /dev/full";
  EXPECT_THAT(message(writeReport(fixtures::workedExample(), Format::Text,
                                  "/dev/full")),
              StartsWith("cannot write '/dev/full': "));
}

TEST_F(WriteReport, aSymbolicLinkStaysOne) {
  fill(path("target.txt"), "old");
  ASSERT_FALSE(fs::create_link(path("target.txt"), path("link.txt")));
  EXPECT_EQ(message(writeReport(fixtures::workedExample(), Format::Text,
                                path("link.txt"))),
            "");
  EXPECT_TRUE(fs::is_symlink_file(path("link.txt")));
  EXPECT_THAT(read(path("target.txt")), StartsWith("region"));
}

TEST_F(WriteReport, thePageQuotesTheSourceWhereItCanBeRead) {
  std::string Source;
  for (int Line = 1; Line <= 40; ++Line)
    Source += "line " + llvm::utostr(Line) + " <b>\n";
  fill(path("kernel.c"), Source);
  Report R = fixtures::workedExample();
  R.Regions.front().Source = {path("kernel.c"), 20, 1};
  std::string HTML;
  llvm::raw_string_ostream OS(HTML);
  printHTML(R, OS);
  EXPECT_THAT(HTML, HasSubstr("<span class=\"here\"><i>20</i>line 20 "
                              "&lt;b&gt;</span>"));
  EXPECT_THAT(HTML, HasSubstr("<i>18</i>"));
  EXPECT_THAT(HTML, HasSubstr("<i>29</i>"));
  EXPECT_THAT(HTML, Not(HasSubstr("<i>17</i>")));
  EXPECT_THAT(HTML, Not(HasSubstr("<i>30</i>")));
}

TEST_F(WriteReport, thePageQuotesTheInputWhenItsNameIsRelativeToElsewhere) {
  fill(path("kernel.c"), "first\nsecond\n");
  Report R = fixtures::workedExample();
  R.Input = path("kernel.c");
  R.Regions.front().Source = {"some/build/kernel.c", 2, 1};
  std::string HTML;
  llvm::raw_string_ostream OS(HTML);
  printHTML(R, OS);
  EXPECT_THAT(HTML, HasSubstr("<span class=\"here\"><i>2</i>second</span>"));
  R.Regions.front().Source.File = "some/build/other.c";
  HTML.clear();
  printHTML(R, OS);
  EXPECT_THAT(HTML, Not(HasSubstr("<pre>")));
}
