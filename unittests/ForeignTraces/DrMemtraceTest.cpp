//===- DrMemtraceTest.cpp - Traces of DynamoRIO ---------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignTraces.h"
#include "OpenedTrace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace rafter;
using testing::Contains;
using testing::HasSubstr;

namespace {

constexpr uint64_t RegDepsType = 0x20e00, MachineType = 0x200 | 0x40;
constexpr uint32_t LoadCategory = 2, StoreCategory = 4, BranchCategory = 8,
                   FloatCategory = 1, MathCategory = 0x100;

/// Load, floating-point addition to memory, branch, and the load again, whose
/// encoding does not come again.
DrMemtraceWriter loop(uint64_t Version, uint16_t Branch = 48) {
  DrMemtraceWriter W(Version, RegDepsType);
  W.encoding(regDeps(LoadCategory, 0, {3}, {4})).record(10, 5, 0x401000);
  W.record(0, 8, 0x10000);
  W.encoding(
       regDeps(LoadCategory | StoreCategory | FloatCategory | MathCategory, 1,
               {}, {3, 4, 5, 6}))
      .record(10, 7, 0x401005);
  W.record(0, 8, 0x20000).record(1, 8, 0x20000);
  W.record(28, 2, 1234);
  W.encoding(regDeps(BranchCategory, 2, {}, {})).record(Branch, 2, 0x40100c);
  W.record(10, 5, 0x401000).record(0, 8, 0x10008);
  return W;
}

std::string errorOf(const std::string &Text) { return OpenedTrace(Text).Error; }

TEST(DrMemtraceTest, RegDepsNeedsNoDisassembler) {
  for (uint64_t Version = 4; Version <= 7; ++Version) {
    OpenedTrace Trace(loop(Version).finish());
    EXPECT_EQ(Trace.Error, "");
    EXPECT_EQ(Trace.Format,
              "DynamoRIO drmemtrace, version " + std::to_string(Version));
    const std::vector<CrackedInstruction> &I = Trace.Instructions;
    ASSERT_EQ(I.size(), 6u);
    EXPECT_EQ(I[0].Class, InstructionClass::Load);
    EXPECT_EQ(I[0].DataAddress, 0x10000u);
    EXPECT_EQ(I[0].DataBytes, 8);
    EXPECT_EQ(I[0].Bytes, 5);
    EXPECT_EQ(I[1].Class, InstructionClass::Load);
    EXPECT_EQ(I[2].Class, InstructionClass::FloatAdd);
    EXPECT_THAT(I[2].Sources, Contains(I[0].Destinations[0]));
    EXPECT_EQ(I[3].Class, InstructionClass::Store);
    EXPECT_EQ(I[4].Branch, BranchKind::Conditional);
    EXPECT_TRUE(I[4].has(CrackedInstruction::Taken));
    // The flags, which the addition writes.
    EXPECT_THAT(I[2].Destinations, Contains(I[4].Sources[0]));
    EXPECT_EQ(I[5].DataAddress, 0x10008u);
    EXPECT_EQ(I[5].Sources, I[0].Sources);
  }
}

TEST(DrMemtraceTest, NextInstructionTellsADirectionThatTheTraceDoesNot) {
  OpenedTrace Old(loop(4, 13).finish());
  ASSERT_EQ(Old.Instructions.size(), 6u);
  EXPECT_TRUE(Old.Instructions[4].has(CrackedInstruction::Taken));
  OpenedTrace Untaken(loop(5, 49).finish());
  EXPECT_FALSE(Untaken.Instructions[4].has(CrackedInstruction::Taken));
  DrMemtraceWriter W(4, RegDepsType);
  W.encoding(regDeps(BranchCategory, 2, {}, {})).record(13, 2, 0x1000);
  W.encoding(regDeps(0, 0, {3}, {})).record(10, 4, 0x1002);
  OpenedTrace FallsThrough(W.finish());
  ASSERT_EQ(FallsThrough.Instructions.size(), 2u);
  EXPECT_FALSE(FallsThrough.Instructions[0].has(CrackedInstruction::Taken));
}

TEST(DrMemtraceTest, SignalAfterABranchIsNotItsTarget) {
  DrMemtraceWriter W(4, RegDepsType);
  W.encoding(regDeps(BranchCategory, 2, {}, {})).record(13, 2, 0x1000);
  W.record(28, 0, 0x1002);
  W.encoding(regDeps(0, 0, {3}, {})).record(10, 4, 0x9000);
  OpenedTrace Trace(W.finish());
  ASSERT_EQ(Trace.Instructions.size(), 2u);
  EXPECT_FALSE(Trace.Instructions[0].has(CrackedInstruction::Taken));
}

TEST(DrMemtraceTest, MembersOfAnArchiveAreOneTrace) {
  std::string Text = loop(6).finish();
  OpenedTrace Plain(Text);
  OpenedTrace Archive(
      zipped({Text.substr(0, 77), Text.substr(77, 100), Text.substr(177)}));
  EXPECT_EQ(Archive.Error, "");
  EXPECT_TRUE(Archive.Instructions == Plain.Instructions);
  EXPECT_TRUE(OpenedTrace(gzipped(Text)).Instructions == Plain.Instructions);
}

TEST(DrMemtraceTest, OnlyTheFirstThreadIsRead) {
  DrMemtraceWriter W(6, RegDepsType);
  W.encoding(regDeps(0, 0, {3}, {})).record(10, 4, 0x1000);
  W.record(22, 0, 78);
  W.encoding(regDeps(LoadCategory, 0, {3}, {4})).record(10, 4, 0x2000);
  W.record(0, 8, 0x5000);
  W.record(22, 0, 77).record(10, 4, 0x1000);
  OpenedTrace Trace(W.finish());
  EXPECT_EQ(Trace.Error, "");
  ASSERT_EQ(Trace.Instructions.size(), 2u);
  EXPECT_EQ(Trace.Instructions[1].Address, 0x1000u);
}

TEST(DrMemtraceTest, OtherVersionsAndByteOrdersAreTold) {
  EXPECT_THAT(errorOf(loop(3).finish()),
              HasSubstr("version 3 of drmemtrace; versions 4 to 7 are read"));
  EXPECT_THAT(errorOf(loop(8).finish()), HasSubstr("version 8"));
  Bytes Big;
  Big.u8(0).u8(25).raw(std::string(9, '\0')).u8(5);
  EXPECT_EQ(errorOf(Big.text()), "byte 0: numbers are in the other byte order");
}

TEST(DrMemtraceTest, CutTracesAreErrors) {
  std::string Text = loop(6).finish();
  EXPECT_THAT(errorOf(Text.substr(0, Text.size() - 12)),
              HasSubstr("it has no footer"));
  EXPECT_THAT(errorOf(Text.substr(0, Text.size() - 5)),
              HasSubstr("7 bytes of 12"));
  EXPECT_THAT(errorOf(DrMemtraceWriter(6, RegDepsType).finish()),
              HasSubstr("the trace has no instructions"));
}

TEST(DrMemtraceTest, ImpossibleRecordsAreErrors) {
  auto With = [](uint16_t Type, uint16_t Size, uint64_t Value) {
    DrMemtraceWriter W = loop(6);
    W.record(Type, Size, Value);
    return errorOf(W.finish());
  };
  EXPECT_THAT(With(200, 0, 0), HasSubstr("a record of the unknown type 200"));
  EXPECT_THAT(With(10, 4, 0x999999), HasSubstr("did not come before"));
  EXPECT_THAT(With(10, 0, 0x401000), HasSubstr("an instruction of 0 bytes"));
  EXPECT_THAT(With(0, 0, 0x5000), HasSubstr("an access of 0 bytes"));
  EXPECT_THAT(With(0, 8, 0x7777777777777777),
              HasSubstr("impossible address 0x7777777777777777"));
  EXPECT_THAT(With(47, 9, 0), HasSubstr("impossible length"));
  DrMemtraceWriter TooMany = loop(6);
  TooMany.encoding(std::string(4, '\xff')).record(10, 4, 0x5000);
  EXPECT_THAT(errorOf(TooMany.finish()), HasSubstr("no encoding of REGDEPS"));
  DrMemtraceWriter Early(6, RegDepsType);
  Early.record(0, 8, 0x1000);
  EXPECT_THAT(errorOf(Early.finish()),
              HasSubstr("an access without an instruction"));
}

TEST(DrMemtraceTest, TracesThatCannotBeUsedAreTold) {
  DrMemtraceWriter Machine(6, MachineType);
  Machine.encoding("\x90").record(10, 1, 0x1000);
  EXPECT_THAT(errorOf(Machine.finish()), HasSubstr("machine code"));
  DrMemtraceWriter Filtered(6, RegDepsType | 1);
  Filtered.encoding(regDeps(0, 0, {3}, {})).record(10, 4, 0x1000);
  EXPECT_THAT(errorOf(Filtered.finish()), HasSubstr("filtered"));
  DrMemtraceWriter Nowhere(6, 0x200);
  Nowhere.encoding("\x90").record(10, 1, 0x1000);
  EXPECT_THAT(errorOf(Nowhere.finish()), HasSubstr("neither x86-64, AArch64"));
}

/// Takes everything for a load of as many registers as the code has bytes.
class FakeDecoder : public MachineCodeDecoder {
public:
  std::vector<Part> decode(llvm::ArrayRef<uint8_t> Code,
                           uint64_t Address) override {
    Part P;
    P.Instruction.Address = Address;
    P.Instruction.Bytes = Code.size();
    P.Instruction.Class = InstructionClass::Load;
    P.Instruction.DataBytes = 1;
    P.Access = 0;
    return {P};
  }
};

TEST(DrMemtraceTest, MachineCodeIsDecodedForItsArchitecture) {
  DrMemtraceWriter W(6, MachineType);
  W.encoding("123456789").record(10, 9, 0x1000).record(0, 4, 0x5000);
  // Nothing was loaded.
  W.record(10, 9, 0x1000);
  TraceOpening How;
  std::string Asked;
  How.MakeDecoder = [&](llvm::StringRef Architecture)
      -> llvm::Expected<std::unique_ptr<MachineCodeDecoder>> {
    Asked = Architecture.str();
    return std::make_unique<FakeDecoder>();
  };
  OpenedTrace Trace(W.finish(), How);
  EXPECT_EQ(Trace.Error, "");
  EXPECT_EQ(Asked, "x86_64");
  EXPECT_EQ(Trace.Architecture, "x86_64");
  ASSERT_EQ(Trace.Instructions.size(), 2u);
  EXPECT_EQ(Trace.Instructions[0].DataAddress, 0x5000u);
  EXPECT_EQ(Trace.Instructions[0].DataBytes, 4);
  EXPECT_FALSE(Trace.Instructions[1].isLoad());
  DrMemtraceWriter Short(6, MachineType);
  Short.encoding("12").record(10, 3, 0x1000);
  EXPECT_THAT(OpenedTrace(Short.finish(), How).Error,
              HasSubstr("another length than its instruction"));
}

} // namespace
