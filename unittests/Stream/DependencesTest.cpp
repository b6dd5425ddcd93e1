//===- DependencesTest.cpp - Who waits for whom in a trace ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/Dependences.h"
#include "gmock/gmock.h"

using namespace rafter;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

CrackedInstruction compute(std::initializer_list<uint8_t> Sources,
                           uint8_t Destination) {
  CrackedInstruction I;
  std::copy(Sources.begin(), Sources.end(), I.Sources.begin());
  I.Destinations[0] = Destination;
  return I;
}

CrackedInstruction access(InstructionClass Class, uint64_t Address,
                          uint8_t Bytes) {
  CrackedInstruction I;
  I.Class = Class;
  I.DataAddress = Address;
  I.DataBytes = Bytes;
  return I;
}
CrackedInstruction load(uint64_t Address, uint8_t Bytes = 8) {
  return access(InstructionClass::Load, Address, Bytes);
}
CrackedInstruction store(uint64_t Address, uint8_t Bytes = 8) {
  return access(InstructionClass::Store, Address, Bytes);
}

TEST(DependencesTest, TheLastWriterOfARegisterCounts) {
  Dependences D({compute({}, 1), compute({1}, 1), compute({1, 1, 2}, 2)});
  EXPECT_THAT(D.producers(0), IsEmpty());
  EXPECT_THAT(D.producers(1), ElementsAre(0));
  EXPECT_THAT(D.producers(2), ElementsAre(1));
}

TEST(DependencesTest, LoadsWaitForTheStoresTheyRead) {
  Dependences D({store(0), store(8), store(64), load(4), load(0, 1)});
  EXPECT_THAT(D.producers(3), ElementsAre(0, 1));
  EXPECT_EQ(D.youngestStore(3), 1u);
  EXPECT_THAT(D.producers(4), ElementsAre(0));
  EXPECT_EQ(D.youngestStore(2), Dependences::NoStore);
}

TEST(DependencesTest, AProducerCountsOnce) {
  CrackedInstruction Store = store(0);
  Store.Destinations[0] = 5;
  CrackedInstruction Load = load(0);
  Load.Sources[0] = 5;
  EXPECT_THAT(Dependences({Store, Load}).producers(1), ElementsAre(0));
}

TEST(DependencesTest, AccessesEndWithTheAddressSpace) {
  Dependences D({store(~0ull - 3), load(0), load(~0ull)});
  EXPECT_THAT(D.producers(1), IsEmpty());
  EXPECT_THAT(D.producers(2), ElementsAre(0));
}

} // namespace
