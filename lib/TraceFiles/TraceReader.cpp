//===- TraceReader.cpp - Reads a trace ------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opening reads all chunks but the events, whose checksums it verifies, up to
// the first one that is not right. What comes before that is a trace of its
// own.
//
//===----------------------------------------------------------------------===//

#include "TraceReaderImpl.h"
#include "rafter/Support/Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"

using namespace rafter;
using namespace rafter::trace;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

TraceReader::TraceReader() : Contents(std::make_unique<Impl>()) {}
TraceReader::~TraceReader() = default;
const TraceInfo &TraceReader::info() const { return Contents->Info; }
ArrayRef<TraceThread> TraceReader::threads() const { return Contents->Threads; }
StringRef TraceReader::outcome() const { return Contents->Outcome; }
const std::string &TraceReader::damage() const { return Contents->Damage; }

uint64_t TraceReader::outsideInstructions() const { return Contents->Outside; }

bool TraceReader::isTrace(StringRef Buffer) {
  return Buffer.starts_with(Magic);
}

/// Goes through the chunks of a file. Returns why reading stopped; empty at a
/// proper end.
static std::string loadFile(ArrayRef<uint8_t> File, TraceLoader &Loader) {
  using llvm::support::endian::read32le;
  using llvm::support::endian::read64le;
  ArrayRef<uint8_t> Rest = File.drop_front(HeadBytes);
  while (!Loader.hasEnd()) {
    uint64_t Offset = Rest.data() - File.data();
    auto At = [&](const char *Cause) {
      return "at byte " + std::to_string(Offset) + ": " + Cause;
    };
    if (Rest.size() < ChunkHeadBytes)
      return At(Rest.empty() ? "it ends without its last part"
                             : "it ends within a chunk");
    ChunkHead H = {static_cast<ChunkKind>(read32le(&Rest[8])),
                   read32le(&Rest[12]), read32le(&Rest[16]),
                   read32le(&Rest[20])};
    if (H.PackedSize > Rest.size() - ChunkHeadBytes || H.Size > MaxChunkBytes)
      return At("a chunk is longer than the file, or its head is damaged");
    ArrayRef<uint8_t> Packed = Rest.slice(ChunkHeadBytes, H.PackedSize);
    ArrayRef<uint8_t> Covered =
        Rest.slice(8, ChunkHeadBytes - 8 + H.PackedSize);
    if (llvm::xxh3_64bits(Covered) != read64le(&Rest[0]))
      return At("a chunk's checksum is wrong");
    std::string Cause = Loader.load(H, Packed, Offset);
    if (!Cause.empty())
      return At(Cause.c_str());
    Rest = Rest.drop_front(ChunkHeadBytes + H.PackedSize);
  }
  return "";
}

namespace {

/// Finds out how much of each thread there is when the end is missing.
class Totals : public ExecutionSink {
public:
  Totals(const TraceReader::Impl &I, TraceThread &Total) : I(I), Total(Total) {}
  void define(const CodeBlock &) override {}
  void define(const BlockVariant &) override {}
  void enter(uint32_t) override { ++Total.Entries; }
  void leave(uint32_t) override {}
  void execute(uint32_t, uint32_t Variant, ArrayRef<uint64_t> Words) override {
    Total.Instructions += I.Variants[Variant].Instructions;
    Total.Accesses += Words.size();
  }

private:
  const TraceReader::Impl &I;
  TraceThread &Total;
};

} // namespace

