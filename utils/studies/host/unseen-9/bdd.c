//===- bdd.c - Clauses joined to one diagram of decisions -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Variables = 13, Clauses = 11, MostNodes = 4096, Cached = 1024 };
enum { Buckets = 1024, Terminal = Variables };
static struct Node {
  short Variable, Low, High, Next;
} Nodes[MostNodes];
static struct Entry {
  unsigned Question;
  int Answer;
} Cache[Cached];
static short First[Buckets];
static unsigned Literals[Clauses][3];
static int Used, Result;
void setup(void) { Nodes[0].Variable = Nodes[1].Variable = Terminal; }
void prepare(unsigned Call) {
  fillWords(&Literals[0][0], Clauses * 3, Call + 1);
  for (int I = 0; I < Cached; ++I)
    Cache[I].Question = 0;
  for (int I = 0; I < Buckets; ++I)
    First[I] = 0;
  Used = 2;
}
static int node(int Variable, int Low, int High) {
  if (Low == High)
    return Low;
  unsigned Hash = (unsigned)(Variable * 4111 + Low * 12553 + High * 24593);
  short *Bucket = &First[(Hash ^ Hash >> 9) % Buckets];
  for (int I = *Bucket; I; I = Nodes[I].Next)
    if (Nodes[I].Variable == Variable && Nodes[I].Low == Low &&
        Nodes[I].High == High)
      return I;
  if (Used == MostNodes)
    return 0;
  Nodes[Used] =
      (struct Node){(short)Variable, (short)Low, (short)High, *Bucket};
  *Bucket = (short)Used;
  return Used++;
}
/// The bits of Table are the answers for 0 0, 0 1, 1 0 and 1 1.
static int apply(unsigned Table, int A, int B) {
  if (A < 2 && B < 2)
    return (int)(Table >> (2 * A + B) & 1);
  if (Table == 8 && (A == 0 || B == 0))
    return 0;
  unsigned Question = Table << 24 | (unsigned)A << 12 | (unsigned)B;
  struct Entry *E = &Cache[(Question * 2654435761u) >> 22];
  if (E->Question == Question)
    return E->Answer;
  struct Node *X = &Nodes[A], *Y = &Nodes[B];
  int Top = X->Variable < Y->Variable ? X->Variable : Y->Variable;
  int SplitA = X->Variable == Top, SplitB = Y->Variable == Top;
  int Low = apply(Table, SplitA ? X->Low : A, SplitB ? Y->Low : B);
  int High = apply(Table, SplitA ? X->High : A, SplitB ? Y->High : B);
  E->Question = Question;
  return E->Answer = node(Top, Low, High);
}
KERNEL void kernel(void) {
  int All = 1;
  for (int I = 0; I < Clauses; ++I) {
    int Clause = 0;
    for (int J = 0; J < 3; ++J) {
      unsigned R = Literals[I][J];
      int Negated = R >> 31;
      int Literal = node((int)(R % Variables), Negated, !Negated);
      Clause = apply(14, Clause, Literal);
    }
    All = apply(Literals[I][0] >> 29 & 3 ? 8 : 6, All, Clause);
  }
  Result = All;
}
double checksum(void) {
  double S = Used;
  for (unsigned I = 0; I < 64; ++I) {
    int At = Result;
    while (At >= 2)
      At = I * 37 >> Nodes[At].Variable & 1 ? Nodes[At].High : Nodes[At].Low;
    S += 1e-3 * At * I;
  }
  return S;
}
