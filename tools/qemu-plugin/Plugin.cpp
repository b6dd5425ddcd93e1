//===- Plugin.cpp - What QEMU calls while a program runs ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plugin for QEMU's user mode: reports the blocks that are executed and what
// they access. Arguments: fd=N, the shared memory; for a region entry=ADDRESS,
// the function's in the executable's numbering, and code=ADDRESS, where the
// executable's code begins in the same numbering. A function of a library is
// named in the shared memory; with outside=1 its accesses outside of the region
// are told, too. A process that a followed one has started has
// room=N, its room in the shared memory, and from=N, that of what it was
// before.
//
//===----------------------------------------------------------------------===//

#include "CodeMap.h"
#include "ProgramStart.h"
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <pthread.h>

using namespace rafter::recording;

int qemu_plugin_version = 1;

// QEMU's callbacks carry nothing that these could hang on.
static EventBuffers *Buffers;
static ThreadSlot *Slots;
static CodeMap *Code;
static const SamplePlaces *Sampling;
static Architecture Target;
static bool ByFunction, TellsOutside, IsX86;

/// What is farther away is another stack: that of a signal handler or of a
/// coroutine. The usual limit of a stack.
static constexpr uint64_t LargestStack = 8 << 20;
/// Uses of shorter pieces are not told apart outside of a region.
static constexpr uint64_t LineBytes = 64;

static void *pointer(uint64_t Value) { return reinterpret_cast<void *>(Value); }

static void onBlock(unsigned Index, void *Word) {
  if (Index < MaxThreads)
    Buffers->append(Slots[Index], reinterpret_cast<uint64_t>(Word));
}

static void onAccess(unsigned Index, qemu_plugin_meminfo_t Info,
                     uint64_t Address, void *Instruction) {
  if (Index >= MaxThreads)
    return;
  uint64_t Word = (Address & AddressMask) |
                  reinterpret_cast<uint64_t>(Instruction) |
                  uint64_t(qemu_plugin_mem_size_shift(Info)) << SizeShift;
  if (qemu_plugin_mem_is_store(Info))
    Word |= StoreBit;
  Buffers->append(Slots[Index], Word);
}

/// A thread has entered the region with block B. Where the call will return to
/// is known unless it went through a jump (a procedure linkage table, a tail
/// call): then the balance of calls and returns tells.
static void enterRegion(ThreadSlot &T, const Block *Caller) {
  T.Inside = true;
  T.Depth = 0;
  T.SameSite = 0;
  T.ReturnSlot = T.CallSlot;
  T.ReturnAddress = Caller && Caller->Ends == BranchEnd::Call ? Caller->End : 0;
  Buffers->append(T, markWord(Mark::Enter));
}

/// Follows the stack of x86 by what its calls and returns access last: the
/// return address. Returns true if a frame of the region's callers is on top,
/// which an exception or longjmp has gone back to.
static bool followStack(ThreadSlot &T, const Block &P) {
  if (!IsX86 || P.Ends == BranchEnd::Other)
    return false;
  bool IsCall = P.Ends == BranchEnd::Call;
  T.CallSlot = IsCall ? T.LastAccess : 0;
  if (!T.Inside || T.ReturnSlot == 0)
    return false;
  // A call of the region's caller may well use the slot again.
  uint64_t Top = T.ReturnSlot + (IsCall ? 0 : 8);
  return T.LastAccess >= Top && T.LastAccess - Top < LargestStack;
}

/// Whether the step from P to B leaves the region.
static bool leavesRegion(ThreadSlot &T, const Block &P, const Block &B) {
  if (P.Ends == BranchEnd::Call) {
    ++T.Depth;
    T.SameSite += P.End == T.ReturnAddress;
    return false;
  }
  if (P.Ends != BranchEnd::Return)
    return false;
  --T.Depth;
  if (T.ReturnAddress == 0)
    return T.Depth < 0;
  return B.Address == T.ReturnAddress && T.SameSite-- == 0;
}

static void onBlockByFunction(unsigned Index, void *Data) {
  if (Index >= MaxThreads)
    return;
  ThreadSlot &T = Slots[Index];
  const Block &B = *static_cast<const Block *>(Data);
  const auto *P = static_cast<const Block *>(T.Previous);
  T.Previous = &B;
  bool Unwound = P && followStack(T, *P);
  if (T.Inside && (leavesRegion(T, *P, B) || Unwound)) {
    T.Inside = false;
    T.LastOutside[0] = T.LastOutside[1] = 0;
    Buffers->append(T, markWord(Mark::Leave));
  }
  if (!T.Inside && B.IsEntry)
    enterRegion(T, P);
  if (T.Inside)
    Buffers->append(T, B.Word);
  else
    T.Outside += B.Instructions;
}

