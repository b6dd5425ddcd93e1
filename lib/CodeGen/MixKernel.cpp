//===- MixKernel.cpp - Loops over mixes of instructions -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's assembler makes the code; only the way back to the top of the loop is
// encoded here, which has no symbol.
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/MixKernel.h"
#include "AssemblyParser.h"
#include "FormText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace rafter;

namespace {

/// Instructions of a round: the counter and the jump are one slot of rename
/// and the end of a fetch, below half a per cent where eight are renamed.
constexpr unsigned InstructionsPerRound = 320;
/// Of a chain; each waits for the one before.
constexpr unsigned ChainLength = 24;
constexpr size_t LoopAlignment = 64;
/// Where the numbers for the vector registers lie.
constexpr size_t PatternOffset = MixKernel::DataBytes - 4096;
/// Rounds to go. Registers are for the forms, and one access in a round is not
/// seen.
constexpr StringRef RoundCounter = "qword ptr [rsp + 8]";
/// All floating-point exceptions masked, denormal operands and results are
/// zeros (AMD64 Architecture Programmer's Manual, volume 1, 4.2.2).
constexpr StringRef FloatMode = "0x9fc0";

/// What is known of a form once it has been assembled.
struct KnownForm {
  FormText Text;
  unsigned Opcode = 0;
  bool IsStore = false;
  /// General registers that it uses without naming them.
  uint32_t Reserved = 0;
};

/// General registers that Desc uses without naming them.
uint32_t implicitRegisters(const MCRegisterInfo &Registers,
                           const MCInstrDesc &Desc) {
  uint32_t Set = 0;
  auto Add = [&](MCPhysReg R) {
    StringRef Name = Registers.getName(R);
    // Whole registers and their lower halves: RCX, CX, CL, RSI.
    if (Name.ends_with("X") || Name.ends_with("L") || Name.ends_with("I"))
      Set |= 1u << Registers.getEncodingValue(R) % 16;
  };
  for_each(Desc.implicit_uses(), Add);
  for_each(Desc.implicit_defs(), Add);
  return Set;
}

Error formError(const InstructionForm &Form, const Twine &Cause) {
  return createStringError("form '" + Form.Text + "': " + Cause);
}

/// Pads with the one-byte no-operation.
void align(std::vector<uint8_t> &Code, size_t To) {
  Code.resize((Code.size() + To - 1) / To * To, 0x90);
}

} // namespace

struct MixAssembler::State {
  explicit State(const TargetModel &Model) : Model(Model.impl()) {}

  Error learnForms();
  Expected<MixKernel> assemble(const std::string &Body, unsigned Copies) const;
  std::string prologue(bool HasWideVectors, bool HasMasks) const;
  std::string epilogue() const;
  bool has(StringRef Feature) const {
    return Model.Subtarget->checkFeatures(("+" + Feature).str());
  }

  const TargetModel::Impl &Model;
  std::vector<InstructionForm> Forms;
  std::vector<KnownForm> Known;
};

MixAssembler::MixAssembler(std::unique_ptr<State> Current)
    : Current(std::move(Current)) {}
MixAssembler::MixAssembler(MixAssembler &&) = default;
MixAssembler::~MixAssembler() = default;

ArrayRef<InstructionForm> MixAssembler::forms() const { return Current->Forms; }

Error MixAssembler::State::learnForms() {
  std::string Text = ".intel_syntax noprefix\n";
  for (const InstructionForm &Form : Forms) {
    Expected<FormText> Parsed = FormText::parse(Form.Text);
    if (!Parsed)
      return formError(Form, toString(Parsed.takeError()));
    Text += OperandRotation().instantiate(*Parsed, false) + "\n";
    Known.push_back({std::move(*Parsed)});
  }
  ParsedAssembly Parsed(Model);
  Error Cause = Parsed.parse(MemoryBufferRef(Text, "forms"));
  std::vector<unsigned> Found(Forms.size());
  for (const ParsedInstruction &P : Parsed.Instructions) {
    // The first form is in the second line.
    size_t Index = Parsed.locationOf(P.Where).Line - 2;
    const MCInstrDesc &Desc = Model.Instructions->get(P.Inst.getOpcode());
    KnownForm &Form = Known[Index];
    Form.Opcode = P.Inst.getOpcode();
    Form.IsStore = Desc.mayStore();
    Form.Reserved = implicitRegisters(*Model.Registers, Desc);
    Found[Index] += !P.HasFixups;
  }
  for (auto [Form, Count] : zip_equal(Forms, Found))
    if (Count != 1) {
      consumeError(std::move(Cause));
      return formError(Form, "this is no instruction of x86-64");
    }
  return Cause;
}

Expected<MixAssembler>
MixAssembler::create(const TargetModel &Model,
                     std::vector<InstructionForm> Forms) {
  auto Current = std::make_unique<State>(Model);
  Current->Forms = std::move(Forms);
  if (Error E = Current->learnForms())
    return E;
  return MixAssembler(std::move(Current));
}

std::string MixAssembler::text(ArrayRef<uint32_t> Mix, unsigned Copies) const {
  uint32_t Reserved = 0;
  for (uint32_t Form : Mix)
    Reserved |= Current->Known[Form].Reserved;
  OperandRotation Operands(Reserved);
  std::string Text;
  for (unsigned I = 0; I != Copies; ++I)
    for (uint32_t Form : Mix) {
      const KnownForm &Known = Current->Known[Form];
      Text += Operands.instantiate(Known.Text, Known.IsStore) + "\n";
    }
  return Text;
}

