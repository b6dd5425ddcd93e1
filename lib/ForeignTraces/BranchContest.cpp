//===- BranchContest.cpp - Traces of the CBP 2025 kit ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records of the kit of the Championship Branch Prediction 2025, AArch64, one
// for each instruction: address, class, access or branch, registers and the
// values of the results, which are not used.
//
//===----------------------------------------------------------------------===//

#include "InstructionParts.h"
#include "Readers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

using namespace rafter;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::support::endian::read64le;

namespace {

enum RecordClass : uint8_t {
  Plain,
  Load,
  Store,
  ConditionalBranch,
  DirectJump,
  IndirectJump,
  Float,
  SlowPlain,
  Undefined,
  DirectCall,
  IndirectCall,
  Return,
  NumClasses
};

constexpr uint8_t FirstVector = 32, FirstAfterVectors = 64, ZeroRegister = 65;
constexpr unsigned InstructionBytes = 4;
/// Registers of one instruction: those of the largest (four vectors and more)
/// are fewer.
constexpr unsigned MostRegisters = 16;
/// A record with everything.
constexpr size_t LongestRecord =
    8 + 1 + 11 + 2 * (1 + MostRegisters) + 16 * MostRegisters;

BranchKind branchKind(uint8_t Class) {
  switch (Class) {
  case ConditionalBranch:
    return BranchKind::Conditional;
  case DirectJump:
    return BranchKind::Jump;
  case IndirectJump:
    return BranchKind::IndirectJump;
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

/// The kit does not tell operations apart: those of floating point count as
/// additions, slow integer ones as multiplications.
InstructionClass classOf(uint8_t Class) {
  switch (Class) {
  case Float:
    return InstructionClass::FloatAdd;
  case SlowPlain:
    return InstructionClass::IntegerMultiply;
  case Undefined:
    return InstructionClass::Other;
  default:
    return InstructionClass::IntegerALU;
  }
}

struct ParsedRecord {
  WholeInstruction Instruction;
  bool UpdatesBase = false;
  /// Bytes that it takes; 0: Bytes ends before the record does.
  size_t Bytes = 0;
  const char *Problem = nullptr;
};

/// Takes bytes; after the end everything is 0.
class FieldReader {
public:
  explicit FieldReader(ArrayRef<uint8_t> Bytes) : Bytes(Bytes) {}
  uint8_t byte() {
    if (At >= Bytes.size()) {
      ++At;
      return 0;
    }
    return Bytes[At++];
  }
  uint64_t word() {
    At += 8;
    return At > Bytes.size() ? 0 : read64le(&Bytes[At - 8]);
  }
  void skip(size_t Count) { At += Count; }
  /// 0 if that was more than there is.
  size_t taken() const { return At > Bytes.size() ? 0 : At; }

private:
  ArrayRef<uint8_t> Bytes;
  size_t At = 0;
};

void parseAccess(FieldReader &R, uint8_t Class, ParsedRecord &Result) {
  WholeInstruction &I = Result.Instruction;
  DataAccess Access;
  // The uppermost byte may be a tag (Arm ARM, D8.8).
  Access.Address = R.word() & ~uint64_t(0) >> 8;
  Access.Bytes = R.byte();
  Result.UpdatesBase = R.byte() != 0;
  I.HasOperation = false;
  if (Class == Store)
    R.byte();
  (Class == Load ? I.Loads : I.Stores).push_back(Access);
}

/// Registers are known by their numbers and one.
ParsedRecord parse(ArrayRef<uint8_t> Bytes) {
  ParsedRecord Result;
  WholeInstruction &I = Result.Instruction;
  FieldReader R(Bytes);
  I.Address = R.word();
  I.Bytes = InstructionBytes;
  uint8_t Class = R.byte();
  if (Class >= NumClasses) {
    Result.Problem = "an instruction of a class that does not exist";
    return Result;
  }
  I.Class = classOf(Class);
  I.Branch = branchKind(Class);
  if (Class == Load || Class == Store)
    parseAccess(R, Class, Result);
  if (I.Branch != BranchKind::None) {
    uint8_t Taken = R.byte();
    if (Taken > 1)
      Result.Problem = "a branch that is neither taken nor not taken";
    I.Taken = Taken == 1;
    if (I.Taken)
      R.skip(8);
  }
  for (auto *List : {&I.Sources, &I.Destinations}) {
    unsigned Count = R.byte();
    if (Count > MostRegisters)
      Result.Problem = "an instruction with too many registers";
    for (unsigned N = 0; N != std::min(Count, MostRegisters); ++N) {
      uint8_t Register = R.byte();
      if (Register > ZeroRegister)
        Result.Problem = "a register that does not exist";
      List->push_back(Register + 1);
    }
  }
  for (uint8_t Register : I.Destinations)
    R.skip(Register > FirstVector && Register <= FirstAfterVectors ? 16 : 8);
  llvm::erase(I.Sources, ZeroRegister + 1);
  llvm::erase(I.Destinations, ZeroRegister + 1);
  Result.Bytes = R.taken();
  return Result;
}

class BranchContestReader : public InstructionReader {
public:
  explicit BranchContestReader(std::unique_ptr<ByteStream> Bytes)
      : Bytes(std::move(Bytes)) {}

  std::string format() const override { return "CBP 2025"; }
  std::string architecture() const override { return "aarch64"; }
  std::string assumption() const override {
    return "its records do not tell operations apart: those of floating point "
           "count as additions, slow integer ones as multiplications";
  }
  Expected<bool> next(std::vector<CrackedInstruction> &Out) override;

private:
  std::unique_ptr<ByteStream> Bytes;
};

Expected<bool> BranchContestReader::next(std::vector<CrackedInstruction> &Out) {
  uint64_t At = Bytes->position();
  Expected<ArrayRef<uint8_t>> Ahead = Bytes->peek(LongestRecord);
  if (!Ahead)
    return Ahead.takeError();
  if (Ahead->empty())
    return false;
  ParsedRecord Record = parse(*Ahead);
  if (Record.Problem && Ahead->size() >= 9)
    return Bytes->fail(At, Record.Problem);
  if (Record.Bytes == 0)
    return Bytes->fail(At, "the file is cut short: a record ends after " +
                               llvm::Twine(Ahead->size()) + " bytes");
  (void)llvm::cantFail(Bytes->take(Record.Bytes));
  WholeInstruction &I = Record.Instruction;
  // The base is what is both read and written.
  std::optional<uint8_t> Base;
  if (Record.UpdatesBase && !I.Sources.empty()) {
    for (uint8_t Register : I.Destinations)
      if (llvm::is_contained(I.Sources, Register))
        Base = Register;
    if (Base)
      llvm::erase(I.Destinations, *Base);
  }
  if (auto Why = appendParts(I, Out))
    return Bytes->fail(At, *Why);
  if (Base) {
    CrackedInstruction Addition;
    Addition.Address = I.Address;
    Addition.Bytes = I.Bytes;
    Addition.Flags = CrackedInstruction::Continued;
    Addition.Sources[0] = Addition.Destinations[0] = *Base;
    Out.push_back(Addition);
  }
  return true;
}

} // namespace

/// There is no signature: records must follow each other as instructions do.
bool rafter::isBranchContest(ArrayRef<uint8_t> Bytes) {
  size_t Records = 0;
  uint64_t Expected = 0;
  bool IsAnywhere = true;
  // The last record may well be cut.
  while (Bytes.size() >= LongestRecord || (Records == 0 && !Bytes.empty())) {
    ParsedRecord Record = parse(Bytes);
    uint64_t Address = Record.Instruction.Address;
    if (Record.Problem || Record.Bytes == 0 ||
        Address % InstructionBytes != 0 || (!IsAnywhere && Address != Expected))
      return false;
    Expected = Address + InstructionBytes;
    IsAnywhere = Record.Instruction.Taken;
    Bytes = Bytes.drop_front(Record.Bytes);
    ++Records;
  }
  return Records > 1;
}

std::unique_ptr<InstructionReader>
rafter::openBranchContest(std::unique_ptr<ByteStream> Bytes) {
  return std::make_unique<BranchContestReader>(std::move(Bytes));
}
