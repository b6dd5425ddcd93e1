//===- Vocabularies.h - A source in another vocabulary ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_VOCABULARIES_H
#define RAFTER_STREAM_VOCABULARIES_H

#include "rafter/Stream/Source.h"

namespace rafter {

/// Lets S, which has instructions, be played as operations as well: what its
/// instructions compute, with those that compute no floating-point numbers as
/// nodes of their own.
void addOperations(Source &S);

/// Lets S, which has the operations of Table, be played as instructions on the
/// units that the generalized roofline knows of CPU. Both must outlive S.
void addInstructions(Source &S, const OperationTable &Table,
                     const Processor &CPU);

} // namespace rafter

#endif // RAFTER_STREAM_VOCABULARIES_H
