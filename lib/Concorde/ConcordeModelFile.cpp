//===- ConcordeModelFile.cpp - A model on disk ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first line can be read by people and by any reader of JSON. The numbers
// behind it are little-endian: means and factors of the inputs (floats),
// weights (16 bits: bfloat16 in the first layer, as its products have them,
// halves behind it), biases (floats), the edges of the calibration's classes
// and its errors, and the limits of distance and doubt.
//
//===----------------------------------------------------------------------===//

#include "BFloat16.h"
#include "ByteReader.h"
#include "FeatureScaling.h"
#include "HalfFloat.h"
#include "Network.h"
#include "rafter/Concorde/ConcordeModel.h"
#include "rafter/Concorde/FeatureLayout.h"
#include "rafter/Report/ModelFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/xxhash.h"
#include <numeric>

using namespace rafter;
using namespace rafter::concorde;
using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

static constexpr StringRef VersionKey = "rafter_concorde_model";
/// No header line is longer.
static constexpr size_t GreatestHeader = 1 << 16;
/// More classes no calibration has.
static constexpr size_t GreatestClasses = 64;

/// JSON has no whole numbers of 64 bits.
static std::string hex(uint64_t X) { return llvm::utohexstr(X, true, 16); }

void concorde::roundWeights(Network &Net) {
  llvm::MutableArrayRef<float> Weights =
      Net.parameters().take_front(Net.numWeights());
  for (float &W : Weights.take_front(Net.weights2()))
    W = unpackBFloat16(packBFloat16(W));
  for (float &W : Weights.drop_front(Net.weights2()))
    W = unpackHalf(packHalf(W));
}

static std::string numbersOf(const ConcordeModel &Model) {
  std::string Bytes;
  ByteWriter W(Bytes);
  W.floats(Model.Scaling->Means);
  W.floats(Model.Scaling->Factors);
  size_t Weights = Model.Net->numWeights();
  for (auto [I, X] :
       llvm::enumerate(Model.Net->parameters().take_front(Weights)))
    W.number(I < Model.Net->weights2() ? packBFloat16(X) : packHalf(X));
  W.floats(Model.Net->parameters().drop_front(Weights));
  W.floats(Model.Errors.edges());
  W.floats(Model.Errors.errors());
  W.floats({Model.DistanceLimit, Model.DoubtLimit});
  return Bytes;
}

void rafter::writeConcordeModel(const ConcordeModel &Model,
                                llvm::raw_ostream &OS) {
  std::string Numbers = numbersOf(Model);
  const NetworkShape &Shape = Model.Net->shape();
  json::OStream J(OS);
  J.object([&] {
    J.attribute(VersionKey, ConcordeModelVersion);
    J.attribute("target", name(Model.Target));
    J.attribute("layout", hex(layoutIdentity()));
    J.attribute("data_set", hex(Model.DataSetIdentity));
    J.attribute("source", json::isUTF8(Model.Source)
                              ? Model.Source
                              : json::fixUTF8(Model.Source));
    J.attribute("samples", Model.Samples);
    J.attribute("inputs", Shape.Inputs);
    J.attribute("first", Shape.First);
    J.attribute("second", Shape.Second);
    J.attribute("linear", Shape.Linear);
    J.attribute("of_bound", Model.OfBound);
    J.attributeArray("calibration", [&] {
      for (size_t Size : Model.Errors.sizes())
        J.value(Size);
    });
    J.attribute("bytes", Numbers.size());
    J.attribute("checksum", hex(llvm::xxh3_64bits(StringRef(Numbers))));
  });
  OS << '\n' << Numbers;
}

bool rafter::isConcordeModel(llvm::MemoryBufferRef Buffer) {
  return Buffer.getBuffer().starts_with(("{\"" + VersionKey + "\"").str());
}

namespace {

class Reader {
public:
  explicit Reader(llvm::MemoryBufferRef Buffer)
      : File(Buffer.getBufferIdentifier()), Bytes(Buffer.getBuffer()) {}
  llvm::Expected<ConcordeModel> read();

private:
  llvm::Error fault(const Twine &Cause) const {
    return llvm::createStringError(Twine(File) + ": " + Cause);
  }
  llvm::Error readHeader(const json::Object &O, ConcordeModel &Model);
  llvm::Error readNumbers(StringRef Numbers, ConcordeModel &Model);
  /// Absent members and those of another kind are remembered in Missing.
  uint64_t count(const json::Object &O, StringRef Key);
  uint64_t hash(const json::Object &O, StringRef Key);
  StringRef text(const json::Object &O, StringRef Key);

  StringRef File, Bytes, Missing;
  NetworkShape Shape;
  uint64_t Checksum = 0, NumBytes = 0;
  /// Errors of each class.
  std::vector<size_t> Calibration;
};

} // namespace

uint64_t Reader::count(const json::Object &O, StringRef Key) {
  std::optional<int64_t> Value = O.getInteger(Key);
  if (!Value || *Value < 0) {
    Missing = Key;
    return 0;
  }
  return *Value;
}

StringRef Reader::text(const json::Object &O, StringRef Key) {
  std::optional<StringRef> Value = O.getString(Key);
  if (!Value)
    Missing = Key;
  return Value.value_or("");
}

uint64_t Reader::hash(const json::Object &O, StringRef Key) {
  uint64_t Value = 0;
  StringRef Text = text(O, Key);
  if (Text.getAsInteger(16, Value))
    Missing = Key;
  return Value;
}

