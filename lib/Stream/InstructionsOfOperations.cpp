//===- InstructionsOfOperations.cpp - Operations as instructions ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One instruction for each operation and frame: registers of the stream are
// relative to the activation, those of an instruction are not.
//
//===----------------------------------------------------------------------===//

#include "InstructionsOfOperations.h"
#include <algorithm>
#include <cmath>

using namespace rafter;

/// Units of one kind, at most.
static constexpr unsigned MostUnits = 8;
/// Nodes of one operation that get ports of their own; more are summed up.
static constexpr unsigned MostNodes = 16;
/// Registers that are told apart; the numbers of more are used again.
static constexpr uint32_t MostRegisters = 65535;

/// Of one operation: the range of its counter.
static constexpr uint32_t MostElements = 1u << 16;

static constexpr const char *KindNames[] = {
    "move", "add", "mul", "fma", "div", "sqrt", "load", "store", "integer"};

PortUse InstructionsOfOperations::addUnits(llvm::StringRef Name,
                                           double PerCycle) {
  PortUse Use;
  if (!std::isfinite(PerCycle) || PerCycle <= 0)
    return Use;
  unsigned Count = std::clamp<unsigned>(PerCycle, 1, MostUnits);
  for (unsigned I = 0; I != Count; ++I) {
    Use.Units |= 1ull << Table.Units.size();
    Table.Units.push_back(Count == 1 ? Name.str()
                                     : Name.str() + std::to_string(I));
  }
  if (PerCycle < 1)
    Use.Cycles = std::lround(1 / PerCycle);
  return Use;
}

InstructionsOfOperations::InstructionsOfOperations(
    const OperationTable &Operations, const Processor &CPU)
    : Operations(Operations), CPU(CPU) {
  Table.Locations = Operations.Locations;
  for (unsigned K = 0; K != NumComputeKinds; ++K)
    ComputePorts[K] =
        addUnits(name(static_cast<ComputeKind>(K)), CPU.Compute[K].Throughput);
  AnyCompute = addUnits("compute", CPU.ComputeThroughput);
  LoadPorts = addUnits("load", CPU.LoadThroughput);
  StorePorts = addUnits("store", CPU.StoreThroughput);
  AddressPorts = addUnits("address", CPU.AddressThroughput);
  for (unsigned K = 0; K != Names.size(); ++K) {
    Names[K] = Table.Strings.size();
    Table.Strings.push_back(KindNames[K]);
  }
}

uint16_t InstructionsOfOperations::unit(uint32_t Register) {
  uint16_t New = Units.size() % MostRegisters;
  auto It = Units.insert({Register, New}).first;
  Table.NumRegisterUnits =
      std::max<uint32_t>(Table.NumRegisterUnits, It->second + 1);
  return It->second;
}

void InstructionsOfOperations::addPorts(const StaticOperation &O,
                                        unsigned Nodes) {
  llvm::SmallVector<PortUse, 3> Uses;
  if (isCompute(O.Kind)) {
    Uses = {ComputePorts[static_cast<unsigned>(O.Kind) -
                         static_cast<unsigned>(OperationKind::Add)],
            AnyCompute};
    if (O.Kind == OperationKind::FusedMultiplyAdd && !CPU.HasFusedMultiplyAdd)
      Uses = {ComputePorts[static_cast<unsigned>(ComputeKind::Multiply)],
              ComputePorts[static_cast<unsigned>(ComputeKind::Add)], AnyCompute,
              AnyCompute};
  } else if (isMemory(O.Kind)) {
    Uses = {O.Kind == OperationKind::Load ? LoadPorts : StorePorts,
            AddressPorts};
  }
  for (PortUse Use : Uses) {
    if (Use.Units == 0)
      continue;
    if (Nodes > MostNodes)
      Use.Cycles *= Nodes;
    for (unsigned N = 0; N != (Nodes > MostNodes ? 1 : Nodes); ++N)
      Table.Ports.push_back(Use);
  }
}

/// Latency of a computation in cycles.
static unsigned latencyOf(const StaticOperation &O, const Processor &CPU) {
  if (!isCompute(O.Kind))
    return O.Kind == OperationKind::Integer;
  return CPU
      .Compute[static_cast<unsigned>(O.Kind) -
               static_cast<unsigned>(OperationKind::Add)]
      .Latency;
}

static InstructionClass classOf(OperationKind K) {
  switch (K) {
  case OperationKind::Add:
    return InstructionClass::FloatAdd;
  case OperationKind::Multiply:
    return InstructionClass::FloatMultiply;
  case OperationKind::FusedMultiplyAdd:
    return InstructionClass::FloatFusedMultiplyAdd;
  case OperationKind::Divide:
  case OperationKind::SquareRoot:
    return InstructionClass::FloatDivide;
  case OperationKind::Load:
    return InstructionClass::Load;
  case OperationKind::Store:
    return InstructionClass::Store;
  case OperationKind::Move:
    return InstructionClass::Transfer;
  case OperationKind::Integer:
    break;
  }
  return InstructionClass::IntegerALU;
}

