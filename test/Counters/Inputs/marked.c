// Counts pages that it touches between its markers, and more outside of them.
#include "rafter-markers.h"
#include <stdio.h>
#include <sys/mman.h>

static void touch(long pages) {
  char *p = mmap(0, pages * 4096, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (long i = 0; i < pages; ++i)
    p[i * 4096] = 1;
}

int main(int count, char **words) {
  (void)words;
  touch(5000);
  if (count == 1) {
    rafter_begin();
    touch(300);
    rafter_end();
    touch(5000);
    rafter_begin();
    touch(200);
    rafter_end();
  }
  touch(5000);
  puts("done");
}
