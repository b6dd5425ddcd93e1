//===- TraceLoader.cpp - The tables of a trace ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceReaderImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Compression.h"

using namespace rafter;
using namespace rafter::trace;
using llvm::ArrayRef;
using llvm::Error;

bool TraceLoader::loadInfo(ByteReader R) {
  I.Info.Target = llvm::Triple(R.text());
  I.Info.Function = R.text();
  for (uint64_t Count = R.number(); Count != 0 && !R.failed(); --Count)
    I.Info.Command.push_back(R.text());
  HasInfo = true;
  return !R.failed();
}

bool TraceLoader::loadBlock(ByteReader &R) {
  CodeBlock Block;
  Block.Address = R.number();
  Block.StaticAddress = R.number();
  uint64_t Function = R.number();
  uint64_t Count = R.number();
  if (Function >= I.Strings.size() || Count == 0 ||
      Count > recording::MaxBlockInstructions)
    return false;
  Block.Function = I.Strings[Function];
  ArrayRef<uint8_t> Sizes = R.bytes(Count);
  Block.Sizes.assign(Sizes.begin(), Sizes.end());
  ArrayRef<uint8_t> Bytes = R.bytes(llvm::sum_of(Sizes, uint64_t(0)));
  Block.Bytes.assign(Bytes.begin(), Bytes.end());
  for (; Count != 0; --Count) {
    uint64_t File = R.number(), Line = R.number(), Column = R.number();
    if (R.failed() || File >= I.Strings.size())
      return false;
    Block.Lines.push_back({I.Strings[File], static_cast<unsigned>(Line),
                           static_cast<unsigned>(Column)});
  }
  I.Blocks.push_back(std::move(Block));
  return true;
}

bool TraceLoader::loadVariant(ByteReader &R) {
  BlockVariant Variant;
  uint64_t Block = R.number(), Instructions = R.number(), Count = R.number();
  if (R.failed() || Block >= I.Blocks.size() ||
      Instructions > I.Blocks[Block].Sizes.size())
    return false;
  Variant.Block = Block;
  Variant.Instructions = Instructions;
  for (; Count != 0; --Count) {
    AccessShape A = {static_cast<uint16_t>(R.number())};
    if (R.failed() || A.instruction() >= I.Blocks[Block].Sizes.size())
      return false;
    Variant.Accesses.push_back(A);
  }
  I.FirstAccess.push_back(I.FirstAccess.back() + Variant.Accesses.size());
  I.Variants.push_back(std::move(Variant));
  return true;
}

bool TraceLoader::loadDefinitions(ByteReader R) {
  while (!R.empty()) {
    bool Good = true;
    switch (static_cast<Definition>(R.bytes(1).front())) {
    case Definition::String:
      I.Strings.push_back(R.text());
      break;
    case Definition::Block:
      Good = loadBlock(R);
      break;
    case Definition::Variant:
      Good = loadVariant(R);
      break;
    default:
      Good = false;
    }
    if (!Good || R.failed())
      return false;
  }
  return true;
}

bool TraceLoader::loadEnd(ByteReader R) {
  I.Outcome = R.text();
  I.Outside = R.number();
  std::vector<TraceThread> Threads;
  for (uint64_t Count = R.number(); Count != 0 && !R.failed(); --Count) {
    uint64_t Instructions = R.number(), Accesses = R.number();
    Threads.push_back({Instructions, Accesses, R.number()});
  }
  HasEnd = !R.failed();
  I.Threads = std::move(Threads);
  return HasEnd;
}

std::string TraceLoader::load(const ChunkHead &H, ArrayRef<uint8_t> Packed,
                              uint64_t Offset) {
  ChunkKind Kind = H.Kind;
  if (Kind > ChunkKind::End || (Kind == ChunkKind::Info) == HasInfo)
    return "a chunk that does not belong there";
  if (Kind == ChunkKind::Events) {
    // Numbers of threads are given one by one.
    if (H.Thread > I.Events.size() + recording::MaxThreads)
      return "a thread that does not exist";
    I.Events.push_back({H.Thread, H.Size, Packed, Offset});
    return "";
  }
  llvm::SmallVector<uint8_t, 0> Bytes;
  if (Error E = llvm::compression::zstd::decompress(Packed, Bytes, H.Size))
    return llvm::toString(std::move(E));
  ByteReader R(Bytes);
  bool Good = Kind == ChunkKind::Info          ? loadInfo(R)
              : Kind == ChunkKind::Definitions ? loadDefinitions(R)
                                               : loadEnd(R);
  return Good ? "" : "a table that does not hold together";
}
