//===- VisitTrace.cpp - Parts of traces of any kind -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceReaderImpl.h"
#include "rafter/CodeGen/InstructionCracker.h"
#include "rafter/Regions/RegionFile.h"
#include "rafter/Support/WriteFile.h"
#include "rafter/TraceFiles/InstructionAssembler.h"
#include "rafter/TraceFiles/OpenAnyTrace.h"
#include "rafter/TraceFiles/TraceReader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {

using Visitor = llvm::function_ref<bool(ArrayRef<CrackedInstruction>)>;

/// Cracks what a recorded thread executes, until the visitor has enough.
class CrackingConsumer final : public InstructionConsumer {
public:
  CrackingConsumer(const InstructionTable &Table, InstructionCracker &Cracker,
                   Visitor Visit)
      : Table(Table), Cracker(Cracker), Visit(Visit) {}

  void setWarmUp(bool) override {}
  void beginRegion() override {}
  void consume(const InstructionChunk &Chunk) override;
  void endRegion() override {}

private:
  const InstructionTable &Table;
  InstructionCracker &Cracker;
  Visitor Visit;
  std::vector<CrackedInstruction> Executed;
  bool HasEnough = false;
};

} // namespace

void CrackingConsumer::consume(const InstructionChunk &Chunk) {
  if (HasEnough)
    return;
  Executed.clear();
  ArrayRef<uint64_t> Addresses = Chunk.Addresses;
  for (ExecutedInstruction I : Chunk.Instructions) {
    uint32_t Entry = I & ~TakenBit;
    size_t Operands = Table.Instructions[Entry].Memory.size();
    Cracker.append(Entry, (I & TakenBit) != 0, Addresses.take_front(Operands),
                   Executed);
    Addresses = Addresses.drop_front(Operands);
  }
  HasEnough = !Executed.empty() && !Visit(Executed);
}

static Expected<TraceDescription> visitRecorded(StringRef Path, Visitor Visit) {
  auto Trace = TraceReader::open(Path);
  if (!Trace)
    return Trace.takeError();
  if (!(*Trace)->damage().empty())
    return llvm::createStringError((*Trace)->damage());
  const llvm::Triple &Target = (*Trace)->info().Target;
  auto Model =
      TargetModel::create(Target, InstructionCracker::genericProcessor(Target),
                          InstructionCracker::allFeatures(Target));
  if (!Model)
    return llvm::createStringError(Path + ": " +
                                   llvm::toString(Model.takeError()));
  InstructionTable Table;
  InstructionBuilder Builder(**Model, Table);
  AssembledCode Code(CodeLowering(Builder), Table);
  for (const CodeBlock &Block : (*Trace)->impl().Blocks)
    Code.define(Block.withoutNames());
  for (const BlockVariant &Variant : (*Trace)->impl().Variants)
    Code.define(Variant);
  InstructionCracker Cracker(RegisterNaming(**Model), Table);
  CrackingConsumer Consumer(Table, Cracker, Visit);
  InstructionAssembler Assembler(Code, Consumer, /*Thread=*/0,
                                 /*DefinesCode=*/false);
  if ((*Trace)->threads().empty() ||
      !(*Trace)->impl().play(/*Thread=*/0, Assembler))
    return llvm::createStringError(Path + ": the trace does not hold together");
  Assembler.finish();
  return TraceDescription{"recorded", Target.getArchName().str()};
}

Expected<TraceDescription> rafter::visitTrace(StringRef Path, Visitor Visit) {
  auto Head = llvm::MemoryBuffer::getFileSlice(Path, 64, 0);
  if (Head && TraceReader::isTrace((*Head)->getBuffer()))
    return visitRecorded(Path, Visit);
  auto Source = openAnyTrace(Path);
  if (!Source)
    return Source.takeError();
  std::vector<CrackedInstruction> Executed;
  while (true) {
    Executed.clear();
    Expected<bool> More = (*Source)->next(Executed);
    if (!More)
      return More.takeError();
    if (!*More || (!Executed.empty() && !Visit(Executed)))
      return TraceDescription{(*Source)->format(), (*Source)->architecture()};
  }
}

/// A region does not begin in the middle of an instruction.
static bool begins(const TraceRegion &Region, const CrackedInstruction &I) {
  return !Region.WarmUp.empty() || !Region.Instructions.empty() ||
         !I.has(CrackedInstruction::Continued);
}

static Error tooShort(StringRef Path, uint64_t Read, uint64_t Needed) {
  return llvm::createStringError(Path + ": has " + llvm::Twine(Read) +
                                 " instructions, fewer than the " +
                                 llvm::Twine(Needed) + " that are asked for");
}

