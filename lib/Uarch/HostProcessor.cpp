//===- HostProcessor.cpp - Which CPU the host is --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instruction sets that came with a new core, newest first. LLVM's target
// parser knows which CPU has which.
//
//===----------------------------------------------------------------------===//

#include "HostProcessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace llvm;
using namespace rafter;

namespace {

struct CoreMark {
  /// An instruction set, as LLVM names it.
  StringRef Feature;
  /// The core that brought it.
  StringRef CPU;
};

constexpr CoreMark IntelMarks[] = {
    {"avx512fp16", "sapphirerapids"}, {"avx512vbmi2", "icelake-server"},
    {"avx512f", "skylake-avx512"},    {"avxvnni", "alderlake"},
    {"clflushopt", "skylake"},        {"avx2", "haswell"}};
constexpr CoreMark AMDMarks[] = {{"avx512vp2intersect", "znver5"},
                                 {"avx512f", "znver4"},
                                 {"vaes", "znver3"},
                                 {"clwb", "znver2"},
                                 {"clzero", "znver1"}};

/// Instruction sets that no CPU has by accident.
constexpr StringRef Telling[] = {"avx512f",    "avx512vbmi2", "avx512bf16",
                                 "avx512fp16", "amx-tile",    "avxvnni"};

/// The first of Telling that the host has and the CPU of that name has not.
StringRef contradiction(StringRef Name, const StringMap<bool> &Features) {
  SmallVector<StringRef> Valid;
  X86::fillValidCPUArchList(Valid);
  if (!is_contained(Valid, Name))
    return "";
  SmallVector<StringRef> Expected;
  X86::getFeaturesForCPU(Name, Expected);
  for (StringRef Feature : Telling)
    if (Features.lookup(Feature) && !is_contained(Expected, Feature))
      return Feature;
  return "";
}

} // namespace

HostProcessor rafter::judgeHost(StringRef Name,
                                const StringMap<bool> &Features) {
  HostProcessor Host;
  Host.Name = Name.str();
  Host.Contradiction = contradiction(Name, Features).str();
  // Only AMD has ever had SSE4a.
  ArrayRef<CoreMark> Marks(IntelMarks);
  if (Features.lookup("sse4a"))
    Marks = AMDMarks;
  for (const CoreMark &Mark : Marks)
    if (Features.lookup(Mark.Feature)) {
      Host.Likely = Mark.CPU.str();
      Host.Evidence = Mark.Feature.str();
      break;
    }
  return Host;
}
