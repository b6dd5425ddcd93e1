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
  return (Handler && Handler->isAnalysisRemarkEnabled(RemarkPassName)) ||
         wantsSilence(Context);
}

bool wantsSilence(LLVMContext &Context) {
  const DiagnosticHandler *Handler = Context.getDiagHandlerPtr();
  if (Handler && Handler->isMissedOptRemarkEnabled(RemarkPassName))
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
static std::optional<uint64_t> hotnessOf(const LoopRemark &R) {
  if (!R.Calls)
    return std::nullopt;
  return static_cast<uint64_t>(std::min(1e18, double(*R.Calls) * R.Iterations));
}

static DiagnosticLocation locationOf(const Function &F,
                                     const DILocation *Where) {
  return Where ? DiagnosticLocation(DebugLoc(Where))
               : DiagnosticLocation(F.getSubprogram());
}

void emitRemark(const LoopRemark &R, const Function &F,
                const DILocation *Where) {
  OptimizationRemarkAnalysis Remark(RemarkPassName, "LoopBound",
                                    locationOf(F, Where), &F.getEntryBlock());
  add(Remark, piecesOf(R));
  Remark << DiagnosticInfoOptimizationBase::setExtraArgs();
  add(Remark, recordOnly(R));
  Remark.setHotness(hotnessOf(R));
  F.getContext().diagnose(Remark);
}

void emitSilence(Silence Why, const LoopRemark &R, const Function &F,
                 const DILocation *Where) {
  OptimizationRemarkMissed Remark(RemarkPassName, "LoopSilent",
                                  locationOf(F, Where), &F.getEntryBlock());
  Remark << "no remark: " << Argument("Reason", describe(Why, R));
  Remark.setHotness(hotnessOf(R));
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
