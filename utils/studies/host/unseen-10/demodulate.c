//===- demodulate.c - Sound from the angles of a radio signal -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 320, Fewer = 5 };
static signed char Samples[N][2];
static float Sound[N / Fewer], Angle, Smooth, Mean;
static float LastI, LastQ;
void setup(void) {}
void prepare(unsigned Call) {
  static unsigned char Noise[N][2];
  fillBytes(&Noise[0][0], sizeof(Noise), Call + 1);
  float I = 100, Q = 0, Turn = 0;
  for (int J = 0; J < N; ++J) {
    Turn += (float)(Noise[J][0] - 128) * 0.002f - 0.03f * Turn;
    float C = (1 - Turn * Turn) / (1 + Turn * Turn);
    float S = 2 * Turn / (1 + Turn * Turn), Old = I;
    I = Old * C - Q * S;
    Q = Old * S + Q * C;
    Samples[J][0] = (signed char)(I + (float)(Noise[J][1] & 15) - 8);
    Samples[J][1] = (signed char)(Q + (float)(Noise[J][1] >> 4) - 8);
  }
  LastI = 100;
  LastQ = Angle = Smooth = Mean = 0;
}
HELPER float magnitude(float X) { return X < 0 ? -X : X; }
static float arctangent(float Y, float X) {
  float A = magnitude(X), B = magnitude(Y);
  int Steep = B > A;
  float Ratio = Steep ? A / B : B / (A + 1e-9f), Square = Ratio * Ratio;
  float Result = -0.01172120f;
  Result = Result * Square + 0.05265332f;
  Result = Result * Square - 0.11643287f;
  Result = Result * Square + 0.19354346f;
  Result = Result * Square - 0.33262347f;
  Result = Result * Square + 0.99997726f;
  Result *= Ratio;
  if (Steep)
    Result = 1.57079633f - Result;
  if (X < 0)
    Result = 3.14159265f - Result;
  return Y < 0 ? -Result : Result;
}
KERNEL void kernel(void) {
  float I = LastI, Q = LastQ, Sum = 0;
  float Low = Smooth, Steady = Mean;
  for (int J = 0, Phase = 0, Out = 0; J < N; ++J) {
    float NextI = Samples[J][0], NextQ = Samples[J][1];
    float Turn = arctangent(NextQ * I - NextI * Q, NextI * I + NextQ * Q);
    I = NextI;
    Q = NextQ;
    Low += 0.3f * (Turn - Low);
    Sum += Low;
    if (++Phase == Fewer) {
      float Value = Sum / (float)Fewer;
      Steady += 0.01f * (Value - Steady);
      Sound[Out++] = Value - Steady;
      Phase = 0;
      Sum = 0;
    }
  }
  LastI = I;
  LastQ = Q;
  Smooth = Low;
  Mean = Steady;
}
double checksum(void) {
  double S = Mean;
  for (int I = 0; I < N / Fewer; ++I)
    S += (1 + I % 3) * Sound[I];
  return S;
}
