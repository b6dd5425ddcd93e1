//===- IterationsAtOnceTest.cpp -------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/SourceLoops.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

constexpr unsigned Load = 32, Add = 14;

LoopOperation at(unsigned Column, unsigned Opcode, unsigned Lanes,
                 std::optional<int64_t> Step = std::nullopt) {
  return {7, Column, Opcode, Lanes, Step};
}

TEST(IterationsAtOnce, VectorsMoveFurther) {
  EXPECT_EQ(iterationsAtOnce({at(1, Load, 1, 8)}, {at(1, Load, 4, 32)}), 4u);
  EXPECT_EQ(iterationsAtOnce({at(1, Load, 1, -8)}, {at(1, Load, 4, -32)}), 4u);
}

TEST(IterationsAtOnce, UnrolledCopiesMoveAsFarEach) {
  EXPECT_EQ(iterationsAtOnce({at(1, Load, 1, 8)},
                             {at(1, Load, 1, 16), at(1, Load, 1, 16)}),
            2u);
}

TEST(IterationsAtOnce, StepsCountMoreThanLanes) {
  // Four additions of one iteration became a vector.
  EXPECT_EQ(iterationsAtOnce({at(1, Load, 1, 32), at(2, Add, 1)},
                             {at(1, Load, 4, 32), at(2, Add, 4)}),
            1u);
}

TEST(IterationsAtOnce, LanesTellWhereNothingMoves) {
  EXPECT_EQ(iterationsAtOnce({at(2, Add, 1)}, {at(2, Add, 4), at(2, Add, 4)}),
            8u);
}

TEST(IterationsAtOnce, MostPlacesDecide) {
  EXPECT_EQ(iterationsAtOnce(
                {at(1, Load, 1, 8), at(2, Load, 1, 8), at(3, Load, 1, 8)},
                {at(1, Load, 4, 32), at(2, Load, 4, 32), at(3, Load, 1, 8)}),
            4u);
}

TEST(IterationsAtOnce, AllPlacesTellWhereVectorsTookSeveral) {
  // Five sums of one iteration became two vectors and one, twice.
  std::vector<LoopOperation> Before, After;
  for (unsigned Sum = 0; Sum != 5; ++Sum)
    for (unsigned Opcode : {Load, Add})
      Before.push_back(at(Sum, Opcode, 1));
  for (unsigned Copy = 0; Copy != 2; ++Copy)
    for (unsigned Opcode : {Load, Add})
      for (auto [Sum, Lanes] : {std::pair(0u, 2u), {2, 2}, {4, 1}})
        After.push_back(at(Sum, Opcode, Lanes));
  EXPECT_EQ(iterationsAtOnce(Before, After), 2u);
  // What was hoisted is no vector of others.
  EXPECT_EQ(iterationsAtOnce({at(1, Load, 1), at(2, Load, 1), at(3, Add, 1)},
                             {at(2, Load, 4), at(3, Add, 4)}),
            4u);
}

TEST(IterationsAtOnce, NothingInCommonIsNotKnown) {
  EXPECT_FALSE(iterationsAtOnce({at(1, Load, 1, 8)}, {at(2, Load, 4, 32)}));
  EXPECT_FALSE(iterationsAtOnce({}, {at(1, Load, 1, 8)}));
  // No multiple of the step.
  EXPECT_FALSE(iterationsAtOnce({at(1, Load, 2, 24)}, {at(1, Load, 1, 32)}));
}

} // namespace
