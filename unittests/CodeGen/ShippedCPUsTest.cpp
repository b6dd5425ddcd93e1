//===- ShippedCPUsTest.cpp - CPU files against LLVM's instructions --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixtures.h"
#include "SourcePaths.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace llvm;

namespace rafter {
namespace {

TEST(ShippedCPUs, HaveModelsAndCorrectionsThatFit) {
  unsigned Files = 0;
  std::error_code Failure;
  for (sys::fs::directory_iterator It(RAFTER_SOURCE_DIR "/uarch", Failure), End;
       It != End && !Failure; It.increment(Failure)) {
    if (sys::path::extension(It->path()) != ".yaml")
      continue;
    Expected<ProcessorFile> File = readProcessorFile(It->path());
    ASSERT_TRUE(bool(File)) << toString(File.takeError());
    const Processor &CPU = File->CPU;
    auto Model = TargetModel::create(
        Triple(CPU.Architecture + "-unknown-linux-gnu"), CPU);
    EXPECT_TRUE(bool(Model))
        << It->path() << ": " << toString(Model.takeError());
    ++Files;
  }
  EXPECT_FALSE(bool(Failure));
  EXPECT_GE(Files, 9u);
}

/// The ports of the instructions of a text, on a CPU of a shipped file.
std::vector<std::string> shippedPorts(const char *Target, const char *Name,
                                      StringRef Text) {
  Expected<ProcessorFile> File =
      readProcessorFile(std::string(RAFTER_SOURCE_DIR "/uarch/") + Name);
  if (!File) {
    ADD_FAILURE() << toString(File.takeError());
    return {};
  }
  Block B = assemble(*createModel(Target, File->CPU), Text);
  std::vector<std::string> Ports;
  for (unsigned I = 0; I < B.size(); ++I)
    Ports.push_back(B.ports(I));
  return Ports;
}

TEST(ShippedCPUs, ZenOneSplitsWhatIsWiderThanItsPipes) {
  EXPECT_THAT(shippedPorts(X86, "znver1.yaml",
                           "vcvtdq2ps %xmm1, %xmm2\n"
                           "vcvtdq2ps %ymm1, %ymm2\n"
                           "vroundpd $1, (%rdi), %ymm2\n"
                           "vaddpd %ymm1, %ymm2, %ymm3\n"),
              testing::ElementsAre("fpu3", "fpu3 + fpu3",
                                   "agu0,agu1 + agu0,agu1 + fpu3 + fpu3",
                                   "2*fpu2,fpu3"));
}

TEST(ShippedCPUs, CortexA72IsNotACortexA57) {
  // A pipe of its own for shifts, shorter divisions. Multiplications of 64 bits
  // let others into their pipe (inferred).
  EXPECT_THAT(shippedPorts(AArch64, "cortex-a72.yaml",
                           "add v0.4s, v1.4s, v2.4s\n"
                           "shl v0.4s, v1.4s, #3\n"
                           "mul x0, x1, x2\n"
                           "mul w0, w1, w2\n"
                           "fdiv d0, d1, d2\n"
                           "fadd v0.2d, v1.2d, v2.2d\n"
                           "zip1 v0.4s, v1.4s, v2.4s\n"
                           "fcmgt v0.4s, v1.4s, v2.4s\n"
                           "cmeq v0.2s, v1.2s, v2.2s\n"
                           "cmeq v0.4s, v1.4s, #0\n"),
              testing::ElementsAre("w,x", "x", "m", "m", "4*w", "2*w,x", "w,x",
                                   "w,x", "w,x", "w,x"));
}

} // namespace
} // namespace rafter
