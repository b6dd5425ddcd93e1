//===- ChampSim.cpp - Traces of ChampSim ----------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records of a fixed size without opcodes (ChampSim, inc/trace_instruction.h):
// the address, whether it is a branch and taken, registers and addresses of
// accesses. Register 6 is the stack pointer, 25 the flags, 26 the program
// counter: what of them a branch reads and writes tells its kind.
//
//===----------------------------------------------------------------------===//

#include "rafter/ForeignTraces/ChampSim.h"
#include "InstructionParts.h"
#include "Readers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/EndianStream.h"
#include <deque>

using namespace rafter;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::support::endian::read64le;

namespace {

constexpr uint8_t StackPointer = 6, FlagRegister = 25, ProgramCounter = 26;
/// Bytes of accesses and of instructions that are not known.
constexpr unsigned UnknownAccess = 8, UnknownLength = 4;
/// x86's longest instruction, and its direct call.
constexpr uint64_t LongestInstruction = 15, DirectCall = 5;

/// Where the fields of a record are.
struct Layout {
  size_t Bytes, Destinations, Sources, DestinationMemory, SourceMemory;
  unsigned NumDestinations, NumSources;
};
constexpr Layout UsualLayout = {64, 10, 12, 16, 32, 2, 4};
/// With padding before the addresses and after the two bytes of address space.
constexpr Layout CloudSuiteLayout = {96, 10, 14, 24, 56, 4, 4};

const Layout &layoutOf(ChampSimForm Form) {
  return Form == ChampSimForm::Usual ? UsualLayout : CloudSuiteLayout;
}

struct Record {
  uint64_t Address = 0;
  bool IsBranch = false, Taken = false;
  llvm::SmallVector<uint8_t, 4> Destinations, Sources;
  llvm::SmallVector<uint64_t, 4> Stores, Loads;

  bool reads(uint8_t R) const { return llvm::is_contained(Sources, R); }
  bool writes(uint8_t R) const { return llvm::is_contained(Destinations, R); }
};

Record parse(ArrayRef<uint8_t> Bytes, const Layout &L) {
  Record R;
  R.Address = read64le(Bytes.data());
  R.IsBranch = Bytes[8] != 0;
  R.Taken = Bytes[9] != 0;
  for (uint8_t Register : Bytes.slice(L.Destinations, L.NumDestinations))
    if (Register)
      R.Destinations.push_back(Register);
  for (uint8_t Register : Bytes.slice(L.Sources, L.NumSources))
    if (Register)
      R.Sources.push_back(Register);
  for (unsigned I = 0; I != L.NumDestinations; ++I)
    if (uint64_t Address = read64le(&Bytes[L.DestinationMemory + 8 * I]))
      R.Stores.push_back(Address);
  for (unsigned I = 0; I != L.NumSources; ++I)
    if (uint64_t Address = read64le(&Bytes[L.SourceMemory + 8 * I]))
      R.Loads.push_back(Address);
  return R;
}

BranchKind branchKind(const Record &R) {
  if (!R.IsBranch)
    return BranchKind::None;
  bool ReadsOther = llvm::any_of(R.Sources, [](uint8_t Register) {
    return Register != StackPointer && Register != FlagRegister &&
           Register != ProgramCounter;
  });
  if (R.reads(StackPointer) && R.writes(StackPointer)) {
    if (!R.reads(ProgramCounter))
      return BranchKind::Return;
    return ReadsOther ? BranchKind::IndirectCall : BranchKind::Call;
  }
  // Branches on a register (cbz) read the program counter too.
  if (R.reads(FlagRegister) || (R.reads(ProgramCounter) && ReadsOther))
    return BranchKind::Conditional;
  return ReadsOther || !R.Loads.empty() ? BranchKind::IndirectJump
                                        : BranchKind::Jump;
}

class ChampSimReader : public InstructionReader {
public:
  ChampSimReader(std::unique_ptr<ByteStream> Bytes, ChampSimForm Form)
      : Bytes(std::move(Bytes)), Form(Form) {}

  std::string format() const override {
    return Form == ChampSimForm::Usual ? "ChampSim" : "ChampSim, CloudSuite";
  }
  std::string assumption() const override {
    return "its records have no opcodes: what computes is an integer "
           "operation, and every access has 8 bytes";
  }
  Expected<bool> next(std::vector<CrackedInstruction> &Out) override;

private:
  WholeInstruction convert(const Record &R, uint64_t Following);
  unsigned lengthOf(const Record &R, BranchKind Kind, uint64_t Following);

