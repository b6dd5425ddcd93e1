//===- LoopAttributes.h - [[rafter::...]] as Clang knows them ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang parses the arguments of a plugin's attribute only if it finds the bare
// name without its scope, and finds the handler by the full name. So the full
// name alone lets Clang skip the arguments, which are no expressions, and call
// the handler. The bare names are there while __has_cpp_attribute asks.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_FRONTEND_LOOPATTRIBUTES_H
#define RAFTER_LIB_FRONTEND_LOOPATTRIBUTES_H

#include "clang/Lex/Preprocessor.h"

namespace rafter {

/// Makes the attributes known to all compilations of this process.
void registerLoopAttributes();

/// Lets Clang answer __has_cpp_attribute(rafter::NAME) and __has_c_attribute in
/// the compilation of P. Without it, where Clang only preprocesses, it answers
/// by the name without the scope, and not for "assume", which others have.
void answerForAttributes(clang::Preprocessor &P);

/// The question was answered: from here on names are parsed.
void endAnswer();

} // namespace rafter

#endif // RAFTER_LIB_FRONTEND_LOOPATTRIBUTES_H