/// Tells a use of a line, unless it is one of the two that were used last: who
/// copies goes from one to the other.
static void useOutside(ThreadSlot &T, uint64_t Line, bool IsStore) {
  uint64_t Word = IsStore ? Line | StoreBit : Line;
  for (uint64_t Last : T.LastOutside)
    if (Last == Word || Last == (Line | StoreBit))
      return;
  T.LastOutside[1] = T.LastOutside[0];
  T.LastOutside[0] = Word;
  Buffers->append(T, Word);
}

static void onAccessByFunction(unsigned Index, qemu_plugin_meminfo_t Info,
                               uint64_t Address, void *Instruction) {
  if (Index >= MaxThreads)
    return;
  ThreadSlot &T = Slots[Index];
  T.LastAccess = Address;
  if (T.Inside)
    onAccess(Index, Info, Address, Instruction);
  else if (TellsOutside)
    useOutside(T, Address & AddressMask & ~uint64_t(LineBytes - 1),
               qemu_plugin_mem_is_store(Info));
}

/// Switches recording on at the places of a sample, and off again.
static void onSampledBlock(unsigned Index, void *Data) {
  if (Index >= MaxThreads)
    return;
  ThreadSlot &T = Slots[Index];
  const Block &B = *static_cast<const Block *>(Data);
  bool IsRepetition = T.Previous == &B && B.Instructions == 1;
  T.Previous = &B;
  if (T.Inside && T.Recorded >= Sampling->Length) {
    T.Inside = false;
    Buffers->append(T, markWord(Mark::Leave));
    Buffers->flush(T);
  }
  if (!T.Inside && T.Executed >= T.NextAt) {
    T.Inside = true;
    T.Recorded = 0;
    ++T.NextPlace;
    T.NextAt =
        T.NextPlace < Sampling->Count ? Sampling->At[T.NextPlace] : ~0ull;
    Buffers->append(T, markWord(Mark::Enter));
  }
  T.Executed += B.Instructions;
  if (!T.Inside) {
    T.Outside += B.Instructions;
    return;
  }
  Buffers->append(T, B.Word);
  if (!IsRepetition)
    T.Recorded += B.Instructions;
}

static void onSampledAccess(unsigned Index, qemu_plugin_meminfo_t Info,
                            uint64_t Address, void *Instruction) {
  if (Index < MaxThreads && Slots[Index].Inside)
    onAccess(Index, Info, Address, Instruction);
}

/// What is called for each block, and for each access.
static qemu_plugin_exec_cb_t blockCallback() {
  return Sampling->IsOn ? onSampledBlock
         : ByFunction   ? onBlockByFunction
                        : onBlock;
}
static qemu_plugin_mem_cb_t accessCallback() {
  return Sampling->IsOn ? onSampledAccess
         : ByFunction   ? onAccessByFunction
                        : onAccess;
}

static void onTranslation(qemu_plugin_id_t, qemu_plugin_tb *Translated) {
  const Block *B = Code->find(Translated);
  if (!B)
    return;
  qemu_plugin_register_vcpu_tb_exec_cb(
      Translated, blockCallback(), QEMU_PLUGIN_CB_NO_REGS,
      ByFunction || Sampling->IsOn ? const_cast<Block *>(B) : pointer(B->Word));
  // Nothing is recorded of a run that only counts.
  if (Sampling->IsOn && Sampling->Count == 0)
    return;
  for (uint32_t I = 0; I != B->Instructions; ++I)
    qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(Translated, I),
                                     accessCallback(), QEMU_PLUGIN_CB_NO_REGS,
                                     QEMU_PLUGIN_MEM_RW,
                                     pointer(uint64_t(I) << InstructionShift));
}

static void onThreadBegin(qemu_plugin_id_t, unsigned Index) {
  Buffers->begin(Index);
  if (Index >= MaxThreads)
    return;
  ThreadSlot &T = Slots[Index];
  T.NextAt = T.Thread == 0 && Sampling->Count ? Sampling->At[0] : ~0ull;
}

static void onThreadEnd(qemu_plugin_id_t, unsigned Index) {
  Buffers->end(Index);
}

// System calls by their numbers on x86-64 and on the machines with the generic
// numbers.

/// munmap, mremap, mmap: what lies where may be another file afterwards.
static bool changesMappings(int64_t Number) {
  return IsX86 ? Number == 9 || Number == 11 || Number == 25
               : Number == 215 || Number == 216 || Number == 222;
}

/// execve, execveat: QEMU hands them to the kernel.
static bool replacesProgram(int64_t Number) {
  return IsX86 ? Number == 59 || Number == 322 : Number == 221 || Number == 281;
}

/// exit_group.
static bool endsProcess(int64_t Number) { return Number == (IsX86 ? 231 : 94); }

