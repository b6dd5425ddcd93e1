//===- UnitGroupsTest.cpp - The list "units" and the key "base" -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace rafter;
using namespace rafter::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

std::vector<std::string> linesWith(StringRef Group) {
  std::vector<std::string> Lines = legalLines();
  Lines.push_back("units:");
  Lines.push_back(("  - {" + Group + "}").str());
  return Lines;
}

TEST(UnitGroups, EveryMemberIsRead) {
  Expected<ProcessorFile> File = parseLines(
      linesWith("llvm: 'alu0 alu1', units: 'alu0 alu1 alu2', example: ADD64rr, "
                "source: book, note: page 7"));
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  ASSERT_EQ(File->CPU.Core.Units.size(), 1u);
  const UnitGroup &G = File->CPU.Core.Units[0];
  EXPECT_THAT(G.Replaced, ElementsAre("alu0", "alu1"));
  EXPECT_THAT(G.Units, ElementsAre("alu0", "alu1", "alu2"));
  EXPECT_EQ(G.Example, "ADD64rr");
  EXPECT_EQ(G.Source, "book");
  EXPECT_EQ(G.Note, "page 7");
  EXPECT_EQ(G.Line, legalLines().size() + 2);
}

TEST(UnitGroups, UnitsMayHaveQueues) {
  Expected<ProcessorFile> File =
      parseLines(linesWith("units: 'fp0 fp1', queue: 22, source: book"));
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  EXPECT_EQ(File->CPU.Core.Units[0].Queue, 22);
  EXPECT_EQ(File->CPU.Core.Units[0].Queues, 0u);
  File = parseLines(
      linesWith("units: 'a b c d', queue: 38, queues: 2, source: book"));
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  EXPECT_EQ(File->CPU.Core.Units[0].Queue, 38);
  EXPECT_EQ(File->CPU.Core.Units[0].Queues, 2u);
}

TEST(UnitGroups, ASetOfItsOwnReplacesNone) {
  Expected<ProcessorFile> File =
      parseLines(linesWith("units: div, source: book"));
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  EXPECT_THAT(File->CPU.Core.Units[0].Replaced, IsEmpty());
  EXPECT_THAT(File->CPU.Core.Units[0].Units, ElementsAre("div"));
}

TEST(UnitGroups, ErrorsNameLineAndCause) {
  unsigned Line = legalLines().size() + 2;
  for (auto [Group, Cause] :
       {std::pair<StringRef, StringRef>("units: 'a a', source: book",
                                        "units: 'a a' is not UNIT UNIT"),
        {"units: '7', source: book", "units: '7' is not UNIT UNIT"},
        {"units: a, queue: many, source: book",
         "units: queue: 'many' is not a number of entries from 1 to 1024"},
        {"units: a, queue: 0, source: book",
         "units: queue: '0' is not a number of entries from 1 to 1024"},
        {"units: 'a b', queue: 4, queues: 3, source: book",
         "units: queues: '3' is not a number of queues from 1 to 2"},
        {"units: 'a b', queue: 4, queues: 0, source: book",
         "units: queues: '0' is not a number of queues from 1 to 2"},
        {"units: 'a b', queues: 2, source: book",
         "units: queues: 'queue' says how many entries they have"},
        {"units: 'a b c d e f g h i', queue: 4, source: book",
         "units: queue: at most 8 units can have queues"},
        {"units: a, llvm: '', source: book", "llvm is not a text"},
        {"units: a, source: film", "source"},
        {"units: a", "source"},
        {"source: book", "units"},
        {"units: a, unit: b, source: book", "unknown key 'unit'"}})
    EXPECT_THAT(errorOf(parseLines(linesWith(Group))),
                testing::AllOf(HasSubstr("toy.yaml:" + std::to_string(Line)),
                               HasSubstr(Cause.str())))
        << Group.str();
}

TEST(UnitGroups, OneSetHasQueues) {
  std::string Two =
      "units: a, queue: 4, source: book}\n  - {units: b, queue: 4, "
      "source: book";
  EXPECT_THAT(errorOf(parseLines(linesWith(Two))),
              HasSubstr("toy.yaml:" + std::to_string(legalLines().size() + 3) +
                        ": units: queue: another set has queues"));
}

/// A folder with CPU files, gone with it.
class BaseFile : public testing::Test {
protected:
  BaseFile() {
    sys::fs::createUniqueDirectory("rafter-base", Folder);
    std::vector<std::string> Lines = legalLines();
    Lines[0] = "name: family";
    Lines.push_back("units:");
    Lines.push_back("  - {units: a b, source: book}");
    Lines.push_back("instructions:");
    Lines.push_back("  - {opcodes: ADD64rr, latency: 2, source: book}");
    write("family", join(Lines, "\n") + "\n");
  }
  ~BaseFile() override { sys::fs::remove_directories(Folder); }

