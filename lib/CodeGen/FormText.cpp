//===- FormText.cpp - Operands for the places of a form -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace rafter;

namespace {

/// By the numbers of the encoding. Those of 8 bits need no old prefix.
constexpr StringRef LowNames[] = {"ax", "cx", "dx", "bx",
                                  "sp", "bp", "si", "di"};

/// General registers in the order in which they are taken. The accumulator is
/// never: it has shorter encodings, which are other opcodes. r14 and r15 are
/// the kernel's.
constexpr unsigned GeneralWritten[] = {3, 5, 6, 7, 8, 9, 10, 11, 1, 2};
constexpr unsigned GeneralRead[] = {12, 13};
constexpr unsigned GeneralConstant = 13;
/// Those from 16 on need an encoding that not every form has, and the assembler
/// turns moves from a high register to a low one round. Blends read register 0.
constexpr unsigned VectorWritten[] = {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
constexpr unsigned VectorRead[] = {0, 1, 2, 3};
constexpr unsigned MaskWritten[] = {1, 2, 3, 4, 5};
constexpr unsigned MaskRead[] = {6, 7};

/// Lines of a page for loads; as many behind them are for stores, so that no
/// load has the offset in a page of a store in flight. Six pages serve both:
/// three quarters of the smallest L1, and 192 instructions before one that
/// reads and writes memory comes back to a line whose store may be in flight.
constexpr unsigned LinesOfHalf = 32, LineBytes = 64, PageBytes = 4096;
constexpr unsigned PagesOfKernel = 6;

std::vector<unsigned> without(ArrayRef<unsigned> Numbers, uint32_t Reserved) {
  std::vector<unsigned> Left;
  copy_if(Numbers, std::back_inserter(Left),
          [&](unsigned N) { return !(Reserved >> N & 1); });
  return Left;
}

Expected<FormPlace> parsePlace(StringRef Text) {
  auto Wrong = [&] {
    return createStringError("'((" + Text + "))' is no place for an operand");
  };
  SmallVector<StringRef, 4> Parts;
  Text.split(Parts, ':');
  FormPlace Place;
  if (Parts.size() < 2 || Parts.back().getAsInteger(10, Place.Bits))
    return Wrong();
  if (Parts.size() == 2) {
    if (Parts[0] == "MEM" && Place.Bits == 64)
      Place.What = FormPlace::Kind::Base;
    else if (Parts[0] == "MIMM")
      Place.What = FormPlace::Kind::Displacement;
    else if (Parts[0] == "IMM")
      Place.What = FormPlace::Kind::Immediate;
    else if (Parts[0] == "DIV" && Place.Bits == 64)
      Place.What = FormPlace::Kind::Constant;
    else
      return Wrong();
    return Place;
  }
  if (Parts.size() != 4 || Parts[0] != "REG" || Parts[2].size() != 1)
    return Wrong();
  Place.IsRead = Parts[1].contains('R');
  Place.IsWritten = Parts[1].contains('W');
  Place.File = Parts[2][0] == 'F' ? 'V' : Parts[2][0];
  bool HasWidth =
      Place.File == 'G'   ? is_contained({8u, 16u, 32u, 64u}, Place.Bits)
      : Place.File == 'V' ? is_contained({128u, 256u, 512u}, Place.Bits)
                          : Place.File == 'K' && Place.Bits == 64;
  if (!HasWidth || !(Place.IsRead || Place.IsWritten) ||
      Parts[1].find_first_not_of("RW") != StringRef::npos)
    return Wrong();
  return Place;
}

StringRef immediate(unsigned Bits) {
  switch (Bits) {
  case 8:
    return "3";
  case 32:
    return "0x12345";
  default:
    return "0x123456789abcdef";
  }
}

} // namespace

std::string rafter::registerName(char File, unsigned Bits, unsigned Number) {
  if (File == 'K')
    return "k" + utostr(Number);
  if (File == 'V')
    return (Bits == 512 ? "zmm" : Bits == 256 ? "ymm" : "xmm") + utostr(Number);
  if (Number >= 8)
    return "r" + utostr(Number) +
           (Bits == 64   ? ""
            : Bits == 32 ? "d"
            : Bits == 16 ? "w"
                         : "b");
  StringRef Low = LowNames[Number];
  if (Bits == 8)
    return Number < 4 ? Low.take_front().str() + "l" : Low.str() + "l";
  return (Bits == 64 ? "r" : Bits == 32 ? "e" : "") + Low.str();
}

Expected<FormText> FormText::parse(StringRef Text) {
  if (any_of(Text, [](char C) { return !isPrint(C); }))
    return createStringError("it is not one line of text");
  FormText Form;
  std::string Blanks = Text.trim('_').str();
  llvm::replace(Blanks, '_', ' ');
  StringRef Rest = Blanks;
  while (true) {
    auto [Word, Behind] = Rest.split("((");
    Form.Words.push_back(Word.str());
    if (Word.size() == Rest.size())
      return Form;
    auto [Inside, After] = Behind.split("))");
    Expected<FormPlace> Place = parsePlace(Inside);
    if (!Place)
      return Place.takeError();
    Form.Places.push_back(*Place);
    Rest = After;
  }
}

OperandRotation::OperandRotation(uint32_t Reserved)
    : WrittenGeneral{without(GeneralWritten, Reserved)},
      ReadGeneral{without(GeneralRead, 0)},
      WrittenVector{without(VectorWritten, 0)},
      ReadVector{without(VectorRead, 0)}, WrittenMask{without(MaskWritten, 0)},
      ReadMask{without(MaskRead, 0)} {}

OperandRotation::Pool &OperandRotation::poolOf(const FormPlace &Place) {
  switch (Place.File) {
  case 'V':
    return Place.IsWritten ? WrittenVector : ReadVector;
  case 'K':
    return Place.IsWritten ? WrittenMask : ReadMask;
  default:
    return Place.IsWritten ? WrittenGeneral : ReadGeneral;
  }
}

std::string OperandRotation::displacement(bool IsStore) {
  unsigned Line = (IsStore ? Stores : Loads)++ % (LinesOfHalf * PagesOfKernel);
  return utostr(Line / LinesOfHalf * PageBytes +
                (IsStore ? LinesOfHalf * LineBytes : 0) +
                Line % LinesOfHalf * LineBytes);
}

std::string OperandRotation::operand(const FormPlace &Place, bool IsStore) {
  switch (Place.What) {
  case FormPlace::Kind::Register:
    return registerName(Place.File, Place.Bits, poolOf(Place).take());
  case FormPlace::Kind::Base:
    return (IsStore ? StoreRegister : DataRegister).str();
  case FormPlace::Kind::Displacement:
    return displacement(IsStore);
  case FormPlace::Kind::Immediate:
    return immediate(Place.Bits).str();
  case FormPlace::Kind::Constant:
    return registerName('G', 64, GeneralConstant);
  }
  llvm_unreachable("a place of no kind");
}

std::string OperandRotation::instantiate(const FormText &Form, bool IsStore) {
  std::string Text = Form.Words[0];
  for (auto [Place, Word] : zip_equal(Form.Places, drop_begin(Form.Words)))
    Text += operand(Place, IsStore) + Word;
  return Text;
}

std::string OperandRotation::instantiateChain(const FormText &Form,
                                              uint32_t From, uint32_t To) {
  std::string Text = Form.Words[0];
  for (auto [I, Place] : enumerate(Form.Places)) {
    // The first register of those that are written, all the time.
    Text += I == From || I == To
                ? registerName(Place.File, Place.Bits,
                               Place.File == 'K'   ? MaskWritten[0]
                               : Place.File == 'V' ? VectorWritten[0]
                                                   : GeneralWritten[0])
                : operand(Place, /*IsStore=*/false);
    Text += Form.Words[I + 1];
  }
  return Text;
}
