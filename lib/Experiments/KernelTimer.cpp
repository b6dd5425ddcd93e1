//===- KernelTimer.cpp - Kernels timed in a child process -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A repetition stands between two chains of multiplications, which give the
// cycles in a tick, and two runs of no-operations, which show whether the core
// was shared. It runs few and many rounds: the difference holds neither the
// way into the loop nor the reading of the clock. The least times count.
//
//===----------------------------------------------------------------------===//

#include "KernelTimer.h"
#include "rafter/Calibrate/CoreClock.h"
#include "rafter/Support/WatchedProcess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Memory.h"
#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <csignal>
#include <limits>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;
using namespace rafter;

namespace {

/// A long run takes about so many cycles, short against the time slice of a
/// system and long against what the clock's reading costs.
constexpr double CyclesOfRun = 24000;
constexpr uint64_t LeastRounds = 8, MostRounds = 4096;
/// Long runs have so many times the rounds of short ones.
constexpr uint64_t LongOverShort = 4;
constexpr unsigned LeastRepetitions = 5, MostRepetitions = 40;
/// Timings that agree: the second least is this near to the least.
constexpr double Agreement = 0.004;
/// No-operations beside each repetition. What they take on a core of one's own
/// is the tenth part of many from below: the least would be one at which the
/// clock rose. Chains of multiplications before and after them must agree: a
/// chain that was interrupted makes them too few cycles (28 and 11 of them per
/// cycle were seen where 8 are renamed), and one such moment would call all
/// others disturbed. Of several groups the median counts.
constexpr uint64_t WitnessRounds = 24;
constexpr unsigned WitnessSamples = 100, WitnessQuantile = 10;
constexpr unsigned WitnessGroups = 5;
/// A kernel that runs longer hangs.
constexpr unsigned SecondsOfKernel = 4;

constexpr int Traps[] = {SIGILL, SIGSEGV, SIGBUS, SIGFPE, SIGTRAP, SIGALRM};

/// What the child writes and the parent reads.
struct Shared {
  /// The kernel that is being timed.
  volatile uint32_t Current = 0;
  double Witness = 0;
  KernelTiming Timings[];
};

/// Where a trap in the child returns to.
sigjmp_buf Recovery;

void recover(int Signal) { siglongjmp(Recovery, Signal); }

using Function = void (*)(uint64_t Rounds, void *Data);

/// The least and the second least of some numbers.
struct TwoLeast {
  double First = std::numeric_limits<double>::infinity(), Second = First;
  void add(double Value) {
    Second = std::min(Second, std::max(First, Value));
    First = std::min(First, Value);
  }
  bool agree() const { return Second - First <= Agreement * First; }
};

double ticksOf(Function Kernel, uint64_t Rounds, void *Data) {
  uint64_t Start = readCounter();
  Kernel(Rounds, Data);
  return double(readCounter() - Start);
}

double witnessTicks() {
  uint64_t Start = readCounter();
  executeNoOperations(WitnessRounds);
  return double(readCounter() - Start);
}

/// The WitnessQuantile-th of the witnesses of this moment whose calibrations
/// agree; infinite if there are too few.
double witnessOfGroup() {
  double Samples[WitnessSamples];
  unsigned Count = 0;
  for (unsigned I = 0; I != WitnessSamples; ++I) {
    double Before = cyclesPerTick();
    double Ticks = witnessTicks();
    double After = cyclesPerTick();
    if (std::abs(Before - After) <= MostDrift * Before)
      Samples[Count++] = Ticks * (Before + After) / 2;
  }
  if (Count <= 2 * WitnessQuantile)
    return std::numeric_limits<double>::infinity();
  std::nth_element(Samples, Samples + WitnessQuantile, Samples + Count);
  return Samples[WitnessQuantile];
}

/// Cycles of the no-operations on a core of one's own, as far as this moment
/// shows it.
double undisturbedWitness() {
  double Groups[WitnessGroups];
  for (double &Group : Groups)
    Group = witnessOfGroup();
  std::nth_element(Groups, Groups + WitnessGroups / 2, std::end(Groups));
  return Groups[WitnessGroups / 2];
}

/// In the child.
class ChildTimer {
public:
  ChildTimer(Shared &Memory, void *Data) : Memory(Memory), Data(Data) {}
  void time(Function Kernel, unsigned Copies, KernelTiming &Result);

private:
  uint64_t roundsOf(Function Kernel);

