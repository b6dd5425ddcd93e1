//===- DrMemtrace.cpp - Traces of DynamoRIO -------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction is known with the record after its accesses: only then where
// control went, for versions that do not say it.
//
//===----------------------------------------------------------------------===//

#include "DrMemtraceFormat.h"
#include "Readers.h"
#include "rafter/Regions/RegionFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include <unordered_map>

using namespace rafter;
using namespace rafter::drmemtrace;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

namespace {

/// No instruction has a longer encoding.
constexpr size_t MostEncodingBytes = 16;
/// No access is larger (a tile of AMX).
constexpr uint64_t MostAccessBytes = 1024;

struct Entry {
  uint16_t Type = 0, Size = 0;
  uint64_t Value = 0;
};

BranchKind branchKind(uint16_t Type) {
  switch (Type) {
  case DirectJump:
    return BranchKind::Jump;
  case IndirectJump:
    return BranchKind::IndirectJump;
  case ConditionalJump:
  case TakenJump:
  case UntakenJump:
    return BranchKind::Conditional;
  case DirectCall:
    return BranchKind::Call;
  case IndirectCall:
    return BranchKind::IndirectCall;
  case Return:
    return BranchKind::Return;
  default:
    return BranchKind::None;
  }
}

bool isInstruction(uint16_t Type) {
  return (Type >= Instruction && Type <= Return) || Type == NotFetched ||
         Type == SystemEntry || Type == TakenJump || Type == UntakenJump;
}

class DrMemtraceReader : public InstructionReader {
public:
  DrMemtraceReader(std::unique_ptr<ByteStream> Bytes, const TraceOpening &How)
      : Bytes(std::move(Bytes)), How(How) {}

  Expected<bool> next(std::vector<CrackedInstruction> &Out) override;
  std::string format() const override {
    return "DynamoRIO drmemtrace, version " + std::to_string(TraceVersion);
  }
  std::string architecture() const override {
    return FileBits & X86_64 ? "x86_64" : FileBits & AArch64 ? "aarch64" : "";
  }
  std::string assumption() const override {
    return FileBits & RegDeps
               ? "its encoding REGDEPS does not tell operations apart: they "
                 "are additions of integers, vectors or floating-point numbers"
               : "";
  }
  /// Reads up to the first instruction.
  Error start();

private:
  /// How an instruction looks that has been seen.
  struct Code {
    WholeInstruction Whole;
    std::vector<MachineCodeDecoder::Part> Parts;
  };
  struct PendingInstruction {
    uint64_t Position = 0;
    Entry Record;
    const Code *Decoded = nullptr;
    llvm::SmallVector<DataAccess, 4> Loads, Stores, Prefetches;
  };

  /// Nothing at the end.
  Expected<std::optional<Entry>> readEntry();
  Error take(const Entry &E, uint64_t At);
  void takeMarker(const Entry &E);
  Error takeEncoding(const Entry &E, uint64_t At);
  Error takeAccess(const Entry &E, uint64_t At);
  Error takeInstruction(const Entry &E, uint64_t At);
  Expected<const Code *> decode(const Entry &E, uint64_t At);
  Error checkStart(uint64_t At);
  Error append(std::vector<CrackedInstruction> &Out, uint64_t Following);
  void appendDecoded(const PendingInstruction &P, bool Taken,
                     std::vector<CrackedInstruction> &Out) const;

