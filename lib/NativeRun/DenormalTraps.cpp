//===- DenormalTraps.cpp - Counts operations on denormal numbers ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x86 can trap on a denormal operand and on a result below the normal numbers
// (SDM 1, 10.2.3 and 11.5.2). The handler counts the operation, masks both
// exceptions and lets the one instruction execute with the trap flag set, whose
// handler unmasks them again. Additions with a denormal operand are not
// counted: no core that was measured takes longer for them.
//
//===----------------------------------------------------------------------===//

#include "DenormalTraps.h"
#include <cfenv>
#include <cstring>
#if defined(__x86_64__) && defined(__linux__)
#include <immintrin.h>
#include <sys/ucontext.h>
#include <unistd.h>
#endif

using namespace rafter;

bool DenormalTraps::needs(int Signal) {
  return Signal == SIGFPE || Signal == SIGTRAP;
}

#if defined(__x86_64__) && defined(__linux__)

std::optional<unsigned> rafter::computeKindOf(const uint8_t *Code) {
  enum : unsigned { Add, Multiply, FusedMultiplyAdd, Divide, SquareRoot };
  // The map of the opcode: 1 is 0F, 2 is 0F 38.
  unsigned Map = 0;
  while (*Code == 0x66 || *Code == 0xF2 || *Code == 0xF3 ||
         (*Code >= 0x26 && *Code <= 0x3E && (*Code & 7) == 6) ||
         *Code == 0x64 || *Code == 0x65 || (*Code >= 0x40 && *Code <= 0x4F))
    ++Code;
  if (Code[0] == 0xC5) {
    Map = 1;
    Code += 2;
  } else if (Code[0] == 0xC4) {
    Map = Code[1] & 31;
    Code += 3;
  } else if (Code[0] == 0x62) {
    Map = Code[1] & 7;
    Code += 4;
  } else if (Code[0] == 0x0F) {
    Map = Code[1] == 0x38 ? 2 : 1;
    Code += Map;
  }
  const unsigned Opcode = *Code;
  if (Map == 1)
    switch (Opcode) {
    case 0x58:
    case 0x5C:
      return Add;
    case 0x59:
      return Multiply;
    case 0x5E:
      return Divide;
    case 0x51:
      return SquareRoot;
    default:
      return std::nullopt;
    }
  // 96 to 9F, A6 to AF, B6 to BF.
  if (Map == 2 && (Opcode & 15) >= 6 && Opcode >= 0x96 && Opcode <= 0xBF)
    return FusedMultiplyAdd;
  return std::nullopt;
}

namespace {

/// Flags of MXCSR; the masks are so many bits above them.
enum : unsigned {
  DenormalOperand = 2,
  Underflow = 16,
  Flags = DenormalOperand | Underflow,
  Masks = Flags << 7,
  FlushToZero = 1u << 15
};

struct State {
  ControlBlock *Control = nullptr;
  pid_t Thread = 0;
  /// Handlers are installed, and the program has none of its own.
  bool IsOurs = false;
  /// The program has seen to one of the signals itself.
  bool IsTaken = false;
  /// What was there before: faults of the program are noted.
  struct sigaction OldException = {}, OldStep = {};
  /// Exceptions are unmasked in the region.
  bool IsCounting = false;
  /// One instruction executes alone.
  bool IsStepping = false;
};

} // namespace

static State Current;

static unsigned &statusOf(void *Context) {
  auto *C = static_cast<ucontext_t *>(Context);
  return C->uc_mcontext.fpregs->mxcsr;
}
static greg_t &registerOf(void *Context, int Which) {
  return static_cast<ucontext_t *>(Context)->uc_mcontext.gregs[Which];
}
static constexpr greg_t TrapFlag = 1 << 8;

static void count(const uint8_t *Code, unsigned Status) {
  ControlBlock &C = *Current.Control;
  C.HasDenormals = 1;
  std::optional<unsigned> Kind = computeKindOf(Code);
  if (!Kind || (*Kind == 0 && (Status & Underflow) == 0))
    return;
  // What underflows to zero takes no longer.
  if ((Status & Flags) == Underflow && (Status & FlushToZero) != 0)
    return;
  ++C.Denormals[*Kind];
  if (++C.DenormalTraps == DenormalTraps::MostTraps)
    Current.IsCounting = false;
}

