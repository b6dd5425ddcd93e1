//===- OpcodeNamesTest.cpp - Opcodes by their names -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search takes the order that TableGen gives to opcodes for granted:
// another version of LLVM that orders them otherwise fails here.
//
//===----------------------------------------------------------------------===//

#include "OpcodeNames.h"
#include "ShippedOpcodes.h"
#include "SourcePaths.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"
#include <gtest/gtest.h>
#include <set>

using namespace llvm;

namespace rafter {
namespace {

std::unique_ptr<MCInstrInfo> instructionsOf(const char *Name) {
  InitializeAllTargetInfos();
  InitializeAllTargetMCs();
  std::string Problem;
  const Target *T = TargetRegistry::lookupTarget(Triple(Name), Problem);
  return std::unique_ptr<MCInstrInfo>(T ? T->createMCInstrInfo() : nullptr);
}

TEST(OpcodeNames, FindsEveryInstructionOfEveryTarget) {
  for (const char *Name : {"x86_64--", "aarch64--", "riscv64--", "powerpc64--",
                           "armv7--", "hexagon--"}) {
    std::unique_ptr<MCInstrInfo> I = instructionsOf(Name);
    if (!I)
      continue;
    unsigned Missing = 0;
    for (unsigned Opcode = TargetOpcode::GENERIC_OP_END + 1;
         Opcode != I->getNumOpcodes(); ++Opcode)
      Missing += findOpcode(*I, I->getName(Opcode)) != Opcode;
    EXPECT_EQ(Missing, 0u) << Name;
  }
}

TEST(OpcodeNames, HalfOfIsTheSameOf256Bits) {
  std::unique_ptr<MCInstrInfo> I = instructionsOf("x86_64--");
  ASSERT_TRUE(I);
  auto Half = [&](StringRef Name) -> StringRef {
    std::optional<unsigned> Of = halfOf(*I, findOpcode(*I, Name).value());
    return Of ? I->getName(*Of) : "";
  };
  EXPECT_EQ(Half("VPADDDZrr"), "VPADDDZ256rr");
  EXPECT_EQ(Half("VPADDDZrmbkz"), "VPADDDZ256rmbkz");
  EXPECT_EQ(Half("VPMOVZXBDZrm"), "VPMOVZXBDZ256rm");
  EXPECT_EQ(Half("VMOVUPSZmr"), "VMOVUPSZ256mr");
  // Of other widths, of no vectors, and with nothing of half the width.
  for (StringRef Name : {"VPADDDZ256rr", "VPADDDZ128rr", "VPADDDYrr", "ADD64rr",
                         "VADDSDZrr", "VINSERTF64X4Zrri"})
    EXPECT_EQ(Half(Name), "") << Name.str();
}

TEST(OpcodeNames, FindsNoNameThatIsNotThere) {
  std::unique_ptr<MCInstrInfo> I = instructionsOf("x86_64--");
  ASSERT_TRUE(I);
  EXPECT_FALSE(findOpcode(*I, ""));
  EXPECT_FALSE(findOpcode(*I, "ADD64"));
  EXPECT_FALSE(findOpcode(*I, "ZZZ"));
  EXPECT_FALSE(findOpcode(*I, "G_ADD"));
}

TEST(OpcodeNames, KnowsInstructionsByNamesWithASuffixToo) {
  std::unique_ptr<MCInstrInfo> I = instructionsOf("x86_64--");
  ASSERT_TRUE(I);
  auto IsThere = [&](StringRef Wanted) {
    return anyOpcodeName(*I, [&](StringRef Name) { return Name == Wanted; });
  };
  EXPECT_TRUE(IsThere("ADD64rr"));
  EXPECT_TRUE(IsThere("LEA64r"));
  EXPECT_TRUE(IsThere("LEA64r.scaled"));
  EXPECT_TRUE(IsThere("LEA64r.three-part"));
  EXPECT_TRUE(IsThere("SETCCr.above"));
  EXPECT_TRUE(IsThere("MOV32mr.indexed"));
  EXPECT_TRUE(IsThere("MOV64mi32.indexed"));
  EXPECT_FALSE(IsThere("MOV32rm.indexed"));
  EXPECT_FALSE(IsThere("MOVAPSmr.indexed"));
  EXPECT_FALSE(IsThere("ADD64rr.scaled"));
  EXPECT_FALSE(IsThere("G_ADD"));
}

/// Of the instructions of a target; by the expression itself.
std::vector<std::string> matchesOf(const MCInstrInfo &I, StringRef Opcodes) {
  std::vector<std::string> Result;
  Regex Expression(("^(" + Opcodes + ")$").str());
  anyOpcodeName(I, [&](StringRef Name) {
    if (Expression.match(Name))
      Result.push_back(Name.str());
    return false;
  });
  sort(Result);
  return Result;
}

TEST(ShippedOpcodes, AreWhatTheExpressionsOfAllShippedCPUsMatch) {
  ProcessorLibrary Shipped({RAFTER_SOURCE_DIR "/uarch"});
  std::set<std::pair<std::string, std::string>> Seen;
  for (const std::string &Name : Shipped.names()) {
    ProcessorFile File = cantFail(Shipped.find(Name));
    Triple Machine(File.CPU.Architecture + "--");
    std::unique_ptr<MCInstrInfo> I = instructionsOf(Machine.str().c_str());
    ASSERT_TRUE(I);
    for (const InstructionCorrection &Rule : File.CPU.Core.Corrections) {
      if (!Seen.emplace(File.CPU.Architecture, Rule.Opcodes).second)
        continue;
      std::vector<StringRef> Names =
          findShippedMatches(Machine.getArch(), Rule.Opcodes);
      EXPECT_FALSE(Names.empty()) << Name << " " << Rule.Opcodes;
      EXPECT_TRUE(equal(Names, matchesOf(*I, Rule.Opcodes)))
          << Name << " " << Rule.Opcodes;
    }
  }
  EXPECT_GT(Seen.size(), 80u);
}

TEST(ShippedOpcodes, AreOfOneArchitecture) {
  constexpr StringRef Opcodes = "LEA(16|32|64|64_32)r";
  EXPECT_FALSE(findShippedMatches(Triple::x86_64, Opcodes).empty());
  EXPECT_FALSE(findShippedMatches(Triple::x86, Opcodes).empty());
  EXPECT_TRUE(findShippedMatches(Triple::aarch64, Opcodes).empty());
  EXPECT_TRUE(findShippedMatches(Triple::x86_64, "LEA.*").empty());
}

} // namespace
} // namespace rafter
