//===- ConcordeFinding.cpp - What Concorde says of a region ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of a report that print<concorde> adds, of whose parts the means are
// shown.
//
//===----------------------------------------------------------------------===//

#include "ConcordeParts.h"
#include "rafter/Report/JSONWriter.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/ReportTable.h"
#include "rafter/Report/TextTable.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace rafter;

std::vector<ResourceBound> rafter::resourceBounds(FeatureSource &Features,
                                                  const CoreDesign &Design) {
  std::vector<ResourceBound> Bounds;
  for (auto [B, Block] : llvm::enumerate(featureBlocks()))
    if (Block.Group == FeatureGroup::Throughput) {
      llvm::StringRef Name = Block.Name;
      Name.consume_back("-throughput");
      Bounds.push_back(
          {Name.str(), Features.block(unsigned(B), Design).back()});
    }
  for (llvm::StringRef Width :
       {"commit-width", "fetch-width", "decode-width", "rename-width"})
    Bounds.push_back(
        {Width.str(), double(findDesignParameter(Width)->Get(Design))});
  return Bounds;
}

const ResourceBound &rafter::lowestBound(llvm::ArrayRef<ResourceBound> Bounds) {
  return *llvm::min_element(Bounds,
                            [](const ResourceBound &A, const ResourceBound &B) {
                              return A.Throughput < B.Throughput;
                            });
}

namespace {

/// The means over the parts of a region.
struct Means {
  double Low = 0, High = 0;
  size_t Outside = 0;
  std::vector<ResourceBound> Bounds;

  explicit Means(const ConcordeReport &R);
  /// Numbers of the bounds, the lowest first.
  std::vector<size_t> lowestFirst() const;
};

} // namespace

Means::Means(const ConcordeReport &R) : Bounds(R.Regions.front().Bounds) {
  double N = double(R.Regions.size());
  for (ResourceBound &B : Bounds)
    B.Throughput = 0;
  for (const RegionPrediction &Part : R.Regions) {
    Low += Part.Range.Low / N;
    High += Part.Range.High / N;
    Outside += Part.Outside;
    for (auto [Mean, B] : llvm::zip_equal(Bounds, Part.Bounds))
      Mean.Throughput += B.Throughput / N;
  }
}

