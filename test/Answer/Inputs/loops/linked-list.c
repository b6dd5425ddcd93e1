// Source: S. Slotin, Algorithms for Modern Hardware, Memory Latency (pointer
// chasing)
#include <stdio.h>

enum { N = 1000 };
struct Node {
  struct Node *next;
  long value;
};
static struct Node nodes[N];

__attribute__((noinline)) long kernel(const struct Node *p) {
  long s = 0;
  for (; p; p = p->next)
    s += p->value;
  return s;
}

int main(void) {
  for (int i = 0; i < N; ++i) {
    nodes[i].next = i + 1 < N ? nodes + i + 1 : 0;
    nodes[i].value = i;
  }
  long sum = 0;
  for (int r = 0; r < 4000; ++r)
    sum += kernel(nodes);
  printf("%ld\n", sum);
}
