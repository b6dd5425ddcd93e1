//===- CheckpointFuzzer.cpp - Any bytes as a checkpoint of a training -----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes are read as they are, and behind the front of a checkpoint of the
// same training, with a right checksum. Reading ends with a state that fits its
// network and is written as it was read, or with an error of one line that
// names the file.
//
//===----------------------------------------------------------------------===//

#include "Training.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"
#include <cstdlib>

using namespace llvm;
using namespace rafter;
using namespace rafter::concorde;

static CheckpointIdentity sameTraining() {
  CheckpointIdentity Identity;
  Identity.Options.First = Identity.Options.Second = 32;
  Identity.Samples = 7;
  return Identity;
}

static void read(StringRef Bytes) {
  Expected<TrainingState> State = readCheckpoint(Bytes, "fuzz", sameTraining());
  if (!State) {
    std::string Message = toString(State.takeError());
    if (!StringRef(Message).starts_with("fuzz: ") ||
        StringRef(Message).contains('\n'))
      std::abort();
    return;
  }
  size_t Size = State->Net.parameters().size();
  if (State->FirstMoments.size() != Size ||
      State->SecondMoments.size() != Size ||
      writeCheckpoint(sameTraining(), *State) != Bytes)
    std::abort();
}

/// What a checkpoint begins with up to its counters.
static std::string front() {
  TrainingState State;
  State.Net = Network({1, 32, 32});
  State.FirstMoments.resize(State.Net.parameters().size());
  State.SecondMoments = State.FirstMoments;
  std::string Bytes = writeCheckpoint(sameTraining(), State);
  // Epoch, step, loss, inputs; three times the parameters; the checksum.
  size_t Counters = 3 * 8 + 4;
  return Bytes.substr(0, Bytes.size() - 8 - 12 * State.FirstMoments.size() -
                             Counters);
}

/// The input is repeated for the parameters of 1 to 4 inputs.
static std::string frame(StringRef Input) {
  std::string Bytes = front();
  for (size_t I = 0; I != 24; ++I)
    Bytes += Input[I % Input.size()];
  uint32_t Inputs = 1 + uint8_t(Input[0]) % 4;
  char Number[8];
  support::endian::write32le(Number, Inputs);
  Bytes.append(Number, 4);
  size_t Floats = 3 * Network({Inputs, 32, 32}).parameters().size();
  size_t Wrong = uint8_t(Input[0]) > 240 ? 1 : 0;
  for (size_t I = 0; I != 4 * Floats + Wrong; ++I)
    Bytes += Input[I % Input.size()];
  support::endian::write64le(Number, xxh3_64bits(StringRef(Bytes)));
  Bytes.append(Number, 8);
  return Bytes;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Input(reinterpret_cast<const char *>(Data), Size);
  read(Input);
  if (!Input.empty())
    read(frame(Input));
  return 0;
}
