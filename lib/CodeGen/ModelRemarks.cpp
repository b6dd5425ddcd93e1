//===- ModelRemarks.cpp - What to know about a scheduling model -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelRemarks.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace rafter {

namespace {

/// The CPU that the model in LLVM 22 was written for, where it is not the CPU
/// itself (X86.td, AArch64Processors.td). Empty: its own, or not listed.
StringRef modelledCPU(StringRef CPU) {
  return StringSwitch<StringRef>(CPU)
      .Case("znver5", "znver4")
      .Case("znver2", "")
      .Cases({"emeraldrapids", "graniterapids", "graniterapids-d",
              "diamondrapids"},
             "sapphirerapids")
      .Cases({"rocketlake", "tigerlake", "icelake-server", "cannonlake"},
             "icelake-client")
      .Cases({"cascadelake", "cooperlake"}, "skylake-avx512")
      .Cases({"sierraforest", "grandridge", "clearwaterforest", "gracemont"},
             "alderlake (its performance core)")
      .Cases({"raptorlake", "meteorlake", "arrowlake", "arrowlake-s",
              "lunarlake", "pantherlake", "wildcatlake", "novalake"},
             "alderlake")
      .Cases({"x86-64", "x86-64-v2"}, "sandybridge")
      .Case("x86-64-v3", "haswell")
      .Case("x86-64-v4", "skylake-avx512")
      .Cases({"ivybridge", "nehalem", "westmere", "core2", "penryn"},
             "sandybridge")
      .Cases({"apple-a8", "apple-a9", "apple-a10", "apple-a11", "apple-a12",
              "apple-a13", "apple-a14"},
             "apple-a7 (Cyclone)")
      .Cases({"apple-a15", "apple-a16", "apple-a17", "apple-a18", "apple-m1"},
             "apple-a7 (Cyclone)")
      .Cases({"apple-m2", "apple-m3", "apple-m4", "apple-m5"},
             "apple-a7 (Cyclone)")
      .Default("");
}

} // namespace

std::vector<std::string> modelRemarks(const TargetModel::Impl &Model) {
  std::vector<std::string> Remarks;
  std::string CPU = Model.CPU.LLVMName.empty() ? Model.Subtarget->getCPU().str()
                                               : Model.CPU.LLVMName;
  if (CPU.empty())
    CPU = "generic";
  if (!Model.schedule().hasInstrSchedModel()) {
    Remarks.push_back("LLVM has no scheduling model for " + CPU +
                      ": every instruction is one micro-operation with "
                      "latency 1");
    return Remarks;
  }
  if (StringRef Other = modelledCPU(CPU); !Other.empty())
    Remarks.push_back("LLVM's scheduling model for " + CPU + " is that of " +
                      Other.str());
  if (Model.Units.overflowed())
    Remarks.push_back("LLVM's scheduling model for " + CPU +
                      " has more than 64 units: those beyond are left out");
  return Remarks;
}

} // namespace rafter