Expected<MixKernel> MixAssembler::assemble(ArrayRef<uint32_t> Mix) const {
  assert(!Mix.empty() && "a mix has instructions");
  unsigned Copies = (InstructionsPerRound + Mix.size() - 1) / Mix.size();
  return Current->assemble(text(Mix, Copies), Copies);
}

std::vector<OperandChain> MixAssembler::chains(uint32_t Form) const {
  ArrayRef<FormPlace> Places = Current->Known[Form].Text.Places;
  std::vector<OperandChain> Chains;
  for (auto [To, Written] : enumerate(Places)) {
    if (!Written.IsWritten)
      continue;
    for (auto [From, Read] : enumerate(Places))
      // What is read and written waits for itself in any case, and with a
      // second operand in the same register it may be a zero idiom.
      if (Read.IsRead && Read.File == Written.File &&
          (Written.IsRead ? From == To : !Read.IsWritten))
        Chains.push_back({uint32_t(From), uint32_t(To)});
  }
  return Chains;
}

Expected<MixKernel> MixAssembler::assembleChain(uint32_t Form,
                                                OperandChain Chain) const {
  const KnownForm &Known = Current->Known[Form];
  OperandRotation Operands(Known.Reserved);
  std::string Text;
  for (unsigned I = 0; I != ChainLength; ++I)
    Text += Operands.instantiateChain(Known.Text, Chain.From, Chain.To) + "\n";
  return Current->assemble(Text, ChainLength);
}

std::string MixAssembler::State::prologue(bool HasWideVectors,
                                          bool HasMasks) const {
  std::string Text = "push rbx\npush rbp\npush r12\npush r13\npush r14\n"
                     "push r15\nsub rsp, 24\nstmxcsr [rsp]\n"
                     "mov dword ptr [rsp + 4], " +
                     FloatMode.str() +
                     "\nldmxcsr [rsp + 4]\ncld\n"
                     "mov [rsp + 8], rdi\nmov r14, rsi\nmov r15, rsi\n";
  bool HasZMM = has("avx512f"), HasYMM = has("avx");
  if (HasYMM)
    Text += "vzeroupper\n";
  StringRef Load = HasYMM ? "vmovdqu" : "movups";
  for (unsigned I = 0; I != 16; ++I) {
    bool IsZMM = HasWideVectors && HasZMM;
    unsigned Bits = IsZMM ? 512 : HasWideVectors ? 256 : 128;
    Text += (Load + (IsZMM ? "64 " : " ") + registerName('V', Bits, I) + ", [" +
             DataRegister + " + " + Twine(PatternOffset) + "]\n")
                .str();
  }
  if (HasMasks)
    for (unsigned I = 1; I != 8; ++I) {
      std::string K = registerName('K', 64, I);
      Text += (has("avx512bw") ? "kxnorq " : "kxnorw ") + K + ", " + K + ", " +
              K + "\n";
    }
  // Small numbers: shift counts, bit offsets and indices.
  for (unsigned I : {0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13})
    Text += "mov " + registerName('G', 32, I) + ", " +
            utostr(I == 12   ? 5
                   : I == 13 ? 1
                             : 3) +
            "\n";
  return Text;
}

std::string MixAssembler::State::epilogue() const {
  return std::string(has("avx") ? "vzeroupper\n" : "") +
         "ldmxcsr [rsp]\nadd rsp, 24\npop r15\npop r14\npop r13\npop r12\n"
         "pop rbp\npop rbx\nret\n";
}

Expected<MixKernel> MixAssembler::State::assemble(const std::string &Body,
                                                  unsigned Copies) const {
  StringRef Lines = Body;
  std::string Before = prologue(Lines.contains("ymm") || Lines.contains("zmm"),
                                Lines.contains("k1") || Lines.contains("k6"));
  std::string After = epilogue();
  std::string Text = ".intel_syntax noprefix\n" + Before + Body + "dec " +
                     RoundCounter.str() + "\n" + After;
  ParsedAssembly Parsed(Model);
  if (Error E = Parsed.parse(MemoryBufferRef(Text, "kernel")))
    return E;
  size_t Begin = StringRef(Before).count('\n');
  size_t End = Begin + Lines.count('\n') + 1;
  if (Parsed.Instructions.size() != End + StringRef(After).count('\n'))
    return createStringError("a line of a kernel is not one instruction");
  MixKernel Kernel;
  Kernel.Copies = Copies;
  size_t Top = 0;
  for (auto [I, P] : enumerate(Parsed.Instructions)) {
    if (I == Begin) {
      align(Kernel.Code, LoopAlignment);
      Top = Kernel.Code.size();
    }
    if (I == End) {
      // jnz rel32, from the end of the jump.
      Kernel.Code.insert(Kernel.Code.end(), {0x0f, 0x85, 0, 0, 0, 0});
      support::endian::write32le(&Kernel.Code[Kernel.Code.size() - 4],
                                 uint32_t(Top - Kernel.Code.size()));
    }
    Kernel.Code.insert(Kernel.Code.end(), P.Code.begin(), P.Code.end());
  }
  return Kernel;
}

void MixKernel::fill(void *Data) {
  for (size_t I = 0; I != DataBytes; I += sizeof(uint64_t))
    support::endian::write64le(static_cast<char *>(Data) + I,
                               0x3ff000003f800003);
}
