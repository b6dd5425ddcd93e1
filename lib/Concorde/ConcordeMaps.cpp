//===- ConcordeMaps.cpp - Regions of a program, designs of a sweep --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "ConcordeParts.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/TextMetrics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace rafter;

static constexpr double Width = 960, Left = 170, Right = 925;

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// More regions than columns are averaged.
static constexpr size_t MostColumns = 250;
static constexpr double MapRow = 22;

namespace {

/// Regions side by side, and their shares.
struct MapColumn {
  std::vector<double> Shares;
  std::string Name;
};

} // namespace

static std::vector<MapColumn>
mapColumns(llvm::ArrayRef<const RegionPrediction *> Regions) {
  std::vector<MapColumn> Columns;
  size_t Count = std::min(Regions.size(), MostColumns);
  for (size_t C = 0; C != Count; ++C) {
    size_t From = C * Regions.size() / Count;
    size_t To = (C + 1) * Regions.size() / Count;
    MapColumn &Column = Columns.emplace_back();
    Column.Name = Regions[From]->Name;
    if (To - From > 1)
      Column.Name += " and " + std::to_string(To - From - 1) + " more";
    Column.Shares.resize(Regions[From]->Attribution->Shares.size());
    for (size_t R = From; R != To; ++R)
      for (auto [I, Share] : llvm::enumerate(Regions[R]->Attribution->Shares))
        Column.Shares[I] += Share / double(To - From);
  }
  return Columns;
}

Drawing rafter::drawRegionMap(const ConcordeReport &R,
                              llvm::StringRef Program) {
  std::vector<const RegionPrediction *> Regions;
  for (const RegionPrediction &Region : R.Regions)
    if (Region.Program == Program && Region.Attribution)
      Regions.push_back(&Region);
  std::vector<double> Sizes(R.Groups.size());
  double Greatest = 1e-9;
  for (const RegionPrediction *Region : Regions)
    for (auto [I, Share] : llvm::enumerate(Region->Attribution->Shares)) {
      Sizes[I] += std::abs(Share);
      Greatest = std::max(Greatest, std::abs(Share));
    }
  std::vector<size_t> Rows(Sizes.size());
  std::iota(Rows.begin(), Rows.end(), size_t(0));
  llvm::stable_sort(Rows,
                    [&](size_t A, size_t B) { return Sizes[A] > Sizes[B]; });
  size_t Key = Rows.empty() ? 0 : Rows[0];
  llvm::stable_sort(Regions, [&](const auto *A, const auto *B) {
    return A->Attribution->Shares[Key] < B->Attribution->Shares[Key];
  });
  std::vector<MapColumn> Columns = mapColumns(Regions);

  Canvas C;
  double Top =
      C.title(("What adds to CPI in the regions of " + Program).str(),
              "full colour: " + formatNumber(Greatest, 3) +
                  " cycles per instruction; the other colour: less than the "
                  "baseline",
              Width);
  double Cell = (Right - Left) / double(std::max<size_t>(1, Columns.size()));
  for (auto [Row, G] : llvm::enumerate(Rows)) {
    double Y = Top + MapRow * double(Row);
    C.text("tick", {Left - 10, Y + 16},
           fitText(R.Groups[G].Name, Left - 30, SmallLetterSize), "end");
    for (auto [I, Column] : llvm::enumerate(Columns)) {
      double Share = Column.Shares[G];
      // Fainter than one part in fifty nobody sees.
      if (std::abs(Share) < Greatest / 50)
        continue;
      double X = Left + Cell * double(I);
      C.rectangle(
          Share < 0 ? "less" : "cell", {X, Y + 1, X + Cell, Y + MapRow - 1},
          Column.Name + ", " + R.Groups[G].Name + ": " + formatNumber(Share, 3),
          std::abs(Share) / Greatest);
    }
  }
  double Bottom = Top + MapRow * double(Rows.size());
  C.rectangle("frame", {Left, Top, Right, Bottom});
  C.text("axis-title", {(Left + Right) / 2, Bottom + 24},
         formatPlural(Regions.size(), "region", "regions") + ", by " +
             (R.Groups.empty() ? "" : R.Groups[Key].Name),
         "middle");
  return C.finish(Width, Bottom + 40);
}
