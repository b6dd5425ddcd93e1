//===- InstructionForms.h - Instruction forms as code ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Spells out mixes of instruction forms as assembly without dependences, and
// says what the model of a CPU has for each form.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CODEGEN_INSTRUCTIONFORMS_H
#define RAFTER_CODEGEN_INSTRUCTIONFORMS_H

#include "rafter/CodeGen/InstructionBuilder.h"
#include "rafter/Inference/MeasuredMixes.h"
#include "rafter/Inference/ResourceMapping.h"
#include "llvm/TargetParser/Triple.h"

namespace rafter {

/// Copies of a mix in a block: so many that registers that are read and
/// written, and stores, make no dependence that binds.
inline constexpr unsigned MixCopies = 12;

/// Writes Mixes as assembly for the target (x86-64 in Intel's syntax, AArch64),
/// MixCopies of each in a region called m0, m1, ... Registers that are written
/// rotate, those that are only read are never written, each memory operand has
/// another displacement, except that one form which takes none.
void writeMixes(llvm::raw_ostream &OS, llvm::Triple::ArchType Architecture,
                llvm::ArrayRef<InstructionForm> Forms,
                llvm::ArrayRef<MeasuredMix> Mixes);

/// What Model has for each of Forms. Errors name the form that the assembler
/// does not take, and why.
llvm::Expected<ResourceMapping> mapForms(const TargetModel &Model,
                                         llvm::ArrayRef<InstructionForm> Forms);

} // namespace rafter

#endif // RAFTER_CODEGEN_INSTRUCTIONFORMS_H
