//===- ProgramStart.h - Programs that a program executes -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// QEMU hands execve to the kernel, which would run the new program without it.
// What is for this machine is executed here instead, by QEMU with this plugin.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_QEMUPLUGIN_PROGRAMSTART_H
#define RAFTER_TOOLS_QEMUPLUGIN_PROGRAMSTART_H

#include "EventBuffers.h"
#include "rafter/Recorder/BranchEnd.h"

namespace rafter::recording {

/// Executes a program as execve does whose arguments are addresses of the
/// program's, which lies at Shift from them in QEMU. Returns if it cannot be
/// followed, which is counted, or not be executed: QEMU tells which.
void startProgram(EventBuffers &Buffers, Architecture A, uint64_t Shift,
                  uint64_t Path, uint64_t Arguments, uint64_t Environment);

} // namespace rafter::recording

#endif // RAFTER_TOOLS_QEMUPLUGIN_PROGRAMSTART_H
