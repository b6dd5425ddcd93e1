//===- LoadBanks.h - Which banks of L1 a load reads -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measured on Golden Cove: 24 loads of 32 bytes go at 2.93 per cycle where they
// are 32 bytes apart, at 1.95 where they are 64 bytes apart, and at 1.35 as
// memory operands of vpor. So the halves of a line are banks that serve two
// loads per cycle each, and a computation whose load must wait for its bank has
// taken its port in vain.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_LOADBANKS_H
#define RAFTER_LIB_SIMULATION_LOADBANKS_H

#include "rafter/Uarch/Processor.h"
#include "llvm/Support/MathExtras.h"

namespace rafter {

inline constexpr unsigned MostLoadBanks = 8;

class LoadBanks {
public:
  explicit LoadBanks(const Processor &CPU)
      : Count(exist(CPU.Core) ? static_cast<unsigned>(CPU.Core.LoadBanks) : 0),
        Shift(llvm::Log2_64(static_cast<uint64_t>(CPU.Core.LoadBankBytes))) {}

  static bool exist(const CoreParameters &Core) {
    return Core.LoadBankReads != CoreParameters::Unlimited ||
           Core.LoadBankOperands != CoreParameters::Unlimited;
  }

  /// One bit for each bank; none where banks do not limit.
  uint8_t of(uint64_t Address, uint32_t Bytes) const {
    if (Count == 0)
      return 0;
    uint64_t First = Address >> Shift, Last = (Address + Bytes - 1) >> Shift;
    if (Last - First + 1 >= Count)
      return static_cast<uint8_t>((1u << Count) - 1);
    unsigned Banks = 0;
    for (uint64_t B = First; B <= Last; ++B)
      Banks |= 1u << B % Count;
    return static_cast<uint8_t>(Banks);
  }

private:
  unsigned Count;
  unsigned Shift;
};

} // namespace rafter

#endif // RAFTER_LIB_SIMULATION_LOADBANKS_H
