//===- AnalysisOptions.cpp - What an analysis is asked to do --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Passes/AnalysisOptions.h"

using namespace rafter;

const char *rafter::name(AnalysisKind K) {
  static constexpr const char *Names[NumAnalysisKinds] = {
      "computation-dag", "generalized-roofline", "sensitivity", "causality",
      "concorde"};
  return Names[static_cast<unsigned>(K)];
}

std::optional<AnalysisKind> rafter::findAnalysis(llvm::StringRef Name) {
  for (unsigned K = 0; K != NumAnalysisKinds; ++K)
    if (Name == name(static_cast<AnalysisKind>(K)))
      return static_cast<AnalysisKind>(K);
  return std::nullopt;
}

bool &AnalysisKinds::operator[](AnalysisKind K) {
  switch (K) {
  case AnalysisKind::DAG:
    return DAG;
  case AnalysisKind::Roofline:
    return Roofline;
  case AnalysisKind::Sensitivity:
    return Sensitivity;
  case AnalysisKind::Causality:
    return Causality;
  case AnalysisKind::Concorde:
    break;
  }
  return Concorde;
}
