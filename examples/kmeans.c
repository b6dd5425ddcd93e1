//===- kmeans.c - k-means clustering --------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 2 rounds of Lloyd's k-means algorithm on SIZE points in three dimensions and
// 100 clusters: each point goes to the nearest centre, each centre to the mean
// of its points.
//
//===----------------------------------------------------------------------===//

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Clusters = 100, Rounds = 2 };

/// points: n triples. centres and sums: a triple for each cluster. counts:
/// points of each cluster. nearest: the cluster of each point.
__attribute__((noinline)) void kmeans(const double *points, double *centres,
                                      double *sums, int *counts, int *nearest,
                                      size_t n) {
  for (int round = 0; round < Rounds; ++round) {
    memset(sums, 0, 3 * Clusters * sizeof(double));
    memset(counts, 0, Clusters * sizeof(int));
    for (size_t i = 0; i < n; ++i) {
      double x = points[3 * i], y = points[3 * i + 1], z = points[3 * i + 2];
      double best = HUGE_VAL;
      int cluster = 0;
      for (int k = 0; k < Clusters; ++k) {
        double dx = x - centres[3 * k];
        double dy = y - centres[3 * k + 1];
        double dz = z - centres[3 * k + 2];
        double distance = dx * dx + dy * dy + dz * dz;
        if (distance < best) {
          best = distance;
          cluster = k;
        }
      }
      nearest[i] = cluster;
      counts[cluster]++;
      sums[3 * cluster] += x;
      sums[3 * cluster + 1] += y;
      sums[3 * cluster + 2] += z;
    }
    for (int k = 0; k < Clusters; ++k)
      if (counts[k])
        for (int d = 0; d < 3; ++d)
          centres[3 * k + d] = sums[3 * k + d] / counts[k];
  }
}

/// Doubles on pages of their own, so that addresses differ from run to run by
/// whole pages only.
static double *allocate(size_t count) {
  size_t bytes = (count * sizeof(double) + 4095) / 4096 * 4096;
  double *memory = aligned_alloc(4096, bytes);
  if (!memory) {
    fprintf(stderr, "kmeans: cannot allocate %zu bytes\n", bytes);
    exit(1);
  }
  return memory;
}

static size_t number(const char *text, size_t limit) {
  char *end;
  unsigned long long value = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || value < 1 || value > limit) {
    fprintf(stderr, "kmeans: '%s' is not a number from 1 to %zu\n", text,
            limit);
    exit(2);
  }
  return value;
}

/// A reproducible value in [-1, 1).
static double sample(size_t i) {
  return (double)(i * 2654435761u % 2001u) / 1000.5 - 1.0;
}

static void reset(double *centres, const double *points, size_t n) {
  for (size_t k = 0; k < Clusters; ++k)
    memcpy(centres + 3 * k, points + 3 * (k * n / Clusters),
           3 * sizeof(double));
}

static double squaredDistance(const double *a, const double *b) {
  return (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
         (a[2] - b[2]) * (a[2] - b[2]);
}

/// Runs the algorithm cluster by cluster: the points of a cluster are those
/// for which no other centre is nearer.
static int correct(const double *points, const double *centres, size_t n) {
  double old[3 * Clusters], now[3 * Clusters];
  reset(now, points, n);
  for (int round = 0; round < Rounds; ++round) {
    memcpy(old, now, sizeof(now));
    for (int k = 0; k < Clusters; ++k) {
      double sum[3] = {0, 0, 0};
      int count = 0;
      for (size_t i = 0; i < n; ++i) {
        double own = squaredDistance(points + 3 * i, old + 3 * k);
        int mine = 1;
        for (int other = 0; other < Clusters && mine; ++other) {
          double theirs = squaredDistance(points + 3 * i, old + 3 * other);
          mine = other < k ? own < theirs : own <= theirs;
        }
        for (int d = 0; d < 3; ++d)
          sum[d] += mine ? points[3 * i + d] : 0;
        count += mine;
      }
      for (int d = 0; d < 3 && count; ++d)
        now[3 * k + d] = sum[d] / count;
    }
  }
  for (int c = 0; c < 3 * Clusters; ++c)
    if (fabs(centres[c] - now[c]) > 1e-9) {
      fprintf(stderr, "kmeans: centre %d is off: %.17g instead of %.17g\n",
              c / 3, centres[c], now[c]);
      return 0;
    }
  return 1;
}

int main(int argc, char **argv) {
  int check = argc == 4 && !strcmp(argv[3], "--check");
  if (argc > 4 || (argc == 4 && !check)) {
    fprintf(stderr, "usage: kmeans [SIZE [REPETITIONS [--check]]]\n");
    return 2;
  }
  size_t n = argc > 1 ? number(argv[1], 100000000) : 10000;
  size_t repetitions = argc > 2 ? number(argv[2], 1000000000) : 1;
  double *points = allocate(3 * n), *centres = allocate(3 * Clusters);
  double *sums = allocate(3 * Clusters);
  int *counts = (int *)allocate(Clusters), *nearest = (int *)allocate(n);
  for (size_t i = 0; i < 3 * n; ++i)
    points[i] = sample(i * i + i / 3);
  for (size_t r = 0; r < repetitions; ++r) {
    reset(centres, points, n);
    memset(sums, 0, 3 * Clusters * sizeof(double));
    memset(counts, 0, Clusters * sizeof(int));
    memset(nearest, 0, n * sizeof(int));
    kmeans(points, centres, sums, counts, nearest, n);
  }
  if (check && !correct(points, centres, n))
    return 1;
  double checksum = 0;
  for (size_t i = 0; i < 3 * Clusters; ++i)
    checksum += centres[i] * sample(i + 13);
  printf("checksum %.12g\n", checksum);
  free(points);
  free(centres);
  free(sums);
  free(counts);
  free(nearest);
  return 0;
}
