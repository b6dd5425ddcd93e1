//===- SourceDirectives.h - Pragmas and attributes in Clang -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's side of directives: reads "#pragma rafter loop ..." and
// "[[rafter::...]]" into the exchange with the side that generates code, and
// reports the budgets that the code exceeds. The AST stays as it is without.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_FRONTEND_SOURCEDIRECTIVES_H
#define RAFTER_FRONTEND_SOURCEDIRECTIVES_H

namespace rafter {

/// From now on every compilation of Clang in this process reads directives, by
/// an AST action that comes behind the main one, and knows the attributes.
/// Does nothing when called again, or where there is no Clang. Always true, so
/// that it can initialize.
bool registerSourceDirectives();

} // namespace rafter

#endif // RAFTER_FRONTEND_SOURCEDIRECTIVES_H
