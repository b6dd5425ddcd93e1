//===- AddressWindow.cpp - Where the program's memory goes ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linux places a mapping in the highest gap that fits. The gaps above the
// window are filled with reservations that hold no memory.
//
//===----------------------------------------------------------------------===//

#include "AddressWindow.h"
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/mman.h>
#include <vector>

using namespace rafter;

// Below the libraries (within 1 TiB of the top of the address space) and above
// the executable and its heap.
#if defined(__x86_64__)
static constexpr uint64_t WindowBegin = 0x7000'0000'0000;
#elif defined(__aarch64__)
static constexpr uint64_t WindowBegin = 0xf000'0000'0000;
#else
static constexpr uint64_t WindowBegin = 0;
#endif
static constexpr uint64_t WindowEnd = WindowBegin + 0x100'0000'0000;

namespace {
struct Mapping {
  uint64_t Begin, End;
  bool IsStack;
};
} // namespace

static std::vector<Mapping> currentMappings() {
  std::vector<Mapping> Mappings;
  std::ifstream File("/proc/self/maps");
  for (std::string Line; std::getline(File, Line);) {
    Mapping M = {};
    char Dash;
    std::istringstream(Line) >> std::hex >> M.Begin >> Dash >> M.End;
    M.IsStack = Line.find("[stack]") != std::string::npos;
    Mappings.push_back(M);
  }
  return Mappings;
}

void rafter::confineMappings() {
  std::vector<Mapping> Mappings = currentMappings();
  if (WindowBegin == 0)
    return;
  uint64_t Filled = WindowEnd;
  for (const Mapping &M : Mappings) {
    // The stack may grow down; the system places nothing in that gap.
    if (M.IsStack)
      return;
    if (M.Begin > Filled)
      ::mmap(reinterpret_cast<void *>(Filled), M.Begin - Filled, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
             -1, 0);
    Filled = std::max(Filled, M.End);
  }
}
