//===- circuits.c - Gates of a multiplier that settle, event by event ----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Bits = 6, Vectors = 8, MostGates = 256, MostWires = 1024 };
enum Kind { Input, And, Or, Xor };
static struct Gate {
  unsigned char Kind, Value, Queued;
  unsigned short Inputs[2], FirstOut, Outs;
} Gates[MostGates];
static unsigned short Wires[MostWires], Outputs[2 * Bits];
static unsigned short Lists[2][MostGates];
static unsigned Number;
static unsigned Factors[Vectors][2], Products[Vectors], Depths[Vectors];
static unsigned Events;
static unsigned gate(enum Kind Kind, unsigned A, unsigned B) {
  struct Gate *G = &Gates[Number];
  G->Kind = (unsigned char)Kind;
  G->Inputs[0] = (unsigned short)A;
  G->Inputs[1] = (unsigned short)B;
  return Number++;
}
/// Gives the sum; the carry comes instead of what was carried in.
static unsigned adder(unsigned A, unsigned B, unsigned *Carry) {
  unsigned Half = gate(Xor, A, B), Sum = gate(Xor, Half, *Carry);
  unsigned Both = gate(And, A, B), Through = gate(And, Half, *Carry);
  *Carry = gate(Or, Both, Through);
  return Sum;
}
void setup(void) {
  for (int I = 0; I < 2 * Bits; ++I)
    gate(Input, 0, 0);
  unsigned Zero = gate(Input, 0, 0), Row[2 * Bits];
  for (int I = 0; I < 2 * Bits; ++I)
    Row[I] = Zero;
  for (unsigned J = 0; J < Bits; ++J) {
    unsigned Carry = Zero;
    for (unsigned I = 0; I < Bits; ++I)
      Row[I + J] = adder(Row[I + J], gate(And, I, Bits + J), &Carry);
    Row[Bits + J] = Carry;
  }
  for (int I = 0; I < 2 * Bits; ++I)
    Outputs[I] = (unsigned short)Row[I];
  unsigned Used = 0;
  for (unsigned G = 0; G < Number; ++G) {
    Gates[G].FirstOut = (unsigned short)Used;
    for (unsigned H = 0; H < Number; ++H)
      if (Gates[H].Kind != Input &&
          (Gates[H].Inputs[0] == G || Gates[H].Inputs[1] == G))
        Wires[Used++] = (unsigned short)H;
    Gates[G].Outs = (unsigned short)(Used - Gates[G].FirstOut);
  }
}
void prepare(unsigned Call) {
  fillWords(&Factors[0][0], Vectors * 2, Call + 1);
  for (unsigned G = 0; G < Number; ++G)
    Gates[G].Value = 0;
}
static unsigned evaluate(const struct Gate *G) {
  unsigned A = Gates[G->Inputs[0]].Value, B = Gates[G->Inputs[1]].Value;
  switch (G->Kind) {
  case And:
    return A & B;
  case Or:
    return A | B;
  case Xor:
    return A ^ B;
  default:
    return G->Value;
  }
}
static unsigned tell(const struct Gate *G, unsigned short *To, unsigned Count) {
  for (unsigned I = 0; I < G->Outs; ++I) {
    unsigned short Out = Wires[G->FirstOut + I];
    if (!Gates[Out].Queued) {
      Gates[Out].Queued = 1;
      To[Count++] = Out;
    }
  }
  return Count;
}
/// Each gate takes one unit of time.
static unsigned settle(unsigned Count) {
  unsigned short *Now = Lists[0], *Next = Lists[1];
  unsigned char Values[MostGates];
  unsigned Depth = 0;
  for (; Count; ++Depth) {
    Events += Count;
    for (unsigned I = 0; I < Count; ++I) {
      Gates[Now[I]].Queued = 0;
      Values[I] = (unsigned char)evaluate(&Gates[Now[I]]);
    }
    unsigned Changed = 0;
    for (unsigned I = 0; I < Count; ++I) {
      struct Gate *G = &Gates[Now[I]];
      if (G->Value == Values[I])
        continue;
      G->Value = Values[I];
      Changed = tell(G, Next, Changed);
    }
    unsigned short *T = Now;
    Now = Next;
    Next = T;
    Count = Changed;
  }
  return Depth;
}
KERNEL void kernel(void) {
  Events = 0;
  for (int V = 0; V < Vectors; ++V) {
    unsigned Count = 0;
    for (unsigned I = 0; I < 2 * Bits; ++I) {
      unsigned Bit = Factors[V][I / Bits] >> I % Bits & 1;
      if (Gates[I].Value == Bit)
        continue;
      Gates[I].Value = (unsigned char)Bit;
      Count = tell(&Gates[I], Lists[0], Count);
    }
    Depths[V] = settle(Count);
    unsigned Product = 0;
    for (int I = 0; I < 2 * Bits; ++I)
      Product |= (unsigned)Gates[Outputs[I]].Value << I;
    Products[V] = Product;
  }
}
double checksum(void) {
  double S = Events;
  unsigned Mask = (1u << Bits) - 1;
  for (int V = 0; V < Vectors; ++V) {
    unsigned Right = (Factors[V][0] & Mask) * (Factors[V][1] & Mask);
    S += 10.0 * Depths[V] + 1e3 * Products[V] + 1e9 * (Products[V] != Right);
  }
  return S;
}
