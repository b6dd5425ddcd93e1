//===- EvaluationKernels.cpp - The loops that this computer executes ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvaluationKernels.h"
#include <array>

namespace rafter::concorde {
extern const EvaluationKernels EvaluationPortable;
#ifdef RAFTER_X86_KERNELS
extern const EvaluationKernels EvaluationAVX2;
extern const EvaluationKernels EvaluationAVX512;
#endif
} // namespace rafter::concorde

using namespace rafter;
using namespace rafter::concorde;

namespace {

struct KernelTable {
  std::array<const EvaluationKernels *, 4> All = {};
  size_t Count = 0;

  KernelTable() {
    All[Count++] = &EvaluationPortable;
#ifdef RAFTER_X86_KERNELS
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
      All[Count++] = &EvaluationAVX2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"))
      All[Count++] = &EvaluationAVX512;
#endif
  }
};

const KernelTable &table() {
  static const KernelTable Table;
  return Table;
}

} // namespace

const EvaluationKernels &concorde::evaluationKernels() {
  return *table().All[table().Count - 1];
}

const EvaluationKernels *const *concorde::allEvaluationKernels() {
  return table().All.data();
}
