//===- pathologies.c - Programs with a known pathology
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After Table 1 of W. Yoo, K. Larson, L. Baugh, S. Kim and R. H. Campbell:
// Automated Fingerprinting of Performance Pathologies Using Performance
// Monitoring Units, HotPar 2012. Each benchmark does the same work with its
// pathology and without it, and prints the same line both times.
//
//   pathologies NAME with|without BYTES PASSES [SEED]
//
// BYTES is the working set of array, list and pointer; the others ignore it.
// All that is to be measured happens in exercise(): record only this function
// (rafter-opt record -rafter-function=exercise), or run it under
// perf stat -D -1 --control=fifo:F with PATHOLOGIES_CONTROL=F in the
// environment, which counts only there.
//
//===----------------------------------------------------------------------===//

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Neighbouring elements are in different lines, as in most caches.
enum { LINE = 64, CHAINS = 8, STEPS_PER_PASS = 4096 };

typedef struct {
  int pathological;
  uint64_t bytes, passes;
  uint64_t random; // state of the generator; never 0
} Setting;

// What exercise() calls; the result is printed.
typedef uint64_t Exercise(const void *data, uint64_t passes);

// G. Marsaglia: Xorshift RNGs, 2003.
static uint64_t nextRandom(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static void *allocate(uint64_t bytes) {
  void *memory = aligned_alloc(LINE, (bytes + LINE - 1) / LINE * LINE);
  if (!memory) {
    fprintf(stderr, "pathologies: no memory for %" PRIu64 " bytes\n", bytes);
    exit(1);
  }
  memset(memory, 0, bytes);
  return memory;
}

// The order in which n elements are visited: as they lie, or shuffled
// (R. Durstenfeld's algorithm).
static uint32_t *makeOrder(Setting *s, uint64_t n) {
  uint32_t *order = allocate(n * sizeof(uint32_t));
  for (uint64_t i = 0; i < n; ++i)
    order[i] = (uint32_t)i;
  if (s->pathological)
    for (uint64_t i = n - 1; i > 0; --i) {
      uint64_t other = nextRandom(&s->random) % (i + 1);
      uint32_t kept = order[i];
      order[i] = order[other];
      order[other] = kept;
    }
  return order;
}

//===-- Array: random accesses, or strided ones ---------------------------===//

typedef struct {
  const uint64_t *elements; // one in each line
  const uint32_t *order;
  uint64_t size;
} Array;

static uint64_t visitArray(const void *data, uint64_t passes) {
  Array a = *(const Array *)data;
  uint64_t sum = 0;
  for (uint64_t pass = 0; pass < passes; ++pass)
    for (uint64_t i = 0; i < a.size; ++i)
      sum += a.elements[a.order[i] * (uint64_t)(LINE / sizeof(uint64_t))];
  return sum;
}

static const void *makeArray(Setting *s) {
  // With the four bytes of its place in the order, an element takes these.
  uint64_t n = s->bytes / (LINE + sizeof(uint32_t));
  uint64_t *elements = allocate(n * LINE);
  for (uint64_t i = 0; i < n; ++i)
    elements[i * (LINE / sizeof(uint64_t))] = i + 1;
  Array *a = allocate(sizeof(Array));
  *a = (Array){elements, makeOrder(s, n), n};
  return a;
}

//===-- List: nodes and what they refer to lie anywhere, or in order ------===//

typedef struct Node {
  struct Node *next;
  uint64_t *value; // in a line of its own
} Node;

static uint64_t visitList(const void *data, uint64_t passes) {
  uint64_t sum = 0;
  for (uint64_t pass = 0; pass < passes; ++pass)
    for (const Node *n = data; n; n = n->next)
      sum += *n->value;
  return sum;
}

static const void *makeList(Setting *s) {
  uint64_t n = s->bytes / (2 * LINE);
  char *nodes = allocate(n * LINE), *values = allocate(n * LINE);
  uint32_t *order = makeOrder(s, n), *places = makeOrder(s, n);
  for (uint64_t i = 0; i < n; ++i) {
    Node *node = (Node *)(nodes + order[i] * (uint64_t)LINE);
    node->value = (uint64_t *)(values + places[i] * (uint64_t)LINE);
    *node->value = i + 1;
    if (i + 1 < n)
      node->next = (Node *)(nodes + order[i + 1] * (uint64_t)LINE);
  }
  const void *first = nodes + order[0] * (uint64_t)LINE;
  free(order);
  free(places);
  return first;
}

//===-- Pointer: nothing but one pointer after the other ------------------===//

typedef struct {
  void **first;
  uint64_t size;
} Ring;

static uint64_t chasePointers(const void *data, uint64_t passes) {
  const Ring *ring = data;
  void **p = ring->first;
  for (uint64_t i = passes * ring->size; i != 0; --i)
    p = *p;
  // After whole rounds one is where one began.
  return p == ring->first ? passes * ring->size : 0;
}

static const void *makePointers(Setting *s) {
  uint64_t n = s->bytes / LINE;
  char *cells = allocate(n * LINE);
  uint32_t *order = makeOrder(s, n);
  for (uint64_t i = 0; i < n; ++i)
    *(void **)(cells + order[i] * (uint64_t)LINE) =
        cells + order[(i + 1) % n] * (uint64_t)LINE;
  Ring *ring = allocate(sizeof(Ring));
  *ring = (Ring){(void **)(cells + order[0] * (uint64_t)LINE), n};
  free(order);
  return ring;
}

//===-- Branches: by random bits, or always the same way ------------------===//

typedef struct {
  uint64_t seed, mask;
} Bits;

static uint64_t followBits(const void *data, uint64_t passes) {
  Bits b = *(const Bits *)data;
  uint64_t taken = 0, other = 0;
  for (uint64_t i = 0; i < passes * STEPS_PER_PASS; ++i) {
    uint64_t bits = nextRandom(&b.seed) >> 32;
    // The statements of assembly keep this a branch.
    if (bits & b.mask) {
      __asm__ volatile("" : "+r"(taken));
      ++taken;
    } else {
      __asm__ volatile("" : "+r"(other));
      ++other;
    }
  }
  return taken + other;
}

static const void *makeBits(Setting *s) {
  Bits *b = allocate(sizeof(Bits));
  *b = (Bits){s->random, s->pathological};
  return b;
}

//===-- Stations: one chain that all operations wait for, or eight --------===//

typedef struct {
  uint64_t factor;
  int chains;
} Product;

// An odd number to a power, in wrapping arithmetic.
static uint64_t multiplyInOneChain(uint64_t factor, uint64_t rounds) {
  uint64_t x = 1;
  for (uint64_t i = 0; i < rounds; ++i)
    for (int k = 0; k < CHAINS; ++k) {
      x *= factor;
      __asm__ volatile("" : "+r"(x));
    }
  return x;
}

static uint64_t multiplyInManyChains(uint64_t factor, uint64_t rounds) {
  uint64_t x[CHAINS], product = 1;
  for (int k = 0; k < CHAINS; ++k)
    x[k] = 1;
  for (uint64_t i = 0; i < rounds; ++i)
    for (int k = 0; k < CHAINS; ++k) {
      x[k] *= factor;
      __asm__ volatile("" : "+r"(x[k]));
    }
  for (int k = 0; k < CHAINS; ++k)
    product *= x[k];
  return product;
}

static uint64_t multiply(const void *data, uint64_t passes) {
  Product p = *(const Product *)data;
  uint64_t rounds = passes * (STEPS_PER_PASS / CHAINS);
  return p.chains == 1 ? multiplyInOneChain(p.factor, rounds)
                       : multiplyInManyChains(p.factor, rounds);
}

static const void *makeProduct(Setting *s) {
  Product *p = allocate(sizeof(Product));
  *p = (Product){s->random | 1, s->pathological ? 1 : CHAINS};
  return p;
}

//===-- Floats: computed by integer instructions, or by the unit for them -===//

// A format of IEEE 754 in the low bits of a word.
typedef struct {
  int fraction, exponent; // bits
} FloatFormat;

static const FloatFormat Single = {23, 8}, Double = {52, 11};

// Rounds significand * 2^(exponent - 3 - bias - fraction) to nearest, ties to
// even. The significand has three bits behind the last one that is kept.
static uint64_t roundFloat(FloatFormat f, uint64_t significand, int exponent) {
  uint64_t hidden = (uint64_t)1 << f.fraction;
  uint64_t tail = significand & 7;
  significand >>= 3;
  significand += tail > 4 || (tail == 4 && (significand & 1));
  if (significand >= 2 * hidden) {
    significand >>= 1;
    ++exponent;
  }
  return ((uint64_t)exponent << f.fraction) | (significand & (hidden - 1));
}

// The product of two positive normal numbers that is one again.
static uint64_t multiplyFloats(FloatFormat f, uint64_t a, uint64_t b) {
  uint64_t hidden = (uint64_t)1 << f.fraction;
  int bias = (1 << (f.exponent - 1)) - 1;
  int exponent = (int)(a >> f.fraction) + (int)(b >> f.fraction) - bias;
  unsigned __int128 product = (unsigned __int128)((a & (hidden - 1)) | hidden) *
                              ((b & (hidden - 1)) | hidden);
  int shift = f.fraction - 3;
  if (product >> (2 * f.fraction + 1)) {
    ++shift;
    ++exponent;
  }
  uint64_t kept = (uint64_t)(product >> shift);
  int sticky = (product & (((unsigned __int128)1 << shift) - 1)) != 0;
  return roundFloat(f, kept | sticky, exponent);
}

// a - b of positive normal numbers with a > b, whose difference is normal.
static uint64_t subtractFloats(FloatFormat f, uint64_t a, uint64_t b) {
  uint64_t hidden = (uint64_t)1 << f.fraction;
  int exponent = (int)(a >> f.fraction);
  int shift = exponent - (int)(b >> f.fraction);
  uint64_t x = ((a & (hidden - 1)) | hidden) << 3;
  uint64_t y = ((b & (hidden - 1)) | hidden) << 3;
  if (shift > f.fraction + 3)
    y = 1;
  else
    y = (y >> shift) | ((y & (((uint64_t)1 << shift) - 1)) != 0);
  uint64_t difference = x - y;
  while (!(difference >> (f.fraction + 3))) {
    difference <<= 1;
    --exponent;
  }
  return roundFloat(f, difference, exponent);
}

static uint64_t bitsOfDouble(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof(bits));
  return bits;
}

