//===- decision-forest.c - Many trees that ask for features and vote ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Trees = 48, Depth = 9, MostNodes = Trees << Depth };
enum { Features = 20, Samples = 3, Leaf = 255 };
static struct Node {
  float Limit;
  unsigned Right;
  unsigned char Feature;
} Nodes[MostNodes];
static unsigned Root[Trees], Used;
static float Sample[Samples][Features], Votes[Samples];
static void grow(unsigned long long *State, int Levels) {
  struct Node *Node = &Nodes[Used++];
  unsigned R = (unsigned)(nextRandom(State) >> 32);
  Node->Limit = 0.2f + 0.6f * (float)(R >> 8) / 16777216.0f;
  Node->Feature = Leaf;
  if (Levels == 1 || (Levels < Depth - 4 && R % 8 == 0))
    return;
  Node->Feature = (unsigned char)(R % Features);
  grow(State, Levels - 1);
  Node->Right = Used;
  grow(State, Levels - 1);
}
void setup(void) {
  unsigned long long State = 1;
  for (int I = 0; I < Trees; ++I) {
    Root[I] = Used;
    grow(&State, Depth);
  }
}
void prepare(unsigned Call) {
  fillFloats(&Sample[0][0], Samples * Features, Call + 1);
}
KERNEL void kernel(void) {
  for (int S = 0; S < Samples; ++S) {
    float Sum = 0;
    for (int I = 0; I < Trees; ++I) {
      unsigned At = Root[I];
      while (Nodes[At].Feature != Leaf) {
        if (Sample[S][Nodes[At].Feature] <= Nodes[At].Limit)
          ++At;
        else
          At = Nodes[At].Right;
      }
      Sum += Nodes[At].Limit;
    }
    Votes[S] = Sum / (float)Trees;
  }
}
double checksum(void) { return sumFloats(Votes, Samples); }
