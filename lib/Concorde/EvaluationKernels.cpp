//===- EvaluationKernels.cpp - The loops that this computer executes ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvaluationKernels.h"
#include "KernelTable.h"

namespace rafter::concorde {
extern const EvaluationKernels EvaluationPortable;
#ifdef RAFTER_X86_KERNELS
extern const EvaluationKernels EvaluationAVX2;
extern const EvaluationKernels EvaluationAVX512;
#endif
} // namespace rafter::concorde

using namespace rafter;
using namespace rafter::concorde;

static const KernelTable<EvaluationKernels> &table() {
#ifdef RAFTER_X86_KERNELS
  static const KernelTable Table(EvaluationPortable, EvaluationAVX2,
                                 EvaluationAVX512);
#else
  static const KernelTable Table(EvaluationPortable);
#endif
  return Table;
}

const EvaluationKernels &concorde::evaluationKernels() {
  return table().fastest();
}

const EvaluationKernels *const *concorde::allEvaluationKernels() {
  return table().all();
}
