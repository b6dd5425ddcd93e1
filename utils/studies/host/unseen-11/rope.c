//===- rope.c - A long text as a tree of pieces that move -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Length = 640, Leaf = 32, MostNodes = 2048, Moves = 9, Looks = 30 };
/// Either two parts or characters of the text.
static struct Node {
  struct Node *Left, *Right;
  const char *Characters;
  unsigned Length;
} Nodes[MostNodes];
static char Text[Length], Result[Length];
static unsigned Numbers[Moves][3], Places[Looks];
static struct Node *Free;
static unsigned Written, Sum;
void setup(void) {}
void prepare(unsigned Call) {
  fillWords(&Numbers[0][0], Moves * 3, Call + 1);
  fillWords(Places, Looks, Call + 1001);
  for (int I = 0; I < Length; ++I)
    Text[I] = (char)('a' + I * 7 % 26);
}
static struct Node *leaf(const char *Characters, unsigned Number) {
  struct Node *New = Free++;
  *New = (struct Node){NULL, NULL, Characters, Number};
  return New;
}
static struct Node *join(struct Node *Left, struct Node *Right) {
  if (!Left)
    return Right;
  if (!Right)
    return Left;
  struct Node *New = Free++;
  *New = (struct Node){Left, Right, NULL, Left->Length + Right->Length};
  return New;
}
static struct Node *build(const char *From, unsigned Number) {
  if (Number <= Leaf)
    return leaf(From, Number);
  unsigned Half = Number / 2;
  return join(build(From, Half), build(From + Half, Number - Half));
}
/// Old nodes stay as they are, for whoever has them still.
static void split(struct Node *Of, unsigned At, struct Node **Left,
                  struct Node **Right) {
  if (!Of || At == 0) {
    *Left = NULL;
    *Right = Of;
  } else if (At >= Of->Length) {
    *Left = Of;
    *Right = NULL;
  } else if (Of->Characters) {
    *Left = leaf(Of->Characters, At);
    *Right = leaf(Of->Characters + At, Of->Length - At);
  } else if (At < Of->Left->Length) {
    struct Node *Rest;
    split(Of->Left, At, Left, &Rest);
    *Right = join(Rest, Of->Right);
  } else {
    struct Node *Rest;
    split(Of->Right, At - Of->Left->Length, &Rest, Right);
    *Left = join(Of->Left, Rest);
  }
}
static char at(const struct Node *Of, unsigned Place) {
  while (!Of->Characters) {
    if (Place < Of->Left->Length)
      Of = Of->Left;
    else {
      Place -= Of->Left->Length;
      Of = Of->Right;
    }
  }
  return Of->Characters[Place];
}
static char *write(const struct Node *Of, char *To) {
  if (!Of->Characters)
    return write(Of->Right, write(Of->Left, To));
  for (unsigned I = 0; I < Of->Length; ++I)
    *To++ = Of->Characters[I];
  return To;
}
KERNEL void kernel(void) {
  Free = Nodes;
  struct Node *All = build(Text, Length);
  for (int I = 0; I < Moves; ++I) {
    unsigned Number = 1 + Numbers[I][0] % 60;
    unsigned From = Numbers[I][1] % (Length - Number);
    unsigned To = Numbers[I][2] % (Length - Number);
    struct Node *Before, *Moved, *After;
    split(All, From, &Before, &After);
    split(After, Number, &Moved, &After);
    All = join(Before, After);
    split(All, To, &Before, &After);
    All = join(join(Before, Moved), After);
  }
  unsigned S = 0;
  for (int I = 0; I < Looks; ++I)
    S = S * 31 + (unsigned char)at(All, Places[I] % Length);
  Sum = S;
  Written = (unsigned)(write(All, Result) - Result);
}
double checksum(void) {
  double S = Written + (double)Sum * 1e-6 + (double)(Free - Nodes);
  for (int I = 0; I < Length; ++I)
    S += Result[I] * (1 + I % 11);
  return S;
}
