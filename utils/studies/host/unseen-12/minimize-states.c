//===- minimize-states.c - States of an automaton that act the same ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 96, Different = 40, Symbols = 3 };
static unsigned char To[N][Symbols], Accepts[N];
/// States of a class stand side by side.
static unsigned char States[N], Places[N], ClassOf[N];
static struct Class {
  unsigned char First, Size, Marked, Waits[Symbols];
} Classes[N];
static unsigned char From[Symbols][N], FirstFrom[Symbols][N + 1];
static struct Task {
  unsigned char Class, Symbol;
} Tasks[N * Symbols];
static int Number, Waiting, Splits;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  unsigned char Base[Different][Symbols + 1];
  for (int I = 0; I < Different; ++I) {
    for (int S = 0; S < Symbols; ++S)
      Base[I][S] = (unsigned char)(nextRandom(&State) % Different);
    Base[I][Symbols] = nextRandom(&State) % 5 == 0;
  }
  // Some of the states exist two or three times.
  for (int I = 0; I < N; ++I) {
    for (int S = 0; S < Symbols; ++S) {
      unsigned Next = Base[I % Different][S];
      unsigned Copy = (unsigned)(nextRandom(&State) % 3) * Different + Next;
      To[I][S] = (unsigned char)(Copy < N ? Copy : Next);
    }
    Accepts[I] = Base[I % Different][Symbols];
  }
}
static void invert(void) {
  for (int S = 0; S < Symbols; ++S) {
    unsigned char *First = FirstFrom[S];
    for (int I = 0; I <= N; ++I)
      First[I] = 0;
    for (int I = 0; I < N; ++I)
      ++First[To[I][S]];
    for (int I = 1; I <= N; ++I)
      First[I] = (unsigned char)(First[I] + First[I - 1]);
    for (int I = 0; I < N; ++I)
      From[S][--First[To[I][S]]] = (unsigned char)I;
  }
}
static void wait(int Class, int Symbol) {
  Classes[Class].Waits[Symbol] = 1;
  Tasks[Waiting].Class = (unsigned char)Class;
  Tasks[Waiting++].Symbol = (unsigned char)Symbol;
}
/// Marked states come to the front of their class.
static int mark(int State) {
  struct Class *C = &Classes[ClassOf[State]];
  int Front = C->First + C->Marked, Place = Places[State];
  if (Place < Front)
    return 0;
  int Other = States[Front];
  States[Front] = (unsigned char)State;
  States[Place] = (unsigned char)Other;
  Places[State] = (unsigned char)Front;
  Places[Other] = (unsigned char)Place;
  return C->Marked++ == 0;
}
static void split(int Index) {
  struct Class *C = &Classes[Index];
  int Marked = C->Marked;
  C->Marked = 0;
  if (Marked == C->Size)
    return;
  ++Splits;
  struct Class *New = &Classes[Number];
  New->Marked = 0;
  // The smaller part is new.
  if (Marked <= C->Size - Marked) {
    New->First = C->First;
    New->Size = (unsigned char)Marked;
    C->First = (unsigned char)(C->First + Marked);
  } else {
    New->First = (unsigned char)(C->First + Marked);
    New->Size = (unsigned char)(C->Size - Marked);
  }
  C->Size = (unsigned char)(C->Size - New->Size);
  for (int I = New->First; I < New->First + New->Size; ++I)
    ClassOf[States[I]] = (unsigned char)Number;
  for (int S = 0; S < Symbols; ++S)
    wait(Number, S);
  ++Number;
}
static void begin(void) {
  int Front = 0, Back = N;
  for (int I = 0; I < N; ++I) {
    int Place = Accepts[I] ? Front++ : --Back;
    States[Place] = (unsigned char)I;
    Places[I] = (unsigned char)Place;
    ClassOf[I] = !Accepts[I];
  }
  Classes[0] = (struct Class){0, (unsigned char)Front, 0, {0}};
  Classes[1] =
      (struct Class){(unsigned char)Front, (unsigned char)(N - Front), 0, {0}};
  Number = 2;
  Waiting = Splits = 0;
  for (int S = 0; S < Symbols; ++S) {
    wait(0, S);
    wait(1, S);
  }
}
KERNEL void kernel(void) {
  invert();
  begin();
  while (Waiting) {
    struct Task T = Tasks[--Waiting];
    const struct Class *C = &Classes[T.Class];
    const unsigned char *First = FirstFrom[T.Symbol], *All = From[T.Symbol];
    unsigned char Sources[N], Touched[N];
    int Count = 0, Classed = 0;
    for (int I = C->First; I < C->First + C->Size; ++I)
      for (int J = First[States[I]]; J < First[States[I] + 1]; ++J)
        Sources[Count++] = All[J];
    for (int I = 0; I < Count; ++I)
      if (mark(Sources[I]))
        Touched[Classed++] = ClassOf[Sources[I]];
    for (int I = 0; I < Classed; ++I)
      split(Touched[I]);
  }
}
double checksum(void) {
  double S = Number * 1e6 + Splits;
  for (int I = 0; I < N; ++I)
    S += Places[I] * (1 + I % 5) + ClassOf[I] * 3;
  // All copies of a state are of one class.
  for (int I = Different; I < N; ++I)
    S += 1e9 * (ClassOf[I] != ClassOf[I % Different]);
  return S;
}
