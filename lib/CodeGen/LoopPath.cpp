//===- LoopPath.cpp - The likeliest way through machine blocks ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopPath.h"
#include "rafter/IR/BranchWays.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>

using namespace llvm;

namespace rafter {

namespace {

/// The best way found to one block.
struct Way {
  /// How much less likely it is than going the likeliest way at each branch:
  /// -log of the product over its branches of the probability of the edge taken
  /// over that of the likeliest edge.
  double Cost = std::numeric_limits<double>::infinity();
  const MachineBasicBlock *From = nullptr;
  bool Done = false;
};

} // namespace

static double share(BranchProbability P) {
  return double(P.getNumerator()) / P.getDenominator();
}

/// More of -log of a probability than rounding, and less than any difference
/// that somebody means.
static constexpr double Tie = 1e-6;

/// Whether B calls a function, as what is seldom needed does: the root of a
/// number below zero.
static bool callsFunction(const BasicBlock &B) {
  return llvm::any_of(B, [](const Instruction &I) {
    return isa<CallBase>(I) && !isa<IntrinsicInst>(I);
  });
}

/// Of the two ways of a branch the one that does something where the other one
/// leads around it; null: neither does.
static const BasicBlock *wayThatDoes(const BranchInst &Branch) {
  const BasicBlock *First = Branch.getSuccessor(0),
                   *Second = Branch.getSuccessor(1);
  const BasicBlock *Way = leadsTo(*First, *Second)   ? First
                          : leadsTo(*Second, *First) ? Second
                                                     : nullptr;
  return Way && !callsFunction(*Way) ? Way : nullptr;
}

/// What decides between ways that are equally likely, as the walk of the IR
/// does (Decisions::likelier): the one that does something rather than the one
/// around it, which may set a register on its way; else the first that the
/// branch of the IR names.
static double tieCost(const MachineBasicBlock &B, const MachineBasicBlock &To) {
  for (const MachineBasicBlock *Other : B.successors())
    if (Other != &To && Other->succ_size() == 1 && Other->isSuccessor(&To))
      return 2 * Tie;
  const BasicBlock *From = B.getBasicBlock(), *Way = To.getBasicBlock();
  const auto *Branch =
      From ? dyn_cast<BranchInst>(From->getTerminator()) : nullptr;
  if (!Branch || !Branch->isConditional())
    return 0;
  const BasicBlock *Doing = wayThatDoes(*Branch);
  if (Doing && llvm::any_of(B.successors(), [&](const MachineBasicBlock *S) {
        return S->getBasicBlock() == Doing;
      }))
    return Way == Doing ? 0 : 2 * Tie;
  return Branch->getSuccessor(0) != Way && Branch->getSuccessor(1) == Way ? Tie
                                                                          : 0;
}

std::vector<const MachineBasicBlock *>
likeliestPath(const MachineBasicBlock &Begin, BlockFilter Inside,
              BlockFilter IsEnd,
              const MachineBranchProbabilityInfo &Probabilities) {
  // Dijkstra's algorithm over what is inside.
  DenseMap<const MachineBasicBlock *, Way> Ways;
  using Step = std::tuple<double, int, const MachineBasicBlock *>;
  std::priority_queue<Step, std::vector<Step>, std::greater<Step>> Next;
  Ways[&Begin].Cost = 0;
  Next.push({0, Begin.getNumber(), &Begin});
  while (!Next.empty()) {
    const MachineBasicBlock *Best = std::get<2>(Next.top());
    Next.pop();
    Way &Here = Ways[Best];
    if (std::exchange(Here.Done, true))
      continue;
    if (IsEnd(*Best)) {
      std::vector<const MachineBasicBlock *> Path;
      for (const MachineBasicBlock *B = Best; B; B = Ways[B].From)
        Path.push_back(B);
      std::reverse(Path.begin(), Path.end());
      return Path;
    }
    double Cost = Here.Cost, Most = 0;
    auto isAllowed = [&](const MachineBasicBlock &B) {
      return Inside(B) && !B.isEHPad();
    };
    auto shareOf = [&](const MachineBasicBlock *To) {
      double Share = share(Probabilities.getEdgeProbability(Best, To));
      return std::max(Share, 1e-9);
    };
    for (const MachineBasicBlock *S : Best->successors())
      if (isAllowed(*S))
        Most = std::max(Most, shareOf(S));
    for (const MachineBasicBlock *S : Best->successors()) {
      if (!isAllowed(*S))
        continue;
      double There = Cost + std::log(Most / shareOf(S)) + tieCost(*Best, *S);
      Way &Known = Ways[S];
      if (Known.Done || There >= Known.Cost)
        continue;
      Known = {There, Best, false};
      Next.push({There, S->getNumber(), S});
    }
  }
  return {};
}

/// Without a profile LLVM may take the targets that leave the stack as it is
/// for an inner loop, and all others for rare.
static constexpr double LeastDispatch = 1.0 / 64;

/// The block in L, but in no loop within it, that jumps through a table in most
/// iterations; null if there is none.
static const MachineBasicBlock *
dispatchOf(const llvm::MachineLoop &L, const MachineLoopInfo &Loops,
           const MachineBlockFrequencyInfo &Frequencies, bool IsProfiled) {
  auto frequency = [&](const MachineBasicBlock *B) {
    return Frequencies.getBlockFreqRelativeToEntryBlock(B);
  };
  const MachineBasicBlock *Best = nullptr;
  double Least = frequency(L.getHeader()) * (IsProfiled ? 0.5 : LeastDispatch);
  for (const MachineBasicBlock *B : L.blocks())
    if (!B->empty() && B->back().isIndirectBranch() &&
        Loops.getLoopFor(B) == &L && frequency(B) >= Least) {
      Best = B;
      Least = frequency(B);
    }
  return Best;
}

std::vector<const MachineBasicBlock *>
pathThrough(const llvm::MachineLoop &L, const MachineLoopInfo &Loops,
            const MachineBlockFrequencyInfo &Frequencies,
            const MachineBranchProbabilityInfo &Probabilities,
            bool IsProfiled) {
  const MachineBasicBlock *Header = L.getHeader();
  auto isInside = [&](const MachineBasicBlock &B) { return L.contains(&B); };
  auto isLatch = [&](const MachineBasicBlock &B) {
    return B.isSuccessor(Header);
  };
  const MachineBasicBlock *Dispatch =
      dispatchOf(L, Loops, Frequencies, IsProfiled);
  if (!Dispatch)
    return likeliestPath(*Header, isInside, isLatch, Probabilities);
  auto Path = likeliestPath(
      *Header, isInside,
      [&](const MachineBasicBlock &B) { return &B == Dispatch; },
      Probabilities);
  auto Rest = likeliestPath(*Dispatch, isInside, isLatch, Probabilities);
  if (Path.empty() || Rest.empty())
    return {};
  Path.insert(Path.end(), Rest.begin() + 1, Rest.end());
  return Path;
}

/// What is no less likely is as likely as the rest: LLVM gives a comparison
/// with zero, of which it says more, 0.375.
static constexpr double LeastOther = 0.35;

/// Where B of L goes instead of To, within L; null: nowhere that is about as
/// likely.
static const MachineBasicBlock *
otherThan(const MachineBasicBlock &B, const MachineBasicBlock *To,
          const llvm::MachineLoop &L,
          const MachineBranchProbabilityInfo &Probabilities) {
  for (const MachineBasicBlock *S : B.successors())
    if (S != To && L.contains(S) && !S->isEHPad() &&
        share(Probabilities.getEdgeProbability(&B, S)) >= LeastOther)
      return S;
  return nullptr;
}

OtherPath otherPath(const llvm::MachineLoop &L,
                    ArrayRef<const MachineBasicBlock *> Path,
                    const MachineLoopInfo &Loops,
                    const MachineBranchProbabilityInfo &Probabilities) {
  const MachineBasicBlock *Header = L.getHeader();
  OtherPath Result;
  // Along Path, and where there is another way along that one until it is back.
  for (size_t I = 0; I < Path.size();) {
    const MachineBasicBlock *B = Path[I];
    Result.Blocks.push_back(B);
    const MachineBasicBlock *To = ++I < Path.size() ? Path[I] : Header;
    const MachineBasicBlock *Other = Loops.getLoopFor(B) == &L
                                         ? otherThan(*B, To, L, Probabilities)
                                         : nullptr;
    if (!Other)
      continue;
    ArrayRef<const MachineBasicBlock *> Rest = Path.drop_front(I);
    if (Other == Header) {
      I = Path.size();
    } else if (is_contained(Rest, Other)) {
      I = find(Path, Other) - Path.begin();
    } else {
      auto isInside = [&](const MachineBasicBlock &At) {
        return L.contains(&At) && !is_contained(Path, &At);
      };
      auto isBack = [&](const MachineBasicBlock &At) {
        return At.isSuccessor(Header) ||
               any_of(Rest, [&](const auto *R) { return At.isSuccessor(R); });
      };
      auto Aside = likeliestPath(*Other, isInside, isBack, Probabilities);
      if (Aside.empty())
        continue;
      append_range(Result.Blocks, Aside);
      while (I < Path.size() && !Aside.back()->isSuccessor(Path[I]))
        ++I;
    }
    if (!Result.Branch)
      Result.Branch = &*B->getFirstTerminator();
  }
  if (!Result.Branch)
    Result.Blocks.clear();
  return Result;
}

/// So many instructions can be executed instead of a branch around them, and
/// so many targets are those of a dispatch.
static constexpr size_t MostSkipped = 8;
static constexpr ptrdiff_t LeastTargets = 4;

/// Whether B does little and calls nothing.
static bool isShort(const MachineBasicBlock &B) {
  size_t Length = 0;
  for (const MachineInstr &MI : B) {
    Length += !MI.isMetaInstruction();
    if (MI.isCall())
      return false;
  }
  return Length <= MostSkipped;
}

bool mayGoElsewhere(const MachineInstr &Branch, const MachineLoopInfo &Loops,
                    bool IsProfiled) {
  if (!Branch.isConditionalBranch() && !Branch.isIndirectBranch())
    return false;
  const MachineBasicBlock *B = Branch.getParent();
  const llvm::MachineLoop *L = Loops.getLoopFor(B);
  ptrdiff_t Inside =
      L ? count_if(B->successors(),
                   [&](const MachineBasicBlock *To) { return L->contains(To); })
        : 0;
  if (IsProfiled || Inside < 2)
    return Inside > 1;
  if (Branch.isIndirectBranch())
    return Inside >= LeastTargets;
  // Each way is a short block, or none, and all lead to the same place; or all
  // are short and end with the same branch, which was copied into them.
  auto leadsTo = [](const MachineBasicBlock *Way, const MachineBasicBlock *To) {
    return Way == To || (Way->succ_size() == 1 && Way->pred_size() == 1 &&
                         *Way->succ_begin() == To && isShort(*Way));
  };
  auto goesOnLike = [](const MachineBasicBlock *Way,
                       const MachineBasicBlock *Other) {
    return isShort(*Way) && Way->succ_size() == Other->succ_size() &&
           all_of(Way->successors(), [&](const MachineBasicBlock *To) {
             return Other->isSuccessor(To);
           });
  };
  const MachineBasicBlock *First = *B->succ_begin();
  return all_of(B->successors(),
                [&](const MachineBasicBlock *Way) {
                  return L->contains(Way) && goesOnLike(Way, First);
                }) ||
         any_of(B->successors(), [&](const MachineBasicBlock *Way) {
           return Way->succ_size() == 1 &&
                  all_of(B->successors(), [&](const MachineBasicBlock *Other) {
                    return leadsTo(Other, *Way->succ_begin());
                  });
         });
}

bool mayLeave(const MachineInstr &Branch, const MachineLoopInfo &Loops) {
  const llvm::MachineLoop *L = Loops.getLoopFor(Branch.getParent());
  return L && Branch.isConditionalBranch() &&
         any_of(Branch.getParent()->successors(),
                [&](const MachineBasicBlock *To) { return !L->contains(To); });
}

static bool leadsTo(const MachineInstr &MI, const MachineBasicBlock *To) {
  return To && llvm::any_of(MI.operands(), [&](const MachineOperand &O) {
           return O.isMBB() && O.getMBB() == To;
         });
}

std::vector<PathInstruction>
instructionsOf(ArrayRef<const MachineBasicBlock *> Path,
               const MachineBasicBlock *Next,
               const MachineBranchProbabilityInfo &Probabilities) {
  std::vector<PathInstruction> Result;
  for (size_t I = 0; I != Path.size(); ++I) {
    const MachineBasicBlock *To = I + 1 != Path.size() ? Path[I + 1] : Next;
    for (const MachineInstr &MI : Path[I]->instrs()) {
      if (MI.isMetaInstruction() || MI.isBundle())
        continue;
      bool Taken = MI.isCall() || MI.isReturn() || MI.isIndirectBranch() ||
                   (MI.isBranch() && leadsTo(MI, To));
      Result.push_back({&MI, Taken});
      if (To && (MI.isConditionalBranch() || MI.isIndirectBranch()))
        Result.back().Probability =
            share(Probabilities.getEdgeProbability(Path[I], To));
      if (Taken && MI.isBranch())
        break;
    }
  }
  return Result;
}

/// What at least this share of the iterations goes through, by LLVM's
/// probabilities, is as likely as what the others do: a comparison with zero,
/// of which it says more, has 0.375.
static constexpr double LikelyShare = 0.4;

bool likelyCalls(const llvm::MachineLoop &L, const MachineLoopInfo &Loops,
                 const MachineBlockFrequencyInfo &Frequencies) {
  const double Iterations =
      Frequencies.getBlockFreqRelativeToEntryBlock(L.getHeader());
  return any_of(L.blocks(), [&](const MachineBasicBlock *B) {
    return Loops.getLoopFor(B) == &L &&
           Frequencies.getBlockFreqRelativeToEntryBlock(B) >=
               LikelyShare * Iterations &&
           any_of(*B, [](const MachineInstr &MI) { return MI.isCall(); });
  });
}

std::string calleeOf(const MachineInstr &Call) {
  for (const MachineOperand &O : Call.operands()) {
    if (O.isGlobal())
      return demangle(O.getGlobal()->getName());
    if (O.isSymbol())
      return demangle(O.getSymbolName());
  }
  return "(through a pointer)";
}

} // namespace rafter
