//===- EventDecoder.cpp - From the plugin's words to executions -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventDecoder.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstring>

using namespace rafter;
using namespace rafter::recording;
using llvm::ArrayRef;
using llvm::Error;
using llvm::StringRef;

/// As many as explain keeps before a window: 64 MB.
static constexpr size_t MostLinesOutside = size_t(1) << 20;

static Error overwritten() {
  return llvm::createStringError(
      "the program has written to the memory of the recorder");
}

Error EventDecoder::take(const RecordingMemory::Chunk &Chunk) {
  return Chunk.Kind == ChunkKind::Definitions
             ? takeDefinitions(Chunk.Words)
             : takeEvents(Chunk.Thread, Chunk.Words);
}

Error EventDecoder::takeDefinitions(ArrayRef<uint64_t> Words) {
  while (!Words.empty()) {
    uint64_t Count = Words.front() & 0xffffffff;
    if (Count == 0 || Count > Words.size())
      return overwritten();
    ArrayRef<uint64_t> Body = Words.take_front(Count);
    bool IsBlock = Record(Words.front() >> 32) == Record::Block;
    if (!(IsBlock ? defineBlock(Body) : defineMapping(Body)))
      return overwritten();
    Words = Words.drop_front(Count);
  }
  return Error::success();
}

bool EventDecoder::defineMapping(ArrayRef<uint64_t> Words) {
  if (Words.size() < MappingRecordWords ||
      Words[4] > (Words.size() - MappingRecordWords) * 8)
    return false;
  Mapping M = {Words[1], Words[2], Words[3], nullptr, ""};
  StringRef Path(reinterpret_cast<const char *>(Words.data()) +
                     MappingRecordWords * sizeof(uint64_t),
                 Words[4]);
  if (Path.empty()) {
    M.Prefix = "[made while running]";
  } else if (llvm::sys::fs::equivalent(Path, Program.path())) {
    M.File = &Program;
  } else {
    M.Prefix = (llvm::sys::path::filename(Path) + "`").str();
    auto [It, IsNew] = Libraries.try_emplace(Path);
    if (IsNew) {
      auto File = Executable::open(Path);
      if (File)
        It->second = std::move(*File);
      else
        llvm::consumeError(File.takeError());
    }
    M.File = It->second.get();
  }
  Mappings.push_back(std::move(M));
  return true;
}

/// Address in the numbering of the file; the function; the lines.
void EventDecoder::describe(CodeBlock &Block, uint64_t Number) const {
  Block.StaticAddress = Block.Address;
  Block.Lines.resize(Block.Sizes.size());
  if (Number >= Mappings.size())
    return;
  const Mapping &M = Mappings[Number];
  Block.Function = M.Prefix;
  if (!M.File)
    return;
  uint64_t Offset = Block.Address - M.Begin + M.Offset;
  for (const LoadSegment &Segment : M.File->segments())
    if (Offset >= Segment.Offset && Offset - Segment.Offset < Segment.Bytes &&
        Segment.Executable)
      Block.StaticAddress = Offset - Segment.Offset + Segment.Address;
  Block.Function += M.File->nameAt(Block.StaticAddress);
  Block.File = llvm::sys::path::filename(M.File->path()).str();
  if (const FunctionSymbol *F = M.File->functionAt(Block.StaticAddress))
    Block.FunctionAddress = F->Address;
  else
    Block.FrameAddress = M.File->frameAt(Block.StaticAddress);
  uint64_t Address = Block.StaticAddress;
  for (auto [Size, Line] : llvm::zip(Block.Sizes, Block.Lines)) {
    Line = M.File->locationOf(Address);
    Address += Size;
  }
}

