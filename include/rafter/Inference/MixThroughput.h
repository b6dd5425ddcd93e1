//===- MixThroughput.h - Cycles of a mix in closed form --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions without dependences, over and over: the most loaded resource
// takes all the time. For ports that is the bound of the disjunctive mapping by
// linear programming duality (F. Ritter, S. Hack: PMEvo, PLDI 2020, section 3):
// the greatest, over the sets of ports, of the work that only these can do,
// divided by their number; only unions of overlapping sets matter (PALMED, CGO
// 2022). This is what the simulation comes to, and a million times faster.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_INFERENCE_MIXTHROUGHPUT_H
#define RAFTER_INFERENCE_MIXTHROUGHPUT_H

#include "rafter/Inference/ResourceMapping.h"
#include "llvm/ADT/ArrayRef.h"

namespace rafter {

class MixThroughput {
public:
  /// No mix is faster: what rename removes has no cost at all.
  static constexpr double LeastCycles = 0.01;

  explicit MixThroughput(const ResourceMapping &Mapping);

  /// What a form can cost: cycles on one of the sets of units that the forms
  /// use, in the order in which the mapping has them, or, last, slots.
  unsigned numCosts() const { return CostUnits.size() + 1; }
  unsigned slots() const { return CostUnits.size(); }
  /// The units of a cost that is not slots.
  uint64_t units(unsigned Cost) const { return CostUnits[Cost]; }
  /// A unit that all stores may share where the mapping has none, one of those
  /// that they can choose from; numCosts(): there is no need of it.
  unsigned storeUnit() const { return StoreUnit; }
  double cost(uint32_t Form, unsigned Cost) const {
    return Costs[Form * numCosts() + Cost];
  }
  void setCost(uint32_t Form, unsigned Cost, double Amount);

  /// Cycles per repetition of a mix, above 0. Never falls when a cost rises.
  double cycles(llvm::ArrayRef<uint32_t> Forms) const;
  /// What Forms, or one form, load each resource with, in cycles; the greatest
  /// of these is what cycles() gives.
  std::vector<double> loads(llvm::ArrayRef<uint32_t> Forms) const;
  llvm::ArrayRef<double> loads(uint32_t Form) const {
    return llvm::ArrayRef(Loads).slice(size_t(Form) * NumResources,
                                       NumResources);
  }
  /// The name of what binds it: units joined by "+", "slots" or "stores".
  std::string limit(llvm::ArrayRef<uint32_t> Forms) const;

  /// The mapping with the costs as they are now.
  ResourceMapping mapping() const;

private:
  /// A share of a resource that a cost takes.
  struct Share {
    unsigned Resource;
    double PerAmount;
  };
  void addStoreUnit();
  bool isHeld(uint64_t Units) const;

  ResourceMapping Base;
  std::vector<uint64_t> CostUnits;
  unsigned StoreUnit = 0;
  std::vector<double> Costs;
  /// Groups of units, then slots, then stores.
  std::vector<uint64_t> Groups;
  std::vector<std::vector<Share>> SharesOfCost;
  unsigned NumResources = 0;
  /// By form and resource.
  std::vector<double> Loads;
};

} // namespace rafter

#endif // RAFTER_INFERENCE_MIXTHROUGHPUT_H
