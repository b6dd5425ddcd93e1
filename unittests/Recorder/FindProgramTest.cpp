//===- FindProgramTest.cpp - What is started for a script -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Recorder/Record.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>

using namespace rafter;
using testing::ElementsAre;

namespace {

/// A file of these contents.
class ScriptFile {
public:
  explicit ScriptFile(llvm::StringRef Contents) {
    int Descriptor = -1;
    EXPECT_FALSE(
        llvm::sys::fs::createTemporaryFile("script", "", Descriptor, Path));
    llvm::raw_fd_ostream(Descriptor, /*shouldClose=*/true) << Contents;
  }
  std::string path() const { return Path.str().str(); }

private:
  llvm::SmallString<64> Path;
  llvm::FileRemover Remover{Path};
};

std::vector<std::string> commandOf(const std::vector<std::string> &Command) {
  auto Found = commandOfScript(Command);
  EXPECT_TRUE(bool(Found)) << llvm::toString(Found.takeError());
  return Found ? *Found : std::vector<std::string>();
}

} // namespace

TEST(ScriptCommand, TheInterpreterComesFirstWithOneArgument) {
  ScriptFile S("#! /bin/sh -e -u \nexit 0\n");
  EXPECT_THAT(commandOf({S.path(), "a b"}),
              ElementsAre("/bin/sh", "-e -u", S.path(), "a b"));
}

TEST(ScriptCommand, EnvIsLookedThrough) {
  ScriptFile One("#!/usr/bin/env sh\n"), Split("#!/usr/bin/env -S sh -e\n"),
      Sets("#!/usr/bin/env A=1\n");
  EXPECT_THAT(commandOf({One.path()}), ElementsAre("sh", One.path()));
  EXPECT_THAT(commandOf({Split.path()}), ElementsAre("sh", "-e", Split.path()));
  EXPECT_THAT(commandOf({Sets.path()}),
              ElementsAre("/usr/bin/env", "A=1", Sets.path()));
}

TEST(ScriptCommand, AnInterpreterMayBeAScript) {
  ScriptFile Inner("#!/bin/sh\n"), Outer("#!" + Inner.path() + "\n");
  EXPECT_THAT(commandOf({Outer.path()}),
              ElementsAre("/bin/sh", Inner.path(), Outer.path()));
  // One that is its own ends, too.
  ScriptFile Own("");
  std::error_code Failed;
  llvm::raw_fd_ostream(Own.path(), Failed) << "#!" << Own.path() << '\n';
  EXPECT_EQ(commandOf({Own.path()}).size(), 5u);
}

TEST(ScriptCommand, WhatIsNoScriptIsAsItWas) {
  ScriptFile Other("int main() {}\n"), Empty("#!\n");
  EXPECT_THAT(commandOf({Other.path(), "x"}), ElementsAre(Other.path(), "x"));
  EXPECT_THAT(commandOf({Empty.path()}), ElementsAre(Empty.path()));
}

TEST(ScriptCommand, AMissingInterpreterIsNamed) {
  ScriptFile S("#!/no/such/interpreter\n");
  auto Found = commandOfScript({S.path()});
  ASSERT_FALSE(bool(Found));
  EXPECT_EQ(llvm::toString(Found.takeError()),
            "cannot read '/no/such/interpreter': No such file or directory");
}
