//===- ReadMapping.cpp - What forms need, read off beside examples --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a set of units is full of its example, what a form takes in addition
// is what it needs of this set (the saturating kernels of PALMED, N. Derumigny
// et al., CGO 2022). Two steps: each form by itself, from its mixes with
// examples, which are known; then all of them in turn, from all mixes. Costs
// are whole numbers; a step moves one cost, or puts uses on another set.
//
//===----------------------------------------------------------------------===//

#include "ReadMapping.h"
#include "FormKinds.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>
#include <tuple>

using namespace rafter;
using llvm::ArrayRef;

namespace {

/// A form that takes longer alone hides what it needs of other units.
constexpr double LongestAlone = 6;
/// An example fills its set for so many cycles, and for so many more than the
/// form takes alone.
constexpr double FilledCycles = 1.5, FilledLonger = 0.4;
/// A form that takes a smaller part of what one example does needs none of it.
constexpr double LeastPart = 1.0 / 3;
/// An example alone may take so much longer than its set allows: four loads a
/// cycle of Zen 5 are 3.5 of as many lines (0.284 cycles each, of few lines
/// 0.25). What takes longer is another resource's.
constexpr double SlowestExample = 1.2;

/// In the first step a cycle or slot costs so much: of two explanations the
/// smaller one. A prediction above what was measured is impossible but for
/// errors of measurement, and counts more.
constexpr double PenaltyOfCycle = 0.03;
constexpr double TooSlow = 0.02, WeightOfTooSlow = 2;
/// Mixes with examples are many for each form.
constexpr double WeightOfProbe = 0.5;
/// Gains below this are none, in the two steps.
constexpr double LeastGainAlone = 1e-6, LeastGain = 0.02;
constexpr unsigned MostMoves = 60, MostMovesOfSweep = 10, MostSweeps = 3;
constexpr int Steps[] = {1, -1, 2, -2, 4, -4, 8, -8, 16};
constexpr int MostExchanged = 2;

/// A mix as one of its forms sees it.
struct View {
  double Cycles, Weight;
  /// How often the form is in it.
  unsigned Count;
  /// What the others load.
  std::vector<double> Rest;
};

class FormReader {
public:
  FormReader(const MeasuredMixes &Mixes, const ResourceMapping &Prior,
             ArrayRef<uint32_t> Use, double Penalty);

  void readEach(LearningProgress Progress);
  /// Whether anything changed.
  bool sweep(LearningProgress Progress);
  LearnedMapping result(ArrayRef<uint32_t> Use) const;

private:
  bool isKnown(uint32_t Form) const {
    return Prior.Forms[Form].IsFixed || IsReference[Form];
  }
  bool isProbe(const MeasuredMix &Mix, uint32_t Form) const;
  std::vector<View> viewsOf(uint32_t Form, ArrayRef<uint32_t> Of) const;
  double objective(uint32_t Form, ArrayRef<View> Views) const;
  /// Steps while they gain; how many.
  unsigned descend(uint32_t Form, ArrayRef<View> Views, double Least,
                   unsigned Most);
  double least(uint32_t Form, unsigned Cost) const {
    return Cost == Model.slots() ? std::min(Start.cost(Form, Cost), 1.0) : 0;
  }

  const MeasuredMixes &Mixes;
  const ResourceMapping &Prior;
  MixThroughput Start, Model;
  std::vector<bool> IsReference;
  /// By form: what the model has of an example, by what it takes alone.
  std::vector<double> Speed;
  /// By form: the mixes with examples only, and all.
  std::vector<std::vector<uint32_t>> Probes, All;
  /// What a change from Anchor costs, and what counts above the measurement.
  double Penalty = PenaltyOfCycle, AboveWeight = WeightOfTooSlow;
  const double PenaltyOfChange;
  std::vector<double> Anchor;
};

} // namespace

FormReader::FormReader(const MeasuredMixes &Mixes, const ResourceMapping &Prior,
                       ArrayRef<uint32_t> Use, double Penalty)
    : Mixes(Mixes), Prior(Prior), Start(Prior), Model(Prior),
      IsReference(Prior.Forms.size()), Speed(Prior.Forms.size(), 1),
      Probes(Prior.Forms.size()), All(Prior.Forms.size()),
      PenaltyOfChange(Penalty) {
  for (const UnitReference &R : Prior.References)
    IsReference[R.Form] = true;
  for (uint32_t Mix : Use) {
    std::vector<uint32_t> Forms = Mixes.Mixes[Mix].Forms;
    if (Forms.size() == 1 && IsReference[Forms.front()]) {
      double Alone = Mixes.Mixes[Mix].Cycles, Ideal = Start.cycles(Forms);
      if (Alone > Ideal && Alone < SlowestExample * Ideal)
        Speed[Forms.front()] = Ideal / Alone;
    }
    llvm::sort(Forms);
    Forms.erase(llvm::unique(Forms), Forms.end());
    for (uint32_t Form : Forms) {
      if (isKnown(Form))
        continue;
      All[Form].push_back(Mix);
      if (isProbe(Mixes.Mixes[Mix], Form))
        Probes[Form].push_back(Mix);
    }
  }
}