Expected<TraceRegion> rafter::readTracePart(StringRef Path,
                                            const TracePart &Part) {
  TraceRegion Region;
  Region.Name =
      (llvm::sys::path::filename(Path) + "@" + llvm::Twine(Part.Skip)).str();
  uint64_t Read = 0;
  bool IsTooLong = false;
  auto Description =
      visitTrace(Path, [&](ArrayRef<CrackedInstruction> Executed) {
        for (const CrackedInstruction &I : Executed) {
          if (Read++ < Part.Skip || !begins(Region, I))
            continue;
          bool IsMeasured = Region.WarmUp.size() == Part.WarmUp;
          (IsMeasured ? Region.Instructions : Region.WarmUp).push_back(I);
          if (Region.Instructions.size() == Part.Instructions && IsMeasured)
            return false;
        }
        IsTooLong = Region.WarmUp.size() + Region.Instructions.size() >
                    MaxRegionInstructions;
        return !IsTooLong;
      });
  if (!Description)
    return Description.takeError();
  if (IsTooLong)
    return llvm::createStringError(Path + ": more than " +
                                   llvm::Twine(MaxRegionInstructions) +
                                   " instructions at once: choose fewer");
  if (Region.Instructions.size() < std::max<uint64_t>(1, Part.Instructions))
    return tooShort(Path, Read,
                    Part.Skip + Part.WarmUp +
                        std::max<uint64_t>(1, Part.Instructions));
  return Region;
}

namespace {

/// Cuts the regions at Places out of what a trace executes.
class RegionCutter {
public:
  RegionCutter(StringRef Name, const RegionSampling &Sampling,
               ArrayRef<uint64_t> Places, RegionWriter &Writer)
      : Name(Name), Sampling(Sampling), Places(Places), Writer(Writer) {}

  /// False when there is nothing left to cut, or an error.
  bool take(ArrayRef<CrackedInstruction> Executed);
  Error takeError() { return std::move(Failure); }
  uint64_t written() const { return Written; }

private:
  StringRef Name;
  const RegionSampling &Sampling;
  ArrayRef<uint64_t> Places;
  RegionWriter &Writer;
  TraceRegion Region;
  uint64_t Read = 0, Written = 0;
  Error Failure = Error::success();
};

} // namespace

bool RegionCutter::take(ArrayRef<CrackedInstruction> Executed) {
  for (const CrackedInstruction &I : Executed) {
    if (Read++ < Places.front() || !begins(Region, I))
      continue;
    if (Region.WarmUp.size() < Sampling.WarmUp) {
      Region.WarmUp.push_back(I);
      continue;
    }
    Region.Instructions.push_back(I);
    if (Region.Instructions.size() < Sampling.Instructions)
      continue;
    Region.Name = (Name + "@" + llvm::Twine(Places.front())).str();
    Failure = Writer.add(Region);
    Region = TraceRegion();
    Places = Places.drop_front();
    ++Written;
    if (Failure || Places.empty())
      return false;
  }
  return true;
}

static Error writeRegions(StringRef From, const RegionSampling &Sampling,
                          ArrayRef<uint64_t> Places,
                          const TraceDescription &Trace, llvm::raw_ostream &OS,
                          uint64_t &Written) {
  RegionWriter Writer({From.str() + " (" + Trace.Format + ")",
                       Trace.Architecture, Sampling.describe()},
                      OS);
  RegionCutter Cutter(llvm::sys::path::filename(From), Sampling, Places,
                      Writer);
  auto Visited = visitTrace(From, [&](ArrayRef<CrackedInstruction> Executed) {
    return Cutter.take(Executed);
  });
  Error E = Cutter.takeError();
  if (!Visited)
    return llvm::joinErrors(Visited.takeError(), std::move(E));
  if (E)
    return E;
  Written = Cutter.written();
  if (Written == 0)
    return llvm::createStringError(From + ": too short for a region");
  Writer.finish();
  return Error::success();
}

Expected<RegionConversion>
rafter::convertRegions(StringRef From, const RegionSampling &Sampling,
                       StringRef To) {
  RegionConversion Result;
  auto Trace = visitTrace(From, [&](ArrayRef<CrackedInstruction> Executed) {
    Result.Executed += Executed.size();
    return true;
  });
  if (!Trace)
    return Trace.takeError();
  Result.Format = Trace->Format;
  std::vector<uint64_t> Places = choosePlaces(Sampling, Result.Executed);
  if (Places.empty())
    return llvm::createStringError(From + ": has " +
                                   llvm::Twine(Result.Executed) +
                                   " instructions, fewer than a region of " +
                                   llvm::Twine(Sampling.length()));
  if (Error E = writeFileOrFail(To, [&](llvm::raw_ostream &OS) {
        return writeRegions(From, Sampling, Places, *Trace, OS, Result.Regions);
      }))
    return E;
  if (std::error_code EC = llvm::sys::fs::file_size(To, Result.Bytes))
    return llvm::createStringError(EC, To);
  return Result;
}
