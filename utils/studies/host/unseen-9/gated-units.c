//===- gated-units.c - A layer that remembers, with gates, over time ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Cells = 24, Inputs = 12, Steps = 16, Gates = 3 };
static float FromInput[Inputs][Gates][Cells], FromState[Cells][Gates][Cells];
static float Bias[Gates][Cells], Input[Steps][Inputs], State[Cells];
static float Said[Steps][Cells];
void setup(void) {
  fillFloats(&FromInput[0][0][0], Inputs * Gates * Cells, 1);
  fillFloats(&FromState[0][0][0], Cells * Gates * Cells, 2);
  fillFloats(&Bias[0][0], Gates * Cells, 3);
  for (int I = 0; I < Inputs * Gates * Cells; ++I)
    (&FromInput[0][0][0])[I] -= 0.5f;
  for (int I = 0; I < Cells * Gates * Cells; ++I)
    (&FromState[0][0][0])[I] -= 0.5f;
}
void prepare(unsigned Call) {
  fillFloats(&Input[0][0], Steps * Inputs, Call + 1);
}
HELPER float bend(float X) { return X / (1 + __builtin_fabsf(X)); }
HELPER float share(float X) { return 0.5f + 0.5f * bend(X); }
static void gather(float To[Cells], float By, const float Weights[Cells]) {
  for (int I = 0; I < Cells; ++I)
    To[I] += By * Weights[I];
}
static void step(const float *In, float *Out) {
  float Keep[Cells], Reset[Cells], New[Cells], Old[Cells];
  for (int I = 0; I < Cells; ++I) {
    Keep[I] = Bias[0][I];
    Reset[I] = Bias[1][I];
    New[I] = Bias[2][I];
    Old[I] = 0;
  }
  for (int I = 0; I < Inputs; ++I) {
    gather(Keep, In[I], FromInput[I][0]);
    gather(Reset, In[I], FromInput[I][1]);
    gather(New, In[I], FromInput[I][2]);
  }
  for (int I = 0; I < Cells; ++I) {
    gather(Keep, State[I], FromState[I][0]);
    gather(Reset, State[I], FromState[I][1]);
    gather(Old, State[I], FromState[I][2]);
  }
  for (int I = 0; I < Cells; ++I) {
    float K = share(Keep[I]), R = share(Reset[I]);
    State[I] = K * State[I] + (1 - K) * bend(New[I] + R * Old[I]);
    Out[I] = State[I];
  }
}
KERNEL void kernel(void) {
  for (int I = 0; I < Cells; ++I)
    State[I] = 0;
  for (int I = 0; I < Steps; ++I)
    step(Input[I], Said[I]);
}
double checksum(void) { return sumFloats(&Said[0][0], Steps * Cells); }
