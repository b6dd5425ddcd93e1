//===- SpireModelFuzzer.cpp - Any bytes as a model of SPIRE ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading ends with a model that can be evaluated and is written as it was
// read, or with an error of one line that names the file.
//
//===----------------------------------------------------------------------===//

#include "rafter/Spire/SpireModel.h"
#include <cmath>
#include <cstdlib>

using namespace llvm;
using namespace rafter;

static std::string write(const SpireModel &Model) {
  std::string Text;
  raw_string_ostream OS(Text);
  writeModel(Model, OS);
  return Text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  Expected<SpireModel> Model = readModel({Text, "fuzz"});
  if (!Model) {
    std::string Message = toString(Model.takeError());
    if (!StringRef(Message).starts_with("fuzz:") ||
        StringRef(Message).contains('\n'))
      std::abort();
    return 0;
  }
  for (const MetricModel &M : Model->Metrics)
    for (double Intensity : {0.0, 1.0, HUGE_VAL})
      if (!(M.Fit.estimate(Intensity) >= 0))
        std::abort();
  std::string Written = write(*Model);
  if (write(cantFail(readModel({Written, "again"}))) != Written)
    std::abort();
  return 0;
}
