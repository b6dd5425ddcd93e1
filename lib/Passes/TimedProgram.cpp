//===- TimedProgram.cpp - A function timed in its program -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function of the same name reads the clock before and after the one that is
// timed; the ticks of each call go through a descriptor of their own at the
// end. The first of several calls is left out: in that one the system brings
// pages that were never touched, which takes longer than what many a loop does
// with them. What place of a line its code begins at, which can be worth half
// of its time (a loop of 17 instructions on Zen 5: 4.0 cycles an iteration at
// one of four places and 2.5 at the others), is for the caller to choose: the
// timer moves what was in front of it. Landlock (linux/landlock.h) keeps the
// program from changing files.
//
//===----------------------------------------------------------------------===//

#include "rafter/Passes/TimedProgram.h"
#include "rafter/CodeGen/MachineLoops.h"
#include "rafter/Passes/LinkProgram.h"
#include "rafter/Support/WatchedProcess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <cmath>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <linux/landlock.h>
#include <mutex>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// Where the program writes its ticks; programs open lower ones.
static constexpr int TicksDescriptor = 511;
/// Calls that are told apart.
static constexpr uint64_t MostCalls = 1 << 16;
/// A program that prints more is killed.
static constexpr rlim_t MostOutput = 64 << 20;

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

namespace {

/// What the program counts.
struct Counters {
  /// Ticks of each call; of more than MostCalls, those that are so many apart
  /// together.
  llvm::GlobalVariable &Ticks;
  llvm::GlobalVariable &Calls;
};

} // namespace

/// Puts a function in place of F that calls it and counts its ticks.
static llvm::Function &timeCalls(llvm::Function &F, const Counters &C) {
  std::string Name = F.getName().str();
  F.setName(Name + ".timed");
  auto *Timer = llvm::Function::Create(F.getFunctionType(), F.getLinkage(),
                                       F.getAddressSpace(), Name);
  F.getParent()->getFunctionList().insertAfter(F.getIterator(), Timer);
  Timer->copyAttributesFrom(&F);
  Timer->setComdat(nullptr);
  Timer->setPersonalityFn(nullptr);
  // Recursion stays within the function.
  F.replaceUsesWithIf(Timer, [&](llvm::Use &U) {
    auto *I = llvm::dyn_cast<llvm::Instruction>(U.getUser());
    return !I || I->getFunction() != &F;
  });
  F.setComdat(nullptr);
  F.setLinkage(llvm::GlobalValue::InternalLinkage);
  llvm::IRBuilder<> B(llvm::BasicBlock::Create(F.getContext(), "", Timer));
  bool IsX86 = llvm::Triple(F.getParent()->getTargetTriple()).isX86();
  auto wait = [&] {
    if (IsX86)
      B.CreateIntrinsic(llvm::Intrinsic::x86_sse2_lfence, {});
  };
  auto clock = [&] {
    // The clock waits for nothing by itself, and nothing for it: it would be
    // read while the function still runs, and the function would begin while it
    // is read, for which some 40 cycles are taken off.
    wait();
    llvm::Value *Now = B.CreateIntrinsic(B.getInt64Ty(),
                                         llvm::Intrinsic::readcyclecounter, {});
    wait();
    return Now;
  };
  // What the clock itself takes is between two readings of it.
  llvm::Value *First = clock(), *Begin = clock();
  std::vector<llvm::Value *> Arguments;
  for (llvm::Argument &A : Timer->args())
    Arguments.push_back(&A);
  llvm::CallInst *Call = B.CreateCall(&F, Arguments);
  Call->setCallingConv(F.getCallingConv());
  Call->setAttributes(F.getAttributes());
  llvm::Value *Ticks =
      B.CreateSub(B.CreateSub(clock(), Begin), B.CreateSub(Begin, First));
  llvm::Value *Calls = B.CreateLoad(B.getInt64Ty(), &C.Calls);
  llvm::Value *Place = B.CreateInBoundsGEP(
      B.getInt64Ty(), &C.Ticks, B.CreateAnd(Calls, B.getInt64(MostCalls - 1)));
  B.CreateStore(B.CreateAdd(B.CreateLoad(B.getInt64Ty(), Place), Ticks), Place);
  B.CreateStore(B.CreateAdd(Calls, B.getInt64(1)), &C.Calls);
  if (F.getReturnType()->isVoidTy())
    B.CreateRetVoid();
  else
    B.CreateRet(Call);
  return *Timer;
}

