//===- CoreKernels.h - Kernels that show one property each -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops in assembly for x86-64. Each says what one round of its loop holds;
// the probes divide by it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CALIBRATE_COREKERNELS_H
#define RAFTER_LIB_CALIBRATE_COREKERNELS_H

#include <cstdint>

namespace rafter::kernels {

/// Runs Rounds rounds of the loop; Data is 64-byte aligned memory of at least
/// two pages, where the kernel needs any.
using Kernel = void (*)(uint64_t Rounds, void *Data);

/// 600 no-operations of 4 bytes.
void nops(uint64_t Rounds, void *Data);
/// 7000 no-operations of 4 bytes: more than a micro-operation cache holds,
/// less than 32 KiB.
void coldNops(uint64_t Rounds, void *Data);
/// 3800 no-operations of 8 bytes.
void coldLongNops(uint64_t Rounds, void *Data);
/// 64 dependent moves between general registers; the same between vectors.
void integerMoves(uint64_t Rounds, void *Data);
void vectorMoves(uint64_t Rounds, void *Data);
/// 512 exclusive-ors of a vector register with itself.
void zeroIdioms(uint64_t Rounds, void *Data);
/// 64 dependent additions of 1.
void immediateAdditions(uint64_t Rounds, void *Data);
/// 64 pairs of a comparison and a branch not taken, and 320 no-operations.
void comparePairs(uint64_t Rounds, void *Data);
/// The same with an addition and a decrement instead of the comparison.
void additionPairs(uint64_t Rounds, void *Data);
void decrementPairs(uint64_t Rounds, void *Data);
/// 64 additions of memory to a register, and 320 no-operations: without an
/// index register, and with one and a destination of its own.
void plainLoads(uint64_t Rounds, void *Data);
void indexedVectorLoads(uint64_t Rounds, void *Data);
/// 16 jumps, one in each line.
void jumps(uint64_t Rounds, void *Data);
/// 16 times: store a register and load it again, from an address that is a
/// register (where memory renaming may apply), and from one with an index
/// register (where it is not known to).
void plainForwarding(uint64_t Rounds, void *Data);
void indexedForwarding(uint64_t Rounds, void *Data);
/// 64 stores to one line.
void stores(uint64_t Rounds, void *Data);
/// Rounds words of 64 bits at Data decide 64 branches each.
void branches(uint64_t Rounds, void *Data);
/// 16 dependent loads, from what Data points to; each load returns the next
/// address.
void chase(uint64_t Rounds, void *Data);
/// Reads Rounds times 512 bytes with loads of 32 bytes.
void readStream(uint64_t Rounds, void *Data);
/// Dependent scalar operations on doubles, 32 of each; Data has two doubles
/// whose quotient and roots are not short. Each root follows a multiplication.
void addChain(uint64_t Rounds, void *Data);
void multiplyChain(uint64_t Rounds, void *Data);
void fusedChain(uint64_t Rounds, void *Data);
void divideChain(uint64_t Rounds, void *Data);
void squareRootChain(uint64_t Rounds, void *Data);

} // namespace rafter::kernels

#endif // RAFTER_LIB_CALIBRATE_COREKERNELS_H
