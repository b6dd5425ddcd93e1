//===- ProgramSampler.cpp - Counts a run and keeps windows ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramSampler.h"
#include "rafter/Recorder/Recording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include <map>
#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace rafter;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::StringRef;

/// Calls that are followed; of a deeper recursion the outer ones.
static constexpr size_t DeepestCalls = 1024;
/// However much memory they take.
static constexpr size_t LeastWindows = 64;
/// A program sleeps that does so for so many seconds, such a share of its time,
/// and executes less in a second than QEMU does in a hundredth of one.
static constexpr double LeastAsleep = 0.5;
static constexpr double ShareAsleep = 0.5;
static constexpr double MostPerSecond = 1e6;

/// The less frequent of the two makes room.
void EdgeCounts::replace(uint32_t From, uint32_t To) {
  Pair &P = Recent[From];
  unsigned Victim = P.Count[1] < P.Count[0];
  store(From, P.To[Victim], P.Count[Victim]);
  P.To[Victim] = To;
  P.Count[Victim] = 1;
}

std::vector<FlowEdge> EdgeCounts::take() {
  for (auto [From, P] : llvm::enumerate(Recent))
    for (unsigned I = 0; I != 2; ++I)
      store(From, P.To[I], P.Count[I]);
  std::vector<FlowEdge> Result;
  for (auto [Key, Count] : Others)
    Result.push_back({uint32_t(Key >> 32), uint32_t(Key), Count});
  llvm::sort(Result, [](const FlowEdge &A, const FlowEdge &B) {
    return std::pair(A.From, A.To) < std::pair(B.From, B.To);
  });
  return Result;
}

void ProgramSampler::define(const CodeBlock &Block) {
  size_t Last = Block.Sizes.back();
  Ends.push_back(recording::classify(
      Target, Block.Bytes.data() + Block.Bytes.size() - Last, Last));
  Blocks.push_back(Block);
}

void ProgramSampler::define(const BlockVariant &Variant) {
  Facts.push_back({Variant.Block, Variant.Instructions});
  Variants.push_back(Variant);
}

ProgramSampler::ThreadState &ProgramSampler::threadState(uint32_t Thread) {
  if (Thread >= Threads.size())
    Threads.resize(Thread + 1);
  std::unique_ptr<ThreadState> &T = Threads[Thread];
  if (!T) {
    T = std::make_unique<ThreadState>();
    T->Last.resize(Sampling.BranchBlocks);
    T->Result.Distance = Sampling.FirstDistance;
    T->Until = Sampling.Start;
    T->Window = &T->Result.Start;
  }
  return *T;
}

/// Leaves out every second window: what the one that follows it comes with then
/// covers both distances.
void ProgramSampler::halveWindows(ThreadState &State) {
  SampledThread &T = State.Result;
  size_t Kept = 0;
  for (size_t I = 0; I + 1 < T.Windows.size(); I += 2) {
    ProgramWindow &Dropped = T.Windows[I], &Next = T.Windows[I + 1];
    Uses -= Dropped.Lines.size() + Next.Lines.size();
    Next.Lines =
        State.Lines.join(Dropped.Lines, Next.Lines, Sampling.MostLines);
    Uses += Next.Lines.size();
    T.Windows[Kept++] = std::move(Next);
  }
  T.Windows.resize(Kept);
  T.Distance *= 2;
#ifdef __GLIBC__
  // Large blocks of many sizes were freed: the allocator would keep them.
  ::malloc_trim(0);
#endif
}

/// Follows calls and returns. A return goes back to a call that it matches,
/// over those that an exception or longjmp has left.
void ProgramSampler::follow(ThreadState &T, uint32_t Block) {
  recording::BranchEnd End = Ends[T.LastBlock];
  if (End == recording::BranchEnd::Call) {
    if (T.Calls.size() < DeepestCalls)
      T.Calls.push_back(T.LastBlock);
  } else if (End == recording::BranchEnd::Return) {
    uint64_t To = Blocks[Block].Address;
    auto Match = llvm::find_if(llvm::reverse(T.Calls), [&](uint32_t Call) {
      return Blocks[Call].end() == To;
    });
    if (Match != T.Calls.rend())
      T.Calls.resize(std::prev(Match.base()) - T.Calls.begin());
  }
}

