//===- StaticWalkNestsTest.cpp - Loop nests and their walks ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which nests there are, that the walk of one is its part of a run, limits,
// and errors.
//
//===----------------------------------------------------------------------===//

#include "StaticWalkFixture.h"
#include "rafter/Stream/SegmentDecoder.h"
#include "llvm/IR/Function.h"
#include <gmock/gmock.h>

using namespace rafter;
using namespace rafter::test;

namespace {

const char TwoNests[] =
    "void f(double *restrict a, double *restrict b, long n) {\n"
    "  for (long i = 0; i < n; i++)\n"
    "    a[i] = b[i] * 2;\n"
    "  for (long i = 0; i < n; i++)\n"
    "    for (long j = 0; j < i; j++)\n"
    "      b[i * n + j] += a[j];\n"
    "}\n"
    "double g(double *a) {\n"
    "  double s = 0;\n"
    "  for (int i = 0; i < 10; i++) s += a[i] * a[i + 20];\n"
    "  return s;\n"
    "}\n";

TEST(StaticWalkNests, AreFoundInSourceOrderWithTheirParts) {
  Compiled C(TwoNests, "-O2 -fno-unroll-loops");
  std::vector<LoopNest> Nests = findLoopNests(C.module(), C.analyses());
  ASSERT_GE(Nests.size(), 2u);
  EXPECT_EQ(Nests[0].Name, "line 2");
  EXPECT_EQ(Nests[0].Depth, 1u);
  // The vector loop and the remainder are one nest.
  EXPECT_EQ(Nests[0].Headers.size(), 2u);
  EXPECT_EQ(Nests[0].Source.Line, 2u);
  EXPECT_EQ(Nests[1].Name, "line 4");
  EXPECT_EQ(Nests[1].Depth, 2u);
  EXPECT_GT(Nests[1].Hotness, 100 * Nests[0].Hotness);
}

/// The optimizer takes the place of the last statement, of another scope, for
/// that of what it leaves behind the vectors.
TEST(StaticWalkNests, ARemainderThatBeginsInTheBodyIsAPartOfItsLoop) {
  Compiled C("void f(const float *restrict x, float *restrict y, long n) {\n"
             "  for (long i = 1; i + 1 < n; i++) {\n"
             "    float a = x[i - 1], b = x[i], c = x[i + 1];\n"
             "    float lo = a < b ? a : b, hi = a < b ? b : a;\n"
             "    y[i] = hi < c ? hi : (lo > c ? lo : c);\n"
             "  }\n"
             "}\n",
             "-O2");
  std::vector<LoopNest> Nests = findLoopNests(C.module(), C.analyses());
  ASSERT_EQ(Nests.size(), 1u);
  EXPECT_EQ(Nests[0].Name, "line 2");
  EXPECT_EQ(Nests[0].Headers.size(), 2u);
}

TEST(StaticWalkNests, LoopsOfOneScopeAreTwoNests) {
  Compiled C("void f(const float *restrict x, float *restrict y,\n"
             "       float *restrict z, int n) {\n"
             "  int i;\n"
             "  for (i = 0; i < n; i++) y[i] = x[i] * 3;\n"
             "  for (i = 0; i < n; i++) z[i] = x[i] + 3;\n"
             "}\n",
             "-O2");
  EXPECT_EQ(findLoopNests(C.module(), C.analyses()).size(), 2u);
}

TEST(StaticWalkNests, HotnessUsesKnownTripCounts) {
  Compiled C("double a[100000];\n"
             "void f(int n) {\n"
             "  for (int i = 0; i < 10; i++) a[i] += 1.5 * i;\n"
             "  for (int i = 0; i < n; i++) a[i] += 1.5 * i;\n"
             "  for (int i = 0; i < 50000; i++) a[i] += 1.5 * i;\n"
             "}\n",
             "-O1 -fno-unroll-loops");
  std::vector<LoopNest> Nests = findLoopNests(C.module(), C.analyses());
  ASSERT_EQ(Nests.size(), 3u);
  EXPECT_LT(Nests[0].Hotness, Nests[1].Hotness);
  EXPECT_LT(Nests[1].Hotness, Nests[2].Hotness);
}

TEST(StaticWalkNests, ALoopInlinedTwiceIsTwoNests) {
  Compiled C("static void scale(double *a, int n) {\n"
             "  for (int i = 0; i < n; i++) a[i] *= 3;\n"
             "}\n"
             "void f(double *a, double *b, int n) {\n"
             "  scale(a, n); scale(b, n);\n"
             "}\n",
             "-O2");
  EXPECT_EQ(findLoopNests(C.module(), C.analyses()).size(), 2u);
}

/// The events of a nest are a contiguous part of those of a run.
TEST(StaticWalkNests, SendTheirPartOfARun) {
  for (const char *Flags : {"-O1", "-O2", "-O3 -march=x86-64-v3"})
    for (long N : {0, 1, 3, 4, 7, 16, 21}) {
      Compiled C(TwoNests, Flags);
      std::vector<double> A(1 << 12, 1), B(1 << 12, 1);
      auto range = [](std::vector<double> &V) {
        uint64_t First = reinterpret_cast<uint64_t>(V.data());
        return std::pair(First, First + V.size() * sizeof(double));
      };
      std::vector<Event> Run =
          C.split(C.run("f", {range(A).first, range(B).first, uint64_t(N)}),
                  {range(A), range(B)});
      StaticWalkOptions Options;
      Options.Values["n"] = N;
      size_t At = 0;
      for (const LoopNest &Nest : findLoopNests(C.module(), C.analyses())) {
        if (Nest.Function->getName() != "f")
          continue;
        StaticWalkResult Result;
        std::vector<Event> Walked =
            C.splitStatic(C.walkNest(Nest, Options, &Result));
        EXPECT_EQ(Result.Events, Walked.size());
        if (N == 0) {
          EXPECT_TRUE(Walked.empty());
          continue;
        }
        auto sameSegments = [](const Event &X, const Event &Y) {
          return X.Segment == Y.Segment &&
                 X.Addresses.size() == Y.Addresses.size();
        };
        auto Found = std::search(Run.begin() + At, Run.end(), Walked.begin(),
                                 Walked.end(), sameSegments);
        ASSERT_NE(Found, Run.end())
            << Flags << ", n = " << N << ", " << Nest.Name << "\n"
            << toString(Walked, 0) << toString(Run, 0);
        At = Found - Run.begin() + Walked.size();
      }
    }
}

TEST(StaticWalkNests, BeginsAndEndsARegion) {
  Compiled C(TwoNests, "-O2");
  LoopNest Nest = findLoopNests(C.module(), C.analyses()).front();
  std::vector<uint64_t> Words = C.walkNest(Nest, {});
  EXPECT_EQ(Words.front(), SegmentDecoder::RegionBegin);
  EXPECT_EQ(Words.back(), SegmentDecoder::RegionEnd);
}

TEST(StaticWalkNests, ValuesOfEarlierLoopsAreComputed) {
  // The second nest begins where the first one stopped.
  Compiled C("void f(double *a, int n) {\n"
             "  int k = 0;\n"
             "  for (int i = 0; i < n; i++)\n"
             "    for (int j = i; j < n; j += 3) k += j & 3;\n"
             "  for (int i = k; i < k + 5; i++) a[i] = 1;\n"
             "}\n",
             "-O1");
  int K = 0;
  for (int I = 0; I < 50; I++)
    for (int J = I; J < 50; J += 3)
      K += J & 3;
  StaticWalkOptions Options;
  Options.Values["n"] = 50;
  std::vector<LoopNest> Nests = findLoopNests(C.module(), C.analyses());
  std::vector<Event> Events = C.splitStatic(C.walkNest(Nests.back(), Options));
  ASSERT_EQ(Events.size(), 5u);
  EXPECT_EQ(Events[0].Addresses[0].second, 8 * K);
}

TEST(StaticWalkNests, ALoopThatIsNeverReached) {
  Compiled C("void f(double *a, int n) {\n"
             "  for (int i = 0; i < n; i++) a[i] = 1;\n"
             "}\n",
             "-O1");
  StaticWalkOptions Options;
  Options.Values["n"] = -3;
  StaticWalkResult Result;
  C.walkNest(findLoopNests(C.module(), C.analyses()).front(), Options, &Result);
  EXPECT_EQ(Result.Events, 0u);
  EXPECT_TRUE(Result.Complete);
}

TEST(StaticWalkLimits, StopAtAnIterationOfTheOutermostLoop) {
  Compiled C("void f(double *a, double *b) {\n"
             "  for (long i = 0; i < 100000; i++)\n"
             "    for (long j = 0; j < 100; j++)\n"
             "      a[i] += b[j];\n"
             "}\n",
             "-O1");
  StaticWalkOptions Options;
  Options.MaxOperations = 10'000;
  StaticWalkResult Result;
  C.walk("f", Options, &Result);
  EXPECT_FALSE(Result.Complete);
  EXPECT_GE(Result.Operations, 10'000u);
  EXPECT_LE(Result.Operations, 10'400u);
  EXPECT_THAT(Result.Assumptions,
              testing::Contains(testing::MatchesRegex(
                  "kernel.c:[23]: the walk stopped at its limit, after [0-9]+ "
                  "operations and a whole iteration of this loop")));
  // Whole iterations: so many times the inner loop's 100.
  size_t Inner = 0;
  for (const Event &E : C.splitStatic(C.walk("f", Options)))
    Inner += !E.Addresses.empty() && E.Addresses.size() >= 1;
  EXPECT_GT(Inner, 1000u);
}

TEST(StaticWalkLimits, GoToInnerLoopsWhereTheOutermostHasLongIterations) {
  Compiled C("void f(double *a) {\n"
             "  for (long t = 0; t < 10; t++)\n"
             "    for (long i = 0; i < 100000000; i++) a[i] += 1;\n"
             "}\n",
             "-O1");
  StaticWalkOptions Options;
  Options.MaxOperations = 100'000;
  StaticWalkResult Result;
  C.walk("f", Options, &Result);
  EXPECT_FALSE(Result.Complete);
  EXPECT_GE(Result.Operations, 100'000u);
  EXPECT_LE(Result.Operations, 120'000u);
}

TEST(StaticWalkLimits, EndlessLoopsAndRecursionStop) {
  Compiled C("void f(double *a) { for (;;) a[0] += 1; }\n"
             "double g(double x) { return g(x * 2) + 1; }\n"
             "volatile int v;\n"
             "void h(void) { for (;;) v = 1; }\n",
             "-O1 -fno-optimize-sibling-calls");
  StaticWalkOptions Options;
  Options.MaxOperations = 100'000;
  for (const char *Name : {"f", "g"}) {
    StaticWalkResult Result;
    C.walk(Name, Options, &Result);
    EXPECT_FALSE(Result.Complete) << Name;
  }
  StaticWalkResult Result;
  C.walk("h", Options, &Result);
  EXPECT_EQ(Result.Events, Result.Events);
}

TEST(StaticWalkErrors, OfTheReceiverEndTheWalk) {
  Compiled C(TwoNests, "-O2");
  StaticWalkOptions Options;
  unsigned Calls = 0;
  llvm::Expected<StaticWalkResult> R =
      walkFunction(C.lowered(), C.function("f"), C.analyses(), Options,
                   [&](llvm::ArrayRef<uint64_t>) -> llvm::Error {
                     ++Calls;
                     return llvm::createStringError("no more space");
                   });
  EXPECT_EQ(llvm::toString(R.takeError()), "no more space");
  EXPECT_EQ(Calls, 1u);
}

TEST(StaticWalkErrors, ADeclarationCannotBeWalked) {
  Compiled C("void g(void); void f(void) { g(); }", "-O1");
  llvm::Expected<StaticWalkResult> R = walkFunction(
      C.lowered(), C.function("g"), C.analyses(), {},
      [](llvm::ArrayRef<uint64_t>) { return llvm::Error::success(); });
  EXPECT_EQ(llvm::toString(R.takeError()), "function 'g' has no body to walk");
}

} // namespace
