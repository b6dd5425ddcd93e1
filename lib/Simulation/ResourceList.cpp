//===- ResourceList.cpp - What can be accelerated -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResourceList.h"
#include "FixedTime.h"
#include "rafter/Stream/Instruction.h"
#include "rafter/Uarch/Processor.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cassert>
#include <cmath>

using namespace rafter;
using namespace rafter::simulation;

static_assert(FirstPortGroup - LatencyOfClass == NumInstructionClasses);
static_assert(LatencyOfLevel - BandwidthOfLevel == NumMemoryLevels);

int32_t simulation::toUnits(double Cycles, double Factor, int32_t Longest) {
  if (!(Cycles > 0) || Factor == Unlimited)
    return 0;
  return static_cast<int32_t>(
      std::llround(std::min<double>(Cycles / Factor, Longest) * UnitsPerCycle));
}

std::string simulation::nameOfResource(ResourceId R) {
  static const char *const Names[] = {"rename",
                                      "retire",
                                      "decode",
                                      "decode bytes",
                                      "uop cache",
                                      "taken branches",
                                      "misprediction penalty",
                                      "ROB",
                                      "RS",
                                      "load scheduler",
                                      "store scheduler",
                                      "LB",
                                      "SB",
                                      "LFB",
                                      "integer registers",
                                      "vector registers",
                                      "store commit",
                                      "store forwarding",
                                      "line crossing",
                                      "DTLB"};
  static_assert(std::size(Names) == BandwidthOfLevel);
  assert(R < FirstPortGroup && "ports have other names");
  if (R < BandwidthOfLevel)
    return Names[R];
  if (R < LatencyOfLevel)
    return std::string("bandwidth ") +
           name(static_cast<MemoryLevel>(R - BandwidthOfLevel));
  if (R < LatencyOfClass)
    return std::string("latency ") +
           name(static_cast<MemoryLevel>(R - LatencyOfLevel));
  return std::string("latency ") +
         name(static_cast<InstructionClass>(R - LatencyOfClass));
}

/// Where the digits at the end of Name begin.
static size_t numberIn(llvm::StringRef Name) {
  return Name.find_last_not_of("0123456789") + 1;
}

std::string simulation::nameOfPorts(uint64_t Units,
                                    llvm::ArrayRef<std::string> Names) {
  std::string Result;
  llvm::StringRef Family;
  for (size_t I = 0; I != Names.size(); ++I) {
    if ((Units >> I & 1) == 0)
      continue;
    llvm::StringRef Name = Names[I];
    size_t Digits = numberIn(Name);
    // Single digits can be appended; "p1" and "p10" could not be told apart.
    bool Joins = !Result.empty() && Name.take_front(Digits) == Family &&
                 Digits + 1 == Name.size();
    if (Joins) {
      Result += Name.drop_front(Digits);
      continue;
    }
    if (!Result.empty())
      Result += '+';
    Result += Name;
    Family =
        Digits + 1 == Name.size() ? Name.take_front(Digits) : llvm::StringRef();
  }
  return Result;
}
