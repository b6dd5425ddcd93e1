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
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"
#include <gtest/gtest.h>

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
    OpcodeNames Names(*I);
    unsigned Missing = 0;
    for (unsigned Opcode = TargetOpcode::GENERIC_OP_END + 1;
         Opcode != I->getNumOpcodes(); ++Opcode)
      Missing += Names.find(I->getName(Opcode)) != Opcode;
    EXPECT_EQ(Missing, 0u) << Name;
  }
}

TEST(OpcodeNames, FindsNoNameThatIsNotThere) {
  std::unique_ptr<MCInstrInfo> I = instructionsOf("x86_64--");
  ASSERT_TRUE(I);
  OpcodeNames Names(*I);
  EXPECT_FALSE(Names.find(""));
  EXPECT_FALSE(Names.find("ADD64"));
  EXPECT_FALSE(Names.find("ZZZ"));
  EXPECT_FALSE(Names.find("G_ADD"));
}

TEST(OpcodeNames, AsksOnlyAboutNamesWithThePrefix) {
  std::unique_ptr<MCInstrInfo> I = instructionsOf("x86_64--");
  ASSERT_TRUE(I);
  OpcodeNames Names(*I);
  unsigned Asked = 0, Others = 0;
  EXPECT_FALSE(Names.any("ADD64r", [&](StringRef Name) {
    ++Asked;
    Others += !Name.starts_with("ADD64r");
    return false;
  }));
  EXPECT_GE(Asked, 4u);
  EXPECT_EQ(Others, 0u);
  EXPECT_TRUE(
      Names.any("ADD64", [](StringRef Name) { return Name == "ADD64rr"; }));
}

} // namespace
} // namespace rafter