/// Puts so many bytes in front of F, and nothing else.
static void putBefore(llvm::Function &F, unsigned Bytes) {
  F.setPrefixData(Bytes == 0
                      ? nullptr
                      : llvm::ConstantAggregateZero::get(llvm::ArrayType::get(
                            llvm::Type::getInt8Ty(F.getContext()), Bytes)));
}

/// Puts F at a place of a line; Timer, right behind it, makes up for that.
static void place(llvm::Function &F, llvm::Function &Timer, unsigned Place) {
  constexpr unsigned Step = 16;
  F.setAlignment(llvm::Align(Step * TimedProgram::Places));
  putBefore(F, Place * Step);
  Timer.setAlignment(llvm::Align(Step));
  putBefore(Timer, (TimedProgram::Places - 1 - Place) * Step);
}

/// Makes B write Bytes from Data. Not by the C library where that can be
/// helped: a function more that is imported moves the program's variables by
/// eight bytes, and whether an access of 64 bytes crosses lines is what was to
/// be timed.
static void writeTicks(llvm::IRBuilder<> &B, llvm::Value *Data,
                       uint64_t Bytes) {
  llvm::Module &M = *B.GetInsertBlock()->getModule();
  llvm::Type *Word = B.getInt64Ty();
  std::vector<llvm::Value *> Arguments = {B.getInt64(TicksDescriptor), Data,
                                          B.getInt64(Bytes)};
  llvm::Triple Target(M.getTargetTriple());
  if (!Target.isOSLinux() || (!Target.isX86_64() && !Target.isAArch64(64))) {
    Arguments[0] = B.getInt32(TicksDescriptor);
    B.CreateCall(M.getOrInsertFunction("write", Word, B.getInt32Ty(),
                                       B.getPtrTy(), Word),
                 Arguments);
    return;
  }
  auto *Type = llvm::FunctionType::get(Word, {Word, Word, B.getPtrTy(), Word},
                                       /*isVarArg=*/false);
  // Numbers of the system call: arch/x86/entry/syscalls/syscall_64.tbl and
  // include/uapi/asm-generic/unistd.h.
  bool IsX86 = Target.isX86_64();
  Arguments.insert(Arguments.begin(), B.getInt64(IsX86 ? 1 : 64));
  B.CreateCall(
      llvm::InlineAsm::get(
          Type, IsX86 ? "syscall" : "svc #0",
          IsX86 ? "={rax},{rax},{rdi},{rsi},{rdx},~{rcx},~{r11},~{memory}"
                : "={x0},{x8},{x0},{x1},{x2},~{memory}",
          /*hasSideEffects=*/true),
      Arguments);
}

/// Makes M report the ticks when it ends.
static void reportAtEnd(llvm::Module &M, const Counters &C) {
  llvm::IRBuilder<> B(M.getContext());
  auto *Report = llvm::Function::Create(
      llvm::FunctionType::get(B.getVoidTy(), false),
      llvm::GlobalValue::InternalLinkage, "__rafter_report", M);
  B.SetInsertPoint(llvm::BasicBlock::Create(M.getContext(), "", Report));
  // A pipe would take less at a time; a file takes all.
  writeTicks(B, &C.Calls, sizeof(uint64_t));
  writeTicks(B, &C.Ticks, MostCalls * sizeof(uint64_t));
  B.CreateRetVoid();
  llvm::appendToGlobalDtors(M, Report, /*Priority=*/65535);
}

