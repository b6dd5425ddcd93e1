//===- timer-wheel.c - Alarms in wheels, of which one turns the next ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 80, Wheels = 3, Bits = 4, Slots = 1 << Bits, Ticks = 200 };
enum { Acts = 512 };
struct Link {
  struct Link *Next, *Before;
};
static struct Timer {
  struct Link Link;
  unsigned Due, Fired;
} Timers[N];
static struct Link Wheel[Wheels][Slots];
static unsigned Now, Delays[Acts], Act, Total;
static unsigned char Touched[Ticks];
void setup(void) {}
void prepare(unsigned Call) {
  fillWords(Delays, Acts, Call + 1);
  fillBytes(Touched, Ticks, Call + 100);
  for (int I = 0; I < Acts; ++I)
    Delays[I] = 1 + (Delays[I] >> 22 >> (Delays[I] & 3));
}
HELPER void clear(struct Link *List) { List->Next = List->Before = List; }
static void unlink(struct Link *L) {
  L->Next->Before = L->Before;
  L->Before->Next = L->Next;
  clear(L);
}
static void append(struct Link *List, struct Link *L) {
  L->Before = List->Before;
  L->Next = List;
  List->Before->Next = L;
  List->Before = L;
}
static void place(struct Timer *T) {
  unsigned Away = T->Due - Now;
  int Which = Away < Slots ? 0 : Away < Slots * Slots ? 1 : 2;
  append(&Wheel[Which][(T->Due >> Which * Bits) % Slots], &T->Link);
}
static void start(struct Timer *T) {
  T->Due = Now + Delays[Act++ % Acts];
  place(T);
}
/// Timers of a slot of a slower wheel go to where they belong by now.
static void cascade(int Which) {
  struct Link *List = &Wheel[Which][(Now >> Which * Bits) % Slots];
  struct Link *L = List->Next;
  clear(List);
  while (L != List) {
    struct Link *Next = L->Next;
    place((struct Timer *)L);
    L = Next;
  }
}
static void tick(void) {
  ++Now;
  for (int I = 1; I < Wheels && (Now >> (I - 1) * Bits) % Slots == 0; ++I)
    cascade(I);
  struct Link *List = &Wheel[0][Now % Slots];
  while (List->Next != List) {
    struct Timer *T = (struct Timer *)List->Next;
    unlink(&T->Link);
    ++T->Fired;
    ++Total;
    start(T);
  }
}
KERNEL void kernel(void) {
  Now = Act = Total = 0;
  for (int I = 0; I < Wheels; ++I)
    for (int J = 0; J < Slots; ++J)
      clear(&Wheel[I][J]);
  for (int I = 0; I < N; ++I) {
    Timers[I].Fired = 0;
    start(&Timers[I]);
  }
  for (int I = 0; I < Ticks; ++I) {
    tick();
    struct Timer *T = &Timers[Touched[I] % N];
    unlink(&T->Link);
    start(T);
  }
}
double checksum(void) {
  double S = Total;
  for (int I = 0; I < N; ++I)
    S += 1e-3 * (I + 1) * Timers[I].Fired;
  return S;
}
