//===- AArch64ClosedFormsTest.cpp - Effects on cores that are not here ----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times of blocks that follow from one effect and the numbers of a shipped CPU
// file alone. What was measured on such cores is in
// test/Machine/forwarding-on-aarch64.s.
//
//===----------------------------------------------------------------------===//

#include "Modules.h"
#include "rafter/Passes/AnalyzeCode.h"
#include "rafter/Simulation/MachineFindings.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

using namespace rafter;

namespace {

/// Cycles per iteration of a block on a CPU, warm caches.
double cycles(llvm::StringRef CPU, const llvm::Twine &Text) {
  llvm::SmallString<128> Path;
  int File = -1;
  if (llvm::sys::fs::createTemporaryFile("rafter-block", "s", File, Path)) {
    ADD_FAILURE() << "no temporary file";
    return 0;
  }
  llvm::FileRemover Remover(Path);
  llvm::raw_fd_ostream(File, /*shouldClose=*/true) << Text << '\n';
  AnalysisOptions Options;
  Options.CPUName = CPU.str();
  // Physical addresses are the virtual ones.
  Options.FrameSeed = 0;
  Options.Asked = asked({"sensitivity"});
  llvm::Expected<Report> R = analyzeCode(Path, CodeInput::Assembly, Options);
  if (!R) {
    ADD_FAILURE() << llvm::toString(R.takeError());
    return 0;
  }
  return R->Regions.front().get<Sensitivity>()->CyclesPerIteration.value_or(0);
}

/// The cores that issue out of order.
constexpr const char *OutOfOrder[] = {"neoverse-n1", "neoverse-v1",
                                      "neoverse-n2", "neoverse-v2",
                                      "cortex-a72",  "apple-m1"};

} // namespace

/// What an access adds to its base does not wait for the data: a loop of such
/// accesses takes the cycle of the addition, not the 3 to 9 of the load.
TEST(AArch64ClosedForms, UpdatedBasesAreEarly) {
  for (const char *CPU : OutOfOrder) {
    EXPECT_NEAR(cycles(CPU, "ldr x1, [x0], #8"), 1, 0.02) << CPU;
    EXPECT_NEAR(cycles(CPU, "ldr d1, [x0, #8]!"), 1, 0.02) << CPU;
    EXPECT_NEAR(cycles(CPU, "str x1, [x0], #8"), 1, 0.02) << CPU;
    EXPECT_NEAR(cycles(CPU, "ldp x2, x3, [x0], #16"), 1, 0.02) << CPU;
    EXPECT_NEAR(cycles(CPU, "ld1 { v0.16b }, [x0], #16"), 1, 0.02) << CPU;
    // What is pushed and popped: two additions to the stack pointer.
    EXPECT_NEAR(cycles(CPU, "str x30, [sp, #-16]!\n ldr x29, [sp], #16"), 2,
                0.02)
        << CPU;
  }
}

/// The product of a number in memory is a chain through memory where the
/// pointer stays: forwarding to a vector register and a multiplication. Where
/// it moves on, the front end binds: five instructions, of which a store with
/// its addition takes two slots, and a branch.
TEST(AArch64ClosedForms, ProductsAtPointersThatMoveAreNoChain) {
  auto Product = [](const char *Store) {
    return std::string("ldr d0, [x0]\n fmul d0, d0, d1\n ") + Store +
           "\n cmp x0, x1\n b.ne .\n";
  };
  struct {
    const char *CPU;
    double Stays, Moves;
  } const Cases[] = {
      {"neoverse-n1", 5.5 + 1.2 + 3, 6 / 4.0},
      {"neoverse-v1", 4.55 + 3.3 + 3, 1},
      {"neoverse-v2", 5 + 3.3 + 3, 1},
      {"cortex-a72", 7 + 4, 7 / 3.0},
      {"apple-m1", 5.8 + 4, 1},
  };
  for (auto [CPU, Stays, Moves] : Cases) {
    EXPECT_NEAR(cycles(CPU, Product("str d0, [x0]")), Stays, 0.02) << CPU;
    EXPECT_NEAR(cycles(CPU, Product("str d0, [x0], #8")), Moves, 0.02) << CPU;
  }
}

/// Code that L1I (64 KiB, 4 ways) does not hold, 6 lines of each set, comes at
/// the rate of L2, the rest at
/// the width of renaming.
TEST(AArch64ClosedForms, LargeCodeComesFromL2) {
  auto Nops = [](unsigned Number) {
    return ".rept " + std::to_string(Number) + "\n nop\n.endr";
  };
  EXPECT_NEAR(cycles("neoverse-n1", Nops(12000)), 12000 / 4.0, 10);
  EXPECT_NEAR(cycles("neoverse-n1", Nops(24576)), 24576 * 4 / 10.7, 10);
}
