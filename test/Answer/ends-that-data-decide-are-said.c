// A loop that data end goes on in the model: the first screen says so, with the
// cost of an end that no processor foresees. Counted loops end by themselves,
// what a loop does not load itself does not end it, and what ends the program, too,
// is no end of a loop.
//
// RUN: %rafter-opt %s --cpu=skylake --function=insertion | FileCheck %s --check-prefix=INSERTION
// RUN: %rafter-opt %s --cpu=skylake --function=find | FileCheck %s --check-prefix=FIND
// RUN: %rafter-opt %s --cpu=skylake --function=count | FileCheck %s --check-prefix=COUNT
// RUN: %rafter-opt %s --cpu=skylake --function=until | FileCheck %s --check-prefix=COUNT
// RUN: %rafter-opt %s --cpu=skylake --function=fill | FileCheck %s --check-prefix=COUNT
// RUN: %rafter-opt %s --cpu=skylake --function=check | FileCheck %s --check-prefix=COUNT

void insertion(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int x = a[i], j = i;
    // INSERTION: how sure: {{.*}}.c:[[#@LINE+2]]: data end the
    // INSERTION-NEXT: loop, here late (assumed); each end that is not foreseen costs 16.5 cycles more
    while (j > 0 && a[j - 1] > x) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = x;
  }
}

struct node {
  struct node *next;
  int key;
};

int find(struct node **t, int key, unsigned h) {
  // FIND: how sure: {{.*}}.c:[[#@LINE+1]]: data end the
  for (struct node *p = t[h & 1023]; p; p = p->next)
    if (p->key == key)
      return 1;
  return 0;
}

// COUNT: how sure
// COUNT-NOT: data end
long count(const int *a, int n) {
  long c = 0;
  for (int i = 0; i < n; i++)
    c += a[i] > 3;
  return c;
}

long until(const int *a, const int *n) {
  long c = 0;
  for (int i = 0; i < *n; i++)
    c += a[i] > 3;
  return c;
}

long check(const int *a, int n) {
  long s = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      __builtin_abort();
    s += a[i];
  }
  return s;
}

struct vector {
  int n;
};
struct owner {
  struct vector *v;
};

// Both loads are from the same places in all iterations, though the second one
// is from a place that was loaded again.
void fill(struct owner *s, char *out) {
  for (int i = 0; i < s->v->n; i++)
    out[i] = 0;
}
