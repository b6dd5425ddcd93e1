// Code asks for the attributes before it uses them, and compiles without the
// plugin, too.
// RUN: %clangxx -std=c++20 -Werror -DWITH=1 -fplugin=%plugin -fsyntax-only %s
// RUN: %clangxx -std=c++20 -Werror -DWITH=0 -fsyntax-only %s
// RUN: %clang -x c -std=c23 -Werror -DWITH=1 -fplugin=%plugin -fsyntax-only %s
// RUN: %clang -x c -std=c23 -Werror -DWITH=0 -fsyntax-only %s
// What is only preprocessed keeps its attributes and pragmas.
// RUN: %clangxx -std=c++20 -E -DWITH=1 -DONLY_E -fplugin=%plugin %s -o %t.ii
// RUN: FileCheck %s < %t.ii
// RUN: %clangxx -std=c++20 -Werror -fplugin=%plugin -fsyntax-only %t.ii
// CHECK: {{\[\[rafter::analyze]] for}}
// CHECK: #pragma rafter loop analyze

#ifdef __cplusplus
#define HAS __has_cpp_attribute
#else
#define HAS __has_c_attribute
#endif

#if !!HAS(rafter::analyze) != WITH || !!HAS(rafter::budget) != WITH
#error "Rafter's attributes"
#endif
#if HAS(rafter::bugdet)
#error "an attribute that there is not"
#endif
// Where Clang only preprocesses, a name that others have is not answered for.
#ifndef ONLY_E
#if !!HAS(rafter::assume) != WITH
#error "rafter::assume"
#endif
#if HAS(other::budget) || HAS(budget) || HAS(other::assume)
#error "attributes of others"
#endif
#endif
#define ASK(WHAT) HAS(WHAT)
#define ASKED HAS(rafter::budget)
#if !!ASK(rafter::budget) != WITH || !!ASKED != WITH
#error "by a macro"
#endif

#if HAS(rafter::analyze)
#define ANALYZE [[rafter::analyze]]
#else
#define ANALYZE
#endif
void f(float *a, int n) {
  ANALYZE for (int i = 0; i < n; ++i) a[i] += 1;
#if HAS(rafter::analyze)
#pragma rafter loop analyze
#endif
  for (int i = 0; i < n; ++i) a[i] += 1;
}