llvm::Error Reader::readHeader(const json::Object &O, ConcordeModel &Model) {
  llvm::Expected<PredictionTarget> Target = parseTarget(text(O, "target"));
  if (!Target)
    return fault("target: " + llvm::toString(Target.takeError()));
  Model.Target = *Target;
  Model.Source = text(O, "source").str();
  Model.Samples = count(O, "samples");
  Model.DataSetIdentity = hash(O, "data_set");
  uint64_t Layout = hash(O, "layout");
  uint64_t Sizes[] = {count(O, "inputs"), count(O, "first"),
                      count(O, "second")};
  const json::Array *Classes = O.getArray("calibration");
  if (!Classes || Classes->empty() || Classes->size() > GreatestClasses)
    Missing = "calibration";
  else
    for (const json::Value &Size : *Classes) {
      std::optional<int64_t> Errors = Size.getAsInteger();
      if (!Errors || *Errors < 0 || *Errors > UINT32_MAX)
        Missing = "calibration";
      else
        Calibration.push_back(*Errors);
    }
  NumBytes = count(O, "bytes");
  Checksum = hash(O, "checksum");
  std::optional<bool> Linear = O.getBoolean("linear");
  if (!Linear)
    Missing = "linear";
  std::optional<bool> OfBound = O.getBoolean("of_bound");
  if (!OfBound)
    Missing = "of_bound";
  Model.OfBound = OfBound.value_or(false);
  if (!Missing.empty())
    return fault("'" + Missing + "' is missing or of another kind");
  if (Layout != layoutIdentity() || Sizes[0] != NumFeatures)
    return fault("the model is for another layout of features than this "
                 "program's; train it anew");
  for (uint64_t Size : Sizes)
    if (Size > UINT16_MAX)
      return fault("a layer of " + Twine(Size) + " is too large");
  Shape = {unsigned(Sizes[0]), unsigned(Sizes[1]), unsigned(Sizes[2]), *Linear};
  if (llvm::Error E = checkShape(Shape))
    return fault(llvm::toString(std::move(E)));
  return llvm::Error::success();
}

llvm::Error Reader::readNumbers(StringRef Numbers, ConcordeModel &Model) {
  if (Numbers.size() != NumBytes)
    return fault(Twine(Numbers.size()) + " bytes of numbers instead of " +
                 Twine(NumBytes) + ": cut short or damaged");
  if (llvm::xxh3_64bits(Numbers) != Checksum)
    return fault("the numbers are damaged (checksum)");
  *Model.Net = Network(Shape);
  size_t Weights = Model.Net->numWeights();
  size_t Biases = Model.Net->parameters().size() - Weights;
  size_t Fixed = 2 * sizeof(float) * Shape.Inputs + 2 * Weights +
                 sizeof(float) * (Biases + Calibration.size() + 1);
  const size_t NumErrors =
      std::accumulate(Calibration.begin(), Calibration.end(), size_t(0));
  if (NumBytes < Fixed || (NumBytes - Fixed) / sizeof(float) != NumErrors ||
      (NumBytes - Fixed) % sizeof(float) != 0)
    return fault("another number of bytes than the network needs");
  ByteReader R(Numbers);
  Model.Scaling->Transforms = layoutTransforms();
  Model.Scaling->Weights = layoutWeights();
  Model.Scaling->Means.resize(Shape.Inputs);
  Model.Scaling->Factors.resize(Shape.Inputs);
  R.floats(Model.Scaling->Means);
  R.floats(Model.Scaling->Factors);
  for (auto [I, W] :
       llvm::enumerate(Model.Net->parameters().take_front(Weights))) {
    auto Code = R.number<uint16_t>();
    W = I < Model.Net->weights2() ? unpackBFloat16(Code) : unpackHalf(Code);
  }
  R.floats(Model.Net->parameters().drop_front(Weights));
  std::vector<float> Edges(Calibration.size() - 1), Errors(NumErrors);
  R.floats(Edges);
  R.floats(Errors);
  auto AllFinite = [](llvm::ArrayRef<float> Values) {
    return llvm::all_of(Values, [](float X) { return std::isfinite(X); });
  };
  float Limits[2] = {};
  R.floats(Limits);
  Model.DistanceLimit = Limits[0];
  Model.DoubtLimit = Limits[1];
  if (!AllFinite(Model.Scaling->Means) || !AllFinite(Model.Scaling->Factors) ||
      !AllFinite(Model.Net->parameters()) || !AllFinite(Errors) ||
      !AllFinite(Edges) || !AllFinite(Limits))
    return fault("a number is not finite");
  Model.Errors = ErrorCalibration(std::move(Edges), std::move(Calibration),
                                  std::move(Errors));
  return llvm::Error::success();
}

llvm::Expected<ConcordeModel> Reader::read() {
  size_t End = Bytes.take_front(GreatestHeader).find('\n');
  if (End == StringRef::npos)
    return fault("no model of Concorde");
  llvm::Expected<json::Value> Header =
      parseJSONFile({Bytes.take_front(End), File});
  const json::Object *O = Header ? Header->getAsObject() : nullptr;
  if (!O || !O->getInteger(VersionKey)) {
    if (!Header)
      llvm::consumeError(Header.takeError());
    return fault("no model of Concorde");
  }
  if (*O->getInteger(VersionKey) != ConcordeModelVersion)
    return fault("a model of version " + Twine(*O->getInteger(VersionKey)) +
                 ", expected " + Twine(ConcordeModelVersion));
  ConcordeModel Model;
  if (llvm::Error E = readHeader(*O, Model))
    return E;
  if (llvm::Error E = readNumbers(Bytes.drop_front(End + 1), Model))
    return E;
  return Model;
}

llvm::Expected<ConcordeModel>
rafter::readConcordeModel(llvm::MemoryBufferRef Buffer) {
  return Reader(Buffer).read();
}
