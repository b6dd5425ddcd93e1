//===- Shapley.cpp - Fair shares of a difference --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sets of all orders are collected first, so that the game can evaluate
// them in one batch.
//
//===----------------------------------------------------------------------===//

#include "Shapley.h"
#include "rafter/Support/RandomNumbers.h"
#include "llvm/ADT/DenseMap.h"
#include <cmath>
#include <numeric>

using namespace rafter;
using namespace rafter::concorde;

namespace {

/// Sets with their values, each once.
class SetTable {
public:
  uint32_t add(PlayerSet Set) {
    auto [It, New] = Index.try_emplace(Set, uint32_t(Sets.size()));
    if (New)
      Sets.push_back(Set);
    return It->second;
  }
  void evaluate(Game Value) {
    Values.resize(Sets.size());
    Value(Sets, Values);
  }
  double operator[](uint32_t I) const { return Values[I]; }

private:
  /// 64 bits: the keys that the map keeps for itself are no sets.
  llvm::DenseMap<uint64_t, uint32_t> Index;
  std::vector<PlayerSet> Sets;
  std::vector<double> Values;
};

/// An order and the sets along it, the empty one first.
struct Walk {
  std::vector<unsigned> Order;
  std::vector<uint32_t> Steps;

  Walk(std::vector<unsigned> Players, SetTable &Table)
      : Order(std::move(Players)) {
    PlayerSet Set = 0;
    Steps.push_back(Table.add(Set));
    for (unsigned P : Order)
      Steps.push_back(Table.add(Set |= PlayerSet(1) << P));
  }
  /// Adds what each player of the order contributed.
  void addShares(const SetTable &Table, std::vector<double> &Shares) const {
    for (size_t I = 0; I != Order.size(); ++I)
      Shares[Order[I]] += Table[Steps[I + 1]] - Table[Steps[I]];
  }
};

} // namespace

ShapleyResult concorde::sampleShapley(unsigned Players, Game Value,
                                      const ShapleyOptions &Options) {
  unsigned Pairs = std::max(1u, (Options.Permutations + 1) / 2);
  SetTable Table;
  std::vector<Walk> Walks;
  RandomNumbers Random(Options.Seed, /*Stream=*/11);
  std::vector<unsigned> Order(Players);
  std::iota(Order.begin(), Order.end(), 0u);
  for (unsigned I = 0; I != Pairs; ++I) {
    Random.shuffle(Order);
    Walks.emplace_back(Order, Table);
    Walks.emplace_back(std::vector(Order.rbegin(), Order.rend()), Table);
  }
  Table.evaluate(Value);

  ShapleyResult R;
  R.Without = Table[Walks[0].Steps.front()];
  R.With = Table[Walks[0].Steps.back()];
  R.Shares.resize(Players);
  R.StandardErrors.resize(Players);
  std::vector<double> Squares(Players), Pair(Players);
  for (unsigned I = 0; I != Pairs; ++I) {
    std::fill(Pair.begin(), Pair.end(), 0.0);
    Walks[2 * I].addShares(Table, Pair);
    Walks[2 * I + 1].addShares(Table, Pair);
    for (unsigned P = 0; P != Players; ++P) {
      R.Shares[P] += Pair[P] / 2;
      Squares[P] += Pair[P] / 2 * (Pair[P] / 2);
    }
  }
  double N = Pairs;
  for (unsigned P = 0; P != Players; ++P) {
    R.Shares[P] /= N;
    double Variance = Squares[P] / N - R.Shares[P] * R.Shares[P];
    // One pair says nothing about others.
    R.StandardErrors[P] =
        Pairs == 1 ? HUGE_VAL : std::sqrt(std::max(0.0, Variance) / (N - 1));
  }
  return R;
}

ShapleyResult concorde::exactShapley(unsigned Players, Game Value) {
  std::vector<PlayerSet> Sets(size_t(1) << Players);
  std::iota(Sets.begin(), Sets.end(), 0u);
  std::vector<double> Values(Sets.size());
  Value(Sets, Values);
  // Weights of sets by size: s! (n - s - 1)! / n!.
  std::vector<double> Weights(Players);
  for (unsigned S = 0; S != Players; ++S) {
    double Choices = 1;
    for (unsigned I = 1; I <= S; ++I)
      Choices = Choices * (Players - I) / I;
    Weights[S] = 1 / (Choices * Players);
  }
  ShapleyResult R;
  R.Without = Values.front();
  R.With = Values.back();
  R.Shares.resize(Players);
  R.StandardErrors.resize(Players);
  for (PlayerSet Set : Sets)
    for (unsigned P = 0; P != Players; ++P)
      if (!(Set >> P & 1))
        R.Shares[P] += Weights[unsigned(std::popcount(Set))] *
                       (Values[Set | PlayerSet(1) << P] - Values[Set]);
  return R;
}

std::vector<double> concorde::sharesInOrder(llvm::ArrayRef<unsigned> Order,
                                            Game Value) {
  SetTable Table;
  Walk Steps(Order.vec(), Table);
  Table.evaluate(Value);
  std::vector<double> Shares(Order.size());
  Steps.addShares(Table, Shares);
  return Shares;
}