bool ProgramSampler::hasTooMany(const SampledThread &T) const {
  return T.Windows.size() == Sampling.MostWindows ||
         (Uses >= Sampling.MostUses && T.Windows.size() >= LeastWindows &&
          T.Windows.size() % 2 == 0);
}

/// A window ends, or begins.
void ProgramSampler::change(ThreadState &T) {
  SampledThread &R = T.Result;
  T.Window = nullptr;
  if (std::exchange(T.InStart, false)) {
    R.Start.Lines = T.Lines.take(Sampling.MostLines);
    R.StartInstructions = R.Instructions;
    T.NextBegin = R.Instructions + Sampling.FirstDistance / 2;
  }
  if (R.Instructions >= T.NextBegin && hasTooMany(R)) {
    // The next one would be left out, too.
    T.NextBegin += R.Distance;
    halveWindows(T);
  }
  if (R.Instructions >= T.NextBegin) {
    beginWindow(T);
    T.Window = &R.Windows.back();
    T.NextBegin += R.Distance;
  }
  T.Until = T.Window ? R.Instructions + Sampling.length() : T.NextBegin;
}

void ProgramSampler::beginWindow(ThreadState &T) {
  SampledThread &R = T.Result;
  ProgramWindow &W = R.Windows.emplace_back();
  W.Begin = R.Instructions;
  W.BlocksBefore = T.NumExecuted;
  W.Lines = T.Lines.take(Sampling.MostLines);
  Uses += W.Lines.size();
  W.Calls = T.Calls;
  size_t Size = T.Last.size();
  size_t Count = std::min<uint64_t>(Size, T.NumExecuted);
  size_t End = T.NumExecuted % Size;
  size_t Newer = std::min(Count, End);
  W.Before = BlockHistory(ArrayRef(T.Last).take_back(Count - Newer),
                          ArrayRef(T.Last).slice(End - Newer, Newer));
}

/// Words are the first to use a page. If the first of them is a store, the
/// system has just filled it: the lines of a page of zeros, or of a copy of
/// one of a file, are in the caches.
void ProgramSampler::enterPages(ThreadState &T, ArrayRef<uint64_t> Words) {
  ArrayRef<uint64_t> Pages = T.Lines.pages();
  Filled.clear();
  for (; T.NumPages != Pages.size(); ++T.NumPages) {
    uint64_t Page = Pages[T.NumPages] >> LineOrder::PageShift;
    const uint64_t *First = llvm::find_if(Words, [&](uint64_t Word) {
      return (Word & recording::AddressMask) >> LineOrder::PageShift == Page;
    });
    if (!UsedPages.insert(Page).second || (*First & recording::StoreBit) == 0)
      continue;
    T.Lines.writePage(Pages[T.NumPages]);
    Filled.push_back(Pages[T.NumPages]);
    if (T.Window)
      T.Window->NewPages.push_back(
          {uint32_t(T.Window->Variants.size()), uint32_t(T.NumPages)});
  }
}

void ProgramSampler::execute(uint32_t Thread, uint32_t Variant,
                             ArrayRef<uint64_t> Words) {
  ThreadState &T = threadState(Thread);
  SampledThread &R = T.Result;
  VariantFacts F = Facts[Variant];
  if (LLVM_UNLIKELY(Variant >= R.Counts.size()))
    R.Counts.resize(Facts.size());
  ++R.Counts[Variant];
  if (T.LastBlock != NoBlock) {
    Edges.count(T.LastBlock, F.Block);
    if (Ends[T.LastBlock] != recording::BranchEnd::Other)
      follow(T, F.Block);
  }
  if (LLVM_UNLIKELY(R.Instructions >= T.Until))
    change(T);
  T.LastBlock = F.Block;
  T.Last[T.NumExecuted++ % T.Last.size()] = Variant;
  R.Instructions += F.Instructions;
  for (uint64_t Word : Words)
    T.Lines.use(Word & recording::AddressMask,
                (Word & recording::StoreBit) != 0);
  if (LLVM_UNLIKELY(T.NumPages != T.Lines.pages().size()))
    enterPages(T, Words);
  if (!T.Window)
    return;
  T.Window->Variants.push_back(Variant);
  llvm::append_range(T.Window->Words, Words);
}

