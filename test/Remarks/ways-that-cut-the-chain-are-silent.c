// What writes bits waits for the word that it fills, until another begins: a
// number for a chain that goes on for ever is that of no iteration.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter 2>&1 | FileCheck %s

struct bits {
  unsigned word;
  int left;
  unsigned *out;
};

static void put(struct bits *to, int length, unsigned value) {
  if (length < to->left) {
    to->word = (to->word << length) | value;
    to->left -= length;
  } else {
    length -= to->left;
    *to->out++ = (to->word << to->left) | (value >> length);
    to->word = value & ((1 << length) - 1);
    to->left = 32 - length;
  }
}

// CHECK-NOT: :[[#@LINE+2]]:3: remark
void pad(struct bits *to, int n) {
  for (int i = 0; i < n; i++)
    put(to, 8, 0xff);
}

// Where both ways go on with the same word, it does.
// CHECK: :[[#@LINE+2]]:3: remark: {{.*}}bound by store forwarding
void mix(struct bits *to, const unsigned *values, int n) {
  for (int i = 0; i < n; i++) {
    if (values[i] & 1)
      to->word = to->word * 31 + values[i];
    else
      to->word = to->word * 17 - values[i];
    to->out[0] = i;
  }
}
