//===- StateCode.h - A state of the machine in words -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine as it stands in a cycle, as a sequence of numbers: times count
// from that cycle, and those that have passed are 0. Two states whose sequences
// are equal go on alike.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_STATECODE_H
#define RAFTER_LIB_SCHEDULE_STATECODE_H

#include "CycleRing.h"

namespace rafter {

class StateWriter {
public:
  /// Times count from cycle Now; nothing is booked from cycle End on.
  StateWriter(Cycle Now, Cycle End, std::vector<uint16_t> &Words)
      : Now(Now), End(End), Words(Words) {}

  const Cycle Now, End;

  void number(uint64_t N) {
    Fits &= N <= UINT16_MAX;
    Words.push_back(static_cast<uint16_t>(N));
  }
  void time(Cycle C) { number(C > Now ? C - Now : 0); }
  /// Begins a list; endList tells its length.
  size_t beginList() {
    Words.push_back(0);
    return Words.size();
  }
  void endList(size_t Begin, unsigned WordsOfEntry) {
    size_t Length = (Words.size() - Begin) / WordsOfEntry;
    Fits &= Length <= UINT16_MAX;
    Words[Begin - 1] = static_cast<uint16_t>(Length);
  }
  void bits(uint64_t Bits) {
    for (unsigned I = 0; I != 4; ++I)
      Words.push_back(static_cast<uint16_t>(Bits >> 16 * I));
  }
  /// The bits from Now on.
  void bits(const CycleBits &B);

  size_t size() const { return Words.size(); }
  /// Whether all numbers were small enough.
  bool fits() const { return Fits; }

private:
  std::vector<uint16_t> &Words;
  bool Fits = true;
};

class StateReader {
public:
  /// Times count from cycle Now, before which everything else has passed.
  StateReader(Cycle Now, const uint16_t *Words) : Now(Now), Words(Words) {}

  const Cycle Now;

  uint64_t number() { return *Words++; }
  Cycle time() { return Now + number(); }
  uint64_t bits() {
    uint64_t Bits = 0;
    for (unsigned I = 0; I != 4; ++I)
      Bits |= number() << 16 * I;
    return Bits;
  }
  /// Sets the bits from Now, a multiple of 64, on.
  void bits(CycleBits &B);

private:
  const uint16_t *Words;
};

inline void StateWriter::bits(const CycleBits &B) {
  size_t List = beginList();
  size_t Used = Words.size();
  for (Cycle C = Now; C < End; C += 64) {
    uint64_t Bits = B.window(C);
    bits(Bits);
    if (Bits != 0)
      Used = Words.size();
  }
  Words.resize(Used);
  endList(List, 4);
}

inline void StateReader::bits(CycleBits &B) {
  for (uint64_t I = 0, E = number(); I != E; ++I)
    B.setWord(Now / 64 + I, bits());
}

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_STATECODE_H
