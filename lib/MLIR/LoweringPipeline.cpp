//===- LoweringPipeline.cpp - The passes down to the LLVM dialect ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's own passes in the usual order. No tiling, fusion or vectorization:
// what a user wants of these is in the input.
//
//===----------------------------------------------------------------------===//

#include "LoweringPipeline.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/TensorToLinalg/TensorToLinalgPass.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Dialect/Vector/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

/// Tensors become buffers that the caller or the function owns.
static void addBufferization(OpPassManager &Passes) {
  Passes.addNestedPass<func::FuncOp>(createConvertElementwiseToLinalgPass());
  Passes.addPass(createConvertTensorToLinalgPass());
  Passes.addPass(bufferization::createEmptyTensorToAllocTensorPass());
  bufferization::OneShotBufferizePassOptions Options;
  Options.bufferizeFunctionBoundaries = true;
  Options.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  Passes.addPass(bufferization::createOneShotBufferizePass(Options));
  Passes.addPass(bufferization::createDropEquivalentBufferResultsPass());
  bufferization::buildBufferDeallocationPipeline(Passes);
  Passes.addPass(createConvertBufferizationToMemRefPass());
}

/// Structured operations become loops, and loops branches.
static void addLoops(OpPassManager &Passes) {
  OpPassManager &Functions = Passes.nest<func::FuncOp>();
  Functions.addPass(createConvertLinalgToLoopsPass());
  Functions.addPass(createForallToForLoopPass());
  Functions.addPass(vector::createLowerVectorMultiReductionPass());
  // Vectors of several dimensions are loaded row by row, without loops over
  // temporary buffers.
  VectorTransferToSCFOptions Transfers;
  Transfers.enableFullUnroll();
  Functions.addPass(createConvertVectorToSCFPass(Transfers));
  Passes.addPass(createLowerAffinePass());
  Passes.addPass(createSCFToControlFlowPass());
  Passes.addPass(createCanonicalizerPass());
  Passes.addPass(createCSEPass());
}

static void addConversions(OpPassManager &Passes) {
  ConvertVectorToLLVMPassOptions Vectors;
  // Sums of outer products keep the accumulators in registers.
  Vectors.vectorContractLowering = vector::VectorContractLowering::OuterProduct;
  Passes.addPass(createConvertVectorToLLVMPass(Vectors));
  Passes.addNestedPass<func::FuncOp>(arith::createArithExpandOpsPass());
  Passes.addNestedPass<func::FuncOp>(memref::createExpandOpsPass());
  Passes.addPass(memref::createExpandStridedMetadataPass());
  Passes.addPass(createLowerAffinePass());
  Passes.addPass(createConvertMathToLLVMPass());
  Passes.addPass(createConvertMathToLibmPass());
  Passes.addPass(createFinalizeMemRefToLLVMConversionPass());
  Passes.addPass(createConvertFuncToLLVMPass());
  Passes.addPass(createArithToLLVMConversionPass());
  Passes.addPass(createConvertIndexToLLVMPass());
  Passes.addPass(createConvertControlFlowToLLVMPass());
  Passes.addPass(createUBToLLVMConversionPass());
  Passes.addPass(createReconcileUnrealizedCastsPass());
}

void rafter::buildLowering(OpPassManager &Passes) {
  addBufferization(Passes);
  addLoops(Passes);
  addConversions(Passes);
}
