//===- MeasuredMixes.h - Cycles of multisets of instructions ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a machine is learned from: how many cycles a repetition of some
// instructions takes in a long loop without dependences. The format is that of
// the PMEvo artifact (F. Ritter, S. Hack: PMEvo, PLDI 2020), so that what
// others have measured can be read.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_INFERENCE_MEASUREDMIXES_H
#define RAFTER_INFERENCE_MEASUREDMIXES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace rafter {

/// An instruction with places for its operands:
/// "ADD_((REG:RW:G:64)),_((IMM:8))". Underscores are blanks.
/// "((REG:RW:G:64))" is a register (R read, W written, RW both; G general, V or
/// F vector; bits), "((MEM:64))" a base register, "((MIMM:16))" a displacement,
/// "((IMM:8))" an immediate, "((DIV:64))" a register that is never written.
struct InstructionForm {
  std::string Text;
  /// LLVM's name of the opcode where the file has it; empty otherwise.
  std::string Opcode;
};

/// A multiset of instructions and what one repetition of it takes.
struct MeasuredMix {
  /// Indices of forms, in the order of execution; the same one may be there
  /// several times.
  std::vector<uint32_t> Forms;
  /// Core cycles per repetition, above 0.
  double Cycles = 0;
};

/// A file of measurements of one machine.
struct MeasuredMixes {
  /// What the file calls the machine: "SKL", "znver5".
  std::string Machine;
  /// What else the file says of the machine, in its order: name and value, for
  /// example {"clock", "core cycles of a chain of multiplications"}.
  std::vector<std::pair<std::string, std::string>> About;
  std::vector<InstructionForm> Forms;
  std::vector<MeasuredMix> Mixes;
};

/// Reads one file. Errors name the file, the experiment and the cause: no JSON,
/// no list of experiments, a form that the list of forms has not, cycles that
/// are no number above 0, a mix without instructions.
llvm::Expected<MeasuredMixes> parseMeasuredMixes(llvm::MemoryBufferRef Buffer);

/// Adds the mixes of More to Mixes; forms with the same text are one. An error
/// names both machines where they differ.
llvm::Error addMixes(MeasuredMixes &Mixes, const MeasuredMixes &More);

/// What parseMeasuredMixes reads as the same value again, one experiment in a
/// line.
void writeMeasuredMixes(llvm::raw_ostream &OS, const MeasuredMixes &Mixes);

} // namespace rafter

#endif // RAFTER_INFERENCE_MEASUREDMIXES_H
