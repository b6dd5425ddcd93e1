//===- ConcordeModelFuzzer.cpp - Any bytes as a model of Concorde ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes are read as they are, and as the numbers of a small network whose
// header fits but for a few bytes of the input. Reading ends with a model that
// can be evaluated and is written as it was read, or with an error of one line
// that names the file.
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/ConcordeModel.h"
#include "rafter/Concorde/FeatureLayout.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <cstdlib>

using namespace llvm;
using namespace rafter;

static std::string write(const ConcordeModel &Model) {
  std::string Text;
  raw_string_ostream OS(Text);
  writeConcordeModel(Model, OS);
  return Text;
}

static void read(StringRef Text) {
  Expected<ConcordeModel> Model = readConcordeModel({Text, "fuzz"});
  if (!Model) {
    std::string Message = toString(Model.takeError());
    if (!StringRef(Message).starts_with("fuzz: ") ||
        StringRef(Message).contains('\n'))
      std::abort();
    return;
  }
  // No more can be said of it: the weights are any.
  (void)Model->predict(std::vector<FeatureCode>(NumFeatures));
  (void)Model->Errors.interval(1, 0.9);
  std::string Written = write(*Model);
  if (write(cantFail(readConcordeModel({Written, "again"}))) != Written)
    std::abort();
}

/// A model of 32 and 32 perceptrons; the input is repeated for its numbers.
static std::string frame(StringRef Input) {
  constexpr size_t Shape = 32,
                   Weights = NumFeatures * Shape + Shape * Shape + Shape,
                   Floats = 2 * NumFeatures + 2 * Shape + 3;
  size_t Errors = uint8_t(Input[0]) % 8;
  // Too few or too many by a little, now and then.
  size_t Wrong = uint8_t(Input[1]) < 16 ? Input[1] : 0;
  std::string Numbers;
  for (size_t I = 0; I != 2 * Weights + 4 * (Floats + Errors) + Wrong; ++I)
    Numbers += Input[2 + I % (Input.size() - 2)];
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "{\"rafter_concorde_model\":3,\"target\":\"cpi\",\"layout\":\""
     << utohexstr(layoutIdentity(), true, 16)
     << "\",\"data_set\":\"0\",\"source\":\"fuzz\",\"samples\":1,\"inputs\":"
     << NumFeatures << ",\"first\":" << Shape << ",\"second\":" << Shape
     << ",\"linear\":" << (Input[0] & 8 ? "true" : "false")
     << ",\"of_bound\":" << (Input[0] & 16 ? "true" : "false")
     << ",\"calibration\":[" << Errors << "]" << ",\"bytes\":" << Numbers.size()
     << ",\"checksum\":\"" << utohexstr(xxh3_64bits(Numbers), true, 16)
     << "\"}\n"
     << Numbers;
  return Text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Input(reinterpret_cast<const char *>(Data), Size);
  read(Input);
  if (Input.size() > 2)
    read(frame(Input));
  return 0;
}
