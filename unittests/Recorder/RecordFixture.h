//===- RecordFixture.h - Programs to record --------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles small C programs and records them in QEMU.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_RECORDER_RECORDFIXTURE_H
#define RAFTER_UNITTESTS_RECORDER_RECORDFIXTURE_H

#include "CollectingSink.h"
#include "rafter/Recorder/Record.h"
#include "gtest/gtest.h"

namespace rafter {

/// Skips its tests where there is no QEMU. Files live in a directory that goes
/// with the test.
class RecordFixture : public testing::Test {
public:
  /// Without input and output.
  static RecordOptions options(std::vector<std::string> Command,
                               llvm::StringRef Function = "");

protected:
  void SetUp() override;
  void TearDown() override;

  /// A path in the test's directory.
  std::string path(llvm::StringRef Name) const;
  /// Compiles Source with clang and returns the path of the executable.
  std::string compile(llvm::StringRef Source,
                      std::vector<std::string> Options = {"-O1"});
  /// The same for a target whose libraries are not at hand: Source has no
  /// main, but run(), whose result is the exit status.
  std::string compileForeign(llvm::StringRef Target, llvm::StringRef Source,
                             std::vector<std::string> Options = {"-O1"});
  /// Records Program, which comes before Options' command, into Sink.
  RecordResult record(const std::string &Program,
                      RecordOptions Options = options({}));
  /// Executions of the instructions of a function, in all threads.
  uint64_t instructionsIn(llvm::StringRef Function) const;

  CollectingSink Sink;

private:
  std::string Directory;
  unsigned NumPrograms = 0;
};

} // namespace rafter

#endif // RAFTER_UNITTESTS_RECORDER_RECORDFIXTURE_H