  std::unique_ptr<ByteStream> Bytes;
  ChampSimForm Form;
  RegisterNumbers Numbers;
  /// Calls under way, the oldest of which are forgotten, and how long calls are
  /// that a return has come behind.
  std::deque<uint64_t> Calls;
  llvm::DenseMap<uint64_t, unsigned> CallLengths;
};

/// The next record's address tells how long an instruction is that does not
/// jump, and the target of a return how long its call is: otherwise no return
/// would be to where one is expected.
unsigned ChampSimReader::lengthOf(const Record &R, BranchKind Kind,
                                  uint64_t Following) {
  constexpr size_t MostCalls = 1024;
  auto isLength = [](uint64_t N) { return N != 0 && N <= LongestInstruction; };
  if (!R.Taken)
    return isLength(Following - R.Address) ? Following - R.Address
                                           : UnknownLength;
  if (Kind == BranchKind::Return && !Calls.empty()) {
    if (uint64_t Length = Following - Calls.back(); isLength(Length))
      CallLengths[Calls.back()] = Length;
    Calls.pop_back();
  }
  if (Kind != BranchKind::Call && Kind != BranchKind::IndirectCall)
    return UnknownLength;
  Calls.push_back(R.Address);
  if (Calls.size() > MostCalls)
    Calls.pop_front();
  auto Known = CallLengths.find(R.Address);
  return Known != CallLengths.end() ? Known->second
         : Kind == BranchKind::Call ? DirectCall
                                    : UnknownLength;
}

/// Stack accesses move the stack pointer without an operation, as the cores do
/// on which such traces are recorded. What writes the flags besides is an
/// operation.
WholeInstruction ChampSimReader::convert(const Record &R, uint64_t Following) {
  WholeInstruction I;
  I.Address = R.Address;
  I.Branch = branchKind(R);
  I.Bytes = lengthOf(R, I.Branch, Following);
  I.Taken = R.IsBranch && R.Taken;
  I.HasOperation = R.writes(FlagRegister);
  for (uint64_t Address : R.Loads)
    I.Loads.push_back({Address, UnknownAccess});
  for (uint64_t Address : R.Stores)
    I.Stores.push_back({Address, UnknownAccess});
  bool MovesStack = R.reads(StackPointer) && R.writes(StackPointer) &&
                    (!R.Loads.empty() || !R.Stores.empty() || R.IsBranch);
  for (uint8_t Register : R.Sources)
    if (Register != ProgramCounter)
      I.Sources.push_back(Numbers.number(Register));
  for (uint8_t Register : R.Destinations)
    if (Register != ProgramCounter && !(MovesStack && Register == StackPointer))
      I.Destinations.push_back(Numbers.number(Register));
  return I;
}

Expected<bool> ChampSimReader::next(std::vector<CrackedInstruction> &Out) {
  const Layout &L = layoutOf(Form);
  uint64_t At = Bytes->position();
  Expected<ArrayRef<uint8_t>> Taken = Bytes->take(L.Bytes);
  if (!Taken)
    return Taken.takeError();
  if (Taken->empty())
    return false;
  if ((*Taken)[8] > 1 || (*Taken)[9] > 1)
    return Bytes->fail(At, "a record whose branch flags are neither 0 nor 1");
  Record R = parse(*Taken, L);
  Expected<ArrayRef<uint8_t>> Following = Bytes->peek(8);
  if (!Following)
    return Following.takeError();
  uint64_t Address =
      Following->size() == 8 ? read64le(Following->data()) : R.Address;
  if (auto Why = appendParts(convert(R, Address), Out))
    return Bytes->fail(At, *Why);
  return true;
}

} // namespace

bool rafter::isChampSim(ArrayRef<uint8_t> Bytes, ChampSimForm Form) {
  const Layout &L = layoutOf(Form);
  size_t Records = 0;
  for (; Bytes.size() >= L.Bytes; Bytes = Bytes.drop_front(L.Bytes)) {
    if (Bytes[8] > 1 || Bytes[9] > 1 || read64le(Bytes.data()) == 0 ||
        read64le(Bytes.data()) >> 56 != 0)
      return false;
    if (Form == ChampSimForm::CloudSuite)
      for (size_t Padding : {18, 19, 20, 21, 22, 23, 90, 91, 92, 93, 94, 95})
        if (Bytes[Padding] != 0)
          return false;
    ++Records;
  }
  return Records != 0;
}

