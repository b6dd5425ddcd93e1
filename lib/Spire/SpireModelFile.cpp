//===- SpireModelFile.cpp - A model as JSON -------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/ModelFile.h"
#include "rafter/Spire/SpireModel.h"
#include "llvm/ADT/StringSet.h"
#include <cmath>

using namespace rafter;
using llvm::Error;
using llvm::StringRef;
namespace json = llvm::json;

static constexpr ModelKind SpireKind = {"rafter_spire_model", "SPIRE",
                                        SpireModelVersion};

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void writeFit(JSONWriter &Out, const MetricRoofline &Fit) {
  Out.number("peak", Fit.PeakIntensity);
  Out.array("knots", [&] {
    for (const IntensityPoint &K : Fit.Knots)
      Out.array([&] {
        Out.numberElement(K.Intensity);
        Out.numberElement(K.Throughput);
      });
  });
}

static void writeMetric(JSONWriter &Out, const MetricModel &M) {
  Out.text("name", M.Name);
  Out.count("samples", M.Samples);
  Out.number("least", M.Fit.LeastIntensity);
  Out.number("greatest", M.Fit.GreatestIntensity);
  Out.flag("saw_infinity", M.Fit.SawInfinity);
  writeFit(Out, M.Fit);
  Out.array("replicates", [&] {
    for (const MetricRoofline &R : M.Replicates)
      Out.object([&] { writeFit(Out, R); });
  });
}

void rafter::writeModel(const SpireModel &Model, llvm::raw_ostream &OS) {
  writeModelFile(OS, SpireKind, [&](JSONWriter &Out) {
    Out.text("time", Model.TimeEvent);
    Out.text("work", Model.WorkEvent);
    Out.text("trends", name(Model.Trends));
    Out.count("samples", Model.Samples);
    if (!Model.Machine.empty())
      Out.text("machine", Model.Machine);
    Out.array("metrics", [&] {
      for (const MetricModel &M : Model.Metrics) {
        Out.newLine();
        Out.object([&] { writeMetric(Out, M); });
      }
    });
  });
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

class Reader {
public:
  explicit Reader(StringRef File) : In(File) {}
  llvm::Expected<SpireModel> read(const json::Object &Root);

private:
  Error readHead(const json::Object &Root, SpireModel &Model);
  Error readMetric(const json::Value &V, MetricModel &Metric);
  Error readFit(const json::Object &O, MetricRoofline &Fit);
  Error readKnot(const json::Value &V, MetricRoofline &Fit);

  ModelReader In;
};

} // namespace

/// The first error of several steps.
template <typename... Steps> static Error inOrder(Steps... All) {
  Error Result = Error::success();
  ((void)(Result ? false : (Result = All(), true)), ...);
  return Result;
}

/// Counters have 64 bits, so no ratio of two counts is greater.
static constexpr double GreatestRatio = 18446744073709551616.0;

Error Reader::readKnot(const json::Value &V, MetricRoofline &Fit) {
  const json::Array *Pair = V.getAsArray();
  if (!Pair || Pair->size() != 2)
    return In.fault("a knot is no pair of intensity and throughput");
  std::optional<double> Intensity = (*Pair)[0].getAsNumber();
  const bool IsEndless = (*Pair)[0].getAsNull().has_value();
  if (IsEndless)
    Intensity = HUGE_VAL;
  std::optional<double> Throughput = (*Pair)[1].getAsNumber();
  if (!Intensity || !Throughput || !(*Intensity >= 0) || !(*Throughput >= 0))
    return In.fault("a knot is no pair of numbers of at least 0");
  if (*Throughput > GreatestRatio || (*Intensity > GreatestRatio && !IsEndless))
    return In.fault("a knot is beyond what counters of 64 bits can count");
  if (!Fit.Knots.empty() && *Intensity <= Fit.Knots.back().Intensity)
    return In.fault("the knots are not in the order of their intensities");
  Fit.Knots.push_back({*Intensity, *Throughput});
  return Error::success();
}

Error Reader::readFit(const json::Object &O, MetricRoofline &Fit) {
  if (Error E = In.number(O, "peak", Fit.PeakIntensity))
    return E;
  const json::Array *Knots = O.getArray("knots");
  if (!Knots || Knots->empty())
    return In.fault("'knots' is missing or empty");
  for (const json::Value &K : *Knots)
    if (Error E = readKnot(K, Fit))
      return E;
  return Error::success();
}

Error Reader::readMetric(const json::Value &V, MetricModel &Metric) {
  const json::Object *O = V.getAsObject();
  if (!O)
    return In.fault("a metric is no object");
  if (Error E = In.text(*O, "name", Metric.Name))
    return E;
  In.Where = "metric '" + Metric.Name + "': ";
  if (Error E = inOrder(
          [&] { return In.count(*O, "samples", Metric.Samples); },
          [&] { return In.number(*O, "least", Metric.Fit.LeastIntensity); },
          [&] {
            return In.number(*O, "greatest", Metric.Fit.GreatestIntensity);
          },
          [&] { return readFit(*O, Metric.Fit); }))
    return E;
  // With all samples at infinity there is no least.
  if (Metric.Fit.LeastIntensity > Metric.Fit.GreatestIntensity &&
      !std::isinf(Metric.Fit.LeastIntensity))
    return In.fault("'least' is above 'greatest'");
  Metric.Fit.SawInfinity = O->getBoolean("saw_infinity").value_or(false);
  if (const json::Array *Replicates = O->getArray("replicates"))
    for (const json::Value &R : *Replicates) {
      if (!R.getAsObject())
        return In.fault("a replicate is no object");
      if (Error E = readFit(*R.getAsObject(), Metric.Replicates.emplace_back()))
        return E;
    }
  In.Where.clear();
  return Error::success();
}

Error Reader::readHead(const json::Object &Root, SpireModel &Model) {
  std::string Trends;
  if (Error E =
          inOrder([&] { return In.text(Root, "time", Model.TimeEvent); },
                  [&] { return In.text(Root, "work", Model.WorkEvent); },
                  [&] { return In.text(Root, "trends", Trends); },
                  [&] { return In.count(Root, "samples", Model.Samples); }))
    return E;
  if (Trends == name(TrendRule::Supported))
    Model.Trends = TrendRule::Supported;
  else if (Trends != name(TrendRule::Published))
    return In.fault("'trends' is neither published nor supported");
  if (Root.get("machine"))
    return In.text(Root, "machine", Model.Machine);
  return Error::success();
}

llvm::Expected<SpireModel> Reader::read(const json::Object &Root) {
  SpireModel Model;
  if (Error E = readHead(Root, Model))
    return E;
  const json::Array *Metrics = Root.getArray("metrics");
  if (!Metrics)
    return In.fault("'metrics' is missing or no list");
  llvm::StringSet<> Names;
  for (const json::Value &V : *Metrics) {
    if (Error E = readMetric(V, Model.Metrics.emplace_back()))
      return E;
    if (!Names.insert(Model.Metrics.back().Name).second)
      return In.fault("the metric '" + Model.Metrics.back().Name +
                      "' stands there twice");
  }
  return Model;
}

llvm::Expected<SpireModel> rafter::readModel(llvm::MemoryBufferRef Buffer) {
  llvm::Expected<json::Object> Root = ModelReader::open(Buffer, SpireKind);
  if (!Root)
    return Root.takeError();
  return Reader(Buffer.getBufferIdentifier()).read(*Root);
}
