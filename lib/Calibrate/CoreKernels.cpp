//===- CoreKernels.cpp - Kernels that show one property each --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CoreKernels.h"

#if defined(__x86_64__)

using namespace rafter;

// A loop of BODY that may use rax, rbx, rdx, r8 to r11 and all vectors; rsi is
// Data and rcx counts.
#define RAFTER_LOOP(BODY)                                                      \
  asm volatile(".p2align 6\n"                                                  \
               "1:\n" BODY "dec %%rcx\n"                                       \
               "jnz 1b\n"                                                      \
               : "+c"(Rounds), "+S"(Data)                                      \
               :                                                               \
               : "rax", "rbx", "rdx", "rdi", "r8", "r9", "r10", "r11", "xmm0", \
                 "xmm1", "xmm2", "memory", "cc")
#define RAFTER_REPEAT(COUNT, BODY) ".rept " #COUNT "\n" BODY ".endr\n"
#define RAFTER_NOP4 ".byte 0x0f, 0x1f, 0x40, 0x00\n"
#define RAFTER_NOP8 ".byte 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0\n"
#define RAFTER_NOPS5 RAFTER_NOP4 RAFTER_NOP4 RAFTER_NOP4 RAFTER_NOP4 RAFTER_NOP4

void kernels::nops(uint64_t Rounds, void *Data) {
  RAFTER_LOOP(RAFTER_REPEAT(600, RAFTER_NOP4));
}
void kernels::coldNops(uint64_t Rounds, void *Data) {
  RAFTER_LOOP(RAFTER_REPEAT(7000, RAFTER_NOP4));
}
void kernels::coldLongNops(uint64_t Rounds, void *Data) {
  RAFTER_LOOP(RAFTER_REPEAT(3800, RAFTER_NOP8));
}
void kernels::integerMoves(uint64_t Rounds, void *Data) {
  RAFTER_LOOP(RAFTER_REPEAT(32, "mov %%rax, %%rbx\n mov %%rbx, %%rax\n"));
}
void kernels::vectorMoves(uint64_t Rounds, void *Data) {
  RAFTER_LOOP(RAFTER_REPEAT(32, "movaps %%xmm0, %%xmm1\n"
                                "movaps %%xmm1, %%xmm0\n"));
}
void kernels::zeroIdioms(uint64_t Rounds, void *Data) {
  RAFTER_LOOP(RAFTER_REPEAT(512, "pxor %%xmm0, %%xmm0\n"));
}
void kernels::immediateAdditions(uint64_t Rounds, void *Data) {
  RAFTER_LOOP(RAFTER_REPEAT(64, "add $1, %%rax\n"));
}
void kernels::comparePairs(uint64_t Rounds, void *Data) {
  RAFTER_LOOP("xor %%eax, %%eax\n" RAFTER_REPEAT(64, RAFTER_NOPS5
                                                 "cmp %%rsi, %%rax\n je 1b\n"));
}
void kernels::additionPairs(uint64_t Rounds, void *Data) {
  RAFTER_LOOP("mov $1, %%eax\n" RAFTER_REPEAT(
      64, RAFTER_NOPS5 "add %%rax, %%rax\n je 2f\n") "2:\n");
}
void kernels::decrementPairs(uint64_t Rounds, void *Data) {
  RAFTER_LOOP(
      "mov $-1, %%eax\n" RAFTER_REPEAT(64, RAFTER_NOPS5 "dec %%rax\n je 1b\n"));
}
void kernels::plainLoads(uint64_t Rounds, void *Data) {
  RAFTER_LOOP(RAFTER_REPEAT(64, RAFTER_NOPS5 "add (%%rsi), %%rax\n"));
}
__attribute__((target("avx"))) void kernels::indexedVectorLoads(uint64_t Rounds,
                                                                void *Data) {
  RAFTER_LOOP("xor %%ebx, %%ebx\n" RAFTER_REPEAT(
      64, RAFTER_NOPS5 "vpaddq (%%rsi,%%rbx), %%xmm0, %%xmm1\n"));
}
void kernels::jumps(uint64_t Rounds, void *Data) {
  RAFTER_LOOP(RAFTER_REPEAT(16, "jmp 2f\n .p2align 6\n 2:\n"));
}
void kernels::plainForwarding(uint64_t Rounds, void *Data) {
  RAFTER_LOOP(RAFTER_REPEAT(16, "mov %%rax, (%%rsi)\n mov (%%rsi), %%rax\n"));
}
void kernels::indexedForwarding(uint64_t Rounds, void *Data) {
  RAFTER_LOOP("xor %%ebx, %%ebx\n" RAFTER_REPEAT(
      16, "mov %%rax, (%%rsi,%%rbx)\n mov (%%rsi,%%rbx), %%rax\n"));
}
void kernels::stores(uint64_t Rounds, void *Data) {
  RAFTER_LOOP(RAFTER_REPEAT(
      16, "mov %%rax, (%%rsi)\n mov %%rax, 8(%%rsi)\n mov %%rax, 16(%%rsi)\n"
          "mov %%rax, 24(%%rsi)\n"));
}
void kernels::branches(uint64_t Rounds, void *Data) {
  RAFTER_LOOP("mov (%%rsi), %%rax\n add $8, %%rsi\n" RAFTER_REPEAT(
      64, "shr $1, %%rax\n jc 2f\n nop\n 2:\n"));
}
void kernels::chase(uint64_t Rounds, void *Data) {
  RAFTER_LOOP(RAFTER_REPEAT(16, "mov (%%rsi), %%rsi\n"));
}
// The chains go on over the rounds: what they start from is set before.
#define RAFTER_CHAIN(BODY)                                                     \
  asm volatile("movsd (%%rsi), %%xmm1\n"                                       \
               "movsd 8(%%rsi), %%xmm0\n"                                      \
               "movsd (%%rsi), %%xmm2\n"                                       \
               ".p2align 6\n"                                                  \
               "1:\n" BODY "dec %%rcx\n"                                       \
               "jnz 1b\n"                                                      \
               : "+c"(Rounds), "+S"(Data)                                      \
               :                                                               \
               : "xmm0", "xmm1", "xmm2", "memory", "cc")