static void onSystemCall(qemu_plugin_id_t, unsigned, int64_t Number,
                         uint64_t First, uint64_t Second, uint64_t Third,
                         uint64_t Fourth, uint64_t Fifth, uint64_t, uint64_t,
                         uint64_t) {
  if (endsProcess(Number))
    Buffers->control().ExitStatus = 1 + (First & 0xff);
  if (!replacesProgram(Number))
    return;
  if (Buffers->follows()) {
    // execveat: for paths that need neither its folder nor its flags.
    bool IsPlain = Number == 59 || Number == 221;
    if (IsPlain)
      startProgram(*Buffers, Target, Code->shift(), First, Second, Third);
    else if (static_cast<int32_t>(First) == AT_FDCWD && Fifth == 0)
      startProgram(*Buffers, Target, Code->shift(), Second, Third, Fourth);
    else
      ++Buffers->controlOf(0).NotFollowed;
  }
  Buffers->control().Replaced = 1;
}

static void onSystemReturn(qemu_plugin_id_t, unsigned, int64_t Number,
                           int64_t) {
  if (changesMappings(Number))
    Code->forgetMappings();
  // It has failed if it returns.
  if (replacesProgram(Number))
    Buffers->control().Replaced = 0;
}

static void beforeFork() {
  Code->lock();
  Buffers->lock();
}

static void afterFork() {
  Buffers->unlock();
  Code->unlock();
}

static void inForkedChild() {
  Buffers->moveOut();
  Slots = Buffers->slots();
  afterFork();
}

static void onEnd(qemu_plugin_id_t, void *) {
  Buffers->endRoom(Buffers->room(), RoomState::Ended);
}

namespace {

struct Arguments {
  int Descriptor = -1;
  uint32_t Room = 0, From = ~0u;
  uint64_t Entry = 0, FirstCode = 0;
  bool HasEntry = false, TellsOutside = false;
};

} // namespace

static Arguments parse(int Count, char **Values) {
  Arguments Result;
  for (int I = 0; I != Count; ++I) {
    if (std::sscanf(Values[I], "fd=%d", &Result.Descriptor) == 1)
      continue;
    if (std::sscanf(Values[I], "room=%" SCNu32, &Result.Room) == 1 ||
        std::sscanf(Values[I], "from=%" SCNu32, &Result.From) == 1)
      continue;
    if (std::sscanf(Values[I], "entry=%" SCNx64, &Result.Entry) == 1)
      Result.HasEntry = true;
    else if (std::strcmp(Values[I], "outside=1") == 0)
      Result.TellsOutside = true;
    else
      std::sscanf(Values[I], "code=%" SCNx64, &Result.FirstCode);
  }
  return Result;
}

extern "C" __attribute__((visibility("default"))) int
qemu_plugin_install(qemu_plugin_id_t Id, const qemu_info_t *Info, int Count,
                    char **Values) {
  Arguments A = parse(Count, Values);
  Buffers = EventBuffers::attach(A.Descriptor, A.Room);
  if (!Buffers) {
    std::fprintf(stderr, "RafterQemuPlugin: started without rafter-opt\n");
    return 1;
  }
  if (Info->version.min > 1 || Info->version.cur < 1) {
    char Text[200];
    std::snprintf(Text, sizeof Text,
                  "this QEMU has versions %d to %d of the plugin interface, "
                  "but the plugin was built for version 1",
                  Info->version.min, Info->version.cur);
    Buffers->fail(Text);
    return 1;
  }
  if (Info->system_emulation) {
    Buffers->fail("the plugin works in QEMU's user mode only");
    return 1;
  }
  Slots = Buffers->slots();
  Sampling = &Buffers->control().Sampling;
  Target = architectureOf(Info->target_name);
  IsX86 = Target == Architecture::X86;
  Code = new CodeMap(*Buffers, Target);
  const FileEntry &InFile = Buffers->control().Entry;
  ByFunction = A.HasEntry || InFile.Path[0];
  TellsOutside = A.TellsOutside;
  if (A.HasEntry)
    Code->setEntry(A.Entry, A.FirstCode);
  if (InFile.Path[0])
    Code->setEntry(InFile);
  ::pthread_atfork(beforeFork, afterFork, inForkedChild);
  qemu_plugin_register_vcpu_init_cb(Id, onThreadBegin);
  qemu_plugin_register_vcpu_exit_cb(Id, onThreadEnd);
  qemu_plugin_register_vcpu_tb_trans_cb(Id, onTranslation);
  qemu_plugin_register_vcpu_syscall_cb(Id, onSystemCall);
  qemu_plugin_register_vcpu_syscall_ret_cb(Id, onSystemReturn);
  qemu_plugin_register_atexit_cb(Id, onEnd, nullptr);
  Buffers->endRoom(A.From, RoomState::Left);
  Buffers->control().Attached = 1;
  return 0;
}
