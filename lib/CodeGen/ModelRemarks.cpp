//===- ModelRemarks.cpp - What to know about a scheduling model -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelRemarks.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace rafter {

namespace {

/// The CPU that a model of LLVM 22 was written for, by what the names of its
/// resources begin with. Longer prefixes come first.
StringRef modelledCPU(StringRef Resource) {
  static const std::pair<StringRef, StringRef> Owners[] = {
      {"ADLP", "alderlake"},
      {"SLM", "silvermont"},
      {"ZnAGU", "znver1"},
      {"Zn2", "znver2"},
      {"Zn3", "znver3"},
      {"Zn4", "znver4"},
      {"BW", "broadwell"},
      {"SKX", "skylake-avx512"},
      {"SKL", "skylake"},
      {"SBPort", "sandybridge"},
      {"SBDiv", "sandybridge"},
      {"HW", "haswell"},
      {"SPR", "sapphirerapids"},
      {"ICX", "icelake-server"},
      {"LNL", "lunarlake"},
      {"PdAGLU", "bdver2"},
      {"A64FX", "a64fx"},
      {"Ampere1B", "ampere1b"},
      {"Ampere1U", "ampere1"},
      {"CyUnit", "apple-a7"},
      {"CortexA510", "cortex-a510"},
      {"CortexA55", "cortex-a55"},
      {"A53Unit", "cortex-a53"},
      {"A57Unit", "cortex-a57"},
      {"N1Unit", "neoverse-n1"},
      {"N2Unit", "neoverse-n2"},
      {"N3Unit", "neoverse-n3"},
      {"V1Unit", "neoverse-v1"},
      {"V2Unit", "neoverse-v2"},
      {"V3Unit", "neoverse-v3"},
      {"Falkor", "falkor"},
      {"Rocket", "rocket"},
      {"SiFiveP400", "sifive-p450"}};
  for (const auto &[Prefix, Owner] : Owners)
    if (Resource.starts_with(Prefix))
      return Owner;
  return "";
}

/// Efficiency cores that LLVM schedules for with the model of a performance
/// core.
bool isEfficiencyCore(StringRef CPU) {
  return is_contained(
      {"gracemont", "sierraforest", "grandridge", "clearwaterforest"}, CPU);
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
  StringRef Owner = modelledCPU(Model.schedule().getProcResource(1)->Name);
  if (!Owner.empty() && Owner != CPU)
    Remarks.push_back("LLVM's scheduling model for " + CPU + " is that of " +
                      Owner.str() +
                      (isEfficiencyCore(CPU) ? ", a performance core" : ""));
  if (Model.Units.overflowed())
    Remarks.push_back("LLVM's scheduling model for " + CPU +
                      " has more than 64 units: those beyond are left out");
  return Remarks;
}

} // namespace rafter
