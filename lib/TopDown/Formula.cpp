//===- Formula.cpp - Arithmetic on counts ---------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/TopDown/Formula.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <functional>

using namespace rafter;
using llvm::StringRef;

namespace {

using Value = std::optional<double>;

/// Evaluates while it parses: a formula is a line.
class Parser {
public:
  Parser(StringRef Text, FormulaNames Names)
      : Text(Text), Rest(Text), Names(Names) {}

  llvm::Expected<Value> parse() {
    Value V = parseSum();
    if (!Fault && !skipBlanks().empty())
      fail("an operator was expected");
    if (!Fault)
      return V;
    return llvm::createStringError("formula '" + Text + "': " + Fault +
                                   " at character " + llvm::Twine(FaultAt + 1));
  }

private:
  StringRef skipBlanks() { return Rest = Rest.ltrim(); }
  bool consume(char C) {
    if (!skipBlanks().starts_with(C))
      return false;
    Rest = Rest.drop_front();
    return true;
  }
  void fail(const char *Why) {
    if (Fault)
      return;
    Fault = Why;
    FaultAt = Rest.data() - Text.data();
    Rest = StringRef(Text.end(), 0);
  }

  template <typename Function>
  static Value combine(Value A, Value B, Function F) {
    return A && B ? Value(F(*A, *B)) : std::nullopt;
  }

  Value parseSum() {
    Value Sum = parseProduct();
    for (;;) {
      if (consume('+'))
        Sum = combine(Sum, parseProduct(), std::plus<double>());
      else if (consume('-'))
        Sum = combine(Sum, parseProduct(), std::minus<double>());
      else
        return Sum;
    }
  }

  Value parseProduct() {
    Value Product = parseFactor();
    for (;;) {
      if (consume('*'))
        Product = combine(Product, parseFactor(), std::multiplies<double>());
      else if (consume('/'))
        Product = combine(Product, parseFactor(), [](double A, double B) {
          return B == 0 ? 0 : A / B;
        });
      else
        return Product;
    }
  }

  Value parseFactor() {
    if (consume('-'))
      return combine(0, parseFactor(), std::minus<double>());
    if (consume('(')) {
      Value Inside = parseSum();
      if (!consume(')'))
        fail("a parenthesis is not closed");
      return Inside;
    }
    StringRef Word = skipBlanks().take_while(
        [](char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; });
    if (Word.empty()) {
      fail("a number or a name was expected");
      return std::nullopt;
    }
    if (llvm::isDigit(Word[0])) {
      double Number = 0;
      if (Word.getAsDouble(Number)) {
        fail("no number");
        return std::nullopt;
      }
      Rest = Rest.drop_front(Word.size());
      return Number;
    }
    Rest = Rest.drop_front(Word.size());
    if ((Word == "min" || Word == "max") && consume('('))
      return parseExtreme(Word == "min");
    return Names(Word);
  }

  Value parseExtreme(bool Least) {
    Value Found = parseSum();
    while (consume(','))
      Found = combine(Found, parseSum(), [&](double A, double B) {
        return Least ? std::min(A, B) : std::max(A, B);
      });
    if (!consume(')'))
      fail("a parenthesis is not closed");
    return Found;
  }

  StringRef Text, Rest;
  FormulaNames Names;
  const char *Fault = nullptr;
  size_t FaultAt = 0;
};

} // namespace

llvm::Expected<Value> rafter::evaluateFormula(StringRef Text,
                                              FormulaNames Names) {
  return Parser(Text, Names).parse();
}
