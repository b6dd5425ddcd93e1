//===- VariantTest.cpp - Changes that are tried together ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Trials/Variant.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

const Variant Four = {{{ChangeKind::Interleave, 4}}, {}, {}};
const Variant Eight = {{{ChangeKind::Interleave, 8}}, {}, {}};
const Variant Target = {{}, {"-march=znver5"}, {}};
const Variant Fast = {{}, {"-ffast-math"}, {}, /*ChangesResults=*/true};

} // namespace

TEST(Variant, TheFirstOfTwoChangesOfOneKindStays) {
  EXPECT_EQ(Variant::join(Four, Eight), Four);
  EXPECT_EQ(Variant::join(Eight, Four), Eight);
}

TEST(Variant, JoinedFlagsStandOnce) {
  Variant Both = Variant::join(Target, Fast);
  EXPECT_EQ(Both.FrontendFlags,
            (std::vector<std::string>{"-march=znver5", "-ffast-math"}));
  EXPECT_EQ(Variant::join(Both, Target), Both);
  EXPECT_TRUE(Both.ChangesResults);
  EXPECT_TRUE(Both.setsTarget());
  EXPECT_FALSE(Fast.setsTarget());
}

TEST(Variant, WhatChangesResultsIsMoreEffort) {
  EXPECT_GT(Fast.effort(), Target.effort());
  EXPECT_GT(Variant::join(Four, Target).effort(), Target.effort());
}
