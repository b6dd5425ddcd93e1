//===- LearnMapping.cpp - Resource mappings from measured mixes -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The objective is the sum of the relative errors plus the penalty times the
// sum of all changes: least absolute deviations, so that a mix that was
// measured badly pulls no more than any other, with a lasso over kinds. It is
// neither convex nor smooth, but each change reaches few mixes, so that
// coordinate descent over whole numbers can try many steps of each.
//
//===----------------------------------------------------------------------===//

#include "rafter/Inference/LearnMapping.h"
#include "FormKinds.h"
#include "ReadMapping.h"
#include "rafter/Support/RandomNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <numeric>
#include <queue>
#include <tuple>

using namespace rafter;
using llvm::ArrayRef;

double rafter::relativeError(double Predicted, double Measured) {
  return std::abs(Predicted - Measured) / Measured;
}

namespace {

/// Gains of a sweep below this share of a mix's error end the search.
constexpr double LeastGain = 0.02;
/// Kinds of several opcodes share micro-operations, not how long a divider is
/// held.
/// Gains that differ by less differ by rounding.
constexpr double SameGain = 1e-6;
constexpr unsigned MostMoves = 400;
constexpr unsigned Refresh = 20;
constexpr int MostShared = 2;
constexpr int MostOfOpcode = 1000;
/// What a change is tried to move by; far, too, for units that are not
/// pipelined, and where nothing is seen of a small one.
constexpr int Steps[] = {1, -1, 2, -2, 4, -4, 6, -6, 8, -8, 16, -16};

class Learner {
public:
  Learner(const MeasuredMixes &Mixes, const ResourceMapping &Prior,
          ArrayRef<uint32_t> Use, const LearningOptions &Options);

  void run(LearningProgress Progress);
  LearnedMapping result() const;

private:
  double weight(uint32_t Mix) const {
    return Mixes.Mixes[Mix].Forms.size() == 1 ? Options.SingleWeight : 1;
  }
  double errorOf(const MixThroughput &Model, uint32_t Mix) const {
    const MeasuredMix &M = Mixes.Mixes[Mix];
    return relativeError(Model.cycles(M.Forms), M.Cycles);
  }
  double errorOfKind(size_t Kind) const;
  void applyCosts(size_t Kind, unsigned Cost);
  bool hasCost(size_t Kind, unsigned Cost) const;
  int change(size_t Kind, unsigned Cost) const {
    return Changes[Kind * Model.numCosts() + Cost];
  }
  void set(size_t Kind, unsigned Cost, int Amount);

  /// Sets the change of one cost of a kind.
  struct Move {
    size_t Kind;
    unsigned Cost;
    int Change;
    /// What the objective falls by.
    double Gain;
    bool operator<(const Move &Other) const {
      return std::tie(Gain, Other.Kind) < std::tie(Other.Gain, Kind);
    }
  };
  /// Gain 0: nothing helps. Error is errorOfKind.
  Move bestMove(size_t Kind, unsigned Cost, double Error);
  Move bestMove(size_t Kind);
  void descendSteepest(LearningProgress Progress);
  double sweep(RandomNumbers &Random);

  const MeasuredMixes &Mixes;
  const ResourceMapping &Prior;
  ArrayRef<uint32_t> Use;
  const LearningOptions &Options;
  MixThroughput Start, Model;
  std::vector<FormKind> Kinds;
  /// By kind: the mixes of Use that hold one of its forms.
  std::vector<std::vector<uint32_t>> MixesOfKind;
  /// By form.
  std::vector<std::vector<uint32_t>> KindsOfForm;
  /// By kind and cost.
  std::vector<int> Changes;
};

} // namespace

Learner::Learner(const MeasuredMixes &Mixes, const ResourceMapping &Prior,
                 ArrayRef<uint32_t> Use, const LearningOptions &Options)
    : Mixes(Mixes), Prior(Prior), Use(Use), Options(Options), Start(Prior),
      Model(Prior), Kinds(findFormKinds(Prior)),
      KindsOfForm(Prior.Forms.size()),
      Changes(Kinds.size() * Model.numCosts()) {
  std::vector<std::vector<uint32_t>> MixesOfForm(Prior.Forms.size());
  for (uint32_t Mix : Use)
    for (uint32_t Form : Mixes.Mixes[Mix].Forms)
      MixesOfForm[Form].push_back(Mix);
  for (uint32_t K = 0; K < Kinds.size(); ++K) {
    std::vector<uint32_t> &All = MixesOfKind.emplace_back();
    for (uint32_t Form : Kinds[K].Forms) {
      KindsOfForm[Form].push_back(K);
      llvm::append_range(All, MixesOfForm[Form]);
    }
    llvm::sort(All);
    All.erase(llvm::unique(All), All.end());
  }
}

