//===- InstructionForms.h - Instruction forms as code ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the model of a CPU has for each instruction form.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CODEGEN_INSTRUCTIONFORMS_H
#define RAFTER_CODEGEN_INSTRUCTIONFORMS_H

#include "rafter/CodeGen/InstructionBuilder.h"
#include "rafter/Inference/MeasuredMixes.h"
#include "rafter/Inference/ResourceMapping.h"

namespace rafter {

/// What Model has for each of Forms. Errors name the form that the assembler
/// does not take, and why.
llvm::Expected<ResourceMapping> mapForms(const TargetModel &Model,
                                         llvm::ArrayRef<InstructionForm> Forms);

} // namespace rafter

#endif // RAFTER_CODEGEN_INSTRUCTIONFORMS_H
