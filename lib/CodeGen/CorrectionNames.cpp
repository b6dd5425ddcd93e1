//===- CorrectionNames.cpp - Names that CPU files correct by
//----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CorrectionNames.h"
#include "OpcodeNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;
using llvm::is_contained;
using llvm::MCOperand;
using llvm::StringRef;

/// Operands of lea: the result, base, scale, index, displacement, segment.
static bool isIndexedLea(const Description &D) {
  return is_contained(possibleSuffixes(D.Name), ScaledSuffix) &&
         D.Inst->getNumOperands() == 6 && D.isRegister(3);
}

bool rafter::isThreePartLea(const Description &D) {
  if (!isIndexedLea(D) || !D.isRegister(1))
    return false;
  const MCOperand &Displacement = D.Inst->getOperand(4);
  return !Displacement.isImm() || Displacement.getImm() != 0;
}

/// Of setcc and cmov whose condition needs two flags.
static StringRef conditionSuffix(const Description &D) {
  unsigned Last = D.Inst->getNumOperands() - 1;
  if (!is_contained(possibleSuffixes(D.Name), AboveSuffix) ||
      D.Inst->getNumOperands() == 0 || !D.Inst->getOperand(Last).isImm())
    return {};
  // As in the encoding: 6 is "below or equal", 7 "above", 12 to 15 are "less",
  // "greater or equal", "less or equal", "greater".
  int64_t Condition = D.Inst->getOperand(Last).getImm();
  return (Condition & ~1) == 6    ? StringRef(AboveSuffix)
         : (Condition & ~3) == 12 ? StringRef(SignedSuffix)
                                  : StringRef();
}

llvm::SmallVector<StringRef, 2>
rafter::correctionSuffixes(const Description &D) {
  llvm::SmallVector<StringRef, 2> Result;
  // Operands of a store: base, scale, index.
  if (is_contained(possibleSuffixes(D.Name), IndexedSuffix) && D.isRegister(2))
    Result.push_back(IndexedSuffix);
  if (StringRef Condition = conditionSuffix(D); !Condition.empty())
    Result.push_back(Condition);
  if (isThreePartLea(D))
    Result.push_back(ThreePartSuffix);
  if (isIndexedLea(D) && D.Inst->getOperand(2).isImm() &&
      D.Inst->getOperand(2).getImm() > 1)
    Result.push_back(ScaledSuffix);
  return Result;
}

std::string rafter::correctionName(const Description &D) {
  llvm::SmallVector<StringRef, 2> Suffixes = correctionSuffixes(D);
  return (D.Name + (Suffixes.empty() ? "" : Suffixes.back())).str();
}
