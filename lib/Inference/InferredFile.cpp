//===- InferredFile.cpp - A learned mapping in a CPU file -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Inference/InferredFile.h"
#include "rafter/Report/NumberFormat.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace rafter;
using llvm::ArrayRef;
using llvm::StringRef;

/// Of the expression of one correction; the reader takes 400 characters.
static constexpr size_t LongestExpression = 380;

void rafter::removeInferred(Processor &CPU) {
  llvm::erase_if(CPU.Core.Corrections, [](const InstructionCorrection &C) {
    return C.Source == InferredSource;
  });
}

//===----------------------------------------------------------------------===//
// From costs to corrections
//===----------------------------------------------------------------------===//

static bool isChanged(const FormResources &A, const FormResources &B) {
  auto Same = [](const UnitUse &U, const UnitUse &V) {
    return U.Units == V.Units && U.Cycles == V.Cycles;
  };
  return A.Slots != B.Slots || !llvm::equal(A.Uses, B.Uses, Same);
}

static std::vector<InstructionCorrection::Use>
portsOf(const ResourceMapping &Mapping, const FormResources &Form) {
  std::vector<InstructionCorrection::Use> Ports;
  for (const UnitUse &Use : Form.Uses) {
    InstructionCorrection::Use Port;
    for (unsigned U = 0; U < Mapping.Units.size(); ++U)
      if (Use.Units >> U & 1)
        Port.Units.push_back(Mapping.Units[U]);
    bool IsPipelined = Use.Uops == Use.Cycles;
    Port.Cycles = IsPipelined ? 1 : unsigned(Use.Cycles);
    Ports.insert(Ports.end(), IsPipelined ? Use.Uops : 1, Port);
  }
  return Ports;
}

/// "p1 p5" or "p0 x 4", as CPU files have them.
static std::string portText(const InstructionCorrection::Use &Use) {
  return llvm::join(Use.Units, " ") +
         (Use.Cycles == 1 ? "" : " x " + std::to_string(Use.Cycles));
}

static InstructionCorrection correctionFor(const ResourceMapping &Mapping,
                                           const FormResources &Form) {
  InstructionCorrection C = Form.Before;
  C.Opcodes.clear();
  C.Slots = int(Form.Slots);
  C.HasPorts = true;
  C.Ports = portsOf(Mapping, Form);
  C.Source = InferredSource.str();
  C.Note.clear();
  return C;
}

/// Everything but opcodes and note, to find those that are the same.
static std::string membersText(const InstructionCorrection &C) {
  std::string Text;
  auto Number = [&](StringRef Key, int Value) {
    if (Value >= 0)
      Text += (", " + Key + ": ").str() + std::to_string(Value);
  };
  Number("latency", C.Latency);
  Number("load-latency", C.LoadLatency);
  Number("slots", C.Slots);
  Number("after-folded", C.AfterFolded);
  Number("flags-early", C.FlagsEarly);
  Number("accumulator", C.Accumulator);
  std::vector<std::string> Ports;
  for (const InstructionCorrection::Use &Use : C.Ports)
    Ports.push_back("\"" + portText(Use) + "\"");
  return Text + ", ports: [" + llvm::join(Ports, ", ") + "]";
}

static std::string escaped(StringRef Opcode) {
  std::string Text;
  for (char C : Opcode)
    Text += C == '.' ? std::string("[.]") : std::string(1, C);
  return Text;
}

namespace {

/// Opcodes that get the same correction, and what the mixes say of them.
struct Group {
  InstructionCorrection Correction;
  std::vector<std::string> Opcodes;
  FormEvidence Evidence;

  void add(const FormEvidence &E) {
    unsigned Sum = Evidence.Mixes + E.Mixes;
    if (!Sum)
      return;
    auto Mean = [&](double A, double B) {
      return (A * Evidence.Mixes + B * E.Mixes) / Sum;
    };
    Evidence = {Sum, Mean(Evidence.PriorError, E.PriorError),
                Mean(Evidence.Error, E.Error)};
  }
};

} // namespace

std::vector<InstructionCorrection>
rafter::inferredCorrections(const LearnedMapping &Learned) {
  llvm::MapVector<std::string, Group, std::map<std::string, unsigned>> Groups;
  llvm::StringSet<> Known;
  for (size_t F = 0; F < Learned.Mapping.Forms.size(); ++F) {
    const FormResources &Form = Learned.Mapping.Forms[F];
    if (!isChanged(Learned.Prior.Forms[F], Form))
      continue;
    InstructionCorrection C = correctionFor(Learned.Mapping, Form);
    Group &G = Groups[membersText(C)];
    G.Correction = std::move(C);
    G.add(Learned.Evidence[F]);
    if (Known.insert(Form.Opcode).second)
      G.Opcodes.push_back(escaped(Form.Opcode));
  }
  std::vector<InstructionCorrection> Result;
  for (auto &[Members, G] : Groups) {
    G.Correction.Note = std::to_string(G.Evidence.Mixes) + " mixes, " +
                        formatPercent(G.Evidence.PriorError) + " off before, " +
                        formatPercent(G.Evidence.Error) + " after";
    auto Flush = [&] {
      if (!G.Correction.Opcodes.empty())
        Result.push_back(G.Correction);
      G.Correction.Opcodes.clear();
    };
    for (const std::string &Opcode : G.Opcodes) {
      if (G.Correction.Opcodes.size() + Opcode.size() >= LongestExpression)
        Flush();
      G.Correction.Opcodes +=
          (G.Correction.Opcodes.empty() ? "" : "|") + Opcode;
    }
    Flush();
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

/// Whether a line belongs to an earlier inference.
static bool isInferred(StringRef Line) {
  return Line.starts_with(("  " + InferredSource + ": ").str()) ||
         (Line.starts_with("  - {") &&
          Line.contains((", source: " + InferredSource + ",").str()));
}

llvm::Expected<std::string>
rafter::inferredFile(StringRef BaseText,
                     ArrayRef<InstructionCorrection> Corrections,
                     StringRef Data) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  bool HasSources = false, HasInstructions = false;
  llvm::SmallVector<StringRef> Lines;
  BaseText.rtrim('\n').split(Lines, '\n');
  for (StringRef Line : Lines) {
    if (isInferred(Line))
      continue;
    HasInstructions |= Line == "instructions:";
    OS << Line << '\n';
    if (Line == "sources:") {
      HasSources = true;
      OS << "  " << InferredSource << ": \"" << Data << "\"\n";
    }
  }
  if (!HasSources)
    return llvm::createStringError(
        "the CPU file has no line 'sources:' to add to");
  if (!HasInstructions && !Corrections.empty())
    OS << "\ninstructions:\n";
  for (const InstructionCorrection &C : Corrections)
    OS << "  - {opcodes: \"" << C.Opcodes << '"' << membersText(C)
       << ", source: " << InferredSource << ", note: \"" << C.Note << "\"}\n";
  return Result;
}
