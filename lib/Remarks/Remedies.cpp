//===- Remedies.cpp - What is to be had in a loop -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remedies.h"
#include "PartialReads.h"
#include "Remedy.h"
#include "rafter/CodeGen/DataBranches.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;

namespace {

/// Looks for the remedies of one loop.
class Remedies {
public:
  Remedies(const TimedLoop &L, const RemarkContext &Context)
      : R(L.Remark), Source(L.Source), Code(L.Code), Context(Context) {}

  /// What brings most first.
  std::vector<Remedy> all() const;
  /// See the functions of these names.
  bool mayHaveAny() const;
  bool mayNeedLess() const;
  std::vector<Limit> removableLimits() const;

private:
  /// Whether what the model says of the loop can be the whole truth: calls,
  /// atomic operations and assembly take a time that it does not know, and what
  /// was not written as a loop has no line to change.
  bool isUnderstood() const;
  Remedy ofLimit() const;
  Remedy ofLatency(InstructionClass Class) const;
  Remedy dividing() const;
  Remedy vectorizing() const;
  Remedy wideVectors() const;
  Remedy unrolling() const;
  Remedy registers() const;
  Remedy branches() const;
  /// Vectors or restrict might be what it lacks.
  bool mayVectorize() const;
  /// Vectors, or wider ones, might be.
  bool mayWiden() const;
  /// What might be had is told by what binds it alone.
  bool isUnknown() const;
  /// Something can be tried, or is said without.
  bool saysMoreThanPlain() const {
    return Context.Try || Context.Options.SaysUntried;
  }
  /// The latencies of its sums and products.
  std::vector<Limit> limitsOfSums() const;
  /// The most that unrolling may bring to the front end.
  double unrollingGain() const;

  /// Whether its path has an instruction of one of Classes.
  bool hasAny(llvm::ArrayRef<InstructionClass> Classes) const;
  bool has(LoopDifference D) const {
    return llvm::is_contained(R.Differences, D);
  }
  /// Whether it iterates, or may iterate, so often that the steady state
  /// counts.
  bool isLong() const { return hasLength(LoopLength::Long); }
  bool mayBeLong() const { return hasLength(LoopLength::Unknown); }
  bool hasLength(LoopLength Least) const;
  /// Whether the source lets the compiler do its sums and products in another
  /// order already.
  bool mayReorder() const;
  const Recurrence *chain() const;
  const Recurrence *counter() const;
  std::string reassociationPragma() const;
  std::string restrictPointers() const;
  /// Whether what binds is a place in memory that could be a register.
  bool isOfPlace() const;
  /// Whether each iteration does the same, as far as is known: what it stores
  /// on a way that others do not go is loaded by none of them.
  bool goesOneWay() const;
  /// Whether the limit is that so much is to be done in a cycle.
  bool isThroughput() const;
  const LoopRemark &R;
  const SourceLoop *Source;
  const MachineLoop &Code;
  const RemarkContext &Context;
};

} // namespace

static bool isFrontEnd(LimitKind K) {
  switch (K) {
  case LimitKind::Rename:
  case LimitKind::Retire:
  case LimitKind::Decode:
  case LimitKind::DecodeBytes:
  case LimitKind::UopCache:
  case LimitKind::TakenBranches:
    return true;
  default:
    return false;
  }
}

bool Remedies::isThroughput() const {
  return llvm::any_of(R.Limit.Resources, [](const Limit &L) {
    return isFrontEnd(L.Kind) || L.Kind == LimitKind::Ports ||
           L.Kind == LimitKind::StoreCommit;
  });
}

/// Iterations of the source loop that pay for its beginning and end.
static constexpr double ManyIterations = 64;

bool Remedies::hasLength(LoopLength Least) const {
  if (!Source)
    return true;
  if (!Code.IsProfiled)
    return Source->Length >= Least;
  return Code.Executions * R.VectorFactor.value_or(1) >=
         ManyIterations * Code.Entries;
}

/// A branch that goes one way less often may go the other.
static constexpr double SureWay = 0.9;

bool rafter::hasWays(const MachineLoop &L) {
  return llvm::any_of(
      L.Branches, [](const PathBranch &B) { return B.Probability < SureWay; });
}