  std::unique_ptr<ByteStream> Bytes;
  TraceOpening How;
  uint64_t TraceVersion = 0, FileBits = 0;
  bool HasStarted = false, HasFooter = false;
  /// The thread whose instructions are read, and the one of the records now.
  std::optional<uint64_t> FirstThread;
  bool IsOtherThread = false;
  std::vector<uint8_t> EncodingBytes;
  std::unordered_map<uint64_t, Code> CodeAt;
  RegisterNumbers Numbers;
  std::unique_ptr<MachineCodeDecoder> Decoder;
  std::optional<PendingInstruction> Pending, Complete;
  /// Where the kernel took over after the pending instruction.
  std::optional<uint64_t> Interrupted;
};

Expected<std::optional<Entry>> DrMemtraceReader::readEntry() {
  Expected<ArrayRef<uint8_t>> Record = Bytes->take(RecordBytes);
  if (!Record)
    return Record.takeError();
  if (Record->empty())
    return std::nullopt;
  using namespace llvm::support::endian;
  return Entry{read16le(Record->data()), read16le(&(*Record)[2]),
               read64le(&(*Record)[4])};
}

Error DrMemtraceReader::start() {
  while (!Pending) {
    uint64_t At = Bytes->position();
    Expected<std::optional<Entry>> E = readEntry();
    if (!E)
      return E.takeError();
    if (!*E || (*E)->Type == Footer)
      return Bytes->fail(At, "the trace has no instructions");
    if (Error Failure = take(**E, At))
      return Failure;
  }
  return Error::success();
}

/// When the first instruction comes, version and kind must be known.
Error DrMemtraceReader::checkStart(uint64_t At) {
  HasStarted = true;
  if (TraceVersion < OldestVersion || TraceVersion > NewestVersion)
    return Bytes->fail(At, "version " + llvm::Twine(TraceVersion) +
                               " of drmemtrace; versions " +
                               llvm::Twine(OldestVersion) + " to " +
                               llvm::Twine(NewestVersion) + " are read");
  if ((FileBits & Filtered) != 0)
    return Bytes->fail(At, "the trace is filtered: instructions are missing");
  if ((FileBits & RegDeps) != 0)
    return Error::success();
  if (architecture().empty())
    return Bytes->fail(At, "a trace of neither x86-64, AArch64 nor REGDEPS");
  if (!How.MakeDecoder)
    return Bytes->fail(At, "a trace with machine code, which is not decoded "
                           "here; REGDEPS is");
  auto Made = How.MakeDecoder(architecture());
  if (!Made)
    return Made.takeError();
  Decoder = std::move(*Made);
  return Error::success();
}

Error DrMemtraceReader::take(const Entry &E, uint64_t At) {
  if (E.Type >= NumTypes)
    return Bytes->fail(At,
                       "a record of the unknown type " + llvm::Twine(E.Type));
  if (E.Type == Thread) {
    if (!FirstThread)
      FirstThread = E.Value;
    IsOtherThread = E.Value != *FirstThread;
    return Error::success();
  }
  if (E.Type == Header) {
    TraceVersion = E.Value;
    return Error::success();
  }
  if (E.Type == Marker) {
    takeMarker(E);
    return Error::success();
  }
  if (E.Type == Encoding)
    return takeEncoding(E, At);
  if (isInstruction(E.Type))
    return takeInstruction(E, At);
  if (E.Type <= LastPrefetch || (E.Type >= 32 && E.Type < Encoding))
    return takeAccess(E, At);
  return Error::success();
}

void DrMemtraceReader::takeMarker(const Entry &E) {
  if (E.Size == Version && !HasStarted)
    TraceVersion = E.Value;
  else if (E.Size == FileType && !HasStarted)
    FileBits = E.Value;
  else if (E.Size == KernelEvent && Pending && !IsOtherThread)
    Interrupted = E.Value;
}

/// An encoding of more than 8 bytes is several records.
Error DrMemtraceReader::takeEncoding(const Entry &E, uint64_t At) {
  if (E.Size == 0 || E.Size > sizeof E.Value ||
      EncodingBytes.size() + E.Size > MostEncodingBytes)
    return Bytes->fail(At, "an encoding of an impossible length");
  for (unsigned I = 0; I != E.Size; ++I)
    EncodingBytes.push_back(static_cast<uint8_t>(E.Value >> 8 * I));
  return Error::success();
}

Error DrMemtraceReader::takeAccess(const Entry &E, uint64_t At) {
  if (IsOtherThread)
    return Error::success();
  if (!Pending)
    return Bytes->fail(At, "an access without an instruction");
  if (E.Type <= Write && (E.Size == 0 || E.Size > MostAccessBytes))
    return Bytes->fail(At, "an access of " + llvm::Twine(E.Size) + " bytes");
  // AArch64 may have a tag in the uppermost byte (Arm ARM, D8.8).
  uint64_t Address =
      (FileBits & AArch64) != 0 ? E.Value & ~uint64_t(0) >> 8 : E.Value;
  auto &List = E.Type == Read    ? Pending->Loads
               : E.Type == Write ? Pending->Stores
                                 : Pending->Prefetches;
  List.push_back({Address, std::max<uint64_t>(E.Size, 1)});
  return Error::success();
}

Expected<const DrMemtraceReader::Code *>
DrMemtraceReader::decode(const Entry &E, uint64_t At) {
  std::vector<uint8_t> Machine = std::move(EncodingBytes);
  EncodingBytes.clear();
  auto Known = CodeAt.find(E.Value);
  if (Machine.empty()) {
    if (Known == CodeAt.end())
      return Bytes->fail(At, "an instruction whose encoding did not come "
                             "before");
    return &Known->second;
  }
  Code &Result = CodeAt[E.Value];
  Result = Code();
  if (Decoder) {
    if (Machine.size() != E.Size)
      return Bytes->fail(At, "an encoding of another length than its "
                             "instruction");
    Result.Parts = Decoder->decode(Machine, E.Value);
    return &Result;
  }
  size_t Size = regDepsBytes(Machine);
  if (Size != Machine.size())
    return Bytes->fail(At, "no encoding of REGDEPS");
  Result.Whole = decodeRegDeps(Machine, Numbers);
  return &Result;
}

Error DrMemtraceReader::takeInstruction(const Entry &E, uint64_t At) {
  if (!HasStarted)
    if (Error Failure = checkStart(At))
      return Failure;
  if (E.Size == 0 || E.Size > 255)
    return Bytes->fail(At,
                       "an instruction of " + llvm::Twine(E.Size) + " bytes");
  Expected<const Code *> Decoded = decode(E, At);
  if (!Decoded)
    return Decoded.takeError();
  if (IsOtherThread)
    return Error::success();
  Complete = std::move(Pending);
  Pending.emplace();
  Pending->Position = At;
  Pending->Record = E;
  Pending->Decoded = *Decoded;
  return Error::success();
}

/// Puts the addresses into the parts of machine code.
void DrMemtraceReader::appendDecoded(
    const PendingInstruction &P, bool Taken,
    std::vector<CrackedInstruction> &Out) const {
  size_t First = Out.size();
  for (const MachineCodeDecoder::Part &Part : P.Decoded->Parts) {
    CrackedInstruction I = Part.Instruction;
    if (Part.Access >= 0) {
      ArrayRef<DataAccess> From = I.isStore()       ? ArrayRef(P.Stores)
                                  : P.Loads.empty() ? ArrayRef(P.Prefetches)
                                                    : ArrayRef(P.Loads);
      size_t Access = Part.Access;
      if (Access >= From.size())
        continue;
      I.DataAddress = From[Access].Address;
      I.DataBytes = std::min<uint64_t>(From[Access].Bytes, 255);
    }
    if (I.isBranch() && Taken)
      I.Flags |= CrackedInstruction::Taken;
    Out.push_back(I);
  }
  if (Out.size() == First) {
    CrackedInstruction Nothing;
    Nothing.Address = P.Record.Value;
    Nothing.Bytes = P.Record.Size;
    Out.push_back(Nothing);
  }
  Out[First].Flags &= ~CrackedInstruction::Continued;
}

Error DrMemtraceReader::append(std::vector<CrackedInstruction> &Out,
                               uint64_t Following) {
  const PendingInstruction &P = *Complete;
  uint16_t Type = P.Record.Type;
  BranchKind Kind = branchKind(Type);
  bool Taken = Kind != BranchKind::None && Type != UntakenJump;
  if (Type == ConditionalJump)
    Taken = Following != P.Record.Value + P.Record.Size;
  size_t First = Out.size();
  std::optional<std::string> Why;
  if (Decoder) {
    appendDecoded(P, Taken, Out);
    for (size_t I = First; I != Out.size() && !Why; ++I)
      Why = whyImpossible(Out[I]);
  } else {
    WholeInstruction Whole = P.Decoded->Whole;
    Whole.Address = P.Record.Value;
    Whole.Bytes = P.Record.Size;
    Whole.Branch = Kind;
    Whole.Taken = Taken;
    Whole.Barrier = Type == SystemEntry;
    Whole.Loads.assign(P.Loads.begin(), P.Loads.end());
    Whole.Loads.append(P.Prefetches.begin(), P.Prefetches.end());
    Whole.Stores.assign(P.Stores.begin(), P.Stores.end());
    Why = appendParts(Whole, Out);
  }
  if (Why)
    return Bytes->fail(P.Position, *Why);
  return Error::success();
}

Expected<bool> DrMemtraceReader::next(std::vector<CrackedInstruction> &Out) {
  Complete.reset();
  while (Pending && !Complete) {
    uint64_t At = Bytes->position();
    Expected<std::optional<Entry>> E = readEntry();
    if (!E)
      return E.takeError();
    if (!*E && !HasFooter)
      return Bytes->fail(At, "the trace is cut short: it has no footer");
    if (!*E) {
      Complete = std::move(Pending);
      Pending.reset();
    } else if ((*E)->Type == Footer) {
      HasFooter = true;
    } else if (Error Failure = take(**E, At)) {
      return Failure;
    }
  }
  if (!Complete)
    return false;
  uint64_t Following = Interrupted ? *Interrupted
                       : Pending
                           ? Pending->Record.Value
                           : Complete->Record.Value + Complete->Record.Size;
  Interrupted.reset();
  if (Error Failure = append(Out, Following))
    return Failure;
  return true;
}

} // namespace

bool rafter::isDrMemtrace(ArrayRef<uint8_t> Bytes) {
  return Bytes.size() >= RecordBytes && Bytes[0] == Header && Bytes[1] == 0 &&
         llvm::support::endian::read64le(&Bytes[4]) < 256;
}

Expected<std::unique_ptr<InstructionReader>>
rafter::openDrMemtrace(std::unique_ptr<ByteStream> Bytes,
                       const TraceOpening &How) {
  auto Reader = std::make_unique<DrMemtraceReader>(std::move(Bytes), How);
  if (Error Failure = Reader->start())
    return Failure;
  return Reader;
}
