//===- OperationPlaces.cpp - One place for each operation -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperationPlaces.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace rafter;

SourceLocation rafter::placeOf(mlir::Location Where) {
  return llvm::TypeSwitch<mlir::LocationAttr, SourceLocation>(Where)
      .Case([](mlir::FileLineColRange L) -> SourceLocation {
        return {L.getFilename().str(), L.getStartLine(), L.getStartColumn()};
      })
      .Case([](mlir::NameLoc L) { return placeOf(L.getChildLoc()); })
      .Case([](mlir::CallSiteLoc L) { return placeOf(L.getCallee()); })
      .Case([](mlir::OpaqueLoc L) { return placeOf(L.getFallbackLocation()); })
      .Case([](mlir::FusedLoc L) -> SourceLocation {
        for (mlir::Location Part : L.getLocations())
          if (SourceLocation Place = placeOf(Part); Place.isValid())
            return Place;
        return {};
      })
      .Default([](mlir::LocationAttr) -> SourceLocation { return {}; });
}

static bool endsLoopBody(mlir::Operation *Op) {
  return Op->hasTrait<mlir::OpTrait::IsTerminator>() && Op->getParentOp() &&
         llvm::isa<mlir::LoopLikeOpInterface>(Op->getParentOp());
}

void rafter::settleLocations(mlir::Operation *Root) {
  Root->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *Op) {
    mlir::Operation *Around = Op == Root ? nullptr : Op->getParentOp();
    SourceLocation Place = placeOf(Op->getLoc());
    if (Place.isValid() && !endsLoopBody(Op))
      Op->setLoc(mlir::FileLineColLoc::get(Op->getContext(), Place.File,
                                           Place.Line, Place.Column));
    else if (Around)
      Op->setLoc(Around->getLoc());
  });
}

/// How much of the code at its place Op is likely to stand for.
static unsigned rankOf(mlir::Operation *Op) {
  if (llvm::isa<mlir::LoopLikeOpInterface, mlir::linalg::LinalgOp>(Op))
    return 2;
  return Op->getName().getDialectNamespace() == "vector" ? 1 : 0;
}

static unsigned depthOf(mlir::Operation *Op) {
  unsigned Depth = 0;
  while ((Op = Op->getParentOp()))
    ++Depth;
  return Depth;
}

std::vector<mlir::Operation *> rafter::rankOperations(mlir::Operation *Root) {
  using Ranked = std::pair<std::pair<unsigned, unsigned>, mlir::Operation *>;
  std::vector<Ranked> All;
  Root->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *Op) {
    if (!llvm::isa<mlir::ModuleOp>(Op) &&
        !Op->hasTrait<mlir::OpTrait::ConstantLike>() && !endsLoopBody(Op))
      All.push_back({{rankOf(Op), depthOf(Op)}, Op});
  });
  llvm::stable_sort(
      All, [](const Ranked &A, const Ranked &B) { return A.first > B.first; });
  std::vector<mlir::Operation *> Operations;
  for (const Ranked &R : All)
    Operations.push_back(R.second);
  return Operations;
}

SourceOperations rafter::nameOperations(mlir::Operation *Root) {
  SourceOperations Names;
  for (mlir::Operation *Op : rankOperations(Root))
    if (SourceLocation Place = placeOf(Op->getLoc()); Place.isValid())
      Names.add(Place, Op->getName().getStringRef().str());
  return Names;
}
