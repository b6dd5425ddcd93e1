//===- ProbeMemory.cpp - Buffers and chains of pointers -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProbeMemory.h"
#include <cstdint>
#include <numeric>
#include <random>
#include <sys/mman.h>
#include <utility>
#include <vector>

using namespace llvm;
using namespace rafter;

namespace {

constexpr size_t HugePage = size_t(2) << 20;
constexpr size_t SmallPage = 4096;
constexpr size_t Line = 64;

} // namespace

Expected<ProbeMemory> ProbeMemory::allocate(size_t Bytes, bool HugePages) {
  ProbeMemory Memory;
  Memory.MappedBytes = Bytes + HugePage;
  void *Mapping = mmap(nullptr, Memory.MappedBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Mapping == MAP_FAILED)
    return createStringError("cannot get " + Twine(Bytes) +
                             " bytes of memory to measure with");
  Memory.Mapping = Mapping;
  uintptr_t Address = reinterpret_cast<uintptr_t>(Mapping);
  Address = (Address + HugePage - 1) / HugePage * HugePage;
  Memory.Aligned = reinterpret_cast<char *>(Address);
  // Advice only: without huge pages the figures hold translation, too.
  madvise(Memory.Aligned, Bytes, HugePages ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  for (size_t I = 0; I < Bytes; I += SmallPage)
    Memory.Aligned[I] = 1;
  return Memory;
}

ProbeMemory::ProbeMemory(ProbeMemory &&Other)
    : Mapping(std::exchange(Other.Mapping, nullptr)),
      MappedBytes(Other.MappedBytes), Aligned(Other.Aligned) {}

ProbeMemory::~ProbeMemory() {
  if (Mapping)
    munmap(Mapping, MappedBytes);
}

void *ProbeMemory::link(size_t Count, size_t Stride, bool Scatter,
                        size_t Offset) {
  std::mt19937_64 Random(1);
  std::vector<char *> Places(Count);
  for (size_t I = 0; I != Count; ++I)
    Places[I] = Aligned + I * Stride +
                (Scatter ? Random() % (Stride / Line) * Line : Offset);
  for (size_t I = Count; I > 1; --I)
    std::swap(Places[I - 1], Places[Random() % I]);
  for (size_t I = 0; I != Count; ++I) {
    char *Next = Places[(I + 1) % Count];
    // The place may cross a line and is then not aligned.
    __builtin_memcpy(Places[I], &Next, sizeof(Next));
  }
  return Places[0];
}