std::vector<size_t> Means::lowestFirst() const {
  std::vector<size_t> Order(Bounds.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  llvm::stable_sort(Order, [&](size_t A, size_t B) {
    return Bounds[A].Throughput < Bounds[B].Throughput;
  });
  return Order;
}

/// The groups by what they add or save, the largest first.
static std::vector<size_t> largestFirst(const ShapleyResult &A) {
  std::vector<size_t> Order(A.Shares.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  llvm::stable_sort(Order, [&](size_t X, size_t Y) {
    return std::abs(A.Shares[X]) > std::abs(A.Shares[Y]);
  });
  return Order;
}

void rafter::printShares(const ConcordeReport &R, const ShapleyResult &A,
                         llvm::raw_ostream &OS, unsigned Indent) {
  TextTable Shares("lrr");
  for (size_t I : largestFirst(A))
    Shares.add({R.Groups[I].Name, formatSigned(A.Shares[I]),
                "+- " + formatNumber(A.StandardErrors[I], 2)});
  Shares.print(OS, Indent);
}

/// "3 of 10 parts are doubtful ...", or nothing.
static std::string warning(const ConcordeReport &R, const Means &M) {
  if (M.Outside == 0)
    return "";
  return (R.Regions.size() == 1
              ? "it is"
              : std::to_string(M.Outside) + " of " +
                    formatPlural(R.Regions.size(), "part", "parts") + " are") +
         " doubtful: unlike the training, or far from its bounds";
}

static ReportTable figures(const ConcordeReport &R, const Means &M) {
  const ProgramCPI &E = R.Programs.front().Estimate;
  ReportTable T("Predicted cycles per instruction [modelled]", /*Open=*/true,
                "ll", {});
  T.add({"model", R.Model});
  T.add({"design", printDesign(R.Design)});
  T.add({"cycles per instruction", formatNumber(E.CPI)});
  T.add({formatPercent(R.Coverage) + " of such lie between",
         formatNumber(M.Low) + " and " + formatNumber(M.High)});
  if (R.Regions.size() > 1)
    T.add({"mean of", formatPlural(R.Regions.size(), "part", "parts") +
                          ", standard error " +
                          formatNumber(E.StandardError, 2)});
  if (std::string Text = warning(R, M); !Text.empty())
    T.add({"beware", Text});
  return T;
}

static ReportTable lowestBounds(const Means &M, size_t Most) {
  ReportTable T("Bounds", /*Open=*/false, "l",
                {"lowest bounds", "instructions per cycle"});
  std::vector<size_t> Lowest = M.lowestFirst();
  for (size_t I : llvm::ArrayRef(Lowest).take_front(Most))
    T.add({M.Bounds[I].Name, formatNumber(M.Bounds[I].Throughput)});
  return T;
}

static void printText(const ConcordeReport &R, llvm::raw_ostream &OS) {
  Means M(R);
  figures(R, M).printText(OS, "  concorde [modelled]\n");
  lowestBounds(M, /*Most=*/6).printText(OS);
  const ShapleyResult &A = *R.Programs.front().Attribution;
  OS << "\n    attribution, from " << formatNumber(A.Without)
     << " cycles per instruction of " << printDesign(R.Baseline) << '\n';
  printShares(R, A, OS, 6);
}

static void printPart(const ConcordeReport &R, llvm::raw_ostream &OS) {
  Means M(R);
  figures(R, M).printHTML(OS);
  const ShapleyResult &A = *R.Programs.front().Attribution;
  ReportTable Shares("What each part of the core adds", /*Open=*/true, "l",
                     {"part of the core", "cycles per instruction", "+-"});
  for (size_t I : largestFirst(A))
    Shares.add({R.Groups[I].Name, formatSigned(A.Shares[I]),
                formatNumber(A.StandardErrors[I], 2)});
  Shares.printHTML(OS);
  lowestBounds(M, /*Most=*/M.Bounds.size()).printHTML(OS);
}

static void printJSON(JSONWriter &W, const ConcordeReport &R) {
  Means M(R);
  const ProgramPrediction &P = R.Programs.front();
  W.text("model", R.Model);
  W.text("design", printDesign(R.Design));
  W.text("baseline", printDesign(R.Baseline));
  W.number("cpi", P.Estimate.CPI);
  W.number("standard_error", P.Estimate.StandardError);
  W.number("coverage", R.Coverage);
  W.number("low", M.Low);
  W.number("high", M.High);
  W.count("parts", R.Regions.size());
  W.count("parts_outside", M.Outside);
  writeBounds(W, M.Bounds);
  writeAttribution(W, R, *P.Attribution);
}

namespace {

class ConcordeFinding final : public FindingOf<ConcordeReport> {
public:
  using FindingOf::FindingOf;
  llvm::StringRef method() const override { return "concorde"; }
  std::optional<Verdict> verdict(const FindingContext &) const override {
    return Verdict{"Concorde predicts " +
                       formatNumber(Value.Programs.front().Estimate.CPI) +
                       " cycles per instruction",
                   "", /*OnlyAlone=*/true};
  }
  void printText(llvm::raw_ostream &OS, const FindingContext &) const override {
    ::printText(Value, OS);
  }
  void printJSON(JSONWriter &W, const FindingContext &) const override {
    ::printJSON(W, Value);
  }
  void printHTML(llvm::raw_ostream &OS, const FindingContext &) const override {
    printPart(Value, OS);
  }
};

} // namespace

std::shared_ptr<const Finding> rafter::makeFinding(ConcordeReport R) {
  return std::make_shared<ConcordeFinding>(std::move(R));
}
