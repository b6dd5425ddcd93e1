//===- lisp.c - Lists sorted by a program that is made of lists -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Cells = 3000, Symbols = 24, MostLetters = 8, Numbers = 11, Most = 4 };
enum Kind { Number, Symbol, Pair, Primitive };
typedef struct Cell Cell;
typedef Cell *Function(Cell **Arguments);
struct Cell {
  enum Kind Kind;
  union {
    int Value;
    Function *Code;
    Cell *Head;
  };
  Cell *Tail;
};
static Cell Pool[Cells], *Next = Pool, *Start;
static char Names[Symbols][MostLetters];
/// Their tails are what they mean everywhere.
static Cell Name[Symbols], Nil;
static Cell *If, *Quote, *Define, *Data, *Result;
static Cell *cons(Cell *Head, Cell *Tail) {
  Cell *C = Next++;
  C->Kind = Pair;
  C->Head = Head;
  C->Tail = Tail;
  return C;
}
static Cell *number(int Value) {
  Cell *C = Next++;
  C->Kind = Number;
  C->Value = Value;
  return C;
}
static Cell *lookUp(const Cell *Symbol, const Cell *Scope) {
  for (; Scope != &Nil; Scope = Scope->Tail)
    if (Scope->Head->Head == Symbol)
      return Scope->Head->Tail;
  return Symbol->Tail;
}
static Cell *evaluate(Cell *C, Cell *Scope) {
  for (;;) {
    if (C->Kind == Symbol)
      return C == &Nil ? C : lookUp(C, Scope);
    if (C->Kind != Pair)
      return C;
    Cell *First = C->Head, *Rest = C->Tail;
    if (First == Quote)
      return Rest->Head;
    if (First == If) {
      int Not = evaluate(Rest->Head, Scope) == &Nil;
      C = Not ? Rest->Tail->Tail->Head : Rest->Tail->Head;
      continue;
    }
    Cell *Called = evaluate(First, Scope), *Arguments[Most];
    int Count = 0;
    for (; Rest != &Nil; Rest = Rest->Tail)
      Arguments[Count++] = evaluate(Rest->Head, Scope);
    if (Called->Kind == Primitive)
      return Called->Code(Arguments);
    // A list of the names of parameters, and an expression.
    Count = 0;
    Scope = &Nil;
    for (Cell *P = Called->Head; P != &Nil; P = P->Tail)
      Scope = cons(cons(P->Head, Arguments[Count++]), Scope);
    C = Called->Tail;
  }
}
static Cell *headOf(Cell **A) { return A[0]->Head; }
static Cell *tailOf(Cell **A) { return A[0]->Tail; }
static Cell *consOf(Cell **A) { return cons(A[0], A[1]); }
static Cell *isNil(Cell **A) { return A[0] == &Nil ? If : &Nil; }
static Cell *isLess(Cell **A) { return A[0]->Value < A[1]->Value ? If : &Nil; }
static Cell *add(Cell **A) { return number(A[0]->Value + A[1]->Value); }
static Cell *symbol(const char *Text, int Length) {
  for (int I = 0; I < Symbols; ++I) {
    int Same = 0;
    while (Same < Length && Names[I][Same] == Text[Same])
      ++Same;
    if (Same == Length && Names[I][Same] == 0)
      return &Name[I];
    if (Names[I][0])
      continue;
    for (int J = 0; J < Length; ++J)
      Names[I][J] = Text[J];
    Name[I].Kind = Symbol;
    Name[I].Head = Name[I].Tail = &Nil;
    return &Name[I];
  }
  return &Nil;
}
static const char *At;
static Cell *read(void);
static Cell *readRest(void) {
  while (*At == ' ')
    ++At;
  if (*At == ')') {
    ++At;
    return &Nil;
  }
  Cell *Head = read();
  return cons(Head, readRest());
}
static Cell *read(void) {
  while (*At == ' ')
    ++At;
  if (*At == '(') {
    ++At;
    return readRest();
  }
  if (*At >= '0' && *At <= '9') {
    int Value = 0;
    for (; *At >= '0' && *At <= '9'; ++At)
      Value = 10 * Value + *At - '0';
    return number(Value);
  }
  const char *Begin = At;
  while (*At && *At != ' ' && *At != '(' && *At != ')')
    ++At;
  return symbol(Begin, (int)(At - Begin));
}
static void primitive(const char *Text, int Length, Function *Code) {
  Cell *C = Next++;
  C->Kind = Primitive;
  C->Code = Code;
  symbol(Text, Length)->Tail = C;
}
static Cell *sortOf;
void setup(void) {
  Nil.Kind = Symbol;
  Nil.Head = Nil.Tail = &Nil;
  If = symbol("if", 2);
  Quote = symbol("quote", 5);
  Define = symbol("define", 6);
  primitive("head", 4, headOf);
  primitive("tail", 4, tailOf);
  primitive("cons", 4, consOf);
  primitive("nil?", 4, isNil);
  primitive("<", 1, isLess);
  primitive("+", 1, add);
  At = "(define (insert x l) (if (nil? l) (cons x l) (if (< x (head l))"
       " (cons x l) (cons (head l) (insert x (tail l))))))"
       "(define (sort l) (if (nil? l) l (insert (head l) (sort (tail l)))))"
       "(define (sums l s) (if (nil? l) l (cons (+ s (head l))"
       " (sums (tail l) (+ s (head l))))))";
  while (*At) {
    Cell *Parts = read()->Tail;
    Parts->Head->Head->Tail = cons(Parts->Head->Tail, Parts->Tail->Head);
  }
  At = "(sums (sort data) 0)";
  sortOf = read();
  Data = symbol("data", 4);
  Start = Next;
}
void prepare(unsigned Call) {
  unsigned Words[Numbers];
  fillWords(Words, Numbers, Call + 1);
  Next = Start;
  Cell *List = &Nil;
  for (int I = 0; I < Numbers; ++I)
    List = cons(number((int)(Words[I] % 1000)), List);
  Data->Tail = List;
}
KERNEL void kernel(void) { Result = evaluate(sortOf, &Nil); }
double checksum(void) {
  double S = (double)(Next - Pool) * 1e-4;
  for (const Cell *C = Result; C != &Nil; C = C->Tail)
    S += C->Head->Value;
  return S;
}
