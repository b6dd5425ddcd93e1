//===- Tage.h - Directions of conditional branches -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The TAGE predictor (A. Seznec, P. Michaud: A case for (partially) TAgged
// GEometric history length branch prediction, JILP 8, 2006): a bimodal table
// and tagged tables that are indexed with ever longer global histories. The
// longest history whose tag matches predicts.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_BRANCH_TAGE_H
#define RAFTER_BRANCH_TAGE_H

#include <cstdint>
#include <vector>

namespace rafter {

/// Sizes of a predictor.
struct TageParameters {
  /// Tagged tables, at most Tage::MaxTables; their history lengths form a
  /// geometric series.
  unsigned Tables = 12;
  unsigned ShortestHistory = 4;
  unsigned LongestHistory = 640;
  /// Binary logarithms of the entries of each tagged table and of the bimodal
  /// table.
  unsigned LogEntries = 11;
  unsigned LogBimodal = 14;
  /// Bits of the tags of the first and of the last tagged table.
  unsigned ShortestTag = 9;
  unsigned LongestTag = 15;
  /// Conditional branches after which usefulness is halved.
  uint32_t ResetPeriod = 1u << 18;

  /// gem5's default TAGE: 7 tables, histories from 5 to 130.
  static TageParameters sevenTables();
  /// LTAGE's tables: 12, histories from 4 to 640.
  static TageParameters twelveTables();
};

/// Predicts and learns, one branch at a time in program order.
class Tage {
public:
  static constexpr unsigned MaxTables = 16;

  explicit Tage(const TageParameters &Parameters = TageParameters());

  /// The direction predicted for the conditional branch at Address; true is
  /// taken. update() must follow.
  bool predict(uint64_t Address);
  /// Learns the direction of the branch just predicted.
  void update(uint64_t Address, bool Taken);
  /// Any other branch: only the history learns of it.
  void note(uint64_t Address, uint64_t Target);

private:
  struct Entry {
    uint16_t Tag = 0;
    /// Signed counter of 3 bits; taken from 0 on.
    int8_t Counter = 0;
    uint8_t Useful = 0;
  };
  /// A history of Length bits, folded to Width bits by exclusive or.
  struct Folded {
    uint32_t Value = 0;
    uint16_t Width = 1;
    /// Where the bit that leaves the history stands in Value.
    uint16_t Leaving = 0;
    void update(uint32_t In, uint32_t Out) {
      Value = (Value << 1) | In;
      Value ^= Out << Leaving;
      Value ^= Value >> Width;
      Value &= (1u << Width) - 1;
    }
  };
  struct Table {
    unsigned History = 0;
    unsigned TagBits = 0;
    /// How the history of addresses and the address are mixed: the bits of the
    /// path that count, and by how much each part is shifted.
    uint32_t PathMask = 0;
    unsigned PathLeft = 0, PathRight = 0, AddressRight = 0;
    Folded Index, TagA, TagB;
    std::vector<Entry> Entries;
  };

  uint32_t indexOf(const Table &T, uint64_t Address) const;
  uint16_t tagOf(const Table &T, uint64_t Address) const;
  void allocate(bool Taken);
  void pushHistory(uint64_t Address, bool Bit);
  void age();
  uint32_t random();

  TageParameters Sizes;
  std::vector<Table> Tables;
  /// Counters of 2 bits.
  std::vector<uint8_t> Bimodal;
  /// Outcomes, newest at Head, in a ring of a power of two.
  std::vector<uint8_t> History;
  uint32_t Head = 0;
  uint32_t Path = 0;
  uint64_t Branches = 0;
  /// Whether a fresh entry is trusted less than the alternative: signed
  /// counter of 4 bits.
  int8_t PreferAlternative = 0;
  uint32_t RandomState = 0x2545f491;

  // The prediction in progress.
  static constexpr int NoTable = -1;
  uint32_t Indices[MaxTables] = {};
  uint16_t Tags[MaxTables] = {};
  int Provider = NoTable, Alternative = NoTable;
  bool ProviderTaken = false, AlternativeTaken = false, Predicted = false;
};

} // namespace rafter

#endif // RAFTER_BRANCH_TAGE_H
