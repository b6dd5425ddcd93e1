//===- InferredFile.h - A learned mapping in a CPU file --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What was learned becomes corrections of instructions in a CPU file, behind
// those that are there. They name the data as their source, so that the next
// inference can begin without them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_INFERENCE_INFERREDFILE_H
#define RAFTER_INFERENCE_INFERREDFILE_H

#include "rafter/Inference/LearnMapping.h"
#include "rafter/Uarch/Processor.h"
#include "llvm/Support/Error.h"

namespace rafter {

/// The tag of the source of what was inferred.
inline constexpr llvm::StringLiteral InferredSource = "inferred";

/// Takes back what an earlier inference added.
void removeInferred(Processor &CPU);

/// Corrections for the opcodes whose costs have changed, those that need the
/// same together. Each replaces the one before it entirely, and so repeats what
/// that said of latencies.
std::vector<InstructionCorrection>
inferredCorrections(const LearnedMapping &Learned);

/// A CPU file with Corrections in place of those of an earlier inference, as
/// text; the rest is as it was. Data is the text of their source. An error if
/// BaseText, a file that has been read before, has no list of sources or
/// parameters in lines of their own.
llvm::Expected<std::string>
inferredFile(llvm::StringRef BaseText,
             llvm::ArrayRef<InstructionCorrection> Corrections,
             llvm::StringRef Data);

} // namespace rafter

#endif // RAFTER_INFERENCE_INFERREDFILE_H
