// Threads that do different things: each has its share and what it does, and what
// binds a loop is looked for in the thread that executes it.
//
// REQUIRES: qemu
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -O1 -fno-unroll-loops -pthread %s -o p
// RUN: %rafter-opt explain -rafter-cpu=skylake --budget=600 -- ./p > report
// RUN: FileCheck %s < report
// CHECK: ./p: exit status 0
// CHECK-NEXT: instructions in 3 threads
// CHECK-DAG: {{[0-9.]+}}% {{.*}} iteration {{.*}} latency integer multiply {{.*}} loop at 0x{{[0-9a-f]+}} in multiply
// CHECK-DAG: {{[0-9.]+}}% {{.*}} iteration {{.*}} latency integer divide {{.*}} loop at 0x{{[0-9a-f]+}} in divide
// CHECK: thread share cycles most of it
// CHECK-NEXT: {{^ *}}3 {{[5-9][0-9]\.[0-9]}}% {{[0-9.]+}} million {{9[0-9.]+}}% loop at 0x{{[0-9a-f]+}} in divide
// CHECK-NEXT: {{^ *}}2 {{[0-9.]+}}% {{[0-9.]+}} million {{9[0-9.]+}}% loop at 0x{{[0-9a-f]+}} in multiply
// CHECK-NEXT: {{^ *}}1 {{[0-9.]+}}%
//
// All of them are in JSON.
// RUN: %rafter-opt explain -rafter-cpu=skylake -rafter-format=json -- ./p > json
// RUN: %python %S/../Report/Inputs/check-schema.py %S/../../docs/schema/program.schema.json < json
// RUN: %python -c "import json; r = json.load(open('json')); t = r['each_thread']; \
// RUN:   print(len(t), [r['parts'][x['parts'][0]['part']]['function'] for x in t[1:]]); \
// RUN:   assert sum(x['instructions'] for x in t) == r['instructions']; \
// RUN:   assert abs(sum(x['cycles']['value'] for x in t) - r['cycles']['value']) < 1" | FileCheck %s --check-prefix=JSON
// JSON: 3 ['multiply', 'divide']
#include <pthread.h>

static void *multiply(void *p) {
  unsigned s = 1;
  for (unsigned i = 1; i < 600000; ++i)
    s = s * i + 3;
  return (void *)(long)s;
}
static void *divide(void *p) {
  unsigned s = 1;
  for (unsigned i = 1; i < 300000; ++i)
    s = s / i + 77777777;
  return (void *)(long)s;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, multiply, 0);
  pthread_create(&b, 0, divide, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
