//===- PublishedRunsTest.cpp - Against the published program's runs -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The 182 recorded runs of golden/generalized-roofline: every field of every
// run is equal under the published program's rules.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "Machines.h"
#include "SourcePaths.h"
#include "rafter/Schedule/Scheduler.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace rafter;
using namespace rafter::test;
namespace json = llvm::json;

namespace {

struct NamedChannel {
  const char *Name;
  Channel K;
};
constexpr NamedChannel PublishedChannels[] = {
    {"add", Channel::Add},        {"mul", Channel::Multiply},
    {"L1_load", Channel::L1Load}, {"L1_store", Channel::L1Store},
    {"L2", Channel::L2},          {"L3", Channel::L3},
    {"mem", Channel::Memory},
};

/// Table I as the published program reads it: a line of L3 every 2 cycles (the
/// table says 2 doubles per cycle), reuse distances rounded up to a power of
/// two, so that the 20 MB cache acts as one of 16 MB.
Processor publishedProcessor() {
  auto File = readProcessorFile(RAFTER_SOURCE_DIR "/uarch/xeon-e5-2680.yaml");
  EXPECT_TRUE(static_cast<bool>(File)) << toString(File.takeError());
  Processor CPU = File->CPU;
  CPU.memory(MemoryLevel::L3).Bandwidth = 32;
  CPU.memory(MemoryLevel::L3).Capacity = 16 << 20;
  CPU.Order = MemoryOrder::Weak;
  return CPU;
}

double limit(const json::Object &Parameters, const char *Key) {
  if (auto Number = Parameters.getNumber(Key))
    return *Number;
  return Unlimited;
}

Processor configure(const json::Object &Run) {
  Processor CPU = publishedProcessor();
  if (*Run.getString("config") == "unlimited") {
    CPU = Processor();
    CPU.memory(MemoryLevel::L1).Latency = 1;
    CPU.memory(MemoryLevel::Memory).Latency = 1;
    return CPU;
  }
  const json::Object &P = *Run.getObject("parameters");
  CPU.FetchBandwidth = limit(P, "fetch");
  CPU.buffer(BufferKind::ReservationStation) = limit(P, "rs");
  CPU.buffer(BufferKind::ReorderBuffer) = limit(P, "rob");
  CPU.buffer(BufferKind::LoadBuffer) = limit(P, "lb");
  CPU.buffer(BufferKind::StoreBuffer) = limit(P, "sb");
  CPU.buffer(BufferKind::LineFillBuffer) = limit(P, "lfb");
  if (*P.getString("memory_order") == "x86-tso")
    CPU.Order = MemoryOrder::InOrderLoads;
  return CPU;
}

ScheduleResult schedule(const json::Object &Run, SchedulerOptions Options) {
  StreamWriter W = kernel(*Run.getString("kernel"));
  Scheduler S(configure(Run), W.Table, Options);
  // Without limits every access hits L1: that is what a warm, unbounded cache
  // does.
  if (*Run.getString("cache") == "warm" ||
      *Run.getString("config") == "unlimited") {
    S.setWarmUp(true);
    W.send(S);
    S.setWarmUp(false);
  }
  W.send(S);
  return S.result();
}

class PublishedRuns : public testing::Test {
protected:
  void SetUp() override {
    auto Buffer = llvm::MemoryBuffer::getFile(
        RAFTER_GOLDEN_DIR "/generalized-roofline/reference.json");
    if (!Buffer)
      GTEST_SKIP() << "no reference data: " RAFTER_GOLDEN_DIR
                      "/generalized-roofline/reference.json is absent";
    auto Value = json::parse((*Buffer)->getBuffer());
    ASSERT_TRUE(static_cast<bool>(Value)) << toString(Value.takeError());
    Runs = std::move(*Value);
  }
  json::Value Runs = nullptr;
};

/// Compares all fields of a run; returns how many were compared.
unsigned compare(const json::Object &Run, const ScheduleResult &R) {
  unsigned Compared = 0;
  const ActivityHistogram &A = R.Activity;
  auto Equal = [&](const char *What, uint64_t Ours, int64_t Theirs) {
    EXPECT_EQ(Ours, static_cast<uint64_t>(Theirs)) << What;
    ++Compared;
  };
  Equal("cycles", R.Cycles, *Run.getInteger("cycles"));
  Equal("flops", R.Flops, *Run.getInteger("flops"));
  for (auto [Name, K] : PublishedChannels) {
    const json::Object *N = Run.getObject("nodes")->getObject(Name);
    SCOPED_TRACE(Name);
    if (!N) {
      Equal("count", R.channel(K).Nodes, 0);
      continue;
    }
    uint64_t Issue = A.count({issues(K)}), Span = A.count({executes(K)});
    Equal("count", R.channel(K).Nodes, *N->getInteger("count"));
    Equal("issue", Issue, *N->getInteger("issue"));
    Equal("latency", Span - Issue, *N->getInteger("latency"));
    Equal("span", Span, *N->getInteger("span"));
    Equal("span_with_stalls", A.count({executes(K) | AnyStallMask}),
          *N->getInteger("span_with_stalls"));
  }
  for (unsigned B = 0; B != NumBufferKinds; ++B) {
    auto Kind = static_cast<BufferKind>(B);
    Equal(name(Kind), A.count({stalls(Kind)}),
          *Run.getObject("stalls")->getInteger(name(Kind)));
  }
  for (auto [NameA, KA] : PublishedChannels)
    for (auto [NameB, KB] : PublishedChannels) {
      auto Theirs = Run.getObject("overlap")->getNumber(
          (llvm::Twine(NameA) + "|" + NameB).str());
      if (!Theirs)
        continue;
      double Least = std::min(A.count({executes(KA)}), A.count({executes(KB)}));
      EXPECT_NEAR(A.count({executes(KA), executes(KB)}) / Least, *Theirs,
                  0.00051)
          << NameA << " and " << NameB;
      ++Compared;
    }
  return Compared;
}

TEST_F(PublishedRuns, AreReproducedInEveryField) {
  SchedulerOptions Options;
  Options.PublishedQueueRules = true;
  Options.MemoryDependences = false;
  unsigned Compared = 0;
  for (const json::Value &V : *Runs.getAsArray()) {
    const json::Object &Run = *V.getAsObject();
    SCOPED_TRACE(llvm::formatv("{0} {1} {2}", *Run.getString("kernel"),
                               *Run.getString("cache"),
                               *Run.getString("config"))
                     .str());
    Compared += compare(Run, schedule(Run, Options));
  }
  EXPECT_EQ(Runs.getAsArray()->size(), 182u);
  EXPECT_GT(Compared, 4000u);
}

/// Under our own rules, the only ones for which states are followed.
TEST_F(PublishedRuns, AreTheSameWhereRecurringStatesAreFollowed) {
  for (const json::Value &V : *Runs.getAsArray())
    for (bool Dependences : {false, true}) {
      const json::Object &Run = *V.getAsObject();
      SCOPED_TRACE(llvm::formatv("{0} {1} {2}", *Run.getString("kernel"),
                                 *Run.getString("cache"),
                                 *Run.getString("config"))
                       .str());
      SchedulerOptions Options;
      Options.MemoryDependences = Dependences;
      ScheduleResult Followed = schedule(Run, Options);
      Options.RecurringStates = Options.RepeatedLines = false;
      expectEqual(Followed, schedule(Run, Options));
    }
}

} // namespace
