//===- Checkpoint.cpp - An interrupted training on disk -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "RAFTERCK", version, options, identity of the samples, the state, and XXH3 of
// all bytes before it.
//
//===----------------------------------------------------------------------===//

#include "ByteReader.h"
#include "Training.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/xxhash.h"

using namespace rafter;
using namespace rafter::concorde;
using llvm::StringRef;

static constexpr StringRef Magic = "RAFTERCK";
static constexpr uint32_t Version = 1;

static std::string identityBytes(const CheckpointIdentity &Identity) {
  const TrainingOptions &O = Identity.Options;
  std::string Bytes;
  ByteWriter W(Bytes);
  W.number(O.Seed);
  for (uint32_t Count :
       {O.Epochs, O.BatchSize, O.First, O.Second, unsigned(O.Linear)})
    W.number(Count);
  W.floats({O.Rate, O.WeightDecay, O.Beta1, O.Beta2, O.Epsilon});
  W.number(Identity.Samples);
  return Bytes;
}

std::string concorde::writeCheckpoint(const CheckpointIdentity &Identity,
                                      const TrainingState &State) {
  std::string Bytes = Magic.str();
  ByteWriter W(Bytes);
  W.number(Version);
  Bytes += identityBytes(Identity);
  W.number(State.Epoch);
  W.number(State.Step);
  W.real(State.Loss);
  W.number(uint32_t(State.Net.shape().Inputs));
  W.floats(State.Net.parameters());
  W.floats(State.FirstMoments);
  W.floats(State.SecondMoments);
  W.number(llvm::xxh3_64bits(StringRef(Bytes)));
  return Bytes;
}

llvm::Expected<TrainingState>
concorde::readCheckpoint(StringRef Bytes, StringRef Path,
                         const CheckpointIdentity &Identity) {
  auto Fault = [&](const llvm::Twine &Cause) {
    return llvm::createStringError(Path + ": " + Cause);
  };
  ByteReader R(Bytes);
  if (R.bytes(Magic.size()) != Magic)
    return Fault("no checkpoint of a training");
  if (uint32_t Found = R.number<uint32_t>(); Found != Version)
    return Fault("a checkpoint of version " + llvm::Twine(Found) +
                 ", expected " + llvm::Twine(Version));
  if (Bytes.size() < sizeof(uint64_t) ||
      ByteReader(Bytes.take_back(sizeof(uint64_t))).number<uint64_t>() !=
          llvm::xxh3_64bits(Bytes.drop_back(sizeof(uint64_t))))
    return Fault("the checkpoint is cut short or damaged (checksum)");
  std::string Expected = identityBytes(Identity);
  if (R.bytes(Expected.size()) != Expected)
    return Fault("the checkpoint of another training: other samples or other "
                 "options; remove it to start again");
  TrainingState State;
  State.Epoch = R.number<uint64_t>();
  State.Step = R.number<uint64_t>();
  State.Loss = R.real();
  NetworkShape Shape = {R.number<uint32_t>(), Identity.Options.First,
                        Identity.Options.Second, Identity.Options.Linear};
  if (llvm::Error E = checkShape(Shape))
    return Fault(llvm::toString(std::move(E)));
  State.Net = Network(Shape);
  State.FirstMoments.resize(State.Net.parameters().size());
  State.SecondMoments.resize(State.Net.parameters().size());
  R.floats(State.Net.parameters());
  R.floats(State.FirstMoments);
  R.floats(State.SecondMoments);
  if (!R.good() || R.left() != sizeof(uint64_t))
    return Fault("the checkpoint has another length than its network needs");
  return State;
}
