// Whoever uses a precompiled header does not see the directives in it; Clang's
// user is told when it is made.
// RUN: %clang -fplugin=%plugin -x c-header %s -o %t.pch 2>&1 | FileCheck %s
// CHECK: precompiled-header.c:[[@LINE+3]]:9: warning: directives in a precompiled header or module are not seen where it is used [-Wrafter-directive]
// CHECK: 1 warning generated.
static inline void f(float *a, int n) {
#pragma rafter loop analyze
  for (int i = 0; i < n; ++i)
    a[i] += 1;
}
