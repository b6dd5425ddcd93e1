//===- FormKinds.cpp - What instruction forms have in common --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's names of opcodes begin with the mnemonic in capitals, and what follows
// are the operands: ADD64mi8, VPSLLDYrm, ADDv4i32, ADDXrs.
//
//===----------------------------------------------------------------------===//

#include "FormKinds.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace rafter;
using llvm::StringRef;

namespace {

struct OpcodeParts {
  std::string Mnemonic, Operands;
};

} // namespace

/// The Y of 256 bits and the Z of 512 belong to the operands.
static OpcodeParts splitOpcode(StringRef Opcode) {
  size_t End = 0;
  while (End < Opcode.size() && llvm::isUpper(Opcode[End]))
    ++End;
  if (End > 1 && End < Opcode.size() &&
      (Opcode[End - 1] == 'Y' || Opcode[End - 1] == 'Z'))
    --End;
  return {Opcode.take_front(End).str(), Opcode.drop_front(End).str()};
}

static StringRef accessOf(const FormResources &Form) {
  if (Form.Loads)
    return Form.Stores ? "modify" : "load";
  return Form.Stores ? "store" : "registers";
}

/// Vectors of AVX, and of AdvSIMD.
static bool isWide(StringRef Operands) {
  return Operands.starts_with("Y") || Operands.starts_with("Z") ||
         Operands.starts_with("v");
}

std::string rafter::needsOf(const ResourceMapping &Mapping,
                            const FormResources &Form) {
  std::string Text;
  for (const UnitUse &Use : Form.Uses) {
    std::string Units;
    for (unsigned U = 0; U < Mapping.Units.size(); ++U)
      if (Use.Units >> U & 1)
        Units += (Units.empty() ? "" : "|") + Mapping.Units[U];
    Text += Units + " x " + std::to_string(unsigned(Use.Cycles)) + ", ";
  }
  return Text + std::to_string(unsigned(Form.Slots)) + " slots";
}

std::vector<FormKind> rafter::findFormKinds(const ResourceMapping &Mapping) {
  llvm::MapVector<std::string, std::vector<uint32_t>,
                  std::map<std::string, unsigned>>
      Kinds;
  for (uint32_t F = 0; F < Mapping.Forms.size(); ++F) {
    const FormResources &Form = Mapping.Forms[F];
    if (Form.IsFixed)
      continue;
    auto [Mnemonic, Operands] = splitOpcode(Form.Opcode);
    std::string Access = accessOf(Form).str(), Needs = needsOf(Mapping, Form);
    // Narrow ones first: of kinds with the same forms the first names them.
    for (const std::string &Name :
         {"opcode " + Form.Opcode, "mnemonic " + Mnemonic + ", " + Access,
          "mnemonic " + Mnemonic, "needs " + Needs + ", operands " + Operands,
          "needs " + Needs, "operands " + Operands,
          "access " + Access + (isWide(Operands) ? ", wide" : ", narrow"),
          "access " + Access, std::string("all")})
      Kinds[Name].push_back(F);
  }
  std::set<std::vector<uint32_t>> Known;
  std::vector<FormKind> Result;
  for (auto &[Name, Forms] : Kinds)
    if (Known.insert(Forms).second)
      Result.push_back({Name, StringRef(Name).starts_with("opcode "), Forms});
  return Result;
}
