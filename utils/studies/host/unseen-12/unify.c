//===- unify.c - Terms with unknowns that are to become the same ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Pairs = 14, Names = 8, MostTerms = 3000, MostParts = 3, Depth = 4 };
/// An unknown, which may be bound to a term, or a function of other terms.
struct Term {
  struct Term *Bound, *Parts[MostParts];
  unsigned char Unknown, Name, Number;
};
static struct Term Terms[MostTerms], *Sides[Pairs][2];
static struct Term *Trail[MostTerms];
static unsigned Used, Trailed;
static unsigned char Unified[Pairs];
static unsigned Sizes[Pairs], Bindings;
void setup(void) {}
static struct Term *unknown(void) {
  struct Term *New = &Terms[Used++];
  *New = (struct Term){NULL, {NULL}, 1, 0, 0};
  return New;
}
static struct Term *random(unsigned long long *State, int Left) {
  unsigned long long R = nextRandom(State);
  struct Term *New = &Terms[Used++];
  unsigned Number = Left == 0 ? 0 : Left == Depth ? 3 : (unsigned)(R % 7 / 2);
  *New = (struct Term){
      NULL, {NULL}, 0, (unsigned char)(R >> 16 & 7), (unsigned char)Number};
  for (unsigned I = 0; I < Number; ++I)
    New->Parts[I] = random(State, Left - 1);
  return New;
}
/// Some parts become unknowns, those without parts the same one everywhere, and
/// sometimes a name becomes another.
static struct Term *blur(unsigned long long *State, const struct Term *Of,
                         struct Term **Shared) {
  unsigned long long R = nextRandom(State);
  if ((R & 15) < 3) {
    if (!(R >> 8 & 1) || Of->Number)
      return unknown();
    if (!Shared[Of->Name])
      Shared[Of->Name] = unknown();
    return Shared[Of->Name];
  }
  struct Term *New = &Terms[Used++];
  *New = (struct Term){NULL, {NULL}, 0, Of->Name, Of->Number};
  if ((R >> 16 & 127) == 0)
    New->Name ^= 1;
  for (unsigned I = 0; I < Of->Number; ++I)
    New->Parts[I] = blur(State, Of->Parts[I], Shared);
  return New;
}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  Used = 0;
  for (int P = 0; P < Pairs; ++P) {
    const struct Term *T = random(&State, Depth);
    struct Term *Shared[Names] = {NULL};
    Sides[P][0] = blur(&State, T, Shared);
    Sides[P][1] = blur(&State, T, Shared);
  }
}
HELPER struct Term *follow(struct Term *T) {
  while (T->Unknown && T->Bound)
    T = T->Bound;
  return T;
}
static int occurs(const struct Term *Unknown, struct Term *In) {
  In = follow(In);
  if (In == Unknown)
    return 1;
  for (unsigned I = 0; I < In->Number; ++I)
    if (occurs(Unknown, In->Parts[I]))
      return 1;
  return 0;
}
static int bind(struct Term *Unknown, struct Term *To) {
  if (occurs(Unknown, To))
    return 0;
  Unknown->Bound = To;
  Trail[Trailed++] = Unknown;
  return 1;
}
static int unify(struct Term *A, struct Term *B) {
  A = follow(A);
  B = follow(B);
  if (A == B)
    return 1;
  if (A->Unknown)
    return bind(A, B);
  if (B->Unknown)
    return bind(B, A);
  if (A->Name != B->Name || A->Number != B->Number)
    return 0;
  for (unsigned I = 0; I < A->Number; ++I)
    if (!unify(A->Parts[I], B->Parts[I]))
      return 0;
  return 1;
}
static unsigned size(struct Term *T) {
  T = follow(T);
  unsigned Sum = 1 + T->Name;
  for (unsigned I = 0; I < T->Number; ++I)
    Sum += size(T->Parts[I]) * (I + 1);
  return Sum;
}
KERNEL void kernel(void) {
  Bindings = 0;
  for (int P = 0; P < Pairs; ++P) {
    Trailed = 0;
    Unified[P] = (unsigned char)unify(Sides[P][0], Sides[P][1]);
    Sizes[P] = Unified[P] ? size(Sides[P][1]) : 0;
    Bindings += Trailed;
    while (Trailed)
      Trail[--Trailed]->Bound = NULL;
  }
}
double checksum(void) {
  double S = Bindings * 1e4 + Used;
  for (int P = 0; P < Pairs; ++P)
    S += Sizes[P] * (1 + P % 3) + 1e6 * Unified[P];
  return S;
}
