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

#include "NumberFormat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <algorithm>
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

std::string rafter::formatActivity(const ActivityShare &S) {
  std::string Text;
  for (NodeType T : S.Types)
    Text += (Text.empty() ? "" : ", ") + std::string(name(T));
  if (Text.empty())
    Text = "nothing";
  return S.Stalled ? Text + " (stalled)" : Text;
}

llvm::ArrayRef<Bottleneck>
rafter::nearBottlenecks(const GeneralizedRoofline &G) {
  size_t Near = llvm::count_if(
      G.Bottlenecks, [](const Bottleneck &B) { return B.Distance <= 2; });
  llvm::ArrayRef<Bottleneck> All = G.Bottlenecks;
  return All.take_front(std::clamp<size_t>(Near, 3, 10));
}

std::vector<const Roof *> rafter::roofsByHeight(const GeneralizedRoofline &G) {
  std::vector<const Roof *> Sorted;
  for (const Roof &R : G.Roofs)
    if (std::isfinite(R.AtIntensity))
      Sorted.push_back(&R);
  // Equal ones stay in their order, that of their addresses.
  llvm::sort(Sorted, [](const Roof *A, const Roof *B) {
    return std::pair(A->AtIntensity, A) < std::pair(B->AtIntensity, B);
  });
  return Sorted;
}

double rafter::ratio(double Share, double Whole) {
  return Whole == 0 ? 0 : Share / Whole;
}

Utilization rafter::utilization(const NodeStatistics &N) {
  Utilization U;
  if (N.Count == 0 || !std::isfinite(N.Throughput) || N.Throughput <= 0)
    return U;
  auto Of = [&](uint64_t Cycles) {
    return Cycles == 0 ? -1 : double(N.Count) / (double(Cycles) * N.Throughput);
  };
  U.Total = Of(N.Total);
  U.Issue = Of(N.Issue);
  U.Latency = Of(N.Issue + N.LatencyCycles);
  return U;
}

std::string rafter::escapeMarkup(llvm::StringRef Text) {
  std::string Valid =
      llvm::json::isUTF8(Text) ? Text.str() : llvm::json::fixUTF8(Text);
  std::string Out;
  for (char C : Valid) {
    switch (C) {
    case '&':
      Out += "&amp;";
      break;
    case '<':
      Out += "&lt;";
      break;
    case '>':
      Out += "&gt;";
      break;
    case '"':
      Out += "&quot;";
      break;
    case '\'':
      Out += "&#39;";
      break;
    default:
      bool Forbidden = static_cast<unsigned char>(C) < 0x20 && C != '\t' &&
                       C != '\n' && C != '\r';
      Out += Forbidden ? '?' : C;
    }
  }
  return Out;
}