bool ThreadPlayer::play(const TraceReader::Impl::EventChunk &Chunk,
                        ExecutionSink &Sink) {
  Accesses.resize(I.FirstAccess.back() + 1);
  llvm::SmallVector<uint8_t, 0> Bytes;
  if (Error E = llvm::compression::zstd::decompress(Chunk.Packed, Bytes,
                                                    Chunk.Size)) {
    llvm::consumeError(std::move(E));
    return false;
  }
  ByteReader All(Bytes);
  ByteReader Control(All.bytes(All.number()));
  ByteReader Addresses = All;
  uint64_t AddressRun = Addresses.number();
  std::vector<uint64_t> Words;
  std::vector<LineUse> Outside;
  uint32_t Executions = 0;
  auto Execute = [&](uint32_t Variant) {
    if (Variant >= I.Variants.size() || ++Executions > MaxExecutions)
      return false;
    Variants.update(Variant);
    size_t Count = I.Variants[Variant].Accesses.size();
    Words.resize(Count);
    AddressPredictor *Predictor = Accesses.data() + I.FirstAccess[Variant];
    for (uint64_t &Word : Words) {
      Word = Predictor->next();
      if (AddressRun-- == 0) {
        Word += unzigzag(Addresses.number());
        AddressRun = Addresses.number();
      }
      Predictor++->update(Word);
    }
    Sink.execute(Chunk.Thread, Variant, Words);
    return !Addresses.failed();
  };
  auto PlayOutside = [&] {
    Outside.clear();
    uint64_t Line = 0;
    for (uint64_t Count = Control.number(); Count && !Control.failed();
         --Count) {
      uint64_t Number = Control.number();
      Line += unzigzag(Number >> 1);
      Outside.push_back({Line << LineShift, (Number & 1) != 0});
    }
    Sink.useOutside(Chunk.Thread, Outside);
    return !Control.failed();
  };
  while (true) {
    for (uint64_t Run = Control.number(); Run != 0; --Run)
      if (!Execute(Variants.next()))
        return false;
    uint64_t What = Control.number();
    if (Control.failed())
      return false;
    if (What == EndOfChunk)
      return true;
    if (What == UseOutside) {
      if (!PlayOutside())
        return false;
    } else if (What == EnterRegion)
      Sink.enter(Chunk.Thread);
    else if (What == LeaveRegion)
      Sink.leave(Chunk.Thread);
    else if (What - FirstVariant >= I.Variants.size() ||
             !Execute(static_cast<uint32_t>(What - FirstVariant)))
      return false;
  }
}

bool TraceReader::Impl::play(uint32_t Thread, ExecutionSink &Sink) const {
  ThreadPlayer Player(*this);
  for (const EventChunk &Chunk : Events)
    if (Chunk.Thread == Thread && !Player.play(Chunk, Sink))
      return false;
  return true;
}

Expected<std::unique_ptr<TraceReader>> TraceReader::open(StringRef Path) {
  auto Buffer = readFile(Path);
  if (!Buffer)
    return Buffer.takeError();
  return read(std::move(*Buffer));
}

Expected<std::unique_ptr<TraceReader>>
TraceReader::read(std::unique_ptr<llvm::MemoryBuffer> Buffer) {
  std::string Path = Buffer->getBufferIdentifier().str();
  StringRef Text = Buffer->getBuffer();
  if (!isTrace(Text))
    return llvm::createStringError(Path + ": not a trace of rafter-opt record");
  ArrayRef<uint8_t> Bytes(Text.bytes_begin(), Text.size());
  if (Bytes.size() < HeadBytes)
    return llvm::createStringError(Path + ": the trace is cut short within "
                                          "its head");
  uint32_t Found = llvm::support::endian::read32le(&Bytes[Magic.size()]);
  if (Found != Version)
    return llvm::createStringError(Path + ": the trace has format version " +
                                   llvm::Twine(Found) + ", but version " +
                                   llvm::Twine(Version) + " is needed");
  std::unique_ptr<TraceReader> Result(new TraceReader());
  Impl &I = *Result->Contents;
  I.Buffer = std::move(Buffer);
  TraceLoader Loader(I);
  std::string Cause = loadFile(Bytes, Loader);
  if (Cause.empty())
    return Result;
  if (I.Events.empty())
    return llvm::createStringError(Path + ": the trace is damaged " + Cause +
                                   "; nothing of it can be used");
  // The end would have said how much there is.
  uint64_t Usable = 0;
  I.Threads.clear();
  for (const Impl::EventChunk &Chunk : I.Events)
    if (Chunk.Thread >= I.Threads.size())
      I.Threads.resize(Chunk.Thread + 1);
  for (auto [Number, Thread] : llvm::enumerate(I.Threads)) {
    Totals Count(I, Thread);
    I.play(Number, Count);
    Usable += Thread.Instructions;
  }
  I.Damage = Path + ": the trace is damaged " + Cause + "; the " +
             std::to_string(Usable) + " instructions before that are used";
  return Result;
}
