//===- MachineView.cpp - What machine-level reports share -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Orders are total, so that equal numbers give the same bytes everywhere.
//
//===----------------------------------------------------------------------===//

#include "MachineView.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <cmath>
#include <cstdio>
#include <map>
#include <tuple>

using namespace rafter;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

const char *rafter::timeUnit(const Prediction &P) {
  return !P.CyclesPerIteration  ? "cycles"
         : P.IterationsAreCalls ? "cycles per call"
                                : "cycles per iteration";
}

const char *rafter::shortTimeUnit(const Prediction &P) {
  return !P.CyclesPerIteration  ? "cycles"
         : P.IterationsAreCalls ? "cycles/call"
                                : "cycles/iteration";
}

double rafter::shareOf(double Cycles, const Prediction &P) {
  return P.Cycles > 0 ? Cycles / P.Cycles : 0;
}

double rafter::inTimeUnit(double Cycles, const Prediction &P) {
  return P.CyclesPerIteration ? shareOf(Cycles, P) * timeOf(P) : Cycles;
}

double rafter::speedupAt(const ResourceElasticity &R, double Factor) {
  double Speedup = 1;
  for (const ResourceElasticity::Point &P : R.Curve)
    if (P.Factor <= Factor)
      Speedup = P.Speedup;
  return Speedup;
}

bool rafter::hasEffect(const ResourceElasticity &R) {
  return llvm::any_of(R.Curve, [](const ResourceElasticity::Point &P) {
    return P.Speedup >= LeastSpeedup;
  });
}

std::vector<double> rafter::factorsOf(const Sensitivity &S) {
  std::vector<double> Factors;
  for (const ResourceElasticity &R : S.Resources)
    for (const ResourceElasticity::Point &P : R.Curve)
      Factors.push_back(P.Factor);
  llvm::sort(Factors);
  Factors.erase(llvm::unique(Factors), Factors.end());
  return Factors;
}