static uint64_t bitsOfSingle(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof(bits));
  return bits;
}

typedef struct {
  int software;
  double start, rate;
} Map;

// The logistic map x <- rate * (x * (1 - x)) stays within (0, 1).
static inline uint64_t iterateSoftly(FloatFormat f, uint64_t x, uint64_t rate,
                                     uint64_t one, uint64_t rounds) {
  for (uint64_t i = 0; i < rounds; ++i)
    x = multiplyFloats(f, rate,
                       multiplyFloats(f, x, subtractFloats(f, one, x)));
  return x;
}

static uint64_t iterateDoubles(const void *data, uint64_t passes) {
  Map m = *(const Map *)data;
  uint64_t rounds = passes * STEPS_PER_PASS;
  double x = m.start;
  if (m.software)
    return iterateSoftly(Double, bitsOfDouble(x), bitsOfDouble(m.rate),
                         bitsOfDouble(1), rounds);
  for (uint64_t i = 0; i < rounds; ++i) {
    double rest = 1 - x;
    x = m.rate * (x * rest);
  }
  return bitsOfDouble(x);
}

static uint64_t iterateSingles(const void *data, uint64_t passes) {
  Map m = *(const Map *)data;
  uint64_t rounds = passes * STEPS_PER_PASS;
  float x = (float)m.start, rate = (float)m.rate;
  if (m.software)
    return iterateSoftly(Single, bitsOfSingle(x), bitsOfSingle(rate),
                         bitsOfSingle(1), rounds);
  for (uint64_t i = 0; i < rounds; ++i) {
    float rest = 1 - x;
    x = rate * (x * rest);
  }
  return bitsOfSingle(x);
}

