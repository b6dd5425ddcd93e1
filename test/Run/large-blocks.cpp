// What a program gets of the libraries' heap is what it asked for, large or
// not, aligned, and zeros where zeros are promised; what cannot be had is a
// null pointer or an exception.
//
// RUN: %rafter-opt %s -rafter-run -rafter-function=sum -rafter-cpu=skylake \
// RUN:   -passes='print<computation-dag>' | FileCheck %s

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <new>

enum : size_t { Large = 9 << 20, Small = 1000 };

extern "C" long sum(const char *A, size_t N) {
  long S = 0;
  for (size_t I = 0; I != N; ++I)
    S += A[I];
  return S;
}

static bool isAligned(const void *P, uintptr_t To) {
  return P && reinterpret_cast<uintptr_t>(P) % To == 0;
}

int main() {
  volatile size_t Most = SIZE_MAX / 2;
  size_t TooMany = Most;
  for (size_t Bytes : {size_t(Large), size_t(Small)}) {
    auto *Zeros = static_cast<char *>(calloc(Bytes, 1));
    void *At = nullptr;
    int Failed = posix_memalign(&At, 4096, Bytes);
    auto *Block = static_cast<char *>(malloc(Bytes));
    auto *Objects = new char[Bytes];
    Block[Bytes - 1] = Objects[Bytes - 1] = 1;
    void *Aligned = aligned_alloc(64, (Bytes + 63) / 64 * 64);
    Block = static_cast<char *>(realloc(Block, 2 * Bytes));
    // CHECK: 0 1 1 1 2
    // CHECK: 0 1 1 1 2
    printf("%ld %d %d %d %d\n", sum(Zeros, Bytes), isAligned(Aligned, 64),
           Failed == 0, isAligned(At, 4096),
           Block[Bytes - 1] + Objects[Bytes - 1]);
    free(Zeros), free(At), free(Block), free(Aligned), delete[] Objects;
  }
  bool IsThrown = false;
  void *volatile Got[] = {malloc(TooMany), calloc(TooMany, 4), nullptr};
  try {
    Got[2] = new char[TooMany];
  } catch (const std::bad_alloc &) {
    IsThrown = true;
  }
  // CHECK: 1 1 1
  printf("%d %d %d\n", !Got[0], !Got[1], IsThrown);
}
