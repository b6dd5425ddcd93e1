//===- SpireModelFile.cpp - A model as JSON -------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Spire/SpireModel.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"
#include <charconv>
#include <cmath>

using namespace rafter;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

static constexpr double Infinity = HUGE_VAL;
static constexpr char VersionKey[] = "rafter_spire_model";

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// The shortest digits that are read as the same number; null for infinity.
static void writeNumber(json::OStream &J, double Value) {
  if (!std::isfinite(Value))
    return J.value(nullptr);
  char Text[32];
  auto [End, Fault] = std::to_chars(Text, Text + sizeof(Text), Value);
  (void)Fault;
  J.rawValue(StringRef(Text, End - Text));
}

static void writeNumber(json::OStream &J, StringRef Key, double Value) {
  J.attributeBegin(Key);
  writeNumber(J, Value);
  J.attributeEnd();
}

static void writeFit(json::OStream &J, const MetricRoofline &Fit) {
  writeNumber(J, "peak", Fit.PeakIntensity);
  // A line for each fit keeps the file readable.
  J.attributeArray("knots", [&] {
    for (const IntensityPoint &K : Fit.Knots)
      J.array([&] {
        writeNumber(J, K.Intensity);
        writeNumber(J, K.Throughput);
      });
  });
}

void rafter::writeModel(const SpireModel &Model, llvm::raw_ostream &OS) {
  json::OStream J(OS);
  auto Text = [&](StringRef Key, StringRef Value) {
    J.attribute(Key, json::isUTF8(Value) ? Value.str() : json::fixUTF8(Value));
  };
  auto EndLine = [&] { J.flush(), OS << '\n'; };
  J.object([&] {
    J.attribute(VersionKey, SpireModelVersion);
    Text("time", Model.TimeEvent);
    Text("work", Model.WorkEvent);
    Text("trends", name(Model.Trends));
    J.attribute("samples", Model.Samples);
    J.attributeArray("metrics", [&] {
      for (const MetricModel &M : Model.Metrics) {
        EndLine();
        J.object([&] {
          Text("name", M.Name);
          J.attribute("samples", M.Samples);
          writeNumber(J, "least", M.Fit.LeastIntensity);
          writeNumber(J, "greatest", M.Fit.GreatestIntensity);
          J.attribute("saw_infinity", M.Fit.SawInfinity);
          writeFit(J, M.Fit);
          J.attributeArray("replicates", [&] {
            for (const MetricRoofline &R : M.Replicates)
              J.object([&] { writeFit(J, R); });
          });
        });
      }
    });
  });
  EndLine();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

class Reader {
public:
  explicit Reader(StringRef File) : File(File) {}
  llvm::Expected<SpireModel> read(const json::Value &Root);

private:
  Error fault(const Twine &Cause) const {
    return llvm::createStringError(Twine(File) + ": " + Where + Cause);
  }
  Error readHead(const json::Object &Root, SpireModel &Model);
  Error readMetric(const json::Value &V, MetricModel &Metric);
  Error readFit(const json::Object &O, MetricRoofline &Fit);
  Error readKnot(const json::Value &V, MetricRoofline &Fit);
  Error readText(const json::Object &O, StringRef Key, std::string &Text);
  Error readCount(const json::Object &O, StringRef Key, uint64_t &Count);
  /// Null is infinity.
  Error readNumber(const json::Object &O, StringRef Key, double &Number);

  StringRef File;
  /// The metric at hand: "metric 'x': ".
  std::string Where;
};

} // namespace

/// The first error of several steps.
template <typename... Steps> static Error inOrder(Steps... All) {
  Error Result = Error::success();
  ((void)(Result ? false : (Result = All(), true)), ...);
  return Result;
}

Error Reader::readText(const json::Object &O, StringRef Key,
                       std::string &Text) {
  std::optional<StringRef> Value = O.getString(Key);
  if (!Value || Value->empty())
    return fault("'" + Key + "' is missing or no text");
  Text = Value->str();
  return Error::success();
}

Error Reader::readCount(const json::Object &O, StringRef Key, uint64_t &Count) {
  std::optional<int64_t> Value = O.getInteger(Key);
  if (!Value || *Value < 0)
    return fault("'" + Key + "' is missing or no count");
  Count = *Value;
  return Error::success();
}

Error Reader::readNumber(const json::Object &O, StringRef Key, double &Number) {
  const json::Value *V = O.get(Key);
  std::optional<double> Value = V ? V->getAsNumber() : std::nullopt;
  if (V && V->getAsNull())
    Value = Infinity;
  if (!Value || !(*Value >= 0))
    return fault("'" + Key + "' is missing or no number of at least 0");
  Number = *Value;
  return Error::success();
}

