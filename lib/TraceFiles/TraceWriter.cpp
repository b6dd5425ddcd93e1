//===- TraceWriter.cpp - Writes a trace -----------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/TraceFiles/TraceWriter.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/xxhash.h"

using namespace rafter;
using namespace rafter::trace;
using llvm::ArrayRef;
using llvm::StringRef;

/// A chunk is written when it has so many bytes.
static constexpr size_t FullChunk = 1 << 18;
/// Runs of right guesses, and what came when they ended: of variants in one
/// part, of addresses in the other.
struct TraceWriter::ThreadEncoder {
  std::vector<uint8_t> Control, Addresses;
  uint64_t VariantRun = 0, AddressRun = 0;
  uint32_t Executions = 0;
  VariantPredictor Variants;
  std::vector<AddressPredictor> Accesses;
};

TraceWriter::TraceWriter(const TraceInfo &Info, llvm::raw_ostream &OS,
                         TraceWriterOptions Chosen)
    : OS(OS), Options(std::move(Chosen)) {
  OS << Magic;
  llvm::support::endian::write(OS, Version, llvm::endianness::little);
  std::vector<uint8_t> Bytes;
  appendText(Bytes, Info.Target.str());
  appendText(Bytes, Info.Function);
  appendNumber(Bytes, Info.Command.size());
  for (const std::string &Word : Info.Command)
    appendText(Bytes, Word);
  writeChunk(ChunkKind::Info, 0, Bytes);
}

TraceWriter::~TraceWriter() = default;

void TraceWriter::writeChunk(ChunkKind Kind, uint32_t Thread,
                             ArrayRef<uint8_t> Bytes) {
  using llvm::support::endian::write32le;
  llvm::SmallVector<uint8_t, 0> Data(16);
  llvm::SmallVector<uint8_t, 0> Packed;
  llvm::compression::zstd::compress(
      Bytes, Packed, llvm::compression::zstd::BestSpeedCompression);
  write32le(&Data[0], static_cast<uint32_t>(Kind));
  write32le(&Data[4], Thread);
  write32le(&Data[8], Bytes.size());
  write32le(&Data[12], Packed.size());
  Data.append(Packed.begin(), Packed.end());
  uint64_t Checksum = llvm::xxh3_64bits(ArrayRef<uint8_t>(Data));
  llvm::support::endian::write(OS, Checksum, llvm::endianness::little);
  OS.write(reinterpret_cast<const char *>(Data.data()), Data.size());
  if (Options.OnChunk)
    Options.OnChunk({Kind, Thread, static_cast<uint32_t>(Bytes.size()),
                     static_cast<uint32_t>(Packed.size())});
}

uint64_t TraceWriter::stringNumber(StringRef Text) {
  auto [It, IsNew] = Strings.try_emplace(Text, Strings.size());
  if (IsNew) {
    Definitions.push_back(static_cast<uint8_t>(Definition::String));
    appendText(Definitions, Text);
  }
  return It->second;
}

void TraceWriter::define(const CodeBlock &Block) {
  uint64_t Function = stringNumber(Block.Function);
  for (const SourceLocation &Line : Block.Lines)
    stringNumber(Line.File);
  std::vector<uint8_t> &Out = Definitions;
  Out.push_back(static_cast<uint8_t>(Definition::Block));
  appendNumber(Out, Block.Address);
  appendNumber(Out, Block.StaticAddress);
  appendNumber(Out, Function);
  appendNumber(Out, Block.Sizes.size());
  Out.insert(Out.end(), Block.Sizes.begin(), Block.Sizes.end());
  Out.insert(Out.end(), Block.Bytes.begin(), Block.Bytes.end());
  for (const SourceLocation &Line : Block.Lines) {
    appendNumber(Out, stringNumber(Line.File));
    appendNumber(Out, Line.Line);
    appendNumber(Out, Line.Column);
  }
  if (Out.size() > FullChunk)
    flushDefinitions();
}

void TraceWriter::define(const BlockVariant &Variant) {
  Definitions.push_back(static_cast<uint8_t>(Definition::Variant));
  appendNumber(Definitions, Variant.Block);
  appendNumber(Definitions, Variant.Instructions);
  appendNumber(Definitions, Variant.Accesses.size());
  for (AccessShape A : Variant.Accesses)
    appendNumber(Definitions, A.Bits);
  FirstAccess.push_back(FirstAccess.back() + Variant.Accesses.size());
  if (Definitions.size() > FullChunk)
    flushDefinitions();
}

