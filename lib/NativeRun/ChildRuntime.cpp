//===- ChildRuntime.cpp - What the probes call ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread records: the first that enters the region. An activation of the
// region that was left by an exception or longjmp is recognized when something
// is entered that lies further out on the stack.
//
//===----------------------------------------------------------------------===//

#include "ChildRuntime.h"
#include "DenormalTraps.h"
#include "ProgramHeap.h"
#include "rafter/Stream/SegmentDecoder.h"
#include "llvm/ADT/DenseSet.h"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <pthread.h>

using namespace rafter;

extern "C" void *__emutls_get_address(void *);

namespace {

/// State of the one program in this process.
struct Runtime {
  SharedRing *Ring = nullptr;
  std::atomic<bool> HasRecorder = false;
  pthread_t Recorder = {};
  /// Frame of the activation that opened the region.
  const void *RegionFrame = nullptr;
  /// Frame of the outermost signal handler that is running on the recording
  /// thread; null if none is.
  const void *HandlerFrame = nullptr;
  llvm::DenseSet<const void *> Own;
  DenormalTraps Denormals;

  bool isRecorder() const {
    return HasRecorder && pthread_equal(Recorder, pthread_self());
  }
  bool claim() {
    bool None = false;
    if (HasRecorder.compare_exchange_strong(None, true))
      Recorder = pthread_self();
    return isRecorder();
  }
  /// A handler that was left by longjmp has none of its frames left.
  bool inHandler(const void *Frame) {
    if (HandlerFrame && Frame > HandlerFrame)
      HandlerFrame = nullptr;
    return HandlerFrame != nullptr;
  }
  ProbeState &state() const { return Ring->control().State; }
  void end() {
    Denormals.end();
    Ring->append(SegmentDecoder::RegionEnd);
    state().Active = 0;
  }
};

/// The flush happens between any two instructions of the program.
struct KeepErrno {
  int Saved = errno;
  ~KeepErrno() { errno = Saved; }
};

} // namespace

// The probes call C functions without context, and signal handlers have none.
static Runtime TheRuntime;

static uint64_t *flushChunk(uint64_t *Cursor) {
  KeepErrno Keep;
  return TheRuntime.Ring->flush(Cursor);
}

static int enterRegion(const void *Frame) {
  Runtime &R = TheRuntime;
  KeepErrno Keep;
  if (!R.claim() || R.inHandler(Frame))
    return 0;
  if (R.state().Active) {
    if (Frame < R.RegionFrame)
      return 2;
    R.end();
  }
  R.RegionFrame = Frame;
  R.state().Active = 1;
  R.Denormals.begin(R.Ring->control());
  R.Ring->append(SegmentDecoder::RegionBegin);
  return 1;
}

static void leaveRegion() {
  KeepErrno Keep;
  if (TheRuntime.state().Active)
    TheRuntime.end();
}

static int checkRecording(const void *Frame) {
  Runtime &R = TheRuntime;
  if (!R.isRecorder() || !R.state().Active || R.inHandler(Frame))
    return 0;
  if (Frame < R.RegionFrame)
    return 1;
  KeepErrno Keep;
  R.end();
  return 0;
}

static void noteIndirect(const void *Callee) {
  Runtime &R = TheRuntime;
  if (R.Own.contains(Callee))
    return;
  ControlBlock &C = R.Ring->control();
  uint64_t Key = reinterpret_cast<uint64_t>(Callee);
  constexpr uint32_t Last = ControlBlock::NumIndirect - 1;
  for (uint32_t I = (Key >> 4) % Last, N = 0; N != Last;
       ++N, I = (I + 1) % Last) {
    IndirectCount &Entry = C.Indirect[I];
    if (Entry.Callee == 0)
      Entry.Callee = Key;
    if (Entry.Callee == Key) {
      ++Entry.Count;
      return;
    }
  }
  ++C.Indirect[Last].Count;
}

bool rafter::beginSignalHandler(const void *Frame) {
  Runtime &R = TheRuntime;
  if (!R.isRecorder() || R.inHandler(Frame))
    return false;
  R.HandlerFrame = Frame;
  return true;
}

void rafter::leaveSignal(int Signal) { TheRuntime.Denormals.leaveTo(Signal); }

void rafter::endSignalHandler() { TheRuntime.HandlerFrame = nullptr; }

/// The program has forked: this process is no part of the analysis.
static void afterFork() {
  KeepErrno Keep;
  TheRuntime.Ring->detach();
}

void rafter::startChildRuntime(SharedRing &Ring) {
  TheRuntime.Ring = &Ring;
  ::pthread_atfork(nullptr, nullptr, afterFork);
}

void rafter::setOwnFunctions(llvm::ArrayRef<const void *> Functions) {
  TheRuntime.Own.insert(Functions.begin(), Functions.end());
}

std::vector<ProgramImage::Symbol> rafter::childRuntimeSymbols() {
  static char DsoHandle;
  auto Address = [](auto *F) { return reinterpret_cast<void *>(F); };
  std::vector<ProgramImage::Symbol> Symbols = signalSymbols();
  llvm::append_range(Symbols, heapSymbols());
  Symbols.insert(Symbols.end(),
                 {
                     {ProbeStateSymbol, &TheRuntime.Ring->control().State},
                     {ProbeCountersSymbol, TheRuntime.Ring->counters()},
                     {ProbeFlushSymbol, Address(flushChunk)},
                     {ProbeEnterSymbol, Address(enterRegion)},
                     {ProbeLeaveSymbol, Address(leaveRegion)},
                     {ProbeCheckSymbol, Address(checkRecording)},
                     {ProbeIndirectSymbol, Address(noteIndirect)},
                     // What the C library links statically into every program.
                     {"atexit", Address(::atexit)},
                     {"at_quick_exit", Address(::at_quick_exit)},
                     {"pthread_atfork", Address(::pthread_atfork)},
                     {"__dso_handle", &DsoHandle},
                     {"__emutls_get_address", Address(__emutls_get_address)},
                 });
  return Symbols;
}
