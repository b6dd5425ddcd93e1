// An access whose address is loaded is assumed to hit L1, or to be random within
// a footprint that is asked for.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 \
// RUN:   -passes='print<generalized-roofline>' -rafter-format=json \
// RUN:   -rafter-output=%t.l1.json
// RUN: FileCheck %s < %t.l1.json
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 \
// RUN:   -passes='print<generalized-roofline>' -rafter-format=json \
// RUN:   -rafter-assume-footprint=1073741824 -rafter-output=%t.random.json
// RUN: FileCheck %s --check-prefix=RANDOM < %t.random.json
// RUN: %python -c "import json, sys; \
// RUN:   n = [json.load(open(f))['regions'][0]['generalized_roofline']['nodes'] \
// RUN:        for f in sys.argv[1:]]; \
// RUN:   assert n[0]['mem']['count'] == 1, n[0]['mem']; \
// RUN:   assert n[1]['mem']['count'] > 990, n[1]['mem']" \
// RUN:   %t.l1.json %t.random.json

// CHECK: indirect-access.c:[[#@LINE+6]]: the address depends on data of line [[#@LINE+6]]; assumed: always the same data (hits L1)
// RANDOM: indirect-access.c:[[#@LINE+5]]: the address depends on data; assumed: random within 1073741824 bytes

double gather(const double *a, const int *index, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[index[i]];
  return s;
}
