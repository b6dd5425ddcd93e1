//===- Kernels.cpp - Streams of small kernels for tests -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

using namespace rafter;
using namespace rafter::test;

uint64_t StreamWriter::array(uint64_t Doubles) {
  uint64_t Base = NextArray;
  NextArray += (Doubles * 8 + 63) / 64 * 64;
  return Base;
}

uint32_t StreamWriter::addStatic(const StaticOperation &O) {
  auto Same = [&](const StaticOperation &P) {
    return P.Kind == O.Kind && P.Result == O.Result &&
           std::equal(std::begin(P.Sources), std::end(P.Sources), O.Sources);
  };
  // Loops repeat what was added last: look backwards, but not far.
  size_t Size = Table.Operations.size();
  for (size_t I = Size; I != 0 && Size - I < 64; --I)
    if (Same(Table.Operations[I - 1]))
      return I - 1;
  Table.Operations.push_back(O);
  return Size;
}

void StreamWriter::computeInto(Register To, OperationKind K,
                               std::initializer_list<Register> Sources) {
  StaticOperation O;
  O.Kind = K;
  for (Register R : Sources)
    if (R != NoRegister)
      O.Sources[O.NumSources++] = R;
  O.Result = To;
  Operations.push_back({addStatic(O), 0, 0});
}

Register StreamWriter::compute(OperationKind K,
                               std::initializer_list<Register> Sources) {
  Register To = value();
  computeInto(To, K, Sources);
  return To;
}

void StreamWriter::move(Register To, Register From) {
  computeInto(To, OperationKind::Move, {From});
}

void StreamWriter::loadInto(Register To, uint64_t Address) {
  StaticOperation O;
  O.Kind = OperationKind::Load;
  O.Result = To;
  Operations.push_back({addStatic(O), 0, Address});
}

Register StreamWriter::load(uint64_t Address) {
  Register To = value();
  loadInto(To, Address);
  return To;
}

void StreamWriter::store(uint64_t Address, Register Value) {
  StaticOperation O;
  O.Kind = OperationKind::Store;
  O.NumSources = 1;
  O.Sources[0] = Value;
  Operations.push_back({addStatic(O), 0, Address});
}

void StreamWriter::send(StreamConsumer &C) const {
  C.beginRegion();
  llvm::ArrayRef<DynamicOperation> Rest = Operations;
  // Any cut into batches must give the same: use an odd one.
  while (!Rest.empty()) {
    size_t N = std::min<size_t>(Rest.size(), 1021);
    C.consume(Rest.take_front(N));
    Rest = Rest.drop_front(N);
  }
  C.endRegion();
}

static constexpr OperationKind Add = OperationKind::Add;
static constexpr OperationKind Multiply = OperationKind::Multiply;

static StreamWriter sum(uint64_t N) {
  StreamWriter W;
  uint64_t P = W.array(N);
  Register Sum = W.value(), Element = W.value();
  for (uint64_t I = 0; I != N; ++I) {
    W.loadInto(Element, P + 8 * I);
    W.computeInto(Sum, Add, {Sum, Element});
  }
  return W;
}

static StreamWriter triad(uint64_t N) {
  StreamWriter W;
  uint64_t A = W.array(N), B = W.array(N), C = W.array(N);
  Register Left = W.value(), Right = W.value(), Product = W.value(),
           Sum = W.value();
  for (uint64_t I = 0; I != N; ++I) {
    W.loadInto(Left, B + 8 * I);
    W.loadInto(Right, C + 8 * I);
    W.computeInto(Product, Multiply, {Right});
    W.computeInto(Sum, Add, {Left, Product});
    W.store(A + 8 * I, Sum);
  }
  return W;
}

static StreamWriter horner(uint64_t N) {
  StreamWriter W;
  uint64_t C = W.array(N), P = W.array(1);
  Register X = W.load(P), Value = W.value(), Product = W.value(),
           Element = W.value();
  for (uint64_t I = 0; I != N; ++I) {
    W.computeInto(Product, Multiply, {Value, X});
    W.loadInto(Element, C + 8 * I);
    W.computeInto(Value, Add, {Product, Element});
  }
  return W;
}

static StreamWriter mmm(uint64_t N) {
  StreamWriter W;
  uint64_t A = W.array(N * N), B = W.array(N * N), C = W.array(N * N);
  Register Sum = W.value(), Left = W.value(), Right = W.value(),
           Product = W.value();
  for (uint64_t I = 0; I != N; ++I)
    for (uint64_t J = 0; J != N; ++J) {
      W.loadInto(Sum, C + 8 * (I * N + J));
      for (uint64_t K = 0; K != N; ++K) {
        W.loadInto(Left, A + 8 * (I * N + K));
        W.loadInto(Right, B + 8 * (K * N + J));
        W.computeInto(Product, Multiply, {Left, Right});
        W.computeInto(Sum, Add, {Sum, Product});
      }
      W.store(C + 8 * (I * N + J), Sum);
    }
  return W;
}

StreamWriter rafter::test::kernel(llvm::StringRef Name) {
  llvm::StringRef Digits = Name.drop_while([](char C) { return C > '9'; });
  llvm::StringRef Kind = Name.drop_back(Digits.size());
  uint64_t N = 0;
  bool Thousands = Digits.consume_back("k");
  Digits.getAsInteger(10, N);
  if (Thousands)
    N *= 1000;
  if (Kind == "sum")
    return sum(N);
  if (Kind == "triad")
    return triad(N);
  if (Kind == "horner")
    return horner(N);
  return mmm(N);
}
