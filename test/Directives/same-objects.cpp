// Objects are the same byte for byte with the plugin, and with directives
// written or not, on both instruction sets, with and without debug information.
// DEFINE: %{flags} =
// DEFINE: %{same} = \
// DEFINE:   %clangxx %{flags} -std=c++20 -ffreestanding -c %s -w -o %t.none.o -DA= -DB= -DP= && \
// DEFINE:   %clangxx %{flags} -std=c++20 -ffreestanding -c %s -w -o %t.plain.o && \
// DEFINE:   %clangxx %{flags} -std=c++20 -ffreestanding -c %s -w -o %t.with.o -fplugin=%plugin -fpass-plugin=%plugin && \
// DEFINE:   cmp %t.none.o %t.with.o && cmp %t.plain.o %t.with.o
// REDEFINE: %{flags} = -O0
// RUN: %{same}
// REDEFINE: %{flags} = -O2
// RUN: %{same}
// REDEFINE: %{flags} = -O3 -g
// RUN: %{same}
// REDEFINE: %{flags} = -O2 -g -target aarch64-linux-gnu
// RUN: %{same}
// REDEFINE: %{flags} = -O1 -target aarch64-linux-gnu
// RUN: %{same}
#ifndef A
#define A [[rafter::analyze, rafter::assume(trip_count=100, level=L2)]]
#define B [[rafter::budget(cycles_per_iteration <= 0.01)]]
#define P _Pragma("rafter loop budget(instructions_per_iteration <= 1, cpu=\"znver4\")")
#endif
template <typename T> T sum(const T *a, int n) {
  T s = 0;
  A B for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
template float sum(const float *, int);
template double sum(const double *, int);
void scale(float *a, const float *b, int n) {
  P for (int i = 0; i < n; ++i) a[i] = 2 * b[i];
  auto rest = [&](int k) { B while (k--) a[k] = b[k] * b[k]; };
  rest(n);
}
