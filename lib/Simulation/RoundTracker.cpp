//===- RoundTracker.cpp - Where a sequence repeats itself -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoundTracker.h"

using namespace rafter::simulation;

void RoundTracker::follow(Repetition &R, uint32_t Distance,
                          uint64_t Instructions) {
  if (R.Distance != Distance)
    R = {Distance, 0, 0};
  ++R.Rounds;
  R.Instructions += Instructions;
}

void RoundTracker::add(uint64_t Hash, uint64_t Instructions) {
  uint64_t &Before = Last[Hash >> (64 - LogLast)];
  Hashes[Count++ % MostRounds] = Hash;
  uint32_t Distance = 0;
  if (Before != 0 && Count - Before < MostRounds &&
      Hashes[(Before - 1) % MostRounds] == Hash)
    Distance = static_cast<uint32_t>(Count - Before);
  Before = Count;
  follow(Shortest, Distance, Instructions);
  bool Holds = Longest.Distance != 0 && repeats(Longest.Distance);
  follow(Longest, Holds ? Longest.Distance : Distance, Instructions);
}