bool Remedies::goesOneWay() const { return Code.IsInnermost && !hasWays(Code); }

bool Remedies::isOfPlace() const {
  return R.Blamed.Line == 0
             ? !Source->PlacesInMemory.empty()
             : llvm::is_contained(Source->PlacesInMemory, R.Blamed.Line);
}

bool Remedies::isUnderstood() const {
  bool HasAtomics = llvm::any_of(Code.Body.Path, [&](ExecutedInstruction E) {
    return Code.Table.Instructions[E & ~TakenBit].has(
        StaticInstruction::Atomic);
  });
  bool IsWritten = Source ? Source->IsWritten
                          : Context.Unoptimized || !Context.Sources ||
                                !Context.Sources->knowsPlaces(Code.Symbol);
  // The way around the loops in it is that of the few iterations that they
  // leave over.
  bool AvoidsInner = Source && !Source->IsInnermost && !Code.IsInnermost &&
                     !Code.hasInner() && !Code.IsProfiled;
  return !HasAtomics && Code.Calls.empty() && !Code.MayCall &&
         !Code.HasAssembly && IsWritten && !AvoidsInner;
}

static Variant change(ChangeKind Kind, unsigned Count = 0) {
  return {{{Kind, Count}}, {}, {}};
}

bool Remedies::mayReorder() const {
  return Source && !Source->Recurrences.empty() &&
         llvm::all_of(Source->Recurrences,
                      [](const Recurrence &Chain) { return Chain.MayReorder; });
}

/// The chain of floating-point operations that is the limit.
const Recurrence *Remedies::chain() const {
  if (!Source)
    return nullptr;
  auto Chain = llvm::find_if(Source->Recurrences, [&](const Recurrence &C) {
    return R.Limit.Part == LimitPart::Chain
               ? C.Name == R.Limit.Subject
               : llvm::any_of(C.Places, [&](auto Place) {
                   return Place.first == R.Blamed.Line;
                 });
  });
  return Chain == Source->Recurrences.end() ? nullptr : &*Chain;
}

/// The chain that is the limit, if it only counts.
const Recurrence *Remedies::counter() const {
  if (!Source || R.Limit.Part != LimitPart::Chain)
    return nullptr;
  auto Chain = llvm::find_if(Source->Recurrences, [&](const Recurrence &C) {
    return C.IsCounter && C.Name == R.Limit.Subject;
  });
  return Chain == Source->Recurrences.end() ? nullptr : &*Chain;
}

/// Sums and products, of which several can be done at once.
static bool isFloatArithmetic(InstructionClass C) {
  return C == InstructionClass::FloatAdd ||
         C == InstructionClass::FloatMultiply ||
         C == InstructionClass::FloatFusedMultiplyAdd;
}

/// Where the pragma goes that lets the compiler cut the chain: into the
/// function that has the operations.
std::string Remedies::reassociationPragma() const {
  const std::string Pragma = "`#pragma clang fp reassociate(on)` in ";
  const Recurrence *Chain = chain();
  if (Chain && Chain->IsOfLibrary)
    return ", or a loop of your own with " + Pragma + "its body";
  return ", or " + Pragma +
         (Chain && !Chain->Callee.empty()
              ? "the body of `" + Chain->Callee + "`"
              : "its body");
}

/// A chain of sums or products can be cut into several. Any other chain is the
/// algorithm.
Remedy Remedies::ofLatency(InstructionClass Class) const {
  if (!isFloatArithmetic(Class))
    return {};
  const Recurrence *Counter = counter();
  Remedy Result = {R.factor(),
                   Counter
                       ? "`" + Counter->Name +
                             "` grows by the same number each time: compute "
                             "it from the loop's counter"
                       : R.Advice,
                   {},
                   /*IsOfLimit=*/true,
                   // What else has this latency, like a search for the largest,
                   // may be no sum.
                   /*IsPlain=*/R.Limit.Part == LimitPart::Chain};
  const Variant Reassociate = change(ChangeKind::Reassociate);
  const std::string Pragma = reassociationPragma();
  if (!mayReorder())
    Result.Ways = {{Reassociate, Pragma}};
  for (unsigned Count : {4, 8}) {
    const Variant Interleave = change(ChangeKind::Interleave, Count);
    const std::string Line =
        "`#pragma clang loop interleave_count(" + std::to_string(Count) + ")`";
    if (mayReorder())
      Result.Ways.push_back({Interleave, ", or " + Line});
    else
      Result.Ways.push_back(
          {Variant::join(Reassociate, Interleave), Pragma + " and " + Line});
  }
  return Result;
}

