//===- LiveRecording.cpp - Plays a program while it runs ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is played when depends on the order of the chunks alone, never on how
// far the recorder happens to be, so that the same recording gives the same
// streams and tables. Code is defined some chunks before it is executed: a new
// instruction may make consumers tell registers or groups of ports apart that
// were one before, and by the time it comes these have a past.
//
//===----------------------------------------------------------------------===//

#include "rafter/Tracing/LiveRecording.h"
#include "ChunkFile.h"
#include "InstructionAssembler.h"
#include "Recording.h"
#include "TraceReaderImpl.h"
#include "TraceWriter.h"
#include "rafter/CodeGen/InstructionBuilder.h"
#include <set>
#include <thread>

using namespace rafter;
using llvm::Error;
using llvm::Expected;

/// Executions of blocks in a chunk: a million instructions or so, which are
/// recorded in some hundredths of a second.
static constexpr uint32_t ExecutionsPerChunk = 1 << 18;
/// Chunks of events by which definitions are ahead of what is played.
static constexpr size_t ChunksAhead = 4;

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

struct LiveReplay::State {
  ChunkFile &File;
  AssembledCode Code;
  TraceReader::Impl Tables;
  TraceLoader Loader{Tables};
  /// Chunks whose definitions were taken in, and those of events among them.
  size_t NextChunk = 0, NumEvents = 0;
  llvm::SmallVector<uint8_t, 0> Packed;

  State(ChunkFile &File, AssembledCode Code)
      : File(File), Code(std::move(Code)) {}
  bool defineAhead(size_t Played);
  bool define(const ChunkFile::Entry &Chunk);
};

LiveReplay::LiveReplay(LiveRecording &Recording, InstructionBuilder &Builder,
                       InstructionTable &Table)
    : Current(std::make_unique<State>(
          *Recording.impl().File,
          AssembledCode(CodeLowering(Builder), Table))) {}

LiveReplay::~LiveReplay() = default;

bool LiveReplay::State::define(const ChunkFile::Entry &Chunk) {
  if (!File.read(Chunk, Packed) ||
      !Loader.load(Chunk.Head, Packed, Chunk.Offset).empty())
    return false;
  for (size_t I = Code.numBlocks(); I != Tables.Blocks.size(); ++I)
    Code.define(Tables.Blocks[I]);
  for (size_t I = Code.numVariants(); I != Tables.Variants.size(); ++I)
    Code.define(Tables.Variants[I]);
  return true;
}

/// Takes in the definitions of the chunks that come before the next few ones
/// of events, when so many of events have been played.
bool LiveReplay::State::defineAhead(size_t Played) {
  while (NumEvents < Played + ChunksAhead) {
    auto Chunk = File.wait(NextChunk);
    if (!Chunk)
      return true;
    ++NextChunk;
    if (Chunk->Head.Kind == trace::ChunkKind::Events)
      ++NumEvents;
    else if (Chunk->Head.Kind != trace::ChunkKind::End && !define(*Chunk))
      return false;
  }
  return true;
}

Error LiveReplay::playThread(InstructionConsumer &Consumer, unsigned Thread) {
  State &S = *Current;
  InstructionAssembler Assembler(S.Code, Consumer, Thread,
                                 /*DefinesCode=*/false);
  ThreadPlayer Player(S.Tables);
  bool Good = S.defineAhead(0);
  size_t Played = 0;
  for (size_t Number = 0; Good; ++Number) {
    auto Chunk = S.File.wait(Number);
    if (!Chunk)
      break;
    if (Chunk->Head.Kind != trace::ChunkKind::Events)
      continue;
    if (Chunk->Head.Thread == Thread)
      Good = S.File.read(*Chunk, S.Packed) &&
             Player.play({Thread, Chunk->Head.Size, S.Packed, Chunk->Offset},
                         Assembler);
    Good = Good && S.defineAhead(++Played);
  }
  Assembler.finish();
  if (Good)
    return Error::success();
  return llvm::createStringError("a temporary file cannot be read back");
}