  Shared &Memory;
  void *Data;
};

uint64_t ChildTimer::roundsOf(Function Kernel) {
  // The second time the code and the data are there.
  ticksOf(Kernel, 2, Data);
  double Cycles = ticksOf(Kernel, 2, Data) / 2 * cyclesPerTick();
  return std::clamp<uint64_t>(uint64_t(CyclesOfRun / std::max(Cycles, 1.0)),
                              LeastRounds, MostRounds);
}

void ChildTimer::time(Function Kernel, unsigned Copies, KernelTiming &Result) {
  uint64_t Long = roundsOf(Kernel), Short = Long / LongOverShort;
  TwoLeast LongCycles, ShortCycles, AnyLong, AnyShort;
  unsigned Undisturbed = 0;
  for (unsigned I = 0; I != MostRepetitions; ++I) {
    double Before = cyclesPerTick();
    double WitnessBefore = witnessTicks();
    double LongTicks = ticksOf(Kernel, Long, Data);
    double ShortTicks = ticksOf(Kernel, Short, Data);
    double WitnessAfter = witnessTicks();
    double After = cyclesPerTick();
    double Scale = (Before + After) / 2;
    double Witness = std::max(WitnessBefore, WitnessAfter) * Scale;
    AnyLong.add(LongTicks * Scale);
    AnyShort.add(ShortTicks * Scale);
    if (std::abs(Before - After) > MostDrift * Before)
      continue;
    if (Witness > MostWitness * Memory.Witness)
      continue;
    LongCycles.add(LongTicks * Scale);
    ShortCycles.add(ShortTicks * Scale);
    if (++Undisturbed >= LeastRepetitions && LongCycles.agree() &&
        ShortCycles.agree())
      break;
  }
  Result.IsSteady = Undisturbed >= LeastRepetitions && LongCycles.agree() &&
                    ShortCycles.agree();
  bool HasAny = Undisturbed > 0;
  double Cycles = (HasAny ? LongCycles : AnyLong).First -
                  (HasAny ? ShortCycles : AnyShort).First;
  Result.Cycles =
      std::max(Cycles, 0.0) / (double(Long - Short) * double(Copies));
}

/// Does not return.
[[noreturn]] void runChild(Shared &Memory, ArrayRef<Function> Kernels,
                           ArrayRef<unsigned> Copies, void *Data,
                           ArrayRef<char> SignalStack) {
  stack_t Stack = {};
  Stack.ss_sp = const_cast<char *>(SignalStack.data());
  Stack.ss_size = SignalStack.size();
  ::sigaltstack(&Stack, nullptr);
  struct sigaction Action = {};
  Action.sa_handler = recover;
  Action.sa_flags = SA_ONSTACK;
  for (int Trap : Traps)
    ::sigaction(Trap, &Action, nullptr);
  MixKernel::fill(Data);
  double Witness = undisturbedWitness();
  if (std::isfinite(Witness) &&
      (Memory.Witness == 0 || Witness < Memory.Witness))
    Memory.Witness = Witness;
  ChildTimer Timer(Memory, Data);
  for (uint32_t I = Memory.Current; I != Kernels.size(); ++I) {
    Memory.Current = I;
    if (int Signal = sigsetjmp(Recovery, /*savemask=*/1)) {
      Memory.Timings[Memory.Current] = {0, Signal, false};
      I = Memory.Current;
#if defined(__x86_64__)
      // The kernel's mode of floating point is still on.
      __builtin_ia32_ldmxcsr(0x1f80);
#endif
      continue;
    }
    ::alarm(SecondsOfKernel);
    Timer.time(Kernels[I], Copies[I], Memory.Timings[I]);
    Memory.Timings[I].Witness = Memory.Witness;
  }
  ::_exit(0);
}

/// Pages that the child shares, or only this process has.
Expected<void *> mapPages(size_t Bytes, int Flags) {
  void *Pages = ::mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                       MAP_ANONYMOUS | Flags, -1, 0);
  if (Pages == MAP_FAILED)
    return createStringError("cannot get " + Twine(Bytes) +
                             " bytes of memory to measure with");
  return Pages;
}

constexpr size_t PageBytes = 4096;
size_t wholePages(size_t Bytes) {
  return (Bytes + PageBytes - 1) / PageBytes * PageBytes;
}

} // namespace

Expected<std::vector<KernelTiming>>
KernelTimer::time(ArrayRef<const MixKernel *> Kernels) {
  if (!counterIsSteady())
    return createStringError("cannot measure this machine: its time-stamp "
                             "counter does not tick at a constant rate");
  size_t CodeBytes = 0;
  for (const MixKernel *K : Kernels)
    CodeBytes += wholePages(K->Code.size());
  size_t SharedBytes = sizeof(Shared) + Kernels.size() * sizeof(KernelTiming);
  Expected<void *> Code = mapPages(CodeBytes, MAP_PRIVATE);
  if (!Code)
    return Code.takeError();
  scope_exit FreeCode([&] { ::munmap(*Code, CodeBytes); });
  Expected<void *> Pages = mapPages(SharedBytes, MAP_SHARED);
  if (!Pages)
    return Pages.takeError();
  scope_exit FreeShared([&] { ::munmap(*Pages, SharedBytes); });
  Expected<void *> Data = mapPages(MixKernel::DataBytes, MAP_PRIVATE);
  if (!Data)
    return Data.takeError();
  scope_exit FreeData([&] { ::munmap(*Data, MixKernel::DataBytes); });

  std::vector<Function> Functions;
  std::vector<unsigned> Copies;
  char *Place = static_cast<char *>(*Code);
  for (const MixKernel *K : Kernels) {
    llvm::copy(K->Code, Place);
    Functions.push_back(reinterpret_cast<Function>(Place));
    Copies.push_back(K->Copies);
    Place += wholePages(K->Code.size());
  }
  if (::mprotect(*Code, CodeBytes, PROT_READ | PROT_EXEC) != 0)
    return createStringError("cannot make memory executable to measure with");

  auto &Memory = *new (*Pages) Shared();
  std::uninitialized_value_construct_n(Memory.Timings, Kernels.size());
  Memory.Witness = Witness;
  std::vector<char> SignalStack(1 << 16);
  while (Memory.Current < Kernels.size()) {
    Expected<std::unique_ptr<WatchedProcess>> Child = WatchedProcess::start(
        /*ReadsNothing=*/true,
        [&] { runChild(Memory, Functions, Copies, *Data, SignalStack); },
        [] {});
    if (!Child)
      return Child.takeError();
    (*Child)->join();
    int Signal = 0;
    RunOutcome Outcome = (*Child)->reap(/*TimeLimit=*/0, Signal);
    if (Outcome.Finished && Outcome.ExitStatus == 0)
      break;
    // Not even the handler could go on.
    Memory.Timings[Memory.Current] = {0, Signal ? Signal : SIGKILL, false};
    Memory.Current = Memory.Current + 1;
  }
  Witness = Memory.Witness;
  return std::vector<KernelTiming>(Memory.Timings,
                                   Memory.Timings + Kernels.size());
}