  std::string path(StringRef Name) {
    SmallString<128> Path(Folder);
    sys::path::append(Path, Name + ".yaml");
    return std::string(Path);
  }
  void write(StringRef Name, StringRef Text) {
    std::error_code EC;
    raw_fd_ostream(path(Name), EC) << Text;
  }
  Expected<ProcessorFile> member(StringRef Rest) {
    write("member", ("name: member\ndescription: One of a family\n"
                     "base: family\nsources:\n  page: A page\n" +
                     Rest)
                        .str());
    return readProcessorFile(path("member"));
  }

  SmallString<128> Folder;
};

TEST_F(BaseFile, WhatAFileDoesNotSayIsThatOfItsBase) {
  Expected<ProcessorFile> File =
      member("parameters:\n"
             "  rob: {value: 99, unit: slots, source: page}\n"
             "instructions:\n"
             "  - {opcodes: SUB64rr, latency: 1, source: page}\n");
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  Expected<ProcessorFile> Base = readProcessorFile(path("family"));
  ASSERT_TRUE(bool(Base)) << toString(Base.takeError());
  EXPECT_EQ(File->CPU.Name, "member");
  EXPECT_EQ(File->CPU.LLVMName, "toy-llvm");
  EXPECT_EQ(File->CPU.buffer(BufferKind::ReorderBuffer), 99);
  EXPECT_EQ(File->CPU.buffer(BufferKind::LoadBuffer),
            Base->CPU.buffer(BufferKind::LoadBuffer));
  // In the order of the schema, each once; sources say where from.
  ASSERT_EQ(File->Entries.size(), Base->Entries.size());
  for (auto [Own, Inherited] : zip(File->Entries, Base->Entries)) {
    EXPECT_EQ(Own.Key, Inherited.Key);
    EXPECT_EQ(Own.Reference, Own.Key == "rob" ? "page" : "family book");
  }
  ASSERT_EQ(File->CPU.Core.Corrections.size(), 2u);
  EXPECT_EQ(File->CPU.Core.Corrections[0].Source, "family book");
  EXPECT_EQ(File->CPU.Core.Corrections[1].Opcodes, "SUB64rr");
  EXPECT_EQ(File->CPU.Core.Units.size(), 1u);
}

TEST_F(BaseFile, QueuesOfAFileReplaceThoseOfItsBase) {
  std::vector<std::string> Lines = legalLines();
  Lines[0] = "name: family";
  Lines.push_back("units:");
  Lines.push_back("  - {units: a b, queue: 8, source: book}");
  write("family", join(Lines, "\n") + "\n");
  EXPECT_EQ(cantFail(member("")).CPU.Core.Units[0].Queue, 8);
  Expected<ProcessorFile> File =
      member("units:\n  - {units: c d, queue: 4, source: page}\n");
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  ASSERT_EQ(File->CPU.Core.Units.size(), 2u);
  EXPECT_EQ(File->CPU.Core.Units[0].Queue, 0);
  EXPECT_EQ(File->CPU.Core.Units[1].Queue, 4);
}

TEST_F(BaseFile, UnitsAndCorrectionsOfAnotherModelStayOut) {
  const std::string Off = "base-corrections: off\n";
  Expected<ProcessorFile> File =
      member(Off + "instructions:\n"
                   "  - {opcodes: SUB64rr, latency: 1, source: page}\n");
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  ASSERT_EQ(File->CPU.Core.Corrections.size(), 1u);
  EXPECT_EQ(File->CPU.Core.Corrections[0].Opcodes, "SUB64rr");
  EXPECT_TRUE(File->CPU.Core.Units.empty());
  EXPECT_THAT(errorOf(member("base-corrections: on\n")),
              HasSubstr("base-corrections: only 'off', with a base"));
  std::vector<std::string> Lines = legalLines();
  Lines.push_back("base-corrections: off");
  write("alone", join(Lines, "\n") + "\n");
  EXPECT_THAT(errorOf(readProcessorFile(path("alone"))),
              HasSubstr("base-corrections: only 'off', with a base"));
}

TEST_F(BaseFile, TheHashIsOfBoth) {
  std::string Before = cantFail(member("")).CPU.FileHash;
  EXPECT_EQ(cantFail(member("")).CPU.FileHash, Before);
  write("family", join(legalLines(), "\n") + "\n");
  EXPECT_NE(cantFail(member("")).CPU.FileHash, Before);
}

TEST_F(BaseFile, ErrorsNameTheFileThatIsWrong) {
  EXPECT_THAT(errorOf(member("parameters:\n  rub: {value: 1, source: page}\n")),
              testing::AllOf(HasSubstr("member.yaml:7: "), HasSubstr("'rub'")));
  write("family", "name: family\n");
  EXPECT_THAT(errorOf(member("")), HasSubstr("family.yaml:"));
  sys::fs::remove(path("family"));
  EXPECT_THAT(errorOf(member("")),
              HasSubstr("member.yaml:3: base: there is no CPU file "
                        "'family.yaml'"));
  write("family", "name: family\ndescription: A circle\nbase: member\n"
                  "sources:\n  page: A page\n");
  EXPECT_THAT(errorOf(member("")), HasSubstr("base: a file is its own base"));
}

} // namespace