double Learner::errorOfKind(size_t Kind) const {
  double Sum = 0;
  for (uint32_t Mix : MixesOfKind[Kind])
    Sum += weight(Mix) * errorOf(Model, Mix);
  return Sum;
}

/// Works out what the changes make of one cost of a kind's forms.
void Learner::applyCosts(size_t Kind, unsigned Cost) {
  for (uint32_t Form : Kinds[Kind].Forms) {
    double Amount = Start.cost(Form, Cost);
    // Whatever is not removed by rename takes a slot and keeps a unit.
    bool IsNeeded = Cost == Model.slots() || Prior.Forms[Form].Uses.size() == 1;
    double Least = IsNeeded ? std::min(Amount, 1.0) : 0;
    for (uint32_t K : KindsOfForm[Form])
      Amount += Changes[K * Model.numCosts() + Cost];
    Model.setCost(Form, Cost, std::max(Amount, Least));
  }
}

void Learner::set(size_t Kind, unsigned Cost, int Amount) {
  Changes[Kind * Model.numCosts() + Cost] = Amount;
  applyCosts(Kind, Cost);
}

/// A kind takes more of what all of its forms take, and of slots; stores of a
/// unit of their own.
bool Learner::hasCost(size_t Kind, unsigned Cost) const {
  if (Cost == Model.storeUnit())
    return llvm::all_of(Kinds[Kind].Forms, [&](uint32_t Form) {
      return Prior.Forms[Form].Stores;
    });
  return Cost == Model.slots() ||
         llvm::all_of(Kinds[Kind].Forms, [&](uint32_t Form) {
           return Start.cost(Form, Cost) > 0;
         });
}

Learner::Move Learner::bestMove(size_t Kind, unsigned Cost, double Error) {
  const int Before = change(Kind, Cost);
  const int Most = Kinds[Kind].IsOpcode ? MostOfOpcode : MostShared;
  Move Best = {Kind, Cost, Before, 0};
  auto Try = [&](int Change) {
    if (Change == Before || std::abs(Change) > Most)
      return;
    set(Kind, Cost, Change);
    double Gain = Error - errorOfKind(Kind) +
                  Options.Penalty * (std::abs(Before) - std::abs(Change));
    if (Gain > Best.Gain + 1e-9)
      Best = {Kind, Cost, Change, Gain};
  };
  Try(0);
  for (int Step : Steps)
    Try(Before + Step);
  set(Kind, Cost, Before);
  return Best;
}

/// The move that gains most, of all costs of a kind.
Learner::Move Learner::bestMove(size_t Kind) {
  Move Best = {Kind, 0, change(Kind, 0), 0};
  if (MixesOfKind[Kind].empty())
    return Best;
  double Error = errorOfKind(Kind);
  for (unsigned Cost = 0; Cost < Model.numCosts(); ++Cost)
    if (hasCost(Kind, Cost))
      if (Move M = bestMove(Kind, Cost, Error); M.Gain > Best.Gain)
        Best = M;
  return Best;
}

/// The move that gains most of all, again and again: what many forms share is
/// found before what single ones need. Gains are worked out anew only where
/// they might be the largest.
void Learner::descendSteepest(LearningProgress Progress) {
  std::priority_queue<Move> Queue;
  for (size_t Kind = 0; Kind < Kinds.size(); ++Kind)
    Queue.push(bestMove(Kind));
  for (unsigned Moves = 0; Moves < MostMoves; ++Moves) {
    Progress(Moves, 2 * MostMoves);
    // What was the best may have become worse; what was worse and has become
    // better is found in its turn or by the sweeps.
    Move Best = bestMove(Queue.top().Kind);
    for (Queue.pop(); Best.Gain < Queue.top().Gain - SameGain;) {
      size_t Next = Queue.top().Kind;
      Queue.pop();
      Queue.push(Best);
      Best = bestMove(Next);
    }
    if (Best.Gain < LeastGain)
      return;
    set(Best.Kind, Best.Cost, Best.Change);
    Queue.push(bestMove(Best.Kind));
    if (Moves % Refresh == Refresh - 1) {
      Queue = {};
      for (size_t Kind = 0; Kind < Kinds.size(); ++Kind)
        Queue.push(bestMove(Kind));
    }
  }
}

