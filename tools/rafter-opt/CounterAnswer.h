//===- CounterAnswer.h - What counters say, by all methods ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_COUNTERANSWER_H
#define RAFTER_TOOLS_RAFTEROPT_COUNTERANSWER_H

#include "rafter/Counters/EventPlaces.h"
#include "rafter/Counters/SampleTable.h"
#include <string>

namespace rafter {

/// What is asked.
struct CounterQuestion {
  /// The samples, for people.
  std::string Input;
  /// The program, to stand in commands.
  std::string Program;
  /// Whose formulas and models; empty: what fits the events; "none": no answer.
  std::string Family;
  /// The folder of models that were trained here; empty: the shipped ones.
  std::string Models;
};

/// Prints what top-down analysis, SPIRE and fingerprints say by what comes with
/// Rafter, or what has to be counted for them. Returns the events that occur
/// where the program loses what the verdict says: of top-down analysis, or else
/// of SPIRE.
std::vector<std::string> printCounterAnswer(const SampleTable &Table,
                                            const CounterQuestion &Q,
                                            llvm::raw_ostream &OS);

/// Prints the functions and lines in which most of the events occurred.
void printEventPlaces(const EventPlaces &Places, llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_COUNTERANSWER_H
