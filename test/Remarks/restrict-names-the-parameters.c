// On variables restrict does nothing: the remark names the parameters, and the
// function where the loop was inlined into another.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter 2>&1 | FileCheck %s

struct symmetry {
  float rotation[4][4];
};

void copy(struct symmetry *to, float (*from)[4][4]) {
  // CHECK: :[[#@LINE+1]]:3: remark: {{.*}} one element at a time: `restrict` on the parameters `to`, `from` (tried
  for (int i = 0; i < 400; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 4; k++)
        to[i].rotation[j][k] = from[i][j][k];
}

static void twice(struct symmetry *to, float (*from)[4][4]) {
  // CHECK: :[[#@LINE+1]]:3: remark: {{.*}} one element at a time: `restrict` on the parameters `all`, `source` of `spread` (tried
  for (int i = 0; i < 400; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 4; k++)
        to[i].rotation[j][k] = from[i][j][k] * 2;
}
void spread(struct symmetry *all, float (*source)[4][4]) { twice(all, source); }