/// A divisor that stays the same is divided by once, unless its reciprocal may
/// be infinite where the quotient is not.
Remedy Remedies::dividing() const {
  if (Source && Source->DividesByTiny)
    return {};
  if (!hasAny({InstructionClass::FloatDivide}) ||
      R.BlamedClass.value_or(InstructionClass::FloatDivide) !=
          InstructionClass::FloatDivide)
    return {};
  const bool IsConstant = Source && !Source->DividesByVariables;
  return {R.factor(),
          IsConstant ? "the divider is busy: multiply by the reciprocal of the "
                       "constant, which rounds otherwise"
                     : R.Advice,
          {{change(ChangeKind::Reciprocal),
            llvm::StringRef(R.Advice).contains("rounds otherwise") || IsConstant
                ? ""
                : "; a reciprocal, which rounds otherwise, was tried"}},
          /*IsOfLimit=*/true};
}

/// What goes when the limit does, where that is in a programmer's hands.
Remedy Remedies::ofLimit() const {
  if (R.Limit.Resources.empty())
    return {};
  if (isThroughput())
    return dividing();
  const Limit &L = R.Limit.Resources.front();
  switch (L.Kind) {
  case LimitKind::Latency:
    return ofLatency(L.Class);
  case LimitKind::StoreForwarding:
    // Nothing is known of code that is not optimized, but what to do is.
    if ((Source && !isOfPlace()) || !(Context.Unoptimized || goesOneWay()))
      return {};
    return {R.factor(),
            R.Advice,
            {{change(ChangeKind::PromotePlaces), ""}},
            /*IsOfLimit=*/true,
            /*IsPlain=*/!Source};
  case LimitKind::FailedForwarding:
    // No trial tells whether it is so.
    if (!goesOneWay())
      return {};
    return {R.factor(), R.Advice, {}, /*IsOfLimit=*/true};
  case LimitKind::Divider:
    return dividing();
  default:
    return {};
  }
}

bool Remedies::mayVectorize() const {
  return Source && Source->IsInnermost && Source->IsCounted &&
         !Source->IsSerial && !Source->IsIrregular && !Source->HasVectors &&
         R.LeastCycles && (Source->Recurrences.empty() || mayReorder());
}

/// On local variables it does nothing, and on the parameters of what is inlined
/// not the same.
std::string Remedies::restrictPointers() const {
  static constexpr size_t MostNamed = 3;
  const std::vector<std::string> &Names = Source->Parameters;
  std::string Result = "`restrict` on the ";
  if (Names.empty() || Names.size() > MostNamed ||
      llvm::is_contained(Names, ""))
    Result += "pointers among the parameters";
  else
    Result += std::string(Names.size() == 1 ? "parameter" : "parameters") +
              " `" + llvm::join(Names, "`, `") + "`";
  return Source->IsInlined ? Result + " of `" + R.Function + "`" : Result;
}

/// Loops that LLVM could have vectorized had it known more.
Remedy Remedies::vectorizing() const {
  if (!has(LoopDifference::NotVectorized) || !mayVectorize())
    return {};
  // The pragma is leave to compute in another order as well.
  bool IsSum = R.BlamedClass && isFloatArithmetic(*R.BlamedClass) &&
               !isThroughput() && !mayReorder();
  Remedy Result = {R.excess(),
                   "one element at a time: ",
                   {{change(ChangeKind::NoOverlap), restrictPointers()}}};
  // What LLVM holds for too dear pays in long loops, if at all: of ten such
  // pragmas for loops of unknown length, in three draws, three were right.
  if (isLong())
    Result.Ways.push_back(
        {change(ChangeKind::Vectorize),
         std::string("`#pragma clang loop vectorize(enable)`") +
             (IsSum ? ", which adds in another order" : "")});
  return Result;
}

