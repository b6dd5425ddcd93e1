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

SourceOperations rafter::nameOperations(mlir::Operation *Root) {
  struct Ranked {
    mlir::Operation *Op;
    unsigned Rank, Depth;
  };
  std::vector<Ranked> All;
  auto depthOf = [](mlir::Operation *Op) {
    unsigned Depth = 0;
    while ((Op = Op->getParentOp()))
      ++Depth;
    return Depth;
  };
  Root->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *Op) {
    if (!llvm::isa<mlir::ModuleOp>(Op) &&
        !Op->hasTrait<mlir::OpTrait::ConstantLike>() && !endsLoopBody(Op))
      All.push_back({Op, rankOf(Op), depthOf(Op)});
  });
  llvm::stable_sort(All, [](const Ranked &A, const Ranked &B) {
    return std::pair(A.Rank, A.Depth) > std::pair(B.Rank, B.Depth);
  });
  SourceOperations Names;
  for (const Ranked &R : All)
    if (SourceLocation Place = placeOf(R.Op->getLoc()); Place.isValid())
      Names.add(Place, R.Op->getName().getStringRef().str());
  return Names;
}
