//===- LiveRecording.cpp - Plays a program while it runs ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Recorder/LiveRecording.h"
#include "rafter/Recorder/Recording.h"
#include "rafter/TraceFiles/TraceWriter.h"
#include <set>
#include <thread>

using namespace rafter;
using llvm::Error;
using llvm::Expected;

/// Executions of blocks in a chunk: a million instructions or so, which are
/// recorded in some hundredths of a second.
static constexpr uint32_t ExecutionsPerChunk = 1 << 18;

struct LiveRecording::Impl {
  RecordOptions Options;
  std::unique_ptr<Executable> Program;
  std::unique_ptr<ChunkFile> File;
  /// Until finish() takes it.
  std::optional<Expected<RecordResult>> Result;
  std::atomic<bool> Cancelled = false;
  /// Chunks that nextThread() has seen, and the threads in them.
  size_t NextChunk = 0;
  std::set<unsigned> Threads;
  std::thread Recorder;

  void run();
};

LiveRecording::LiveRecording() : Contents(std::make_unique<Impl>()) {}

void LiveRecording::Impl::run() {
  TraceWriterOptions Chunks;
  Chunks.OnChunk = [this](const trace::ChunkHead &H) { File->append(H); };
  Chunks.MostExecutions = ExecutionsPerChunk;
  TraceWriter Writer({Program->triple(), Options.Command, Options.Function},
                     File->stream(), std::move(Chunks));
  Result.emplace(record(Options, *Program, Writer, &Cancelled));
  if (*Result)
    Writer.finish((*Result)->Threads, (*Result)->OutsideInstructions,
                  (*Result)->Outcome.Description);
  Error E = File->end();
  if (!E)
    return;
  if (*Result)
    Result.emplace(std::move(E));
  else
    llvm::consumeError(std::move(E));
}

Expected<std::unique_ptr<LiveRecording>>
LiveRecording::start(const RecordOptions &Options,
                     std::unique_ptr<Executable> Program) {
  auto File = ChunkFile::create();
  if (!File)
    return File.takeError();
  std::unique_ptr<LiveRecording> Recording(new LiveRecording());
  Impl &I = *Recording->Contents;
  I.Options = Options;
  I.Program = std::move(Program);
  I.File = std::move(*File);
  I.Recorder = std::thread([&I] { I.run(); });
  return Recording;
}

LiveRecording::~LiveRecording() {
  Contents->Cancelled = true;
  if (Contents->Recorder.joinable())
    Contents->Recorder.join();
  if (Contents->Result && !*Contents->Result)
    llvm::consumeError(Contents->Result->takeError());
}

std::optional<unsigned> LiveRecording::nextThread() {
  while (auto Chunk = Contents->File->wait(Contents->NextChunk)) {
    ++Contents->NextChunk;
    if (Chunk->Head.Kind == trace::ChunkKind::Events &&
        Contents->Threads.insert(Chunk->Head.Thread).second)
      return Chunk->Head.Thread;
  }
  return std::nullopt;
}

Expected<RecordResult> LiveRecording::finish() {
  Contents->Recorder.join();
  Expected<RecordResult> Result = std::move(*Contents->Result);
  Contents->Result.reset();
  return Result;
}

ChunkFile &LiveRecording::file() const { return *Contents->File; }
