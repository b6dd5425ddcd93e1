//===- lattice-boltzmann.c - A fluid of particles on a lattice, one step --===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { W = 34, H = 18, Ways = 9 };
static const int WayX[Ways] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int WayY[Ways] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int Back[Ways] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const float Weight[Ways] = {4.0f / 9,  1.0f / 9,  1.0f / 9,
                                   1.0f / 9,  1.0f / 9,  1.0f / 36,
                                   1.0f / 36, 1.0f / 36, 1.0f / 36};
static float Before[H][W][Ways], After[H][W][Ways];
static unsigned char Solid[H][W];
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(&Solid[0][0], sizeof(Solid), Call + 1);
  fillFloats(&Before[0][0][0], H * W * Ways, Call + 1);
  for (int Y = 0; Y < H; ++Y)
    for (int X = 0; X < W; ++X) {
      Solid[Y][X] = Y == 0 || Y == H - 1 || Solid[Y][X] < 12;
      for (int I = 0; I < Ways; ++I)
        Before[Y][X][I] = Weight[I] * (0.9f + 0.2f * Before[Y][X][I]);
    }
}
KERNEL void kernel(void) {
  for (int Y = 1; Y < H - 1; ++Y)
    for (int X = 1; X < W - 1; ++X) {
      if (Solid[Y][X])
        continue;
      float In[Ways], Density = 0, MoveX = 0, MoveY = 0;
      for (int I = 0; I < Ways; ++I) {
        int FromX = X - WayX[I], FromY = Y - WayY[I];
        In[I] = Solid[FromY][FromX] ? Before[Y][X][Back[I]]
                                    : Before[FromY][FromX][I];
        Density += In[I];
        MoveX += (float)WayX[I] * In[I];
        MoveY += (float)WayY[I] * In[I];
      }
      MoveX /= Density;
      MoveY /= Density;
      float Energy = 1.5f * (MoveX * MoveX + MoveY * MoveY);
      for (int I = 0; I < Ways; ++I) {
        float Along = 3 * ((float)WayX[I] * MoveX + (float)WayY[I] * MoveY);
        float Rest =
            Weight[I] * Density * (1 + Along + 0.5f * Along * Along - Energy);
        After[Y][X][I] = In[I] + 0.8f * (Rest - In[I]);
      }
    }
}
double checksum(void) { return sumFloats(&After[0][0][0], H * W * Ways); }