/// Improves one kind after the other, in random order.
double Learner::sweep(RandomNumbers &Random) {
  std::vector<size_t> Order(Kinds.size());
  std::iota(Order.begin(), Order.end(), 0);
  Random.shuffle(Order);
  double Gain = 0;
  for (size_t Kind : Order)
    for (unsigned Cost = 0; Cost < Model.numCosts(); ++Cost)
      if (hasCost(Kind, Cost) && !MixesOfKind[Kind].empty()) {
        Move M = bestMove(Kind, Cost, errorOfKind(Kind));
        set(Kind, Cost, M.Change);
        Gain += M.Gain;
      }
  return Gain;
}

void Learner::run(LearningProgress Progress) {
  descendSteepest(Progress);
  RandomNumbers Random(Options.Seed, 0);
  for (unsigned Sweep = 0; Sweep < Options.Sweeps; ++Sweep) {
    Progress(Options.Sweeps + Sweep, 2 * Options.Sweeps);
    if (sweep(Random) < LeastGain)
      break;
  }
  Progress(1, 1);
}

std::string rafter::resourceName(const ResourceMapping &Mapping,
                                 const MixThroughput &Model, unsigned Cost) {
  if (Cost == Model.slots())
    return "slots";
  std::string Name;
  for (unsigned U = 0; U < Mapping.Units.size(); ++U)
    if (Model.units(Cost) >> U & 1)
      Name += (Name.empty() ? "" : "+") + Mapping.Units[U];
  return Name;
}

LearnedMapping rafter::withEvidence(const MeasuredMixes &Mixes,
                                    const ResourceMapping &Prior,
                                    ArrayRef<uint32_t> Use,
                                    const MixThroughput &Start,
                                    const MixThroughput &Model,
                                    std::vector<SharedChange> Changes) {
  LearnedMapping Result;
  Result.Changes = std::move(Changes);
  llvm::stable_sort(Result.Changes,
                    [](const SharedChange &A, const SharedChange &B) {
                      return A.Forms > B.Forms;
                    });
  Result.Prior = Prior;
  Result.Mapping = Model.mapping();
  Result.Evidence.resize(Prior.Forms.size());
  for (uint32_t Mix : Use) {
    const MeasuredMix &M = Mixes.Mixes[Mix];
    double Before = relativeError(Start.cycles(M.Forms), M.Cycles);
    double After = relativeError(Model.cycles(M.Forms), M.Cycles);
    Result.PriorError += Before / Use.size();
    Result.Error += After / Use.size();
    std::vector<uint32_t> Forms = M.Forms;
    llvm::sort(Forms);
    Forms.erase(llvm::unique(Forms), Forms.end());
    for (uint32_t Form : Forms) {
      FormEvidence &E = Result.Evidence[Form];
      ++E.Mixes;
      E.PriorError += Before;
      E.Error += After;
    }
  }
  for (FormEvidence &E : Result.Evidence)
    if (E.Mixes) {
      E.PriorError /= E.Mixes;
      E.Error /= E.Mixes;
    }
  return Result;
}

LearnedMapping Learner::result() const {
  std::vector<SharedChange> Shared;
  for (size_t K = 0; K < Kinds.size(); ++K)
    for (unsigned Cost = 0; Cost < Model.numCosts(); ++Cost)
      if (int Change = Changes[K * Model.numCosts() + Cost])
        Shared.push_back({Kinds[K].Name, resourceName(Prior, Model, Cost),
                          double(Change), unsigned(Kinds[K].Forms.size())});
  return withEvidence(Mixes, Prior, Use, Start, Model, std::move(Shared));
}

LearnedMapping rafter::learnMapping(const MeasuredMixes &Mixes,
                                    const ResourceMapping &Prior,
                                    ArrayRef<uint32_t> Use,
                                    const LearningOptions &Options,
                                    LearningProgress Progress) {
  if (!Prior.References.empty())
    return readMapping(Mixes, Prior, Use, Options, Progress);
  Learner L(Mixes, Prior, Use, Options);
  L.run(Progress);
  return L.result();
}