static const void *makeMap(Setting *s) {
  Map *m = allocate(sizeof(Map));
  *m = (Map){s->pathological, 0.25 + (double)(s->random % 1000) / 4000, 3.75};
  return m;
}

//===-- The program -------------------------------------------------------===//

typedef struct {
  const char *name;
  const void *(*make)(Setting *);
  Exercise *run;
  int usesBytes;
} Benchmark;

static const Benchmark benchmarks[] = {
    {"array", makeArray, visitArray, 1},
    {"list", makeList, visitList, 1},
    {"pointer", makePointers, chasePointers, 1},
    {"branches", makeBits, followBits, 0},
    {"stations", makeProduct, multiply, 0},
    {"float-double", makeMap, iterateDoubles, 0},
    {"float-single", makeMap, iterateSingles, 0},
};

__attribute__((noinline)) uint64_t exercise(Exercise *run, const void *data,
                                            uint64_t passes) {
  uint64_t result = run(data, passes);
  // The call above is not the last thing: the region ends here.
  __asm__ volatile("" : "+r"(result));
  return result;
}

// Tells perf stat to count, or to stop counting.
static void control(const char *command) {
  const char *path = getenv("PATHOLOGIES_CONTROL");
  if (!path)
    return;
  FILE *file = fopen(path, "a");
  if (!file || fputs(command, file) < 0 || fclose(file) != 0) {
    fprintf(stderr, "pathologies: cannot write '%s'\n", path);
    exit(1);
  }
}

