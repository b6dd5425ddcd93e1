//===- Probes.h - Instrumentation of a module ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a copy of a module in which the region of interest sends the segment
// events of Stream/Program.h while the rest runs at native speed.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_IR_PROBES_H
#define RAFTER_IR_PROBES_H

#include "rafter/IR/ProgramLowering.h"
#include <memory>

namespace rafter {

/// What the instrumented code and the runtime share; the module refers to it
/// by the external symbol ProbeStateSymbol. Addresses are of the process that
/// runs the program.
struct ProbeState {
  /// Where the next event goes. Always at the end of a whole event.
  uint64_t *Cursor;
  /// No event may begin above this: leaves room for the longest one.
  uint64_t *Limit;
  /// Not zero while some thread is inside the region.
  uint64_t Active;
};
inline constexpr char ProbeStateSymbol[] = "__rafter_state";
/// uint64_t[UnseenNames.size()]: calls by name.
inline constexpr char ProbeCountersSymbol[] = "__rafter_counters";
/// uint64_t *(uint64_t *Cursor): hands the chunk over, returns a new cursor.
inline constexpr char ProbeFlushSymbol[] = "__rafter_flush";
/// int(void *Frame): the region's function is entered. 0: stay native; 1:
/// record, and call ProbeLeaveSymbol at the end; 2: recording goes on.
inline constexpr char ProbeEnterSymbol[] = "__rafter_enter";
/// void(): the outermost activation that is recorded is left.
inline constexpr char ProbeLeaveSymbol[] = "__rafter_leave";
/// bool(void *Frame): a function is entered through its address. True if this
/// thread records.
inline constexpr char ProbeCheckSymbol[] = "__rafter_check";
/// void(void *Callee): a call through a pointer is about to happen.
inline constexpr char ProbeIndirectSymbol[] = "__rafter_indirect";
/// void *[]: the module's functions whose address is taken, then null.
inline constexpr char ProbeFunctionsSymbol[] = "__rafter_functions";
/// int(int, char **, char **): runs the entry function; made by addEntry.
inline constexpr char ProbeEntrySymbol[] = "__rafter_entry";
/// void(): global constructors and destructors in their order.
inline constexpr char ProbeConstructorsSymbol[] = "__rafter_constructors";
inline constexpr char ProbeDestructorsSymbol[] = "__rafter_destructors";

/// Words of the longest event, which the runtime keeps free behind Limit.
uint64_t longestEvent(const LoweredModule &L);

/// Copies M and instruments the copy: functions reachable from Region get an
/// instrumented twin, the originals stay native. Region and functions whose
/// address is taken begin with a check that leads to the twin. Entry is what
/// ProbeEntrySymbol calls: `main`, or a function with scalar parameters whose
/// values Arguments gives as text. An argument that is no such value is an
/// error. LoopEvents: loops of one block whose addresses advance by constant
/// steps send one event for many iterations. L must be the lowering of M.
llvm::Expected<std::unique_ptr<llvm::Module>>
instrumentModule(const llvm::Module &M, const LoweredModule &L,
                 const llvm::Function &Region, const llvm::Function &Entry,
                 llvm::ArrayRef<std::string> Arguments, bool LoopEvents = true);

} // namespace rafter

#endif // RAFTER_IR_PROBES_H
