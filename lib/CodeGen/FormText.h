//===- FormText.h - Operands for the places of a form ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_FORMTEXT_H
#define RAFTER_LIB_CODEGEN_FORMTEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace rafter {

/// A place in the text of a form.
struct FormPlace {
  enum class Kind : uint8_t {
    Register,
    Base,
    Displacement,
    Immediate,
    Constant
  };
  Kind What = Kind::Register;
  bool IsRead = false, IsWritten = false;
  /// G, V or K.
  char File = 'G';
  unsigned Bits = 64;
};

/// A form cut at its places: Words[i], then Places[i], ..., then the last word.
struct FormText {
  std::vector<std::string> Words;
  std::vector<FormPlace> Places;

  /// Errors say what in Text is no place.
  static llvm::Expected<FormText> parse(llvm::StringRef Text);
};

/// Chooses operands. Written registers go round through those that nothing else
/// needs, and so do those that are only read.
class OperandRotation {
public:
  /// Reserved: general registers that instructions of the mix use without
  /// naming them, as bits by the number in the encoding (1 rcx, 2 rdx).
  explicit OperandRotation(uint32_t Reserved = 0);

  /// The text of an instruction. IsStore: it writes memory.
  std::string instantiate(const FormText &Form, bool IsStore);
  /// The same with one register for the places From and To.
  std::string instantiateChain(const FormText &Form, uint32_t From,
                               uint32_t To);

private:
  struct Pool {
    std::vector<unsigned> Numbers;
    size_t Next = 0;
    unsigned take() { return Numbers[Next++ % Numbers.size()]; }
  };
  Pool &poolOf(const FormPlace &Place);
  std::string operand(const FormPlace &Place, bool IsStore);
  std::string displacement(bool IsStore);

  Pool WrittenGeneral, ReadGeneral, WrittenVector, ReadVector, WrittenMask,
      ReadMask;
  unsigned Loads = 0, Stores = 0;
};

/// Where the data is, for loads, and for all that writes memory: one address in
/// two registers. Zen takes a load for one of a store in flight by base and
/// some bits of the displacement, and is wrong at 15 cycles each (measured on
/// Zen 5: `add [r14 + x], rcx` beside `mov rbx, [r14 + y]`).
inline constexpr llvm::StringRef DataRegister = "r14", StoreRegister = "r15";

/// "r8d", "sil", "ymm3", "k1".
std::string registerName(char File, unsigned Bits, unsigned Number);

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_FORMTEXT_H