/// Form alone, or once with one example.
bool FormReader::isProbe(const MeasuredMix &Mix, uint32_t Form) const {
  uint32_t Example = Form;
  for (uint32_t F : Mix.Forms)
    if (F != Form) {
      if (!IsReference[F] || (Example != Form && Example != F))
        return false;
      Example = F;
    }
  return Mix.Forms.size() == 1 ||
         (Example != Form && llvm::count(Mix.Forms, Form) == 1);
}

std::vector<View> FormReader::viewsOf(uint32_t Form,
                                      ArrayRef<uint32_t> Of) const {
  std::vector<View> Views;
  for (uint32_t I : Of) {
    const MeasuredMix &Mix = Mixes.Mixes[I];
    std::vector<uint32_t> Others;
    llvm::copy_if(Mix.Forms, std::back_inserter(Others),
                  [&](uint32_t F) { return F != Form; });
    bool IsShared = Mix.Forms.size() > 1 && isProbe(Mix, Form);
    double Scale = IsShared ? Speed[Others.front()] : 1;
    Views.push_back({Scale * Mix.Cycles, IsShared ? WeightOfProbe : 1,
                     unsigned(Mix.Forms.size() - Others.size()),
                     Model.loads(Others)});
  }
  return Views;
}

double FormReader::objective(uint32_t Form, ArrayRef<View> Views) const {
  double Sum = 0;
  ArrayRef<double> Own = Model.loads(Form);
  for (const View &V : Views) {
    double Most = MixThroughput::LeastCycles;
    for (auto [Rest, Load] : llvm::zip_equal(V.Rest, Own))
      Most = std::max(Most, Rest + V.Count * Load);
    double Error = (Most - V.Cycles) / V.Cycles;
    Sum += V.Weight * (Error > TooSlow ? AboveWeight : 1) * std::abs(Error);
  }
  for (unsigned Cost = 0; Cost < Model.numCosts(); ++Cost)
    Sum += Penalty * std::abs(Model.cost(Form, Cost) -
                              Anchor[Form * Model.numCosts() + Cost]);
  return Sum;
}

unsigned FormReader::descend(uint32_t Form, ArrayRef<View> Views, double Least,
                             unsigned Most) {
  double Now = objective(Form, Views);
  for (unsigned Moves = 0; Moves < Most; ++Moves) {
    /// By Step from one cost to another; numCosts(): from nowhere.
    std::tuple<double, unsigned, unsigned, int> Best = {Now - Least, 0, 0, 0};
    auto Try = [&](unsigned To, unsigned From, int Step) {
      double Before = Model.cost(Form, To);
      if (Before + Step < least(Form, To))
        return;
      bool Exchanges = From != Model.numCosts();
      double Given = Exchanges ? Model.cost(Form, From) : 0;
      if (Exchanges && Given < Step)
        return;
      Model.setCost(Form, To, Before + Step);
      if (Exchanges)
        Model.setCost(Form, From, Given - Step);
      double Value = objective(Form, Views);
      if (Value < std::get<0>(Best))
        Best = {Value, To, From, Step};
      Model.setCost(Form, To, Before);
      if (Exchanges)
        Model.setCost(Form, From, Given);
    };
    for (unsigned To = 0; To < Model.numCosts(); ++To) {
      for (int Step : Steps)
        Try(To, Model.numCosts(), Step);
      for (unsigned From = 0; From < Model.slots(); ++From)
        for (int Step = 1; Step <= MostExchanged; ++Step)
          if (From != To && To != Model.slots() && Model.cost(Form, From) > 0)
            Try(To, From, Step);
    }
    auto [Value, To, From, Step] = Best;
    if (!Step)
      return Moves;
    Model.setCost(Form, To, Model.cost(Form, To) + Step);
    if (From != Model.numCosts())
      Model.setCost(Form, From, Model.cost(Form, From) - Step);
    Now = Value;
  }
  return Most;
}

