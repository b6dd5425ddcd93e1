//===- EmitRemarks.cpp - Remarks through LLVM's diagnostics ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/EmitRemarks.h"
#include "RemarkText.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Remarks/RemarkStreamer.h"

using namespace llvm;

namespace rafter {

bool wantsRemarks(LLVMContext &Context) {
  const DiagnosticHandler *Handler = Context.getDiagHandlerPtr();
  if (Handler && Handler->isAnalysisRemarkEnabled(RemarkPassName))
    return true;
  remarks::RemarkStreamer *Record = Context.getMainRemarkStreamer();
  return Record && Record->matchesFilter(RemarkPassName);
}

using Argument = DiagnosticInfoOptimizationBase::Argument;

static void add(OptimizationRemarkAnalysis &Remark,
                ArrayRef<RemarkPiece> Pieces) {
  for (const RemarkPiece &P : Pieces)
    if (P.Key)
      Remark << Argument(P.Key, P.Text);
    else
      Remark << StringRef(P.Text);
}

/// Executions known from a profile; tools sort by them.
static std::optional<uint64_t> hotnessOf(const LoopRemark &R,
                                         const Function &F) {
  auto Entries = F.getEntryCount();
  if (!Entries)
    return std::nullopt;
  return static_cast<uint64_t>(
      std::min(1e18, double(Entries->getCount()) * R.Iterations));
}

void emitRemark(const LoopRemark &R, const Function &F,
                const DILocation *Where) {
  DiagnosticLocation Location = Where ? DiagnosticLocation(DebugLoc(Where))
                                      : DiagnosticLocation(F.getSubprogram());
  OptimizationRemarkAnalysis Remark(RemarkPassName, "LoopBound", Location,
                                    &F.getEntryBlock());
  add(Remark, piecesOf(R));
  Remark << DiagnosticInfoOptimizationBase::setExtraArgs();
  add(Remark, recordOnly(R));
  Remark.setHotness(hotnessOf(R, F));
  F.getContext().diagnose(Remark);
}

void emitFailure(StringRef Why, const Function &F) {
  OptimizationRemarkAnalysis Remark(RemarkPassName, "NotAnalyzed",
                                    DiagnosticLocation(F.getSubprogram()),
                                    &F.getEntryBlock());
  Remark << "loops are not analyzed: " << Argument("Reason", Why);
  F.getContext().diagnose(Remark);
}

} // namespace rafter
