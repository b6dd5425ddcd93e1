//===- NodeData.cpp - The slices at a node of a growing tree --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeData.h"
#include "Entropy.h"

using namespace rafter;

std::vector<double> rafter::classWeights(const LabelledSlices &Slices,
                                         const WeightedSlices &Data) {
  std::vector<double> Weights(Slices.Classes.size());
  for (size_t I = 0; I != Data.size(); ++I)
    Weights[Slices.Labels[Data.Rows[I]]] += Data.Weights[I];
  return Weights;
}

Partition rafter::partition(const LabelledSlices &Slices,
                            const WeightedSlices &Data, uint32_t Attribute,
                            double Threshold, size_t NumBranches) {
  const std::vector<double> &Column = Slices.Columns[Attribute];
  bool Nominal = Slices.Attributes[Attribute].Nominal;
  Partition P;
  P.Branches.resize(NumBranches);
  P.Places.resize(Data.size());
  std::vector<double> Share(NumBranches);
  double Known = 0;
  for (size_t I = 0; I != Data.size(); ++I) {
    double Value = Column[Data.Rows[I]];
    if (isMissing(Value))
      continue;
    uint32_t B =
        Nominal ? static_cast<uint32_t>(Value) : (Value <= Threshold ? 0 : 1);
    P.Places[I] = {B, static_cast<uint32_t>(P.Branches[B].size())};
    P.Branches[B].add(Data.Rows[I], Data.Weights[I]);
    Share[B] += Data.Weights[I];
    Known += Data.Weights[I];
  }
  for (double &S : Share)
    S = Known > Small ? S / Known : 1.0 / NumBranches;
  for (size_t I = 0; I != Data.size(); ++I) {
    if (!isMissing(Column[Data.Rows[I]]))
      continue;
    P.Places[I] = {Partition::Several, static_cast<uint32_t>(P.Copies.size())};
    std::vector<uint32_t> &Copy = P.Copies.emplace_back(NumBranches, ~0u);
    for (size_t B = 0; B != NumBranches; ++B) {
      if (Share[B] <= Small)
        continue;
      Copy[B] = P.Branches[B].size();
      P.Branches[B].add(Data.Rows[I], Data.Weights[I] * Share[B]);
    }
  }
  return P;
}
