//===- MakeRemarks.cpp - From machine loops to remarks --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/MakeRemarks.h"
#include "LocateLimit.h"
#include "RemarkText.h"
#include "SteadyLoop.h"
#include "rafter/Simulation/Advice.h"
#include "llvm/Support/ErrorHandling.h"
#include <limits>
#include <map>
#include <set>

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

namespace {

/// A machine loop and how much of the source loop it does.
struct Copy {
  MachineLoop *Code = nullptr;
  std::optional<unsigned> AtOnce;
  /// Iterations of the source loop for each call of the function.
  double Iterations = 0;
};

/// The machine loops of one loop of the source.
struct SourceGroup {
  std::vector<Copy> Copies;
  const SourceLoop *Source = nullptr;
  const LoopDirectives *Said = nullptr;

  const MachineLoop &first() const { return *Copies.front().Code; }
};

/// Makes the remark of one group, without what limits it.
class RemarkMaker {
public:
  RemarkMaker(SourceGroup Group, const RemarkContext &Context)
      : Group(std::move(Group)), Context(Context) {}

  Expected<TimedLoop> make();

private:
  void findFactors();
  const Copy &mostExecuted() const;
  void describe(const Copy &Main);

  SourceGroup Group;
  const RemarkContext &Context;
  LoopRemark R;
};

} // namespace

static DataLevel levelOf(const LoopDirectives *Said) {
  return Said ? Said->Level.value_or(DataLevel::L1) : DataLevel::L1;
}

static const char *nameOf(DataLevel Level) {
  switch (Level) {
  case DataLevel::L1:
    return "L1";
  case DataLevel::L2:
    return "L2";
  case DataLevel::L3:
    return "L3";
  case DataLevel::Memory:
    return "memory";
  }
  llvm_unreachable("a level");
}

/// The operations of the copy that does least at once: the remainder, where
/// the loops were not seen before.
static ArrayRef<LoopOperation> remainderOf(ArrayRef<Copy> Copies) {
  ArrayRef<LoopOperation> Best;
  uint64_t Shortest = 0;
  for (const Copy &C : Copies) {
    uint64_t Length = 0;
    for (const LoopOperation &O : C.Code->Operations)
      if (O.Step)
        Length += std::abs(*O.Step);
    if (Length != 0 && (Shortest == 0 || Length < Shortest)) {
      Shortest = Length;
      Best = C.Code->Operations;
    }
  }
  return Best;
}

void RemarkMaker::findFactors() {
  bool HasRemainder = !Group.Source && Group.Copies.size() > 1;
  ArrayRef<LoopOperation> Before;
  if (Group.Source)
    Before = Group.Source->Marks;
  else if (HasRemainder)
    Before = remainderOf(Group.Copies);
  for (Copy &C : Group.Copies) {
    if (Context.Unoptimized)
      C.AtOnce = 1;
    else
      C.AtOnce = iterationsAtOnce(Before, C.Code->Operations);
    uint64_t Trips =
        C.Code->Body.TripCounts.empty() ? 1 : C.Code->Body.TripCounts.front();
    C.Iterations = double(Trips) * C.AtOnce.value_or(1);
  }
}

/// Of the copies that can do most of the iterations, the one that was made for
/// the common case: it does the most at once.
const Copy &RemarkMaker::mostExecuted() const {
  double Most = 0;
  auto executed = [](const Copy &C) { return C.Iterations * C.Code->Entries; };
  for (const Copy &C : Group.Copies)
    Most = std::max(Most, executed(C));
  const Copy *Best = nullptr;
  for (const Copy &C : Group.Copies)
    if (executed(C) >= Most / 2 &&
        (!Best || C.AtOnce.value_or(1) > Best->AtOnce.value_or(1) ||
         (C.AtOnce.value_or(1) == Best->AtOnce.value_or(1) &&
          executed(C) > executed(*Best))))
      Best = &C;
  return *Best;
}

