//===- MethodTableTest.cpp - Methods on a source --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Analysis/MethodTable.h"
#include "rafter/Support/TimeOver.h"
#include "rafter/Uarch/Processor.h"
#include <gmock/gmock.h>

using namespace rafter;
using llvm::Error;

namespace {

struct Machine : Source {
  explicit Machine(std::function<Error()> Ends) {
    Instructions.emplace();
    Instructions->Table = &Table;
    Instructions->Play = [Ends](InstructionConsumer &) { return Ends(); };
  }
  InstructionTable Table;
};

llvm::Expected<RegionReport> mixOf(Machine &M) {
  MethodTable Methods{MethodOptions()};
  MethodSet Asked = Methods.none();
  Asked.set(*Methods.find("instruction-mix"));
  return Methods.run(Asked, M, Processor());
}

} // namespace

TEST(MethodTable, LeavesOutWhatThereIsNoTimeFor) {
  Machine M([] { return llvm::make_error<TimeOver>(); });
  auto Region = mixOf(M);
  ASSERT_TRUE(bool(Region)) << llvm::toString(Region.takeError());
  EXPECT_TRUE(Region->Findings.empty());
  EXPECT_THAT(Region->Assumptions,
              testing::ElementsAre("print<instruction-mix> is left out: the "
                                   "time limit was over before it ended"));
}

TEST(MethodTable, OtherErrorsAreErrors) {
  Machine M([] { return llvm::createStringError("broken"); });
  auto Region = mixOf(M);
  ASSERT_FALSE(bool(Region));
  EXPECT_EQ(llvm::toString(Region.takeError()), "broken");
}
