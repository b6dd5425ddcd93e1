//===- RegDeps.cpp - DynamoRIO's synthetic instructions -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DrMemtraceFormat.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace rafter;
using namespace rafter::drmemtrace;
using llvm::ArrayRef;

static constexpr size_t HeaderBytes = 4;
static constexpr unsigned MostRegisters = 8;

size_t drmemtrace::regDepsBytes(ArrayRef<uint8_t> Bytes) {
  if (Bytes.size() < HeaderBytes)
    return 0;
  unsigned Registers = (Bytes[0] & 15) + (Bytes[0] >> 4);
  if (Registers > MostRegisters)
    return 0;
  // The size of the operation comes before the registers.
  size_t Size = Registers == 0
                    ? HeaderBytes
                    : llvm::alignTo(HeaderBytes + 1 + Registers, HeaderBytes);
  return Size <= Bytes.size() ? Size : 0;
}

/// The set does not tell divisions from additions: what computes is one of the
/// plain operations of its kind.
static InstructionClass classOf(uint32_t Category) {
  bool IsFloat = (Category & CategoryFloat) != 0;
  bool IsVector = (Category & CategoryVector) != 0;
  if (!IsFloat && !IsVector)
    return (Category & CategoryState) != 0 ? InstructionClass::Other
                                           : InstructionClass::IntegerALU;
  if ((Category & CategoryConvert) != 0)
    return InstructionClass::Convert;
  if ((Category & CategoryMove) != 0)
    return InstructionClass::Transfer;
  return IsFloat ? InstructionClass::FloatAdd : InstructionClass::VectorInteger;
}

WholeInstruction drmemtrace::decodeRegDeps(ArrayRef<uint8_t> Bytes,
                                           RegisterNumbers &Numbers) {
  uint32_t Head = llvm::support::endian::read32le(Bytes.data());
  unsigned NumDestinations = Head & 15, NumSources = Head >> 4 & 15;
  bool WritesFlags = (Head >> 8 & 1) != 0, ReadsFlags = (Head >> 9 & 1) != 0;
  uint32_t Category = Head >> 10;
  WholeInstruction I;
  I.Class = classOf(Category);
  I.HasOperation = (Category & (CategoryLoad | CategoryStore)) == 0 ||
                   (Category & (CategoryMath | CategoryConvert)) != 0 ||
                   WritesFlags;
  ArrayRef<uint8_t> Registers = Bytes.drop_front(HeaderBytes);
  if (!Registers.empty())
    Registers = Registers.drop_front();
  for (uint8_t R : Registers.take_front(NumDestinations))
    I.Destinations.push_back(Numbers.number(R));
  for (uint8_t R : Registers.drop_front(NumDestinations).take_front(NumSources))
    I.Sources.push_back(Numbers.number(R));
  if (WritesFlags)
    I.Destinations.push_back(Numbers.number(FlagRegister));
  if (ReadsFlags)
    I.Sources.push_back(Numbers.number(FlagRegister));
  return I;
}
