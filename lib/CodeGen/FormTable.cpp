//===- FormTable.cpp - The instructions of a CPU, by operands ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction is made of each opcode, each operand unlike the others,
// printed, and read again. In the text that gave the same opcode, places stand
// for the operands then.
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/FormTable.h"
#include "AssemblyParser.h"
#include "FormExclusions.h"
#include "FormText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/MC/MCInstPrinter.h"

using namespace llvm;
using namespace rafter;

namespace {

/// Operand types that llvm/lib/Target/X86/MCTargetDesc/X86BaseInfo.h adds.
constexpr unsigned RoundingControl = MCOI::OPERAND_FIRST_TARGET;
constexpr unsigned ConditionCode = MCOI::OPERAND_FIRST_TARGET + 1;
/// Operands of an address: base, scale, index, displacement, segment.
constexpr unsigned AddressOperands = 5;

/// What the trial instruction has where a place will be.
constexpr StringRef TrialBase = "R14";
constexpr int64_t TrialDisplacement = 2112;
/// Immediates of the least width that an opcode has; the assembler takes a
/// narrower opcode for a smaller number, and the lower half of one that is too
/// wide for 16 bits.
struct TrialImmediate {
  int64_t Value;
  StringRef Place;
};
constexpr TrialImmediate Immediates[] = {{3, "((IMM:8))"},
                                         {0x12345, "((IMM:32))"},
                                         {0x123456789abcdef, "((IMM:64))"}};
/// Of the 16 conditions: one flag, two, the carry, sign and overflow.
constexpr int64_t Conditions[] = {4, 7, 2, 12};

/// Registers of one kind and width, for the operands of one instruction.
struct RegisterKind {
  StringRef Place;
  std::initializer_list<StringRef> Names;
};
const RegisterKind Kinds[] = {
    {"G:64", {"RBX", "RBP", "RSI", "RDI", "R8", "R9"}},
    {"G:32", {"EBX", "EBP", "ESI", "EDI", "R8D", "R9D"}},
    {"G:16", {"BX", "BP", "SI", "DI", "R8W", "R9W"}},
    {"G:8", {"BL", "BPL", "SIL", "DIL", "R8B", "R9B"}},
    {"V:128", {"XMM1", "XMM2", "XMM3", "XMM4", "XMM5"}},
    {"V:256", {"YMM1", "YMM2", "YMM3", "YMM4", "YMM5"}},
    {"V:512", {"ZMM1", "ZMM2", "ZMM3", "ZMM4", "ZMM5"}},
    {"K:64", {"K1", "K2", "K3", "K4", "K5"}},
};

/// One trial: an opcode with operands, and what stands for each of them.
struct Trial {
  unsigned Opcode = 0;
  MCInst Inst;
  /// What the printer writes for an operand, to the place.
  StringMap<std::string> Places;
  bool HasImmediate = false;
  std::string Printed;
};

class FormGenerator {
public:
  explicit FormGenerator(const TargetModel::Impl &Model);
  FormTable run();

private:
  bool isReal(unsigned Opcode) const;
  void addTrials(unsigned Opcode, const TrialImmediate &Immediate);
  /// False: an operand has no place.
  bool fill(Trial &T, const TrialImmediate &Immediate, int64_t Condition);
  unsigned operandType(unsigned Opcode, unsigned Index) const;
  bool addRegister(Trial &T, unsigned Index);
  bool addAddress(Trial &T, unsigned Index);
  void print(Trial &T);
  void addForm(const Trial &T);
  std::string formText(const Trial &T) const;
  /// What the assembler makes of each trial; no value: nothing.
  std::vector<std::optional<unsigned>> parseTrials() const;

  MCRegister registerOf(StringRef Name) const { return ByName.lookup(Name); }
  /// As x86's printers write it.
  std::string printedName(MCRegister R) const {
    return StringRef(Model.Registers->getName(R)).lower();
  }
  void exclude(unsigned Opcode, FormExclusion Why) {
    Table.Excluded.push_back({Model.Instructions->getName(Opcode).str(), Why});
  }

