//===- StateCode.h - A state of the machine in bytes -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine as it stands in a cycle, as a sequence of numbers: times count
// from that cycle, and those that have passed are 0. Two states whose sequences
// are equal go on alike. Numbers below 128 take one byte.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_STATECODE_H
#define RAFTER_LIB_SCHEDULE_STATECODE_H

#include "CycleRing.h"

namespace rafter {

class StateWriter {
public:
  /// Times count from cycle Now.
  StateWriter(Cycle Now, std::vector<uint8_t> &Bytes)
      : Now(Now), Bytes(Bytes) {}

  const Cycle Now;

  void number(uint64_t N) {
    for (; N >= 128; N >>= 7)
      Bytes.push_back(static_cast<uint8_t>(N) | 128);
    Bytes.push_back(static_cast<uint8_t>(N));
  }
  void time(Cycle C) { number(C > Now ? C - Now : 0); }
  /// A number of two bytes.
  void wide(uint64_t N) {
    Fits &= N <= UINT16_MAX;
    Bytes.push_back(static_cast<uint8_t>(N));
    Bytes.push_back(static_cast<uint8_t>(N >> 8));
  }
  /// Which of the eight bytes of a word are not 0, and these.
  void bits(uint64_t Bits) {
    size_t Which = Bytes.size();
    Bytes.push_back(0);
    for (unsigned I = 0; Bits != 0; ++I, Bits >>= 8)
      if (auto Byte = static_cast<uint8_t>(Bits)) {
        Bytes[Which] |= 1 << I;
        Bytes.push_back(Byte);
      }
  }
  /// The bits from Now on; a word of 0 ends them.
  void bits(const CycleBits &B) {
    uint64_t Empty = 0;
    for (Cycle C = Now; C < B.bound(); C += 64) {
      uint64_t Bits = B.window(C);
      if (Bits == 0) {
        ++Empty;
        continue;
      }
      number(Empty + 1);
      bits(Bits);
      Empty = 0;
    }
    number(0);
  }

  /// Whether all numbers were small enough.
  bool fits() const { return Fits; }

private:
  std::vector<uint8_t> &Bytes;
  bool Fits = true;
};

/// Times of a list that never fall: how much each is behind the one before. A 0
/// ends the list, so that each is at least one cycle later.
class RisingTimes {
public:
  explicit RisingTimes(StateWriter &W) : W(W), Last(W.Now) {}
  /// C lies behind Now and the time before.
  void add(Cycle C) {
    W.number(C - Last);
    Last = C;
  }
  void end() { W.number(0); }

private:
  StateWriter &W;
  Cycle Last;
};

class StateReader {
public:
  /// Times count from cycle Now, before which everything else has passed.
  StateReader(Cycle Now, const uint8_t *Bytes) : Now(Now), Bytes(Bytes) {}

  const Cycle Now;

  uint64_t number() {
    uint64_t N = 0;
    unsigned Shift = 0;
    for (; *Bytes >= 128; Shift += 7)
      N |= uint64_t(*Bytes++ & 127) << Shift;
    return N | uint64_t(*Bytes++) << Shift;
  }
  Cycle time() { return Now + number(); }
  uint64_t wide() {
    Bytes += 2;
    return Bytes[-2] | Bytes[-1] << 8;
  }
  uint64_t bits() {
    uint64_t Bits = 0;
    for (unsigned Which = *Bytes++, I = 0; Which != 0; ++I, Which >>= 1)
      if (Which & 1)
        Bits |= uint64_t(*Bytes++) << 8 * I;
    return Bits;
  }
  /// Sets the bits from Now, a multiple of 64, on.
  void bits(CycleBits &B) {
    Cycle Word = Now / 64 - 1;
    while (uint64_t Step = number())
      B.setWord(Word += Step, bits());
  }
  /// Calls Visit(time) for a list of rising times.
  template <typename Function> void risingTimes(Function Visit) {
    Cycle C = Now;
    while (uint64_t Step = number())
      Visit(C += Step);
  }

private:
  const uint8_t *Bytes;
};

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_STATECODE_H