void kernels::addChain(uint64_t Rounds, void *Data) {
  RAFTER_CHAIN(RAFTER_REPEAT(32, "addsd %%xmm1, %%xmm0\n"));
}
void kernels::multiplyChain(uint64_t Rounds, void *Data) {
  RAFTER_CHAIN(RAFTER_REPEAT(32, "mulsd %%xmm1, %%xmm0\n"));
}
__attribute__((target("fma"))) void kernels::fusedChain(uint64_t Rounds,
                                                        void *Data) {
  RAFTER_CHAIN(RAFTER_REPEAT(32, "vfmadd213sd %%xmm2, %%xmm1, %%xmm0\n"));
}
void kernels::divideChain(uint64_t Rounds, void *Data) {
  // a / x, and a / (a / x): the operands stay long.
  RAFTER_CHAIN(RAFTER_REPEAT(16,
                             "movaps %%xmm1, %%xmm2\n divsd %%xmm0, %%xmm2\n"
                             "movaps %%xmm1, %%xmm0\n divsd %%xmm2, %%xmm0\n"));
}
void kernels::squareRootChain(uint64_t Rounds, void *Data) {
  // Goes to a, not to 1, whose root is quick.
  RAFTER_CHAIN(
      RAFTER_REPEAT(32, "mulsd %%xmm1, %%xmm0\n sqrtsd %%xmm0, %%xmm0\n"));
}
__attribute__((target("avx"))) void kernels::readStream(uint64_t Rounds,
                                                        void *Data) {
  RAFTER_LOOP("vmovups (%%rsi), %%ymm0\n vmovups 32(%%rsi), %%ymm1\n"
              "vmovups 64(%%rsi), %%ymm0\n vmovups 96(%%rsi), %%ymm1\n"
              "vmovups 128(%%rsi), %%ymm0\n vmovups 160(%%rsi), %%ymm1\n"
              "vmovups 192(%%rsi), %%ymm0\n vmovups 224(%%rsi), %%ymm1\n"
              "vmovups 256(%%rsi), %%ymm0\n vmovups 288(%%rsi), %%ymm1\n"
              "vmovups 320(%%rsi), %%ymm0\n vmovups 352(%%rsi), %%ymm1\n"
              "vmovups 384(%%rsi), %%ymm0\n vmovups 416(%%rsi), %%ymm1\n"
              "vmovups 448(%%rsi), %%ymm0\n vmovups 480(%%rsi), %%ymm1\n"
              "add $512, %%rsi\n");
}

#endif
