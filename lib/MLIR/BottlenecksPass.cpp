//===- BottlenecksPass.cpp - The pass rafter-bottlenecks ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The copy goes through bytecode to a context of its own, where all dialects
// are known and nothing is shared with the pipeline that the pass is part of.
//
//===----------------------------------------------------------------------===//

#include "rafter/MLIR/BottlenecksPass.h"
#include "CollectRemarks.h"
#include "OperationPlaces.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "rafter/MLIR/LowerModule.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace rafter;
using llvm::Expected;

namespace {

class BottlenecksPass
    : public mlir::PassWrapper<BottlenecksPass,
                               mlir::OperationPass<mlir::ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BottlenecksPass)

  BottlenecksPass() = default;
  BottlenecksPass(const BottlenecksPass &Other) : PassWrapper(Other) {}

  llvm::StringRef getArgument() const override { return "rafter-bottlenecks"; }
  llvm::StringRef getDescription() const override {
    return "Remark on the operations that become hot loops: what binds them, "
           "and what to do about it";
  }
  void runOnOperation() override;

private:
  Expected<std::vector<LoopRemark>> analyze();
  RemarkOptions remarkOptions() const;

  Option<std::string> CPU{*this, "cpu",
                          llvm::cl::desc("CPU file by name (host)"),
                          llvm::cl::init("host")};
  Option<std::string> Uarch{*this, "uarch",
                            llvm::cl::desc("A CPU file of one's own")};
  Option<std::string> Overrides{
      *this, "set", llvm::cl::desc("Overrides of the CPU file: KEY=VALUE")};
  Option<std::string> TargetCPU{
      *this, "target-cpu",
      llvm::cl::desc("The CPU that code is generated for, as of clang -march")};
  Option<std::string> Features{
      *this, "target-features",
      llvm::cl::desc("Features of that CPU, for example +avx2")};
  Option<std::string> Functions{
      *this, "functions",
      llvm::cl::desc("Remarks only in functions whose name matches")};
  Option<double> Threshold{
      *this, "threshold",
      llvm::cl::desc("Remarks only on loops that could be faster by this "
                     "factor"),
      llvm::cl::init(RemarkOptions().Threshold)};
  Option<double> LeastShare{
      *this, "share",
      llvm::cl::desc("Remarks only on loops with this share of the estimated "
                     "time of their function"),
      llvm::cl::init(RemarkOptions().LeastShare)};
};

} // namespace

RemarkOptions BottlenecksPass::remarkOptions() const {
  RemarkOptions Options;
  // What would be tried are words of C.
  Options.Tries = false;
  Options.SaysUntried = true;
  Options.CPUName = CPU;
  Options.UarchFile = Uarch;
  Options.Overrides = Overrides;
  Options.Functions = Functions;
  Options.Threshold = Threshold;
  Options.LeastShare = LeastShare;
  return Options;
}

Expected<std::vector<LoopRemark>> BottlenecksPass::analyze() {
  std::string Copy;
  llvm::raw_string_ostream OS(Copy);
  if (mlir::failed(mlir::writeBytecodeToFile(getOperation(), OS)))
    return llvm::createStringError("the module has no form as bytecode");
  std::string File = placeOf(getOperation().getLoc()).File;
  llvm::LLVMContext Context;
  auto M = lowerMLIR({Copy, File.empty() ? "module" : File}, Context);
  if (!M)
    return M.takeError();
  return collectRemarks(**M, {TargetCPU, Features}, remarkOptions());
}

/// The operation in Ranked, as rankOperations has them, at a place.
static mlir::Operation *findAt(llvm::ArrayRef<mlir::Operation *> Ranked,
                               const SourcePlace &Place) {
  for (mlir::Operation *Op : Ranked) {
    SourceLocation Where = placeOf(Op->getLoc());
    if (Place.Line != 0 && Where.File == Place.File &&
        Where.Line == Place.Line && Where.Column == Place.Column)
      return Op;
  }
  return nullptr;
}

static void emit(const LoopRemark &R, mlir::ModuleOp Module,
                 llvm::ArrayRef<mlir::Operation *> Ranked) {
  mlir::Operation *Op = findAt(Ranked, R.Place);
  if (!Op)
    Op = Module.lookupSymbol(R.Symbol);
  if (!Op)
    Op = Module;
  mlir::InFlightDiagnostic Remark = mlir::emitRemark(Op->getLoc());
  Remark << Op->getName().getStringRef() << ": " << format(R);
  mlir::Operation *Blamed = findAt(Ranked, R.Blamed);
  if (Blamed && Blamed != Op)
    Remark.attachNote(Blamed->getLoc())
        << "most of it is due to " << Blamed->getName().getStringRef();
}

void BottlenecksPass::runOnOperation() {
  markAllAnalysesPreserved();
  Expected<std::vector<LoopRemark>> Remarks = analyze();
  if (!Remarks) {
    mlir::emitError(getOperation().getLoc())
        << "bottlenecks cannot be found: "
        << llvm::toString(Remarks.takeError());
    return signalPassFailure();
  }
  std::vector<mlir::Operation *> Ranked = rankOperations(getOperation());
  for (const LoopRemark &R : *Remarks)
    emit(R, getOperation(), Ranked);
}

void rafter::registerBottlenecksPass() {
  mlir::PassRegistration<BottlenecksPass>();
}
