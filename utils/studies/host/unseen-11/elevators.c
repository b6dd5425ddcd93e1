//===- elevators.c - Three lifts and people who wait for them -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Lifts = 3, Floors = 14, Ticks = 120, MostWaiting = 16, Room = 6 };
static unsigned Arrivals[Ticks];
static struct Lift {
  int Floor, Direction, Doors, Number;
  unsigned Stops;
  unsigned char Goals[Room];
} All[Lifts];
static struct Queue {
  unsigned char Number, Goals[MostWaiting], Since[MostWaiting];
} Waiting[Floors];
static unsigned Carried, Waited, Refused, Moved;
void setup(void) {}
void prepare(unsigned Call) { fillWords(Arrivals, Ticks, Call + 1); }
static void arrive(unsigned R, int Time) {
  if ((R & 7) > 4)
    return;
  // Many people come in at the ground.
  unsigned From = R & 32 ? 0 : (R >> 8) % Floors, To = (R >> 16) % Floors;
  if (From == To)
    return;
  struct Queue *Q = &Waiting[From];
  if (Q->Number == MostWaiting) {
    ++Refused;
    return;
  }
  Q->Goals[Q->Number] = (unsigned char)To;
  Q->Since[Q->Number++] = (unsigned char)Time;
}
static int leave(struct Lift *L) {
  int Kept = 0;
  for (int I = 0; I < L->Number; ++I)
    if (L->Goals[I] != L->Floor)
      L->Goals[Kept++] = L->Goals[I];
  int Left = L->Number - Kept;
  L->Number = Kept;
  L->Stops &= ~(1u << L->Floor);
  Carried += (unsigned)Left;
  return Left;
}
static int board(struct Lift *L, int Time) {
  struct Queue *Q = &Waiting[L->Floor];
  int Kept = 0, Boarded = 0;
  for (int I = 0; I < Q->Number; ++I) {
    int Goal = Q->Goals[I], Way = Goal > L->Floor ? 1 : -1;
    if (L->Number < Room && (L->Direction == 0 || L->Direction == Way)) {
      L->Direction = Way;
      L->Goals[L->Number++] = (unsigned char)Goal;
      L->Stops |= 1u << Goal;
      Waited += (unsigned)(Time - Q->Since[I]);
      ++Boarded;
    } else {
      Q->Goals[Kept] = Q->Goals[I];
      Q->Since[Kept++] = Q->Since[I];
    }
  }
  Q->Number = (unsigned char)Kept;
  return Boarded;
}
static void direct(struct Lift *L, unsigned Calls) {
  unsigned Wanted = L->Stops | (L->Number < Room ? Calls : 0);
  unsigned Above = Wanted >> L->Floor >> 1;
  unsigned Below = Wanted & ((1u << L->Floor) - 1);
  if (L->Direction > 0 && Above)
    return;
  if (L->Direction < 0 && Below)
    return;
  if (!Above && !Below)
    L->Direction = 0;
  else if (Above && Below) {
    int Up = __builtin_ctz(Above) + 1;
    int Down = L->Floor - (31 - __builtin_clz(Below));
    L->Direction = Up <= Down ? 1 : -1;
  } else
    L->Direction = Above ? 1 : -1;
}
static void step(struct Lift *L, int Time) {
  if (L->Doors > 0) {
    --L->Doors;
    return;
  }
  int Changed = 0;
  if (L->Stops >> L->Floor & 1)
    Changed = leave(L);
  if (L->Number == 0 && Waiting[L->Floor].Number)
    L->Direction = 0;
  if (L->Number < Room && Waiting[L->Floor].Number)
    Changed += board(L, Time);
  if (Changed) {
    L->Doors = 1 + Changed / 3;
    return;
  }
  unsigned Calls = 0;
  for (int I = 0; I < Floors; ++I)
    Calls |= (unsigned)(Waiting[I].Number != 0) << I;
  direct(L, Calls);
  L->Floor += L->Direction;
  Moved += L->Direction != 0;
}
KERNEL void kernel(void) {
  Carried = Waited = Refused = Moved = 0;
  for (int I = 0; I < Floors; ++I)
    Waiting[I].Number = 0;
  for (int I = 0; I < Lifts; ++I) {
    struct Lift *L = &All[I];
    L->Floor = I * Floors / Lifts;
    L->Direction = L->Doors = L->Number = 0;
    L->Stops = 0;
  }
  for (int Time = 0; Time < Ticks; ++Time) {
    arrive(Arrivals[Time], Time);
    for (int I = 0; I < Lifts; ++I)
      step(&All[I], Time);
  }
}
double checksum(void) {
  return Carried + 1e3 * Waited + 1e-2 * Refused + 1e7 * Moved;
}