void RemarkMaker::describe(const Copy &Main) {
  const MachineLoop &Code = *Main.Code;
  R.Symbol = Code.Symbol;
  R.Function = Code.Function;
  R.Place = {Code.Source.File, Code.Source.Line, Code.Source.Column};
  R.Loop = Code.Name;
  R.CPU = Context.CPU.Name;
  R.VectorFactor = Main.AtOnce;
  R.Copies = Group.Copies.size();
  double AtOnce = Main.AtOnce.value_or(1);
  R.Instructions = Code.Body.Path.size() / AtOnce;
  R.Spills = Code.Spills / AtOnce;
  double Iterations = Main.Iterations;
  bool Given = Group.Said && Group.Said->TripCount;
  if (Given)
    Iterations = *Group.Said->TripCount;
  // The vector body leaves the rest of the assumed ones to others.
  for (uint64_t Assumed :
       {Context.Options.AssumedValue, Context.Options.AssumedTripCount})
    if (!Given && Code.AssumedTripCount && Assumed > Iterations &&
        Assumed < Iterations + AtOnce)
      Iterations = Assumed;
  R.Iterations = Iterations * Code.Entries;
  R.Assumptions.push_back(std::string("data in ") +
                          nameOf(levelOf(Group.Said)));
  if (Given || Code.AssumedTripCount)
    R.Assumptions.push_back(std::to_string(uint64_t(Iterations)) +
                            " iterations assumed");
  if (!Code.Calls.empty()) {
    R.Assumptions.push_back("calls take no time");
    R.Differences = {LoopDifference::Calls};
  }
  // What a loop loads and stores itself is no bound to name where others do its
  // work.
  bool OthersWork =
      !Code.Calls.empty() && Group.Source && Group.Source->ElementBytes == 0;
  if (Group.Source && !OthersWork)
    if (std::optional<LeastTime> Least =
            leastTime(*Group.Source, Context.CPU)) {
      R.LeastCycles = Least->Cycles;
      R.LeastLimit = std::move(Least->Limit);
    }
}

Expected<TimedLoop> RemarkMaker::make() {
  findFactors();
  const Copy &Main = mostExecuted();
  describe(Main);
  SteadyLoop Stream(*Main.Code, Context.CPU, levelOf(Group.Said));
  Expected<Prediction> Base = Stream.time();
  if (!Base)
    return Base.takeError();
  R.Cycles = R.NextCycles = timeOf(*Base) / Main.AtOnce.value_or(1);
  R.Weight = R.Cycles * R.Iterations;
  if (!R.VectorFactor)
    R.Weight = R.Cycles * Main.Iterations * Main.Code->Entries;
  return TimedLoop{std::move(R), std::move(*Main.Code), Group.Source,
                   Group.Said};
}

using GroupKey = std::tuple<std::string, unsigned, unsigned, std::string>;
using Groups = std::map<GroupKey, SourceGroup>;

using OperationPlaces = std::set<std::tuple<unsigned, unsigned, unsigned>>;

static OperationPlaces placesOf(const SourceGroup &G) {
  OperationPlaces Places;
  for (const Copy &C : G.Copies)
    for (const LoopOperation &O : C.Code->Operations)
      if (O.Line != 0)
        Places.insert({O.Line, O.Column, O.Opcode});
  return Places;
}

/// Copies that were made for cases told apart when the loop is entered may have
/// lost where it begins: LLVM takes the place of a branch before it. But they
/// are on the same line, and all that one of them does stands where the other
/// does it.
static bool areCopies(const SourceGroup &A, const SourceGroup &B) {
  OperationPlaces OfA = placesOf(A), OfB = placesOf(B);
  auto contains = [](const OperationPlaces &All, const OperationPlaces &Some) {
    return std::includes(All.begin(), All.end(), Some.begin(), Some.end());
  };
  return !OfA.empty() && !OfB.empty() &&
         (contains(OfA, OfB) || contains(OfB, OfA));
}

/// Whether B, at a place where no loop was before the optimizer, only does what
/// stands in the loop A.
static bool isPartOf(const SourceGroup &B, const SourceGroup &A) {
  if (!A.Source || B.Source)
    return false;
  OperationPlaces OfA = placesOf(A), OfB = placesOf(B);
  return !OfB.empty() &&
         std::includes(OfA.begin(), OfA.end(), OfB.begin(), OfB.end());
}

static bool belongTogether(const GroupKey &PlaceA, const SourceGroup &A,
                           const GroupKey &PlaceB, const SourceGroup &B) {
  auto &[File, Line, Column, Name] = PlaceA;
  if (Line == 0 || std::get<1>(PlaceB) == 0 || std::get<0>(PlaceB) != File ||
      (A.Source && B.Source) || (A.Said && B.Said))
    return false;
  // The vector body of a loop that ends with its condition has the place of
  // that.
  return std::get<1>(PlaceB) == Line ? areCopies(A, B)
                                     : isPartOf(A, B) || isPartOf(B, A);
}

