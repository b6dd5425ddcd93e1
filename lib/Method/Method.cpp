//===- Method.cpp - What can be asked of a source -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Method/Method.h"

using namespace rafter;
using llvm::Expected;

OperationPass::~OperationPass() = default;
Method::~Method() = default;

std::unique_ptr<OperationPass> Method::start(const OperationTable &,
                                             const Program *,
                                             const Processor &) const {
  return nullptr;
}

Expected<std::shared_ptr<const Finding>>
Method::run(Source &S, const Processor &CPU) const {
  Expected<const OperationTable *> Table = S.Operations->Table();
  if (!Table)
    return Table.takeError();
  std::unique_ptr<OperationPass> Pass = start(**Table, S.Operations->Code, CPU);
  if (llvm::Error E = S.Operations->Play(Pass->consumer()))
    return E;
  return Pass->finding();
}
