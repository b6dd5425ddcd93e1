//===- NamePatternTest.cpp - Which names a pattern can match --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamePattern.h"
#include "SourcePaths.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using testing::ElementsAre;

namespace rafter {
namespace {

TEST(NamePattern, WritesOutAlternativesSetsAndWhatMayBeThere) {
  NameBeginnings B = beginningsOf("V?(ADD|SUB)S[SD]rr");
  EXPECT_TRUE(B.AreWhole);
  EXPECT_THAT(B.Texts,
              ElementsAre("ADDSDrr", "ADDSSrr", "SUBSDrr", "SUBSSrr",
                          "VADDSDrr", "VADDSSrr", "VSUBSDrr", "VSUBSSrr"));
}

TEST(NamePattern, WritesOutGroupsWithinGroupsAndAlternativesOutside) {
  NameBeginnings B = beginningsOf("A(B|C(D|E)?)|F");
  EXPECT_TRUE(B.AreWhole);
  EXPECT_THAT(B.Texts, ElementsAre("AB", "AC", "ACD", "ACE", "F"));
}

TEST(NamePattern, EndsWhereMoreIsMeantThanCanBeWritten) {
  for (StringRef Pattern : {"AB.*", "ABC*", "AB[^C]", "AB[C-E]", "AB\\.scaled",
                            "AB(C.)*", "AB$", "ABC?*", "AB[.]x"}) {
    NameBeginnings B = beginningsOf(Pattern);
    EXPECT_FALSE(B.AreWhole) << Pattern.str();
    EXPECT_THAT(B.Texts, ElementsAre("AB")) << Pattern.str();
  }
  EXPECT_THAT(beginningsOf("A(B|C.)D").Texts, ElementsAre("AB", "AC"));
  EXPECT_FALSE(beginningsOf("A(B|C.)D").AreWhole);
}

TEST(NamePattern, KnowsNothingOfWhatIsNotCorrect) {
  for (StringRef Pattern : {"A(B", "A)B", "A[B", "A\\", "A|B)", "(((((((((("}) {
    NameBeginnings B = beginningsOf(Pattern);
    EXPECT_FALSE(B.AreWhole) << Pattern.str();
    EXPECT_THAT(B.Texts, ElementsAre("")) << Pattern.str();
  }
  // Legal or not, an empty alternative is left to the regular expression.
  EXPECT_FALSE(beginningsOf("A|").AreWhole);
  EXPECT_FALSE(beginningsOf("").AreWhole);
}

TEST(NamePattern, DoesNotGrowWithoutBound) {
  NameBeginnings B = beginningsOf("[ABCD][ABCD][ABCD][ABCD][ABCD]");
  EXPECT_FALSE(B.AreWhole);
  EXPECT_EQ(B.Texts.size(), 256u);
}

/// Whether the beginnings say what the regular expression says of each name.
void checkAgainstRegex(StringRef Pattern, const MCInstrInfo &Names) {
  NameBeginnings B = beginningsOf(Pattern);
  Regex Expression(("^(" + Pattern + ")$").str());
  for (unsigned Opcode = 0; Opcode != Names.getNumOpcodes(); ++Opcode) {
    StringRef Name = Names.getName(Opcode);
    bool Begins =
        any_of(B.Texts, [&](StringRef T) { return Name.starts_with(T); });
    bool IsWhole = is_contained(B.Texts, Name);
    if (!B.AreWhole && !Begins) {
      ASSERT_FALSE(Expression.match(Name))
          << Pattern.str() << " " << Name.str();
    }
    if (B.AreWhole && Begins) {
      ASSERT_EQ(Expression.match(Name), IsWhole)
          << Pattern.str() << " " << Name.str();
    }
  }
}

TEST(NamePattern, AgreesWithTheRegularExpressionsOfAllShippedCPUs) {
  InitializeAllTargetInfos();
  InitializeAllTargetMCs();
  ProcessorLibrary Shipped({RAFTER_SOURCE_DIR "/uarch"});
  unsigned Whole = 0, All = 0;
  for (const std::string &Name : Shipped.names()) {
    ProcessorFile File = cantFail(Shipped.find(Name));
    std::string Problem;
    const Target *T = TargetRegistry::lookupTarget(
        Triple(File.CPU.Architecture + "--"), Problem);
    ASSERT_TRUE(T) << Problem;
    std::unique_ptr<MCInstrInfo> Names(T->createMCInstrInfo());
    for (const InstructionCorrection &Rule : File.CPU.Core.Corrections) {
      checkAgainstRegex(Rule.Opcodes, *Names);
      ++All;
      Whole += beginningsOf(Rule.Opcodes).AreWhole;
    }
  }
  EXPECT_GT(All, 100u);
  EXPECT_GT(Whole * 2, All);
}

} // namespace
} // namespace rafter
