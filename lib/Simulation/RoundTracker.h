//===- RoundTracker.h - Where a sequence repeats itself ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stream is a sequence of rounds, stretches that end where control goes back.
// Each is known by a hash. This finds how far back the rounds of now were seen
// before: the shortest distance (an inner loop) and the longest run of the same
// distance (a loop around it, or an inner loop whose accesses repeat after some
// rounds). It only says where it is worth to look: nothing relies on it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_ROUNDTRACKER_H
#define RAFTER_LIB_SIMULATION_ROUNDTRACKER_H

#include <array>
#include <cstdint>

namespace rafter::simulation {

class RoundTracker {
public:
  /// Longer distances are not found.
  static constexpr uint32_t MostRounds = 1024;

  /// The last rounds are the same as those Distance rounds before.
  struct Repetition {
    /// 0: they are not.
    uint32_t Distance = 0;
    /// So many of them, and their instructions.
    uint64_t Rounds = 0;
    uint64_t Instructions = 0;
    /// Whether all of the distance has been seen twice.
    bool isWhole() const { return Distance != 0 && Rounds >= Distance; }
  };

  void clear() { *this = RoundTracker(); }
  /// A round of so many instructions has ended.
  void add(uint64_t Hash, uint64_t Instructions);

  /// The distance to the last round of the same hash.
  const Repetition &shortest() const { return Shortest; }
  /// The longest repetition, or else the shortest, if it is whole, has at least
  /// so many instructions and another distance than Hopeless; null: neither.
  const Repetition *suited(uint64_t Least, uint32_t Hopeless) const {
    for (const Repetition *R : {&longest(), &shortest()})
      if (R->isWhole() && R->Instructions >= Least && R->Distance != Hopeless)
        return R;
    return nullptr;
  }
  /// The distance that has held for longest.
  const Repetition &longest() const { return Longest; }
  /// Whether all of some distance has been seen twice, and so many instructions
  /// have repeated themselves: few rounds are alike by chance, too.
  bool isRepetitive(uint64_t Instructions) const {
    auto Repeats = [&](const Repetition &R) {
      return R.isWhole() && R.Instructions >= Instructions;
    };
    return Repeats(Shortest) || Repeats(Longest);
  }
  /// Whether the last round is the same as the one Distance rounds before.
  bool repeats(uint32_t Distance) const {
    return Distance < Count && Distance < MostRounds &&
           Hashes[(Count - 1) % MostRounds] ==
               Hashes[(Count - 1 - Distance) % MostRounds];
  }

private:
  static constexpr unsigned LogLast = 11;
  static void follow(Repetition &R, uint32_t Distance, uint64_t Instructions);

  /// Of the last rounds.
  std::array<uint64_t, MostRounds> Hashes = {};
  /// By hash: the number of the last such round, and one more.
  std::array<uint64_t, 1u << LogLast> Last = {};
  uint64_t Count = 0;
  Repetition Shortest, Longest;
};

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_ROUNDTRACKER_H