/// Those that it did with shorter vectors than the CPU has. What only moves
/// data is too short for them or leaves L1, where others bind. Where nobody
/// named the CPU, code for a family is what was asked for.
Remedy Remedies::wideVectors() const {
  bool OnlyMoves = llvm::any_of(R.Limit.Resources, [](const Limit &L) {
    return L.Kind == LimitKind::StoreCommit;
  });
  if (OnlyMoves || Context.IsStandIn || !Source || !Source->IsInnermost ||
      Source->HasVectors || !has(LoopDifference::NarrowVectors) ||
      R.VectorFactor == 1u)
    return {};
  std::vector<Variant> Target = targetVariants(Context.CPU);
  if (Target.empty())
    return {};
  return {std::min(R.excess(), 2.0),
          "vectors are narrower than those of the CPU: ",
          {{Target.front(), Target.front().FrontendFlags.front()}}};
}

/// The counter and the branch are once for several iterations, of which there
/// must be many.
double Remedies::unrollingGain() const {
  if (!Source || !Source->IsInnermost || !Source->IsCounted ||
      R.VectorFactor != 1u || !isLong())
    return 1;
  double All = slotsOf(Code), Overhead = 2;
  return All > Overhead ? All / (All - Overhead) : 1;
}

Remedy Remedies::unrolling() const {
  bool OfFrontEnd = llvm::any_of(
      R.Limit.Resources, [](const Limit &L) { return isFrontEnd(L.Kind); });
  double Gain = unrollingGain();
  // Where a branch goes either way, its mispredictions take more.
  if (!OfFrontEnd || !(Gain > 1) || !Code.OtherWay.Path.empty())
    return {};
  return {std::min(Gain, R.factor()),
          "a large part of so few instructions only counts and branches: ",
          {{change(ChangeKind::UnrollCount, 4),
            "`#pragma clang loop unroll_count(4)`"}}};
}

Remedy Remedies::registers() const {
  // The pragmas are those of an innermost loop.
  if (!isThroughput() || R.Spills <= 0 || R.Spills >= R.Instructions ||
      (Source && !Source->IsInnermost))
    return {};
  return {
      std::min(R.Instructions / (R.Instructions - R.Spills), R.factor()),
      "registers do not suffice: ",
      {{change(ChangeKind::Distribute),
        "`#pragma clang loop distribute(enable)`"},
       {change(ChangeKind::NoUnroll), "`#pragma clang loop unroll(disable)`"}}};
}

/// Cycles that mispredictions of B take in each iteration.
static double penaltyOf(const DataBranch &B, const CoreParameters &Core) {
  return B.missed() * (Core.MispredictionPenalty +
                       (B.IsIndirect ? Core.IndirectMisprediction : 0));
}

/// Cycles of an iteration of L that go when the branch that is missed most, of
/// those that can go, does. Others stay.
static double removable(const MachineLoop &L, const CoreParameters &Core) {
  double Most = 0;
  for (const DataBranch &B : dataBranches(L))
    if (B.isOpen())
      Most = std::max(Most, penaltyOf(B, Core));
  return Most;
}

Remedy Remedies::branches() const {
  if (!R.OnData)
    return {};
  const BranchOnData &B = *R.OnData;
  double Saved = removable(Code, Context.CPU.Core) / R.VectorFactor.value_or(1);
  double Most = R.Cycles / std::max(R.Cycles - Saved, 1e-3);
  if (B.IsIndirect)
    return {Most, "if it is mispredicted often, give each target a jump of its "
                  "own to the next one (computed goto)"};
  return {Most,
          "if the data have no pattern, make it branchless (a conditional "
          "move, a mask, arithmetic), or order them",
          {{change(ChangeKind::FlattenBranches, B.Line), ""}}};
}

bool Remedies::hasAny(llvm::ArrayRef<InstructionClass> Classes) const {
  return llvm::any_of(Code.Body.Path, [&](ExecutedInstruction E) {
    return llvm::is_contained(Classes,
                              Code.Table.Instructions[E & ~TakenBit].Class);
  });
}

bool Remedies::isUnknown() const {
  return !Source || (Code.IsProfiled && !Code.Branches.empty());
}

bool Remedies::mayWiden() const {
  return mayVectorize() || (!Context.IsStandIn && R.VectorFactor != 1u);
}

