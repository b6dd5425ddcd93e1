//===- qoi.c - Pixels as runs, differences and colours seen before -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Width = 24, Height = 18, N = Width * Height };
struct Pixel {
  unsigned char Red, Green, Blue, Alpha;
};
static struct Pixel Image[N], Back[N];
static unsigned char Bytes[5 * N + 8];
static unsigned Used;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  struct Pixel Colours[4];
  for (int I = 0; I < 4; ++I) {
    unsigned long long R = nextRandom(&State);
    Colours[I] = (struct Pixel){(unsigned char)R, (unsigned char)(R >> 8),
                                (unsigned char)(R >> 16), 255};
  }
  // Areas of one colour, a slope, noise and a little that shines through.
  for (int I = 0; I < N; ++I) {
    int X = I % Width, Y = I / Width;
    unsigned long long R = nextRandom(&State);
    struct Pixel P = Colours[(X / 7 + Y / 5) & 3];
    if (Y >= 6 && Y < 12) {
      P.Red = (unsigned char)(P.Red + X * 2 + (int)(R & 1));
      P.Green = (unsigned char)(P.Green + X * 3 + (int)(R >> 8 & 3));
      P.Blue = (unsigned char)(P.Blue + X + (int)(R >> 16 & 1));
    } else if (Y >= 12 && (R >> 24 & 3) == 0) {
      P.Red = (unsigned char)(R >> 32);
      P.Blue = (unsigned char)(R >> 40);
      if ((R >> 48 & 7) == 0)
        P.Alpha = (unsigned char)(R >> 56);
    }
    Image[I] = P;
  }
}
HELPER unsigned place(struct Pixel P) {
  return (P.Red * 3u + P.Green * 5u + P.Blue * 7u + P.Alpha * 11u) % 64;
}
HELPER int same(struct Pixel A, struct Pixel B) {
  return A.Red == B.Red && A.Green == B.Green && A.Blue == B.Blue &&
         A.Alpha == B.Alpha;
}
static void clear(struct Pixel *Seen) {
  for (int I = 0; I < 64; ++I)
    Seen[I] = (struct Pixel){0, 0, 0, 0};
}
static unsigned encode(void) {
  struct Pixel Seen[64], Last = {0, 0, 0, 255};
  unsigned char *To = Bytes;
  unsigned Run = 0;
  clear(Seen);
  for (int I = 0; I < N; ++I) {
    struct Pixel P = Image[I];
    if (same(P, Last)) {
      if (++Run == 62 || I == N - 1) {
        *To++ = (unsigned char)(0xC0 | (Run - 1));
        Run = 0;
      }
      continue;
    }
    if (Run) {
      *To++ = (unsigned char)(0xC0 | (Run - 1));
      Run = 0;
    }
    unsigned Place = place(P);
    if (same(Seen[Place], P))
      *To++ = (unsigned char)Place;
    else {
      Seen[Place] = P;
      if (P.Alpha == Last.Alpha) {
        signed char Red = (signed char)(P.Red - Last.Red);
        signed char Green = (signed char)(P.Green - Last.Green);
        signed char Blue = (signed char)(P.Blue - Last.Blue);
        signed char More = (signed char)(Red - Green);
        signed char Other = (signed char)(Blue - Green);
        if (Red > -3 && Red < 2 && Green > -3 && Green < 2 && Blue > -3 &&
            Blue < 2)
          *To++ = (unsigned char)(0x40 | (Red + 2) << 4 | (Green + 2) << 2 |
                                  (Blue + 2));
        else if (More > -9 && More < 8 && Green > -33 && Green < 32 &&
                 Other > -9 && Other < 8) {
          *To++ = (unsigned char)(0x80 | (Green + 32));
          *To++ = (unsigned char)((More + 8) << 4 | (Other + 8));
        } else {
          *To++ = 0xFE;
          *To++ = P.Red;
          *To++ = P.Green;
          *To++ = P.Blue;
        }
      } else {
        *To++ = 0xFF;
        *To++ = P.Red;
        *To++ = P.Green;
        *To++ = P.Blue;
        *To++ = P.Alpha;
      }
    }
    Last = P;
  }
  return (unsigned)(To - Bytes);
}
static void decode(void) {
  struct Pixel Seen[64], P = {0, 0, 0, 255};
  const unsigned char *From = Bytes;
  unsigned Run = 0;
  clear(Seen);
  for (int I = 0; I < N; ++I) {
    if (Run) {
      --Run;
      Back[I] = P;
      continue;
    }
    unsigned Byte = *From++;
    if (Byte >= 0xFE) {
      P.Red = *From++;
      P.Green = *From++;
      P.Blue = *From++;
      if (Byte == 0xFF)
        P.Alpha = *From++;
    } else
      switch (Byte >> 6) {
      case 0:
        P = Seen[Byte];
        break;
      case 1:
        P.Red = (unsigned char)(P.Red + (Byte >> 4 & 3) - 2);
        P.Green = (unsigned char)(P.Green + (Byte >> 2 & 3) - 2);
        P.Blue = (unsigned char)(P.Blue + (Byte & 3) - 2);
        break;
      case 2: {
        unsigned Next = *From++, Green = (Byte & 63) - 32;
        P.Red = (unsigned char)(P.Red + Green + (Next >> 4) - 8);
        P.Green = (unsigned char)(P.Green + Green);
        P.Blue = (unsigned char)(P.Blue + Green + (Next & 15) - 8);
        break;
      }
      default:
        Run = Byte & 63;
        break;
      }
    Seen[place(P)] = P;
    Back[I] = P;
  }
}
KERNEL void kernel(void) {
  Used = encode();
  decode();
}
double checksum(void) {
  double S = Used;
  for (int I = 0; I < N; ++I)
    S += Back[I].Red * (1 + I % 3) + Back[I].Green + 2 * Back[I].Blue +
         1e7 * !same(Back[I], Image[I]);
  return S;
}