bool EventDecoder::defineBlock(ArrayRef<uint64_t> Words) {
  if (Words.size() < BlockRecordWords || Words[1] != Blocks.size() ||
      Words[4] == 0 || Words[4] > MaxBlockInstructions)
    return false;
  uint64_t SizeWords = (Words[4] + 7) / 8;
  ArrayRef<uint64_t> Rest = Words.drop_front(BlockRecordWords);
  if (SizeWords > Rest.size() || Words[5] > (Rest.size() - SizeWords) * 8)
    return false;
  const auto *Sizes = reinterpret_cast<const uint8_t *>(Rest.data());
  const auto *Bytes = Sizes + SizeWords * 8;
  BlockState Block;
  Block.Code.Address = Words[2];
  Block.Code.Sizes.assign(Sizes, Sizes + Words[4]);
  Block.Code.Bytes.assign(Bytes, Bytes + Words[5]);
  if (llvm::sum_of(Block.Code.Sizes, uint64_t(0)) != Words[5])
    return false;
  describe(Block.Code, Words[3]);
  auto [It, IsNew] = BlockAt.try_emplace(Words[2], Blocks.size());
  if (!IsNew) {
    ArrayRef<uint8_t> Old = Blocks[It->second].Code.Bytes,
                      New = Block.Code.Bytes;
    size_t Common = std::min(Old.size(), New.size());
    Changed += Old.take_front(Common) != New.take_front(Common);
    It->second = Blocks.size();
  }
  Sink.define(Block.Code);
  Blocks.push_back(std::move(Block));
  return true;
}

EventDecoder::ThreadState &EventDecoder::threadState(uint32_t Thread) {
  if (Thread >= States.size()) {
    States.resize(Thread + 1);
    Threads.resize(Thread + 1);
  }
  return States[Thread];
}

Error EventDecoder::takeEvents(uint32_t Thread, ArrayRef<uint64_t> Words) {
  // Numbers are given one by one.
  if (Thread > States.size() + 1000000)
    return overwritten();
  ThreadState &T = threadState(Thread);
  const uint64_t *Begin = Words.begin();
  for (const uint64_t *W = Words.begin(); W != Words.end(); ++W) {
    if (!(*W & MarkBit))
      continue;
    Mark M = markOf(*W);
    uint32_t Block = static_cast<uint32_t>(*W);
    if (M > Mark::Leave || (M == Mark::Block && Block >= Blocks.size()))
      return overwritten();
    uint64_t Next = M == Mark::Block ? Blocks[Block].Code.Address : 0;
    if (T.Block == ThreadState::NoBlock) {
      useOutside(T, {Begin, W});
    } else if (T.Carried.empty()) {
      execute(Thread, {Begin, W}, Next);
    } else {
      T.Carried.insert(T.Carried.end(), Begin, W);
      execute(Thread, T.Carried, Next);
      T.Carried.clear();
    }
    Begin = W + 1;
    T.Block = M == Mark::Block ? Block : ThreadState::NoBlock;
    if (M == Mark::Enter)
      enter(Thread);
    else if (M == Mark::Leave)
      Sink.leave(Thread);
  }
  if (T.Block == ThreadState::NoBlock)
    useOutside(T, {Begin, Words.end()});
  else
    T.Carried.insert(T.Carried.end(), Begin, Words.end());
  return Error::success();
}

void EventDecoder::useOutside(ThreadState &T, ArrayRef<uint64_t> Accesses) {
  if (Accesses.empty())
    return;
  if (!T.Outside)
    T.Outside = std::make_unique<LineOrder>();
  for (uint64_t Word : Accesses)
    T.Outside->use(Word & AddressMask, (Word & StoreBit) != 0);
  T.NumOutside += Accesses.size();
  // It counts in 32 bits.
  if (T.NumOutside < uint32_t(1) << 31)
    return;
  std::vector<LineUse> Uses = T.Outside->takeUses(MostLinesOutside);
  for (LineUse U : Uses)
    T.Outside->use(U.Address, U.IsDirty);
  T.NumOutside = Uses.size();
}

void EventDecoder::enter(uint32_t Thread) {
  ThreadState &T = States[Thread];
  if (T.NumOutside != 0)
    Sink.useOutside(Thread, T.Outside->takeUses(MostLinesOutside));
  T.NumOutside = 0;
  ++Threads[Thread].Entries;
  Sink.enter(Thread);
}

void EventDecoder::finish() {
  for (auto [Thread, T] : llvm::enumerate(States)) {
    execute(Thread, T.Carried, 0);
    T.Carried.clear();
    T.Block = ThreadState::NoBlock;
  }
}

const CodeBlock *EventDecoder::lastBlock(uint32_t Thread) const {
  if (Thread >= States.size() ||
      States[Thread].LastBlock == ThreadState::NoBlock)
    return nullptr;
  return &Blocks[States[Thread].LastBlock].Code;
}

