//===- LiveReplay.cpp - Plays a trace that is still written ---------------===//
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

#include "TraceReaderImpl.h"
#include "rafter/Support/TimeOver.h"
#include "rafter/TraceFiles/ChunkFile.h"
#include "rafter/TraceFiles/InstructionAssembler.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;

/// Chunks of events by which definitions are ahead of what is played.
static constexpr size_t ChunksAhead = 4;

struct LiveReplay::State {
  ChunkFile &File;
  AssembledCode Code;
  TraceReader::Impl Tables;
  TraceLoader Loader{Tables};
  /// Chunks whose definitions were taken in, and those of events among them.
  size_t NextChunk = 0, NumEvents = 0;
  llvm::SmallVector<uint8_t, 0> Packed;
  using Time = std::chrono::steady_clock::time_point;
  Time First = Time::max(), Last = Time::max();
  /// Chunks of events of a play, once there was one.
  std::optional<size_t> Most;
  bool IsCut = false;

  State(ChunkFile &File, AssembledCode Code)
      : File(File), Code(std::move(Code)) {}
  bool defineAhead(size_t Played);
  bool define(const ChunkFile::Entry &Chunk);
  Expected<bool> goesOn(size_t Played);
};

LiveReplay::LiveReplay(ChunkFile &File, InstructionBuilder &Builder,
                       InstructionTable &Table)
    : Current(std::make_unique<State>(
          File, AssembledCode(CodeLowering(Builder), Table))) {}

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

void LiveReplay::limit(State::Time First, State::Time Last) {
  Current->First = First;
  Current->Last = Last;
}

bool LiveReplay::isCut() const { return Current->IsCut; }

/// Whether another chunk is played behind so many.
Expected<bool> LiveReplay::State::goesOn(size_t Played) {
  if (First == Time::max())
    return true;
  Time Now = std::chrono::steady_clock::now();
  if (Now >= Last)
    return llvm::make_error<TimeOver>();
  if (!Most && Played != 0 && Now >= First) {
    Most = Played;
    IsCut = true;
  }
  return !Most || Played < *Most;
}

Error LiveReplay::playThread(InstructionConsumer &Consumer, unsigned Thread) {
  State &S = *Current;
  InstructionAssembler Assembler(S.Code, Consumer, Thread,
                                 /*DefinesCode=*/false);
  ThreadPlayer Player(S.Tables);
  bool Good = S.defineAhead(0);
  size_t Played = 0, PlayedHere = 0;
  for (size_t Number = 0; Good; ++Number) {
    auto Chunk = S.File.wait(Number);
    if (!Chunk)
      break;
    if (Chunk->Head.Kind != trace::ChunkKind::Events)
      continue;
    if (Chunk->Head.Thread == Thread) {
      Expected<bool> GoesOn = S.goesOn(PlayedHere);
      if (!GoesOn)
        return GoesOn.takeError();
      if (!*GoesOn)
        break;
      ++PlayedHere;
      Good = S.File.read(*Chunk, S.Packed) &&
             Player.play({Thread, Chunk->Head.Size, S.Packed, Chunk->Offset},
                         Assembler);
    }
    Good = Good && S.defineAhead(++Played);
  }
  Assembler.finish();
  if (!S.Most)
    S.Most = PlayedHere;
  if (Good)
    return Error::success();
  return llvm::createStringError("a temporary file cannot be read back");
}
