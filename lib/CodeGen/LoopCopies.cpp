//===- LoopCopies.cpp - The machine loops of a source loop ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/LoopCopies.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>
#include <tuple>

using namespace rafter;
using llvm::ArrayRef;

/// The operations of the copy that does least at once: the remainder, where
/// the loops were not seen before.
static ArrayRef<LoopOperation> remainderOf(ArrayRef<LoopCopy> Copies) {
  ArrayRef<LoopOperation> Best;
  uint64_t Shortest = 0;
  for (const LoopCopy &C : Copies) {
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

/// Whether something of After moves by a constant or takes several elements,
/// and moves by what is not known in Before: the optimizer made a loop for
/// strides of one element.
static bool isOfOneStride(ArrayRef<LoopOperation> Before,
                          ArrayRef<LoopOperation> After) {
  std::set<std::tuple<unsigned, unsigned, unsigned>> Unknown;
  for (const LoopOperation &O : Before)
    if (O.Line != 0 && O.IsStrided)
      Unknown.insert({O.Line, O.Column, O.Opcode});
  return llvm::any_of(After, [&](const LoopOperation &O) {
    return ((O.Step && *O.Step != 0) || O.Lanes > 1) &&
           Unknown.count({O.Line, O.Column, O.Opcode});
  });
}

static void findFactors(LoopGroup &Group, bool Unoptimized) {
  bool HasRemainder = !Group.Source && Group.Copies.size() > 1;
  ArrayRef<LoopOperation> Before;
  if (Group.Source)
    Before = Group.Source->Marks;
  else if (HasRemainder)
    Before = remainderOf(Group.Copies);
  for (LoopCopy &C : Group.Copies) {
    if (Unoptimized)
      C.AtOnce = 1;
    else
      C.AtOnce = iterationsAtOnce(Before, C.Code->Operations);
    C.Iterations = C.Code->Executions * C.AtOnce.value_or(1);
    C.IsForOtherData =
        C.Code->IsKeptOut || isOfOneStride(Before, C.Code->Operations);
  }
}

/// Whether Inner was in L, as far as is known where they begin.
static bool isAround(const MachineLoop &L, const SourceLoop &Inner) {
  return llvm::any_of(Inner.Around, [&](const PlaceInFunction &P) {
    return P.Line == 0 || (P.File == L.Source.File && P.Line == L.Source.Line &&
                           P.Column == L.Source.Column);
  });
}

/// Adds those of Loops that have all iterations of G's loop, or many of them,
/// in their own code: the vector body of a loop of constant length is unrolled
/// altogether, and what is left as a loop is for arrays that overlap.
static void addUnrolled(LoopGroup &G,
                        llvm::MutableArrayRef<MachineLoop> Loops) {
  if (!G.Source || !G.Source->IsInnermost)
    return;
  // Sums of lanes and hoisted operations are no iterations: loads and stores
  // of what moves are.
  std::vector<LoopOperation> Moving;
  for (const LoopOperation &M : G.Source->Marks)
    if (M.Step && *M.Step != 0)
      Moving.push_back(M);
  for (MachineLoop &L : Loops) {
    // What is inlined into several loops is no iteration of another one.
    if (L.IsInnermost || !isAround(L, *G.Source))
      continue;
    std::vector<LoopOperation> Own = L.Operations;
    // They are those of the loop around.
    for (LoopOperation &O : Own)
      O.Step.reset();
    std::optional<unsigned> AtOnce = iterationsAtOnce(Moving, Own);
    if (AtOnce > 1u)
      G.Copies.push_back({&L, AtOnce, L.Executions * *AtOnce, true});
  }
}

/// Whether some operation of C is of a vector.
static bool hasVectors(const LoopCopy &C) {
  return llvm::any_of(C.Code->Operations,
                      [](const LoopOperation &O) { return O.Lanes > 1; });
}

const LoopCopy &LoopGroup::mostExecuted() const {
  auto isForAll = [](const LoopCopy &C) {
    return C.Code->IsProfiled || !C.IsForOtherData;
  };
  bool AnyForAll = llvm::any_of(Copies, isForAll);
  double Most = 0;
  for (const LoopCopy &C : Copies)
    if (isForAll(C) || !AnyForAll)
      Most = std::max(Most, C.Iterations);
  // The loop for arrays that overlap is unrolled, and may do as much at once as
  // the vector body. Block frequencies take every check in front of that for
  // the toss of a coin.
  auto isLikely = [&](const LoopCopy &C) {
    return C.Iterations >= Most / 2 ||
           (C.Iterations > 0 && hasVectors(C) && !C.Code->IsProfiled);
  };
  auto rank = [](const LoopCopy &C) {
    return std::tuple(C.AtOnce.value_or(1),
                      !C.Code->IsProfiled && hasVectors(C), C.Iterations);
  };
  const LoopCopy *Best = nullptr;
  for (const LoopCopy &C : Copies)
    if ((isForAll(C) || !AnyForAll) && isLikely(C) &&
        (!Best || rank(C) > rank(*Best)))
      Best = &C;
  return *Best;
}

using GroupKey = std::tuple<std::string, unsigned, unsigned, std::string>;
using Groups = std::map<GroupKey, LoopGroup>;

using OperationPlaces = std::set<std::tuple<unsigned, unsigned, unsigned>>;

static OperationPlaces placesOf(const LoopGroup &G) {
  OperationPlaces Places;
  for (const LoopCopy &C : G.Copies)
    for (const LoopOperation &O : C.Code->Operations)
      if (O.Line != 0)
        Places.insert({O.Line, O.Column, O.Opcode});
  return Places;
}

/// Copies that were made for cases told apart when the loop is entered may have
/// lost where it begins: LLVM takes the place of a branch before it. But they
/// are on the same line, and most of what one of them does stands where the
/// other does it: what was hoisted may have lent its place to another.
static bool areCopies(const LoopGroup &A, const LoopGroup &B) {
  OperationPlaces OfA = placesOf(A), OfB = placesOf(B);
  size_t Common = llvm::count_if(
      OfA, [&](const auto &Place) { return OfB.count(Place) != 0; });
  return Common != 0 && 2 * Common > std::min(OfA.size(), OfB.size());
}

/// Whether B, at a place where no loop was before the optimizer, only does what
/// stands in the loop A. (A loop around A does so, too.)
static bool isPartOf(const LoopGroup &B, const LoopGroup &A) {
  if (!A.Source || B.Source ||
      A.Copies.front().Code->IsInnermost != B.Copies.front().Code->IsInnermost)
    return false;
  OperationPlaces OfA = placesOf(A), OfB = placesOf(B);
  return !OfB.empty() &&
         std::includes(OfA.begin(), OfA.end(), OfB.begin(), OfB.end());
}

static bool belongTogether(const GroupKey &PlaceA, const LoopGroup &A,
                           const GroupKey &PlaceB, const LoopGroup &B) {
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
      LoopGroup &A = First->second, &B = Second->second;
      if (!belongTogether(First->first, A, Second->first, B)) {
        ++Second;
        continue;
      }
      if (B.Source || (B.Said && !A.Source))
        std::swap(A, B);
      for (LoopCopy &C : B.Copies) {
        C.Code->Name = A.Copies.front().Code->Name;
        C.Code->Source = A.Copies.front().Code->Source;
        C.Code->Start = A.Copies.front().Code->Start;
        C.Code->Written = A.Copies.front().Code->Written;
        A.Copies.push_back(C);
      }
      A.Said = A.Said ? A.Said : B.Said;
      Second = All.erase(Second);
    }
}

/// Tells loops at one place apart: a loop from those in it, and those of
/// libraries that several calls brought into a function.
static std::string instanceOf(const MachineLoop &L) {
  std::string Which = L.IsInnermost ? "" : "outer";
  if (!L.Start || L.Start == L.Written)
    return Which;
  SourceLocation Call = locationOf(L.Start);
  return Which + Call.File + ":" + std::to_string(Call.Line) + ":" +
         std::to_string(Call.Column);
}

std::vector<LoopGroup>
rafter::groupBySource(llvm::MutableArrayRef<MachineLoop> Loops,
                      const LoopContext &Context) {
  Groups All;
  for (MachineLoop &L : Loops) {
    const SourceLocation &Where = L.Source;
    LoopGroup &G = All[{Where.File, Where.Line, Where.Column,
                        Where.isValid() ? instanceOf(L) : L.Name}];
    G.Copies.push_back({&L, std::nullopt, 0});
    if (G.Copies.size() != 1)
      continue;
    if (Context.Sources)
      G.Source = Context.Sources->find(L.Symbol,
                                       {Where.File, Where.Line, Where.Column},
                                       L.Written, L.IsInnermost);
    if (Context.Said)
      G.Said = Context.Said(Where);
  }
  mergeCopies(All);
  std::vector<LoopGroup> Result;
  for (auto &[Place, Group] : All) {
    findFactors(Group, Context.Unoptimized);
    if (Context.WithUnrolled && !Context.Unoptimized)
      addUnrolled(Group, Loops);
    Result.push_back(std::move(Group));
  }
  return Result;
}