  const TargetModel::Impl &Model;
  std::unique_ptr<MCInstPrinter> Printer;
  StringMap<MCRegister> ByName;
  std::vector<Trial> Trials;
  FormTable Table;
};

FormGenerator::FormGenerator(const TargetModel::Impl &Model)
    : Model(Model), Printer(Model.Target->createMCInstPrinter(
                        Model.Triple, /*SyntaxVariant=*/1, *Model.AsmInfo,
                        *Model.Instructions, *Model.Registers)) {
  for (unsigned R = 1; R < Model.Registers->getNumRegs(); ++R)
    ByName[Model.Registers->getName(R)] = R;
}

bool FormGenerator::isReal(unsigned Opcode) const {
  return Opcode > TargetOpcode::GENERIC_OP_END &&
         !Model.Instructions->get(Opcode).isPseudo();
}

unsigned FormGenerator::operandType(unsigned Opcode, unsigned Index) const {
  // Address computations access no memory, and LLVM leaves their type open.
  if (Index > 0 && Model.Instructions->getName(Opcode).starts_with("LEA"))
    return MCOI::OPERAND_MEMORY;
  return Model.Instructions->get(Opcode).operands()[Index].OperandType;
}

bool FormGenerator::addRegister(Trial &T, unsigned Index) {
  const MCInstrDesc &Desc = Model.Instructions->get(T.Opcode);
  int Tied = Desc.getOperandConstraint(Index, MCOI::TIED_TO);
  if (Tied >= 0) {
    MCOperand Same = T.Inst.getOperand(Tied);
    T.Inst.addOperand(Same);
    std::string &Place = T.Places[printedName(Same.getReg())];
    if (StringRef(Place).starts_with("((REG:W:"))
      Place.insert(6, "R");
    return true;
  }
  const MCRegisterClass &Class =
      Model.Registers->getRegClass(Model.Instructions->getOpRegClassID(
          Desc.operands()[Index],
          Model.Subtarget->getHwMode(MCSubtargetInfo::HwMode_RegInfo)));
  for (const RegisterKind &Kind : Kinds)
    for (StringRef Name : Kind.Names) {
      MCRegister R = registerOf(Name);
      if (!Class.contains(R))
        continue;
      std::string Printed = printedName(R);
      if (T.Places.contains(Printed))
        continue;
      T.Inst.addOperand(MCOperand::createReg(R));
      T.Places[Printed] =
          ("((REG:" + Twine(Index < Desc.getNumDefs() ? "W" : "R") + ":" +
           Kind.Place + "))")
              .str();
      return true;
    }
  return false;
}

bool FormGenerator::addAddress(Trial &T, unsigned Index) {
  const MCInstrDesc &Desc = Model.Instructions->get(T.Opcode);
  ArrayRef<MCOperandInfo> Operands = Desc.operands().drop_front(Index);
  if (Operands.size() < AddressOperands)
    return false;
  for (unsigned I = 0; I != AddressOperands; ++I)
    if (operandType(T.Opcode, Index + I) != MCOI::OPERAND_MEMORY)
      return false;
  T.Inst.addOperand(MCOperand::createReg(registerOf(TrialBase)));
  T.Inst.addOperand(MCOperand::createImm(1));
  T.Inst.addOperand(MCOperand::createReg(MCRegister()));
  T.Inst.addOperand(MCOperand::createImm(TrialDisplacement));
  T.Inst.addOperand(MCOperand::createReg(MCRegister()));
  T.Places[TrialBase.lower()] = "((MEM:64))";
  T.Places[utostr(TrialDisplacement)] = "((MIMM:16))";
  return true;
}

bool FormGenerator::fill(Trial &T, const TrialImmediate &Immediate,
                         int64_t Condition) {
  const MCInstrDesc &Desc = Model.Instructions->get(T.Opcode);
  T.Inst.setOpcode(T.Opcode);
  for (unsigned I = 0; I != Desc.getNumOperands(); ++I) {
    switch (operandType(T.Opcode, I)) {
    case MCOI::OPERAND_REGISTER:
      if (!addRegister(T, I))
        return false;
      break;
    case MCOI::OPERAND_MEMORY:
      if (!addAddress(T, I))
        return false;
      I += AddressOperands - 1;
      break;
    case MCOI::OPERAND_IMMEDIATE:
      T.Inst.addOperand(MCOperand::createImm(Immediate.Value));
      T.Places[itostr(Immediate.Value)] = Immediate.Place;
      T.HasImmediate = true;
      break;
    case RoundingControl:
      T.Inst.addOperand(MCOperand::createImm(0));
      break;
    case ConditionCode:
      T.Inst.addOperand(MCOperand::createImm(Condition));
      break;
    default:
      return false;
    }
  }
  return true;
}

void FormGenerator::print(Trial &T) {
  raw_string_ostream Out(T.Printed);
  Printer->printInst(&T.Inst, /*Address=*/0, /*Annot=*/"", *Model.Subtarget,
                     Out);
  T.Printed = StringRef(T.Printed).trim().str();
  for (char &C : T.Printed)
    if (C == '\t')
      C = ' ';
}

void FormGenerator::addTrials(unsigned Opcode,
                              const TrialImmediate &Immediate) {
  const MCInstrDesc &Desc = Model.Instructions->get(Opcode);
  bool HasCondition = any_of(Desc.operands(), [](const MCOperandInfo &O) {
    return O.OperandType == ConditionCode;
  });
  for (int64_t Condition :
       ArrayRef(Conditions)
           .take_front(HasCondition ? std::size(Conditions) : 1)) {
    Trial T;
    T.Opcode = Opcode;
    if (!fill(T, Immediate, Condition))
      return exclude(Opcode, FormExclusion::Operand);
    print(T);
    Trials.push_back(std::move(T));
  }
}

/// Names and numbers become places, the mnemonic capitals, blanks underscores.
std::string FormGenerator::formText(const Trial &T) const {
  std::string Text;
  StringRef Rest = T.Printed;
  bool IsMnemonic = true, InBraces = false;
  while (!Rest.empty()) {
    StringRef Word = Rest.take_while([](char C) { return isAlnum(C); });
    if (Word.empty()) {
      InBraces = Rest[0] == '{' || (InBraces && Rest[0] != '}');
      Text += Rest[0] == ' ' ? '_' : Rest[0];
      Rest = Rest.drop_front();
      continue;
    }
    Rest = Rest.drop_front(Word.size());
    auto Place = T.Places.find(Word);
    if (IsMnemonic && !InBraces) {
      Text += Word.upper();
      IsMnemonic = false;
    } else {
      Text += Place == T.Places.end() ? Word.str() : Place->second;
    }
  }
  return Text;
}

std::vector<std::optional<unsigned>> FormGenerator::parseTrials() const {
  std::string Text = ".intel_syntax noprefix\n";
  for (const Trial &T : Trials)
    Text +=
        OperandRotation().instantiate(cantFail(FormText::parse(formText(T))),
                                      /*IsStore=*/false) +
        "\n";
  ParsedAssembly Parsed(Model);
  // Lines that are not of this CPU are errors, and give no instruction.
  consumeError(Parsed.parse(MemoryBufferRef(Text, "forms")));
  std::vector<std::optional<unsigned>> Opcodes(Trials.size());
  for (const ParsedInstruction &P : Parsed.Instructions)
    // The first trial is in the second line.
    Opcodes[Parsed.locationOf(P.Where).Line - 2] = P.Inst.getOpcode();
  return Opcodes;
}

void FormGenerator::addForm(const Trial &T) {
  std::string Text = formText(T);
  StringRef Printed = T.Printed, Name = Model.Instructions->getName(T.Opcode);
  if (Text.find("_{((REG:R:K") != std::string::npos)
    exclude(T.Opcode, FormExclusion::Masked);
  else if (Printed.contains("{rn-sae}") || Printed.contains("{sae}"))
    exclude(T.Opcode, FormExclusion::Rounding);
  else if (Printed.starts_with("{evex}") || Printed.starts_with("{nf}"))
    exclude(T.Opcode, FormExclusion::OtherEncoding);
  else
    Table.Forms.push_back({Text, Name.str()});
  // With a scaled index they are other instructions to most cores.
  if (Name.starts_with("LEA"))
    Table.Forms.push_back({StringRef(Text).split("_+_").first.str() +
                               "_+_4*((DIV:64))_+_" + "((MIMM:16))]",
                           Name.str()});
}

FormTable FormGenerator::run() {
  std::vector<unsigned> Left;
  for (unsigned Opcode : seq(Model.Instructions->getNumOpcodes())) {
    if (!isReal(Opcode))
      continue;
    if (std::optional<FormExclusion> Why = findExclusion(Model, Opcode))
      exclude(Opcode, *Why);
    else
      Left.push_back(Opcode);
  }
  for (const TrialImmediate &Immediate : Immediates) {
    Trials.clear();
    for (unsigned Opcode : Left)
      addTrials(Opcode, Immediate);
    Left.clear();
    bool IsLast = &Immediate == &Immediates[std::size(Immediates) - 1];
    for (auto [T, Parsed] : zip_equal(Trials, parseTrials())) {
      if (Parsed == T.Opcode) {
        addForm(T);
      } else if (T.HasImmediate && !IsLast) {
        Left.push_back(T.Opcode);
      } else if (Parsed) {
        exclude(T.Opcode, FormExclusion::OtherEncoding);
      }
    }
  }
  return std::move(Table);
}

} // namespace

Expected<FormTable> rafter::generateForms(const TargetModel &Model) {
  if (Model.impl().Triple.getArch() != Triple::x86_64)
    return createStringError("cannot measure " +
                             Model.impl().Triple.getArchName() +
                             ": only the instructions of x86-64 have forms");
  FormTable Table = FormGenerator(Model.impl()).run();
  llvm::sort(Table.Forms,
             [](const InstructionForm &A, const InstructionForm &B) {
               return A.Text < B.Text;
             });
  return Table;
}
