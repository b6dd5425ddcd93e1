//===- Record.cpp - Records executables through QEMU ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Recorder/Record.h"
#include "ChildRecordings.h"
#include "QemuProcess.h"
#include "rafter/Recorder/Recording.h"
#include "rafter/Support/Files.h"
#include "rafter/TraceFiles/TraceWriter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {

/// The loop around one emulated program.
class Recorder {
public:
  Recorder(RecordingMemory &Memory, QemuProcess &Process, EventDecoder &Decoder,
           ChildRecordings &Children, const RecordOptions &Options,
           const std::atomic<bool> *Cancelled)
      : Memory(Memory), Process(Process), Decoder(Decoder), Children(Children),
        Options(Options), Cancelled(Cancelled) {}
  Error run();

private:
  using Clock = std::chrono::steady_clock;
  double secondsLeft() const;
  double secondsToSleep() const;
  void reportProgress();
  Error takeRest();

  RecordingMemory &Memory;
  QemuProcess &Process;
  EventDecoder &Decoder;
  ChildRecordings &Children;
  const RecordOptions &Options;
  const std::atomic<bool> *Cancelled;
  Clock::time_point Begin = Clock::now(), Reported = Begin;
};

} // namespace

double Recorder::secondsLeft() const {
  if (Cancelled && *Cancelled)
    return 0;
  if (Options.TimeLimit <= 0)
    return 3600;
  std::chrono::duration<double> Passed = Clock::now() - Begin;
  return Options.TimeLimit - Passed.count();
}

/// Nobody calls attention to a cancellation.
double Recorder::secondsToSleep() const {
  return Cancelled ? std::min(secondsLeft(), 0.1) : secondsLeft();
}

void Recorder::reportProgress() {
  if (!Options.Progress || Clock::now() - Reported < std::chrono::seconds(1))
    return;
  Reported = Clock::now();
  Options.Progress(Decoder.instructions() + Children.instructions());
}

Error Recorder::takeRest() {
  Error E = Error::success();
  Memory.forRest([&](const RecordingMemory::Chunk &Chunk) {
    if (!E)
      E = Decoder.take(Chunk);
  });
  if (E)
    return E;
  Decoder.finish();
  return Children.finish();
}

Error Recorder::run() {
  bool Stopped = false;
  RecordingMemory::Chunk Chunk;
  while (true) {
    uint32_t Attention = Memory.attention();
    bool Ended = Process.hasEnded();
    while (Memory.front(Chunk)) {
      if (Error E = Decoder.take(Chunk))
        return E;
      Memory.pop();
      reportProgress();
      if (!Stopped && secondsLeft() <= 0)
        break;
    }
    if (Ended && !Memory.front(Chunk))
      return takeRest();
    Expected<bool> OfChildren = Children.take();
    if (!OfChildren)
      return OfChildren.takeError();
    if (*OfChildren)
      reportProgress();
    if (!Stopped && secondsLeft() <= 0) {
      Stopped = true;
      Process.stop(/*IsInterruption=*/Cancelled && *Cancelled);
    }
    if (!Ended && !*OfChildren && !Memory.front(Chunk))
      Memory.waitForAttention(Attention, Stopped ? 3600 : secondsToSleep());
  }
}

/// EVEX, which in 64-bit mode is nothing else, begins with 0x62 (Intel SDM
/// volume 2, 2.7.1). QEMU 7.2 does not decode it.
static bool endsWithAVX512(const CodeBlock *Block) {
  if (!Block || Block->Sizes.empty())
    return false;
  size_t Begin = Block->Bytes.size() - Block->Sizes.back();
  return Begin < Block->Bytes.size() && Block->Bytes[Begin] == 0x62;
}

