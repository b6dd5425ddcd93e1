//===- LoopExchange.h - Two loops in the other order ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's own interchange refuses sums that stay in one place ("dependences")
// and loops whose cost it cannot tell, which is most of what guides show.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_TRIALS_LOOPEXCHANGE_H
#define RAFTER_LIB_TRIALS_LOOPEXCHANGE_H

#include <string>

namespace llvm {
class Function;
} // namespace llvm

namespace rafter {

/// Exchanges the two innermost loops of each nest of F, which is as the
/// frontend made it, where nothing stands between the two, their bounds do not
/// depend on each other, and every dependence keeps its direction, so that all
/// results stay the same. What to write; empty: there is no such nest.
std::string exchangeLoops(llvm::Function &F);

} // namespace rafter

#endif // RAFTER_LIB_TRIALS_LOOPEXCHANGE_H
