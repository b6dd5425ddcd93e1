//===- MemoryRenamingTest.cpp - Operands that renaming takes --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which memory operands of x86 a store and a load may share at rename, and
// which additions rename folds.
//
//===----------------------------------------------------------------------===//

#include "Fixtures.h"
#include "rafter/Stream/AddressForm.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

Processor foldingCPU() {
  Processor CPU;
  CPU.LLVMName = "sapphirerapids";
  CPU.Core.FoldImmediateAdditions = true;
  return CPU;
}

bool canBeRenamed(llvm::StringRef Text) {
  auto Model = createModel(X86, foldingCPU());
  Block B = assemble(*Model, Text);
  return B.Table.memory(B[0]).front().CanBeRenamed;
}

TEST(MemoryRenaming, TakesGeneralRegistersAtABase) {
  EXPECT_TRUE(canBeRenamed("movq %rax, (%rdi)\n"));
  EXPECT_TRUE(canBeRenamed("movl 8(%rsp), %eax\n"));
  EXPECT_TRUE(canBeRenamed("addq (%rdi), %rax\n"));
  EXPECT_TRUE(canBeRenamed("pushq %rax\n"));
}

TEST(MemoryRenaming, TakesNoIndexNoProgramCounterNoVector) {
  EXPECT_FALSE(canBeRenamed("movq %rax, (%rdi,%rsi,8)\n"));
  EXPECT_FALSE(canBeRenamed("movq 8(%rip), %rax\n"));
  EXPECT_FALSE(canBeRenamed("movsd %xmm0, (%rdi)\n"));
  EXPECT_FALSE(canBeRenamed("vmovups (%rdi), %ymm0\n"));
}

TEST(MemoryRenaming, TakesOperationsOnMemoryWithImmediatesOnly) {
  EXPECT_TRUE(canBeRenamed("addq $1, (%rdi)\n"));
  EXPECT_FALSE(canBeRenamed("addq %rax, (%rdi)\n"));
  EXPECT_FALSE(canBeRenamed("incq (%rdi)\n"));
}

TEST(MemoryRenaming, ByDistanceTakesAnyAddressButNoExtendedBytesOrWords) {
  Processor CPU;
  CPU.LLVMName = "znver5";
  CPU.Core.RenamesByDistance = true;
  auto Model = createModel(X86, CPU);
  auto CanBe = [&](llvm::StringRef Text) {
    Block B = assemble(*Model, Text);
    return B.Table.memory(B[0]).front().CanBeRenamed;
  };
  EXPECT_TRUE(CanBe("movq (%rdi,%rsi,8), %rax\n"));
  EXPECT_TRUE(CanBe("movl 8(%rip), %eax\n"));
  EXPECT_TRUE(CanBe("addq %rax, (%rdi)\n"));
  EXPECT_TRUE(CanBe("pushq %rax\n"));
  EXPECT_TRUE(CanBe("movslq (%rdi), %rax\n"));
  EXPECT_TRUE(CanBe("addb $1, (%rdi)\n"));
  EXPECT_TRUE(CanBe("movb %al, (%rdi)\n"));
  EXPECT_FALSE(CanBe("movzbl (%rdi), %eax\n"));
  EXPECT_FALSE(CanBe("movswl (%rdi), %eax\n"));
  EXPECT_FALSE(CanBe("movsd %xmm0, (%rdi)\n"));
}

TEST(MemoryRenaming, FollowsTheStack) {
  auto Model = createModel(X86, foldingCPU());
  Block B = assemble(*Model, "pushq %rax\npopq %rcx\n");
  const MemoryOperand &Push = B.Table.memory(B[0]).front();
  const MemoryOperand &Pop = B.Table.memory(B[1]).front();
  EXPECT_NE(Push.AddressForm, 0u);
  EXPECT_EQ(Push.AddressForm, Pop.AddressForm);
  EXPECT_TRUE(Push.CanBeRenamed && Pop.CanBeRenamed);
  EXPECT_TRUE(hasOneAddress(Push.AddressForm));
  auto HasOneAddress = [&](llvm::StringRef Text) {
    Block B = assemble(*Model, Text);
    return hasOneAddress(B.Table.memory(B[0]).front().AddressForm);
  };
  EXPECT_TRUE(HasOneAddress("movq 8(%rsp), %rax\n"));
  EXPECT_TRUE(HasOneAddress("incl 8(%rip)\n"));
  EXPECT_FALSE(HasOneAddress("movq 8(%rsp,%rax), %rax\n"));
  EXPECT_FALSE(HasOneAddress("movq 8(%rdi), %rax\n"));
}

TEST(FoldedAdditions, Have64BitsAndSmallImmediates) {
  auto Model = createModel(X86, foldingCPU());
  auto IsFolded = [&](llvm::StringRef Text) {
    Block B = assemble(*Model, Text);
    return B[0].has(StaticInstruction::Eliminated);
  };
  EXPECT_TRUE(IsFolded("addq $1, %rax\n"));
  EXPECT_TRUE(IsFolded("subq $-8, %rax\n"));
  EXPECT_TRUE(IsFolded("incq %rax\n"));
  EXPECT_TRUE(IsFolded("leaq 64(%rdi), %rax\n"));
  EXPECT_TRUE(IsFolded("addq $1023, %rax\n"));
  EXPECT_FALSE(IsFolded("addq $1024, %rax\n"));
  EXPECT_FALSE(IsFolded("addl $1, %eax\n"));
  EXPECT_FALSE(IsFolded("incl %eax\n"));
  EXPECT_FALSE(IsFolded("addq %rdi, %rax\n"));
  EXPECT_FALSE(IsFolded("leaq 64(%rdi,%rsi), %rax\n"));
}

} // namespace
