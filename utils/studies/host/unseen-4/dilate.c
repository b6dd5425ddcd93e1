//===- dilate.c - The greatest of nine neighbours in an image of bytes --===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Width = 96, Height = 40 };
static unsigned char In[Height][Width], Out[Height][Width];
void setup(void) { fillBytes(&In[0][0], sizeof(In), 1); }
void prepare(unsigned Call) { (void)Call; }
HELPER unsigned char greater(unsigned char A, unsigned char B) {
  return A > B ? A : B;
}
KERNEL void kernel(void) {
  for (int Y = 1; Y < Height - 1; ++Y)
    for (int X = 1; X < Width - 1; ++X) {
      unsigned char Most = 0;
      for (int V = -1; V <= 1; ++V)
        for (int U = -1; U <= 1; ++U)
          Most = greater(Most, In[Y + V][X + U]);
      Out[Y][X] = Most;
    }
}
double checksum(void) { return sumBytes(&Out[0][0], sizeof(Out)); }
