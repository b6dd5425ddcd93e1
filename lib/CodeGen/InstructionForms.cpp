//===- InstructionForms.cpp - Instruction forms as code -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/InstructionForms.h"
#include "AssemblyParser.h"
#include "CorrectionNames.h"
#include "FormText.h"
#include "InstructionDescriber.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace rafter {

namespace {

/// Hands out the operands of one block for AArch64.
class ArmSpeller {
public:
  /// The form with operands in place of its "((...))".
  std::string spell(StringRef Form);

private:
  /// Registers of one kind that are handed out in turn.
  struct Rotation {
    unsigned Next = 0;
    unsigned take(unsigned Count) { return Next++ % Count; }
  };

  std::string operand(StringRef Text);
  std::string registerNamed(bool IsWritten, bool IsVector, StringRef Width);
  unsigned displacement();

  Rotation Written[2], Read[2];
  unsigned Offset = 0;
};

/// Vector comparisons of Arm, whose result the PMEvo artifact calls read.
bool isArmComparison(StringRef Form) {
  StringRef Name = Form.ltrim('_');
  return (Name.starts_with("cm") || Name.starts_with("fcm") ||
          Name.starts_with("fac")) &&
         Name.split('_').second.starts_with("((REG:R:F:VEC");
}

} // namespace

unsigned ArmSpeller::displacement() {
  Offset += 64;
  return Offset % 4096;
}

std::string ArmSpeller::registerNamed(bool IsWritten, bool IsVector,
                                      StringRef Width) {
  Rotation &Turn = (IsWritten ? Written : Read)[IsVector];
  unsigned First = IsWritten ? 0 : IsVector ? 24 : 20;
  unsigned Count = IsWritten ? (IsVector ? 24 : 20) : (IsVector ? 8 : 6);
  std::string Number = utostr(First + Turn.take(Count));
  if (!IsVector)
    return (Width == "32" ? "w" : "x") + Number;
  return (Width == "VEC"   ? "v"
          : Width == "128" ? "q"
          : Width == "64"  ? "d"
          : Width == "32"  ? "s"
          : Width == "16"  ? "h"
                           : "b") +
         Number;
}

std::string ArmSpeller::operand(StringRef Text) {
  SmallVector<StringRef, 4> Part;
  Text.split(Part, ':');
  Part.resize(4);
  if (Part[0] == "REG")
    return registerNamed(Part[1].contains('W'), Part[2] != "G", Part[3]);
  if (Part[0] == "MEM")
    return "x28";
  if (Part[0] == "MIMM")
    return utostr(displacement());
  return Part[1] == "8" ? "3" : "0x12345";
}

std::string ArmSpeller::spell(StringRef Form) {
  bool ResultFirst = isArmComparison(Form);
  std::string Line;
  for (StringRef Rest = Form.trim('_'); !Rest.empty();) {
    auto [Text, Operand] = Rest.split("((");
    Line += Text;
    if (Text.size() == Rest.size())
      break;
    auto [Inner, After] = Operand.split("))");
    std::string What = Inner.str();
    if (std::exchange(ResultFirst, false))
      What.replace(0, 5, "REG:W");
    Line += operand(What);
    Rest = After;
  }
  std::replace(Line.begin(), Line.end(), '_', ' ');
  return Line;
}

/// One instruction with operands, after what makes the assembler read it.
static Expected<std::string> instructionOf(Triple::ArchType Architecture,
                                           StringRef Form) {
  if (Architecture != Triple::x86_64)
    return ArmSpeller().spell(Form) + "\n";
  Expected<FormText> Text = FormText::parse(Form);
  if (!Text)
    return Text.takeError();
  return ".intel_syntax noprefix\n" +
         OperandRotation().instantiate(*Text, /*IsStore=*/false) + "\n";
}

static FormResources describeForm(InstructionDescriber &Describer,
                                  const ParsedInstruction &P) {
  Description D = Describer.describe(P.Inst, P.Code.size());
  FormResources R;
  R.Opcode = correctionName(D);
  R.Slots = D.Entry.Slots;
  R.Loads = D.loads();
  R.Stores = D.stores();
  R.IsFixed = D.Entry.has(StaticInstruction::Eliminated);
  if (const InstructionCorrection *Rule = Describer.correctionOf(D))
    R.Before = *Rule;
  for (const PortUse &Use : D.Ports) {
    auto Same =
        find_if(R.Uses, [&](const UnitUse &U) { return U.Units == Use.Units; });
    if (Same == R.Uses.end())
      R.Uses.push_back({Use.Units, double(Use.Cycles), 1});
    else {
      Same->Cycles += Use.Cycles;
      ++Same->Uops;
    }
  }
  return R;
}

/// A correction is of an opcode: forms of one that need different things stay
/// as they are.
static void fixAmbiguous(std::vector<FormResources> &Forms) {
  auto Differ = [](const FormResources &A, const FormResources &B) {
    return A.Slots != B.Slots || A.IsFixed != B.IsFixed ||
           !llvm::equal(A.Uses, B.Uses, [](const UnitUse &U, const UnitUse &V) {
             return U.Units == V.Units && U.Cycles == V.Cycles;
           });
  };
  StringMap<unsigned> First;
  StringSet<> Ambiguous;
  for (unsigned F = 0; F < Forms.size(); ++F) {
    unsigned Other = First.try_emplace(Forms[F].Opcode, F).first->second;
    if (Differ(Forms[F], Forms[Other]))
      Ambiguous.insert(Forms[F].Opcode);
  }
  for (FormResources &Form : Forms)
    Form.IsFixed |= Ambiguous.contains(Form.Opcode);
}

Expected<ResourceMapping> mapForms(const TargetModel &Model,
                                   ArrayRef<InstructionForm> Forms) {
  const TargetModel::Impl &M = Model.impl();
  ResourceMapping Result;
  Result.Units = M.Units.names();
  Result.Width = std::min(M.CPU.Core.RenameWidth, M.CPU.Core.RetireWidth);
  Result.StoreCommit = M.CPU.Core.StoreCommit;
  InstructionDescriber Describer(M);
  for (const InstructionForm &Form : Forms) {
    Expected<std::string> Text = instructionOf(M.Triple.getArch(), Form.Text);
    if (!Text)
      return createStringError("'" + Form.Text +
                               "': " + toString(Text.takeError()));
    ParsedAssembly Parsed(M);
    if (Error E = Parsed.parse({*Text, "'" + Form.Text + "'"}))
      return E;
    if (Parsed.Instructions.size() != 1)
      return createStringError("'" + Form.Text + "': no single instruction");
    Result.Forms.push_back(
        describeForm(Describer, Parsed.Instructions.front()));
  }
  fixAmbiguous(Result.Forms);
  for (const UnitGroup &Group : M.CPU.Core.Units) {
    uint64_t Units = 0;
    for (const std::string &Name : Group.Units)
      Units |= M.Units.bit(Name);
    Result.Groups.push_back(Units);
    auto Example = find_if(Result.Forms, [&](const FormResources &F) {
      return F.Opcode == Group.Example;
    });
    if (Example == Result.Forms.end())
      continue;
    if (none_of(Example->Uses,
                [&](const UnitUse &Use) { return Use.Units == Units; }))
      return M.error(Group.Line, "units: the example " + Group.Example +
                                     " needs none of them, by the model and "
                                     "the corrections");
    Result.References.push_back(
        {Units, uint32_t(Example - Result.Forms.begin())});
  }
  return Result;
}

} // namespace rafter