Error Reader::readKnot(const json::Value &V, MetricRoofline &Fit) {
  const json::Array *Pair = V.getAsArray();
  if (!Pair || Pair->size() != 2)
    return fault("a knot is no pair of intensity and throughput");
  std::optional<double> Intensity = (*Pair)[0].getAsNumber();
  if ((*Pair)[0].getAsNull())
    Intensity = Infinity;
  std::optional<double> Throughput = (*Pair)[1].getAsNumber();
  if (!Intensity || !Throughput || !(*Intensity >= 0) || !(*Throughput >= 0) ||
      std::isinf(*Throughput))
    return fault("a knot is no pair of numbers of at least 0");
  if (!Fit.Knots.empty() && *Intensity <= Fit.Knots.back().Intensity)
    return fault("the knots are not in the order of their intensities");
  Fit.Knots.push_back({*Intensity, *Throughput});
  return Error::success();
}

Error Reader::readFit(const json::Object &O, MetricRoofline &Fit) {
  if (Error E = readNumber(O, "peak", Fit.PeakIntensity))
    return E;
  const json::Array *Knots = O.getArray("knots");
  if (!Knots || Knots->empty())
    return fault("'knots' is missing or empty");
  for (const json::Value &K : *Knots)
    if (Error E = readKnot(K, Fit))
      return E;
  return Error::success();
}

Error Reader::readMetric(const json::Value &V, MetricModel &Metric) {
  const json::Object *O = V.getAsObject();
  if (!O)
    return fault("a metric is no object");
  if (Error E = readText(*O, "name", Metric.Name))
    return E;
  Where = "metric '" + Metric.Name + "': ";
  if (Error E = inOrder(
          [&] { return readCount(*O, "samples", Metric.Samples); },
          [&] { return readNumber(*O, "least", Metric.Fit.LeastIntensity); },
          [&] {
            return readNumber(*O, "greatest", Metric.Fit.GreatestIntensity);
          },
          [&] { return readFit(*O, Metric.Fit); }))
    return E;
  Metric.Fit.SawInfinity = O->getBoolean("saw_infinity").value_or(false);
  if (const json::Array *Replicates = O->getArray("replicates"))
    for (const json::Value &R : *Replicates) {
      if (!R.getAsObject())
        return fault("a replicate is no object");
      if (Error E = readFit(*R.getAsObject(), Metric.Replicates.emplace_back()))
        return E;
    }
  Where.clear();
  return Error::success();
}

Error Reader::readHead(const json::Object &Root, SpireModel &Model) {
  std::optional<int64_t> Version = Root.getInteger(VersionKey);
  if (!Version)
    return fault("no model of SPIRE: '" + Twine(VersionKey) + "' is missing");
  if (*Version != SpireModelVersion)
    return fault("a model of version " + Twine(*Version) +
                 "; this is version " + Twine(SpireModelVersion));
  std::string Trends;
  if (Error E =
          inOrder([&] { return readText(Root, "time", Model.TimeEvent); },
                  [&] { return readText(Root, "work", Model.WorkEvent); },
                  [&] { return readText(Root, "trends", Trends); },
                  [&] { return readCount(Root, "samples", Model.Samples); }))
    return E;
  if (Trends == name(TrendRule::Supported))
    Model.Trends = TrendRule::Supported;
  else if (Trends != name(TrendRule::Published))
    return fault("'trends' is neither published nor supported");
  return Error::success();
}

llvm::Expected<SpireModel> Reader::read(const json::Value &Root) {
  const json::Object *O = Root.getAsObject();
  if (!O)
    return fault("no model of SPIRE: no object");
  SpireModel Model;
  if (Error E = readHead(*O, Model))
    return E;
  const json::Array *Metrics = O->getArray("metrics");
  if (!Metrics)
    return fault("'metrics' is missing or no list");
  for (const json::Value &V : *Metrics)
    if (Error E = readMetric(V, Model.Metrics.emplace_back()))
      return E;
  return Model;
}

llvm::Expected<SpireModel> rafter::readModel(llvm::MemoryBufferRef Buffer) {
  StringRef File = Buffer.getBufferIdentifier();
  llvm::Expected<json::Value> Root = json::parse(Buffer.getBuffer());
  if (Root)
    return Reader(File).read(*Root);
  // "[3:14, byte=40]: cause" becomes "file:3: cause".
  std::string Message = llvm::toString(Root.takeError());
  StringRef Place = StringRef(Message).ltrim('[');
  StringRef Cause = StringRef(Message).split("]: ").second;
  return llvm::createStringError(File + ":" + Place.split(':').first + ": " +
                                 (Cause.empty() ? StringRef(Message) : Cause));
}
