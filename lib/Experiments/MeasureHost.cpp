//===- MeasureHost.cpp - What a machine is learned from -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Experiments/MeasureHost.h"
#include "rafter/CodeGen/FormTable.h"
#include "rafter/Support/RandomNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>

using namespace llvm;
using namespace rafter;

namespace {

/// Streams of random numbers of a seed.
enum Stream : uint64_t { FormStream = 11, RoundStream, MixStream };

/// Count forms by chance, in their order; 0: all.
std::vector<InstructionForm> someOf(std::vector<InstructionForm> Forms,
                                    const HostPlan &Plan) {
  if (Plan.Forms == 0 || Plan.Forms >= Forms.size())
    return Forms;
  std::vector<uint32_t> Order(Forms.size());
  std::iota(Order.begin(), Order.end(), 0);
  RandomNumbers(Plan.Seed, FormStream).shuffle(Order);
  Order.resize(Plan.Forms);
  llvm::sort(Order);
  std::vector<InstructionForm> Some;
  for (uint32_t I : Order)
    Some.push_back(std::move(Forms[I]));
  return Some;
}

} // namespace

std::vector<FormMix> rafter::drawRounds(uint32_t NumForms, unsigned Count,
                                        unsigned Size, uint64_t Seed) {
  RandomNumbers Random(Seed, RoundStream);
  std::vector<uint32_t> Order(NumForms);
  std::iota(Order.begin(), Order.end(), 0);
  std::vector<FormMix> Mixes(1);
  for (unsigned I = 0; I != Count; ++I) {
    Random.shuffle(Order);
    for (uint32_t Form : Order) {
      if (Mixes.back().size() == Size)
        Mixes.emplace_back();
      Mixes.back().push_back(Form);
    }
  }
  if (Mixes.back().size() != Size)
    Mixes.pop_back();
  return Mixes;
}

std::vector<FormMix> rafter::drawMixes(uint32_t NumForms, unsigned Count,
                                       unsigned Size, uint64_t Seed) {
  RandomNumbers Random(Seed, MixStream);
  std::vector<FormMix> Mixes(Count, FormMix(Size));
  for (FormMix &Mix : Mixes)
    for (uint32_t &Form : Mix)
      Form = Random.below(NumForms);
  return Mixes;
}

Expected<HostMeasurement> HostMeasurement::begin(const TargetModel &Model,
                                                 HostPlan Which,
                                                 ExperimentOptions Options) {
  Expected<FormTable> Table = generateForms(Model);
  if (!Table)
    return Table.takeError();
  Expected<MixAssembler> Assembler =
      MixAssembler::create(Model, someOf(std::move(Table->Forms), Which));
  if (!Assembler)
    return Assembler.takeError();
  Expected<HostExperiments> Opened =
      HostExperiments::open(std::move(*Assembler), std::move(Options));
  if (!Opened)
    return Opened.takeError();
  HostMeasurement Host(std::move(*Opened));
  ArrayRef<InstructionForm> Forms = Host.Experiments.assembler().forms();
  std::vector<Experiment> Plan;
  for (uint32_t Form : seq<uint32_t>(Forms.size()))
    Plan.push_back({{Form}, {}});
  Expected<std::vector<ExperimentResult>> Results = Host.Experiments.run(Plan);
  if (!Results)
    return Results.takeError();
  Host.Alone.Machine = describeHost();
  for (auto [Form, R] : enumerate(*Results)) {
    if (R.Visits == 0)
      return createStringError("the time was over before each form had been "
                               "measured once; raise the limit, or go on with "
                               "the same journal");
    if (R.Signal) {
      ++Host.Unknown;
      continue;
    }
    uint32_t Index = Host.IndexOf.size();
    Host.IndexOf.push_back(Form);
    Host.Alone.Forms.push_back(Forms[Form]);
    if (R.Cycles > 0)
      Host.Alone.Mixes.push_back({{Index}, R.Cycles});
  }
  return Host;
}

Expected<std::vector<MeasuredMix>>
HostMeasurement::measure(ArrayRef<FormMix> Mixes, unsigned Visits) {
  std::vector<Experiment> Plan;
  for (const FormMix &Mix : Mixes) {
    Experiment E;
    for (uint32_t Form : Mix)
      E.Forms.push_back(IndexOf[Form]);
    Plan.push_back(std::move(E));
  }
  Expected<std::vector<ExperimentResult>> Results =
      Experiments.run(Plan, Visits);
  if (!Results)
    return Results.takeError();
  std::vector<MeasuredMix> Measured;
  for (auto [Mix, R] : zip_equal(Mixes, *Results))
    if (R.IsSteady && R.Signal == 0 && R.Cycles > 0)
      Measured.push_back({Mix, R.Cycles});
  return Measured;
}

Expected<std::vector<MeasuredChain>> HostMeasurement::measureChains() {
  std::vector<Experiment> Plan;
  std::vector<MeasuredChain> Chains;
  for (auto [Form, Index] : enumerate(IndexOf))
    for (OperandChain Operands : Experiments.assembler().chains(Index)) {
      Plan.push_back({{Index}, Operands});
      Chains.push_back({uint32_t(Form), Operands});
    }
  Expected<std::vector<ExperimentResult>> Results = Experiments.run(Plan);
  if (!Results)
    return Results.takeError();
  for (auto [Chain, R] : zip_equal(Chains, *Results))
    if (R.IsSteady && R.Signal == 0)
      Chain.Cycles = R.Cycles;
  erase_if(Chains, [](const MeasuredChain &C) { return C.Cycles == 0; });
  return Chains;
}

void HostMeasurement::printAssembly(raw_ostream &OS,
                                    ArrayRef<MeasuredMix> Mixes,
                                    unsigned Copies) const {
  OS << ".intel_syntax noprefix\n";
  for (auto [I, Mix] : enumerate(Mixes)) {
    FormMix Forms;
    for (uint32_t Form : Mix.Forms)
      Forms.push_back(IndexOf[Form]);
    OS << "# LLVM-MCA-BEGIN m" << I << "\n# measured "
       << format("%.4f", Mix.Cycles) << " cycles, " << Copies << " copies\n"
       << Experiments.assembler().text(Forms, Copies) << "# LLVM-MCA-END m" << I
       << '\n';
  }
}