static void restoreHandlers() {
  ::sigaction(SIGFPE, &Current.OldException, nullptr);
  ::sigaction(SIGTRAP, &Current.OldStep, nullptr);
}

/// As if there had been no handler. A fault happens again.
static void fallBack(int Signal) {
  restoreHandlers();
  if (Signal == SIGTRAP)
    ::raise(Signal);
}

static void onException(int Signal, siginfo_t *Info, void *Context) {
  // An integer division by zero, for example, which happens again.
  if (Info->si_code != FPE_FLTUND)
    return fallBack(Signal);
  unsigned &Status = statusOf(Context);
  const unsigned Seen = Status;
  Status = (Status | Masks) & ~unsigned(Flags);
  // Threads that the recorded one has started inherit its masks.
  if (!Current.IsCounting || Current.Thread != ::gettid())
    return;
  count(reinterpret_cast<const uint8_t *>(registerOf(Context, REG_RIP)), Seen);
  Current.IsStepping = true;
  registerOf(Context, REG_EFL) |= TrapFlag;
}

static void onStep(int Signal, siginfo_t *, void *Context) {
  if (!Current.IsStepping || Current.Thread != ::gettid())
    return fallBack(Signal);
  Current.IsStepping = false;
  registerOf(Context, REG_EFL) &= ~TrapFlag;
  unsigned &Status = statusOf(Context);
  if (Current.IsCounting)
    Status = Status & ~unsigned(Masks) & ~unsigned(Flags);
}

static bool install(int Signal, void (*Handler)(int, siginfo_t *, void *),
                    struct sigaction &Old) {
  struct sigaction New = {};
  New.sa_sigaction = Handler;
  New.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&New.sa_mask);
  return ::sigaction(Signal, &New, &Old) == 0;
}

void DenormalTraps::begin(ControlBlock &Control) {
  Before = _mm_getcsr() & Flags;
  Current.Control = &Control;
  if (Current.Thread == 0) {
    Current.Thread = ::gettid();
    Current.IsOurs = !Current.IsTaken &&
                     install(SIGFPE, onException, Current.OldException) &&
                     install(SIGTRAP, onStep, Current.OldStep);
  }
  Current.IsCounting = Current.IsOurs && Control.DenormalTraps < MostTraps &&
                       (_mm_getcsr() & Masks) == Masks;
  unsigned Status = _mm_getcsr() & ~unsigned(Flags);
  _mm_setcsr(Current.IsCounting ? Status & ~unsigned(Masks) : Status);
}

void DenormalTraps::end() {
  const unsigned Now = _mm_getcsr();
  if ((Now & Flags) != 0)
    Current.Control->HasDenormals = 1;
  const bool HasUnmasked = Current.IsOurs && (Now & Masks) != Masks;
  Current.IsCounting = false;
  _mm_setcsr((HasUnmasked ? Now | Masks : Now) | Before);
}

void DenormalTraps::leaveTo(int Signal) {
  if (!needs(Signal))
    return;
  Current.IsTaken = true;
  if (!Current.IsOurs)
    return;
  Current.IsOurs = false;
  if (Current.IsCounting && Current.Thread == ::gettid())
    _mm_setcsr(_mm_getcsr() | Masks);
  Current.IsCounting = false;
  restoreHandlers();
}

#else

std::optional<unsigned> rafter::computeKindOf(const uint8_t *) {
  return std::nullopt;
}

static ControlBlock *Of;

void DenormalTraps::begin(ControlBlock &Control) {
  Of = &Control;
  ::feclearexcept(FE_UNDERFLOW);
}
void DenormalTraps::end() {
  if (::fetestexcept(FE_UNDERFLOW) != 0)
    Of->HasDenormals = 1;
}
void DenormalTraps::leaveTo(int) {}

#endif
