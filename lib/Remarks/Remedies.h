//===- Remedies.h - What is to be had in a loop -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Removing a limit altogether is a question to a model. What a programmer can
// do is less: nobody makes the front end wider. A remark speaks where one of
// these remedies helps.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REMARKS_REMEDIES_H
#define RAFTER_LIB_REMARKS_REMEDIES_H

#include "MakeRemarks.h"

namespace rafter {

/// Whether there may be a remedy for L, whatever binds it: no time is needed to
/// tell.
bool mayHaveRemedy(const TimedLoop &L, const RemarkContext &Context);

/// Whether one may be worth saying of L, whose time is known, where no limit of
/// its own goes: fewer instructions, other vectors, other divisions.
bool mayNeedLess(const TimedLoop &L, const RemarkContext &Context);

/// Limits of L that a remedy may remove, where mayNeedLess does not hold.
std::vector<Limit> removableLimits(const TimedLoop &L,
                                   const RemarkContext &Context);

/// The most that a remedy of L, whose limits are known, might bring; 1 where
/// there is none.
double mostGain(const TimedLoop &L, const RemarkContext &Context);

/// Chooses the remedy of L that brings the most when it is tried: sets Gain,
/// Advice and TriedCycles. What a compiler can follow and brings less than a
/// factor of Least counts for nothing. Gain is 1, and Advice as it was, where
/// there is none.
void chooseRemedy(TimedLoop &L, const RemarkContext &Context);

/// Whether iterations of L may go other ways than the one that is followed.
bool hasWays(const MachineLoop &L);

/// Cycles of an iteration of L that all its branches on data cost, as a profile
/// tells it; without one 0.
double missedCycles(const TimedLoop &L, const Processor &CPU);

/// Adds what branches on data cost: to the cycles where a profile says how
/// often they go which way.
void addMispredictions(TimedLoop &L, const Processor &CPU);

} // namespace rafter

#endif // RAFTER_LIB_REMARKS_REMEDIES_H
