//===- StaticWalkAssumptionsTest.cpp - What the walk says it assumed ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every assumption is listed, with its line, once, in the order of the source;
// and the events are those of the assumption.
//
//===----------------------------------------------------------------------===//

#include "StaticWalkFixture.h"
#include "llvm/IR/Instructions.h"
#include <gmock/gmock.h>

using namespace rafter;
using namespace rafter::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

namespace {

/// -O1: loops as they are written.
struct Walked {
  explicit Walked(const char *Source, const char *Name = "f",
                  StaticWalkOptions Options = {}, const char *Flags = "-O1")
      : C(Source, Flags) {
    Words = C.walk(Name, Options, &Result);
    Events = C.splitStatic(Words);
  }
  Compiled C;
  StaticWalkResult Result;
  std::vector<uint64_t> Words;
  std::vector<Event> Events;

  /// Events with addresses.
  size_t accesses() const {
    return llvm::count_if(Events,
                          [](const Event &E) { return !E.Addresses.empty(); });
  }
  /// Different addresses of the access with this index in its event.
  size_t distinct(size_t Index) const {
    std::set<std::pair<uint32_t, int64_t>> Seen;
    for (const Event &E : Events)
      if (Index < E.Addresses.size())
        Seen.insert(E.Addresses[Index]);
    return Seen.size();
  }
};

/// No limit that a test of assumed sizes comes to.
StaticWalkOptions wholeWalk() {
  StaticWalkOptions Options;
  Options.MaxOperations = 20'000'000;
  return Options;
}

TEST(StaticWalkAssumptions, UnknownSizesAndPointers) {
  Walked W("void f(double *a, const double *b,\n"
           "       long n) {\n"
           "  for (long i = 0; i < n; i++) a[i] += b[i];\n"
           "}\n");
  EXPECT_THAT(W.Result.Assumptions,
              ElementsAre("kernel.c:1: a, b: assumed not to overlap, "
                          "page-aligned",
                          "kernel.c:1: n = 1000 (argument of f, assumed)"));
  EXPECT_EQ(W.accesses(), 1000u);
  EXPECT_TRUE(W.Result.Complete);
}

TEST(StaticWalkAssumptions, NothingForKnownLoopsAndGlobals) {
  Walked W("static double a[300], b[300];\n"
           "double f(void) {\n"
           "  double s = 0;\n"
           "  for (long i = 0; i < 300; i++) { a[i] = b[i] * s; s += a[i]; }\n"
           "  return s + a[3];\n"
           "}\n"
           "void g(long i) { a[i] = b[i] = i; }\n");
  EXPECT_THAT(W.Result.Assumptions, IsEmpty());
  EXPECT_GE(W.accesses(), 300u);
}

TEST(StaticWalkAssumptions, ValuesMayBeGiven) {
  StaticWalkOptions Options;
  Options.Values["n"] = 37;
  Walked W("void f(double *a, int n) {\n"
           "  for (int i = 0; i < n; i++) a[i] += 1;\n"
           "}\n",
           "f", Options);
  EXPECT_THAT(W.Result.Assumptions,
              ElementsAre("kernel.c:1: a: assumed page-aligned",
                          "kernel.c:1: n = 37 (argument of f, given)"));
  EXPECT_EQ(W.accesses(), 37u);
}

TEST(StaticWalkAssumptions, TheValueOfUnknownsIsAnOption) {
  StaticWalkOptions Options;
  Options.AssumedValue = 20;
  Walked W("void f(double *a, int n) {\n"
           "  for (int i = 0; i < n; i++) a[i] += 1;\n"
           "}\n",
           "f", Options);
  EXPECT_EQ(W.accesses(), 20u);
}

TEST(StaticWalkAssumptions, ConstantsOfAllCallersAreTaken) {
  Walked W("__attribute__((noinline)) void f(double *a, int n, int m) {\n"
           "  for (int i = 0; i < n + m; i++) a[i] += 1;\n"
           "}\n"
           "void g(double *a) { f(a, 20, 1); f(a + 5, 20, 3); }\n");
  EXPECT_THAT(
      W.Result.Assumptions,
      ElementsAre("kernel.c:1: a: assumed page-aligned",
                  "kernel.c:1: m = 1000 (argument of f, assumed)",
                  "kernel.c:1: n = 20 (argument of f, as in all its calls in "
                  "this module)"));
  EXPECT_EQ(W.accesses(), 1020u);
}

TEST(StaticWalkAssumptions, AnUnknownStrideIsTheSameEverywhere) {
  Walked W("void f(double *a, double *b, long n, long ld) {\n"
           "  for (long i = 0; i < n; i++)\n"
           "    for (long j = 0; j < 3; j++) a[i * ld + j] = b[j * ld + i];\n"
           "}\n");
  // The last element of b read: j = 2, i = 999.
  bool Found = false;
  for (const Event &E : W.Events)
    for (auto [Object, Offset] : E.Addresses)
      Found |= Offset == 8 * (2 * 1000 + 999);
  EXPECT_TRUE(Found);
}

TEST(StaticWalkAssumptions, LoadedSizesHaveTheirNames) {
  Walked W("struct matrix { int rows, columns; double *data; };\n"
           "void f(struct matrix *m) {\n"
           "  for (int i = 0; i < m->rows; i++)\n"
           "    for (int j = 0; j < m->columns; j++)\n"
           "      m->data[i * m->columns + j] += 1;\n"
           "}\n",
           "f", wholeWalk());
  EXPECT_THAT(W.Result.Assumptions,
              testing::UnorderedElementsAre(
                  HasSubstr("m->rows = 1000 (loaded, assumed)"),
                  HasSubstr("m->columns = 1000 (loaded, assumed)"),
                  HasSubstr("m->data: assumed page-aligned")));
  EXPECT_EQ(W.accesses(), 1'000'000u);
}

TEST(StaticWalkAssumptions, GlobalsHaveTheirInitialValue) {
  Walked W("int N = 50;\n"
           "void f(double *a) {\n"
           "  for (int i = 0; i < N; i++) a[i] += 1;\n"
           "}\n");
  EXPECT_THAT(W.Result.Assumptions,
              ElementsAre("kernel.c:2: a: assumed page-aligned",
                          "kernel.c:3: N = 50 (initial value, assumed "
                          "unchanged)"));
  EXPECT_EQ(W.accesses(), 50u);
}

TEST(StaticWalkAssumptions, APointerToTheEndIsAKnownDistanceAway) {
  for (const char *Flags :
       {"-O1", "-O2", "-O2 -ffast-math -march=x86-64-v3 -fno-unroll-loops"}) {
    Walked W("double f(const double *p, const double *end, double *out) {\n"
             "  double s = 0;\n"
             "  for (; p != end; ++p) s += *p;\n"
             "  *out = s;\n"
             "  return s;\n"
             "}\n",
             "f", {}, Flags);
    EXPECT_THAT(W.Result.Assumptions,
                testing::Contains("kernel.c:1: end = p + 1000 elements of 8 "
                                  "bytes (assumed)"))
        << Flags;
    EXPECT_TRUE(W.Result.Complete);
    int64_t Last = 0;
    for (const Event &E : W.Events)
      for (auto [Object, Offset] : E.Addresses)
        if (Object == 0)
          Last = std::max(Last, Offset);
    EXPECT_GE(Last, 996 * 8) << Flags;
    EXPECT_LE(Last, 999 * 8) << Flags;
  }
}

TEST(StaticWalkAssumptions, WhatALoopStoresIsData) {
  // Without optimization, counters live in memory.
  StaticWalkOptions Options;
  Options.AssumedTripCount = 9;
  Walked W("void f(double *a, int n) {\n"
           "  for (int i = 0; i < n; i++) a[i] += 1;\n"
           "}\n",
           "f", Options, "-O0");
  EXPECT_EQ(W.accesses(), 9u);
  EXPECT_THAT(W.Result.Assumptions,
              testing::Contains("kernel.c:2: the condition depends on data of "
                                "line 2; assumed: 9 iterations of the loop"));
}

TEST(StaticWalkAssumptions, MainHasNoCommandLine) {
  Walked W("long atol(const char *);\n"
           "double a[5000];\n"
           "int main(int argc, char **argv) {\n"
           "  long n = argc > 1 ? atol(argv[1]) : 2000;\n"
           "  for (long i = 0; i < n; i++) a[i] += 2;\n"
           "  return a[4] > 3;\n"
           "}\n",
           "main");
  EXPECT_THAT(W.Result.Assumptions,
              ElementsAre("kernel.c:3: argc = 1 (no command line, assumed)"));
  EXPECT_EQ(W.accesses(), 2001u);
}

TEST(StaticWalkAssumptions, IndirectAccessesStayInPlace) {
  const char *Source = "void f(double *a, double *b, const int *x, int n) {\n"
                       "  for (int i = 0; i < n; i++)\n"
                       "    b[i] = a[x[i]];\n"
                       "}\n";
  Walked W(Source);
  EXPECT_THAT(
      W.Result.Assumptions,
      ElementsAre("kernel.c:1: a, b: assumed not to overlap, page-aligned",
                  "kernel.c:1: n = 1000 (argument of f, assumed)",
                  "kernel.c:3: the address depends on data of line 3; "
                  "assumed: always the same data (hits L1)"));
  EXPECT_EQ(W.distinct(0), 1u);
  EXPECT_EQ(W.distinct(1), 1000u);

  StaticWalkOptions Options;
  Options.RandomBytes = 1 << 20;
  Walked Random(Source, "f", Options);
  EXPECT_THAT(Random.Result.Assumptions,
              testing::Contains("kernel.c:3: the address depends on data; "
                                "assumed: random within 1048576 bytes"));
  EXPECT_GT(Random.distinct(0), 990u);
  for (const Event &E : Random.Events)
    if (!E.Addresses.empty()) {
      EXPECT_GE(E.Addresses[0].second, 0);
      EXPECT_LT(E.Addresses[0].second, 1 << 20);
    }
}

TEST(StaticWalkAssumptions, ALoopThatEndsByDataGetsATripCount) {
  StaticWalkOptions Options;
  Options.AssumedTripCount = 70;
  Walked W("struct node { struct node *next; double value; };\n"
           "double f(const struct node *p) {\n"
           "  double s = 0;\n"
           "  for (; p; p = p->next)\n"
           "    s += p->value;\n"
           "  return s;\n"
           "}\n",
           "f", Options);
  EXPECT_EQ(W.accesses(), 70u);
  EXPECT_THAT(W.Result.Assumptions,
              testing::Contains("kernel.c:4: the condition depends on data of "
                                "line 4; assumed: 70 iterations of the loop"));
}

TEST(StaticWalkAssumptions, ConvergenceLoops) {
  StaticWalkOptions Options;
  Options.AssumedTripCount = 30;
  Walked W("void f(double *a) {\n"
           "  double e;\n"
           "  do {\n"
           "    e = 0;\n"
           "    for (int i = 0; i < 10; i++) { a[i] *= 0.5; e += a[i]; }\n"
           "  } while (e > 1e-6);\n"
           "}\n",
           "f", Options);
  EXPECT_EQ(W.accesses(), 300u);
}

TEST(StaticWalkAssumptions, LoopsAreNotLeftEarly) {
  Walked W("double f(const double *a, int n) {\n"
           "  for (int i = 0; i < n; i++)\n"
           "    if (a[i] > 1) return a[i];\n"
           "  return 0;\n"
           "}\n");
  EXPECT_EQ(W.accesses(), 1000u);
  EXPECT_THAT(W.Result.Assumptions,
              testing::Contains("kernel.c:3: the condition depends on data of "
                                "line 3; assumed: the loop does not end here"));
}

TEST(StaticWalkAssumptions, BranchesOnDataGoTheLikelierWay) {
  Walked W("void f(double *a, double *b, int n) {\n"
           "  for (int i = 0; i < n; i++) {\n"
           "    if (__builtin_expect(a[i] > 0.5, 0))\n"
           "      b[i] = 0;\n"
           "    else\n"
           "      b[i + 7] += a[i];\n"
           "  }\n"
           "}\n");
  EXPECT_THAT(W.Result.Assumptions,
              testing::Contains("kernel.c:3: the condition depends on data of "
                                "line 3; assumed: the likelier way, to line "
                                "6"));
}

TEST(StaticWalkAssumptions, EquallyLikelyWaysDoSomething) {
  // The store is what the loop is for, whichever way the test is written.
  for (const char *Test : {"k[i] == 2", "!(k[i] != 2)"}) {
    Walked W((llvm::Twine("void f(float *b, const int *k, int n) {\n"
                          "  for (int i = 0; i < n; i++)\n"
                          "    if (") +
              Test +
              ")\n"
              "      __atomic_store_n((int *)&b[i], 1, 0);\n"
              "}\n")
                 .str()
                 .c_str());
    EXPECT_THAT(W.Result.Assumptions,
                testing::Contains(HasSubstr("the likelier way, to line 4")))
        << Test;
  }
}

TEST(StaticWalkAssumptions, ARowOfASparseMatrixGoesOnWhereTheLastOneEnded) {
  StaticWalkOptions Options;
  Options.AssumedTripCount = 8;
  Options.Values["n"] = 5;
  Walked W("void f(int n, const int *row, const int *column,\n"
           "       const double *value, const double *x, double *y) {\n"
           "  for (int i = 0; i < n; i++) {\n"
           "    double s = 0;\n"
           "    for (int j = row[i]; j < row[i + 1]; j++)\n"
           "      s += value[j] * x[column[j]];\n"
           "    y[i] = s;\n"
           "  }\n"
           "}\n",
           "f", Options);
  std::set<int64_t> Values;
  for (const Event &E : W.Events)
    if (E.Addresses.size() == 2)
      Values.insert(E.Addresses[0].second);
  EXPECT_EQ(Values.size(), 40u);
  EXPECT_EQ(*Values.rbegin(), 39 * 8);
  EXPECT_THAT(W.Result.Assumptions,
              testing::Contains("kernel.c:6: the count begins at data; "
                                "assumed: it goes on where the loop ended "
                                "before"));
}

TEST(StaticWalkAssumptions, CallsOutOfTheModuleAreCounted) {
  Walked W("void unknown(double *);\n"
           "double sin(double);\n"
           "void f(double *a, int n) {\n"
           "  for (int i = 0; i < n; i++) { a[i] = sin(a[i]); unknown(a); }\n"
           "}\n");
  EXPECT_THAT(W.Result.NotSeen,
              ElementsAre(Pair("sin", 1000), Pair("unknown", 1000)));
}

TEST(StaticWalkAssumptions, CallsThroughPointersAreNotFollowed) {
  Walked W("void f(double *a, void (*g)(double *)) {\n"
           "  for (int i = 0; i < 9; i++) { a[i] = 0; g(a); }\n"
           "}\n");
  EXPECT_THAT(W.Result.Assumptions,
              testing::Contains("kernel.c:2: the call through a pointer is not "
                                "followed"));
}

TEST(StaticWalkAssumptions, OneLineEachInSourceOrder) {
  Walked W("void f(double *a, int n) {\n"
           "  for (int i = 0; i < n; i++)\n"
           "    if (a[i] > 3) a[i + 1] = a[i] * a[i];\n"
           "  for (int i = 0; i < n; i++)\n"
           "    if (a[i] > 3) a[i + 1] = a[i] * a[i];\n"
           "}\n");
  std::vector<unsigned> Lines;
  for (const std::string &A : W.Result.Assumptions)
    Lines.push_back(std::stoi(A.substr(strlen("kernel.c:"))));
  EXPECT_THAT(Lines, ElementsAre(1, 1, 3, 5));
}

TEST(StaticWalkAssumptions, WithoutDebugInformationNamesAreThoseOfTheIR) {
  Walked W("void f(double *a, int n) {\n"
           "  for (int i = 0; i < n; i++) a[i] += 1;\n"
           "}\n",
           "f", {}, "-O1 -g0");
  EXPECT_THAT(W.Result.Assumptions,
              ElementsAre("a: assumed page-aligned",
                          "n = 1000 (argument of f, assumed)"));
}

} // namespace
