//===- ExecutionUnitsTest.cpp - Units and primary uses --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExecutionUnits.h"
#include "Fixtures.h"
#include "TargetModelImpl.h"
#include "llvm/ADT/StringExtras.h"
#include <gtest/gtest.h>

using namespace llvm;

namespace rafter {
namespace {

std::string unitsOf(const char *Target, const char *CPU) {
  return join(createModel(Target, plainCPU(CPU))->impl().Units.names(), " ");
}

TEST(ExecutionUnits, HaveShortNames) {
  EXPECT_EQ(unitsOf(X86, "skylake"),
            "divider fpdivider p0 p1 p2 p3 p4 p5 p6 p7");
  EXPECT_EQ(unitsOf(X86, "sapphirerapids"),
            "p0 p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 p11");
  EXPECT_EQ(unitsOf(X86, "znver3"),
            "agu0 agu1 agu2 alu0 alu1 alu2 alu3 bru1 fp0 fp1 fp2 fp3 fp45_0 "
            "fp45_1 lsu0 lsu1 lsu2");
  EXPECT_EQ(unitsOf(AArch64, "neoverse-n1"), "b d0 d1 l0 l1 m s0 s1 v0 v1");
  EXPECT_EQ(unitsOf(AArch64, "cortex-a72"), "b i0 i1 l m s w x");
  EXPECT_EQ(unitsOf(RISCV, "sifive-u74"), "fdiv idiv pipea pipeb va vcq vl vs");
}

TEST(ExecutionUnits, HaveDistinctNamesInEveryModel) {
  for (const char *Target : {X86, AArch64, RISCV}) {
    std::unique_ptr<TargetModel> Any = createModel(Target, plainCPU(""));
    for (const SubtargetSubTypeKV &CPU :
         Any->impl().Subtarget->getAllProcessorDescriptions()) {
      ExecutionUnits Units(*CPU.SchedModel);
      std::vector<std::string> Names = Units.names();
      EXPECT_LE(Names.size(), 64u);
      EXPECT_FALSE(Units.overflowed()) << CPU.Key;
      sort(Names);
      EXPECT_EQ(std::adjacent_find(Names.begin(), Names.end()), Names.end())
          << CPU.Key << ": " << join(Names, " ");
      for (const std::string &Name : Names)
        EXPECT_FALSE(Name.empty() || isDigit(Name[0])) << CPU.Key;
    }
  }
}

/// TableGen lists for each use all groups around it. Whatever the primary uses
/// are, listing them in the same way must give the same table again.
void checkInverse(const char *Target, const char *CPU) {
  std::unique_ptr<TargetModel> Model = createModel(Target, plainCPU(CPU));
  const TargetModel::Impl &M = Model->impl();
  const MCSchedModel &Schedule = M.schedule();
  unsigned Checked = 0;
  for (unsigned I = 1; I < Schedule.NumSchedClasses; ++I) {
    const MCSchedClassDesc &Class = *Schedule.getSchedClassDesc(I);
    if (!Class.isValid() || Class.isVariant())
      continue;
    SmallVector<PortUse, 4> Primary = M.Units.primaryUses(*M.Subtarget, Class);
    for (const MCWriteProcResEntry &E :
         make_range(M.Subtarget->getWriteProcResBegin(&Class),
                    M.Subtarget->getWriteProcResEnd(&Class))) {
      uint64_t Group = M.Units.units(E.ProcResourceIdx);
      int Inside = 0;
      for (const PortUse &P : Primary)
        if ((P.Units & ~Group) == 0)
          Inside += P.Cycles;
      StringRef Name = Schedule.getProcResource(E.ProcResourceIdx)->Name;
      if (!Group || Name.ends_with("Invalid") || Name.ends_with("Any"))
        continue;
      EXPECT_EQ(Inside, E.ReleaseAtCycle - E.AcquireAtCycle)
          << CPU << " class " << I << " resource " << Name.str();
      ++Checked;
    }
  }
  EXPECT_GT(Checked, 100u);
}

TEST(ExecutionUnits, GiveTheInverseOfTheListedGroups) {
  checkInverse(X86, "skylake");
  checkInverse(X86, "sapphirerapids");
  checkInverse(X86, "haswell");
  checkInverse(AArch64, "neoverse-v1");
  checkInverse(AArch64, "cortex-a72");
}

} // namespace
} // namespace rafter
