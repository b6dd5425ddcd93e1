//===- DisassembledLoopsTest.cpp - Loops in the bytes of a function -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/DisassembledLoops.h"
#include "Fixtures.h"
#include <gtest/gtest.h>

using namespace llvm;

namespace rafter {
namespace {

/// An outer loop around an inner one that has a call out of its way:
///   0: xorl %eax, %eax       2: movl $100, %ecx    7: addq (%rdi), %rax
///   a: testq %rax, %rax      d: jne 11             f: callq *%rsi
///  11: decl %ecx            13: jne 7             15: decl %edx
///  17: jne 2                19: retq
const uint8_t Nested[] = {0x31, 0xc0, 0xb9, 0x64, 0,    0,    0,    0x48, 0x03,
                          0x07, 0x48, 0x85, 0xc0, 0x75, 0x02, 0xff, 0xd6, 0xff,
                          0xc9, 0x75, 0xf2, 0xff, 0xca, 0x75, 0xe9, 0xc3};
constexpr uint64_t Start = 0x1000;

std::unique_ptr<TargetModel> skylake() {
  return createModel(X86, plainCPU("skylake"));
}

/// As a disassembler prints them, of whatever length the branch is.
TEST(DisassembledLoops, BranchesAreShownWithTheirTargets) {
  auto Model = skylake();
  InstructionTable Table;
  InstructionBuilder Builder(*Model, Table);
  const uint8_t Far[] = {0x0f, 0x85, 0xfa, 0xff, 0xff, 0xff, 0x90, 0xc3};
  for (auto [Code, At] : {std::pair(llvm::ArrayRef(Nested), Start),
                          std::pair(llvm::ArrayRef(Far), Start + 0x100)})
    Builder.addBlock(Code, At, 0, [](uint64_t) { return 0u; });
  std::map<uint64_t, std::string> Branches;
  for (const StaticInstruction &I : Table.Instructions)
    if (I.Branch == BranchKind::Conditional)
      Branches[I.Address] = Table.Strings[I.Text];
  EXPECT_EQ(Branches,
            (std::map<uint64_t, std::string>{{Start + 0xd, "jne 0x1011"},
                                             {Start + 0x13, "jne 0x1007"},
                                             {Start + 0x17, "jne 0x1002"},
                                             {Start + 0x100, "jne 0x1100"}}));
}

TEST(DisassembledLoops, FindsTheInnermostLoopAndAWayAroundItsCall) {
  std::vector<CodeLoop> Loops = findLoops(Nested, Start, *skylake());
  ASSERT_EQ(Loops.size(), 1u);
  const CodeLoop &L = Loops[0];
  EXPECT_EQ(L.Header, Start + 7);
  EXPECT_EQ(L.Depth, 1u);
  ASSERT_EQ(L.Path.size(), 5u);
  EXPECT_EQ(L.Path[2].Address, Start + 0xd);
  EXPECT_TRUE(L.Path[2].Taken);
  EXPECT_EQ(L.Path[3].Address, Start + 0x11);
  EXPECT_TRUE(L.Path[4].Taken);
  EXPECT_FALSE(L.CallsIndirectly);
}

TEST(DisassembledLoops, ThePathBecomesTheBodyOfALoop) {
  std::unique_ptr<TargetModel> Model = skylake();
  std::vector<CodeLoop> Loops = findLoops(Nested, Start, *Model);
  ASSERT_EQ(Loops.size(), 1u);
  InstructionTable Table;
  InstructionBuilder Builder(*Model, Table);
  LoopBody Body = addLoop(Loops[0], Nested, Start, Builder.addFunction("f"),
                          *Model, Builder, Table, [](uint64_t) { return 0; });
  ASSERT_EQ(Body.Path.size(), 5u);
  EXPECT_EQ(Table.Strings[Table.Instructions[0].Text], "addq (%rdi), %rax");
  EXPECT_EQ(Body.Path[2] & TakenBit, TakenBit);
  EXPECT_EQ(Body.Path[3] & TakenBit, 0u);
  EXPECT_EQ(Body.Addresses.size(), 1u);
  EXPECT_NE(Body.Addresses[0].Base, 0u);
}

TEST(DisassembledLoops, StraightCodeAndGarbageHaveNone) {
  EXPECT_TRUE(findLoops({}, Start, *skylake()).empty());
  EXPECT_TRUE(
      findLoops(ArrayRef(Nested).take_front(10), Start, *skylake()).empty());
  std::vector<uint8_t> Garbage(1000, 0x06);
  EXPECT_TRUE(findLoops(Garbage, Start, *skylake()).empty());
}

TEST(DisassembledLoops, ALoopThatIsItsOwnBlockIsFound) {
  // 0: decl %ecx  2: jne 0
  const uint8_t Tight[] = {0xff, 0xc9, 0x75, 0xfc};
  std::vector<CodeLoop> Loops = findLoops(Tight, 0, *skylake());
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].Path.size(), 2u);
  EXPECT_EQ(Loops[0].Depth, 0u);
}

} // namespace
} // namespace rafter
