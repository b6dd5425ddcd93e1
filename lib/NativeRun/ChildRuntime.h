//===- ChildRuntime.h - What the probes call -------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the child process that serves the probes (IR/Probes.h): chunks,
// begin and end of the region, the recording thread, forks.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_NATIVERUN_CHILDRUNTIME_H
#define RAFTER_LIB_NATIVERUN_CHILDRUNTIME_H

#include "ProgramImage.h"
#include "SharedRing.h"

namespace rafter {

/// Makes Ring the one that this process writes to. Once per process, in the
/// child only: the probes have no argument that could carry it.
void startChildRuntime(SharedRing &Ring);

/// The symbols that the instrumented module needs beside those of the process.
std::vector<ProgramImage::Symbol> childRuntimeSymbols();

/// The program's signal and sigaction (SignalHandlers.cpp).
std::vector<ProgramImage::Symbol> signalSymbols();
/// A signal handler of the program begins, in this frame. True if it is the
/// outermost one on the recording thread: endSignalHandler has to follow.
bool beginSignalHandler(const void *Frame);
void endSignalHandler();
/// The program takes Signal itself from now on, or blocks it: nothing here may
/// need it.
void leaveSignal(int Signal);

/// Functions of the module that may be called through a pointer; calls to
/// others are counted.
void setOwnFunctions(llvm::ArrayRef<const void *> Functions);

} // namespace rafter

#endif // RAFTER_LIB_NATIVERUN_CHILDRUNTIME_H
