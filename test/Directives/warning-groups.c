// Clang knows nothing of these groups; they work, and Clang's warning about
// them goes away by -Wno-unknown-warning-option, or when the plugin gets them.
// DEFINE: %{compile} = %clang -fplugin=%plugin -fsyntax-only %s
// DEFINE: %{known} = -Wno-unknown-warning-option
// RUN: %{compile} 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: %{compile} -Wno-rafter-directive %{known} 2>&1 | count 0
// RUN: %{compile} -Wno-rafter-directive 2>&1 | FileCheck %s --check-prefix=NOISE
// RUN: %{compile} -fplugin-arg-rafter-Wno-rafter-directive 2>&1 | count 0
// RUN: %{compile} -w 2>&1 | count 0
// RUN: not %{compile} -Werror=rafter-directive %{known} 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ERROR
// RUN: not %{compile} -fplugin-arg-rafter-Werror=rafter-directive 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ERROR
// RUN: not %{compile} -Werror 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %{compile} -Werror -Wno-error=rafter-directive %{known} 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WARNING
// RUN: not %{compile} -fplugin-arg-rafter-Wrafter-foo 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ARGUMENT
// WARNING: warning-groups.c:[[@LINE+7]]:16: warning: expected 'loop', found 'lop' [-Wrafter-directive]
// ERROR: warning-groups.c:[[@LINE+6]]:16: error: expected 'loop', found 'lop' [-Werror,-Wrafter-directive]
// NOISE: warning: unknown warning option '-Wno-rafter-directive'
// NOISE-NOT: lop
// ARGUMENT: error: unknown argument 'Wrafter-foo' of the plugin 'rafter'

void f(int n) {
#pragma rafter lop
  while (n--)
    ;
}
