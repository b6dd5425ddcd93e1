//===- max-flow.c - As much as pipes can carry, level by level ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 26, Arcs = 76, MostHalves = 2 * Arcs, Source = 0, Sink = N - 1 };
static const int Unlimited = 1 << 30;
static struct Half {
  short To, Next;
  int Room;
} Halves[MostHalves];
static short First[N], Current[N], Level[N];
static unsigned char From[Arcs], To[Arcs], Capacity[Arcs];
static int Flow;
static unsigned Phases;
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(From, Arcs, Call + 1);
  fillBytes(To, Arcs, Call + 1001);
  fillBytes(Capacity, Arcs, Call + 2001);
  for (int I = 0; I < Arcs; ++I) {
    int Begin = I < 5 ? Source : 1 + From[I] % (N - 2);
    int End = I >= Arcs - 6 ? Sink : 1 + (Begin + 1 + To[I] % 9) % (N - 2);
    From[I] = (unsigned char)Begin;
    To[I] = (unsigned char)(End == Begin ? Sink : End);
    Capacity[I] = (unsigned char)(1 + Capacity[I] % 40);
  }
}
static void build(void) {
  for (int I = 0; I < N; ++I)
    First[I] = -1;
  for (int I = 0; I < Arcs; ++I) {
    short Forth = (short)(2 * I), Back = (short)(Forth + 1);
    Halves[Forth] = (struct Half){To[I], First[From[I]], Capacity[I]};
    First[From[I]] = Forth;
    Halves[Back] = (struct Half){From[I], First[To[I]], 0};
    First[To[I]] = Back;
  }
}
static int findLevels(void) {
  short Queue[N];
  int Head = 0, Tail = 0;
  for (int I = 0; I < N; ++I)
    Level[I] = -1;
  Level[Source] = 0;
  Queue[Tail++] = Source;
  while (Head < Tail) {
    short At = Queue[Head++];
    for (short I = First[At]; I >= 0; I = Halves[I].Next) {
      short Next = Halves[I].To;
      if (Halves[I].Room > 0 && Level[Next] < 0) {
        Level[Next] = (short)(Level[At] + 1);
        Queue[Tail++] = Next;
      }
    }
  }
  return Level[Sink] >= 0;
}
static int push(short At, int Most) {
  if (At == Sink)
    return Most;
  int Sent = 0;
  for (; Current[At] >= 0; Current[At] = Halves[Current[At]].Next) {
    struct Half *H = &Halves[Current[At]];
    if (H->Room <= 0 || Level[H->To] != Level[At] + 1)
      continue;
    int Rest = Most - Sent;
    int More = push(H->To, Rest < H->Room ? Rest : H->Room);
    H->Room -= More;
    Halves[Current[At] ^ 1].Room += More;
    Sent += More;
    if (Sent == Most)
      break;
  }
  return Sent;
}
KERNEL void kernel(void) {
  int Total = 0;
  unsigned Count = 0;
  build();
  for (; findLevels(); ++Count) {
    for (int I = 0; I < N; ++I)
      Current[I] = First[I];
    Total += push(Source, Unlimited);
  }
  Flow = Total;
  Phases = Count;
}
double checksum(void) {
  double S = 1000.0 * Flow + Phases;
  for (int I = 0; I < MostHalves; ++I)
    S += Halves[I].Room * 1e-2 * (1 + I % 7);
  return S;
}
