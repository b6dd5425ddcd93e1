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

namespace {

/// Goes through the chunks of a file.
class Loader {
public:
  explicit Loader(TraceReader::Impl &I) : I(I) {}
  /// Why reading stopped; empty at a proper end.
  std::string load(ArrayRef<uint8_t> Rest);

private:
  struct Head {
    uint32_t Kind, Thread, Size, PackedSize;
  };
  std::string loadChunk(const Head &H, ArrayRef<uint8_t> Packed,
                        uint64_t Offset);
  bool loadInfo(ByteReader R);
  bool loadDefinitions(ByteReader R);
  bool loadBlock(ByteReader &R);
  bool loadVariant(ByteReader &R);
  bool loadEnd(ByteReader R);

  TraceReader::Impl &I;
  bool HasInfo = false, HasEnd = false;
};

} // namespace

bool Loader::loadInfo(ByteReader R) {
  I.Info.Target = llvm::Triple(R.text());
  I.Info.Function = R.text();
  for (uint64_t Count = R.number(); Count != 0 && !R.failed(); --Count)
    I.Info.Command.push_back(R.text());
  HasInfo = true;
  return !R.failed();
}

bool Loader::loadBlock(ByteReader &R) {
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

bool Loader::loadVariant(ByteReader &R) {
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

bool Loader::loadDefinitions(ByteReader R) {
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

bool Loader::loadEnd(ByteReader R) {
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

std::string Loader::loadChunk(const Head &H, ArrayRef<uint8_t> Packed,
                              uint64_t Offset) {
  auto Kind = static_cast<ChunkKind>(H.Kind);
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

std::string Loader::load(ArrayRef<uint8_t> File) {
  using llvm::support::endian::read32le;
  using llvm::support::endian::read64le;
  ArrayRef<uint8_t> Rest = File.drop_front(HeadBytes);
  while (!HasEnd) {
    uint64_t Offset = Rest.data() - File.data();
    auto At = [&](const char *Cause) {
      return "at byte " + std::to_string(Offset) + ": " + Cause;
    };
    if (Rest.size() < ChunkHeadBytes)
      return At(Rest.empty() ? "it ends without its last part"
                             : "it ends within a chunk");
    Head H = {read32le(&Rest[8]), read32le(&Rest[12]), read32le(&Rest[16]),
              read32le(&Rest[20])};
    if (H.PackedSize > Rest.size() - ChunkHeadBytes || H.Size > MaxChunkBytes)
      return At("a chunk is longer than the file, or its head is damaged");
    ArrayRef<uint8_t> Packed = Rest.slice(ChunkHeadBytes, H.PackedSize);
    ArrayRef<uint8_t> Covered =
        Rest.slice(8, ChunkHeadBytes - 8 + H.PackedSize);
    if (llvm::xxh3_64bits(Covered) != read64le(&Rest[0]))
      return At("a chunk's checksum is wrong");
    std::string Cause = loadChunk(H, Packed, Offset);
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

/// The events of a chunk, one after the other; false if they make no sense.
static bool playChunk(const TraceReader::Impl &I,
                      const TraceReader::Impl::EventChunk &Chunk,
                      VariantPredictor &Variants,
                      std::vector<AddressPredictor> &Accesses,
                      ExecutionSink &Sink) {
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
  while (true) {
    for (uint64_t Run = Control.number(); Run != 0; --Run)
      if (!Execute(Variants.next()))
        return false;
    uint64_t What = Control.number();
    if (Control.failed())
      return false;
    if (What == EndOfChunk)
      return true;
    if (What == EnterRegion)
      Sink.enter(Chunk.Thread);
    else if (What == LeaveRegion)
      Sink.leave(Chunk.Thread);
    else if (What - FirstVariant >= I.Variants.size() ||
             !Execute(static_cast<uint32_t>(What - FirstVariant)))
      return false;
  }
}

bool TraceReader::Impl::play(uint32_t Thread, ExecutionSink &Sink) const {
  VariantPredictor Predictor;
  std::vector<AddressPredictor> Accesses(FirstAccess.back() + 1);
  for (const EventChunk &Chunk : Events)
    if (Chunk.Thread == Thread &&
        !playChunk(*this, Chunk, Predictor, Accesses, Sink))
      return false;
  return true;
}

Expected<std::unique_ptr<TraceReader>> TraceReader::open(StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return llvm::createStringError(Path + ": " + Buffer.getError().message());
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
  std::string Cause = Loader(I).load(Bytes);
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
