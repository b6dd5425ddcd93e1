//===- Correlations.cpp - How attributes and classes hang together --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entropy.h"
#include "rafter/Fingerprint/EventSelection.h"
#include <algorithm>
#include <numeric>

using namespace rafter;

//===----------------------------------------------------------------------===//
// Measures of a table
//===----------------------------------------------------------------------===//

namespace {

/// Entropies in bits.
struct Entropies {
  double Rows = 0, Columns = 0, Both = 0;
  /// What rows and columns know of each other.
  double shared() const { return Rows + Columns - Both; }
};

} // namespace

static double weightLog(double X) { return X > 0 ? X * std::log2(X) : 0; }

static Entropies entropiesOf(const ContingencyTable &Table) {
  Entropies E;
  double Total = 0;
  std::vector<double> Columns(Table.empty() ? 0 : Table[0].size());
  for (const std::vector<double> &Row : Table) {
    double Sum = 0;
    for (size_t I = 0; I != Row.size(); ++I) {
      Sum += Row[I];
      Columns[I] += Row[I];
      E.Both -= weightLog(Row[I]);
    }
    E.Rows -= weightLog(Sum);
    Total += Sum;
  }
  for (double Sum : Columns)
    E.Columns -= weightLog(Sum);
  if (!(Total > 0))
    return Entropies();
  for (double *H : {&E.Rows, &E.Columns, &E.Both})
    *H = (*H + weightLog(Total)) / Total;
  return E;
}

double rafter::symmetricalUncertainty(const ContingencyTable &Table) {
  Entropies E = entropiesOf(Table);
  if (E.Rows < Small || E.Columns < Small)
    return 0;
  return std::max(0.0, 2 * E.shared() / (E.Rows + E.Columns));
}

double rafter::gainRatio(const ContingencyTable &Table) {
  Entropies E = entropiesOf(Table);
  return E.Rows < Small ? 0 : std::max(0.0, E.shared() / E.Rows);
}

/// Spreads the last row and column, which are those of missing values.
static void spreadMissing(ContingencyTable &Table) {
  size_t NumRows = Table.size() - 1, NumColumns = Table[0].size() - 1;
  std::vector<double> RowSums(NumRows), ColumnSums(NumColumns);
  const ContingencyTable Given = Table;
  double Known = 0;
  for (size_t R = 0; R != NumRows; ++R)
    for (size_t C = 0; C != NumColumns; ++C)
      Known += Given[R][C];
  for (size_t R = 0; R != NumRows; ++R)
    RowSums[R] = std::accumulate(Given[R].begin(), Given[R].end(), 0.0);
  for (size_t C = 0; C != NumColumns; ++C)
    for (const std::vector<double> &Row : Given)
      ColumnSums[C] += Row[C];
  auto Total = [](const std::vector<double> &Sums) {
    return std::accumulate(Sums.begin(), Sums.end(), 0.0);
  };
  double RowTotal = Total(RowSums), ColumnTotal = Total(ColumnSums);
  for (size_t R = 0; R != NumRows; ++R)
    for (size_t C = 0; C != NumColumns; ++C) {
      double &Cell = Table[R][C];
      if (RowTotal > 0)
        Cell += RowSums[R] / RowTotal * Given[NumRows][C];
      if (ColumnTotal > 0)
        Cell += ColumnSums[C] / ColumnTotal * Given[R][NumColumns];
      if (Known > 0)
        Cell += Given[R][C] / Known * Given[NumRows][NumColumns];
    }
  Table.pop_back();
  for (std::vector<double> &Row : Table)
    Row.pop_back();
}

//===----------------------------------------------------------------------===//
// Correlations
//===----------------------------------------------------------------------===//

AttributeCorrelations::AttributeCorrelations(const LabelledSlices &Slices,
                                             llvm::ArrayRef<uint32_t> Rows) {
  Class.NumValues = Slices.Classes.size();
  for (uint32_t Row : Rows)
    Class.Codes.push_back(Slices.Labels[Row]);
  for (uint32_t A = 0; A != Slices.Attributes.size(); ++A) {
    const SliceAttribute &Attribute = Slices.Attributes[A];
    std::vector<double> Cuts;
    if (!Attribute.Nominal)
      Cuts = cutPoints(Slices, Rows, A);
    CodedColumn &Column = Codes.emplace_back();
    Column.NumValues =
        Attribute.Nominal ? Attribute.Values.size() : Cuts.size() + 1;
    for (uint32_t Row : Rows) {
      double Value = Slices.Columns[A][Row];
      if (isMissing(Value))
        Column.Codes.push_back(Column.NumValues);
      else if (Attribute.Nominal)
        Column.Codes.push_back(static_cast<uint32_t>(Value));
      else
        Column.Codes.push_back(
            std::lower_bound(Cuts.begin(), Cuts.end(), Value) - Cuts.begin());
    }
    ContingencyTable Table = table(Column, Class);
    ClassPart.push_back(symmetricalUncertainty(Table));
    Ratios.push_back(gainRatio(Table));
  }
  Pairs.assign(Codes.size() * (Codes.size() - (Codes.empty() ? 0 : 1)) / 2, -1);
}

ContingencyTable
AttributeCorrelations::table(const CodedColumn &Rows,
                             const CodedColumn &Columns) const {
  size_t Width = Columns.NumValues + 1;
  std::vector<uint32_t> Cells((Rows.NumValues + 1) * Width);
  for (size_t I = 0; I != Rows.Codes.size(); ++I)
    ++Cells[Rows.Codes[I] * Width + Columns.Codes[I]];
  ContingencyTable Table;
  for (size_t R = 0; R <= Rows.NumValues; ++R)
    Table.emplace_back(Cells.begin() + R * Width,
                       Cells.begin() + (R + 1) * Width);
  spreadMissing(Table);
  return Table;
}

double AttributeCorrelations::between(uint32_t A, uint32_t B) {
  if (A == B)
    return 1;
  size_t High = std::max(A, B), Low = std::min(A, B);
  float &Value = Pairs[High * (High - 1) / 2 + Low];
  if (Value < 0) {
    double Found = symmetricalUncertainty(table(Codes[High], Codes[Low]));
    Value = Found < Small ? 1 : Found;
  }
  return Value;
}

double AttributeCorrelations::merit(llvm::ArrayRef<uint32_t> Attributes) {
  double WithClass = 0, Among = Attributes.size();
  for (size_t I = 0; I != Attributes.size(); ++I) {
    WithClass += ClassPart[Attributes[I]];
    for (size_t K = 0; K != I; ++K)
      Among += 2 * between(Attributes[I], Attributes[K]);
  }
  return Attributes.empty() ? 0 : WithClass / std::sqrt(Among);
}