std::string rafter::nameFactor(double Factor) {
  return std::isinf(Factor) ? "removed" : "at x" + formatNumber(Factor);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

namespace {
/// Cycles by resource; first come, first listed.
class CauseSum {
public:
  void add(const std::vector<CauseShare> &By) {
    for (const CauseShare &Share : By) {
      auto It = llvm::find_if(Sum, [&](const CauseShare &S) {
        return S.Resource == Share.Resource;
      });
      if (It == Sum.end())
        Sum.push_back(Share);
      else
        It->Cycles += Share.Cycles;
    }
  }
  std::vector<CauseShare> take() {
    llvm::stable_sort(Sum, [](const CauseShare &A, const CauseShare &B) {
      return A.Cycles > B.Cycles;
    });
    return std::move(Sum);
  }

private:
  std::vector<CauseShare> Sum;
};
} // namespace

std::vector<LineCauses> rafter::linesByCycles(const Causality &C) {
  std::map<std::pair<std::string, unsigned>, std::pair<double, CauseSum>> Sums;
  for (const InstructionCauses &I : C.Instructions) {
    if (!I.Source.isValid())
      continue;
    auto &[Cycles, By] = Sums[{I.Source.File, I.Source.Line}];
    Cycles += I.Cycles;
    By.add(I.By);
  }
  std::vector<LineCauses> Lines;
  for (auto &[Place, Sum] : Sums)
    Lines.push_back(
        {{Place.first, Place.second, 0}, Sum.first, Sum.second.take()});
  llvm::stable_sort(Lines, [](const LineCauses &A, const LineCauses &B) {
    return A.Cycles > B.Cycles;
  });
  return Lines;
}

std::vector<FunctionCauses> rafter::functionsByCycles(const Causality &C) {
  std::vector<FunctionCauses> Functions;
  std::map<std::string, size_t> Index;
  for (size_t I = 0; I < C.Instructions.size(); ++I) {
    const InstructionCauses &Causes = C.Instructions[I];
    auto [It, New] = Index.try_emplace(Causes.Function, Functions.size());
    if (New)
      Functions.push_back({Causes.Function, 0, {}});
    Functions[It->second].Cycles += Causes.Cycles;
    Functions[It->second].Positions.push_back(I);
  }
  llvm::stable_sort(Functions,
                    [](const FunctionCauses &A, const FunctionCauses &B) {
                      return A.Cycles > B.Cycles;
                    });
  return Functions;
}

std::vector<ListingPart> rafter::listingParts(const Causality &C,
                                              const FunctionCauses &F) {
  constexpr size_t LongFunction = 40, LongStretch = 6;
  constexpr double LeastShare = 0.0005;
  std::vector<ListingPart> Parts;
  for (size_t I = 0, Size = F.Positions.size(); I < Size; ++I) {
    bool Shown =
        Size <= LongFunction ||
        shareOf(C.Instructions[F.Positions[I]].Cycles, C.Base) >= LeastShare;
    if (Parts.empty() || Parts.back().Shown != Shown)
      Parts.push_back({I, I, Shown});
    Parts.back().End = I + 1;
  }
  // A short stretch costs less to read than the line that replaces it.
  std::vector<ListingPart> Merged;
  for (ListingPart P : Parts) {
    P.Shown |= P.End - P.Begin < LongStretch;
    if (!Merged.empty() && Merged.back().Shown && P.Shown)
      Merged.back().End = P.End;
    else
      Merged.push_back(P);
  }
  return Merged;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string rafter::formatCauses(const std::vector<CauseShare> &By,
                                 const Prediction &P, size_t Most) {
  constexpr double LeastShare = 0.0005;
  std::string Text;
  for (const CauseShare &Share : By) {
    double Part = shareOf(Share.Cycles, P);
    if (Most == 0 || !(Part >= LeastShare))
      break;
    --Most;
    Text += (Text.empty() ? "" : ", ") + name(Share.Resource) + " " +
            formatPercent(Part);
  }
  return Text.empty() ? "-" : Text;
}

std::string rafter::shortLocation(const SourceLocation &L) {
  return formatLocation({llvm::sys::path::filename(L.File).str(), L.Line, 0});
}

std::string rafter::formatWait(const Causality &C, const InstructionCauses &I) {
  std::string Why = I.WaitsBecauseOf ? name(*I.WaitsBecauseOf) : "";
  if (I.WaitsFor == ~0u)
    return Why.empty() ? "-" : Why;
  auto It = llvm::find_if(C.Instructions, [&](const InstructionCauses &Other) {
    return Other.Instruction == I.WaitsFor;
  });
  std::string Text = It == C.Instructions.end()
                         ? "outside"
                         : llvm::utostr(It - C.Instructions.begin() + 1);
  return Why.empty() ? Text : Text + ": " + Why;
}

std::string rafter::placeOf(const InstructionCauses &I, SourceText &Source,
                            bool OrText) {
  SourceLocation Line = I.Source;
  Line.Column = 0;
  std::string Place = formatLocation(Line), Quote = Source.quote(Line);
  std::string Text = onOneLine(I.Text);
  if (OrText && Quote.empty())
    Quote = Text;
  if (!OrText && Quote == Text)
    Quote.clear();
  return (Place.empty() ? "" : " at " + Place) +
         (Quote.empty() ? "" : " (" + Quote + ")");
}

static std::string limitVerdict(const Sensitivity &S, const Causality *C,
                                SourceText &Source) {
  std::string Time = formatFixed(timeOf(S.Base)) + " " + timeUnit(S.Base);
  std::vector<NextStep> Steps = adviseNextSteps(S, C, 1);
  if (Steps.empty())
    return "bound by nothing that can be accelerated: " + Time;
  const NextStep &First = Steps.front();
  bool Several = First.Limits.size() > 1;
  std::string Place;
  if (First.Position != NextStep::NoPosition)
    Place = placeOf(C->Instructions[First.Position], Source, true);
  return "bound by " + describe(First.Limits) + (Several ? " together" : "") +
         Place + ": " + Time + (Several ? "; without them " : "; without it ") +
         formatFixed(First.Cycles);
}

/// Where most of the time goes, when nothing was accelerated.
static std::string causeVerdict(const rafter::Causality &C,
                                SourceText &Source) {
  std::string Time = formatFixed(timeOf(C.Base)) + " " + timeUnit(C.Base);
  const CauseShare *Most = nullptr;
  const InstructionCauses *Where = nullptr;
  for (const InstructionCauses &I : C.Instructions)
    for (const CauseShare &Share : I.By)
      if (!Most || Share.Cycles > Most->Cycles) {
        Most = &Share;
        Where = &I;
      }
  if (!Most)
    return Time + " that belong to no instruction";
  return formatPercent(shareOf(Most->Cycles, C.Base)) + " of " + Time +
         " pass because of " + describe(Most->Resource) +
         placeOf(*Where, Source, true);
}

std::string rafter::machineVerdict(const Sensitivity *S, const Causality *C,
                                   SourceText &Source) {
  if ((S ? S->Base : C->Base).Instructions == 0)
    return "nothing to bound: no instruction executes";
  return S ? limitVerdict(*S, C, Source) : causeVerdict(*C, Source);
}
