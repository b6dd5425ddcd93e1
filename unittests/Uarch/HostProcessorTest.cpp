//===- HostProcessorTest.cpp - How the host is recognized -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's name for a host against its instruction sets.
//
//===----------------------------------------------------------------------===//

#include "HostProcessor.h"
#include "SourcePaths.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace rafter;

namespace {

StringMap<bool> features(std::initializer_list<StringRef> On) {
  StringMap<bool> Map;
  Map["movrs"] = false; // What a host has not is in the map, too.
  for (StringRef Feature : On)
    Map[Feature] = true;
  return Map;
}

/// A host that has what LLVM says a CPU has.
HostProcessor genuine(StringRef CPU) {
  SmallVector<StringRef> Names;
  X86::getFeaturesForCPU(CPU, Names);
  StringMap<bool> Map;
  for (StringRef Name : Names)
    Map[Name] = true;
  return judgeHost(CPU, Map);
}

TEST(HostProcessor, GenuineHostIsBelieved) {
  for (StringRef CPU :
       {"haswell", "skylake", "skylake-avx512", "icelake-server", "rocketlake",
        "alderlake", "sapphirerapids", "graniterapids", "znver1", "znver2",
        "znver3", "znver4", "znver5"})
    EXPECT_EQ(genuine(CPU).Contradiction, "") << CPU.str();
}

TEST(HostProcessor, GenuineHostIsRecognizedByItsInstructionSets) {
  for (StringRef CPU :
       {"haswell", "skylake", "skylake-avx512", "icelake-server", "alderlake",
        "sapphirerapids", "znver1", "znver2", "znver3", "znver4", "znver5"})
    EXPECT_EQ(genuine(CPU).Likely, CPU.str());
  EXPECT_EQ(genuine("rocketlake").Likely, "icelake-server");
  EXPECT_EQ(genuine("emeraldrapids").Likely, "sapphirerapids");
}

TEST(HostProcessor, InstructionsThatTheNameLacksContradictIt) {
  HostProcessor Host = judgeHost(
      "rocketlake", features({"avx2", "avx512f", "avx512vbmi2", "avx512bf16",
                              "avx512fp16", "amx-tile"}));
  EXPECT_EQ(Host.Contradiction, "avx512bf16");
  EXPECT_EQ(Host.Likely, "sapphirerapids");
  EXPECT_EQ(Host.Evidence, "avx512fp16");
}

TEST(HostProcessor, MissingInstructionsContradictNothing) {
  // A virtual machine may hide them.
  EXPECT_EQ(judgeHost("sapphirerapids", features({"avx2"})).Contradiction, "");
}

TEST(HostProcessor, AnotherArchitectureIsLeftAlone) {
  HostProcessor Host = judgeHost("neoverse-n1", features({"neon"}));
  EXPECT_EQ(Host.Contradiction, "");
  EXPECT_EQ(Host.Likely, "");
}

/// Whatever this machine is: a file chosen by instruction sets says so.
TEST(HostProcessor, ChoiceIsStatedInTheDescription) {
  HostProcessor Host =
      judgeHost(sys::getHostCPUName(), sys::getHostCPUFeatures());
  Expected<ProcessorFile> File =
      ProcessorLibrary({RAFTER_SOURCE_DIR "/uarch"}).find("host");
  if (!File) {
    consumeError(File.takeError());
    GTEST_SKIP() << "no file for this host";
  }
  if (!Host.Contradiction.empty()) {
    EXPECT_EQ(File->CPU.Name, Host.Likely);
    EXPECT_THAT(File->CPU.Description,
                testing::HasSubstr("(chosen by " + Host.Evidence));
  }
}

} // namespace
