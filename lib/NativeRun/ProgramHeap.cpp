//===- ProgramHeap.cpp - Memory that the program asks for -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramHeap.h"
#include "rafter/Support/LargePages.h"
#include <cstdlib>

using namespace rafter;

static void *inLargePages(void *Block, size_t Bytes) {
  wishLargePages(Block, Bytes);
  return Block;
}

static void *allocate(size_t Bytes) {
  return inLargePages(std::malloc(Bytes), Bytes);
}

static void *allocateZeros(size_t Count, size_t Bytes) {
  // If the product overflows there is no block.
  return inLargePages(std::calloc(Count, Bytes), Count * Bytes);
}

static void *allocateAligned(size_t Alignment, size_t Bytes) {
  return inLargePages(std::aligned_alloc(Alignment, Bytes), Bytes);
}

static int allocateAt(void **Block, size_t Alignment, size_t Bytes) {
  int Failure = ::posix_memalign(Block, Alignment, Bytes);
  if (Failure == 0)
    wishLargePages(*Block, Bytes);
  return Failure;
}

static void *allocateObject(size_t Bytes) {
  return inLargePages(::operator new(Bytes), Bytes);
}

static void *allocateObjects(size_t Bytes) {
  return inLargePages(::operator new[](Bytes), Bytes);
}

std::vector<ProgramImage::Symbol> rafter::heapSymbols() {
  auto Address = [](auto *F) { return reinterpret_cast<void *>(F); };
  return {{"malloc", Address(allocate)},
          {"calloc", Address(allocateZeros)},
          {"aligned_alloc", Address(allocateAligned)},
          {"posix_memalign", Address(allocateAt)},
          {"_Znwm", Address(allocateObject)},
          {"_Znam", Address(allocateObjects)}};
}
