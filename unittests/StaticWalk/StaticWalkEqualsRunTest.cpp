//===- StaticWalkEqualsRunTest.cpp - The walk against a run ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For kernels whose control flow and addresses follow from their arguments,
// the walk sends the events of a run: same segments, same offsets in the same
// objects, at every optimization level and many sizes.
//
//===----------------------------------------------------------------------===//

#include "StaticWalkFixture.h"
#include "llvm/IR/Instructions.h"
#include <gtest/gtest.h>

using namespace rafter;
using namespace rafter::test;

namespace {

struct Kernel {
  const char *Name;
  const char *Source;
  std::vector<long> Sizes;
};

std::vector<long> upTo(long N) {
  std::vector<long> Sizes;
  for (long I = 0; I <= N; ++I)
    Sizes.push_back(I);
  return Sizes;
}

/// Each has a function kernel(double *a, double *b, double *c, long n) that
/// stays within 1 << 14 doubles of each array.
const Kernel Kernels[] = {
    {"Saxpy",
     "void kernel(double *a, double *b, double *c, long n) {\n"
     "  for (long i = 0; i < n; i++) b[i] += 3.0 * a[i];\n"
     "}\n",
     upTo(40)},
    {"SumOfFloats",
     "float kernel(float *a, float *b, float *c, long n) {\n"
     "  float s = 0;\n"
     "  for (long i = 0; i < n; i++) s += a[i];\n"
     "  c[0] = s;\n"
     "  return s;\n"
     "}\n",
     upTo(70)},
    {"FastSum",
     "double kernel(double *restrict a, double *b, double *c, long n) {\n"
     "#pragma clang fp reassociate(on)\n"
     "  double s = 0;\n"
     "  for (long i = 0; i < n; i++) s += a[i] * b[i];\n"
     "  c[0] = s;\n"
     "  return s;\n"
     "}\n",
     upTo(70)},
    {"TriangularSolve",
     "void kernel(double *a, double *b, double *c, long n) {\n"
     "  for (long i = 0; i < n; i++) {\n"
     "    double s = b[i];\n"
     "    for (long j = 0; j < i; j++) s -= a[i * n + j] * c[j];\n"
     "    c[i] = s / a[i * n + i];\n"
     "  }\n"
     "}\n",
     upTo(24)},
    {"MatrixProduct",
     "void kernel(double *a, double *b, double *c, long n) {\n"
     "  for (long i = 0; i < n; i++)\n"
     "    for (long j = 0; j < n; j++)\n"
     "      for (long k = 0; k < n; k++)\n"
     "        c[i * n + j] += a[i * n + k] * b[k * n + j];\n"
     "}\n",
     {0, 1, 2, 3, 4, 7, 8, 13, 20}},
    {"MatrixProductInt",
     "void kernel(double *restrict a, double *restrict b, double *restrict c,\n"
     "            int n) {\n"
     "  for (int i = 0; i < n; i++)\n"
     "    for (int k = 0; k < n; k++)\n"
     "      for (int j = 0; j < n; j++)\n"
     "        c[i * n + j] += a[i * n + k] * b[k * n + j];\n"
     "}\n",
     {0, 1, 2, 3, 4, 7, 8, 13, 20}},
    {"BlockedMatrixProduct",
     "#define B 4\n"
     "void kernel(double *a, double *b, double *c, long n) {\n"
     "  for (long i0 = 0; i0 < n; i0 += B)\n"
     "    for (long j0 = 0; j0 < n; j0 += B)\n"
     "      for (long k0 = 0; k0 < n; k0 += B)\n"
     "        for (long i = i0; i < (i0 + B < n ? i0 + B : n); i++)\n"
     "          for (long j = j0; j < (j0 + B < n ? j0 + B : n); j++)\n"
     "            for (long k = k0; k < (k0 + B < n ? k0 + B : n); k++)\n"
     "              c[i * n + j] += a[i * n + k] * b[k * n + j];\n"
     "}\n",
     {1, 4, 6, 8, 11}},
    {"StencilSweeps",
     "void kernel(double *a, double *b, double *c, long n) {\n"
     "  double *from = a, *to = b;\n"
     "  for (int t = 0; t < 5; t++) {\n"
     "    for (long i = 1; i < n - 1; i++)\n"
     "      to[i] = 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];\n"
     "    double *x = from; from = to; to = x;\n"
     "  }\n"
     "}\n",
     {0, 1, 2, 3, 4, 5, 6, 7, 9, 18, 19, 20, 21, 40, 100}},
    {"Stencil3D",
     "void kernel(double *restrict a, double *restrict b, double *c, int n) {\n"
     "  for (int i = 1; i < n - 1; i++)\n"
     "    for (int j = 1; j < n - 1; j++)\n"
     "      for (int k = 1; k < n - 1; k++)\n"
     "        b[(i * n + j) * n + k] = a[(i * n + j) * n + k] * 0.4 +\n"
     "          0.1 * (a[((i - 1) * n + j) * n + k] +\n"
     "                 a[((i + 1) * n + j) * n + k] +\n"
     "                 a[(i * n + j - 1) * n + k] + a[(i * n + j + 1) * n + "
     "k]\n"
     "                 + a[(i * n + j) * n + k - 1] +\n"
     "                 a[(i * n + j) * n + k + 1]);\n"
     "}\n",
     {2, 3, 4, 9, 12}},
    {"Downward",
     "void kernel(double *a, double *b, double *c, int n) {\n"
     "  for (int i = n - 1; i >= 0; i--) b[i] = a[n - 1 - i];\n"
     "  for (unsigned i = n; i-- > 0;) c[i] = a[i] + b[i];\n"
     "}\n",
     upTo(40)},
    {"PointerIncrement",
     "void kernel(double *a, double *b, double *c, long n) {\n"
     "  const double *end = a + n;\n"
     "  while (a != end) *b++ = 2 * *a++;\n"
     "}\n",
     upTo(40)},
    {"PowersOfTwo",
     "void kernel(double *a, double *b, double *c, unsigned n) {\n"
     "  for (unsigned h = 1; h < n; h *= 2)\n"
     "    for (unsigned i = 0; i + h < n; i += 2 * h)\n"
     "      for (unsigned j = i; j < i + h && j + h < n; j++) {\n"
     "        double x = a[j], y = a[j + h];\n"
     "        a[j] = x + y; a[j + h] = x - y;\n"
     "      }\n"
     "}\n",
     {0, 1, 2, 3, 4, 8, 16, 27, 32, 64, 100}},
    {"BitReversal",
     "void kernel(double *a, double *b, double *c, unsigned n) {\n"
     "  for (unsigned i = 0, j = 0; i < n; i++) {\n"
     "    if (j > i) { double x = a[i]; a[i] = a[j]; a[j] = x; }\n"
     "    unsigned m = n >> 1;\n"
     "    while (m >= 1 && (j & m)) { j ^= m; m >>= 1; }\n"
     "    j |= m;\n"
     "  }\n"
     "}\n",
     {2, 4, 8, 16, 64, 128}},
    {"ModuloAndShift",
     "void kernel(double *a, double *b, double *c, int n) {\n"
     "  for (int i = 0; i < n; i++) b[i] += a[i % 7] + a[i / 3] + c[i & 5];\n"
     "  for (int i = 0; i < n; i++) b[(i * 5) & 15] += a[i >> 2] + c[i ^ 1];\n"
     "}\n",
     {0, 1, 5, 13, 40, 100, 257}},
    {"ConditionOnCounter",
     "void kernel(double *a, double *b, double *c, int n) {\n"
     "  for (int i = 0; i < n; i++) {\n"
     "    if (i < n / 3) a[i] = b[i] * 2;\n"
     "    else if (i == n / 2) c[0] += 1;\n"
     "    else a[i] += c[i];\n"
     "  }\n"
     "}\n",
     {0, 1, 2, 3, 10, 31, 50, 100}},
    {"NarrowCounter",
     "void kernel(double *a, double *b, double *c, int n) {\n"
     "  unsigned char k = 0;\n"
     "  for (int i = 0; i < n; i++) a[k++] += b[i];\n"
     "  for (signed char i = 100; i > -100; i -= 7) c[i + 100] = a[i + 128];\n"
     "}\n",
     {0, 1, 255, 256, 257, 700}},
    {"EarlyReturn",
     "int kernel(double *a, double *b, double *c, int n) {\n"
     "  for (int i = 0; i < n; i++) {\n"
     "    b[i] = a[i];\n"
     "    if (i * i > 50) return i;\n"
     "  }\n"
     "  return c[0] > 1;\n"
     "}\n",
     {0, 1, 7, 8, 9, 20}},
    {"Calls",
     "__attribute__((noinline)) static void row(double *a, int n) {\n"
     "  for (int i = 0; i < n; i++) a[i] *= 3;\n"
     "}\n"
     "__attribute__((noinline)) static void half(double *a, int n) {\n"
     "  if (n < 2) { a[0] += 1; return; }\n"
     "  half(a, n / 2); half(a + n / 2, n - n / 2); row(a, n);\n"
     "}\n"
     "void kernel(double *a, double *b, double *c, int n) {\n"
     "  for (int i = 0; i < n; i++) row(a + i * n, i);\n"
     "  half(b, n);\n"
     "}\n",
     {0, 1, 2, 3, 5, 8, 20}},
    {"Tables",
     "static const int next[8] = {3, 5, 7, 0, 6, 1, 2, 4};\n"
     "void kernel(double *a, double *b, double *c, int n) {\n"
     "  int k = 0;\n"
     "  for (int i = 0; i < n; i++) { a[k] += b[i]; k = next[k]; }\n"
     "}\n",
     {0, 1, 5, 20, 40}},
    {"LocalArray",
     "void kernel(double *a, double *b, double *c, int n) {\n"
     "  double s[64];\n"
     "  for (int i = 0; i < 64; i++) s[i] = a[i];\n"
     "  for (int t = 0; t < n; t++)\n"
     "    for (int i = 1; i < 64; i++) s[i] = s[i] * s[i - 1];\n"
     "  for (int i = 0; i < 64; i++) b[i] = s[63 - i];\n"
     "}\n",
     {0, 1, 5}},
    {"Switch",
     "void kernel(double *a, double *b, double *c, int n) {\n"
     "  for (int i = 0; i < n; i++)\n"
     "    switch (i % 5) {\n"
     "    case 0: a[i] = 1; break;\n"
     "    case 1: a[i] += b[i]; break;\n"
     "    case 3: b[i] = c[i] * c[i]; break;\n"
     "    default: c[0] += a[i];\n"
     "    }\n"
     "}\n",
     {0, 1, 5, 33}},
    {"Strided",
     "void kernel(double *a, double *b, double *c, long n) {\n"
     "  for (long s = 1; s < 40; s += 3)\n"
     "    for (long i = 0; i < n; i += s) b[i] = a[i * 2] + c[n - i];\n"
     "}\n",
     {0, 1, 2, 17, 64, 200}},
};

const std::string Flags[] = {"-O1", "-O2", "-O3 -march=x86-64-v3",
                             "-O2 -ffast-math -march=x86-64-v3",
                             "-O2 -fno-vectorize -fno-unroll-loops"};

void PrintTo(const Kernel &K, std::ostream *OS) { *OS << K.Name; }

class StaticWalkEqualsRun
    : public testing::TestWithParam<std::tuple<Kernel, std::string>> {};

TEST_P(StaticWalkEqualsRun, SendsTheEventsOfARun) {
  const auto &[K, Flag] = GetParam();
  Compiled C(K.Source, Flag);
  constexpr size_t Size = 1 << 14;
  std::vector<double> A(Size, 1), B(Size, 1), D(Size, 1);
  auto range = [](std::vector<double> &V) {
    uint64_t First = reinterpret_cast<uint64_t>(V.data());
    return std::pair(First, First + V.size() * sizeof(double));
  };
  for (long N : K.Sizes) {
    StaticWalkOptions Options;
    Options.Values["n"] = N;
    StaticWalkResult Result;
    std::vector<Event> Walked =
        C.splitStatic(C.walk("kernel", Options, &Result));
    std::vector<Event> Run =
        C.split(C.run("kernel", {range(A).first, range(B).first, range(D).first,
                                 uint64_t(N)}),
                {range(A), range(B), range(D)});
    EXPECT_TRUE(Result.Complete);
    EXPECT_EQ(Result.Events, Run.size()) << "n = " << N;
    size_t Same = 0;
    while (Same < std::min(Walked.size(), Run.size()) &&
           Walked[Same] == Run[Same])
      ++Same;
    ASSERT_TRUE(Same == Walked.size() && Same == Run.size())
        << "n = " << N << ", walked:\n"
        << toString(Walked, Same) << "run:\n"
        << toString(Run, Same);
    // Sending many iterations at once changes nothing.
    Options.UseRepeats = false;
    ASSERT_EQ(C.splitStatic(C.walk("kernel", Options)), Walked);
  }
}

std::string
nameOf(const testing::TestParamInfo<std::tuple<Kernel, std::string>> &Info) {
  std::string Name = std::get<0>(Info.param).Name;
  for (char C : std::get<1>(Info.param))
    if (isalnum(C))
      Name += C;
  return Name;
}

INSTANTIATE_TEST_SUITE_P(Kernels, StaticWalkEqualsRun,
                         testing::Combine(testing::ValuesIn(Kernels),
                                          testing::ValuesIn(Flags)),
                         nameOf);

} // namespace
