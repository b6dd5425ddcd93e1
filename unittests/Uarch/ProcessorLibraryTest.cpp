//===- ProcessorLibraryTest.cpp - How CPUs are found by name --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Directories of CPU files: order, aliases, unknown names, broken files.
//
//===----------------------------------------------------------------------===//

#include "SourcePaths.h"
#include "TestFile.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace llvm;
using namespace rafter;
using namespace rafter::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

class ProcessorLibraryTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("rafter-uarch", First));
    ASSERT_FALSE(sys::fs::createUniqueDirectory("rafter-uarch", Second));
  }
  void TearDown() override {
    sys::fs::remove_directories(First);
    sys::fs::remove_directories(Second);
  }

  void write(StringRef Directory, StringRef Name, StringRef Text) {
    SmallString<128> Path(Directory);
    sys::path::append(Path, Name);
    std::error_code EC;
    raw_fd_ostream OS(Path, EC);
    ASSERT_FALSE(EC);
    OS << Text;
  }
  void writeToy(StringRef Directory, StringRef Name, StringRef Description) {
    std::vector<std::string> Lines = legalLines();
    Lines[0] = "name: " + Name.str();
    Lines[1] = "description: " + Description.str();
    Lines[2] = "llvm-cpu: " + Name.str() + "-llvm";
    Lines.push_back("aliases: [" + Name.str() + "-x, " + Name.str() + "-y]");
    write(Directory, (Name + ".yaml").str(), join(Lines, "\n") + "\n");
  }

  ProcessorLibrary library() const {
    return ProcessorLibrary({std::string(First), std::string(Second)});
  }
  std::string found(StringRef Name) const {
    Expected<ProcessorFile> File = library().find(Name);
    return File ? File->CPU.Description : toString(File.takeError());
  }

  SmallString<128> First, Second;
};

TEST_F(ProcessorLibraryTest, NamesAreSortedAndUnique) {
  writeToy(First, "zeta", "1");
  writeToy(Second, "zeta", "2");
  writeToy(Second, "alpha", "3");
  write(Second, "README.md", "not a CPU");
  EXPECT_THAT(library().names(), ElementsAre("alpha", "zeta"));
}

TEST_F(ProcessorLibraryTest, EarlierDirectoriesWin) {
  writeToy(First, "zeta", "of the first");
  writeToy(Second, "zeta", "of the second");
  writeToy(Second, "alpha", "another");
  EXPECT_EQ(found("zeta"), "of the first");
  EXPECT_EQ(found("alpha"), "another");
}

TEST_F(ProcessorLibraryTest, AliasesAndLLVMNamesAreNames) {
  writeToy(First, "zeta", "it");
  EXPECT_EQ(found("zeta-y"), "it");
  EXPECT_EQ(found("zeta-llvm"), "it");
}

TEST_F(ProcessorLibraryTest, UnknownNameListsTheKnownOnes) {
  writeToy(First, "zeta", "1");
  writeToy(Second, "alpha", "2");
  EXPECT_EQ(found("zebra"), "unknown CPU 'zebra' (known CPUs: alpha, zeta)");
  EXPECT_EQ(found("zetta"), "unknown CPU 'zetta'; did you mean 'zeta'? (known "
                            "CPUs: alpha, zeta)");
  EXPECT_EQ(found(""), "unknown CPU '' (known CPUs: alpha, zeta)");
}

TEST_F(ProcessorLibraryTest, NamesDoNotLeaveTheDirectory) {
  writeToy(First, "zeta", "1");
  EXPECT_THAT(found("../zeta"), StartsWith("unknown CPU"));
  EXPECT_THAT(found(std::string(First) + "/zeta"), StartsWith("unknown CPU"));
}

TEST_F(ProcessorLibraryTest, BrokenFileIsReportedWhenNamed) {
  writeToy(First, "zeta", "1");
  write(First, "broken.yaml", "name: broken\nnonsense: 1\n");
  EXPECT_EQ(found("zeta-x"), "1");
  EXPECT_THAT(found("broken"), HasSubstr("broken.yaml:2: unknown key"));
}

TEST_F(ProcessorLibraryTest, HostWithoutAFileSaysHowToGoOn) {
  EXPECT_THAT(found("host"), StartsWith("no CPU file for this host ('"));
  EXPECT_THAT(found("host"), HasSubstr("-rafter-uarch"));
}

TEST_F(ProcessorLibraryTest, EnvironmentComesFirst) {
  std::string Value = (First + "::" + Second).str();
  ::setenv("RAFTER_UARCH_PATH", Value.c_str(), /*overwrite=*/1);
  auto Restore = scope_exit([] { ::unsetenv("RAFTER_UARCH_PATH"); });
  std::vector<std::string> Directories = ProcessorLibrary::defaultDirectories();
  ASSERT_GE(Directories.size(), 3u);
  EXPECT_EQ(Directories[0], First.str());
  EXPECT_EQ(Directories[1], Second.str());
  EXPECT_EQ(Directories.back(), RAFTER_SOURCE_DIR "/uarch");
}

} // namespace
