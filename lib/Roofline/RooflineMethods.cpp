//===- RooflineMethods.cpp - The methods of the computation DAG -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RooflineAnalysis.h"
#include "rafter/Method/Method.h"
#include "rafter/Roofline/DAGBuilder.h"
#include "rafter/Roofline/RooflineFinding.h"
#include "rafter/Schedule/Scheduler.h"

using namespace rafter;

namespace {

class DAGPass final : public OperationPass {
public:
  DAGPass(const OperationTable &Table, const Program *Code,
          const DAGOptions &Options)
      : Code(Code), Builder(Table, Options) {}

  StreamConsumer &consumer() override { return Builder; }
  std::shared_ptr<const Finding> finding() override {
    ComputationDAG Result = Builder.result();
    if (Code)
      Result.Parts = countParts(*Code, Builder.executions());
    return makeFinding(std::move(Result));
  }

private:
  const Program *Code;
  DAGBuilder Builder;
};

class DAGMethod final : public Method {
public:
  explicit DAGMethod(const DAGOptions &Options) : Options(Options) {}

  llvm::StringRef name() const override { return "computation-dag"; }
  llvm::StringRef description() const override {
    return "nodes and edges by kind, work, depth";
  }
  Vocabulary wants() const override { return Vocabulary::Operations; }
  std::unique_ptr<OperationPass> start(const OperationTable &Table,
                                       const Program *Code,
                                       const Processor &) const override {
    return std::make_unique<DAGPass>(Table, Code, Options);
  }

private:
  DAGOptions Options;
};

class RooflinePass final : public OperationPass {
public:
  RooflinePass(const OperationTable &Table, const Processor &CPU,
               const SchedulerOptions &Scheduling,
               const RooflineOptions &Options)
      : CPU(CPU), Schedule(CPU, Table, Scheduling), Options(Options) {}

  StreamConsumer &consumer() override { return Schedule; }
  std::shared_ptr<const Finding> finding() override {
    return makeFinding(analyzeRoofline(CPU, Schedule.result()), Options);
  }

private:
  const Processor &CPU;
  Scheduler Schedule;
  RooflineOptions Options;
};

class RooflineMethod final : public Method {
public:
  RooflineMethod(const SchedulerOptions &Scheduling,
                 const RooflineOptions &Options)
      : Scheduling(Scheduling), Options(Options) {}

  llvm::StringRef name() const override { return "generalized-roofline"; }
  llvm::StringRef description() const override {
    return "performance, roofs and bottlenecks of the computation";
  }
  Vocabulary wants() const override { return Vocabulary::Operations; }
  std::unique_ptr<OperationPass> start(const OperationTable &Table,
                                       const Program *,
                                       const Processor &CPU) const override {
    return std::make_unique<RooflinePass>(Table, CPU, Scheduling, Options);
  }

private:
  SchedulerOptions Scheduling;
  RooflineOptions Options;
};

} // namespace

namespace rafter {

std::unique_ptr<Method> computationDAGMethod(const MethodOptions &Options) {
  return std::make_unique<DAGMethod>(Options.get<DAGOptions>());
}

std::unique_ptr<Method>
generalizedRooflineMethod(const MethodOptions &Options) {
  return std::make_unique<RooflineMethod>(Options.get<SchedulerOptions>(),
                                          Options.get<RooflineOptions>());
}

} // namespace rafter
