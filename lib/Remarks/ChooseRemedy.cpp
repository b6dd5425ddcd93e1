//===- ChooseRemedy.cpp - Which remedy is said ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a compiler can follow is tried, in each way to write it. Of ways and of
// remedies those go first that pay from few iterations on.
//
//===----------------------------------------------------------------------===//

#include "Remedies.h"
#include "Remedy.h"

using namespace rafter;

namespace {

/// A way to follow a remedy that was tried.
struct TriedWay {
  TriedGain Gain;
  std::string Line;

  uint64_t paysFrom() const { return Gain.PaysFrom.value_or(1); }
  /// Whether loops of which nothing says how often they iterate are too short
  /// for it, as far as anybody can expect. What is divided by one number for
  /// all are often a few parts of a whole: of 17 such loops in eight draws that
  /// asked for more than 12 iterations six had so many, of 20 others 16
  /// (docs/data/remarks.md).
  bool paysLate(const RemarkOptions &Options) const {
    return paysFrom() > (Gain.AtOnce ? std::max(Options.Iterations,
                                                2 * uint64_t(*Gain.AtOnce))
                                     : Options.Iterations / 2);
  }
};

} // namespace

/// The best of Ways, the simplest first: what the most loops have that are long
/// enough to gain Least, and of lines that pay from the same length on a longer
/// one only if it is that much better. Null: there are none.
static const TriedWay *bestOf(llvm::ArrayRef<TriedWay> Ways, double Least) {
  const TriedWay *Best = nullptr;
  for (const TriedWay &W : Ways) {
    const bool Is = W.Gain.Factor >= Least;
    const bool Was = Best && Best->Gain.Factor >= Least;
    if (!Best || (Is && !Was) ||
        (Is == Was && (W.paysFrom() != Best->paysFrom()
                           ? W.paysFrom() < Best->paysFrom()
                           : W.Gain.Factor > Best->Gain.Factor * Least)))
      Best = &W;
  }
  return Best;
}

/// The best way to follow Of, which can be tried: sets its gain, 1 if none
/// helps, and what to write. False: nothing could be tried; what is plain stays
/// as it is then, and nothing else is known to help, unless it is wanted.
static bool tryRemedy(Remedy &Of, const TimedLoop &L,
                      const RemarkContext &Context) {
  std::vector<TriedWay> Helpful;
  bool IsTried = false;
  if (Context.Try)
    for (const auto &[Way, What] : Of.Ways) {
      std::optional<TriedGain> Tried = Context.Try(L, Way);
      IsTried |= Tried.has_value();
      if (Tried && Tried->Factor > 1)
        Helpful.push_back({*Tried, What});
    }
  // What could be tried, but was not found again, is not plain.
  const bool IsPlain =
      Of.IsPlain && (!Context.Try || Context.Unoptimized ||
                     (L.Source && L.Source->Length == LoopLength::Long));
  if (!IsTried && (IsPlain || Context.Options.SaysUntried)) {
    if (!Of.IsPlain)
      Of.Advice += Of.Ways.front().second;
    return false;
  }
  const TriedWay *Best = bestOf(Helpful, Context.Options.Threshold);
  Of.Gain = Best ? Best->Gain.Factor : 1;
  if (!Best)
    return IsTried;
  Of.PaysFrom = Best->Gain.PaysFrom;
  Of.PaysLate = Best->paysLate(Context.Options);
  Of.Advice += Best->Line;
  for (const TriedWay &W : Helpful)
    if (W.Gain.Factor > Of.Gain * Context.Options.Threshold) {
      llvm::StringRef Line = W.Line;
      const bool IsMore =
          Line.consume_front(Best->Line) && Line.consume_front(" and ");
      Line.consume_front(", or ");
      Of.OfLongLoops = {(Line + (IsMore ? " as well" : "")).str(),
                        L.Remark.Cycles / W.Gain.Factor, W.paysFrom()};
    }
  return IsTried;
}

void rafter::chooseRemedy(TimedLoop &L, const RemarkContext &Context) {
  LoopRemark &R = L.Remark;
  R.Gain = 1;
  R.AdviceIsOfLimit = true;
  R.WasTried = false;
  R.PaysFrom.reset();
  R.PaysLate = false;
  R.OfLongLoops.reset();
  std::optional<Remedy> Best;
  bool BestIsTried = false;
  for (Remedy &One : remediesOf(L, Context)) {
    // The others promise less than this one brings.
    if (Best && !Best->PaysLate && Best->Gain >= One.Gain)
      break;
    if (One.Gain < Context.Options.Threshold)
      break;
    const bool IsTried = !One.Ways.empty() && tryRemedy(One, L, Context);
    R.WasTried |= IsTried;
    if (One.Gain > 1 && One.Gain >= Context.Options.Threshold &&
        (!Best || (One.PaysLate != Best->PaysLate ? Best->PaysLate
                                                  : One.Gain > Best->Gain))) {
      Best = std::move(One);
      BestIsTried = IsTried;
    }
  }
  if (!Best)
    return;
  R.Gain = Best->Gain;
  R.AdviceIsOfLimit = Best->IsOfLimit;
  if (BestIsTried) {
    R.TriedCycles = R.Cycles / R.Gain;
    R.PaysFrom = Best->PaysFrom;
    R.PaysLate = Best->PaysLate;
    R.OfLongLoops = std::move(Best->OfLongLoops);
  }
  R.Advice = std::move(Best->Advice);
}
