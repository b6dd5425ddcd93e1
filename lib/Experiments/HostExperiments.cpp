//===- HostExperiments.cpp - Mixes measured on this machine ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Experiments/HostExperiments.h"
#include "Journal.h"
#include "KernelTimer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include <chrono>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

using namespace llvm;
using namespace rafter;

namespace {

/// Experiments between two looks at the clock, and lost if the run is stopped:
/// some tenths of a second.
constexpr size_t ExperimentsOfBatch = 256;
/// Visits of what was disturbed each time, for one that was asked for: beside
/// another tenant's thread a third of all mixes were disturbed six times.
constexpr unsigned MostVisits = 4;

} // namespace

struct HostExperiments::State {
  using Clock = std::chrono::steady_clock;

  State(MixAssembler Assembler, ExperimentOptions Options, Journal Done)
      : Assembler(std::move(Assembler)), Options(std::move(Options)),
        Done(std::move(Done)) {}

  JournalKey keyOf(const Experiment &E) const;
  bool needs(const Experiment &E, unsigned Visit, unsigned Visits) const;
  Expected<MixKernel> assemble(const Experiment &E) const;
  Error visit(ArrayRef<size_t> Batch, ArrayRef<Experiment> Experiments,
              std::vector<MixKernel> &Kernels);

  MixAssembler Assembler;
  ExperimentOptions Options;
  Journal Done;
  KernelTimer Timer;
  Clock::time_point Start = Clock::now();
};

JournalKey HostExperiments::State::keyOf(const Experiment &E) const {
  JournalKey Key;
  for (uint32_t Form : E.Forms)
    Key.Forms.push_back(Assembler.forms()[Form].Text);
  Key.Chain = E.Chain;
  return Key;
}

/// Whether E must be timed a Visit-th time. Visits beyond those that were asked
/// for are for what was disturbed each time.
bool HostExperiments::State::needs(const Experiment &E, unsigned Visit,
                                   unsigned Visits) const {
  ExperimentResult Found = Done.find(keyOf(E));
  return Found.Signal == 0 && Found.Visits < Visit &&
         (Found.Visits < Visits || !Found.IsSteady);
}

Expected<MixKernel>
HostExperiments::State::assemble(const Experiment &E) const {
  return E.Chain ? Assembler.assembleChain(E.Forms[0], *E.Chain)
                 : Assembler.assemble(E.Forms);
}

Error HostExperiments::State::visit(ArrayRef<size_t> Batch,
                                    ArrayRef<Experiment> Experiments,
                                    std::vector<MixKernel> &Kernels) {
  std::vector<const MixKernel *> Now;
  for (size_t I : Batch) {
    if (Kernels[I].Code.empty()) {
      Expected<MixKernel> Kernel = assemble(Experiments[I]);
      if (!Kernel)
        return Kernel.takeError();
      Kernels[I] = std::move(*Kernel);
    }
    Now.push_back(&Kernels[I]);
  }
  Expected<std::vector<KernelTiming>> Timings = Timer.time(Now);
  if (!Timings)
    return Timings.takeError();
  for (auto [I, T] : zip_equal(Batch, *Timings))
    Done.add(keyOf(Experiments[I]), T);
  return Done.flush();
}

HostExperiments::HostExperiments(std::unique_ptr<State> Current)
    : Current(std::move(Current)) {}
HostExperiments::HostExperiments(HostExperiments &&) = default;
HostExperiments::~HostExperiments() = default;

Expected<HostExperiments> HostExperiments::open(MixAssembler Assembler,
                                                ExperimentOptions Options) {
  Journal Done;
  if (!Options.Journal.empty()) {
    Expected<Journal> Opened = Journal::open(Options.Journal, describeHost());
    if (!Opened)
      return Opened.takeError();
    Done = std::move(*Opened);
  }
  return HostExperiments(std::make_unique<State>(
      std::move(Assembler), std::move(Options), std::move(Done)));
}

const MixAssembler &HostExperiments::assembler() const {
  return Current->Assembler;
}

bool HostExperiments::isTimeOver() const {
  std::chrono::duration<double> Passed = State::Clock::now() - Current->Start;
  return Passed.count() >= Current->Options.TimeLimit;
}

bool HostExperiments::wasDamaged() const { return Current->Done.wasDamaged(); }

Expected<std::vector<ExperimentResult>>
HostExperiments::run(ArrayRef<Experiment> Experiments, unsigned Visits) {
  if (Visits == 0)
    Visits = Current->Options.Visits;
  unsigned Most = MostVisits * Visits;
  size_t Finished = 0;
  // By experiment, once they have been needed: assembling one takes several
  // times as long as timing it.
  std::vector<MixKernel> Kernels(Experiments.size());
  for (unsigned Visit = 1; Visit <= Most && !isTimeOver(); ++Visit) {
    std::vector<size_t> Left;
    for (auto [I, E] : enumerate(Experiments))
      if (Current->needs(E, Visit, Visits))
        Left.push_back(I);
    size_t Planned = Experiments.size() * Visits;
    for (ArrayRef<size_t> Rest = Left; !Rest.empty() && !isTimeOver();) {
      auto Batch = Rest.take_front(ExperimentsOfBatch);
      if (Error E = Current->visit(Batch, Experiments, Kernels))
        return E;
      Rest = Rest.drop_front(Batch.size());
      Finished += Batch.size();
      if (Current->Options.Progress)
        Current->Options.Progress(std::min(Finished, Planned), Planned);
    }
  }
  std::vector<ExperimentResult> Results;
  for (const Experiment &E : Experiments)
    Results.push_back(Current->Done.find(Current->keyOf(E)));
  return Results;
}

std::string rafter::describeHost() {
  std::string Text = sys::getHostCPUName().str();
#if defined(__x86_64__)
  unsigned A = 0, Words[12] = {};
  for (unsigned I = 0; I != 3; ++I)
    __get_cpuid(0x80000002 + I, &Words[4 * I], &Words[4 * I + 1],
                &Words[4 * I + 2], &Words[4 * I + 3]);
  StringRef Brand(reinterpret_cast<const char *>(Words), sizeof Words);
  Text += ", " + Brand.take_until([](char C) { return !C; }).trim().str();
  unsigned B, C, D;
  __get_cpuid(1, &A, &B, &C, &D);
  // CPUID 1, EAX: the extended family and model count where they may.
  unsigned Family = A >> 8 & 15, Model = A >> 4 & 15;
  if (Family == 6 || Family == 15)
    Model += (A >> 16 & 15) << 4;
  if (Family == 15)
    Family += A >> 20 & 255;
  raw_string_ostream(Text) << ", family " << Family << " model " << Model
                           << " stepping " << (A & 15);
#endif
  return Text;
}