static int usage(void) {
  fprintf(stderr, "usage: pathologies NAME with|without BYTES PASSES [SEED]\n"
                  "NAME is one of");
  for (size_t i = 0; i < sizeof(benchmarks) / sizeof(benchmarks[0]); ++i)
    fprintf(stderr, " %s", benchmarks[i].name);
  fprintf(stderr, "; BYTES is 1024 or more\n");
  return 2;
}

// A whole number from least to most.
static int parse(const char *text, uint64_t least, uint64_t most,
                 uint64_t *value) {
  char *end;
  *value = strtoull(text, &end, 10);
  return *text >= '0' && *text <= '9' && !*end && *value >= least &&
         *value <= most;
}

int main(int count, char **words) {
  const Benchmark *b = NULL;
  uint64_t seed = 1;
  Setting s = {0};
  if (count < 5 || count > 6)
    return usage();
  for (size_t i = 0; i < sizeof(benchmarks) / sizeof(benchmarks[0]); ++i)
    if (strcmp(words[1], benchmarks[i].name) == 0)
      b = &benchmarks[i];
  s.pathological = strcmp(words[2], "with") == 0;
  if (!b || (!s.pathological && strcmp(words[2], "without") != 0) ||
      !parse(words[3], 1024, (uint64_t)1 << 37, &s.bytes) ||
      !parse(words[4], 1, 1000000000, &s.passes) ||
      (count == 6 && !parse(words[5], 0, UINT64_MAX, &seed)))
    return usage();
  // An odd factor keeps different seeds apart and the state from being 0.
  s.random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
  for (int i = 0; i < 16; ++i)
    nextRandom(&s.random);
  const void *data = b->make(&s);
  control("enable\n");
  uint64_t result = exercise(b->run, data, s.passes);
  control("disable\n");
  printf("%s", b->name);
  if (b->usesBytes)
    printf(" of %" PRIu64 " bytes", s.bytes);
  printf(", %" PRIu64 " passes: %" PRIu64 "\n", s.passes, result);
  return 0;
}
