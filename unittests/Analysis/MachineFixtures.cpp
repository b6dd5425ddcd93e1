//===- MachineFixtures.cpp - Machine-level reports made by hand -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sensitivity and causality as an analysis could have found them.
//
//===----------------------------------------------------------------------===//

#include "Fixtures.h"

using namespace rafter;

namespace {

Limit ports(std::vector<std::string> Units) {
  Limit L = LimitKind::Ports;
  L.Units = std::move(Units);
  return L;
}

const Limit AddLatency = Limit::latency(InstructionClass::FloatAdd);

ResourceElasticity resource(Limit What, double Utilization, double At125,
                            double At2, double At4, double Removed) {
  ResourceElasticity R;
  R.What = std::move(What);
  R.Utilization = Utilization;
  R.Curve = {{1.25, At125}, {2, At2}, {4, At4}, {Unlimited, Removed}};
  return R;
}

InstructionCauses instruction(uint32_t Index, std::string Text, unsigned Line,
                              InstructionClass Class, std::string Ports,
                              std::vector<CauseShare> By = {}) {
  InstructionCauses I;
  I.Instruction = Index;
  I.Text = std::move(Text);
  I.Function = "sum";
  I.Source = {"sum.c", Line, 5};
  I.Executions = 1000;
  I.Class = Class;
  I.Ports = std::move(Ports);
  for (const CauseShare &Share : By)
    I.Cycles += Share.Cycles;
  I.By = std::move(By);
  return I;
}

Prediction sumPrediction() {
  Prediction P;
  P.Cycles = 4010;
  P.CyclesPerIteration = 4;
  P.Iterations = 1000;
  P.Instructions = 4000;
  P.Slots = 3000;
  P.Uops = 4000;
  P.Branches = 1000;
  P.Mispredictions = 1;
  P.Loads[0] = 875;
  P.Loads[1] = 125;
  return P;
}

Sensitivity sumSensitivity() {
  Sensitivity S;
  S.Base = sumPrediction();
  S.Resources = {
      resource(AddLatency, -1, 1.25, 2, 3.2, 4),
      resource(Limit::bandwidth(MemoryLevel::L2), 0.125, 1, 1, 1.02, 1.03),
      resource(ports({"p0", "p1"}), 0.25, 1, 1, 1, 1),
      resource(LimitKind::Rename, 0.125, 1, 1, 1, 1),
      resource(LimitKind::ReorderBuffer, -1, 1, 1, 1, 1)};
  S.Sets = {{{ports({"p2", "p3"}), LimitKind::Rename}, 1.5}};
  S.Remains = {{{AddLatency}, 1},
               {{AddLatency, ports({"p2", "p3"}), LimitKind::Rename}, 0.5}};
  return S;
}

Causality sumCausality() {
  Causality C;
  C.Base = sumPrediction();
  C.Instructions = {
      instruction(10, "addss\t(%rdi,%rax,4), %xmm0", 4,
                  InstructionClass::FloatAdd, "p01 + p23",
                  {{AddLatency, 3905, PathShares{1, 1, 1, 0}},
                   {ports({"p2", "p3"}), 40}}),
      instruction(11, "incq\t%rax", 3, InstructionClass::IntegerALU, "p0156",
                  {{LimitKind::Rename, 55}}),
      instruction(12, "cmpq\t%rax, %rsi", 3, InstructionClass::IntegerALU, ""),
      instruction(13, "jne\t.LBB0_2", 3, InstructionClass::Branch, "p06")};
  C.Instructions[0].Wait = 212.5;
  C.Instructions[0].WaitsFor = 10;
  C.Instructions[0].WaitsBecauseOf = AddLatency;
  C.Instructions[3].Wait = 1;
  C.Instructions[3].WaitsFor = 99;
  C.Unattributed = 10;
  return C;
}

Report reportOf(RegionReport Region) {
  Report R;
  R.Input = "sum.c";
  R.CPU.Name = "skylake";
  R.CPU.FileHash = "0123456789abcdef";
  R.Regions.push_back(std::move(Region));
  return R;
}

RegionReport sumRegion() {
  RegionReport Region;
  Region.Name = "sum, line 3";
  Region.Function = "sum";
  Region.Loop = "line 3";
  Region.Source = {"sum.c", 3, 0};
  Region.add(makeFinding(sumSensitivity()));
  Region.add(makeFinding(sumCausality()));
  return Region;
}

/// Nothing executed.
RegionReport nothing() {
  RegionReport Region;
  Region.Name = "nothing";
  Region.add(makeFinding(Sensitivity()));
  Region.add(makeFinding(Causality()));
  return Region;
}

/// No resource shortens it alone, a set does.
RegionReport tie() {
  RegionReport Region = sumRegion();
  Sensitivity &S = edit<Sensitivity>(Region);
  S.Resources = {resource(ports({"p0", "p1", "p5", "p6"}), 1, 1, 1, 1, 1),
                 resource(LimitKind::Rename, 1, 1, 1, 1, 1)};
  S.Sets = {{{LimitKind::Rename, ports({"p0", "p1", "p5", "p6"})}, 2}};
  S.Remains = {{{LimitKind::Rename, ports({"p0", "p1", "p5", "p6"})}, 2}};
  keepOnly(Region, "sensitivity");
  return Region;
}

/// Nothing that can be accelerated binds.
RegionReport unbound() {
  RegionReport Region = tie();
  edit<Sensitivity>(Region).Sets.clear();
  edit<Sensitivity>(Region).Remains.clear();
  return Region;
}

/// Infinite speed-ups, enormous counts, no iterations.
RegionReport extreme() {
  RegionReport Region = sumRegion();
  Sensitivity &S = edit<Sensitivity>(Region);
  S.Base.Cycles = 1.5e18;
  S.Base.CyclesPerIteration.reset();
  S.Base.Iterations = 0;
  S.Base.Instructions = ~0ull;
  S.Resources = {resource(Limit::latency(MemoryLevel::Memory), -1, 1.2, 1.9,
                          1e6, Unlimited)};
  S.Sets.clear();
  S.Remains = {{{Limit::latency(MemoryLevel::Memory)}, 0}};
  Causality &C = edit<Causality>(Region);
  C.Base = S.Base;
  for (InstructionCauses &I : C.Instructions)
    I.Executions = ~0ull / 4;
  C.Instructions[0].Cycles = 1.5e18;
  C.Instructions[0].By = {{Limit::latency(MemoryLevel::Memory), 1.5e18}};
  C.Instructions[0].Taint = 0.97;
  C.Unattributed = 0;
  return Region;
}

/// Names that mean something in markup or are no UTF-8.
RegionReport strange() {
  RegionReport Region = sumRegion();
  Region.Name = Region.Function = "operator<< <int & \"x\">";
  Causality &C = edit<Causality>(Region);
  for (InstructionCauses &I : C.Instructions) {
    I.Function = Region.Function;
    I.Source = {"a<b>&\"c\".cc", 7, 1};
    I.Text = "mov <&'\"\xff\n\t  %eax";
    I.WaitsBecauseOf = ports({"<b>"});
    I.Ports = "p<0>";
  }
  C.Instructions[0].By = {{ports({"<p>&"}), 2000},
                          {ports({""}), 10},
                          {ports({"<p>&"}), 1000},
                          {ports({"p\xfe"}), 5}};
  edit<Sensitivity>(Region).Resources[0].What = ports({"<p>&\""});
  edit<Sensitivity>(Region).Sets = {{{ports({"<i>"}), ports({"</i>"})}, 1.5}};
  return Region;
}

/// A long function of which little costs anything, and two others.
RegionReport longFunction() {
  RegionReport Region = sumRegion();
  keepOnly(Region, "causality");
  Causality &C = edit<Causality>(Region);
  C.Instructions.clear();
  for (uint32_t I = 0; I < 100; ++I) {
    C.Instructions.push_back(
        instruction(I, "nop" + std::to_string(I), I / 4 + 1,
                    InstructionClass::IntegerALU, "p0156",
                    {{LimitKind::Rename, I == 50   ? 3000.0
                                         : I == 55 ? 600.0
                                                   : 0.0}}));
    if (I == 99)
      C.Instructions.back().Function = "";
  }
  C.Instructions.push_back(instruction(100, "ret", 99, InstructionClass::Branch,
                                       "p6", {{LimitKind::Rename, 400}}));
  C.Instructions.back().Function = "callee";
  return Region;
}

} // namespace

Report fixtures::latencyBoundSum() { return reportOf(sumRegion()); }

std::vector<std::pair<std::string, Report>> fixtures::machineSituations() {
  return {{"latency", latencyBoundSum()},    {"nothing", reportOf(nothing())},
          {"tie", reportOf(tie())},          {"unbound", reportOf(unbound())},
          {"extreme", reportOf(extreme())},  {"strange", reportOf(strange())},
          {"long", reportOf(longFunction())}};
}
