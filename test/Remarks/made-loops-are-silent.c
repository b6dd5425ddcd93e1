// The optimizer makes a second vector body for what a first one leaves over. It
// has lost its place in the source and goes round once: nobody can change it.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck --allow-empty --implicit-check-not=forwarding %s

void blank(char *s, long n) {
  for (long i = 0; i < n; i++)
    if (s[i] == ' ' || s[i] == ';' || s[i] == ',' || s[i] == '(' ||
        s[i] == ')' || s[i] == ':')
      s[i] = '_';
}

// Arrays of one structure: the vector body is only entered where they are far
// enough from each other, which the assumed place in one of them is not.
struct Tables {
  unsigned char master[160], high[160];
  int count;
};

void copy(struct Tables *t, unsigned char from) {
  int n = t->count - from;
  for (int k = 0; k <= n; k++)
    t->high[k] = t->master[k + from];
}