bool Remedies::mayHaveAny() const {
  if (!isUnderstood())
    return false;
  return isUnknown() || mayWiden() || R.Spills > 0 ||
         hasAny({InstructionClass::FloatDivide}) ||
         (isLong() && Source->IsCounted) || !limitsOfSums().empty() ||
         !Source->PlacesInMemory.empty() || mayReadPartsOfStores(Code);
}

bool Remedies::mayNeedLess() const {
  if (!isUnderstood())
    return false;
  if (isUnknown())
    return true;
  // What only a trial can tell is not said without one.
  if (!saysMoreThanPlain())
    return false;
  const double Least = Context.Options.Threshold;
  if (hasAny({InstructionClass::FloatDivide}) ||
      (mayWiden() && R.excess() >= Least))
    return true;
  return R.Spills * Least >= R.Instructions * (Least - 1) ||
         unrollingGain() >= Least;
}

std::vector<Limit> Remedies::limitsOfSums() const {
  std::vector<Limit> Result;
  for (InstructionClass C :
       {InstructionClass::FloatAdd, InstructionClass::FloatMultiply,
        InstructionClass::FloatFusedMultiplyAdd})
    if (hasAny(C))
      Result.push_back(Limit::latency(C));
  return Result;
}

std::vector<Limit> Remedies::removableLimits() const {
  if (!isUnderstood() || !Source)
    return {};
  std::vector<Limit> Result = limitsOfSums();
  if (saysMoreThanPlain() && !Source->PlacesInMemory.empty())
    Result.push_back(LimitKind::StoreForwarding);
  if (mayReadPartsOfStores(Code))
    Result.push_back(LimitKind::FailedForwarding);
  return Result;
}

std::vector<Remedy> Remedies::all() const {
  if (!isUnderstood())
    return {};
  std::vector<Remedy> Result;
  for (Remedy &One : std::vector{ofLimit(), vectorizing(), wideVectors(),
                                 registers(), unrolling(), branches()})
    if (One.Gain > 1 && !One.Advice.empty() && mayBeLong())
      Result.push_back(std::move(One));
  llvm::stable_sort(
      Result, [](const Remedy &A, const Remedy &B) { return A.Gain > B.Gain; });
  return Result;
}

bool rafter::mayHaveRemedy(const TimedLoop &L, const RemarkContext &Context) {
  return Remedies(L, Context).mayHaveAny();
}

bool rafter::mayNeedLess(const TimedLoop &L, const RemarkContext &Context) {
  return Remedies(L, Context).mayNeedLess();
}

std::vector<Limit> rafter::removableLimits(const TimedLoop &L,
                                           const RemarkContext &Context) {
  return Remedies(L, Context).removableLimits();
}

std::vector<Remedy> rafter::remediesOf(const TimedLoop &L,
                                       const RemarkContext &Context) {
  return Remedies(L, Context).all();
}

double rafter::mostGain(const TimedLoop &L, const RemarkContext &Context) {
  std::vector<Remedy> All = Remedies(L, Context).all();
  return All.empty() ? 1 : All.front().Gain;
}

double rafter::missedCycles(const TimedLoop &L, const Processor &CPU) {
  if (!L.Code.IsProfiled)
    return 0;
  double Missed = 0;
  for (const DataBranch &B : dataBranches(L.Code))
    Missed += penaltyOf(B, CPU.Core);
  return Missed / L.Remark.VectorFactor.value_or(1);
}

void rafter::addMispredictions(TimedLoop &L, const Processor &CPU) {
  LoopRemark &R = L.Remark;
  double Penalty = CPU.Core.MispredictionPenalty;
  if (!L.Code.IsProfiled || !(Penalty > 0))
    return;
  const DataBranch *Worst = nullptr;
  std::vector<DataBranch> Branches = dataBranches(L.Code);
  for (const DataBranch &B : Branches)
    if (B.isOpen() && (!Worst || B.missed() > Worst->missed()))
      Worst = &B;
  if (!Worst)
    return;
  const InstructionTable &Table = L.Code.Table;
  BranchOnData On;
  On.Line =
      Table.Locations[Table.Instructions[Worst->Instruction].Location].Line;
  On.IsIndirect = Worst->IsIndirect;
  On.Cycles = missedCycles(L, CPU);
  R.Cycles += On.Cycles;
  R.NextCycles += On.Cycles;
  R.OnData = On;
}
