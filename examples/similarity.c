/* The vector of a collection that is most similar to another one: what search
   engines for texts and pictures do all day.

   The first screen of `rafter-opt similarity.c --try` says what holds the hot
   loop and which line to write; docs/walk.md has it. */

#include <math.h>
#include <stdio.h>

enum { Vectors = 2000, Length = 512 };

static float collection[Vectors][Length];

static float similarity(const float *a, const float *b, int n) {
  float dot = 0, aa = 0, bb = 0;
  for (int i = 0; i < n; ++i) {
    dot += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  return dot / (sqrtf(aa) * sqrtf(bb));
}

int main(void) {
  unsigned state = 1;
  for (int v = 0; v < Vectors; ++v)
    for (int i = 0; i < Length; ++i) {
      state = state * 1664525 + 1013904223;
      collection[v][i] = (float)(state >> 16) / 65536 - 0.5f;
    }
  int best = 1;
  float most = -1;
  for (int round = 0; round < 40; ++round)
    for (int v = 1; v < Vectors; ++v) {
      float s = similarity(collection[0], collection[v], Length);
      if (s > most) {
        most = s;
        best = v;
      }
    }
  printf("most similar: %d, %.4f\n", best, most);
}