/// The one that is known from before, or has the place further left, stays.
static void mergeCopies(Groups &All) {
  for (auto First = All.begin(); First != All.end(); ++First)
    for (auto Second = std::next(First); Second != All.end();) {
      SourceGroup &A = First->second, &B = Second->second;
      if (!belongTogether(First->first, A, Second->first, B)) {
        ++Second;
        continue;
      }
      if (B.Source || (B.Said && !A.Source))
        std::swap(A, B);
      for (Copy &C : B.Copies) {
        C.Code->Source = A.first().Source;
        C.Code->Start = A.first().Start;
        A.Copies.push_back(C);
      }
      A.Said = A.Said ? A.Said : B.Said;
      Second = All.erase(Second);
    }
}

static std::vector<SourceGroup>
groupByPlace(llvm::MutableArrayRef<MachineLoop> Loops,
             const RemarkContext &Context) {
  Groups All;
  for (MachineLoop &L : Loops) {
    const SourceLocation &Where = L.Source;
    SourceGroup &G = All[{Where.File, Where.Line, Where.Column,
                          Where.isValid() ? std::string() : L.Name}];
    G.Copies.push_back({&L, std::nullopt, 0});
    if (G.Copies.size() != 1)
      continue;
    if (Context.Sources)
      G.Source = Context.Sources->find(L.Symbol,
                                       {Where.File, Where.Line, Where.Column});
    if (Context.Directives)
      G.Said = Context.Directives->find(Where.File, Where.Line, Where.Column);
  }
  mergeCopies(All);
  std::vector<SourceGroup> Result;
  for (auto &[Place, Group] : All)
    Result.push_back(std::move(Group));
  return Result;
}

static void setShares(std::vector<TimedLoop> &Loops) {
  double All = 0;
  for (const TimedLoop &L : Loops)
    All += L.Remark.Weight;
  for (TimedLoop &L : Loops)
    L.Remark.Share = All > 0 ? L.Remark.Weight / All : 0;
}

Expected<std::vector<TimedLoop>>
rafter::timeLoops(std::vector<MachineLoop> Loops,
                  const RemarkContext &Context) {
  std::vector<TimedLoop> Timed;
  for (SourceGroup &Group : groupByPlace(Loops, Context)) {
    Expected<TimedLoop> L = RemarkMaker(std::move(Group), Context).make();
    if (!L)
      return L.takeError();
    Timed.push_back(std::move(*L));
  }
  setShares(Timed);
  return Timed;
}

static void addLimits(TimedLoop &L, ArrayRef<NextStep> Steps,
                      const Causality *Why) {
  LoopRemark &R = L.Remark;
  R.NextCycles = R.Cycles;
  if (Steps.empty())
    return;
  R.Limit = locateStep(Steps[0], Why, L.Code.Table, L.Source);
  if (Why && Steps[0].Position != NextStep::NoPosition) {
    const SourceLocation &At = Why->Instructions[Steps[0].Position].Source;
    R.Blamed = {At.File, At.Line, At.Column};
  }
  R.NextCycles = Steps[0].Cycles / R.VectorFactor.value_or(1);
  R.Advice = Steps[0].Advice;
  if (Steps.size() > 1)
    R.Next = locateStep(Steps[1], Why, L.Code.Table, L.Source);
}

static bool isNeeded(const TimedLoop &L, const RemarkContext &Context) {
  return (L.Said && (L.Said->Analyze || !L.Said->Budgets.empty())) ||
         (Context.Needed && Context.Needed(L.Code.Source));
}

Error rafter::explain(TimedLoop &L, const RemarkContext &Context) {
  SteadyLoop Stream(L.Code, Context.CPU, levelOf(L.Said));
  Expected<Sensitivity> Limits = Stream.sensitivity();
  if (!Limits)
    return Limits.takeError();
  LoopRemark &R = L.Remark;
  double Threshold = Context.Options.Threshold;
  addLimits(L, adviseNextSteps(*Limits, nullptr, 2), nullptr);
  if (R.excess() >= Threshold)
    R.Differences = Stream.differences(R, L.Source);
  bool IsWorthMore = isNeeded(L, Context) || R.factor() >= Threshold ||
                     R.excess() >= Threshold;
  if (!IsWorthMore || R.Limit.Resources.empty())
    return Error::success();
  Expected<Causality> Why = Stream.causality();
  if (!Why)
    return Why.takeError();
  addLimits(L, adviseNextSteps(*Limits, &*Why, 2), &*Why);
  return Error::success();
}