/// An exception or a signal leaves a block in its middle. Then accesses of the
/// rest are missing that were seen before, and control does not go on where it
/// went after complete executions.
uint32_t EventDecoder::executedInstructions(BlockState &Block,
                                            ArrayRef<uint64_t> Accesses,
                                            uint64_t Next) {
  int Last =
      Accesses.empty()
          ? -1
          : static_cast<int>(AccessShape::of(Accesses.back()).instruction());
  uint32_t All = Block.Code.Sizes.size();
  if (Last >= Block.LastAccess) {
    Block.LastAccess = Last;
    if (Next && !llvm::is_contained(Block.Successors, Next) &&
        Block.Successors.size() < 8)
      Block.Successors.push_back(Next);
    return All;
  }
  if (Next == Block.Code.end() || llvm::is_contained(Block.Successors, Next))
    return All;
  // The first instruction that should have accessed memory did not complete.
  const BlockVariant *Before =
      Block.Variant == ~0u ? nullptr : &Variants[Block.Variant];
  if (Before)
    for (AccessShape A : Before->Accesses)
      if (static_cast<int>(A.instruction()) > Last)
        return A.instruction();
  return Block.LastAccess;
}

bool EventDecoder::isLike(uint32_t Variant, uint32_t Instructions,
                          ArrayRef<uint64_t> Accesses) const {
  const BlockVariant &V = Variants[Variant];
  return V.Instructions == Instructions &&
         llvm::equal(V.Accesses, Accesses, [](AccessShape A, uint64_t Word) {
           return A == AccessShape::of(Word);
         });
}

uint32_t EventDecoder::variant(uint32_t Block, uint32_t Instructions,
                               ArrayRef<uint64_t> Accesses) {
  uint32_t Last = Blocks[Block].Variant;
  if (Last != ~0u && isLike(Last, Instructions, Accesses))
    return Last;
  uint64_t Hash = llvm::hash_combine(Block, Instructions);
  for (uint64_t Word : Accesses)
    Hash = llvm::hash_combine(Hash, AccessShape::of(Word).Bits);
  auto [Begin, End] = VariantsByShape.equal_range(Hash);
  for (auto It = Begin; It != End; ++It)
    if (Variants[It->second].Block == Block &&
        isLike(It->second, Instructions, Accesses))
      return Blocks[Block].Variant = It->second;
  BlockVariant V = {Block, Instructions, {}};
  for (uint64_t Word : Accesses)
    V.Accesses.push_back(AccessShape::of(Word));
  Sink.define(V);
  uint32_t Number = Variants.size();
  VariantsByShape.emplace(Hash, Number);
  Variants.push_back(std::move(V));
  return Blocks[Block].Variant = Number;
}

bool EventDecoder::isRepetition(const BlockState &Block,
                                ArrayRef<uint64_t> Accesses,
                                uint64_t Next) const {
  if (Block.Recent[0] != Next && Block.Recent[1] != Next)
    return false;
  const std::vector<AccessShape> &Shapes = Variants[Block.Variant].Accesses;
  if (Shapes.size() != Accesses.size())
    return false;
  for (size_t I = 0; I != Shapes.size(); ++I)
    if (Shapes[I] != AccessShape::of(Accesses[I]))
      return false;
  return true;
}

void EventDecoder::execute(uint32_t Thread, ArrayRef<uint64_t> Accesses,
                           uint64_t Next) {
  ThreadState &T = States[Thread];
  if (T.Block == ThreadState::NoBlock)
    return;
  BlockState &Block = Blocks[T.Block];
  uint32_t Number = Block.Variant;
  if (!isRepetition(Block, Accesses, Next)) {
    uint32_t Count = executedInstructions(Block, Accesses, Next);
    uint32_t Found = variant(T.Block, Count, Accesses);
    Block.Recent[1] = Found == Number ? Block.Recent[0] : Next;
    Block.Recent[0] = Next;
    Number = Found;
  }
  uint32_t Count = Variants[Number].Instructions;
  Threads[Thread].Instructions += Count;
  Threads[Thread].Accesses += Accesses.size();
  Instructions += Count;
  T.LastBlock = T.Block;
  Sink.execute(Thread, Number, Accesses);
}
