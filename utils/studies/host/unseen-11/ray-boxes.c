//===- ray-boxes.c - The first sphere on a ray, by boxes in boxes ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 64, Rays = 18, MostNodes = 2 * N, PerLeaf = 2, MostDepth = 32 };
static struct Sphere {
  float At[3], Radius;
} Spheres[N];
static struct Node {
  float Low[3], High[3];
  short First, Number, Left, Right;
} Nodes[MostNodes];
static struct Ray {
  float From[3], Direction[3], Inverse[3];
} All[Rays];
static float Distance[Rays];
static short Hit[Rays];
static int Used;
void setup(void) {}
static short build(int First, int Number) {
  struct Node *New = &Nodes[Used];
  short Result = (short)Used++;
  float Most = 0;
  int Axis = 0;
  for (int K = 0; K < 3; ++K) {
    New->Low[K] = 1e9f;
    New->High[K] = -1e9f;
    for (int I = First; I < First + Number; ++I) {
      float Low = Spheres[I].At[K] - Spheres[I].Radius;
      float High = Spheres[I].At[K] + Spheres[I].Radius;
      New->Low[K] = Low < New->Low[K] ? Low : New->Low[K];
      New->High[K] = High > New->High[K] ? High : New->High[K];
    }
    if (New->High[K] - New->Low[K] > Most) {
      Most = New->High[K] - New->Low[K];
      Axis = K;
    }
  }
  New->First = (short)First;
  New->Number = (short)Number;
  if (Number <= PerLeaf)
    return Result;
  for (int I = First + 1; I < First + Number; ++I) {
    struct Sphere Moved = Spheres[I];
    int J = I;
    for (; J > First && Spheres[J - 1].At[Axis] > Moved.At[Axis]; --J)
      Spheres[J] = Spheres[J - 1];
    Spheres[J] = Moved;
  }
  New->Number = 0;
  New->Left = build(First, Number / 2);
  New->Right = build(First + Number / 2, Number - Number / 2);
  return Result;
}
void prepare(unsigned Call) {
  fillFloats(&Spheres[0].At[0], 4 * N, Call + 1);
  for (int I = 0; I < N; ++I)
    Spheres[I].Radius = 0.02f + 0.08f * Spheres[I].Radius;
  Used = 0;
  build(0, N);
  fillFloats(&All[0].From[0], 9 * Rays, Call + 1001);
  for (int I = 0; I < Rays; ++I) {
    struct Ray *R = &All[I];
    float Square = 0;
    R->From[2] -= 1.5f;
    for (int K = 0; K < 3; ++K) {
      R->Direction[K] = R->Direction[K] - R->From[K] + 1e-4f;
      Square += R->Direction[K] * R->Direction[K];
    }
    for (int K = 0; K < 3; ++K) {
      R->Direction[K] /= __builtin_sqrtf(Square);
      R->Inverse[K] = 1 / R->Direction[K];
    }
  }
}
/// How far it is to a box, or very far if it is missed.
HELPER float enter(const struct Node *N, const struct Ray *R, float Most) {
  float Near = 0, Far = Most;
  for (int K = 0; K < 3; ++K) {
    float A = (N->Low[K] - R->From[K]) * R->Inverse[K];
    float B = (N->High[K] - R->From[K]) * R->Inverse[K];
    float Low = A < B ? A : B, High = A < B ? B : A;
    Near = Low > Near ? Low : Near;
    Far = High < Far ? High : Far;
  }
  return Near <= Far ? Near : 1e9f;
}
HELPER float meet(const struct Sphere *S, const struct Ray *R) {
  float Along = 0, Square = 0;
  for (int K = 0; K < 3; ++K) {
    float To = S->At[K] - R->From[K];
    Along += To * R->Direction[K];
    Square += To * To;
  }
  float Inside = S->Radius * S->Radius - (Square - Along * Along);
  if (Inside < 0)
    return 1e9f;
  float Result = Along - __builtin_sqrtf(Inside);
  return Result > 0 ? Result : 1e9f;
}
static void follow(const struct Ray *R, float *Nearest, short *Which) {
  struct {
    short Node;
    float From;
  } Stack[MostDepth];
  int Top = 0;
  float Most = 1e8f;
  short Found = -1, At = 0;
  for (;;) {
    const struct Node *N = &Nodes[At];
    if (N->Number) {
      for (int I = N->First; I < N->First + N->Number; ++I) {
        float Far = meet(&Spheres[I], R);
        if (Far < Most) {
          Most = Far;
          Found = (short)I;
        }
      }
    } else {
      short First = N->Left, Second = N->Right;
      float A = enter(&Nodes[First], R, Most);
      float B = enter(&Nodes[Second], R, Most);
      if (B < A) {
        float Far = A;
        A = B;
        B = Far;
        First = N->Right;
        Second = N->Left;
      }
      if (B < Most) {
        Stack[Top].Node = Second;
        Stack[Top++].From = B;
      }
      if (A < Most) {
        At = First;
        continue;
      }
    }
    do {
      if (Top == 0) {
        *Nearest = Most;
        *Which = Found;
        return;
      }
      --Top;
    } while (Stack[Top].From >= Most);
    At = Stack[Top].Node;
  }
}
KERNEL void kernel(void) {
  for (int I = 0; I < Rays; ++I)
    follow(&All[I], &Distance[I], &Hit[I]);
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < Rays; ++I)
    S += Hit[I] + (Hit[I] >= 0 ? (double)Distance[I] : 0);
  return S;
}