void ProgramSampler::finish(SampledProgram &Result) {
  Result.Sampling = Sampling;
  Result.Blocks = std::move(Blocks);
  Result.Variants = std::move(Variants);
  Result.Edges = Edges.take();
  for (std::unique_ptr<ThreadState> &T : Threads) {
    SampledThread &R = Result.Threads.emplace_back();
    if (!T)
      continue;
    R = std::move(T->Result);
    R.Pages = T->Lines.takePages();
    if (T->InStart) {
      R.Start.Lines = T->Lines.take(Sampling.MostLines);
      R.StartInstructions = R.Instructions;
    } else if (T->Window && R.Instructions < T->Until) {
      // The program ended in its middle.
      R.Windows.pop_back();
    }
  }
}

static recording::Architecture architectureOf(const llvm::Triple &Target) {
  return Target.isAArch64() ? recording::Architecture::AArch64
         : Target.isRISCV() ? recording::Architecture::RISCV
                            : recording::Architecture::X86;
}

namespace {

/// Keeps what matters of the processes that a program starts.
class ProcessSampler final : public ChildObserver {
public:
  ProcessSampler(const WindowSampling &Sampling,
                 std::vector<StartedProcess> &Started)
      : Sampling(Sampling), Started(Started) {
    this->Sampling.MostUses /= 4;
  }

  ExecutionSink &begin(unsigned Process, const Executable &Program) override {
    return *Running
                .emplace(Process,
                         std::make_unique<ProgramSampler>(
                             Sampling, architectureOf(Program.triple())))
                .first->second;
  }
  void end(unsigned Process, std::unique_ptr<Executable> Program,
           std::vector<std::string> Command, RecordResult Result) override;

private:
  WindowSampling Sampling;
  std::vector<StartedProcess> &Started;
  std::map<unsigned, std::unique_ptr<ProgramSampler>> Running;
  uint64_t Instructions = 0;
};

} // namespace

void ProcessSampler::end(unsigned Process, std::unique_ptr<Executable> Program,
                         std::vector<std::string> Command,
                         RecordResult Result) {
  auto Sampler = Running.extract(Process);
  StartedProcess &P = Started.emplace_back();
  P.Command = std::move(Command);
  P.Instructions = Result.Instructions;
  P.Sampled.emplace();
  Sampler.mapped()->finish(*P.Sampled);
  P.Sampled->Program = std::move(Program);
  P.Sampled->Run = std::move(Result);
  Instructions += P.Instructions;
  // The share of one that is small now is not larger later.
  std::map<StringRef, StartedProcess *> Largest;
  for (StartedProcess &Other : Started)
    if (Other.Sampled) {
      StartedProcess *&L = Largest[Other.Sampled->Program->path()];
      if (!L || L->Instructions < Other.Instructions)
        L = &Other;
    }
  for (StartedProcess &Other : Started)
    if (Other.Sampled &&
        double(Other.Instructions) <
            StartedProcess::LeastOfAll * double(Instructions) &&
        Largest[Other.Sampled->Program->path()] != &Other)
      Other.Sampled.reset();
}

/// Says that a program has mostly waited, if it has. One that computes may wait
/// for us, and its first thread for others.
static void addWaiting(RecordResult &R) {
  if (R.Threads.size() > 1 || R.SecondsAsleep < LeastAsleep ||
      R.SecondsAsleep < ShareAsleep * R.Seconds ||
      double(R.Instructions) > MostPerSecond * R.Seconds)
    return;
  std::string Line;
  llvm::raw_string_ostream(Line) << llvm::format(
      "the program slept for %.1f of its %.1f s, until there was "
      "input, time was over or another process did something: "
      "that takes no cycles here",
      R.SecondsAsleep, R.Seconds);
  R.Remarks.push_back(std::move(Line));
}

Expected<SampledProgram> rafter::sampleProgram(
    std::unique_ptr<Executable> Program, const RecordOptions &Options,
    const WindowSampling &Sampling, const std::atomic<bool> *Cancelled,
    std::vector<StartedProcess> *Started) {
  std::optional<ProcessSampler> Children;
  if (Started)
    Children.emplace(Sampling, *Started);
  ProgramSampler Sampler(Sampling, architectureOf(Program->triple()));
  Expected<RecordResult> Recorded =
      record(Options, *Program, Sampler, Cancelled, nullptr,
             Children ? &*Children : nullptr);
  if (!Recorded)
    return Recorded.takeError();
  addWaiting(*Recorded);
  SampledProgram Result;
  Sampler.finish(Result);
  Result.Program = std::move(Program);
  Result.Run = std::move(*Recorded);
  return Result;
}
