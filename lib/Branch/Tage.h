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

#ifndef RAFTER_LIB_BRANCH_TAGE_H
#define RAFTER_LIB_BRANCH_TAGE_H

#include "FoldedHistories.h"
#include <cstddef>
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
  /// Binary logarithms of the entries of each tagged table (at most 15) and of
  /// the bimodal table.
  unsigned LogEntries = 11;
  unsigned LogBimodal = 14;
  /// Bits of the tags of the first and of the last tagged table, from 2 to 15.
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
  static constexpr unsigned MaxTables = FoldedHistories::MaxHistories;

  explicit Tage(const TageParameters &Parameters = TageParameters());

  /// The direction predicted for the conditional branch at Address; true is
  /// taken. update() must follow.
  bool predict(uint64_t Address);
  /// Learns the direction of the branch just predicted.
  void update(uint64_t Address, bool Taken);
  /// Any other branch: only the history learns of it.
  void note(uint64_t Address, uint64_t Target);

private:
  using Row = FoldedHistories::Row;
  struct Entry {
    /// Signed counter of 3 bits; taken from 0 on.
    int8_t Counter = 0;
    uint8_t Useful = 0;
  };
  /// How the history of addresses and the address are mixed, for each table.
  /// Shifts are multiplications, which all instruction sets have for vectors:
  /// a right shift by n takes the upper 16 bits of a product with 2 to the
  /// power of 16 - n.
  struct Mixing {
    /// The bits of the path that count.
    Row PathMask;
    Row PathLeft, PathRight, AddressRight;
    Row TagLeft;
  };

  static unsigned lengthOf(const TageParameters &P, unsigned Table);
  static FoldedHistories makeHistories(const TageParameters &P);
  void hash(uint64_t Key);
  void match();
  Entry &entry(int Table) { return Entries[slot(Table)]; }
  size_t slot(int Table) const {
    return (size_t(Table) << Sizes.LogEntries) + Indices[Table];
  }
  void allocate(bool Taken);
  void pushHistory(uint64_t Address, bool Bit);
  void age();
  uint32_t random();

  TageParameters Sizes;
  Mixing Mix;
  /// Folds for indices, for tags, and for tags with one bit less.
  FoldedHistories Histories;
  uint16_t Path = 0;
  /// Tags and entries of all tables, one table after the other. Tags are in
  /// the upper bits of their numbers.
  std::vector<uint16_t> EntryTags;
  std::vector<Entry> Entries;
  /// Counters of 2 bits.
  std::vector<uint8_t> Bimodal;
  /// Conditional branches.
  uint32_t SinceAgeing = 0;
  /// Whether a fresh entry is trusted less than the alternative: signed
  /// counter of 4 bits.
  int8_t PreferAlternative = 0;
  uint32_t RandomState = 0x2545f491;

  // The prediction in progress.
  static constexpr int NoTable = -1;
  Row Indices, Tags;
  int Provider = NoTable, Alternative = NoTable;
  bool ProviderTaken = false, AlternativeTaken = false, Predicted = false;
  /// Whether all of these but the directions still hold for the branch at
  /// LastAddress: neither histories nor tags have changed since.
  bool Holds = false;
  uint64_t LastAddress = 0;
};

} // namespace rafter

#endif // RAFTER_LIB_BRANCH_TAGE_H