void TraceWriter::flushDefinitions() {
  if (Definitions.empty())
    return;
  writeChunk(ChunkKind::Definitions, 0, Definitions);
  Definitions.clear();
}

TraceWriter::ThreadEncoder &TraceWriter::encoder(uint32_t Thread) {
  if (Thread < Threads.size() && Threads[Thread])
    return *Threads[Thread];
  if (Thread >= Threads.size())
    Threads.resize(Thread + 1);
  if (!Threads[Thread])
    Threads[Thread] = std::make_unique<ThreadEncoder>();
  return *Threads[Thread];
}

void TraceWriter::escape(ThreadEncoder &T, uint64_t What) {
  appendNumber(T.Control, T.VariantRun);
  appendNumber(T.Control, What);
  T.VariantRun = 0;
}

void TraceWriter::useOutside(uint32_t Thread, ArrayRef<LineUse> Lines) {
  ThreadEncoder &T = encoder(Thread);
  escape(T, UseOutside);
  appendNumber(T.Control, Lines.size());
  uint64_t Last = 0;
  for (LineUse L : Lines) {
    uint64_t Line = L.Address >> LineShift;
    appendNumber(T.Control,
                 zigzag(int64_t(Line - Last)) << 1 | uint64_t(L.IsDirty));
    Last = Line;
  }
}

void TraceWriter::enter(uint32_t Thread) {
  escape(encoder(Thread), EnterRegion);
}

void TraceWriter::leave(uint32_t Thread) {
  escape(encoder(Thread), LeaveRegion);
}

void TraceWriter::execute(uint32_t Thread, uint32_t Variant,
                          ArrayRef<uint64_t> Words) {
  ThreadEncoder &T = encoder(Thread);
  if (T.Variants.next() == Variant)
    ++T.VariantRun;
  else
    escape(T, FirstVariant + Variant);
  T.Variants.update(Variant);
  if (T.Accesses.size() < FirstAccess.back())
    T.Accesses.resize(FirstAccess.back());
  AddressPredictor *Predictor = T.Accesses.data() + FirstAccess[Variant];
  for (uint64_t Word : Words) {
    uint64_t Address = Word & recording::AddressMask;
    int64_t Miss = static_cast<int64_t>(Address - Predictor->next());
    Predictor++->update(Address);
    if (Miss == 0) {
      ++T.AddressRun;
      continue;
    }
    appendNumber(T.Addresses, T.AddressRun);
    appendNumber(T.Addresses, zigzag(Miss));
    T.AddressRun = 0;
  }
  if (T.Control.size() + T.Addresses.size() >= FullChunk ||
      ++T.Executions >= Options.MostExecutions)
    flush(Thread);
}

void TraceWriter::flush(uint32_t Thread) {
  ThreadEncoder &T = *Threads[Thread];
  flushDefinitions();
  escape(T, EndOfChunk);
  appendNumber(T.Addresses, T.AddressRun);
  T.AddressRun = 0;
  std::vector<uint8_t> Bytes;
  appendNumber(Bytes, T.Control.size());
  Bytes.insert(Bytes.end(), T.Control.begin(), T.Control.end());
  Bytes.insert(Bytes.end(), T.Addresses.begin(), T.Addresses.end());
  writeChunk(ChunkKind::Events, Thread, Bytes);
  T.Control.clear();
  T.Addresses.clear();
  T.Executions = 0;
}

void TraceWriter::finish(ArrayRef<TraceThread> Totals, uint64_t Outside,
                         StringRef Outcome) {
  for (auto [Thread, T] : llvm::enumerate(Threads))
    if (T && (T->Executions || !T->Control.empty()))
      flush(Thread);
  flushDefinitions();
  std::vector<uint8_t> Bytes;
  appendText(Bytes, Outcome);
  appendNumber(Bytes, Outside);
  appendNumber(Bytes, Totals.size());
  for (const TraceThread &T : Totals) {
    appendNumber(Bytes, T.Instructions);
    appendNumber(Bytes, T.Accesses);
    appendNumber(Bytes, T.Entries);
  }
  writeChunk(ChunkKind::End, 0, Bytes);
}
