//===- RandomCoreTest.cpp - The reference core on random programs ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NaiveCore.h"
#include "TraceBuilder.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

/// Programs of all sorts: in and out of caches, with few and many dependences.
TraceRegion randomRegion(uint64_t Seed, size_t WarmUp, size_t Length) {
  std::mt19937_64 Numbers(Seed);
  auto One = [&](std::initializer_list<unsigned> Of) {
    return Of.begin()[Numbers() % Of.size()];
  };
  ProgramShape Shape;
  Shape.CodeLines = One({4, 64, 1024, 8192});
  Shape.DataLines = One({2, 64, 1024, 32768, 1u << 22});
  Shape.Loads = One({5, 25, 45});
  Shape.Stores = One({2, 12, 40});
  Shape.Branches = One({0, 5, 15});
  Shape.Floats = One({0, 10, 40});
  Shape.Slow = One({0, 3});
  Shape.Barriers = One({0, 0, 5});
  Shape.Regular = One({0, 50, 95});
  Shape.Registers = One({1, 8, 24, 200});
  TraceRegion Region;
  addRandomProgram(Region.WarmUp, Shape, WarmUp, Seed);
  addRandomProgram(Region.Instructions, Shape, Length, Seed + 1);
  return Region;
}

/// A design each of whose parameters is at one of its ends, half of the time.
CoreDesign cornerDesign(uint64_t Seed) {
  CoreDesign Design = randomDesign(Seed);
  std::mt19937_64 Numbers(Seed);
  for (const DesignParameter &P : designParameters()) {
    uint64_t N = Numbers() % 4;
    if (N < 2)
      P.Set(Design, N == 0 ? P.value(0) : P.value(P.numValues() - 1));
  }
  for (const DesignParameter &P : furtherDesignParameters())
    if (uint64_t N = Numbers() % 4; N < 3)
      P.Set(Design, P.value(N == 0   ? 0
                            : N == 1 ? std::min<size_t>(P.numValues() - 1, 40)
                                     : Numbers() % P.numValues()));
  return Design;
}

} // namespace

namespace {

/// Compares the core with the slow one; adds the causes of cycles to All.
void compare(const CoreDesign &Design, const TraceRegion &Region,
             CycleStack &All) {
  CoreResult Fast = simulateCore(Design, Region);
  CoreResult Slow = simulateNaively(Design, Region);
  EXPECT_EQ(Fast.Stack.total(), Fast.Cycles);
  for (unsigned I = 0; I != NumCycleCauses; ++I)
    All.Cycles[I] += Fast.Stack.Cycles[I];
  Fast.Stack = Slow.Stack;
  EXPECT_EQ(Fast.Cycles, Slow.Cycles) << printDesign(Design);
  EXPECT_TRUE(Fast == Slow) << printDesign(Design);
}

} // namespace

TEST(RandomCore, AgreesWithTheCycleByCycleCore) {
  CycleStack All;
  for (uint64_t Seed = 0; Seed != 300; ++Seed) {
    SCOPED_TRACE(Seed);
    compare(Seed % 2 ? randomDesign(Seed) : cornerDesign(Seed),
            randomRegion(Seed, 500, 2000), All);
    ASSERT_FALSE(HasFailure());
  }
  // Data that the last level has and L2 has not.
  ProgramShape Shape;
  Shape.DataLines = 32768;
  Shape.Regular = 0;
  for (uint64_t Seed = 0; Seed != 4; ++Seed) {
    TraceRegion Region;
    addRandomProgram(Region.WarmUp, Shape, 150000, Seed);
    addRandomProgram(Region.Instructions, Shape, 2000, Seed + 9);
    CoreDesign Design = randomDesign(Seed);
    Design.L2 = 512;
    compare(Design, Region, All);
  }
  // More lines in flight than registers: stores all over memory.
  Shape = {.DataLines = 1u << 22, .Loads = 0, .Stores = 60, .Branches = 0};
  Shape.Barriers = Shape.Slow = Shape.Regular = 0;
  for (uint64_t Seed = 0; Seed != 4; ++Seed) {
    TraceRegion Region;
    addRandomProgram(Region.Instructions, Shape, 4000, Seed);
    CoreDesign Design = largestDesign();
    Design.CommitWidth = uint32_t(4 + Seed);
    compare(Design, Region, All);
  }
  // Nothing that can hold a core up is left out.
  for (unsigned I = 0; I != NumCycleCauses; ++I)
    EXPECT_GT(All.Cycles[I], 0u) << name(CycleCause(I));
}

TEST(RandomCore, CornersOfTheDesignSpaceComeToAnEnd) {
  std::vector<TraceRegion> Regions;
  for (uint64_t Seed = 0; Seed != 97; ++Seed)
    Regions.push_back(randomRegion(Seed, 100, 200));
  for (uint64_t Seed = 0; Seed != 10000; ++Seed) {
    const TraceRegion &Region = Regions[Seed % Regions.size()];
    CoreDesign Design = cornerDesign(Seed);
    CoreResult R = simulateCore(Design, Region);
    ASSERT_EQ(R.Stack.total(), R.Cycles);
    ASSERT_GE(R.Cycles * Design.CommitWidth, R.Instructions);
  }
}

TEST(RandomCore, LargerResourcesRaiseCPIByOnePerCentAtMost) {
  for (uint64_t Seed = 0; Seed != 24; ++Seed) {
    TraceRegion Region = randomRegion(Seed, 20000, 20000);
    CoreDesign Design = Seed % 3 == 0 ? CoreDesign() : randomDesign(Seed);
    Dependences Producers(Region.Instructions);
    BranchOutcomes Outcomes = predictBranches(Region, Design);
    CoreResult Base = simulateCore(Design, Region, Producers, Outcomes);
    for (const DesignParameter &P : designParameters()) {
      // No resource, and more of it is worse.
      if (P.Name == "predictor" || P.Name == "misprediction")
        continue;
      uint32_t Value = P.Get(Design);
      size_t I = 0;
      while (P.value(I) != Value)
        ++I;
      size_t Left = P.numValues() - 1 - I;
      if (Left == 0)
        continue;
      // The next value, or any larger one.
      CoreDesign Larger = Design;
      P.Set(Larger, P.value(I + 1 + (Seed % 2 ? 0 : Seed * 37 % Left)));
      CoreResult R = simulateCore(Larger, Region, Producers, Outcomes);
      EXPECT_LE(double(R.Cycles), 1.01 * double(Base.Cycles))
          << Seed << " " << P.Name.str() << " " << P.Get(Larger) << " over "
          << printDesign(Design);
    }
  }
}

TEST(RandomCore, TheSameRunGivesTheSameResult) {
  for (uint64_t Seed = 0; Seed != 20; ++Seed) {
    TraceRegion Region = randomRegion(Seed, 500, 2000);
    CoreDesign Design = randomDesign(Seed);
    CoreResult First = simulateCore(Design, Region);
    EXPECT_TRUE(First == simulateCore(Design, Region));
    EXPECT_TRUE(First == simulateCore(Design, Region,
                                      Dependences(Region.Instructions),
                                      predictBranches(Region, Design)));
  }
}
