//===- NumberFormat.cpp - Numbers and places as text ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fixed rules for printing numbers: no locale, no dependence on the platform.
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/NumberFormat.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <cstdio>

using namespace rafter;

std::string rafter::formatNumber(double V, int Digits) {
  if (std::isnan(V))
    return "-";
  if (std::isinf(V))
    return V > 0 ? "inf" : "-inf";
  char Text[64];
  double Magnitude = std::fabs(V);
  if (Magnitude >= std::pow(10.0, Digits) && Magnitude < 1e15)
    std::snprintf(Text, sizeof(Text), "%.0f", V);
  else
    std::snprintf(Text, sizeof(Text), "%.*g", Digits, V);
  return Text;
}

std::string rafter::formatPercent(double V) {
  char Text[64];
  std::snprintf(Text, sizeof(Text), "%.1f%%", V * 100);
  return Text;
}

std::string rafter::formatFixed(double V) {
  double Magnitude = std::fabs(V);
  if (!(Magnitude < 1000))
    return formatNumber(V);
  char Text[32];
  std::snprintf(Text, sizeof(Text), "%.2f", Magnitude < 0.005 ? 0.0 : V);
  return Text;
}

std::string rafter::formatSigned(double V, int Digits) {
  return (V < 0 ? "" : "+") + formatNumber(V, Digits);
}

std::string rafter::formatGrouped(uint64_t V) {
  std::string Digits = llvm::utostr(V), Text;
  if (Digits.size() < 5)
    return Digits;
  for (size_t I = 0; I < Digits.size(); ++I) {
    if (I != 0 && (Digits.size() - I) % 3 == 0)
      Text += ' ';
    Text += Digits[I];
  }
  return Text;
}

std::string rafter::formatPlural(uint64_t V, llvm::StringRef One,
                                 llvm::StringRef Many) {
  return llvm::utostr(V) + " " + (V == 1 ? One : Many).str();
}

std::string rafter::formatLocation(const SourceLocation &L) {
  std::string Text = L.File;
  if (!L.isValid())
    return Text;
  if (Text.empty())
    Text = "line " + llvm::utostr(L.Line);
  else
    Text += ":" + llvm::utostr(L.Line);
  if (L.Column != 0)
    Text += ":" + llvm::utostr(L.Column);
  return Text;
}

double rafter::ratio(double Share, double Whole) {
  return Whole == 0 ? 0 : Share / Whole;
}
