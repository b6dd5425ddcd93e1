//===- order-book.c - Buyers and sellers that find each other ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Prices = 64, Orders = 200, None = 0xFFFF };
enum Kind { Buy, Sell, Market, Cancel };
static struct Message {
  unsigned char Kind, Price, Quantity, Buys;
  unsigned short Of;
} Messages[Orders];
static struct Order {
  unsigned short Before, Next, Quantity;
  unsigned char Price, Buys, Open;
} Book[Orders];
static struct Level {
  unsigned short First, Last, Total;
} Levels[2][Prices];
static int BestBuy, BestSell;
static unsigned Traded, Trades, Cancelled;
static unsigned long long Worth;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned Numbers[Orders];
  fillWords(Numbers, Orders, Call + 1);
  int Middle = Prices / 2;
  for (int I = 0; I < Orders; ++I) {
    unsigned R = Numbers[I];
    struct Message *M = &Messages[I];
    Middle += (int)(R >> 4 & 3) % 3 - 1;
    Middle = Middle < 12 ? 12 : Middle > Prices - 12 ? Prices - 12 : Middle;
    M->Buys = R >> 8 & 1;
    M->Quantity = (unsigned char)(1 + (R >> 9 & 31));
    unsigned What = R & 15;
    M->Kind = (unsigned char)(What < 10   ? (M->Buys ? Buy : Sell)
                              : What < 12 ? Market
                                          : Cancel);
    int Away = (int)(R >> 16 & 7) - 2;
    M->Price = (unsigned char)(M->Buys ? Middle - Away : Middle + Away);
    M->Of = (unsigned short)(I ? (R >> 20) % (unsigned)I : 0);
  }
}
static void enter(unsigned Number, unsigned Quantity, unsigned Price,
                  unsigned Buys) {
  struct Level *L = &Levels[Buys][Price];
  struct Order *O = &Book[Number];
  O->Before = L->Last;
  O->Next = None;
  O->Quantity = (unsigned short)Quantity;
  O->Price = (unsigned char)Price;
  O->Buys = (unsigned char)Buys;
  O->Open = 1;
  if (L->Last == None)
    L->First = (unsigned short)Number;
  else
    Book[L->Last].Next = (unsigned short)Number;
  L->Last = (unsigned short)Number;
  L->Total = (unsigned short)(L->Total + Quantity);
  if (Buys && (int)Price > BestBuy)
    BestBuy = (int)Price;
  if (!Buys && (int)Price < BestSell)
    BestSell = (int)Price;
}
static void leave(unsigned Number) {
  struct Order *O = &Book[Number];
  struct Level *L = &Levels[O->Buys][O->Price];
  if (O->Before == None)
    L->First = O->Next;
  else
    Book[O->Before].Next = O->Next;
  if (O->Next == None)
    L->Last = O->Before;
  else
    Book[O->Next].Before = O->Before;
  L->Total = (unsigned short)(L->Total - O->Quantity);
  O->Open = 0;
  if (L->First != None)
    return;
  if (O->Buys)
    while (BestBuy >= 0 && Levels[1][BestBuy].First == None)
      --BestBuy;
  else
    while (BestSell < Prices && Levels[0][BestSell].First == None)
      ++BestSell;
}
/// Trades with the other side, who came first at the best price first. Gives
/// what is left.
static unsigned match(unsigned Quantity, int Limit, unsigned Buys) {
  while (Quantity) {
    int Price = Buys ? BestSell : BestBuy;
    if (Buys ? Price > Limit || Price >= Prices : Price < Limit || Price < 0)
      break;
    struct Level *L = &Levels[!Buys][Price];
    unsigned First = L->First;
    struct Order *O = &Book[First];
    unsigned Part = O->Quantity < Quantity ? O->Quantity : Quantity;
    Quantity -= Part;
    ++Trades;
    Traded += Part;
    Worth += (unsigned long long)Part * (unsigned)Price;
    if (Part == O->Quantity)
      leave(First);
    else {
      O->Quantity = (unsigned short)(O->Quantity - Part);
      L->Total = (unsigned short)(L->Total - Part);
    }
  }
  return Quantity;
}
KERNEL void kernel(void) {
  for (int P = 0; P < Prices; ++P)
    for (int Side = 0; Side < 2; ++Side)
      Levels[Side][P] = (struct Level){None, None, 0};
  BestBuy = -1;
  BestSell = Prices;
  Traded = Trades = Cancelled = 0;
  Worth = 0;
  for (unsigned I = 0; I < Orders; ++I) {
    const struct Message *M = &Messages[I];
    unsigned Left;
    Book[I].Open = 0;
    switch (M->Kind) {
    case Buy:
    case Sell:
      Left = match(M->Quantity, M->Price, M->Buys);
      if (Left)
        enter(I, Left, M->Price, M->Buys);
      break;
    case Market:
      match(M->Quantity, M->Buys ? Prices : -1, M->Buys);
      break;
    case Cancel:
      if (I && Book[M->Of].Open) {
        leave(M->Of);
        ++Cancelled;
      }
      break;
    }
  }
}
double checksum(void) {
  double S = Traded + 1e3 * Trades + 1e5 * Cancelled + (double)Worth * 1e-3 +
             BestBuy + 100.0 * BestSell;
  for (int P = 0; P < Prices; ++P)
    S += Levels[0][P].Total * (1 + P % 3) + 7.0 * Levels[1][P].Total;
  return S;
}
