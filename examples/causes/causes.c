// Six programs whose limit is known: docs/walk-counters.md asks the methods of
// counters about them. causes NAME runs one; each prints a number that depends
// on all of its work.
//   cc -O2 -fno-tree-vectorize -o causes causes.c
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 88172645463325252u;
static uint64_t next(void) { // xorshift
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

enum { Lines = 1 << 17, Elements = 1 << 20 };

// Each load leads to the next, anywhere in 8 MB.
static uint64_t chase(void) {
  size_t *lines = malloc(Lines * 64);
  for (size_t i = 0; i < Lines; ++i)
    lines[8 * i] = i;
  for (size_t i = Lines - 1; i > 0; --i) { // one cycle through all
    size_t j = next() % i, kept = lines[8 * i];
    lines[8 * i] = lines[8 * j];
    lines[8 * j] = kept;
  }
  size_t at = 0;
  for (size_t i = 0; i < 2000000; ++i)
    at = lines[8 * at];
  return at;
}

// Three arrays of 8 MB, in order.
static uint64_t triad(void) {
  double *a = calloc(Elements, 8), *b = calloc(Elements, 8),
         *c = calloc(Elements, 8);
  for (int pass = 0; pass < 2; ++pass) {
    // Compilers know what calloc wrote.
    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c) : : "memory");
    for (size_t i = 0; i < Elements; ++i)
      a[i] = b[i] + 3 * c[i];
  }
  return (uint64_t)a[Elements - 1];
}

// Two ways, by random bits.
static uint64_t branches(void) {
  uint64_t up = 0, down = 1;
  for (int i = 0; i < 400000; ++i) {
    if (next() & 1)
      __asm__ volatile("add $3, %0" : "+r"(up));
    else
      __asm__ volatile("add $5, %0" : "+r"(down));
  }
  return up ^ down;
}

// Each quotient is the divisor of the next.
static uint64_t divisions(void) {
  volatile uint64_t start = 7;
  uint64_t x = start;
  for (int i = 0; i < 400000; ++i)
    x = 0x123456789abcdefu / (x | 1);
  return x;
}

// A value goes through memory each time.
static uint64_t forwarding(void) {
  volatile uint64_t cell = 1;
  for (int i = 0; i < 600000; ++i)
    cell = cell + 3;
  return cell;
}

// 4,096 functions of about 100 bytes each, called in order: 400 kB of code.
#define F1(n) \
  __attribute__((noinline)) static uint64_t f##n(uint64_t x) { \
    __asm__ volatile(".skip 48, 0x90" : "+r"(x)); \
    return x * 3 + 0x##n; \
  }
#define F16(n) F1(n##0) F1(n##1) F1(n##2) F1(n##3) F1(n##4) F1(n##5) F1(n##6) \
  F1(n##7) F1(n##8) F1(n##9) F1(n##a) F1(n##b) F1(n##c) F1(n##d) F1(n##e) \
  F1(n##f)
#define F256(n) F16(n##0) F16(n##1) F16(n##2) F16(n##3) F16(n##4) F16(n##5) \
  F16(n##6) F16(n##7) F16(n##8) F16(n##9) F16(n##a) F16(n##b) F16(n##c) \
  F16(n##d) F16(n##e) F16(n##f)
F256(0) F256(1) F256(2) F256(3) F256(4) F256(5) F256(6) F256(7)
F256(8) F256(9) F256(a) F256(b) F256(c) F256(d) F256(e) F256(f)
#define C1(n) x = f##n(x);
#define C16(n) C1(n##0) C1(n##1) C1(n##2) C1(n##3) C1(n##4) C1(n##5) C1(n##6) \
  C1(n##7) C1(n##8) C1(n##9) C1(n##a) C1(n##b) C1(n##c) C1(n##d) C1(n##e) \
  C1(n##f)
#define C256(n) C16(n##0) C16(n##1) C16(n##2) C16(n##3) C16(n##4) C16(n##5) \
  C16(n##6) C16(n##7) C16(n##8) C16(n##9) C16(n##a) C16(n##b) C16(n##c) \
  C16(n##d) C16(n##e) C16(n##f)
static uint64_t instructions(void) {
  uint64_t x = 1;
  for (int i = 0; i < 12; ++i) {
    C256(0) C256(1) C256(2) C256(3) C256(4) C256(5) C256(6) C256(7)
    C256(8) C256(9) C256(a) C256(b) C256(c) C256(d) C256(e) C256(f)
  }
  return x;
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    uint64_t (*run)(void);
  } all[] = {{"chase", chase},         {"triad", triad},
             {"branches", branches},   {"divisions", divisions},
             {"forwarding", forwarding}, {"instructions", instructions}};
  for (size_t i = 0; argc == 2 && i < sizeof(all) / sizeof(*all); ++i)
    if (!strcmp(argv[1], all[i].name)) {
      printf("%llu\n", (unsigned long long)all[i].run());
      return 0;
    }
  fprintf(stderr, "usage: causes chase|triad|branches|divisions|forwarding|"
                  "instructions\n");
  return 2;
}
