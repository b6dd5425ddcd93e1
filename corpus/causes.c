// A program whose limit is chosen when it is compiled: each macro is how much
// of one cause an iteration has, and FILL is how much else there is to do
// beside it, so that instructions per cycle do not tell the causes apart.
// utils/studies/causes/run has the table of programs. x86-64.
//   cc -O2 -fno-tree-vectorize -DCHASE=17 -DFILL=20 -o chase causes.c
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef STEPS // Instructions, about.
#define STEPS 3000000
#endif
#ifndef ITERATIONS // Of the loop, if it is not by instructions.
#define ITERATIONS (STEPS / each)
#endif
#ifndef FILL // Additions that wait for nothing but those of an iteration ago.
#define FILL 0
#endif
#ifndef BRANCH // Branches by random bits.
#define BRANCH 0
#endif
#ifndef CHASE // Each load leads to the next, among 2^CHASE lines ...
#define CHASE 0
#endif
#ifndef CHASES // ... in so many chains.
#define CHASES 1
#endif
#ifndef STREAM // Elements of three arrays of 2^LENGTH bytes, in order.
#define STREAM 0
#endif
#ifndef LENGTH
#define LENGTH 23
#endif
#ifndef FORWARD // Values that go through memory.
#define FORWARD 0
#endif
#ifndef CODE // Lines of code, straight on; LINE instructions in each.
#define CODE 0
#endif
#ifndef LINE
#define LINE 16
#endif
#ifndef HOPS // Lines of code of which HOP instructions and a jump are executed.
#define HOPS 0
#endif
#ifndef HOP
#define HOP 1
#endif
#ifndef IDIV // Divisions that do not wait for each other.
#define IDIV 0
#endif
#ifndef FDIV
#define FDIV 0
#endif
#ifndef FMUL // Float multiplications, likewise.
#define FMUL 0
#endif
#ifndef MIX // Two additions, a vector operation and a load, likewise.
#define MIX 0
#endif
#ifndef LINKS // Integer multiplications, each of which waits for the last.
#define LINKS 0
#endif
#ifndef FLINKS // Float additions, likewise.
#define FLINKS 0
#endif

#define KEEP(X) __asm__ volatile("" : "+r"(X))
#define KEEPF(X) __asm__ volatile("" : "+x"(X))
#define UNROLL _Pragma("GCC unroll 256")
#define TEXT_(X) #X
#define TEXT(X) TEXT_(X)

static uint64_t state = 88172645463325252u;
static uint64_t next(void) { // xorshift
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

// One cycle through all lines, each far from the last.
static size_t *ring(unsigned bits) {
  size_t n = (size_t)1 << bits, *lines = aligned_alloc(4096, n * 64);
  for (size_t i = 0; i < n; ++i)
    lines[8 * i] = (i * 0x5851f42d4c957f2du + 12345) % n * 8;
  return lines;
}

int main(void) {
  uint64_t v[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  double f[8] = {1, 1, 1, 1, 1, 1, 1, 1}, link = 1;
  volatile uint64_t cells[1 + FORWARD];
  const size_t size = STREAM ? (size_t)1 << LENGTH : 8, n = size / 8;
  double *a = calloc(1, size), *b = calloc(1, size), *c = calloc(1, size);
  size_t *lines = CHASE ? ring(CHASE) : 0, at[CHASES], place = 0;
  uint64_t chain = 3, odd = 7;
  for (unsigned i = 0; i < CHASES; ++i)
    at[i] = (((size_t)1 << CHASE) / CHASES * i) * 8;
  cells[0] = 1;
  __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(odd) : : "memory");
  const long each = 4 + FILL + 4 * BRANCH + 12 * (BRANCH > 0) +
                    2 * (CHASE > 0) * CHASES + 8 * STREAM + 4 * FORWARD +
                    CODE * LINE + HOPS * (HOP + 1) + 4 * IDIV + 2 * FDIV +
                    FMUL + 4 * MIX + LINKS + FLINKS;
  const long iterations = ITERATIONS;
  for (long i = 0; i < iterations; ++i) {
#if BRANCH
    uint64_t bits = next();
    UNROLL for (int k = 0; k < BRANCH; ++k) {
      if (bits >> k & 1)
        __asm__ volatile("add $3, %0" : "+r"(v[0]));
      else
        __asm__ volatile("add $5, %0" : "+r"(v[1]));
    }
#endif
#if CHASE
    UNROLL for (int k = 0; k < CHASES; ++k) at[k] = lines[at[k]];
#endif
    UNROLL for (int k = 0; k < STREAM; ++k)
      a[place + k] = b[place + k] + 3 * c[place + k];
    place = place + STREAM + STREAM <= n ? place + STREAM : 0;
    UNROLL for (int k = 0; k < FORWARD; ++k) cells[k] = cells[k] + 3;
#if CODE
    __asm__ volatile(".balign 64\n.rept " TEXT(CODE) "\n"
                     ".rept " TEXT(LINE) "/4\n"
                     "add $1, %0\nadd $1, %1\nadd $1, %2\nadd $1, %3\n.endr\n"
                     ".balign 64\n.endr"
                     : "+r"(v[0]), "+r"(v[1]), "+r"(v[2]), "+r"(v[3]));
#endif
#if HOPS
    __asm__ volatile(".rept " TEXT(HOPS) "\n.rept " TEXT(HOP) "\n"
                     "add $1, %0\n.endr\njmp 1f\n.balign 64\n1:\n.endr"
                     : "+r"(v[4]));
#endif
    UNROLL for (int k = 0; k < IDIV; ++k) {
      uint64_t q = 0x123456789abcdefu / odd;
      KEEP(q);
    }
    UNROLL for (int k = 0; k < FDIV; ++k) {
      double q = 3.0 / f[7];
      KEEPF(q);
      KEEPF(f[7]);
    }
    UNROLL for (int k = 0; k < FMUL; ++k) {
      double q = f[6] * 3.0;
      KEEPF(q);
      KEEPF(f[6]);
    }
    UNROLL for (int k = 0; k < MIX; ++k) {
      uint64_t x, y, z;
      double q;
      __asm__ volatile("lea 1(%4), %0\nlea 2(%4), %1\npshufd $27, %5, %3\n"
                       "mov %6, %2"
                       : "=&r"(x), "=&r"(y), "=&r"(z), "=x"(q)
                       : "r"(odd), "x"(3.0), "m"(state));
    }
    UNROLL for (int k = 0; k < LINKS; ++k) {
      chain *= odd;
      KEEP(chain);
    }
    UNROLL for (int k = 0; k < FLINKS; ++k) {
      link += 3.0;
      KEEPF(link);
    }
    UNROLL for (int k = 0; k < FILL; ++k) {
      v[k % 8] += 7;
      KEEP(v[k % 8]);
    }
    KEEP(odd);
  }
  uint64_t sum = chain + (uint64_t)link + cells[0] + (uint64_t)a[n - 1];
  for (int i = 0; i < CHASES; ++i)
    sum += at[i];
  for (int i = 0; i < 8; ++i)
    sum += v[i] + (uint64_t)f[i];
  printf("%llu\n", (unsigned long long)sum);
  return 0;
}