uint32_t InstructionsOfOperations::lower(const StaticOperation &O,
                                         uint32_t Frame) {
  StaticInstruction I;
  bool IsMove = O.Kind == OperationKind::Move;
  unsigned Lanes = std::clamp<unsigned>(
      CPU.SimdBytes / std::max<unsigned>(O.ElementBytes, 1), 1, O.Elements);
  unsigned Nodes = IsMove ? 0 : (O.Elements + Lanes - 1) / Lanes;
  I.Kind = O.Kind;
  I.Class = classOf(O.Kind);
  I.ElementBytes = O.ElementBytes;
  I.Elements = O.Elements;
  I.Slots = I.Uops = I.DecodedSlots = std::min(Nodes, 255u);
  if (IsMove)
    I.Flags |= StaticInstruction::Eliminated;
  I.Text = I.Mnemonic = Names[static_cast<unsigned>(O.Kind)];
  I.Location = O.Location;
  I.Address = Table.Instructions.size();

  I.Reads.Begin = Table.Reads.size();
  ReadStage Stage = O.Kind == OperationKind::Store ? ReadStage::StoreData
                                                   : ReadStage::Execute;
  for (unsigned S = 0; S != O.NumSources; ++S)
    for (unsigned E = 0; E != O.Elements; ++E)
      Table.Reads.push_back({unit(Frame + O.Sources[S] + E), Stage, 0});
  if (O.Address != NoRegister)
    Table.Reads.push_back({unit(Frame + O.Address), ReadStage::Address, 0});
  I.Reads.End = Table.Reads.size();

  I.Writes.Begin = Table.Writes.size();
  if (O.Result != NoRegister)
    for (unsigned E = 0; E != O.Elements; ++E) {
      RegisterWrite W;
      W.Unit = unit(Frame + O.Result + E);
      W.Latency = latencyOf(O, CPU);
      Table.Writes.push_back(W);
    }
  I.Writes.End = Table.Writes.size();

  I.Ports.Begin = Table.Ports.size();
  addPorts(O, Nodes);
  I.Ports.End = Table.Ports.size();

  I.Memory.Begin = Table.Memory.size();
  if (isMemory(O.Kind)) {
    Table.Memory.push_back({O.bytes(), O.Kind == OperationKind::Store, 0});
    I.LoadLatency =
        O.Kind == OperationKind::Load ? CPU.memory(MemoryLevel::L1).Latency : 0;
  }
  I.Memory.End = Table.Memory.size();
  Table.Instructions.push_back(I);
  return Table.Instructions.size() - 1;
}

uint32_t InstructionsOfOperations::instruction(const DynamicOperation &D) {
  uint64_t Key = uint64_t(D.Frame) << 32 | D.Static;
  auto It = Known.find(Key);
  if (It != Known.end())
    return It->second;
  const StaticOperation &O = Operations.Operations[D.Static];
  uint32_t New =
      isSeparate(O) ? lowerSeparately(O, D.Frame) : lower(O, D.Frame);
  Known[Key] = New;
  return New;
}

bool InstructionsOfOperations::isSeparate(const StaticOperation &O) const {
  return O.Kind == OperationKind::FusedMultiplyAdd && !CPU.HasFusedMultiplyAdd;
}

/// A multiplication, and behind it the addition of its product.
uint32_t InstructionsOfOperations::lowerSeparately(const StaticOperation &O,
                                                   uint32_t Frame) {
  // Above all registers of the stream, one for each of these operations.
  static constexpr uint32_t Products = 1u << 31;
  Register Product = Products + MostElements * (NumProducts++);
  StaticOperation Multiply = O;
  Multiply.Kind = OperationKind::Multiply;
  Multiply.NumSources = O.NumFactors;
  Multiply.Result = Product - Frame;
  uint32_t First = lower(Multiply, Frame);
  StaticOperation Add = O;
  Add.Kind = OperationKind::Add;
  Add.NumSources = 0;
  Add.Sources[Add.NumSources++] = Product - Frame;
  for (unsigned S = O.NumFactors; S < O.NumSources; ++S)
    Add.Sources[Add.NumSources++] = O.Sources[S];
  lower(Add, Frame);
  return First;
}

void InstructionsOfOperations::setWarmUp(bool On) {
  if (Target)
    Target->setWarmUp(On);
}

void InstructionsOfOperations::beginRegion() {
  if (Target)
    Target->beginRegion();
}

void InstructionsOfOperations::consume(
    llvm::ArrayRef<DynamicOperation> Stream) {
  Executed.clear();
  Addresses.clear();
  for (const DynamicOperation &D : Stream) {
    Executed.push_back(instruction(D));
    if (isSeparate(Operations.Operations[D.Static]))
      Executed.push_back(Executed.back() + 1);
    if (isMemory(Operations.Operations[D.Static].Kind))
      Addresses.push_back(D.Address);
  }
  if (Target)
    Target->consume({Executed, Addresses});
}

void InstructionsOfOperations::endRegion() {
  if (Target)
    Target->endRegion();
}

Processor rafter::processorOfOperations(const Processor &CPU) {
  Processor Result = CPU;
  Result.Core = CoreParameters();
  Result.Core.Known = true;
  Result.Core.RenameWidth = CPU.FetchBandwidth;
  Result.Core.StoreForwardLatency = CPU.memory(MemoryLevel::L1).Latency;
  Result.Core.StoreCommit = CPU.StoreThroughput;
  return Result;
}
