//===- Calibrate.cpp - Measures the host ----------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Calibrate/Calibrate.h"
#include "Probes.h"
#include "rafter/Uarch/ParameterSchema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include <cmath>

using namespace llvm;
using namespace rafter;

void ProbeSetting::add(StringRef Key, double Value, StringRef Method,
                       bool Whole) {
  std::string Text;
  double Rounded = Whole ? std::round(Value) : std::round(Value * 10) / 10;
  raw_string_ostream(Text) << format("%.10g", Rounded);
  Results.push_back({Key.str(), Text, Method.str()});
}

void ProbeSetting::addWord(StringRef Key, StringRef Word, StringRef Method) {
  Results.push_back({Key.str(), Word.str(), Method.str()});
}

#if defined(__x86_64__)

namespace {

size_t placeOf(StringRef Key) {
  return static_cast<size_t>(findParameter(Key) - parameterSchemas().data());
}

} // namespace

Expected<std::vector<Measurement>>
rafter::calibrateHost(const CalibrationOptions &Options) {
  if (!counterIsSteady())
    return createStringError("cannot measure this machine: its time-stamp "
                             "counter does not tick at a constant rate");
  std::vector<Measurement> Results;
  ProbeSetting Setting{CoreClock(Options.Repetitions), Options,
                       sys::getHostCPUFeatures(), Results};
  for (auto Probe : {probeComputation, probeFrontEnd, probeRename,
                     probeForwarding, probeCaches, probeTranslation})
    if (Error E = Probe(Setting))
      return E;
  llvm::stable_sort(Results, [](const Measurement &A, const Measurement &B) {
    return placeOf(A.Key) < placeOf(B.Key);
  });
  return Results;
}

#else

Expected<std::vector<Measurement>>
rafter::calibrateHost(const CalibrationOptions &) {
  return createStringError("cannot measure this machine: only x86-64 has the "
                           "time-stamp counter that the measurements need");
}

#endif
