// Where data decide which way a loop goes and one was guessed, the first screen
// says so before it says what was assumed for counts.
//
// RUN: %rafter-opt %s --cpu=skylake --function=choose | FileCheck %s --check-prefix=CHOOSE
// RUN: %rafter-opt %s --cpu=skylake --function=interpret | FileCheck %s --check-prefix=INTERPRET
// RUN: %rafter-opt %s --cpu=skylake --details | FileCheck %s --check-prefix=ALL
// CHOOSE: how sure: a model of the code; nothing was run; {{.*}}:[[#@LINE+7]]: the condition depends on
// CHOOSE-NEXT: data of line [[#@LINE+6]]; assumed: the likelier way, to line
// ALL: {{^}}  machine level: {{.*}}
// ALL: - {{.*}}.c:[[#@LINE+4]]: the likeliest way in all iterations ({{[0-9.]+}}%, assumed)
double choose(const double *x, const int *k, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i) {
    switch (k[i]) {
    case 0: s += x[i]; break;
    case 1: s *= x[i]; break;
    case 2: s -= x[i] / 3; break;
    case 7: s = s * s + x[i]; break;
    default: s /= x[i];
    }
  }
  return s;
}
// INTERPRET: how sure: a model of the code; nothing was run; {{.*}}:[[#@LINE+4]]: the
long interpret(const unsigned char *code, long n) {
  long a = 0, b = 1;
  for (long i = 0; i < n; ++i) {
    switch (code[i]) {
    case 0: a += b; break;
    case 1: b ^= a; break;
    case 2: a *= 3; break;
    case 3: b = a / (b | 1); break;
    case 4: a = -a; break;
    default: b += 7;
    }
  }
  return a + b;
}
