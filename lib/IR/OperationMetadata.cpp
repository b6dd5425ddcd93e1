//===- OperationMetadata.cpp - Names of operations in a module ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A node of the metadata is !{!"file", i32 line, i32 column, !"operation"}.
//
//===----------------------------------------------------------------------===//

#include "rafter/IR/OperationMetadata.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace rafter;

static constexpr char MetadataName[] = "rafter.operations";

void rafter::storeOperations(const SourceOperations &Operations,
                             llvm::Module &M) {
  if (Operations.empty())
    return;
  llvm::LLVMContext &Context = M.getContext();
  auto Number = [&](unsigned Value) {
    return llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(Context), Value));
  };
  llvm::NamedMDNode *All = M.getOrInsertNamedMetadata(MetadataName);
  for (const auto &[Place, Name] : Operations.all())
    All->addOperand(llvm::MDTuple::get(
        Context, {llvm::MDString::get(Context, Place.File), Number(Place.Line),
                  Number(Place.Column), llvm::MDString::get(Context, Name)}));
}

SourceOperations rafter::readOperations(const llvm::Module &M) {
  SourceOperations Operations;
  const llvm::NamedMDNode *All = M.getNamedMetadata(MetadataName);
  if (!All)
    return Operations;
  for (const llvm::MDNode *Node : All->operands()) {
    if (Node->getNumOperands() != 4)
      continue;
    auto *File = llvm::dyn_cast_or_null<llvm::MDString>(Node->getOperand(0));
    auto *Name = llvm::dyn_cast_or_null<llvm::MDString>(Node->getOperand(3));
    auto *Line = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(
        Node->getOperand(1));
    auto *Column = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(
        Node->getOperand(2));
    if (!File || !Name || !Line || !Column ||
        Line->getValue().getActiveBits() > 32 ||
        Column->getValue().getActiveBits() > 32)
      continue;
    Operations.add({File->getString().str(),
                    static_cast<unsigned>(Line->getZExtValue()),
                    static_cast<unsigned>(Column->getZExtValue())},
                   Name->getString().str());
  }
  return Operations;
}