void FormReader::readEach(LearningProgress Progress) {
  const unsigned Costs = Model.numCosts();
  Anchor.assign(Prior.Forms.size() * Costs, 0);
  for (uint32_t Form = 0; Form < Prior.Forms.size(); ++Form) {
    Progress(Form, (1 + MostSweeps) * Prior.Forms.size());
    Anchor[Form * Costs + Model.slots()] = Start.cost(Form, Model.slots());
    if (Probes[Form].size() < 2)
      continue;
    for (unsigned Cost = 0; Cost < Model.slots(); ++Cost)
      Model.setCost(Form, Cost, 0);
    descend(Form, viewsOf(Form, Probes[Form]), LeastGainAlone, MostMoves);
  }
  for (uint32_t Form = 0; Form < Prior.Forms.size(); ++Form)
    for (unsigned Cost = 0; Cost < Costs; ++Cost)
      Anchor[Form * Costs + Cost] = Model.cost(Form, Cost);
  Penalty = PenaltyOfChange;
  AboveWeight = 1;
}

bool FormReader::sweep(LearningProgress Progress) {
  bool HasChanged = false;
  for (uint32_t Form = 0; Form < Prior.Forms.size(); ++Form) {
    Progress(Form, Prior.Forms.size());
    if (!All[Form].empty())
      HasChanged |= descend(Form, viewsOf(Form, All[Form]), LeastGain,
                            MostMovesOfSweep) > 0;
  }
  return HasChanged;
}

LearnedMapping FormReader::result(ArrayRef<uint32_t> Use) const {
  // Forms of which the prior had the same, and that changed in the same way.
  std::map<std::tuple<std::string, std::string, double>, unsigned> Shared;
  for (uint32_t Form = 0; Form < Prior.Forms.size(); ++Form)
    for (unsigned Cost = 0; Cost < Model.numCosts(); ++Cost)
      if (double Amount = Model.cost(Form, Cost) - Start.cost(Form, Cost))
        ++Shared[{"needs " + needsOf(Prior, Prior.Forms[Form]),
                  resourceName(Prior, Model, Cost), Amount}];
  std::vector<SharedChange> Changes;
  for (const auto &[Change, Forms] : Shared) {
    const auto &[Kind, Resource, Amount] = Change;
    Changes.push_back({Kind, Resource, Amount, Forms});
  }
  return withEvidence(Mixes, Prior, Use, Start, Model, std::move(Changes));
}

LearnedMapping rafter::readMapping(const MeasuredMixes &Mixes,
                                   const ResourceMapping &Prior,
                                   ArrayRef<uint32_t> Use,
                                   const LearningOptions &Options,
                                   LearningProgress Progress) {
  FormReader Reader(Mixes, Prior, Use, Options.Penalty);
  Reader.readEach(Progress);
  for (unsigned Sweep = 0; Sweep < MostSweeps; ++Sweep)
    if (!Reader.sweep([&](size_t Done, size_t Of) {
          Progress((1 + Sweep) * Of + Done, (1 + MostSweeps) * Of);
        }))
      break;
  return Reader.result(Use);
}

std::vector<std::vector<uint32_t>>
rafter::mixesWithExamples(const MeasuredMixes &Alone,
                          const ResourceMapping &Mapping) {
  std::vector<double> Cycles(Mapping.Forms.size());
  for (const MeasuredMix &Mix : Alone.Mixes)
    if (Mix.Forms.size() == 1)
      Cycles[Mix.Forms[0]] = Mix.Cycles;
  std::vector<uint32_t> Examples;
  for (const UnitReference &R : Mapping.References)
    if (Cycles[R.Form] > 0 && !llvm::is_contained(Examples, R.Form))
      Examples.push_back(R.Form);
  std::vector<std::vector<uint32_t>> Result;
  for (uint32_t Form = 0; Form < Cycles.size(); ++Form)
    for (uint32_t Example : Examples) {
      double Own = Cycles[Form], Each = Cycles[Example];
      if (Form == Example || Own == 0 || Own > LongestAlone ||
          Own < LeastPart * Each || Mapping.Forms[Form].IsFixed)
        continue;
      double Filled = std::max(FilledCycles, Own + FilledLonger);
      std::vector<uint32_t> Mix = {Form};
      Mix.insert(Mix.end(), std::max(2u, unsigned(std::ceil(Filled / Each))),
                 Example);
      Result.push_back(std::move(Mix));
    }
  return Result;
}