std::unique_ptr<InstructionReader>
rafter::openChampSim(std::unique_ptr<ByteStream> Bytes, ChampSimForm Form) {
  return std::make_unique<ChampSimReader>(std::move(Bytes), Form);
}

namespace {

/// Collects the parts of an instruction in ChampSim's fields; what does not fit
/// is lost.
class RecordBuilder {
public:
  void add(const CrackedInstruction &Part) {
    Address = Part.Address;
    for (uint8_t R : Part.Sources)
      addSource(R);
    for (uint8_t R : Part.Destinations)
      addDestination(R);
    if (Part.isLoad() && Loads.size() != UsualLayout.NumSources)
      Loads.push_back(Part.DataAddress);
    if (Part.isStore() && Stores.size() != UsualLayout.NumDestinations)
      Stores.push_back(Part.DataAddress);
    if (Part.isBranch()) {
      Branch = Part.Branch;
      Taken = Part.has(CrackedInstruction::Taken);
    }
  }
  void write(llvm::raw_ostream &OS) const;

private:
  static bool isTemporary(uint8_t R) {
    return R == 0 || R >= RegisterNumbers::FirstLoaded;
  }
  /// Leaves out the numbers that mean something to ChampSim.
  static uint8_t plain(uint8_t R) {
    for (uint8_t Special : {StackPointer, FlagRegister, ProgramCounter})
      R += R >= Special;
    return R;
  }
  void addSource(uint8_t R) {
    if (!isTemporary(R) && !llvm::is_contained(Sources, plain(R)))
      Sources.push_back(plain(R));
  }
  void addDestination(uint8_t R) {
    if (!isTemporary(R) && !llvm::is_contained(Destinations, plain(R)))
      Destinations.push_back(plain(R));
  }

  uint64_t Address = 0;
  BranchKind Branch = BranchKind::None;
  bool Taken = false;
  llvm::SmallVector<uint8_t, 8> Sources, Destinations;
  llvm::SmallVector<uint64_t, 4> Loads, Stores;
};

void RecordBuilder::write(llvm::raw_ostream &OS) const {
  // What the kind of a branch reads and writes comes first.
  llvm::SmallVector<uint8_t, 8> In, Out;
  bool IsCall =
      Branch == BranchKind::Call || Branch == BranchKind::IndirectCall;
  bool IsIndirect =
      Branch == BranchKind::IndirectCall || Branch == BranchKind::IndirectJump;
  if (Branch != BranchKind::None)
    Out.push_back(ProgramCounter);
  if (IsCall || Branch == BranchKind::Return) {
    In.push_back(StackPointer);
    Out.push_back(StackPointer);
  }
  if (IsCall || Branch == BranchKind::Conditional)
    In.push_back(ProgramCounter);
  if (Branch == BranchKind::Conditional)
    In.push_back(FlagRegister);
  if (IsIndirect)
    In.push_back(Sources.empty() ? 1 : Sources.front());
  if (Branch == BranchKind::None) {
    In = Sources;
    Out = Destinations;
  }
  In.resize(UsualLayout.NumSources);
  Out.resize(UsualLayout.NumDestinations);
  llvm::support::endian::Writer W(OS, llvm::endianness::little);
  W.write(Address);
  W.write<uint8_t>(Branch != BranchKind::None);
  W.write<uint8_t>(Taken);
  for (uint8_t R : Out)
    W.write(R);
  for (uint8_t R : In)
    W.write(R);
  for (unsigned I = 0; I != UsualLayout.NumDestinations; ++I)
    W.write<uint64_t>(I < Stores.size() ? Stores[I] : 0);
  for (unsigned I = 0; I != UsualLayout.NumSources; ++I)
    W.write<uint64_t>(I < Loads.size() ? Loads[I] : 0);
}

} // namespace

void rafter::writeChampSim(ArrayRef<CrackedInstruction> Instructions,
                           llvm::raw_ostream &OS) {
  while (!Instructions.empty()) {
    RecordBuilder Record;
    Record.add(Instructions.front());
    Instructions = Instructions.drop_front();
    while (!Instructions.empty() &&
           Instructions.front().has(CrackedInstruction::Continued)) {
      Record.add(Instructions.front());
      Instructions = Instructions.drop_front();
    }
    Record.write(OS);
  }
}