static Error addClock(llvm::Module &M, StringRef Function, unsigned Place) {
  llvm::Function *Main = M.getFunction("main");
  if (!Main || Main->isDeclaration())
    return llvm::createStringError("there is no main to run");
  if (llvm::Triple(M.getTargetTriple()).getArch() !=
      llvm::Triple(llvm::sys::getProcessTriple()).getArch())
    return llvm::createStringError("the program is for another machine");
  auto Timed = llvm::find_if(M, [&](const llvm::Function &F) {
    return !F.isDeclaration() && sourceName(F) == Function;
  });
  if (Timed == M.end())
    return llvm::createStringError("the function '" + Function +
                                   "' was inlined");
  if (Timed->isVarArg())
    return llvm::createStringError("the function '" + Function +
                                   "' has a variable number of arguments");
  auto counter = [&](const char *Name,
                     llvm::Type *Type) -> llvm::GlobalVariable & {
    return *new llvm::GlobalVariable(M, Type, /*isConstant=*/false,
                                     llvm::GlobalValue::InternalLinkage,
                                     llvm::Constant::getNullValue(Type), Name);
  };
  auto *Number = llvm::Type::getInt64Ty(M.getContext());
  Counters C = {
      counter("__rafter_ticks", llvm::ArrayType::get(Number, MostCalls)),
      counter("__rafter_calls", Number)};
  place(*Timed, timeCalls(*Timed, C), Place);
  reportAtEnd(M, C);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// A run
//===----------------------------------------------------------------------===//

/// From here on nothing can be written but what is open, and /dev/null.
static bool forbidWriting() {
  landlock_ruleset_attr Rules = {};
  Rules.handled_access_fs =
      LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
      LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
      LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
      LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
      LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
  int Set = ::syscall(SYS_landlock_create_ruleset, &Rules,
                      sizeof Rules.handled_access_fs, 0);
  if (Set < 0)
    return false;
  landlock_path_beneath_attr Null = {};
  Null.allowed_access = LANDLOCK_ACCESS_FS_WRITE_FILE;
  Null.parent_fd = ::open("/dev/null", O_PATH | O_CLOEXEC);
  ::syscall(SYS_landlock_add_rule, Set, LANDLOCK_RULE_PATH_BENEATH, &Null, 0);
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::syscall(SYS_landlock_restrict_self, Set, 0) == 0;
}

/// The exit status of a child that could not be kept from writing.
static constexpr int CannotForbid = 253;

[[noreturn]] static void execute(const std::string &Path,
                                 std::vector<char *> Arguments, int Output,
                                 int Ticks) {
  int Null = ::open("/dev/null", O_RDWR);
  ::dup2(Null, STDIN_FILENO);
  ::dup2(Null, STDERR_FILENO);
  ::dup2(Output, STDOUT_FILENO);
  ::dup2(Ticks, TicksDescriptor);
  rlimit Most = {MostOutput, MostOutput};
  ::setrlimit(RLIMIT_FSIZE, &Most);
  rlimit NoCore = {0, 0};
  ::setrlimit(RLIMIT_CORE, &NoCore);
  for (int Signal = 1; Signal != NSIG; ++Signal)
    ::signal(Signal, SIG_DFL);
  if (!forbidWriting())
    ::_exit(CannotForbid);
  ::execv(Path.c_str(), Arguments.data());
  ::_exit(1);
}

namespace {

/// A file without a name.
class MemoryFile {
public:
  MemoryFile() : Descriptor(::memfd_create("rafter", MFD_CLOEXEC)) {}
  MemoryFile(const MemoryFile &) = delete;
  ~MemoryFile() { ::close(Descriptor); }
  int descriptor() const { return Descriptor; }
  std::string contents() const {
    off_t Size = ::lseek(Descriptor, 0, SEEK_END);
    std::string Text(std::max<off_t>(Size, 0), '\0');
    ssize_t Read = ::pread(Descriptor, Text.data(), Text.size(), 0);
    Text.resize(std::max<ssize_t>(Read, 0));
    return Text;
  }

private:
  int Descriptor;
};

/// Tells one thread that a process has ended.
struct End {
  std::mutex Mutex;
  std::condition_variable Changed;
  bool Reached = false;

  void announce() {
    std::lock_guard Lock(Mutex);
    Reached = true;
    Changed.notify_all();
  }
  bool wait(double Seconds) {
    std::unique_lock Lock(Mutex);
    return Changed.wait_for(Lock, std::chrono::duration<double>(Seconds),
                            [&] { return Reached; });
  }
};

} // namespace

struct TimedProgram::State {
  LinkedProgram Program;
};

TimedProgram::TimedProgram(std::unique_ptr<State> Linked)
    : Linked(std::move(Linked)) {}
TimedProgram::TimedProgram(TimedProgram &&) = default;
TimedProgram::~TimedProgram() = default;

Expected<TimedProgram> TimedProgram::create(const llvm::Module &M,
                                            StringRef Function,
                                            unsigned Place) {
  std::unique_ptr<llvm::Module> Copy = llvm::CloneModule(M);
  if (Error E = addClock(*Copy, Function, Place))
    return E;
  Expected<LinkedProgram> Program = LinkedProgram::create(*Copy);
  if (!Program)
    return Program.takeError();
  return TimedProgram(std::make_unique<State>(State{std::move(*Program)}));
}

Expected<TimedRun> TimedProgram::run(const std::vector<std::string> &Arguments,
                                     double TimeLimit) {
  std::string Path = Linked->Program.path();
  std::string Name = "program";
  std::vector<char *> Words = {Name.data()};
  std::vector<std::string> Copies = Arguments;
  for (std::string &Word : Copies)
    Words.push_back(Word.data());
  Words.push_back(nullptr);
  MemoryFile Output, Ticks;
  End Over;
  auto Process = WatchedProcess::start(
      /*ReadsNothing=*/true,
      [&] { execute(Path, Words, Output.descriptor(), Ticks.descriptor()); },
      [&] { Over.announce(); });
  if (!Process)
    return Process.takeError();
  if (!Over.wait(TimeLimit))
    (*Process)->stop();
  (*Process)->join();
  int Signal = 0;
  RunOutcome Outcome = (*Process)->reap(TimeLimit, Signal);
  if (!Outcome.Finished)
    return llvm::createStringError("the program was " + Outcome.Description);
  std::string Written = Ticks.contents();
  constexpr size_t Size = sizeof(uint64_t);
  if (Written.size() < (1 + MostCalls) * Size)
    return llvm::createStringError(
        Outcome.ExitStatus == CannotForbid
            ? "this system cannot keep a program from writing files"
            : "the program did not end by itself");
  TimedRun Result;
  std::memcpy(&Result.Calls, Written.data(), Size);
  if (Result.Calls == 0)
    return llvm::createStringError("the program never called the function");
  Result.Ticks.resize(std::min(Result.Calls, MostCalls));
  std::memcpy(Result.Ticks.data(), Written.data() + Size,
              Result.Ticks.size() * Size);
  if (Result.Calls > 1) {
    Result.Ticks.erase(Result.Ticks.begin());
    --Result.Calls;
  }
  Result.ExitStatus = Outcome.ExitStatus;
  Result.Output = Output.contents();
  return Result;
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

/// Takes a number from the front of Text, if one stands there.
static std::optional<double> takeNumber(StringRef &Text) {
  if (Text.empty() || !(llvm::isDigit(Text.front()) || Text.front() == '-'))
    return std::nullopt;
  std::string Word =
      Text.take_while([](char C) {
            return llvm::isAlnum(C) || C == '.' || C == '-' || C == '+';
          })
          .str();
  char *Rest = nullptr;
  double Value = std::strtod(Word.c_str(), &Rest);
  if (Rest == Word.c_str())
    return std::nullopt;
  Text = Text.drop_front(Rest - Word.c_str());
  return Value;
}

std::optional<double> rafter::relativeDifference(StringRef A, StringRef B) {
  double Largest = 0;
  while (!A.empty() && !B.empty()) {
    std::optional<double> X = takeNumber(A), Y = takeNumber(B);
    if (X.has_value() != Y.has_value())
      return std::nullopt;
    if (X) {
      double Scale = std::max(std::abs(*X), std::abs(*Y));
      if (*X != *Y && !(std::isnan(*X) && std::isnan(*Y)))
        Largest = std::max(Largest, std::abs(*X - *Y) / Scale);
      if (std::isnan(Largest))
        return std::nullopt;
      continue;
    }
    if (A.front() != B.front())
      return std::nullopt;
    A = A.drop_front();
    B = B.drop_front();
  }
  if (!A.empty() || !B.empty())
    return std::nullopt;
  return Largest;
}
