//===- Variant.cpp - One way to compile a program -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of what is tried.
//
//===----------------------------------------------------------------------===//

#include "rafter/Trials/Variant.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;

static Variant line(ChangeKind Kind, unsigned Count = 0) {
  return {{{Kind, Count}}, {}, {}};
}
static Variant lines(ChangeKind A, ChangeKind B) {
  return {{{A}, {B}}, {}, {}};
}
static Variant flag(const char *Flag) { return {{}, {}, {Flag}}; }
static Variant frontendFlag(const char *Flag, bool ChangesResults) {
  return {{}, {Flag}, {}, ChangesResults};
}

std::vector<Variant> rafter::targetVariants(const Processor &CPU) {
  if (CPU.LLVMName.empty())
    return {};
  bool IsX86 = CPU.Architecture.rfind("x86", 0) == 0;
  return {{{}, {(IsX86 ? "-march=" : "-mcpu=") + CPU.LLVMName}, {}}};
}

std::vector<Variant> rafter::firstVariants(const Processor &CPU) {
  using enum ChangeKind;
  std::vector<Variant> All = targetVariants(CPU);
  llvm::append_range(All, std::initializer_list<Variant>{
                              line(Reassociate), line(NoOverlap),
                              lines(NoOverlap, Reassociate), line(Reciprocal),
                              frontendFlag("-fno-math-errno", false),
                              line(InlineCalls), line(Exchange),
                              frontendFlag("-ffast-math", true),
                              line(UnrollCount, 4)});
  return All;
}

std::vector<Variant> rafter::otherVariants() {
  using enum ChangeKind;
  return {line(NoUnroll),
          line(Interleave, 4),
          line(Prefetch, 16),
          line(Prefetch, 4),
          line(VectorWidth, 1),
          line(Unpredictable),
          line(Distribute),
          line(AlignObjects, 64),
          flag("-fno-slp-vectorize"),
          line(UnrollCount, 8),
          flag("-O3")};
}

std::vector<Variant> rafter::laterVariants() {
  using enum ChangeKind;
  return {line(Interleave, 4), line(Interleave, 8)};
}

bool Variant::changes(ChangeKind Kind) const {
  return llvm::any_of(Changes,
                      [&](const LoopChange &C) { return C.Kind == Kind; });
}

bool Variant::mayChangeFloats() const {
  return changes(ChangeKind::Reassociate) || changes(ChangeKind::Reciprocal);
}

bool Variant::setsTarget() const {
  return llvm::any_of(FrontendFlags, [](const std::string &Flag) {
    return Flag.rfind("-m", 0) == 0;
  });
}

bool Variant::allowsFastMath() const {
  return llvm::is_contained(FrontendFlags, "-ffast-math");
}

unsigned Variant::effort() const {
  return 2 * (Changes.size() + Flags.size()) + 2 * FrontendFlags.size() +
         ChangesResults;
}

bool Variant::operator==(const Variant &Other) const {
  auto same = [](const LoopChange &A, const LoopChange &B) {
    return A.Kind == B.Kind && A.Count == B.Count;
  };
  return llvm::equal(Changes, Other.Changes, same) &&
         FrontendFlags == Other.FrontendFlags && Flags == Other.Flags;
}

Variant Variant::join(const Variant &A, const Variant &B) {
  Variant Both = A;
  for (const LoopChange &C : B.Changes)
    if (!Both.changes(C.Kind))
      Both.Changes.push_back(C);
  auto add = [](std::vector<std::string> &To,
                const std::vector<std::string> &From) {
    for (const std::string &Flag : From)
      if (!llvm::is_contained(To, Flag))
        To.push_back(Flag);
  };
  add(Both.FrontendFlags, B.FrontendFlags);
  add(Both.Flags, B.Flags);
  Both.ChangesResults |= B.ChangesResults;
  return Both;
}