static std::vector<std::string>
collectRemarks(const RecordResult &Result, const Executable &Program,
               const EventDecoder &Decoder, const RecordingMemory &Memory,
               const ChildRecordings &Children, int Signal) {
  std::vector<std::string> Remarks;
  if (Signal == SIGILL) {
    bool IsAVX512 = false;
    for (size_t T = 0; T != Result.Threads.size(); ++T)
      IsAVX512 |= endsWithAVX512(Decoder.lastBlock(T));
    IsAVX512 &= Program.triple().getArch() == llvm::Triple::x86_64;
    Remarks.push_back(IsAVX512 ? "the program uses AVX-512, which QEMU cannot "
                                 "execute: compile it for AVX2"
                               : "QEMU cannot execute an instruction of the "
                                 "program");
  }
  if (uint32_t Count = Memory.notFollowed() + Children.unread())
    Remarks.push_back("processes that were started and not followed: " +
                      std::to_string(Count) +
                      (Memory.rooms() > 1
                           ? " (too many at a time, or not readable)"
                           : " (rafter-opt explain --children follows them)"));
  if (uint32_t Count = Memory.foreign())
    Remarks.push_back("programs for another machine that were started, and not "
                      "followed: " +
                      std::to_string(Count));
  if (Memory.replaced())
    Remarks.push_back("the program replaced itself by another one, which was "
                      "not recorded");
  if (uint32_t Count = Memory.unseenThreads())
    Remarks.push_back(std::to_string(Count) +
                      " threads were not recorded: too many at a time");
  if (uint32_t Count = Decoder.changedBlocks())
    Remarks.push_back("code changed while it ran: " + std::to_string(Count) +
                      " blocks are other code than was at their addresses "
                      "before");
  return Remarks;
}

Expected<RecordResult>
rafter::record(const RecordOptions &Options, const Executable &Program,
               ExecutionSink &Sink, const std::atomic<bool> *Cancelled,
               SampledRun *Samples, ChildObserver *Observer) {
  Expected<RecordingMemory> Memory =
      RecordingMemory::create(Observer ? recording::MaxRooms : 1);
  if (!Memory)
    return Memory.takeError();
  if (Samples && !Samples->All)
    Memory->setPlaces(Samples->Places, Samples->Length);
  Expected<std::vector<std::string>> CommandLine =
      QemuProcess::commandLine(Options, Program, *Memory);
  if (!CommandLine)
    return CommandLine.takeError();
  StringRef Emulator = CommandLine->front();
  Expected<std::unique_ptr<QemuProcess>> Process =
      QemuProcess::start(*CommandLine, Options, *Memory,
                         /*FixedEnvironment=*/Samples != nullptr);
  if (!Process)
    return Process.takeError();
  EventDecoder Decoder(Program, Sink);
  ChildRecordings Children(*Memory, Observer);
  if (Error E =
          Recorder(*Memory, **Process, Decoder, Children, Options, Cancelled)
              .run())
    return E;

  RecordResult Result;
  int Signal = 0;
  Result.Outcome = (*Process)->outcome(Options, &Signal);
  if (!Memory->message().empty())
    return llvm::createStringError(Emulator + ": " + Memory->message());
  if (!Memory->attached() && Result.Outcome.Finished)
    return llvm::createStringError(
        Emulator + " did not load the plugin; what it says is above (" +
        Result.Outcome.Description + ")");
  Result.Seconds = (*Process)->seconds();
  Result.SecondsAsleep = (*Process)->secondsAsleep();
  Result.Threads = Decoder.threads();
  Result.Instructions = Decoder.instructions();
  Result.OutsideInstructions = Memory->outsideInstructions();
  if (Samples)
    Samples->Executed = Memory->sampledInstructions();
  if (Result.Instructions + Result.OutsideInstructions == 0 &&
      Result.Outcome.Finished)
    return llvm::createStringError(
        Emulator + " could not start " + Program.path() +
        "; what it says is above (" + Result.Outcome.Description + ")");
  Result.RegionEntered = Options.Function.empty();
  for (const TraceThread &T : Result.Threads)
    Result.RegionEntered |= T.Entries != 0;
  Result.Remarks =
      collectRemarks(Result, Program, Decoder, *Memory, Children, Signal);
  return Result;
}

Expected<RecordResult> rafter::recordTrace(const RecordOptions &Options,
                                           StringRef Path) {
  Expected<std::unique_ptr<Executable>> Program = openProgram(
      Options.Command.empty() ? StringRef() : Options.Command.front());
  if (!Program)
    return Program.takeError();
  RecordResult Result;
  // Under its final name the file appears only when it is complete.
  Error E = writeFileOrFail(Path, [&](llvm::raw_ostream &OS) -> Error {
    TraceWriter Writer(
        {(*Program)->triple(), Options.Command, Options.Function}, OS);
    Expected<RecordResult> Recorded = record(Options, **Program, Writer);
    if (!Recorded)
      return Recorded.takeError();
    Result = std::move(*Recorded);
    Writer.finish(Result.Threads, Result.OutsideInstructions,
                  Result.Outcome.Description);
    return Error::success();
  });
  if (E)
    return E;
  return Result;
}
